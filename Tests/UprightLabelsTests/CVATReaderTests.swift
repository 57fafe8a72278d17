// CVAT's shapes as regions.

import Testing
import UprightGeometry
@testable import UprightLabels

@Suite("Reading CVAT")
struct CVATReaderTests {
  @Test("Everything that the file says")
  func whole() throws {
    let set = try Labels.read(CVATFormat(), Labels.file("a.xml", Labels.cvat))
    #expect(set.names == ["cat", "dog & co"] && set.keypointNames == [1: ["nose", "tail", "ear"]])
    let tag = LabelFinding(.rowSkipped, in: "a.xml", line: 9, field: "image[0].tag", note: RowOmission.imageTag.note)
    #expect(set.findings == [tag] && set.images.map(\.name) == ["a.jpg"])
    let regions = set.images[0].regions
    #expect(regions.map(\.label) == [0, 1, 0, 0, 0, 0, 0, 0, 1])
    #expect(regions.map(\.location.line) == [10, 13, 14, 15, 16, 17, 18, 19, 21])
    #expect(
      regions[0].attributes == [
        LabelAttribute("source", "manual"), LabelAttribute("occluded", "0"), LabelAttribute("z_order", "0"),
        LabelAttribute("age", "old <9>"),
      ])
    #expect(regions[0].box == Rect2D(x: 30.25, y: 16, width: 40, height: 8.5) && regions[0].outline == nil)
    #expect(
      regions[1].outline
        == .rotated(RotatedRect(center: Point2D(x: 20, y: 10), size: Size2D(width: 20, height: 10), degrees: 30)))
    #expect(
      regions[5].outline
        == .ellipse(RotatedRect(center: Point2D(x: 50, y: 20), size: Size2D(width: 20, height: 11), degrees: 0)))
    guard case .mask(let mask)? = regions[7].outline else { return #expect(Bool(false), "no mask") }
    let drawn = Raster.of(.mask(mask), 100, 40)[6..<9].map { $0[4..<7].map { $0 ? 1 : 0 } }
    #expect(drawn == [[0, 1, 1], [0, 1, 1], [1, 0, 1]] && mask.area == 6)
    #expect(regions[7].box == Rect2D(x: 4, y: 6, width: 3, height: 3))
    #expect(regions[8].keypoints.map(\.visibility) == [.visible, .hidden, .absent])
    #expect(
      regions[8].keypoints.map(\.point.x) == [33, 44, 5] && regions[8].box == Rect2D(x: 33, y: 7, width: 11, height: 1))
  }

  private func regions(_ shapes: String) throws -> [Region<Stored>] {
    let file = Labels.file(
      "a.xml", #"<annotations><image name="a" width="100" height="40">\#(shapes)</image></annotations>"#)
    return try Labels.read(CVATFormat(), file).images[0].regions
  }

  @Test("Neighbours of one group and class are one thing: a box and its outline or keypoints, or rings")
  func groups() throws {
    let box = #"<box label="x" xtl="1" ytl="2" xbr="30" ybr="40" group_id="1"/>"#
    let ring = #"<polygon label="x" points="1,2;3,4;5,7" group_id="1"/>"#
    let bones = #"<skeleton label="x" group_id="1"><points label="n" points="3,4"/></skeleton>"#
    let joined = try regions(box + ring + ring + bones)
    #expect(joined.count == 1 && joined[0].box == Rect2D(x: 1, y: 2, width: 29, height: 38))
    #expect(joined[0].keypoints.count == 1)
    guard case .polygon(let polygon)? = joined[0].outline else { return #expect(Bool(false), "no polygon") }
    #expect(polygon.rings.count == 2)
    let rings = try regions(ring + ring.replacing("5,7", with: "50,7"))
    #expect(rings.map(\.box) == [Rect2D(x: 1, y: 2, width: 49, height: 5)])
  }

  @Test(
    "What is not of one group, or of another class, or a second box, is a thing of its own",
    arguments: [
      (#"group_id="1""#, #"group_id="2""#, "x"), (#"group_id="0""#, #"group_id="0""#, "x"), ("", "", "x"),
      (#"group_id="""#, #"group_id="""#, "x"), (#"group_id="1""#, #"group_id="1""#, "y"),
    ])
  func apart(one: String, two: String, label: String) throws {
    let box = #"<box label="x" xtl="1" ytl="2" xbr="30" ybr="40" \#(one)/>"#
    #expect(try regions(box + #"<polygon label="\#(label)" points="1,2;3,4;5,7" \#(two)/>"#).count == 2)
    #expect(try regions(box + box).count == 2)
  }

  @Test("Keypoints come in the order of the first skeleton of their class, whatever order others have")
  func order() throws {
    let found = try regions(
      """
      <skeleton label="x"><points label="a" points="1,1"/><points label="b" points="2,2"/></skeleton>
      <skeleton label="x"><points label="b" points="3,3"/><points label="c" points="4,4"/></skeleton>
      """)
    #expect(found.map { $0.keypoints.map(\.point.x) } == [[1, 2], [0, 3, 4]])
    #expect(found[1].keypoints[0].visibility == .absent && found[1].box == Rect2D(x: 3, y: 3, width: 1, height: 1))
  }
}

// CVAT's shapes rotated in place, compared with tables computed in Python.

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
