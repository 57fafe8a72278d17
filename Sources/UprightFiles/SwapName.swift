// The name of a file that is about to change places with another: what is found under it later says itself which of the two it is (POSIX.1-2017, <sys/stat.h>).

import UprightMetadata

/// A hidden name for the moment in which two files change places.
///
/// A run that is killed in that moment leaves the one or the other under it, or a third one that somebody had saved there. The name stands for the states of
/// the two that may go.
struct SwapName: Equatable {
  private static let prefix = TemporaryFile.prefix + "swap-"
  private static let digitCount = 16

  private let marks: [String]

  /// For `new`, which is to displace `old`.
  init(_ new: FileState, displacing old: FileState) { marks = [new, old].map(Self.mark) }

  /// Nil where a file of this name, without its folder, is none of these.
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

  /// Whether `file` is one of the two, and nobody has written to it since.
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
