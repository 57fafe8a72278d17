// The two streams that a command writes, unbuffered, with their errors.

import CLinuxShim
public import Upright
import UprightSystem

/// Standard output or standard error.
public enum StandardStream: Int32, Sendable {
  /// For results.
  case output = 1
  /// For errors and warnings.
  case error = 2

  /// Writes text as UTF-8.
  ///
  /// - Throws: `UprightError` `.io` if it cannot be written.
  public func write(_ text: String) throws(UprightError) { try write(Array(text.utf8)) }

  /// Writes bytes unchanged.
  ///
  /// - Throws: `UprightError` `.io` if they cannot be written.
  public func write(_ bytes: [UInt8]) throws(UprightError) {
    try UprightError.naming(name) { () throws(SystemError) in try Syscalls.append(bytes, to: rawValue) }
  }

  /// Checks that output can be written, as far as that shows without writing any: the stream is open for writing, its
  /// reader is there, its device or disk is not full.
  ///
  /// - Throws: `UprightError` `.io`, as for writing.
  public func check() throws(UprightError) {
    try UprightError.naming(name) { () throws(SystemError) in
      _ = try SystemError.checked { upright_check_output(rawValue) }
    }
  }

  private var name: String { self == .output ? "standard output" : "standard error" }

  /// Whether it is a terminal, even one that cannot move its cursor.
  public var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Whether the environment asks for output without color (NO_COLOR).
  public static var forbidsColor: Bool { upright_forbids_color() != 0 }

  /// Columns of the terminal; nil if the stream is not a terminal, or one that cannot move its cursor.
  public var terminalColumns: Int? {
    let columns = upright_terminal_columns(rawValue)
    return columns > 0 ? Int(columns) : nil
  }
}
