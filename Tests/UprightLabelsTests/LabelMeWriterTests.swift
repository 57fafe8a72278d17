// Regions as LabelMe's files.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightLabels

@Suite("Writing LabelMe")
struct LabelMeWriterTests {
  private func set(_ regions: [Region<Stored>], name: String = "p/a.jpg") -> LabelSet<Stored> {
    var set = LabelSet<Stored>(names: ["cat", "caf\"é"])
    set.images = [LabelledImage(name: name, size: Labels.size, regions: regions)]
    return set
  }

  @Test("A file for each picture, with the fields of LabelMe's own")
  func document() {
    let box = Region<Stored>(box: Rect2D(x: 1, y: 2.5, width: 3, height: 4), label: 1)
    let output = LabelMeFormat().written(set([box]))
    #expect(output.findings.isEmpty && output.files.map(\.name) == ["p/a.json"])
    #expect(
      Labels.text(output.files[0].bytes) == """
        {"version":"5.5.0","flags":{},"shapes":[
        {"label":"caf\\"é","points":[[1,2.5],[4,6.5]],"group_id":null,"description":"","shape_type":"rectangle","flags":{},"mask":null}],
        "imagePath":"a.jpg","imageData":null,"imageHeight":40,"imageWidth":100}

        """)
  }

  @Test("Names that lead out of the folder are findings, a picture without a size has none, a class is needed")
  func edges() {
    #expect(LabelMeFormat().written(set([], name: "../a.jpg")).findings.map(\.code) == [.notExpressible])
    var sizeless = set([Region(box: Rect2D(x: 1, y: 2, width: 3, height: 4))])
    sizeless.images[0].size = nil
    let text = Labels.text(LabelMeFormat().written(sizeless).files[0].bytes)
    #expect(text.contains("\"imageHeight\":null,\"imageWidth\":null") && text.contains("\"label\":\"object\""))
  }

  @Test("Each outline that LabelMe has comes back as it was", arguments: 0..<4)
  func outlines(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let ring = random.ring(in: Labels.size)
    let outlines: [Outline<Stored>] = [
      .polygon(Polygon(rings: [ring])), .polygon(Polygon(rings: [ring, random.ring(in: Labels.size)])),
      .line(random.ring(in: Labels.size)), .line(Array(ring.prefix(2))), .points(random.ring(in: Labels.size)),
      .points([ring[0]]),
      .ellipse(RotatedRect(center: ring[0], size: Size2D(width: 7.25, height: 7.25), degrees: 0)),
    ]
    let source = set(
      outlines.map { Region(box: $0.box ?? Rect2D(x: 0, y: 0, width: 0, height: 0), outline: $0, label: 0) })
    let output = LabelMeFormat().written(source)
    #expect(output.findings.isEmpty)
    let again = try Labels.read(LabelMeFormat(), output.files[0])
    #expect(again.regionCount == outlines.count)
    for (found, wanted) in zip(again.images[0].regions, source.images[0].regions) {
      #expect(Labels.agree(found, wanted, within: 1e-8))
    }
  }

  @Test("Parts of one thing get a group that no other has, or keep theirs")
  func groups() throws {
    let rings = [[Point2D<Stored>(x: 1, y: 1), Point2D(x: 2, y: 1), Point2D(x: 2, y: 2)]]
    let outline = Outline.polygon(Polygon(rings: rings + rings))
    let box = Rect2D<Stored>(x: 1, y: 1, width: 1, height: 1)
    let output = LabelMeFormat().written(
      set([
        Region(box: box, outline: outline, label: 0),
        Region(box: box, label: 0, attributes: [LabelAttribute("group_id", "6")]),
        Region(box: box, outline: outline, label: 0, attributes: [LabelAttribute("group_id", "4")]),
        Region(box: box, outline: outline, label: 0),
      ]))
    let groups = Labels.text(output.files[0].bytes).split(separator: "\"group_id\":").dropFirst().map {
      $0.prefix { $0 != "," }
    }
    #expect(groups == ["7", "7", "6", "4", "4", "8", "8"])
    #expect(try Labels.read(LabelMeFormat(), output.files[0]).regionCount == 4)
  }

  @Test("What LabelMe cannot say is said, and its box written")
  func losses() throws {
    var random = SplitMix64(seed: 5)
    let mask: RunMask<Stored> = random.mask(in: Labels.size)
    let rect = RotatedRect<Stored>(center: Point2D(x: 20, y: 20), size: Size2D(width: 4, height: 8), degrees: 30)
    let ring = random.ring(in: Labels.size) as [Point2D<Stored>]
    let box = Rect2D<Stored>(x: 1, y: 2, width: 3, height: 4)
    let regions: [Region<Stored>] = [
      Region(box: box, outline: .mask(mask)), Region(box: box, outline: .ellipse(rect)),
      Region(box: box, outline: .polygon(Polygon(rings: [ring, ring], filling: .evenOdd))),
      Region(box: box, keypoints: [Keypoint(Point2D(x: 1, y: 2))]), Region(box: box, outline: .rotated(rect)),
    ]
    let output = LabelMeFormat().written(set(regions))
    #expect(output.findings.map(\.code) == [.detailLost, .detailLost, .detailLost, .detailLost])
    #expect(
      output.findings.map(\.note) == [
        "only its box is written", "only its box is written", "holes are filled", "its keypoints are not written",
      ])
    let again = try Labels.read(LabelMeFormat(), output.files[0])
    #expect(again.images[0].regions.map { $0.outline == nil } == [true, true, false, true, false])
    let corners = Outline.polygon(Polygon(rings: [rect.corners]))
    #expect(
      Labels.agree(
        again.images[0].regions[4], Region(box: corners.box ?? box, outline: corners, label: 0), within: 1e-8))
  }
}
