// `upright show` as a terminal displays it: the image upright, its name below.

import Testing
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite struct ShowCommandTests {
  private static let colors =
    [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 0], [255, 0, 255], [255, 255, 255]] as [[UInt8]]

  @Test(arguments: 1...8)
  func everyTagIsShownUpright(_ tag: Int) throws {
    let album = try Album("\(tag).jpg")
    let answer = try album.run(
      "show", "--protocol", "blocks", "--columns", "24", "\(tag).jpg", environment: ["COLORTERM": "truecolor"])
    #expect(answer.status == 0, "\(answer.complaints)")
    let lines = answer.text.split(separator: "\n")
    #expect(lines.last == "\(tag).jpg: 48x32, tag \(tag)")
    let rows = try #require(TerminalInterpreter.blocks(Array(lines.dropLast().joined(separator: "\n").utf8)))
    #expect(rows.count == 16 && rows.allSatisfy { $0.count == 24 })
    for (place, color) in Self.colors.enumerated() { expectNear(rows[place / 3 * 8 + 4][place % 3 * 8 + 4], color) }
  }

  @Test func asStoredStandsBesideAsDisplayed() throws {
    let album = try Album("6.jpg")
    let answer = try album.run(
      "show", "--stored", "--protocol", "blocks", "--columns", "60", "6.jpg", environment: ["COLORTERM": "truecolor"])
    let lines = answer.text.split(separator: "\n")
    let rows = try #require(TerminalInterpreter.blocks(Array(lines.dropLast().joined(separator: "\n").utf8)))
    // Row 0 as stored is the right edge as displayed (tag 6): both corners are the displayed top right.
    expectNear(rows[2][2], Self.colors[2])
    expectNear(rows[2][rows[0].count - 2], Self.colors[2])
    expectNear(rows[rows.count - 3][2], Self.colors[0])
  }

  @Test(arguments: ["kitty", "iterm2", "sixel", "blocks"])
  func everyProtocolEndsWithTheName(_ way: String) throws {
    let album = try Album("3.jpg")
    let answer = try album.run("show", "--protocol", way, "3.jpg")
    #expect(answer.status == 0 && answer.text.hasSuffix("\n3.jpg: 48x32, tag 3"))
  }

  @Test func whatCannotBeShownIsNamedAndTheOthersAreShown() throws {
    let album = try Album("1.jpg")
    try album.folder.write(Array("no picture".utf8), as: "a.jpg")
    let answer = try album.run("show", "a.jpg", "1.jpg")
    #expect(answer.status == 2 && answer.complaints.contains("a.jpg") && answer.text.hasSuffix("1.jpg: 48x32, tag 1"))
  }

  @Test func columnsHaveBounds() throws {
    let album = try Album("1.jpg")
    for columns in ["0", "-1", "10001"] {
      #expect(try album.run("show", "--columns", columns, "1.jpg").status == 64)
    }
  }

  /// Without a terminal and without a protocol there is nowhere to draw.
  @Test func aSheetGoesToTheTerminalOnlyWhereThereIsOne() throws {
    let album = try Album("1.jpg")
    let refused = try album.run("sheet", "1.jpg")
    #expect(refused.status == 64 && refused.complaints.contains("-o"))
    let shown = try album.run("sheet", "--protocol", "blocks", "1.jpg")
    #expect(shown.status == 0 && shown.text.contains("\u{2580}"))
  }
}
