// Pascal VOC: reading, rotating and writing.

import Testing
import UprightGeometry
@testable import UprightLabels
import UprightTestTools

@Suite("Pascal VOC")
struct VOCFormatTests {
  private let file = Labels.file("a.xml", Labels.voc)

  @Test("Numbering from 1 holds the last pixel, from 0 the edges")
  func numbering() throws {
    #expect(
      Labels.boxes(try Labels.read(VOCFormat(numbering: .fromOne), file)) == [[30, 16, 40, 8], [1.25, 0, 1.75, 40.5]])
    #expect(
      Labels.boxes(try Labels.read(VOCFormat(numbering: .fromZero), file)) == [
        [31, 17, 39, 7], [2.25, 1, 0.75, 39.5],
      ])
  }

  @Test("Names, attributes and lines")
  func rest() throws {
    let set = try Labels.read(VOCFormat(), file)
    #expect(set.names == ["dog & cat", "bird"])
    #expect(set.images.map(\.name) == ["a.jpg"])
    #expect(set.images[0].size == Labels.size)
    #expect(
      set.images[0].regions[0].attributes == [
        LabelAttribute("pose", "Left"), LabelAttribute("truncated", "1"), LabelAttribute("difficult", "0"),
      ])
    #expect(set.images[0].regions.map(\.location.line) == [5, 12])
    #expect(set.findings.isEmpty)
  }

  @Test("A turn by tag 6 changes these numbers and nothing else")
  func tagSix() throws {
    let edit = try VOCFormat(numbering: .fromOne).reoriented(file) { $0 == "a.jpg" ? Labels.turn(.rightTop) : nil }
    #expect(
      Labels.text(edit.bytes) == """
        <annotation verified="yes">
        \t<folder>x</folder>
        \t<filename>a.jpg</filename>
        \t<size><width>40</width><height>100</height><depth>3</depth></size>
        \t<object>
        \t\t<name>dog &amp; cat</name>
        \t\t<pose>Left</pose><truncated>1</truncated><difficult>0</difficult>
        \t\t<bndbox><xmin>17</xmin> <ymin>31</ymin><xmax> 24 </xmax><ymax>70</ymax></bndbox>
        \t\t<mine a='1'/>
        \t</object>
        \t<!-- <object> -->
        \t<object><bndbox><ymax>3</ymax><ymin>2.25</ymin><xmin>0.5</xmin><xmax>40</xmax></bndbox><name>bird</name></object>
        </annotation>

        """)
    #expect((edit.reorientedRows, edit.unchangedRows) == (2, 0))
  }

  @Test(
    "There and back is the same file, byte for byte", arguments: ExifOrientation.allCases, VOCFormat.Numbering.allCases)
  func thereAndBack(tag: ExifOrientation, numbering: VOCFormat.Numbering) throws {
    let coding = VOCFormat(numbering: numbering)
    let there = try coding.reoriented(file) { _ in Labels.turn(tag) }
    let again = try coding.reoriented(LabelFile(name: "a.xml", bytes: there.bytes)) { _ in Labels.back(tag) }
    #expect(Labels.text(again.bytes) == Labels.voc)
  }

  @Test(
    "What was turned where it stands is what was turned as regions", arguments: ExifOrientation.allCases,
    VOCFormat.Numbering.allCases)
  func regions(tag: ExifOrientation, numbering: VOCFormat.Numbering) throws {
    let coding = VOCFormat(numbering: numbering)
    let turn = Labels.turn(tag)
    let expected: LabelSet<Displayed> = try Labels.read(coding, file).applying { _ in turn.orientation }
    let edit = try coding.reoriented(file) { _ in turn }
    var found = LabelSet<Displayed>()
    try coding.read(LabelFile(name: "a.xml", bytes: edit.bytes), into: &found) { _ in nil }
    #expect(found.images[0].size == turn.orientation.applied(to: Labels.size))
    for (one, two) in zip(found.images[0].regions, expected.images[0].regions) { #expect(Labels.agree(one, two)) }
  }

  @Test("Written and read again is the same set", arguments: VOCFormat.Numbering.allCases)
  func written(numbering: VOCFormat.Numbering) throws {
    let coding = VOCFormat(numbering: numbering)
    let set = try Labels.read(coding, file)
    let output = coding.written(set)
    #expect(output.findings.isEmpty)
    let again = try Labels.read(coding, output.files[0])
    #expect(Labels.boxes(again) == Labels.boxes(set))
    #expect(again.names == set.names)
    #expect(coding.written(again).files == output.files)
  }

  @Test("Bad objects are named, and the others are read and turned")
  func badObjects() throws {
    let text = """
      <annotation><filename>a.jpg</filename>
      <object><name>no box</name></object>
      <object><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>x</xmax><ymax>4</ymax></bndbox></object>
      <object><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>4</xmax></bndbox></object>
      <object><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>1e308</xmax><ymax>4</ymax></bndbox></object>
      <object><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>NaN</xmax><ymax>4</ymax></bndbox></object>
      <object><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>4</xmax><ymax>4</ymax></bndbox></object>
      </annotation>
      """
    let file = Labels.file("b.xml", text)
    let set = try Labels.read(VOCFormat(), file)
    #expect(set.regionCount == 1)
    #expect(set.images[0].regions[0].label == nil)
    let expected: [(LabelFinding.Code, Int?, String)] = [
      (.fieldMissing, 2, "object[0].bndbox"), (.numberInvalid, 3, "object[1].bndbox.xmax"),
      (.fieldMissing, 4, "object[2].bndbox.ymax"),
      (.numberInvalid, 5, "object[3].bndbox.xmax"), (.numberInvalid, 6, "object[4].bndbox.xmax"),
    ]
    #expect(set.findings.count == expected.count)
    for (finding, wanted) in zip(set.findings, expected) {
      #expect((finding.code, finding.line, finding.field) == wanted)
    }
    let edit = try VOCFormat().reoriented(file) { _ in Labels.turn(.topRight) }
    #expect((edit.reorientedRows, edit.unchangedRows) == (1, 5))
  }

  @Test(
    "Edges, boxes and parts that stand twice leave their object as it is",
    arguments: ["xmin", "ymin", "xmax", "ymax", ""])
  func objectsTwice(edge: String) throws {
    let numbers = ["xmin": 1, "ymin": 2, "xmax": 9, "ymax": 12]
    func box(_ twice: String?) -> String {
      let edges = ["xmin", "ymin", "xmax", "ymax"].flatMap { name in
        (0..<(name == twice ? 2 : 1)).map { "<\(name)>\(numbers[name, default: 0] + 20 * $0)</\(name)>" }
      }
      return String(repeating: "<bndbox>\(edges.joined())</bndbox>", count: twice == "" ? 2 : 1)
    }
    let sound = "<object>\(box(nil))</object>"
    let text = "<annotation><filename>a.jpg</filename>\n<object>\(box(edge))</object>\n\(sound)\n</annotation>"
    let file = Labels.file("b.xml", text)
    let set = try Labels.read(VOCFormat(), file)
    #expect(set.regionCount == 1)
    #expect(set.findings.map { [$0.code.rawValue, $0.field] } == [["row-malformed", "object[0].bndbox"]])
    let edit = try VOCFormat().reoriented(file) { _ in Labels.turn(.topRight) }
    #expect((edit.reorientedRows, edit.unchangedRows) == (1, 1) && edit.findings.count == 1)
    let lines = String(decoding: edit.bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines[1] == "<object>\(box(edge))</object>" && lines[2] != sound)
    let part = "<annotation><object>\(box(nil))<part>\(box(edge))</part></object></annotation>"
    let found = try Labels.read(VOCFormat(), Labels.file("b.xml", part)).findings
    #expect(found.map(\.field) == ["object[0].part[0].bndbox"])
  }

  @Test(
    "A name or a size that stands twice leaves the whole file as it is",
    arguments: [
      ("filename", "<filename>a.jpg</filename><filename>b.jpg</filename>"),
      ("size", "<size><width>100</width><height>40</height></size><size><width>40</width><height>100</height></size>"),
      ("size.width", "<size><width>100</width><width>40</width><height>40</height></size>"),
      ("size.height", "<size><width>100</width><height>40</height><height>100</height></size>"),
    ])
  func imageTwice(field: String, elements: String) throws {
    let object = "<object><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>4</xmax><ymax>9</ymax></bndbox></object>"
    let file = Labels.file("b.xml", "<annotation>\(elements)\(object)</annotation>")
    let set = try Labels.read(VOCFormat(), file)
    #expect(set.findings.map { [$0.code.rawValue, $0.field] } == [["size-malformed", field]])
    for tag in ExifOrientation.allCases {
      let edit = try VOCFormat().reoriented(file) { _ in Labels.turn(tag) }
      #expect(
        edit.bytes == file.bytes && (edit.reorientedRows, edit.unchangedRows) == (0, 1) && edit.findings.count == 1)
    }
  }

  @Test("A size that contradicts the header is a finding, and such a file is not turned")
  func contradiction() throws {
    var set = LabelSet<Stored>()
    try VOCFormat().read(file, into: &set) { _ in PixelSize(width: 40, height: 100) }
    #expect(set.findings.map(\.code) == [.sizeContradicts])
    #expect(set.findings.first?.description == "a.xml, size: the labels state 100x40, the image header 40x100")
    #expect(set.images[0].size == PixelSize(width: 40, height: 100))
    let turn = LabelReorientation<Stored, Displayed>(
      size: PixelSize(width: 40, height: 100), orientation: Orientation(exif: .rightTop))
    let edit = try VOCFormat().reoriented(file) { _ in turn }
    #expect(edit.bytes == file.bytes && edit.unchangedRows == 2 && edit.findings.map(\.code) == [.imageUnknown])
  }

  @Test("Another document is no Pascal VOC, and a file without a name is called by its stem")
  func others() throws {
    #expect(throws: LabelError.self) { try Labels.read(VOCFormat(), Labels.file("a.xml", "<annotations/>")) }
    #expect(try Labels.read(VOCFormat(), Labels.file("x/b.xml", "<annotation/>")).images.map(\.name) == ["b"])
  }
}

// Positions of a Pascal VOC object besides its box.

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

// Pascal VOC, written.

@Suite("Writing Pascal VOC")
struct VOCWriterTests {
  @Test("The whole document")
  func document() {
    var set = LabelSet<Stored>(names: ["<cat>"])
    let region = Region<Stored>(
      box: Rect2D(x: 30, y: 16, width: 40, height: 8), label: 0, attributes: [LabelAttribute("difficult", "1")])
    set.images = [LabelledImage(name: "x/a.jpg", size: Labels.size, regions: [region])]
    let output = VOCFormat(numbering: .fromOne).written(set)
    #expect(output.files.map(\.name) == ["x/a.xml"])
    #expect(
      Labels.text(output.files[0].bytes) == """
        <annotation>
          <filename>a.jpg</filename>
          <size>
            <width>100</width>
            <height>40</height>
            <depth>3</depth>
          </size>
          <object>
            <name>&lt;cat&gt;</name>
            <pose>Unspecified</pose>
            <truncated>0</truncated>
            <difficult>1</difficult>
            <bndbox>
              <xmin>31</xmin>
              <ymin>17</ymin>
              <xmax>70</xmax>
              <ymax>24</ymax>
            </bndbox>
          </object>
        </annotation>

        """)
  }

  @Test("Outlines are lost and named, and names that lead out of the folder are refused")
  func lost() {
    var set = LabelSet<Stored>()
    let region = Region<Stored>(box: Rect2D(x: 1, y: 1, width: 2, height: 2), outline: .points([Point2D(x: 1, y: 1)]))
    set.images = [
      LabelledImage(name: "a.jpg", size: nil, regions: [region]), LabelledImage(name: "../b.jpg", size: nil),
    ]
    let output = VOCFormat().written(set)
    #expect(output.findings.map(\.code) == [.detailLost, .notExpressible])
    #expect(output.files.count == 1)
    #expect(Labels.text(output.files[0].bytes).contains("<name>object</name>"))
  }

  @Test("Elements without text, with attributes")
  func empty() {
    var xml = XMLWriter()
    xml.open("a", [("b", "\"")])
    xml.empty("c", [("d", "1")])
    xml.close("a")
    #expect(Labels.text(xml.bytes) == "<a b=\"&quot;\">\n  <c d=\"1\"/>\n</a>\n")
  }
}
