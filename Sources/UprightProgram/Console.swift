// The output of a batch: results on standard output, messages and progress on standard error.

package import Upright

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
