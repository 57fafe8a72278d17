// The exit code of a command: of its answer, or of an error that was printed.

public import Upright
import UprightSystem

/// What a command ends with: 0 for success, otherwise one of ``negative``, ``partial``, or a code of sysexits.h: 64,
/// 65, 69, 70, 74, 75. A command throws it when nothing remains to be printed.
public struct ExitStatus: Error, Hashable {
  /// The command did what was asked.
  public static let success = Self(0)
  /// The answer is no, or there are findings.
  public static let negative = Self(1)
  /// Some of several files failed, and the others succeeded.
  public static let partial = Self(2)
  /// The command line is invalid.
  public static let invalidRequest = Self(64)

  /// The code.
  public let code: Int32

  /// A code.
  public init(_ code: Int32) { self.code = code }

  /// The exit code of an error.
  public init(_ error: UprightError) { self.init(error.codes.exitCode) }

  /// Whether it means success.
  public var isSuccess: Bool { self == .success }

  /// Ends the command with this code unless it means success.
  ///
  /// - Throws: Itself.
  public func end() throws(ExitStatus) { if !isSuccess { throw self } }

  /// Ends the process.
  public func leave() -> Never { exit(code) }
}
