// The stream that a command reads, as bytes arrive.

public import Upright
import UprightSystem

/// Standard input.
public enum StandardInput {
  /// The next bytes, as many as are available, at most `count`; empty at the end.
  ///
  /// - Throws: `UprightError` `.io`.
  public static func next(atMost count: Int) throws(UprightError) -> [UInt8] {
    try UprightError.naming("standard input") { () throws(SystemError) in try Syscalls.next(of: 0, atMost: count) }
  }
}
