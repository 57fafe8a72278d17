// A SHA-256 as text: 64 lowercase hexadecimal digits, as sha256sum prints it (FIPS 180-4).

package import Upright
package import UprightFiles
import UprightMetadata

/// Digests as text, and digests of files.
package enum SHA256Text {
  private static let digits = Array("0123456789abcdef".utf8)
  private static let pieceSize = 1 << 18

  /// The digits of a digest.
  package static func text(_ digest: [UInt8]) -> String {
    String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The 32 bytes that 64 digits state, in either case; nil for any other text.
  package static func bytes(_ text: String) -> [UInt8]? {
    let values = text.utf8.map { digit in digits.firstIndex(of: digit | (digit > 0x39 ? 0x20 : 0)) }
    guard values.count == 64, !values.contains(nil) else { return nil }
    let known = values.compactMap(\.self)
    return stride(from: 0, to: 64, by: 2).map { UInt8(known[$0] << 4 | known[$0 + 1]) }
  }

  /// The digest of bytes.
  package static func digest(of bytes: [UInt8]) -> [UInt8] { SHA256.digest(of: bytes) }

  /// The digest of a whole file.
  ///
  /// - Throws: `.io`, with ESTALE if the file has been truncated meanwhile.
  package static func digest(of file: FileBytes) throws(UprightError) -> [UInt8] {
    var digest = SHA256()
    for start in stride(from: 0, to: file.byteCount, by: pieceSize) {
      do throws(MetadataError) {
        digest.update(try file.read(start..<min(file.byteCount, start + pieceSize)))
      } catch {
        throw UprightError(error).naming(file.path)
      }
    }
    return digest.finish()
  }
}
