// The two streams a command writes to, unbuffered, with their failures.

public import Upright

/// Standard output or standard error.
public enum StandardStream: Int32, Sendable {
  case output = 1
  case error = 2

  /// Writes text as UTF-8.
  ///
  /// - Throws: `UprightError` `.io` where nobody takes it.
  public func write(_ text: String) throws(UprightError) {
    let name = self == .output ? "standard output" : "standard error"
    try UprightError.naming(name) { () throws(SystemError) in try Syscalls.append(Array(text.utf8), to: rawValue) }
  }
}
