// The value of a result.

import Testing
import UprightGeometry

@testable import UprightLabels

@Suite("Values of Label Studio")
struct LabelStudioValueTests {
  private func row(_ value: String, type: String?) throws -> ListedRow {
    var scanner = try JSONScanner(Labels.file("a.json", value))
    var row = ListedRow(line: 1, index: 0, field: "r")
    try LabelStudioValue(&scanner, &row.faults).complete(&row, type)
    return row
  }

  @Test("The numbers say which shape it is")
  func shapes() throws {
    let box = try row(
      "{\"height\":4,\"width\":3,\"y\":2,\"x\":1,\"rotation\":5,\"rectanglelabels\":[\"a\"]}", type: "rectanglelabels")
    #expect(box.shape?.kind == .turnedBox && box.shape?.numbers.map(\.value) == [1, 2, 3, 4, 5] && box.label == "a")
    let straight = try row("{\"x\":1,\"y\":2,\"width\":3,\"height\":4}", type: "rectangle")
    #expect(straight.shape?.numbers.map(\.value) == [1, 2, 3, 4] && straight.label == nil && !straight.isHidden)
    let ellipse = try row("{\"x\":1,\"y\":2,\"radiusX\":3,\"radiusY\":4,\"rotation\":0}", type: "ellipse")
    #expect(ellipse.shape?.kind == .ellipse && ellipse.shape?.numbers.map(\.value) == [1, 2, 3, 4, 0])
    let polygon = try row("{\"points\":[[1,2],[3,4],[5,6]],\"closed\":true}", type: "polygon")
    #expect(polygon.shape?.kind == .polygon && polygon.shape?.numbers.count == 6)
    let keypoint = try row("{\"x\":1,\"y\":2,\"width\":0.5,\"keypointlabels\":[\"eye\"]}", type: "keypointlabels")
    #expect(
      keypoint.shape?.kind == .points && keypoint.shape?.numbers.map(\.value) == [1, 2] && keypoint.label == "eye")
  }

  @Test("Without a type the list of classes says it")
  func typeless() throws {
    #expect(try !row("{\"x\":1,\"y\":2,\"width\":3,\"height\":4,\"rectanglelabels\":[]}", type: nil).isHidden)
    #expect(try row("{\"x\":1,\"y\":2,\"width\":3,\"height\":4}", type: nil).isHidden)
  }

  @Test("Further classes are attributes; numbers and flags count as text")
  func classes() throws {
    let found = try row(
      "{\"x\":1,\"y\":2,\"width\":3,\"height\":4,\"rectanglelabels\":[7,\"b\",null,true]}", type: "rectanglelabels")
    #expect(found.label == "7" && found.attributes.map(\.value) == ["b", "true"])
    #expect(
      try row("{\"x\":1,\"y\":2,\"width\":3,\"height\":4,\"rectanglelabels\":\"a\"}", type: "rectangle").label == nil)
  }

  @Test("Masks, curves and films are findings", arguments: ["rle", "vertices", "sequence", "imageDataURL"])
  func foreign(key: String) throws {
    let found = try row("{\"\(key)\":[1,2,3],\"brushlabels\":[\"a\"]}", type: "brushlabels")
    #expect(
      found.faults.map(\.code) == [.notExpressible] && found.faults[0].field == ".value.\(key)" && found.shape == nil)
    #expect(try row("{\"\(key)\":null,\"x\":1,\"y\":2,\"width\":3,\"height\":4}", type: "rectangle").faults.isEmpty)
  }

  @Test(
    "What a shape lacks, or has wrong, is a finding",
    arguments: [
      ("{\"x\":1,\"y\":2,\"width\":3}", LabelFinding.Code.fieldMissing, ".value"), ("{}", .fieldMissing, ".value"),
      ("{\"x\":1,\"y\":2,\"width\":3,\"height\":\"4\"}", .numberInvalid, ".value.height"),
      ("{\"x\":1e10,\"y\":2,\"width\":3,\"height\":4}", .numberInvalid, ".value.x"),
      ("{\"x\":null,\"y\":2,\"width\":3,\"height\":4}", .numberInvalid, ".value.x"),
      ("{\"points\":[[1,2],[3,4]]}", .rowMalformed, ".value.points"),
      ("{\"points\":[1,2,3,4,5,6]}", .rowMalformed, ".value.points[0]"),
      ("{\"points\":7}", .rowMalformed, ".value.points"),
    ])
  func faults(value: String, code: LabelFinding.Code, field: String) throws {
    let found = try row(value, type: "rectangle")
    #expect(found.isLost && found.faults.first?.code == code && found.faults.first?.field == field)
  }

  @Test("A number that stands twice leaves its result in doubt")
  func duplicates() throws {
    let found = try row("{\"x\":1,\"x\":9,\"y\":2,\"width\":3,\"height\":4}", type: "rectangle")
    #expect(found.faults.map(\.code) == [.rowMalformed] && found.faults[0].field == ".value.x" && found.isLost)
    let points = try row("{\"points\":[[1,2],[3,4],[5,6]],\"points\":null}", type: "polygon")
    #expect(points.faults.map(\.field) == [".value.points"] && points.isLost)
  }

  @Test(
    "Answers about a region keep its place, and are none of their own",
    arguments: ["choices", "textarea", "labels", "rating"])
  func answers(type: String) throws {
    let found = try row("{\"x\":1,\"y\":2,\"width\":3,\"height\":4,\"\(type)\":[\"a\"]}", type: type)
    #expect(found.isHidden && found.shape != nil && found.faults.isEmpty)
    #expect(try row("{\"\(type)\":[\"a\"]}", type: type).shape == nil)
    #expect(found.label == (type == "labels" ? "a" : nil))
  }
}
