// YOLO's lines, written.

import Testing
import UprightGeometry

@testable import UprightLabels

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
