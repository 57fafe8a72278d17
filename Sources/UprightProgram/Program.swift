// The program that runs: its version, and what it does first.

import CBuild
import Upright

/// A program around this library.
public enum Program {
  /// The version of the library and of its programs.
  public static let version = "0.2.0"

  /// The commit that the program was built from, in 40 hexadecimal digits; nil if no package script stated it.
  public static var commit: String? {
    let digits = (0..<40).map { up_commit_digit($0) }.prefix { $0 != 0 }
    return digits.count == 40 ? String(decoding: digits.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self) : nil
  }

  /// Has messages name options as they are typed on a command line: `--max-pixels`. Call it before anything else.
  public static func begin() { Door.open(CommandLineSpelling()) }
}
