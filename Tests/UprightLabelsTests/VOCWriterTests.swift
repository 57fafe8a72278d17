// Pascal VOC, written.

import Testing
import UprightGeometry

@testable import UprightLabels

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
