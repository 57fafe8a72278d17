// What a file was made from, in an extended attribute (xattr(7)): whoever repeats the request finds that it is done.

package import Upright
import UprightMetadata
import UprightSystem

/// Which request made a file from which source, and what the result was.
///
/// It is set before the file gets its name, so a file with a record is complete. A record that does not match the
/// file's bytes says nothing: another program has changed the file since, or copied the attribute with it.
package struct ResultRecord: Hashable, Sendable {
  /// The attribute's name, with its terminating zero.
  private static let name = Array("user.upright.job".utf8) + [0]
  private static let version: UInt8 = 1
  /// The bytes of a digest that are kept: with them, the record fits into the file's inode.
  private static let kept = 16

  /// Identifies the source and the request.
  private let request: [UInt8]
  /// The beginning of the result's digest.
  private let result: [UInt8]

  /// A record.
  ///
  /// - Parameters:
  ///   - source: The SHA-256 of the source.
  ///   - request: The SHA-256 of the request.
  ///   - result: The SHA-256 of the file.
  package init(source: [UInt8], request: [UInt8], result: [UInt8]) {
    self.request = Array(SHA256.digest(of: source + request).prefix(Self.kept))
    self.result = Array(result.prefix(Self.kept))
  }

  /// The record of `file`; nil if it has none that this version reads, or the file system has no attributes.
  package init?(of file: FileBytes) {
    guard let bytes = try? Syscalls.attribute(Self.name, of: file.file), bytes.count == 1 + 2 * Self.kept,
      bytes[0] == Self.version
    else { return nil }
    request = Array(bytes[1...Self.kept])
    result = Array(bytes[(1 + Self.kept)...])
  }

  /// Whether this is the record of a file with this SHA-256.
  package func isOf(_ digest: [UInt8]) -> Bool { result.elementsEqual(digest.prefix(Self.kept)) }

  /// Whether both are of the same source and request.
  package func hasSameRequest(as other: Self) -> Bool { request == other.request }

  /// Gives `file`, which is open for writing, this record.
  ///
  /// - Throws: `UprightError` `.io`, with ENOTSUP if the file system has no attributes.
  package func write(to file: FileBytes) throws(UprightError) {
    try UprightError.naming(file.path) { () throws(SystemError) in
      try Syscalls.setAttribute(Self.name, to: [Self.version] + request + result, of: file.file)
    }
  }
}
