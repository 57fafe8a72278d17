// Regions as lines of JSON.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightLabels

@Suite("Writing boxes in JSON Lines")
struct BoxLinesWriterTests {
  private func set(_ regions: [Region<Stored>], size: PixelSize<Stored>? = Labels.size) -> LabelSet<Stored> {
    var set = LabelSet<Stored>(names: ["cat"])
    set.images = [
      LabelledImage(name: "a.jpg", size: size, regions: regions), LabelledImage(name: "e.jpg", size: size),
    ]
    return set
  }

  private let regions: [Region<Stored>] = [
    Region(box: Rect2D(x: 25, y: 10, width: 50, height: 5), label: 0, attributes: [LabelAttribute("score", "0.5")]),
    Region(box: Rect2D(x: 0, y: 0, width: 100, height: 40)),
  ]

  @Test("Each kind of line as it is documented")
  func lines() {
    func text(_ rows: BoxLinesFormat.Rows) -> String {
      let output = BoxLinesFormat(rows).written(set(regions))
      #expect(output.findings.isEmpty && output.files.map(\.name) == ["labels.jsonl"])
      return Labels.text(output.files[0].bytes)
    }
    #expect(
      text(.boxes(.pixels)) == """
        {"image":"a.jpg","x":25,"y":10,"w":50,"h":5,"label":"cat","score":0.5}
        {"image":"a.jpg","x":0,"y":0,"w":100,"h":40}
        {"image":"e.jpg"}

        """)
    #expect(
      text(.boxes(.vision)) == """
        {"image":"a.jpg","boundingBox":{"x":0.25,"y":0.625,"width":0.5,"height":0.125},"label":"cat","confidence":0.5}
        {"image":"a.jpg","boundingBox":{"x":0,"y":0,"width":1,"height":1}}
        {"image":"e.jpg"}

        """)
    #expect(
      text(.tensorFlow) == """
        {"image":"a.jpg","boxes":[[0.25,0.25,0.375,0.75],[0,0,1,1]],"classes":["cat",null]}
        {"image":"e.jpg","boxes":[],"classes":[]}

        """)
  }

  @Test("Scores are listed where all boxes have one")
  func scores() {
    let text = Labels.text(BoxLinesFormat(.tensorFlow).written(set([regions[0], regions[0]])).files[0].bytes)
    #expect(
      text.hasPrefix(
        "{\"image\":\"a.jpg\",\"boxes\":[[0.25,0.25,0.375,0.75],[0.25,0.25,0.375,0.75]],\"classes\":[\"cat\",\"cat\"],\"scores\":[0.5,0.5]}\n"
      ))
  }

  @Test("Shares need sizes, pixels do not; what is finer than a box is said")
  func findings() {
    let sizeless = set([regions[0]], size: nil)
    #expect(BoxLinesFormat().written(sizeless).findings.isEmpty)
    #expect(BoxLinesFormat(.tensorFlow).written(sizeless).findings.map(\.code) == [.imageUnknown, .imageUnknown])
    var finer = regions[0]
    finer.outline = .points([Point2D(x: 1, y: 2)])
    #expect(BoxLinesFormat().written(set([finer])).findings.map(\.code) == [.detailLost])
    let named = set([Region(box: regions[0].box, keypoints: [], label: 0)])
    #expect(BoxLinesFormat().written(named).findings.isEmpty)
  }

  @Test("Whole pixels come back from shares as whole pixels, on pictures of any size", arguments: 0..<4)
  func wholePixels(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    for rows in [BoxLinesFormat.Rows.tensorFlow, .boxes(.vision)] {
      let size = PixelSize<Stored>(
        width: Int.random(in: 20...9999, using: &random), height: Int.random(in: 20...9999, using: &random))
      let boxes = (0..<20).map { _ in
        let box: Rect2D<Stored> = random.box(in: size)
        return Rect2D<Stored>(
          x: box.x.rounded(), y: box.y.rounded(), width: box.width.rounded(), height: box.height.rounded())
      }
      let file = BoxLinesFormat(rows).written(set(boxes.map { Region(box: $0, label: 0) }, size: size)).files[0]
      var shares = LabelSet<Stored>()
      try BoxLinesFormat(rows).read(file, into: &shares) { _ in size }
      var again = LabelSet<Stored>()
      try BoxLinesFormat().read(BoxLinesFormat().written(shares).files[0], into: &again) { _ in size }
      #expect(Labels.boxes(again) == boxes.map { [$0.x, $0.y, $0.width, $0.height] })
    }
  }
}
