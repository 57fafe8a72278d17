// A SHA-256 as text: 64 lowercase hexadecimal digits, as sha256sum prints it (FIPS 180-4).

package import Upright
package import UprightFiles
import UprightMetadata

/// Digests as text, and digests of files.
package enum SHA256Text {
  private static let pieceSize = 1 << 18

  /// The digits of a digest.
  package static func text(_ digest: [UInt8]) -> String { Hex.text(digest) }

  /// The 32 bytes that 64 digits state, in either case; nil for any other text.
  package static func bytes(_ text: String) -> [UInt8]? {
    Hex.bytes(text.lowercased()).flatMap { $0.count == 32 ? $0 : nil }
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
