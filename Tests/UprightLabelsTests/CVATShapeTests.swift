// One of CVAT's shapes, and its errors.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightLabels

@Suite("Shapes of CVAT")
struct CVATShapeTests {
  private func read(_ shape: String) throws -> LabelSet<Stored> {
    let image = #"<image name="a.jpg" width="100" height="40">\#n\#(shape)\#n</image>"#
    return try Labels.read(CVATFormat(), Labels.file("a.xml", "<annotations>\(image)</annotations>"))
  }

  @Test(
    "What breaks a rule is a finding of its field, and left where it is",
    arguments: [
      (#"<box label="x" xtl="1" ytl="2" xbr="3"/>"#, LabelFinding.Code.fieldMissing, "box[0].ybr"),
      (#"<box label="x" xtl="NaN" ytl="2" xbr="3" ybr="4"/>"#, .numberInvalid, "box[0].xtl"),
      (#"<box label="x" xtl="1" ytl="1e308" xbr="3" ybr="4"/>"#, .numberInvalid, "box[0].ytl"),
      (#"<box label="x" xtl="1 2" ytl="1" xbr="3" ybr="4"/>"#, .numberInvalid, "box[0].xtl"),
      (#"<box label="x" xtl="&#49;" ytl="1" xbr="3" ybr="4"/>"#, .numberInvalid, "box[0].xtl"),
      (#"<box label="x" xtl="1" ytl="2" xbr="3" ybr="4" rotation="inf"/>"#, .numberInvalid, "box[0].rotation"),
      (#"<polygon points="1,2;3,4"/>"#, .rowMalformed, "polygon[0].points"),
      (#"<polygon points="1,2;3,4;5"/>"#, .numberInvalid, "polygon[0].points[2]"),
      (#"<polygon points="1,2;3,4,5;6,7"/>"#, .numberInvalid, "polygon[0].points[1]"),
      (#"<polygon points="1,2;3,x;6,7"/>"#, .numberInvalid, "polygon[0].points[1]"),
      (#"<polygon/>"#, .fieldMissing, "polygon[0].points"),
      (#"<polyline points="1,2"/>"#, .rowMalformed, "polyline[0].points"),
      (#"<points points=";"/>"#, .rowMalformed, "points[0].points"),
      (#"<ellipse cx="1" cy="2" rx="3"/>"#, .fieldMissing, "ellipse[0].ry"),
      (#"<mask left="1" top="1" width="2" height="2"/>"#, .fieldMissing, "mask[0].rle"),
      (#"<mask rle="1,2" left="1" top="1" width="2" height="2"/>"#, .maskInvalid, "mask[0].rle"),
      (#"<mask rle="1,-2,5" left="1" top="1" width="2" height="2"/>"#, .maskInvalid, "mask[0].rle"),
      (#"<mask rle="1,3.5" left="1" top="1" width="2" height="2"/>"#, .maskInvalid, "mask[0].rle"),
      (#"<mask rle="1,,3" left="1" top="1" width="2" height="2"/>"#, .maskInvalid, "mask[0].rle"),
      (#"<mask rle="4" left="1" top="1" width="999999999" height="999999999"/>"#, .maskInvalid, "mask[0].rle"),
      (#"<mask rle="9223372036854775807,1" left="1" top="1" width="2" height="2"/>"#, .maskInvalid, "mask[0].rle"),
      (#"<skeleton label="x"/>"#, .fieldMissing, "skeleton[0].points"),
      (#"<skeleton><points label="n"/></skeleton>"#, .fieldMissing, "skeleton[0].points[0].points"),
      (#"<skeleton><points points="1,2;3,4"/></skeleton>"#, .rowMalformed, "skeleton[0].points[0]"),
      (#"<cuboid xtl1="1"/>"#, .notExpressible, "cuboid[0]"), ("<x:y xmlns:x='z'/>", .notExpressible, "x:y[0]"),
    ])
  func broken(shape: String, code: LabelFinding.Code, field: String) throws {
    let whole = shape + #"<box label="x" xtl="1" ytl="2" xbr="3" ybr="4"/>"#
    let set = try read(whole)
    #expect(set.findings.map(\.code) == [code] && set.findings[0].code.dropsRow)
    #expect(set.findings.first?.field == "image[0]." + field && set.findings.first?.line == 2)
    #expect(Labels.boxes(set) == [[1, 2, 2, 2]])
    let file = Labels.file("a.xml", "<annotations><image name='a'>\(whole)</image></annotations>")
    let edit = try CVATFormat().reoriented(file) { _ in Labels.turn(.bottomRight) }
    #expect((edit.reorientedRows, edit.unchangedRows) == (1, 1) && Labels.text(edit.bytes).contains(shape))
  }

  @Test(
    "A mask that does not lie in the picture is no region and stays, however large it says that it is",
    arguments: [
      #"rle="0,4" left="99" top="1" width="2" height="2""#, #"rle="0,4" left="-1" top="1" width="2" height="2""#,
      #"rle="0,4" left="0" top="39" width="2" height="2""#,
      #"rle="1073741824" left="0" top="0" width="32768" height="32768""#,
      #"rle="0,4" left="1e9" top="0" width="2" height="2""#,
    ])
  func outside(numbers: String) throws {
    let mask = "<mask \(numbers)/>"
    let set = try read(mask)
    #expect(set.regionCount == 0 && set.findings.map(\.code) == [.maskInvalid])
    let masks = String(repeating: mask, count: 30)
    let file = Labels.file(
      "a.xml", "<annotations><image name='a' width='100' height='40'>\(masks)</image></annotations>")
    let spent = try ProcessorTime.seconds {
      let edit = try CVATFormat().reoriented(file) { _ in Labels.turn(.topRight) }
      #expect(edit.bytes == file.bytes && (edit.reorientedRows, edit.unchangedRows) == (0, 30))
      // The last one says that the whole image stays.
      #expect(edit.findings.dropLast().allSatisfy { $0.code == .maskInvalid } && edit.findings.count == 31)
      #expect(edit.findings.last?.code == .imageUnknown && edit.findings[0].field == "image[0].mask[0]")
    }
    #expect(spent < 10)
  }

  @Test("A mask up to the edges of the picture is inside")
  func inside() throws {
    let set = try read(#"<mask rle="0,4" left="98" top="38" width="2" height="2"/>"#)
    #expect(set.findings.isEmpty && set.regionCount == 1)
  }

  @Test("As many joints as a skeleton has are told apart by their names")
  func manyJoints() throws {
    let joints = (0..<20_000).map { "<points label=\"j\($0 % 15_000)\" points=\"\($0 % 100),1\"/>" }.joined()
    var set = LabelSet<Stored>()
    let spent = try ProcessorTime.seconds {
      set = try read(
        "<skeleton label=\"x\">\(joints)</skeleton><skeleton label=\"x\"><points label=\"j2\" points=\"9,8\"/></skeleton>"
      )
    }
    #expect(spent < 10)
    #expect(set.keypointNames[0]?.count == 15_000 && set.keypointNames[0]?[7] == "j7")
    #expect(set.images[0].regions[0].keypoints.count == 15_000)
    #expect(set.images[0].regions[0].keypoints[7].point == Point2D(x: 7, y: 1))
    #expect(set.images[0].regions[1].keypoints[2] == Keypoint(Point2D(x: 9, y: 8), .visible))
    #expect(set.images[0].regions[1].keypoints.count { $0.visibility != .absent } == 1)
  }

  @Test("Degrees of a whole turn and points with spaces are read")
  func lenient() throws {
    let set = try read(
      #"<polygon label="x" points=" 1 , 2 ;3,4;5,6; "/><box xtl=" 1 " ytl="2" xbr="3" ybr="4" rotation="0"/>"#)
    #expect(set.findings.isEmpty && set.regionCount == 2)
    #expect(
      set.images[0].regions[0].outline
        == .polygon(Polygon(rings: [[Point2D(x: 1, y: 2), Point2D(x: 3, y: 4), Point2D(x: 5, y: 6)]])))
    #expect(set.images[0].regions[1].outline == nil && set.images[0].regions[1].label == nil)
  }
}
