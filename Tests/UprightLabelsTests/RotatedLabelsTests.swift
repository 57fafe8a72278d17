// Angles beside boxes: COCO's attribute of CVAT, roLabelImg's boxes in Pascal VOC, X-AnyLabeling's shapes in LabelMe.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightLabels

@Suite struct RotatedLabelsTests {
  /// A box of 80 by 50 with its center at 140, 105, as CVAT exports it beside its angle.
  private func coco(_ degrees: String, _ outline: String = "[]") -> LabelFile {
    Labels.file(
      "a.json",
      """
      {"images":[{"id":1,"file_name":"a.jpg","width":400,"height":300}],"categories":[{"id":1,"name":"car"}],
      "annotations":[{"id":1,"image_id":1,"category_id":1,"segmentation":\(outline),"bbox":[100.0,80.0,80.0,50.0],
      "attributes":{"rotation":\(degrees)}}]}
      """)
  }

  private func read(_ file: LabelFile, _ coding: any LabelCoding) throws -> LabelSet<Stored> {
    var set = LabelSet<Stored>()
    try coding.read(file, into: &set) { _ in PixelSize(width: 400, height: 300) }
    return set
  }

  @Test(
    arguments: [
      ("jsonl", "\"x\":115,\"y\":65,\"w\":50,\"h\":80"), ("yolo", "0 0.350000 0.350000 0.125000 0.266667"),
      ("voc", "<xmin>116</xmin>\n      <ymin>66</ymin>\n      <xmax>165</xmax>\n      <ymax>145</ymax>"),
      ("voc-0", "<xmin>115</xmin>\n      <ymin>65</ymin>\n      <xmax>165</xmax>\n      <ymax>145</ymax>"),
      ("create-ml", "\"x\":140,\"y\":105,\"width\":50,\"height\":80"), ("coco", "\"bbox\":[115,65,50,80]"),
      ("tensorflow", "[0.2166666667,0.2875,0.4833333334,0.4125]"), ("w3c", "xywh=pixel:115,65,50,80"),
    ])
  func aFormatWithoutAnglesGetsTheBoxAroundTheRotatedOne(name: String, text: String) throws {
    let codings: [String: any LabelCoding] = [
      "jsonl": BoxLinesFormat(), "yolo": YOLOFormat(rows: .boxes), "voc": VOCFormat(),
      "voc-0": VOCFormat(numbering: .fromZero), "create-ml": CreateMLFormat(), "coco": COCOFormat(),
      "tensorflow": BoxLinesFormat(.tensorFlow), "w3c": WebAnnotationFormat(unit: .pixel),
    ]
    let coding = try #require(codings[name])
    let set = try read(coco("90.0"), COCOFormat())
    #expect(Labels.boxes(set) == [[115, 65, 50, 80]])
    let all = coding.written(set).files.map { Labels.text($0.bytes) }.joined()
    #expect(all.contains(text), "\(all)")
  }

  @Test(arguments: ["0", "180.0", "360", "-180"])
  func anAngleThatKeepsTheBoxKeepsItsNumbers(degrees: String) throws {
    #expect(Labels.boxes(try read(coco(degrees), COCOFormat())) == [[100, 80, 80, 50]])
  }

  @Test func anOutlineBesideAnAngleDecidesTheBox() throws {
    let set = try read(coco("90", "[[115,65,165,65,165,145,115,145]]"), COCOFormat())
    #expect(Labels.boxes(set) == [[115, 65, 50, 80]])
    guard case .polygon? = set.images[0].regions[0].outline else { return #expect(Bool(false), "no polygon") }
  }

  @Test func aRotatedBoxRemainsOneWhereTheFormatHasAngles() throws {
    let text = Labels.text(CVATFormat().written(try read(coco("30"), COCOFormat())).files[0].bytes)
    #expect(text.contains("xtl=\"100\" ytl=\"80\" xbr=\"180\" ybr=\"130\" rotation=\"30\""), "\(text)")
  }

  // MARK: roLabelImg

  private func rotatedVOC(_ fields: String, _ more: String = "") -> LabelFile {
    Labels.file(
      "a.xml",
      """
      <annotation><filename>a.jpg</filename><size><width>100</width><height>40</height><depth>3</depth></size>
      <object><type>robndbox</type><name>ship</name><robndbox>\(fields)</robndbox>\(more)</object></annotation>
      """)
  }

  private let box = "<cx>30.25</cx><cy>20.0</cy><w>20.5</w><h>10</h><angle>0.523599</angle>"

  @Test(arguments: VOCFormat.Numbering.allCases)
  func rotatedBoxesOfPascalVOCAreReadAndRotated(numbering: VOCFormat.Numbering) throws {
    let coding = VOCFormat(numbering: numbering)
    let set = try Labels.read(coding, rotatedVOC(box))
    guard case .rotated(let rect)? = set.images[0].regions[0].outline else { return #expect(Bool(false), "no angle") }
    #expect(rect.center == Point2D(x: 30.25, y: 20) && rect.size == Size2D(width: 20.5, height: 10))
    #expect(abs(rect.degrees - 30) < 1e-4 && set.findings.isEmpty && set.names == ["ship"])
    let around = set.images[0].regions[0].box
    // By hand: 20.5 cos 30° + 10 sin 30°, and 20.5 sin 30° + 10 cos 30°.
    #expect(abs(around.width - 22.7535) < 1e-3 && abs(around.height - 18.9103) < 1e-3)
    let checks = FormatChecks(coding: coding, file: rotatedVOC(box))
    try checks.thereAndBack()
    try checks.asRegions()
    let turned = try coding.reoriented(rotatedVOC(box)) { _ in Labels.turn(.leftTop) }
    #expect(
      Labels.text(turned.bytes).contains(
        "<cx>20.0</cx><cy>30.25</cy><w>10</w><h>20.5</h><angle>-0.523599</angle>"))
  }

  @Test(
    arguments: [
      ("<cx>30.25</cx><cy>20.0</cy><w>20.5</w><h>10</h>", LabelFinding.Code.fieldMissing, "angle"),
      ("<cx>30.25</cx><cy>x</cy><w>20.5</w><h>10</h><angle>0</angle>", .numberInvalid, "cy"),
      ("<cx>30.25</cx><cy>1</cy><w>20.5</w><w>20.5</w><h>10</h><angle>0</angle>", .rowMalformed, ""),
    ])
  func aRotatedBoxThatCannotBeReadKeepsItsImageAsItIs(fields: String, code: LabelFinding.Code, field: String) throws {
    let file = rotatedVOC(fields)
    let set = try Labels.read(VOCFormat(), file)
    #expect(set.regionCount == 0 && set.findings.map(\.code) == [code])
    #expect(set.findings[0].field == "object[0].robndbox" + (field.isEmpty ? "" : "." + field))
    for tag in ExifOrientation.allCases {
      let edit = try VOCFormat().reoriented(file) { _ in Labels.turn(tag) }
      #expect(edit.bytes == file.bytes && edit.unchangedRows == 1, "\(tag)")
    }
  }

  @Test func aRotatedBoxBesideAnOrdinaryOneIsItsOutline() throws {
    let both = rotatedVOC(box, "<bndbox><xmin>19</xmin><ymin>11</ymin><xmax>42</xmax><ymax>30</ymax></bndbox>")
    #expect(Labels.boxes(try Labels.read(VOCFormat(), both)) == [[18, 10, 24, 20]])
    try FormatChecks(coding: VOCFormat(), file: both).thereAndBack()
    try FormatChecks(coding: VOCFormat(), file: both).asRegions()
  }

  // MARK: X-AnyLabeling

  private func anyLabeling(_ direction: String) -> LabelFile {
    Labels.file(
      "a.json",
      """
      {"version":"2.4.4","flags":{},"shapes":[{"label":"ship","points":[[20.0,10.0],[40.0,10.5],[40.5,20.0],[20.5,20.0]],
      "shape_type":"rotation","direction":\(direction),"attributes":{}}],
      "imagePath":"a.jpg","imageData":null,"imageHeight":40,"imageWidth":100}
      """)
  }

  @Test(arguments: ["0", "0.7853981633974483", "6.19591884457987", "3", "1.5707963267948966"])
  func rotationsOfXAnyLabelingAreReadAndRotated(direction: String) throws {
    let file = anyLabeling(direction)
    let set = try Labels.read(LabelMeFormat(), file)
    #expect(set.findings.isEmpty && set.regionCount == 1)
    guard case .polygon(let ring)? = set.images[0].regions[0].outline else { return #expect(Bool(false), "no shape") }
    #expect(ring.rings.map(\.count) == [4])
    let checks = FormatChecks(coding: LabelMeFormat(), file: file)
    try checks.thereAndBack()
    try checks.asRegions()
  }

  @Test(
    arguments: [
      (ExifOrientation.rightTop, 0.5 + .pi / 2), (.bottomRight, 0.5 + .pi), (.leftBottom, 0.5 + 3 * .pi / 2),
      (.topRight, .pi - 0.5), (.bottomLeft, 2 * .pi - 0.5), (.leftTop, .pi / 2 - 0.5), (.rightBottom, 1.5 * .pi - 0.5),
    ] as [(ExifOrientation, Double)])
  func theDirectionTurnsWithTheImage(tag: ExifOrientation, radians: Double) throws {
    let edit = try LabelMeFormat().reoriented(anyLabeling("0.5")) { _ in Labels.turn(tag) }
    let text = Labels.text(edit.bytes)
    let digits = text.split(separator: "\"direction\":")[1].prefix { $0 != "," }
    let found = try #require(Double(digits))
    #expect(abs(found - radians) < 1e-12, "\(tag): \(found)")
  }
}
