// Files of listed images: rotated, compared as pixels, and through one another.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightLabels

@Suite("Turning listed pictures")
struct ImageListReorienterTests {
  private func set(_ outlines: [Outline<Stored>], _ size: PixelSize<Stored>) -> LabelSet<Stored> {
    var set = LabelSet<Stored>(names: ["a"])
    let regions = outlines.map { Region(box: $0.box ?? size.bounds.rect, outline: $0, label: 0) }
    set.images = [LabelledImage(name: "a.jpg", size: size, regions: regions)]
    return set
  }

  /// The regions of a rotated file, as rasters.
  private func rasters(
    _ coding: some LabelCoding, _ file: LabelFile, _ size: PixelSize<Displayed>
  ) throws -> [[[Bool]]] {
    var set = LabelSet<Displayed>()
    try coding.read(file, into: &set) { _ in nil }
    #expect(set.findings.isEmpty && set.images.map(\.size) == [size])
    return set.images[0].regions.map { region in
      guard let outline = region.outline else { return Raster.of(region.box, size.width, size.height) }
      return Raster.of(outline, size.width, size.height)
    }
  }

  @Test("Shapes of LabelMe and Label Studio cover the pixels that the table moves, under all tags", arguments: 0..<10)
  func rasters(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let size: PixelSize<Stored> = random.size()
    let ring = random.ring(in: size) as [Point2D<Stored>]
    let round = RotatedRect<Stored>(center: ring[0], size: Size2D(width: 6.5, height: 6.5), degrees: 0)
    let formats: [(any LabelCoding, [Outline<Stored>])] = [
      (
        LabelMeFormat(),
        [
          .polygon(Polygon(rings: [ring])), .polygon(Polygon(rings: [ring, random.ring(in: size)])), .ellipse(round),
          .line(random.ring(in: size)), .points(random.ring(in: size)),
        ]
      ),
      (
        LabelStudioFormat(),
        [
          .polygon(Polygon(rings: [ring])), .rotated(random.rotated(in: size)), .ellipse(random.rotated(in: size)),
          .points([random.place(in: size)]),
        ]
      ),
    ]
    for (coding, outlines) in formats {
      let source = set(outlines, size)
      let file = coding.written(source).files[0]
      for (tag, orientation) in PixelTable.all {
        let edit = try coding.reoriented(file) { _ in LabelReorientation(size: size, orientation: orientation) }
        #expect(edit.reorientedRows >= outlines.count && edit.findings.isEmpty)
        let found = try rasters(coding, LabelFile(name: file.name, bytes: edit.bytes), orientation.applied(to: size))
        let table = PixelTable(tag: tag, width: size.width, height: size.height)
        #expect(found.count == outlines.count)
        for (drawing, outline) in zip(found, outlines) {
          let wanted = table.turned(Raster.of(outline, size.width, size.height))
          #expect(drawing == wanted, "tag \(tag) \(outline)\n\(Raster.drawing(drawing))\n\(Raster.drawing(wanted))")
        }
        let back = try coding.reoriented(LabelFile(name: file.name, bytes: edit.bytes)) { _ in
          LabelReorientation(size: orientation.applied(to: size), orientation: orientation.inverse)
        }
        #expect(back.bytes == file.bytes, "tag \(tag): \(Labels.difference(back.bytes, file.bytes))")
      }
    }
  }

  @Test(
    "From a format into another and back is the same file, byte for byte, where both can say it",
    arguments: LabelCodingTests.json, LabelCodingTests.json)
  func throughAnother(one: LabelCodingTests.Case, other: LabelCodingTests.Case) throws {
    var random = SplitMix64(seed: 4)
    var source = LabelSet<Stored>(names: ["cat", "dog"])
    let size = PixelSize<Stored>(width: 640, height: 427)
    source.images = [LabelledImage(name: "a.jpg", size: size)]
    for _ in 0..<30 {
      let box = random.box(in: size) as Rect2D<Stored>
      let quarters = [box.x, box.y, box.width, box.height].map { ($0 * 4).rounded() / 4 }
      let label = Int.random(in: 0...1, using: &random)
      let rect = Rect2D<Stored>(x: quarters[0], y: quarters[1], width: quarters[2], height: quarters[3])
      source.images[0].regions.append(Region(box: rect, label: label))
    }
    func through(_ coding: any LabelCoding, _ file: LabelFile) throws -> LabelSet<Stored> {
      var set = LabelSet<Stored>()
      try coding.read(file, into: &set) { _ in size }
      return set
    }
    let first = one.coding.written(source).files[0]
    let second = other.coding.written(try through(one.coding, first))
    let third = one.coding.written(try through(other.coding, second.files[0]))
    #expect(second.findings.isEmpty && third.findings.isEmpty)
    // Ten decimals of percent are more than ten of fractions.
    let shares = ["Lines, TensorFlow", "Lines, Vision"]
    let losesDigits = [(one, other), (other, one)].contains { $0.name == "Label Studio" && shares.contains($1.name) }
    let isSame = third.files[0].bytes == first.bytes
    #expect(isSame || losesDigits, "\(Labels.difference(third.files[0].bytes, first.bytes))")
    let found = Labels.boxes(try through(other.coding, second.files[0]))
    #expect(found.count == 30)
    for (numbers, wanted) in zip(found.joined(), Labels.boxes(source).joined()) {
      #expect(abs(numbers - wanted) < 1e-6)
    }
  }

  @Test("YOLO's six decimals survive each of these formats", arguments: LabelCodingTests.json)
  func yolo(other: LabelCodingTests.Case) throws {
    var random = SplitMix64(seed: 12)
    let size = PixelSize<Stored>(width: 3001, height: 1999)
    var lines = ""
    for _ in 0..<60 {
      let (across, down) = (Int.random(in: 1...400_000, using: &random), Int.random(in: 1...400_000, using: &random))
      let numbers = [
        Int.random(in: 300_000...700_000, using: &random), Int.random(in: 300_000...700_000, using: &random), across,
        down,
      ]
      lines += "0 " + numbers.map { "0." + String(1_000_000 + $0).dropFirst() }.joined(separator: " ") + "\n"
    }
    var set = LabelSet<Stored>()
    try YOLOFormat().read(Labels.file("a.txt", lines), into: &set) { _ in size }
    var again = LabelSet<Stored>()
    try other.coding.read(other.coding.written(set).files[0], into: &again) { _ in size }
    #expect(Labels.text(YOLOFormat().written(again).files[0].bytes) == lines, "\(other.name)")
  }

  @Test("Unknown fields, odd spaces and every byte outside numbers with a place stay", arguments: LabelCodingTests.json)
  func untouched(one: LabelCodingTests.Case) throws {
    func skeleton(_ bytes: [UInt8]) -> [UInt8] { bytes.filter { !"0123456789.-".utf8.contains($0) } }
    for tag in ExifOrientation.allCases {
      let edit = try one.coding.reoriented(one.file) { _ in Labels.turn(tag) }
      #expect(skeleton(edit.bytes) == skeleton(one.file.bytes))
      #expect(edit.unchangedRows == 0 && edit.findings.isEmpty)
      let back = try one.coding.reoriented(LabelFile(name: one.file.name, bytes: edit.bytes)) { _ in Labels.back(tag) }
      #expect(back.bytes == one.file.bytes, "tag \(tag.rawValue): \(Labels.difference(back.bytes, one.file.bytes))")
    }
  }

  @Test("In other encodings a file is an error of its own", arguments: LabelCodingTests.json)
  func encodings(one: LabelCodingTests.Case) {
    let text = Labels.text(one.file.bytes)
    let wide: [UInt8] = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    let broken = Array(text.replacing("\\u00e9", with: "\u{e9}").utf8).map { $0 == 0xC3 ? 0xFF : $0 }
    for bytes in [[0xFF, 0xFE] + wide, wide, broken] {
      do {
        _ = try one.coding.reoriented(LabelFile(name: "f", bytes: bytes)) { _ in Labels.turn(.rightTop) }
        Issue.record("was turned")
      } catch { #expect(error.code == .encoding) }
    }
    let marked = LabelFile(name: "f", bytes: [0xEF, 0xBB, 0xBF] + one.file.bytes)
    #expect(throws: Never.self) { try one.coding.reoriented(marked) { _ in Labels.turn(.rightTop) } }
  }

  @Test("So many findings are kept as are wanted", arguments: 1...3)
  func limits(most: Int) throws {
    let line = "{\"image\":\"a\",\"x\":\"1\",\"y\":2,\"w\":3,\"h\":4}\n"
    let file = Labels.file("f", String(repeating: line, count: 9))
    let format = BoxLinesFormat(limits: LabelLimits(findings: most))
    let edit = try format.reoriented(file) { _ in Labels.turn(.rightTop) }
    #expect(edit.findings.count == most + 1 && edit.unchangedRows == 9 && edit.bytes == file.bytes)
    #expect(edit.findings.last?.note == "\(9 - most) more findings, \(9 - most) of which lose a row")
  }
}
