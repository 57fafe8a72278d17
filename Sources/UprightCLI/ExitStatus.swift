// The exit code of a command: of its answer, or of an error that was printed.

import Upright
import UprightBatch
import UprightSystem

/// What a command ends with. A command throws it when nothing remains to be printed.
struct ExitStatus: Error, Hashable {
  static let success = Self(0)
  /// The answer is no, or there are findings.
  static let negative = Self(1)
  /// Some of several files failed, and the others succeeded.
  static let partial = Self(2)
  /// The command line is invalid.
  static let invalidRequest = Self(64)

  let code: Int32

  init(_ code: Int32) { self.code = code }

  /// The exit code of an error.
  init(_ error: UprightError) { self.init(error.codes.exitCode) }

  var isSuccess: Bool { self == .success }

  /// Ends the command with this code unless it means success.
  ///
  /// - Throws: Itself.
  func end() throws(ExitStatus) { if !isSuccess { throw self } }

  /// Ends the process.
  func leave() -> Never { exit(code) }
}

/// Runs an operation, and reports its error as all commands do.
func exitOnError<Result>(_ path: String, _ work: () throws(UprightError) -> Result) throws(ExitStatus) -> Result {
  do throws(UprightError) { return try work() } catch {
    MessageLog.failure(error, of: path)
    throw ExitStatus(error)
  }
}
