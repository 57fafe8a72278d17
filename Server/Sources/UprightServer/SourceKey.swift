// Which content of which file something was made from, and the entity tag that says so (RFC 9110, 8.8.3).

import UprightFiles
import UprightProgram

/// A file in one state: any change gives another key.
struct SourceKey: Hashable, Sendable {
  private let device, inode: UInt64
  private let byteCount: Int
  private let modified, changed: FileIdentity.Time

  init(_ file: FileIdentity) {
    (device, inode, byteCount) = (file.device, file.inode, file.byteCount)
    (modified, changed) = (file.modified, file.changed)
  }

  /// Whether a later change is certain to give another key: clocks of file systems tick coarsely, some in seconds.
  func isSettled(at now: FileIdentity.Time) -> Bool {
    let age = (now.seconds - changed.seconds) * 1_000 + (now.nanoseconds - changed.nanoseconds) / 1_000_000
    return age > (changed.nanoseconds == 0 ? 2_100 : 100)
  }

  /// Its numbers as text.
  var text: String {
    let numbers = [
      Int(truncatingIfNeeded: device), Int(truncatingIfNeeded: inode), byteCount, modified.seconds,
      modified.nanoseconds, changed.seconds, changed.nanoseconds,
    ]
    return numbers.map(String.init).joined(separator: " ")
  }

  /// The tag of what `words` ask of this file, with its quotes.
  func entityTag(_ words: String) -> String {
    let text = "\(text) \(Program.version) \(words)"
    return "\"\(Self.digits(text, 0xCBF2_9CE4_8422_2325))\(Self.digits(text, 0x6C62_272E_07BB_0142))\""
  }

  /// A short text for the file's bytes and `words`: unlike the tag, the same after the file was copied with its time, and
  /// for every version of this program.
  func fingerprint(_ words: String) -> String {
    let text = "\(byteCount) \(modified.seconds) \(modified.nanoseconds) \(words)"
    return Self.digits(text, 0xCBF2_9CE4_8422_2325) + Self.digits(text, 0x6C62_272E_07BB_0142)
  }

  /// FNV-1a in 64 bits, as 16 digits.
  private static func digits(_ text: String, _ start: UInt64) -> String {
    var sum = start
    for byte in text.utf8 { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(sum ^ sum >> 29, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// `If-None-Match` (RFC 9110, 13.1.2).
enum EntityTags {
  /// Whether one of the fields' values names `tag`, by the weak comparison, or is `*`.
  static func match(_ tag: String, in values: [String]) -> Bool {
    values.contains { value in
      value.split(separator: ",").contains { part in
        let word = part.trimmed
        return word == "*" || word == tag || (word.hasPrefix("W/") && word.dropFirst(2) == tag)
      }
    }
  }
}

extension Substring {
  /// Without blanks at its ends.
  var trimmed: Substring {
    var rest = self
    while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
    while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
    return rest
  }
}
