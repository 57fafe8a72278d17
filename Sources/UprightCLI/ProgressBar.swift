// A line on a terminal that says how far a batch is (ECMA-48: CR and erase in line), without colour.

import UprightFiles

/// A bar on standard error, redrawn at most ten times a second.
struct ProgressBar {
  private static let eraseLine = "\r\u{1B}[K"

  private let count: Int
  private let columns: Int
  private var isDrawn = false
  private var lastDrawn: ContinuousClock.Instant?

  /// Nil where standard error is no terminal, or where there is nothing to wait for.
  init?(count: Int) {
    guard count > 1, let columns = StandardStream.error.terminalColumns else { return nil }
    self.count = count
    self.columns = columns
  }

  /// The text of the bar, no wider than `columns` − 1.
  static func text(done: Int, of count: Int, columns: Int) -> String {
    let numbers = " \(done)/\(count)"
    let width = min(40, columns - numbers.count - 3)
    guard width > 0 else { return String(numbers.dropFirst().prefix(max(0, columns - 1))) }
    let filled = width * done / count
    return "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled) + "]" + numbers
  }

  mutating func draw(_ done: Int) {
    let now = ContinuousClock.now
    if let lastDrawn, isDrawn, now - lastDrawn < .milliseconds(100) { return }
    lastDrawn = now
    isDrawn = true
    try? StandardStream.error.write(Self.eraseLine + Self.text(done: done, of: count, columns: columns))
  }

  mutating func erase() {
    guard isDrawn else { return }
    isDrawn = false
    try? StandardStream.error.write(Self.eraseLine)
  }
}
