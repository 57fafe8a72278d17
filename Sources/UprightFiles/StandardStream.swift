// The two streams a command writes to, unbuffered, with their failures.

import CLinuxShim
public import Upright

/// Standard output or standard error.
public enum StandardStream: Int32, Sendable {
  /// Where results go.
  case output = 1
  /// Where complaints go.
  case error = 2

  /// Writes text as UTF-8.
  ///
  /// - Throws: `UprightError` `.io` where nobody takes it.
  public func write(_ text: String) throws(UprightError) { try write(Array(text.utf8)) }

  /// Writes bytes as they are.
  ///
  /// - Throws: `UprightError` `.io` where nobody takes them.
  public func write(_ bytes: [UInt8]) throws(UprightError) {
    let name = self == .output ? "standard output" : "standard error"
    try UprightError.naming(name) { () throws(SystemError) in try Syscalls.append(bytes, to: rawValue) }
  }

  /// Columns of the terminal it leads to; nil where it leads elsewhere, or to one that cannot move its cursor.
  public var terminalColumns: Int? {
    let columns = upright_terminal_columns(rawValue)
    return columns > 0 ? Int(columns) : nil
  }
}
