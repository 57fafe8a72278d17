// CVAT, written.

import Testing
import UprightGeometry

@testable import UprightLabels

@Suite("Writing CVAT")
struct CVATWriterTests {
  @Test("The whole document")
  func document() {
    var set = LabelSet<Stored>(names: ["<cat>"])
    let rect = RotatedRect<Stored>(center: Point2D(x: 20, y: 10), size: Size2D(width: 20, height: 10), degrees: -30)
    set.images = [
      LabelledImage(
        name: "x/a.jpg", size: Labels.size,
        regions: [
          Region(
            box: Rect2D(x: 30, y: 16, width: 40, height: 8.5), label: 0,
            attributes: [LabelAttribute("occluded", "1"), LabelAttribute("score", "0.5")]),
          Region(box: Outline.rotated(rect).box ?? Rect2D(x: 0, y: 0, width: 0, height: 0), outline: .rotated(rect)),
        ]), LabelledImage(name: "b.jpg", size: nil),
    ]
    let output = CVATFormat().written(set)
    #expect(output.files.map(\.name) == ["annotations.xml"] && output.findings.isEmpty)
    #expect(
      Labels.text(output.files[0].bytes) == """
        <?xml version="1.0" encoding="utf-8"?>
        <annotations>
          <version>1.1</version>
          <meta>
            <task>
              <size>2</size>
              <mode>annotation</mode>
              <labels>
                <label>
                  <name>&lt;cat&gt;</name>
                </label>
                <label>
                  <name>object</name>
                </label>
              </labels>
            </task>
          </meta>
          <image id="0" name="x/a.jpg" width="100" height="40">
            <box label="&lt;cat&gt;" source="manual" occluded="1" xtl="30" ytl="16" xbr="70" ybr="24.5" z_order="0">
              <attribute name="score">0.5</attribute>
            </box>
            <box label="object" source="manual" occluded="0" xtl="10" ytl="5" xbr="30" ybr="15" rotation="330" z_order="0"/>
          </image>
          <image id="1" name="b.jpg">
          </image>
        </annotations>

        """)
  }

  @Test("What the fixture says is the same after it was written and read")
  func again() throws {
    let set = try Labels.read(CVATFormat(), Labels.file("a.xml", Labels.cvat))
    let output = CVATFormat().written(set)
    let again = try Labels.read(CVATFormat(), output.files[0])
    #expect(output.findings.isEmpty && again.findings.isEmpty && again.names == set.names)
    #expect(again.keypointNames == set.keypointNames && again.regionCount == set.regionCount)
    for (one, two) in zip(again.images[0].regions, set.images[0].regions) {
      #expect(Labels.agree(one, two), "\(one) \(two)")
      #expect(Set(two.attributes).isSubset(of: one.attributes))
    }
    #expect(CVATFormat().written(again).files == output.files)
  }

  @Test("A box that is not that of its outline, rings and keypoints stay together, in groups of their own")
  func groups() throws {
    let set = try Labels.read(COCOFormat(), Labels.file("a.json", Labels.coco))
    let output = CVATFormat().written(set)
    #expect(output.findings.isEmpty)
    let text = Labels.text(output.files[0].bytes)
    #expect(text.components("group_id=\"1\"") == 3 && text.components("group_id=\"2\"") == 2)
    #expect(!text.contains("group_id=\"3\""))
    let again = try Labels.read(CVATFormat(), output.files[0])
    for (one, two) in zip(again.images[0].regions, set.images[0].regions) {
      #expect(Labels.agree(one, two), "\(one.outline.debugDescription) \(two.outline.debugDescription)")
    }
    #expect(again.keypointNames == set.keypointNames)
  }

  @Test("Holes and empty masks are lost, with a word")
  func lost() throws {
    let ring = [Point2D<Stored>(x: 1, y: 1), Point2D(x: 9, y: 1), Point2D(x: 9, y: 9)]
    let empty = try #require(RunMask<Stored>(size: Labels.size, runs: [4000]))
    var set = LabelSet<Stored>()
    let box = Rect2D<Stored>(x: 1, y: 1, width: 8, height: 8)
    set.images = [
      LabelledImage(
        name: "a", size: Labels.size,
        regions: [
          Region(box: box, outline: .polygon(Polygon(rings: [ring, ring], filling: .evenOdd))),
          Region(box: box, outline: .mask(empty)),
        ])
    ]
    let output = CVATFormat().written(set)
    #expect(output.findings.map(\.code) == [.detailLost, .detailLost])
    #expect(try Labels.read(CVATFormat(), output.files[0]).images[0].regions.map(\.box) == [box, box])
  }
}

extension String {
  /// How often it contains a text.
  fileprivate func components(_ text: String) -> Int {
    var (count, rest) = (0, self[...])
    while let found = rest.firstRange(of: text) {
      count += 1
      rest = rest[found.upperBound...]
    }
    return count
  }
}
