// The defaults for a terminal that reports nothing.

import Testing

@testable import UprightFiles

@Suite struct TerminalWindowTests {
  @Test func whatIsNotKnownIsTakenAsUsual() {
    let silent = TerminalWindow(columns: 0, rows: 0)
    #expect((silent.columns, silent.rows, silent.cellWidth, silent.cellHeight) == (80, 24, 10, 20))
    let odd = TerminalWindow(columns: 100, rows: 50, width: 99, height: 0)
    #expect((odd.cellWidth, odd.cellHeight) == (10, 20))
    let whole = TerminalWindow(columns: 100, rows: 50, width: 900, height: 1_000, hints: .kitty)
    #expect((whole.cellWidth, whole.cellHeight, whole.hints) == (9, 20, .kitty))
  }

  @Test func thereIsAlwaysOne() {
    #expect(TerminalWindow.current.columns > 0 && TerminalWindow.current.cellHeight > 0)
  }
}
