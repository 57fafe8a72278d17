// The hidden names of files that have no place yet, or have lost it (POSIX.1-2017, <sys/stat.h>).

import UprightMetadata

/// The names of files that this program creates beside images.
enum HiddenName {
  /// The prefix of all files that this program creates beside images. The leading dot hides them from listings and
  /// folder walks.
  static let prefix = ".upright-"
  /// The prefix of temporary files.
  static let newPrefix = prefix + "new-"
  private static let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
  private static let length = 10

  /// Letters and digits for an unused name, all from one random number, because each random number is a system call.
  static var randomLetters: String {
    var rest = UInt64.random(in: .min ... .max)
    let count = UInt64(letters.count)
    return String(
      (0..<length).map { _ in
        defer { rest /= count }
        return letters[Int(rest % count)]
      })
  }

  /// The maximum length of a mark, in letters.
  static let markLength = 5

  /// Letters and digits derived from `bytes`.
  static func mark(of bytes: [UInt8]) -> String {
    String(SHA256.digest(of: bytes).prefix(markLength).map { letters[Int($0) % letters.count] })
  }

  /// Whether `name`, without its folder, has the form of a temporary file's name.
  static func isName(_ name: String) -> Bool {
    name.hasPrefix(newPrefix) && name.count == newPrefix.count + length
      && name.dropFirst(newPrefix.count).allSatisfy(letters.contains)
  }
}

/// A hidden name for the moment in which two files exchange names.
///
/// A run killed in that moment leaves one of the two under it, or a third file that another program saved there. The
/// name encodes the states of the two that may be removed.
struct SwapName: Equatable {
  private static let prefix = HiddenName.prefix + "swap-"
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
