// One line of YOLO.

import Testing
import UprightGeometry

@testable import UprightLabels

@Suite("YOLO's lines")
struct YOLORowTests {
  private func read(_ text: String, _ keypoints: YOLOKeypoints? = nil) -> YOLORow? {
    var findings = FindingList("f", LabelLimits())
    let bytes = Array(text.utf8)
    return YOLORow(bytes, bytes.indices, 1, keypoints, &findings)
  }

  @Test(
    "What a number of columns means",
    arguments: [
      (5, .box, false), (6, .box, true), (7, .polygon, false), (8, .polygon, true), (9, .polygon, false),
      (11, .polygon, false),
    ] as [(Int, YOLORow.Kind, Bool)])
  func kinds(columns: Int, kind: YOLORow.Kind, hasScore: Bool) throws {
    let row = try #require(read([String](repeating: "1", count: columns).joined(separator: " ")))
    #expect(row.kind == kind)
    #expect((row.score != nil) == hasScore)
    #expect(row.numbers.count == columns - (hasScore ? 2 : 1))
  }

  @Test("Keypoints decide where their number of columns fits, and only there")
  func poses() throws {
    let shape = YOLOKeypoints(count: 2, hasVisibility: true)
    #expect(try #require(read("0 1 1 1 1 1 1 2 1 1 2", shape)).kind == .pose)
    #expect(try #require(read("0 1 1 1 1 1 1 2 1 1 2 0.5", shape)).score != nil)
    #expect(try #require(read("0 1 1 1 1", shape)).kind == .box)
    #expect(read("0 1 1 1 1 1 1", shape) == nil, "a polygon is no pose")
    #expect(read("0 1 1 1 1 1 1 1 1", shape) == nil, "a rotated box is no pose")
    #expect(try #require(read("0 1 1 1 1 1", shape)).kind == .box)
    #expect(try #require(read("0 1 1 1 1", YOLOKeypoints(count: .max, hasVisibility: true))).kind == .box)
  }

  @Test("A class may be written as a decimal that is whole, and a row has a maximum size")
  func classes() {
    #expect(read("3.0 1 1 1 1")?.label == 3)
    #expect(read("3.5 1 1 1 1") == nil)
    #expect(read("1 1 1 1") == nil)
    #expect(read("") == nil)
    let outline = "1" + String(repeating: " 1", count: YOLORow.maxLength / 2 - 1)
    #expect(read(outline)?.kind == .polygon)
    #expect(read(outline + " 1 1") == nil)
  }

  @Test("Precision is that of the number with the most decimals, and at least that of six: writers leave zeros away")
  func precision() throws {
    let region: Region<Stored> = try #require(read("0 0.5 0.25 0.125 0.5")).region(
      in: PixelSize(width: 100, height: 40), nil)
    #expect(region.precision == LabelPrecision(across: 5e-5, down: 2e-5))
  }

  @Test("More decimals are more exact")
  func finer() throws {
    let row = try #require(read("0 0.50000000 0.25000000 0.12500000 0.50000000"))
    let region: Region<Stored> = row.region(in: PixelSize(width: 100, height: 40), nil)
    #expect(region.precision == LabelPrecision(across: 5e-7, down: 2e-7))
  }

  @Test("Lines and fields")
  func lines() {
    let bytes = Array("a b\r\n\n  \n\tc".utf8)
    let lines = TextLines.all(of: bytes, from: 0)
    #expect(lines.map(\.number) == [1, 4])
    #expect(
      lines.map { TextLines.fields(of: $0.place, in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) } } == [
        ["a", "b"], ["c"],
      ])
  }

  @Test(
    "A polygon that looks like keypoints is a finding, because turned as a polygon it would be neither",
    arguments: [
      "0 0.5 0.5 0.4 0.2 0.4 0.45 2 0.6 0.55 2", "0 0.5 0.5 0.4 0.2 0.4 0.45 2 0.6 0.55 2 0.4 0.45 1",
      "0 0.5 0.5 0.4 0.2 0.4 0.45 1 0.6 0.55 0 0.4 0.45 1",
      "0 0.500000 0.5 0.4 0.2 0.4 0.45 2.000000 0.6 0.55 0.000000",
      "0 0.5 0.5 0.4 0.2 0.4 0.45 2",
    ])
  func unknownPoses(text: String) {
    var findings = FindingList("f", LabelLimits())
    let bytes = Array(text.utf8)
    #expect(YOLORow(bytes, bytes.indices, 3, nil, &findings) == nil)
    #expect(findings.all.map(\.code) == [.rowMalformed] && findings.all[0].line == 3)
    #expect(findings.all[0].note.contains("kpt_shape") && findings.all[0].remedy == .names)
  }

  @Test(
    "Polygons that reach over the edge, or touch it, are polygons",
    arguments: [
      "0 0.1 0.2 1.2 0.4 0.5 -0.2", "0 0 0 1 0 1 1 0 1 0 0", "0 0.1 0.2 0.3 0.4 0.5 1 0 0.2 1 0.3",
      "0 0 0 1 0 1 1 0 1 0 0 1 0 1 1", "0 0.1 0.2 0.3 0.4 0.5 0.6 1",
      "0 0.1 0.2 1.7 0.4 0.5 -0.6", "0 0.1 0.2 0.3 0.4 0.5 0.6 2 0.1 0.5 0.2",
    ])
  func polygons(text: String) throws { #expect(try #require(read(text)).kind == .polygon) }
}
