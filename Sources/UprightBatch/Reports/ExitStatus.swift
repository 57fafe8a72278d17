// The exit code of a command: of its answer, or of an error that was printed.

package import Upright
import UprightSystem

/// What a command ends with. A command throws it when nothing remains to be printed.
package struct ExitStatus: Error, Hashable {
  /// The command did what was asked.
  package static let success = Self(0)
  /// The answer is no, or there are findings.
  package static let negative = Self(1)
  /// Some of several files failed, and the others succeeded.
  package static let partial = Self(2)
  /// The command line is invalid.
  package static let invalidRequest = Self(64)

  /// The code.
  package let code: Int32

  /// A code.
  package init(_ code: Int32) { self.code = code }

  /// The exit code of an error.
  package init(_ error: UprightError) { self.init(error.codes.exitCode) }

  /// Whether it means success.
  package var isSuccess: Bool { self == .success }

  /// Ends the command with this code unless it means success.
  ///
  /// - Throws: Itself.
  package func end() throws(ExitStatus) { if !isSuccess { throw self } }

  /// Ends the process.
  package func leave() -> Never { exit(code) }
}

/// Runs an operation, and reports its error as all commands do.
package func exitOnError<Result>(
  _ path: String, _ work: () throws(UprightError) -> Result
) throws(ExitStatus) -> Result {
  do throws(UprightError) { return try work() } catch {
    MessageLog.failure(error, of: path)
    throw ExitStatus(error)
  }
}
