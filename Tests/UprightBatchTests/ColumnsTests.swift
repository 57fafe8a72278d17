// Text in columns.

import Testing

@testable import UprightBatch

@Suite struct ColumnsTests {
  @Test func blanksFillUp() {
    #expect(Columns.padded("ab", to: 4) == "ab  ")
    #expect(Columns.padded("ab", to: 4, left: true) == "  ab")
    #expect(Columns.padded("abcde", to: 4) == "abcde")
    #expect(Columns.padded("—", to: 2) == "— ")
    #expect(Columns.padded("", to: 0) == "")
  }

  @Test func asManyColumnsAsFit() {
    let cells = (1...8).map { "\($0)" }
    #expect(Columns.folded(cells, width: 22) == ["1  2  3  4  5  6  7  8"])
    #expect(Columns.folded(cells, width: 21) == ["1  2  3  4", "5  6  7  8"])
    #expect(Columns.folded(cells, width: 9) == ["1  2", "3  4", "5  6", "7  8"])
    #expect(Columns.folded(cells, width: 1) == cells)
    #expect(Columns.folded(["a", "long", "b"], width: 10) == ["a     long", "b"])
    #expect(Columns.folded([], width: 80).isEmpty)
  }
}
