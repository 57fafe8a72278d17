// Positions of a Pascal VOC object besides its box.

import Testing
import UprightGeometry

@testable import UprightLabels

@Suite("Points of Pascal VOC")
struct VOCPointsTests {
  private static let box = "<bndbox><xmin>31</xmin><ymin>17</ymin><xmax>70</xmax><ymax>24</ymax></bndbox>"

  private func file(_ more: String) -> LabelFile {
    Labels.file(
      "a.xml", "<annotation><filename>a.jpg</filename>\n<object><name>x</name>\(more)\(Self.box)</object></annotation>")
  }

  @Test(
    "Points and polygons, in every form that tools write, turn with their box",
    arguments: [
      ("<point><x>50</x><y>20</y></point>", "<point><x>21</x><y>50</y></point>"),
      (
        "<polygon><x1>1</x1><y1>2</y1><x2>100</x2><y2>2.5</y2><x3>7</x3><y3>40</y3></polygon>",
        "<polygon><x1>39</x1><y1>1</y1><x2>38.5</x2><y2>100</y2><x3>1</x3><y3>7</y3></polygon>"
      ),
      (
        "<polygon><username>me</username><pt><x>1</x><y>2</y></pt><pt><x>3</x><y>4</y></pt></polygon>",
        "<polygon><username>me</username><pt><x>39</x><y>1</y></pt><pt><x>37</x><y>3</y></pt></polygon>"
      ),
      ("<polygon><point><x>1</x><y>2</y></point></polygon>", "<polygon><point><x>39</x><y>1</y></point></polygon>"),
    ])
  func turned(before: String, after: String) throws {
    let edit = try VOCFormat().reoriented(file(before)) { _ in Labels.turn(.rightTop) }
    #expect(edit.findings.isEmpty && (edit.reorientedRows, edit.unchangedRows) == (1, 0))
    #expect(Labels.text(edit.bytes).contains("<name>x</name>\(after)<bndbox>"), "\(Labels.text(edit.bytes))")
    #expect(Labels.text(edit.bytes).contains("<xmin>17</xmin>"))
  }

  @Test("Every tag has its way back, byte for byte", arguments: ExifOrientation.allCases, VOCFormat.Numbering.allCases)
  func back(tag: ExifOrientation, numbering: VOCFormat.Numbering) throws {
    let file = file("<point><x>5.25</x><y>20</y></point><polygon><x1>1</x1><y1>0.20335892693609026</y1></polygon>")
    let coding = VOCFormat(numbering: numbering)
    let there = try coding.reoriented(file) { _ in Labels.turn(tag) }
    #expect((there.bytes == file.bytes) == (tag == .topLeft))
    let again = try coding.reoriented(LabelFile(name: "a.xml", bytes: there.bytes)) { _ in Labels.back(tag) }
    #expect(again.bytes == file.bytes, "\(Labels.difference(again.bytes, file.bytes))")
  }

  @Test(
    "The point of the pixel in a corner is that of the pixel where the corner goes", arguments: ExifOrientation.allCases
  )
  func corners(tag: ExifOrientation) throws {
    let turn = Labels.turn(tag)
    for (x, y) in [(1, 1), (100, 1), (1, 40), (100, 40)] {
      let pixel = PixelRect<Stored>(x: x - 1, y: y - 1, width: 1, height: 1).applying(turn.orientation, in: turn.size)
      let edit = try VOCFormat(numbering: .fromOne).reoriented(file("<point><x>\(x)</x><y>\(y)</y></point>")) { _ in
        turn
      }
      let wanted = "<point><x>\(pixel.x + 1)</x><y>\(pixel.y + 1)</y></point>"
      #expect(Labels.text(edit.bytes).contains(wanted), "\(tag): \(Labels.text(edit.bytes))")
    }
  }

  @Test(
    "An object with places that are not read stays as it is, and is named",
    arguments: [
      ("<keypoints><x1>1</x1><y1>2</y1></keypoints>", "keypoints"),
      ("<ellipse><cx>5</cx><cy>6</cy></ellipse>", "ellipse"),
      ("<polygon><x1>1</x1><y2>2</y2></polygon>", "polygon"), ("<polygon><x1>1</x1></polygon>", "polygon"),
      ("<point><x>a</x><y>2</y></point>", "point"), ("<point><x>1e308</x><y>2</y></point>", "point"),
      ("<polygon>1 2 3 4 5 6</polygon>", "polygon"), ("<extra><deep><xmin>1</xmin></deep></extra>", "extra"),
      ("<polygon><z>1</z></polygon>", "polygon"),
    ])
  func foreign(more: String, name: String) throws {
    let file = file(more)
    let edit = try VOCFormat().reoriented(file) { _ in Labels.turn(.topRight) }
    #expect(edit.bytes == file.bytes && (edit.reorientedRows, edit.unchangedRows) == (0, 1))
    #expect(edit.findings.map(\.code) == [.notExpressible] && edit.findings[0].field == "object[0].\(name)")
    #expect(edit.findings[0].line == 2)
    let set = try Labels.read(VOCFormat(), file)
    #expect(set.regionCount == 0 && set.findings.map(\.code) == [.notExpressible])
  }

  @Test(
    "Elements without places change nothing",
    arguments: [
      "<actions><jumping>1</jumping></actions>", "<attributes><attribute><name>x</name></attribute></attributes>",
      "<mine a='1'/>",
    ])
  func others(more: String) throws {
    let edit = try VOCFormat().reoriented(file(more)) { _ in Labels.turn(.topRight) }
    #expect(edit.findings.isEmpty && edit.reorientedRows == 1 && Labels.text(edit.bytes).contains(more))
    #expect(try Labels.read(VOCFormat(), file(more)).findings.isEmpty)
  }

  @Test("Reading keeps the box alone, and says so")
  func read() throws {
    let set = try Labels.read(VOCFormat(), file("<point><x>50</x><y>20</y></point>"))
    #expect(Labels.boxes(set) == [[30, 16, 40, 8]] && set.findings.map(\.code) == [.detailLost])
    #expect(set.findings[0].line == 2 && set.findings[0].field == "object[0]")
  }
}
