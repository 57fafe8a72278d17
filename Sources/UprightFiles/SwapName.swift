// The name of a file during an exchange, which identifies the two files that may have it (POSIX.1-2017, <sys/stat.h>).

import UprightMetadata

/// A hidden name for the moment in which two files exchange names.
///
/// A run killed in that moment leaves one of the two under it, or a third file that another program saved there. The
/// name encodes the states of the two that may be removed.
struct SwapName: Equatable {
  private static let prefix = TemporaryFile.prefix + "swap-"
  private static let digitCount = 16

  private let marks: [String]

  /// For `new`, which displaces `old`.
  init(_ new: FileState, displacing old: FileState) { marks = [new, old].map(Self.mark) }

  /// Nil if `name`, without its folder, does not have this form.
  init?(_ name: String) {
    guard name.hasPrefix(Self.prefix) else { return nil }
    let parts = name.dropFirst(Self.prefix.count).split(separator: "-", omittingEmptySubsequences: false).map(
      String.init)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == Self.digitCount && Hex.bytes($0) != nil }) else {
      return nil
    }
    marks = parts
  }

  /// The name, without a folder.
  var text: String { Self.prefix + marks.joined(separator: "-") }

  /// Whether `file` is one of the two, unchanged since.
  func matches(_ file: FileState) -> Bool { marks.contains(Self.mark(file)) }

  private static func mark(_ file: FileState) -> String {
    let numbers = [
      file.inode, UInt64(bitPattern: Int64(file.byteCount)), UInt64(bitPattern: Int64(file.modified.seconds)),
      UInt64(bitPattern: Int64(file.modified.nanoseconds)),
    ]
    let bytes = numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
    return Hex.text(Array(SHA256.digest(of: bytes).prefix(digitCount / 2)))
  }
}
