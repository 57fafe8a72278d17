// CVAT's shapes rotated in place, compared with tables computed in Python.

import Testing
import UprightGeometry

@testable import UprightLabels

@Suite("Turning CVAT")
struct CVATReorienterTests {
  /// An image with one element for each row of a table, as they are with a tag.
  private func file(_ table: [[String]], _ tag: Int) -> LabelFile {
    let size = tag >= 5 ? #"width="40" height="100""# : #"width="100" height="40""#
    let lines = table.map { $0[tag - 1] }.joined(separator: "\n")
    return Labels.file("a.xml", "<annotations><image name=\"a\" \(size)>\n\(lines)\n</image></annotations>")
  }

  private func check(_ table: [[String]], _ tag: ExifOrientation) throws {
    let number = Int(tag.rawValue)
    let wanted = Labels.text(file(table, number).bytes).split(separator: "\n")
    let edit = try CVATFormat().reoriented(file(table, 1)) { _ in Labels.turn(tag) }
    let found = Labels.text(edit.bytes).split(separator: "\n")
    #expect(found.count == wanted.count && edit.reorientedRows == table.count && edit.findings.isEmpty)
    for (line, expected) in zip(found, wanted) { #expect(line == expected, "tag \(number)") }
    let back = try CVATFormat().reoriented(file(table, number)) { _ in Labels.back(tag) }
    #expect(Labels.text(back.bytes) == Labels.text(file(table, 1).bytes), "tag \(number), back")
  }

  @Test("Shapes are where Python's decimals put them, and come back", arguments: ExifOrientation.allCases)
  func shapes(tag: ExifOrientation) throws { try check(TurnedElements.all, tag) }

  @Test("Masks are what numpy turns them into, and come back", arguments: ExifOrientation.allCases)
  func runs(tag: ExifOrientation) throws { try check(TurnedRuns.all, tag) }

  @Test("Numbers of any length are turned exactly, and come back digit by digit", arguments: ExifOrientation.allCases)
  func doubles(tag: ExifOrientation) throws {
    let file = Labels.file(
      "a.xml",
      """
      <annotations><image name="a" width="100" height="40"><points label="x" points="1.1234567890123456789,0.20335892693609026"/>
      <box label="x" xtl="0.20335892693609026" ytl="1.5" xbr="3.3333333333333335" ybr="4.000000000000001" rotation="12.1234567890123456789"/>
      </image></annotations>
      """)
    let there = try CVATFormat().reoriented(file) { _ in Labels.turn(tag) }
    #expect((there.bytes == file.bytes) == (tag == .topLeft) && there.reorientedRows == 2)
    let back = try CVATFormat().reoriented(LabelFile(name: "a.xml", bytes: there.bytes)) { _ in Labels.back(tag) }
    #expect(Labels.text(back.bytes) == Labels.text(file.bytes))
  }

  @Test("A number of many digits, and one with an exponent, are the values that they say")
  func long() throws {
    let file = Labels.file(
      "a.xml",
      """
      <annotations><image name="a" width="100" height="40"><points label="x" points="1.1234567890123456789,2e0"/>
      <ellipse label="x" cx="50" cy="20" rx="4" ry="5" rotation="12.1234567890123456789"/></image></annotations>
      """)
    let edit = try CVATFormat().reoriented(file) { _ in Labels.turn(.topRight) }
    let set = try Labels.read(CVATFormat(), LabelFile(name: "a.xml", bytes: edit.bytes))
    #expect(abs(set.images[0].regions[0].box.x - 98.87654321098765) < 1e-12 && set.images[0].regions[0].box.y == 2)
    guard case .ellipse(let rect)? = set.images[0].regions[1].outline else { return #expect(Bool(false), "none") }
    #expect(abs(rect.degrees - 347.87654321098765) < 1e-9)
  }
}
