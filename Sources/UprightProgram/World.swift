// What a program has around it: where results and messages go, the environment and the clock. The program's entry makes
// it and passes it on, so that a test can pass another.

public import Upright
public import UprightFiles
import UprightSystem

/// Where a program writes: a stream of the process, or memory.
public protocol Outlet: Sendable {
  /// Whether it is a terminal, even one that cannot move its cursor.
  var isTerminal: Bool { get }
  /// Columns of the terminal; nil if it is not a terminal, or one that cannot move its cursor.
  var terminalColumns: Int? { get }
  /// Writes bytes unchanged.
  ///
  /// - Throws: `UprightError` `.io` if they cannot be written.
  func write(_ bytes: [UInt8]) throws(UprightError)
  /// Checks that output can be written, as far as that shows without writing any.
  ///
  /// - Throws: `UprightError` `.io`, as for writing.
  func check() throws(UprightError)
}

extension Outlet {
  /// Writes text as UTF-8.
  ///
  /// - Throws: `UprightError` `.io` if it cannot be written.
  public func write(_ text: String) throws(UprightError) { try write(Array(text.utf8)) }
}

extension StandardStream: Outlet {}

/// What is written, kept in memory.
package final class MemoryOutlet: Outlet {
  private let kept = Lock<[UInt8]>([])

  /// An empty one.
  package init() {}

  /// Everything that was written.
  package var bytes: [UInt8] { kept.withLock { $0 } }

  /// It is no terminal.
  package var isTerminal: Bool { false }
  /// It is no terminal.
  package var terminalColumns: Int? { nil }

  /// Keeps bytes.
  package func write(_ bytes: [UInt8]) throws(UprightError) { kept.withLock { $0 += bytes } }

  /// Memory can be written.
  package func check() throws(UprightError) {}
}

/// What a program has around it.
///
/// The current folder, standard input, signals and the processes that a program starts are those of the process.
public struct World: Sendable {
  /// Where results go.
  public let output: any Outlet
  /// Where messages, reports and progress go.
  public let errors: any Outlet
  /// The text of an environment variable, encoded by `PathName`; nil if it is not set.
  public let variable: @Sendable (String) -> String?
  /// The time in seconds since 1970.
  public let now: @Sendable () -> Int
  /// How messages look.
  package var style = MessageStyle()

  /// Memberwise initializer.
  public init(
    output: any Outlet, errors: any Outlet, variable: @escaping @Sendable (String) -> String?,
    now: @escaping @Sendable () -> Int
  ) {
    (self.output, self.errors, self.variable, self.now) = (output, errors, variable, now)
  }

  /// That of the process.
  public static var process: Self {
    Self(
      output: StandardStream.output, errors: StandardStream.error,
      variable: { ProcessEnvironment.variable($0) }, now: { time(nil) })
  }

  /// A world without a process: what is written is kept, there are only these variables, and time stands still.
  package static func inMemory(
    output: any Outlet = MemoryOutlet(), errors: any Outlet = MemoryOutlet(), variables: [String: String] = [:],
    now: Int = 0
  ) -> Self {
    Self(output: output, errors: errors, variable: { variables[$0] }, now: { now })
  }

  /// The same, where messages have this style.
  package func with(_ style: MessageStyle) -> Self {
    var world = self
    world.style = style
    return world
  }
}

// MARK: messages

extension World {
  /// Writes one message, which may have several lines; a failure to write it is ignored.
  public func tell(_ message: String, _ level: MessageLevel = .note) {
    let hasColor = style.color.hasColor(
      isTerminal: errors.terminalColumns != nil, isForbidden: variable("NO_COLOR")?.isEmpty == false)
    log(style.isJSON ? level.json(message).line : level.text(message, hasColor: hasColor))
  }

  /// Writes notes for the user.
  package func note(_ notes: [String]) { for note in notes { tell(note) } }

  /// Writes the message of a command line that cannot be run.
  package func tellUsage(_ message: String) {
    log(style.isJSON ? MessageLevel.error.json(message).line : message)
  }

  /// Writes that the file at `path` failed.
  ///
  /// - Parameters:
  ///   - error: Why.
  ///   - path: The file, or what else the error is about.
  ///   - part: Which of the file's regions failed, from 0; nil for the whole file.
  ///   - advice: How options that the error advises are spelled; nil for as in other messages.
  public func tellFailure(
    _ error: UprightError, of path: String, part: Int? = nil, advice: (any Spelling)? = nil
  ) {
    guard style.isJSON else {
      let sentence = advice?.used { error.sentence(about: path) } ?? error.sentence(about: path)
      return tell(TerminalText.plain("\(path): \(sentence)"), .error)
    }
    report(error.report(about: path, part: part))
  }

  /// Logs the outcome of a file, if the log is for programs.
  package func report(_ line: @autoclosure () -> JSONLine) {
    guard style.isJSON, case .object(let members) = line() else { return }
    log(JSONLine.object(members + [.init("event", .text("report"))]).line)
  }

  /// Writes a line to standard error as it is; a failure to write it is ignored.
  package func log(_ line: String) { try? errors.write(line + "\n") }

  /// Runs an operation on the file at `path`, and reports its error on standard error as all commands do.
  ///
  /// - Throws: The exit code of the error.
  public func exitOnError<Result>(
    _ path: String, _ work: () throws(UprightError) -> Result
  ) throws(ExitStatus) -> Result {
    do throws(UprightError) { return try work() } catch {
      tellFailure(error, of: path)
      throw ExitStatus(error)
    }
  }
}

// MARK: results

extension World {
  /// Writes the complete output of a command that processes no files.
  ///
  /// - Throws: The exit code if it cannot be written.
  public func answer(_ text: String) throws(ExitStatus) { try answer(Array(text.utf8)) }

  /// As `answer(_:)`, for bytes.
  ///
  /// - Throws: The exit code if they cannot be written.
  public func answer(_ bytes: [UInt8]) throws(ExitStatus) {
    Interruption.watch()
    do throws(UprightError) { try output.write(bytes) } catch { throw outputFailed(error) }
  }

  /// Checks, before a command changes its first file, that results can be written.
  ///
  /// - Throws: The exit code if not, after printing the error.
  package func checkOutput() throws(ExitStatus) {
    Interruption.ignoreBrokenPipe()
    do throws(UprightError) { try output.check() } catch {
      if error.isClosedOutput { tell("standard output is closed; nothing was changed") }
      throw outputFailed(error)
    }
  }

  /// The exit code of a command whose output cannot be written; a closed pipe is not reported.
  ///
  /// - Parameter progress: What the command has done, to follow the error.
  package func outputFailed(_ error: UprightError, progress: String = "") -> ExitStatus {
    switch error {
    case _ where error.isClosedOutput: break
    case .io(let path, _): tell("\(TerminalText.plain(path)): \(error.sentence)\(progress)")
    default: tell(TerminalText.plain(error.sentence))
    }
    return ExitStatus(error)
  }
}

extension UprightError {
  /// Whether the reader of standard output is gone.
  package var isClosedOutput: Bool { self == .io(path: "standard output", systemError: EPIPE) }
}
