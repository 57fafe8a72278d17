// The output of a program: results on standard output, errors and progress on standard error.

package import Upright
import UprightFiles
import UprightSystem

/// The two streams, with the progress bar between them.
public struct Console {
  private static let pieceSize = 1 << 15

  private var bar: ProgressBar?
  private let isBuffered: Bool
  private var pending: [UInt8] = []
  private var lastWritten = ContinuousClock.now

  /// With a progress bar for `count` files if standard error is a terminal.
  ///
  /// - Parameter isBuffered: Whether fast results may be written together unless output is a terminal.
  package init(count: Int, isBuffered: Bool = false) {
    bar = ProgressBar(count: count)
    self.isBuffered = isBuffered && StandardStream.output.terminalColumns == nil
  }

  /// Writes one result.
  ///
  /// - Throws: `.io` if it cannot be written.
  package mutating func result(_ line: String) throws(UprightError) {
    pending += line.utf8
    pending.append(UInt8(ascii: "\n"))
    if isBuffered, pending.count < Self.pieceSize, ContinuousClock.now - lastWritten < .milliseconds(100) { return }
    try flush()
  }

  /// Writes buffered results.
  ///
  /// - Throws: `.io` if they cannot be written.
  package mutating func flush() throws(UprightError) {
    guard !pending.isEmpty else { return }
    bar?.erase()
    defer { pending.removeAll(keepingCapacity: true) }
    try StandardStream.output.write(pending)
    lastWritten = .now
  }

  /// Writes one message; a failure to write it is ignored.
  package mutating func printError(_ message: String) {
    bar?.erase()
    MessageLog.write(message)
  }

  /// Writes that a file failed; `advice` completes the options that the error advises.
  package mutating func printFailure(
    _ error: UprightError, of path: String, part: Int? = nil, advice: (any Spelling)? = nil
  ) {
    bar?.erase()
    MessageLog.failure(error, of: path, part: part, advice: advice)
  }

  /// Writes one result to standard error, because standard output has another use; the log for programs has its own.
  package mutating func log(aside line: String) {
    guard !MessageLog.style.isJSON else { return }
    bar?.erase()
    try? StandardStream.error.write(line + "\n")
  }

  /// Notes for the user before the work begins.
  package static func note(_ notes: [String]) { for note in notes { MessageLog.write(note) } }

  /// Shows that this many files are done.
  package mutating func progress(_ done: Int) { bar?.draw(done) }

  /// Removes the progress bar.
  package mutating func close() { bar?.erase() }

  /// The complete output of a command that processes no files.
  ///
  /// - Throws: The exit code if it cannot be written.
  public static func answer(_ text: String) throws(ExitStatus) { try answer(Array(text.utf8)) }

  /// As `answer(_:)`, for bytes.
  ///
  /// - Throws: The exit code if they cannot be written.
  public static func answer(_ bytes: [UInt8]) throws(ExitStatus) {
    Interruption.watch()
    do throws(UprightError) { try StandardStream.output.write(bytes) } catch { throw outputFailed(error) }
  }

  /// Checks, before a command changes its first file, that results can be written.
  ///
  /// - Throws: The exit code if not, after printing the error.
  package static func checkOutput() throws(ExitStatus) {
    Interruption.ignoreBrokenPipe()
    do throws(UprightError) { try StandardStream.output.check() } catch {
      if error.isClosedOutput { note(["standard output is closed; nothing was changed"]) }
      throw outputFailed(error)
    }
  }

  /// The exit code of a command whose output cannot be written; a closed pipe is not reported.
  ///
  /// - Parameter progress: What the command has done, to follow the error.
  package static func outputFailed(_ error: UprightError, progress: String = "") -> ExitStatus {
    switch error {
    case _ where error.isClosedOutput: break
    case .io(let path, _): note(["\(TerminalText.plain(path)): \(error.sentence)\(progress)"])
    default: note([TerminalText.plain(error.sentence)])
    }
    return ExitStatus(error)
  }
}

extension UprightError {
  /// Whether the reader of standard output is gone.
  package var isClosedOutput: Bool { self == .io(path: "standard output", systemError: EPIPE) }
}
