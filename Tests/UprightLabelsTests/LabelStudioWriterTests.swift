// Regions as Label Studio's tasks.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightLabels

@Suite("Writing Label Studio")
struct LabelStudioWriterTests {
  private func set(_ regions: [Region<Stored>]) -> LabelSet<Stored> {
    var set = LabelSet<Stored>(names: ["cat"])
    set.images = [LabelledImage(name: "a.jpg", size: Labels.size, regions: regions)]
    return set
  }

  @Test("A task for each picture, with what an import needs")
  func document() {
    let output = LabelStudioFormat().written(
      set([
        Region(box: Rect2D(x: 1, y: 2, width: 3, height: 4), label: 0, attributes: [LabelAttribute("score", "0.5")]),
        Region(box: Rect2D(x: 10, y: 20, width: 30, height: 0.5)),
      ]))
    #expect(output.findings.isEmpty && output.files.map(\.name) == ["label-studio.json"])
    let common =
      "\"from_name\":\"label\",\"to_name\":\"image\",\"original_width\":100,\"original_height\":40,\"image_rotation\":0"
    #expect(
      Labels.text(output.files[0].bytes) == """
        [
        {"id":1,"data":{"image":"a.jpg"},"annotations":[{"result":[
        {"id":"r1","type":"rectanglelabels",\(common),"value":{"x":1,"y":5,"width":3,"height":10,"rotation":0,"rectanglelabels":["cat"]},"score":0.5},
        {"id":"r2","type":"rectangle",\(common),"value":{"x":10,"y":50,"width":30,"height":1.25,"rotation":0}}]}]}
        ]

        """)
  }

  @Test("A picture without a size cannot be said")
  func sizeless() {
    var set = set([])
    set.images.append(LabelledImage(name: "b.jpg", size: nil))
    let output = LabelStudioFormat().written(set)
    #expect(output.findings.map(\.code) == [.imageUnknown] && output.findings[0].file == "b.jpg")
    #expect(!Labels.text(output.files[0].bytes).contains("b.jpg"))
  }

  @Test("Each outline that it has comes back as it was, on pictures of any size", arguments: 0..<8)
  func outlines(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let size: PixelSize<Stored> = random.size()
    let outlines: [Outline<Stored>] = [
      .polygon(Polygon(rings: [random.ring(in: size)])), .points([random.place(in: size)]),
      .rotated(random.rotated(in: size)),
      .ellipse(random.rotated(in: size)),
    ]
    var source = LabelSet<Stored>(names: ["cat"])
    source.images = [
      LabelledImage(
        name: "a.jpg", size: size,
        regions: outlines.map { Region(box: $0.box ?? size.bounds.rect, outline: $0, label: 0) })
    ]
    let output = LabelStudioFormat().written(source)
    #expect(output.findings.isEmpty)
    var again = LabelSet<Stored>()
    try LabelStudioFormat().read(output.files[0], into: &again) { _ in nil }
    for (found, wanted) in zip(again.images[0].regions, source.images[0].regions) {
      guard let one = found.outline, let two = wanted.outline else { return #expect(Bool(false), "no outline") }
      #expect(Raster.of(one, size.width, size.height) == Raster.of(two, size.width, size.height))
      #expect(Labels.agree(Region(box: found.box), Region(box: wanted.box), within: 1e-6))
    }
    #expect(again.regionCount == outlines.count)
  }

  @Test(
    "Angles are written within one turn",
    arguments: [(-30.0, "330"), (0, "0"), (360, "0"), (725.5, "5.5"), (359, "359")])
  func angles(degrees: Double, text: String) {
    let rect = RotatedRect<Stored>(center: Point2D(x: 50, y: 20), size: Size2D(width: 10, height: 4), degrees: degrees)
    let output = LabelStudioFormat().written(set([Region(box: rect.ellipseBox, outline: .rotated(rect))]))
    #expect(Labels.text(output.files[0].bytes).contains("\"rotation\":\(text)}"))
  }

  @Test("What it cannot say is said, and written as far as it goes")
  func losses() throws {
    var random = SplitMix64(seed: 3)
    let ring: [Point2D<Stored>] = random.ring(in: Labels.size)
    let box = Rect2D<Stored>(x: 1, y: 2, width: 3, height: 4)
    let output = LabelStudioFormat().written(
      set([
        Region(box: box, outline: .mask(random.mask(in: Labels.size))), Region(box: box, outline: .line(ring)),
        Region(box: box, outline: .polygon(Polygon(rings: [ring, ring]))), Region(box: box, outline: .points(ring)),
        Region(box: box, keypoints: [Keypoint(ring[0])]),
        Region(box: box, outline: .polygon(Polygon(rings: [ring], filling: .evenOdd))),
      ]))
    #expect(
      output.findings.map(\.note) == [
        "only its box is written", "only its box is written", "its parts are written as separate rows",
        "its points are written as separate rows", "its keypoints are not written", "holes are filled",
      ])
    #expect(output.findings.allSatisfy { $0.code == .detailLost })
    #expect(try Labels.read(LabelStudioFormat(), output.files[0]).regionCount == 1 + 1 + 2 + ring.count + 1 + 1)
  }
}
