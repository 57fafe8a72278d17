// YOLO: reading, rotating and writing.

import Testing
import UprightGeometry
@testable import UprightLabels
import UprightTestTools

@Suite("YOLO")
struct YOLOFormatTests {
  private let coding = YOLOFormat()
  private let file = Labels.file("labels/a.txt", Labels.yolo)

  private func turned(_ file: LabelFile, _ tag: ExifOrientation) throws -> LabelEdit {
    try coding.reoriented(file) { $0 == "a" ? Labels.turn(tag) : nil }
  }

  @Test("The demonstration: one line, one photo of orientation 6, the same object in both spaces")
  func demonstration() throws {
    let file = Labels.file("a.txt", "0 0.5 0.5 0.4 0.2\n")
    #expect(Labels.boxes(try Labels.read(coding, file)) == [[30, 16, 40, 8]])
    let edit = try turned(file, .rightTop)
    #expect(Labels.text(edit.bytes) == "0 0.5 0.5 0.2 0.4\n")
    var displayed = LabelSet<Displayed>()
    try coding.read(LabelFile(name: "a.txt", bytes: edit.bytes), into: &displayed) { _ in
      PixelSize(width: 40, height: 100)
    }
    #expect(Labels.boxes(displayed) == [[16, 30, 8, 40]])
  }

  @Test("A turn by tag 6 changes numbers and keeps class, confidence, spaces, empty lines and line ends")
  func tagSix() throws {
    let edit = try turned(file, .rightTop)
    #expect(
      Labels.text(edit.bytes) == """
        0 0.5 0.5 0.2 0.4
        2  0.875000 0.302500 0.050000 0.100000 0.87
        1 0.8 0.1 0.8 0.3 0.4 0.25
        1 0.80 0.10 0.80 0.30 0.40 0.30 0.40 0.10\r

        0\t0 0.015625 0 0.03125

        """)
    #expect((edit.reorientedRows, edit.unchangedRows, edit.findings.count) == (5, 0, 0))
  }

  @Test("There and back is the same file, byte for byte", arguments: ExifOrientation.allCases)
  func thereAndBack(tag: ExifOrientation) throws {
    let there = try turned(file, tag)
    let again = try coding.reoriented(LabelFile(name: "a.txt", bytes: there.bytes)) { _ in Labels.back(tag) }
    #expect(Labels.text(again.bytes) == Labels.yolo)
  }

  @Test("What was turned where it stands is what was turned as regions", arguments: ExifOrientation.allCases)
  func regions(tag: ExifOrientation) throws {
    let turn = Labels.turn(tag)
    let expected: LabelSet<Displayed> = try Labels.read(coding, file).applying { _ in turn.orientation }
    var found = LabelSet<Displayed>()
    try coding.read(LabelFile(name: "a.txt", bytes: try turned(file, tag).bytes), into: &found) { _ in
      turn.orientation.applied(to: Labels.size)
    }
    #expect(found.regionCount == 5)
    for (one, two) in zip(found.images[0].regions, expected.images[0].regions) { #expect(Labels.agree(one, two)) }
  }

  @Test("Random lines of six decimals survive every turn and back, and COCO between", arguments: 0..<20)
  func random(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let size = PixelSize<Stored>(
      width: Int.random(in: 16...8000, using: &random), height: Int.random(in: 16...8000, using: &random))
    var text = ""
    for _ in 0..<30 {
      let numbers = (0..<4).map { _ in "0." + String(Int.random(in: 1_000_000...1_999_999, using: &random)).dropFirst()
      }
      text += "\(Int.random(in: 0...3, using: &random)) \(numbers.joined(separator: " "))\n"
    }
    let file = Labels.file("x.txt", text)
    for (_, orientation) in PixelTable.all {
      let there = try coding.reoriented(file) { _ in LabelReorientation(size: size, orientation: orientation) }
      let back = try coding.reoriented(LabelFile(name: "x", bytes: there.bytes)) { _ in
        LabelReorientation(size: orientation.applied(to: size), orientation: orientation.inverse)
      }
      #expect(Labels.text(back.bytes) == text)
    }
    var set = LabelSet<Stored>(names: ["a", "b", "c", "d"])
    try coding.read(file, into: &set) { _ in size }
    let coco = COCOFormat().written(set).files[0]
    var again = LabelSet<Stored>()
    try COCOFormat().read(coco, into: &again) { _ in nil }
    #expect(Labels.text(coding.written(again).files[0].bytes) == text)
  }

  @Test("COCO's boxes of whole pixels survive YOLO", arguments: 0..<20)
  func whole(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let size = PixelSize<Stored>(
      width: Int.random(in: 16...8000, using: &random), height: Int.random(in: 16...8000, using: &random))
    var set = LabelSet<Stored>(names: ["a"])
    set.images = [LabelledImage(name: "x", size: size)]
    for _ in 0..<50 {
      let (x, y) = (Int.random(in: 0..<size.width, using: &random), Int.random(in: 0..<size.height, using: &random))
      let (width, height) = (
        Int.random(in: 1...size.width - x, using: &random), Int.random(in: 1...size.height - y, using: &random)
      )
      set.images[0].regions.append(
        Region(box: PixelRect(x: x, y: y, width: width, height: height).rect, label: 0))
    }
    let coco = COCOFormat().written(set)
    let yolo = coding.written(set)
    var again = LabelSet<Stored>(names: ["a"])
    try coding.read(yolo.files[0], into: &again) { _ in size }
    #expect(Labels.boxes(try Labels.read(COCOFormat(), COCOFormat().written(again).files[0])) == Labels.boxes(set))
    #expect(coco.files.count == 1)
  }

  @Test("Bad rows are named with line and column, and the others are read")
  func badRows() throws {
    let text =
      "0 0.5 0.5 0.1 0.1\n0 0.5 x 0.1 0.1\n-1 0.5 0.5 0.1 0.1\n1.5 0 0 0 0\n0 1 2\n0 nan 0 0 0\n0 1e308 0 0 0\n0 .5 0.25 0.1 0.1\nx\n"
    let file = Labels.file("b.txt", text)
    let set = try Labels.read(coding, file)
    #expect(set.regionCount == 2)
    let expected: [(LabelFinding.Code, Int?, String)] = [
      (.numberInvalid, 2, "column 3"), (.numberInvalid, 3, "column 1"), (.numberInvalid, 4, "column 1"),
      (.rowMalformed, 5, ""),
      (.numberInvalid, 6, "column 2"), (.numberInvalid, 7, "column 2"), (.numberInvalid, 9, "column 1"),
    ]
    #expect(set.findings.count == expected.count)
    for (finding, wanted) in zip(set.findings, expected) {
      #expect((finding.code, finding.line, finding.field) == wanted)
      #expect(finding.file == "b.txt" && finding.code.dropsRow)
    }
    let edit = try coding.reoriented(file) { _ in Labels.turn(.topRight) }
    #expect((edit.reorientedRows, edit.unchangedRows) == (2, 7))
    let lines = Labels.text(edit.bytes).split(separator: "\n")
    #expect(lines[1...6].map(String.init) == text.split(separator: "\n")[1...6].map(String.init))
  }

  @Test("Without a size there are no regions, and without a turn nothing changes")
  func unknown() throws {
    var set = LabelSet<Stored>()
    try coding.read(file, into: &set) { _ in nil }
    #expect(set.images.isEmpty && set.findings.map(\.code) == [.imageUnknown])
    let edit = try coding.reoriented(file) { _ in nil as LabelReorientation<Stored, Displayed>? }
    #expect(edit.bytes == file.bytes && edit.unchangedRows == 5 && edit.findings.map(\.code) == [.imageUnknown])
  }

  @Test("Classes are called by their names, or by their numbers where nobody named them")
  func names() throws {
    #expect(try Labels.read(coding, file).names == ["0", "1", "2"])
    let named = try Labels.read(coding, file, names: ["a", "b"])
    #expect(named.names == ["a", "b"])
    #expect(named.images[0].regions.map(\.label) == [0, nil, 1, 1, 0])
    #expect(named.findings.map(\.code) == [.classMissing])
    #expect(try Labels.read(coding, Labels.file("a.txt", "1000001 0 0 0 0")).findings.map(\.code) == [.numberInvalid])
  }

  @Test("Poses: keypoints turn, those that nobody labelled stay, visibility and names do not change")
  func poses() throws {
    let pose = YOLOFormat(keypoints: YOLOKeypoints(count: 3, hasVisibility: true))
    let text = "0 0.5 0.5 0.4 0.2 0.1 0.2 2 0 0 0 0.30 0.25 1\n"
    let file = Labels.file("a.txt", text)
    let set = try Labels.read(pose, file)
    #expect(set.images[0].regions[0].keypoints.map { [$0.point.x, $0.point.y] } == [[10, 8], [0, 0], [30, 10]])
    #expect(set.images[0].regions[0].keypoints.map(\.visibility) == [.visible, .absent, .hidden])
    let edit = try pose.reoriented(file) { _ in Labels.turn(.rightTop) }
    #expect(Labels.text(edit.bytes) == "0 0.5 0.5 0.2 0.4 0.8 0.1 2 0 0 0 0.75 0.30 1\n")
    #expect(
      Labels.text(pose.written(set).files[0].bytes)
        == "0 0.500000 0.500000 0.400000 0.200000 0.100000 0.200000 2 0.000000 0.000000 0 0.300000 0.250000 1\n")
    let pairs = YOLOFormat(keypoints: YOLOKeypoints(count: 2, hasVisibility: false))
    #expect(
      try Labels.read(pairs, Labels.file("a.txt", "0 0.5 0.5 1 1 0 0 1 1 0.9")).images[0].regions[0].keypoints.count
        == 2)
  }

  @Test("Other encodings and bytes that are no text are one named error")
  func encodings() {
    for bytes in [[0xFF, 0xFE, 0x30, 0], [0x30, 0x20, 0x80], [0x30, 0, 0x20, 0]] as [[UInt8]] {
      #expect(throws: LabelError.self) { try Labels.read(coding, LabelFile(name: "a.txt", bytes: bytes)) }
    }
  }

  @Test("Every prefix of a file gives an answer")
  func prefixes() throws {
    for end in 0..<file.bytes.count {
      let part = LabelFile(name: "a.txt", bytes: Array(file.bytes[..<end]))
      let set = try Labels.read(coding, part)
      #expect(set.regionCount + set.findings.count <= 5)
      _ = try turned(part, .leftTop)
    }
  }
}

// YOLO's lines, written.

@Suite("Writing YOLO")
struct YOLOWriterTests {
  private func output(
    _ rows: YOLOFormat.Rows, _ regions: [Region<Stored>], name: String = "a.jpg", size: PixelSize<Stored>? = Labels.size
  ) -> LabelOutput {
    var set = LabelSet<Stored>(names: ["x", "y"])
    set.images = [LabelledImage(name: name, size: size, regions: regions)]
    return YOLOFormat(rows: rows).written(set)
  }

  private let box = Rect2D<Stored>(x: 30, y: 16, width: 40, height: 8)

  @Test("A box, with six decimals")
  func boxes() {
    let output = output(.boxes, [Region(box: box, label: 1)])
    #expect(output.files.map(\.name) == ["a.txt", "data.yaml"])
    #expect(Labels.text(output.files[0].bytes) == "1 0.500000 0.500000 0.400000 0.200000\n")
    #expect(Labels.text(output.files[1].bytes) == "names:\n  0: \"x\"\n  1: \"y\"\n")
    #expect(output.findings.isEmpty)
  }

  @Test("Numbers outside the picture, and enormous ones")
  func outside() {
    let regions = [
      Region<Stored>(box: Rect2D(x: -30, y: -0.00001, width: 40, height: 0), label: 0),
      Region(box: Rect2D(x: 1e30, y: 1200, width: 0, height: 0), label: 0),
    ]
    #expect(
      Labels.text(output(.boxes, regions).files[0].bytes)
        == "0 -0.100000 0.000000 0.400000 0.000000\n0 1e+28 30.000000 0.000000 0.000000\n")
  }

  @Test("Polygons and corners")
  func polygons() {
    let ring = [Point2D<Stored>(x: 0, y: 0), Point2D(x: 50, y: 0), Point2D(x: 50, y: 20)]
    let turned = RotatedRect<Stored>(center: Point2D(x: 50, y: 20), size: Size2D(width: 20, height: 10), degrees: 90)
    let regions = [
      Region(box: box, outline: .polygon(Polygon(rings: [ring])), label: 0), Region(box: box, label: 1),
      Region(box: box, outline: .rotated(turned), label: 1),
    ]
    let corners =
      "1 0.300000 0.400000 0.700000 0.400000 0.700000 0.600000 0.300000 0.600000\n1 0.550000 0.250000 0.550000 0.750000 0.450000 0.750000 0.450000 0.250000\n"
    let polygons = output(.polygons, regions)
    #expect(
      Labels.text(polygons.files[0].bytes) == "0 0.000000 0.000000 0.500000 0.000000 0.500000 0.500000\n" + corners)
    #expect(polygons.findings.isEmpty)
    let obb = output(.corners, regions)
    #expect(
      Labels.text(obb.files[0].bytes) == "0 0.300000 0.400000 0.700000 0.400000 0.700000 0.600000 0.300000 0.600000\n"
        + corners)
    #expect(obb.findings.map(\.code) == [.detailLost])
  }

  @Test("What cannot be said is named")
  func findings() {
    #expect(output(.boxes, [Region(box: box)]).findings.map(\.code) == [.notExpressible])
    #expect(output(.boxes, [], size: nil).findings.map(\.code) == [.imageUnknown])
    let none = output(.boxes, [], size: PixelSize(width: 0, height: 4)).findings
    #expect(none.map(\.code) == [.sizeMalformed, .imageUnknown])
  }

  @Test(
    "Names of files stay in their folder",
    arguments: [
      ("a.jpg", "a.txt"), ("b/a.tar.gz", "b/a.tar.txt"), ("a", "a.txt"), (".a", ".a.txt"), ("../a.jpg", nil),
      ("/etc/a.jpg", nil), ("b/../../a.jpg", nil),
      ("", nil), ("b/", nil), (".", nil), ("..", nil), ("a\0.jpg", nil),
    ] as [(String, String?)])
  func names(image: String, expected: String?) {
    let output = output(.boxes, [], name: image)
    #expect(output.files.dropLast().map(\.name) == (expected.map { [$0] } ?? []))
    #expect(output.findings.isEmpty == (expected != nil))
  }

  @Test("What a row leaves away is said once for each region")
  func losses() {
    let ring = [Point2D<Stored>(x: 0, y: 0), Point2D(x: 50, y: 0), Point2D(x: 50, y: 20)]
    let point = Keypoint<Stored>(Point2D(x: 1, y: 2), .visible)
    let polygon = Region<Stored>(box: box, outline: .polygon(Polygon(rings: [ring])), label: 0)
    let posed = Region<Stored>(box: box, keypoints: [point, point], label: 1)
    func notes(_ rows: YOLOFormat.Rows, _ count: Int?, _ regions: [Region<Stored>]) -> [String] {
      var set = LabelSet<Stored>(names: ["x", "y"])
      set.images = [LabelledImage(name: "a.jpg", size: Labels.size, regions: regions)]
      let shape = count.map { YOLOKeypoints(count: $0, hasVisibility: true) }
      let findings = YOLOFormat(rows: rows, keypoints: shape).written(set).findings
      #expect(findings.allSatisfy { $0.code == .detailLost && $0.file == "a.jpg" })
      return findings.map(\.note)
    }
    #expect(notes(.boxes, nil, [polygon, posed]) == ["only its box is written", "only its box is written"])
    #expect(notes(.boxes, 2, [polygon, posed]) == ["its outline is not written"])
    #expect(notes(.boxes, 1, [posed]) == ["only the first 1 of its 2 keypoints are written"])
    #expect(notes(.boxes, 3, [posed]).isEmpty)
    #expect(notes(.polygons, 2, [polygon, posed]) == ["its keypoints are not written"])
    #expect(notes(.polygons, nil, [polygon, Region(box: box, label: 0)]).isEmpty)
    let mask = RunMask<Stored>(size: Labels.size) { x, y in x == 3 && y < 5 }
    #expect(mask.map { notes(.boxes, nil, [Region(box: box, outline: .mask($0), label: 0)]).count } == 1)
  }
}

// Compares YOLO and Pascal VOC with a table of numbers computed in Python.
extension YOLOFormatTests {
  private func text(_ tag: ExifOrientation) -> String {
    ReorientedNumbers.lines[Int(tag.rawValue) - 1].joined(separator: "\n") + "\n"
  }

  @Test("Every number is the one that Python's decimals find, there and back", arguments: ExifOrientation.allCases)
  func table(tag: ExifOrientation) throws {
    let there = try YOLOFormat().reoriented(Labels.file("a.txt", text(.topLeft))) { _ in Labels.turn(tag) }
    #expect(Labels.text(there.bytes) == text(tag))
    let back = try YOLOFormat().reoriented(Labels.file("a.txt", text(tag))) { _ in Labels.back(tag) }
    #expect(Labels.text(back.bytes) == text(.topLeft))
  }
}

extension VOCFormatTests {
  private func text(_ tag: ExifOrientation, _ numbering: VOCFormat.Numbering) -> String {
    let objects = ReorientedNumbers.edges[Int(tag.rawValue) - 1].map { one, zero in
      let numbers = (numbering == .fromOne ? one : zero).split(separator: " ")
      return "<object><bndbox><xmin>\(numbers[0])</xmin><ymin>\(numbers[1])</ymin>\n"
        + "<xmax>\(numbers[2])</xmax><ymax>\(numbers[3])</ymax></bndbox></object>"
    }
    return "<annotation>\n\(objects.joined(separator: "\n"))\n</annotation>"
  }

  @Test(
    "Every number is the one that Python's decimals find, there and back", arguments: ExifOrientation.allCases,
    VOCFormat.Numbering.allCases)
  func table(tag: ExifOrientation, numbering: VOCFormat.Numbering) throws {
    let coding = VOCFormat(numbering: numbering)
    let there = try coding.reoriented(Labels.file("a.xml", text(.topLeft, numbering))) { _ in Labels.turn(tag) }
    #expect(Labels.text(there.bytes) == text(tag, numbering))
    let back = try coding.reoriented(Labels.file("a.xml", text(tag, numbering))) { _ in Labels.back(tag) }
    #expect(Labels.text(back.bytes) == text(.topLeft, numbering))
  }
}
