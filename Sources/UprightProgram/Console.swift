// The output of a batch: results on standard output, messages and progress on standard error.

package import Upright
import UprightFiles

/// The two outlets of a world, with the progress bar between them.
package struct Console {
  private static let pieceSize = 1 << 15

  private let world: World
  private var bar: ProgressBar?
  private let isBuffered: Bool
  private var pending: [UInt8] = []
  private var lastWritten = ContinuousClock.now

  /// With a progress bar for `count` files if standard error is a terminal.
  ///
  /// - Parameter isBuffered: Whether fast results may be written together unless output is a terminal.
  package init(_ world: World, count: Int, isBuffered: Bool = false) {
    self.world = world
    bar = ProgressBar(world, count: count)
    self.isBuffered = isBuffered && world.output.terminalColumns == nil
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
    try world.output.write(pending)
    lastWritten = .now
  }

  /// Writes one message; a failure to write it is ignored.
  package mutating func printError(_ message: String) {
    bar?.erase()
    world.tell(message)
  }

  /// Writes that a file failed; `advice` completes the options that the error advises.
  package mutating func printFailure(
    _ error: UprightError, of path: String, part: Int? = nil, advice: (any Spelling)? = nil
  ) {
    bar?.erase()
    world.tellFailure(error, of: path, part: part, advice: advice)
  }

  /// Writes one result to standard error, because standard output has another use; the log for programs has its own.
  package mutating func log(aside line: String) {
    guard !world.style.isJSON else { return }
    bar?.erase()
    world.log(line)
  }

  /// Shows that this many files are done.
  package mutating func progress(_ done: Int) { bar?.draw(done) }

  /// Removes the progress bar.
  package mutating func close() { bar?.erase() }
}

// A progress line on a terminal (ECMA-48: CR and erase in line), without color; or steps in a log for programs.

/// Progress on standard error, shown at most ten times a second.
package struct ProgressBar {
  private static let eraseLine = "\r\u{1B}[K"

  private let world: World
  private let count: Int
  /// nil for a log.
  private let columns: Int?
  private let began = ContinuousClock.now
  private var isDrawn = false
  private var lastDrawn: ContinuousClock.Instant?

  /// Nil if progress is not to be shown, standard error is not a terminal, or there is nothing to wait for.
  package init?(_ world: World, count: Int) {
    let style = world.style
    guard style.showsProgress, count > (style.isJSON ? 0 : 1) else { return nil }
    columns = style.isJSON ? nil : world.errors.terminalColumns
    guard style.isJSON || columns != nil else { return nil }
    (self.world, self.count) = (world, count)
  }

  /// The text of the bar, at most `columns` − 1 wide; with rate and remaining time if there is space.
  package static func text(done: Int, of count: Int, columns: Int, after elapsed: Duration = .zero) -> String {
    let pace = pace(done: done, of: count, after: elapsed)
    let short = " \(done)/\(count)"
    let numbers = short.count + pace.count + 15 < columns ? short + pace : short
    let width = min(40, columns - numbers.count - 3)
    guard width > 0 else { return String(numbers.dropFirst().prefix(max(0, columns - 1))) }
    let filled = width * done / count
    return "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled) + "]" + numbers
  }

  /// `  35/s, 2 min left`; empty in the first second.
  private static func pace(done: Int, of count: Int, after elapsed: Duration) -> String {
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    guard done > 0, seconds >= 1 else { return "" }
    let rate = Double(done) / seconds
    let tenths = Int((rate * 10).rounded())
    let text = rate < 10 ? "\(tenths / 10).\(tenths % 10)" : "\(Int(rate.rounded()))"
    let left = Double(count - done) / rate
    let rest =
      left < 100 ? "\(Int(left.rounded(.up))) s" : left < 6_000 ? "\(Int(left / 60)) min" : "\(Int(left / 3_600)) h"
    return "  \(text)/s, \(rest) left"
  }

  /// Shows that this many files are done.
  package mutating func draw(_ done: Int) {
    let now = ContinuousClock.now
    let isRecent = lastDrawn.map { now - $0 < .milliseconds(100) } ?? false
    if isRecent, isDrawn || (columns == nil && done < count) { return }
    lastDrawn = now
    guard let columns else { return world.log(Self.step(done, of: count).line) }
    isDrawn = true
    try? world.errors.write(
      Self.eraseLine + Self.text(done: done, of: count, columns: columns, after: now - began))
  }

  /// Removes it from the terminal.
  package mutating func erase() {
    guard isDrawn else { return }
    isDrawn = false
    try? world.errors.write(Self.eraseLine)
  }

  /// How many files are done, for programs.
  private static func step(_ done: Int, of count: Int) -> JSONLine {
    .object([
      .schema, .init("event", .text("progress")), .init("done", .number(done)), .init("of", .number(count)),
    ])
  }
}
