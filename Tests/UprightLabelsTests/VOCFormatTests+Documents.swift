// Pascal VOC's documents as different tools write them.

import Testing
import UprightGeometry

@testable import UprightLabels

extension VOCFormatTests {
  /// The output of labelImg, supervision and the devkit for one object, in their own formatting.
  private static let documents: [(name: String, text: String)] = [
    (
      "the devkit",
      """
      <annotation>
      \t<folder>VOC2012</folder>
      \t<filename>2007_000027.jpg</filename>
      \t<source>
      \t\t<database>The VOC2007 Database</database>
      \t\t<annotation>PASCAL VOC2007</annotation>
      \t\t<image>flickr</image>
      \t</source>
      \t<size>
      \t\t<width>100</width>
      \t\t<height>40</height>
      \t\t<depth>3</depth>
      \t</size>
      \t<segmented>0</segmented>
      \t<object>
      \t\t<name>person</name>
      \t\t<pose>Unspecified</pose>
      \t\t<truncated>0</truncated>
      \t\t<difficult>0</difficult>
      \t\t<bndbox>
      \t\t\t<xmin>31</xmin>
      \t\t\t<ymin>17</ymin>
      \t\t\t<xmax>70</xmax>
      \t\t\t<ymax>24</ymax>
      \t\t</bndbox>
      \t\t<part>
      \t\t\t<name>head</name>
      \t\t\t<bndbox>
      \t\t\t\t<xmin>40</xmin>
      \t\t\t\t<ymin>17</ymin>
      \t\t\t\t<xmax>45</xmax>
      \t\t\t\t<ymax>20</ymax>
      \t\t\t</bndbox>
      \t\t</part>
      \t</object>
      </annotation>

      """
    ),
    (
      "labelImg",
      """
      <?xml version="1.0" ?>
      <annotation verified="yes">\r
          <filename>2007_000027.jpg</filename>\r
          <path>C:\\a\\2007_000027.jpg</path>\r
          <size>\r
              <width>100</width>\r
              <height>40</height>\r
          </size>\r
          <object>\r
              <name>person</name>\r
              <bndbox>\r
                  <xmin>31</xmin>\r
                  <ymin>17</ymin>\r
                  <xmax>70</xmax>\r
                  <ymax>24</ymax>\r
              </bndbox>\r
          </object>\r
      </annotation>\r

      """
    ),
    (
      "one line",
      "<annotation><object><bndbox><xmax>70</xmax><xmin>31</xmin><ymax>24</ymax><ymin>17</ymin></bndbox>"
        + "<name>person</name></object><filename>2007_000027.jpg</filename></annotation>"
    ),
  ]

  @Test("They all say the same", arguments: documents.indices)
  func said(index: Int) throws {
    let set = try Labels.read(VOCFormat(), Labels.file("x.xml", Self.documents[index].text))
    #expect(set.images.map(\.name) == ["2007_000027.jpg"])
    #expect(Labels.boxes(set) == [[30, 16, 40, 8]])
    #expect(set.names == ["person"])
    let hasPart = Self.documents[index].text.contains("<part>")
    #expect(set.findings.map(\.note) == (hasPart ? [RowOmission.part.note] : []))
  }

  @Test("Their numbers turn, and everything else stays where it was", arguments: documents.indices)
  func turned(index: Int) throws {
    let text = Self.documents[index].text
    let half = try VOCFormat().reoriented(Labels.file("x.xml", text)) { _ in Labels.turn(.bottomRight) }
    #expect((Labels.text(half.bytes) == text) == (index > 0), "the box lies in the middle, the part does not")
    let six = try VOCFormat().reoriented(Labels.file("x.xml", text)) { _ in Labels.turn(.rightTop) }
    let lines = Labels.text(six.bytes)
    for number in ["<xmin>17<", "<ymin>31<", "<xmax>24<", "<ymax>70<"] { #expect(lines.contains(number)) }
    #expect(lines.contains("<width>40<") == text.contains("<width>100<"))
  }

  @Test("A part of a thing is not a thing of its own, and is turned with it")
  func parts() throws {
    let file = Labels.file("x.xml", Self.documents[0].text)
    #expect(try Labels.read(VOCFormat(), file).regionCount == 1)
    let edit = try VOCFormat().reoriented(file) { _ in Labels.turn(.topRight) }
    #expect(Labels.text(edit.bytes).contains("<xmin>56</xmin>\n\t\t\t\t<ymin>17</ymin>\n\t\t\t\t<xmax>61</xmax>"))
    let back = try VOCFormat().reoriented(LabelFile(name: "x.xml", bytes: edit.bytes)) { _ in Labels.back(.topRight) }
    #expect(back.bytes == file.bytes)
  }
}
