// The stream a command reads from, as its bytes come.

public import Upright

/// Standard input.
public enum StandardInput {
  /// The next bytes, as many as there are now, `count` at most; none at the end.
  ///
  /// - Throws: `UprightError` `.io`.
  public static func next(atMost count: Int) throws(UprightError) -> [UInt8] {
    try UprightError.naming("standard input") { () throws(SystemError) in try Syscalls.next(of: 0, atMost: count) }
  }
}
