// What a batch says: results on standard output, errors and progress on standard error.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The two streams and the progress bar between them.
struct Console {
  private static let pieceSize = 1 << 15

  private var bar: ProgressBar?
  private let isBuffered: Bool
  private var pending: [UInt8] = []
  private var lastWritten = ContinuousClock.now

  /// With a bar over `count` files where standard error is a terminal.
  ///
  /// - Parameter holdsBack: Whether results that come fast may be written together, where nobody watches them come.
  init(count: Int, isBuffered: Bool = false) {
    bar = ProgressBar(count: count)
    self.isBuffered = isBuffered && StandardStream.output.terminalColumns == nil
  }

  /// One result.
  ///
  /// - Throws: `.io` where nobody takes it.
  mutating func result(_ line: String) throws(UprightError) {
    pending += line.utf8
    pending.append(UInt8(ascii: "\n"))
    if isBuffered, pending.count < Self.pieceSize, ContinuousClock.now - lastWritten < .milliseconds(100) { return }
    try flush()
  }

  /// Writes what was held back.
  ///
  /// - Throws: `.io` where nobody takes it.
  mutating func flush() throws(UprightError) {
    guard !pending.isEmpty else { return }
    bar?.erase()
    defer { pending.removeAll(keepingCapacity: true) }
    try StandardStream.output.write(pending)
    lastWritten = .now
  }

  /// One complaint; that nobody hears it is no reason to stop.
  mutating func printError(_ message: String) {
    bar?.erase()
    try? StandardStream.error.write("upright: \(TerminalText.plainLines(message))\n")
  }

  /// One result, on standard error because standard output has another use.
  mutating func log(aside line: String) {
    bar?.erase()
    try? StandardStream.error.write(line + "\n")
  }

  /// What the user should know before the work begins.
  static func note(_ notes: [String]) {
    var console = Console(count: 0)
    for note in notes { console.printError(note) }
  }

  /// So many files are done.
  mutating func progress(_ done: Int) { bar?.draw(done) }

  /// Nothing more comes.
  mutating func close() { bar?.erase() }

  /// All that a command has to say that works on no files.
  ///
  /// - Throws: the exit code where nobody takes it.
  static func answer(_ text: String) throws(ExitCode) {
    Interruption.watch()
    do throws(UprightError) { try StandardStream.output.write(text) } catch { throw outputFailed(error) }
  }

  /// What a command ends with whose results nobody takes; a reader that has read enough is not complained about.
  static func outputFailed(_ error: UprightError) -> ExitCode {
    switch error {
    case .io("standard output", EPIPE): break
    case .io(let path, _): note(["\(TerminalText.plain(path)): \(error.sentence)"])
    default: note([TerminalText.plain(error.sentence)])
    }
    return ExitCode(error.codes.exitCode)
  }
}

extension StandardStream {
  /// Whether it leads to a terminal, were it one that cannot move its cursor.
  var isTerminal: Bool { isatty(rawValue) == 1 }
}
