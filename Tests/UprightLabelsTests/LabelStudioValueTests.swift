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

// Which values of a task's data are images.

@Suite("Data of Label Studio")
struct LabelStudioDataTests {
  private static func result(_ target: String?, x: Int = 10) -> String {
    let name = target.map { "\"to_name\":\"\($0)\"," } ?? ""
    return
      "{\(name)\"type\":\"rectangle\",\"original_width\":100,\"original_height\":40,\"value\":{\"x\":\(x),\"y\":20,\"width\":30,\"height\":5}}"
  }

  private func file(_ data: String, _ targets: [String?]) -> LabelFile {
    let results = targets.enumerated().map { Self.result($0.element, x: 10 + $0.offset) }.joined(separator: ",\n")
    return Labels.file("a.json", "[{\"annotations\":[{\"result\":[\(results)]}],\"data\":\(data)}]")
  }

  private func images(_ data: String, _ targets: [String?]) throws -> [String?] {
    var found: [String?] = []
    try LabelStudioFormat().list(file(data, targets)) { found.append($0.name) }
    return found
  }

  @Test(
    "Without a name to go by it is what is called image, else what looks like a picture, else like an address",
    arguments: [
      (#"{"caption":"a dog","img":"a.jpg"}"#, "a.jpg"), (#"{"text":"x.png","image":"b.jpg"}"#, "b.jpg"),
      (#"{"photo":"s3://x/1234","caption":"a dog"}"#, "1234"), (#"{"photo":"c"}"#, "c"),
      (#"{"n":1,"p":"/data/upload/7.HEIC"}"#, "7.HEIC"),
      (#"{"page":"http://x/y","photo":"http://x/a.jpeg?w=3"}"#, "a.jpeg"),
      (#"{"caption":"a. dog","p":"/data/local-files/?d=x/b.tif"}"#, "b.tif"),
    ])
  func likeliest(data: String, name: String) throws {
    for target in ["other", nil] { #expect(try images(data, [target, target]) == [name]) }
  }

  @Test(
    "Several values that may be the picture are a finding, and nothing is turned",
    arguments: [
      #"{"left":"a.jpg","right":"b.jpg"}"#, #"{"one":"x","two":"y"}"#, #"{"a":"http://x/1","b":"http://x/2","c":"d"}"#,
      #"{"image":"a.jpg","image":"b.jpg"}"#, #"{"image":"a.jpg","image":null}"#, #"{"image":{},"image":"a.jpg"}"#,
      #"{"image":"a.jpg","image":3}"#,
    ])
  func ambiguity(data: String) throws {
    let file = file(data, ["img", nil])
    let set = try Labels.read(LabelStudioFormat(), file)
    #expect(set.regionCount == 0 && set.findings.contains { $0.code == .imageMissing && $0.field == "[0].data" })
    let edit = try LabelStudioFormat().reoriented(file) { _ in Labels.turn(.rightTop) }
    #expect(edit.bytes == file.bytes && (edit.reorientedRows, edit.unchangedRows) == (0, 2))
    #expect(edit.findings.contains { $0.code == .imageMissing && $0.note.contains("to_name") })
  }

  @Test("Rows lie on the value that their to_name names, each on its own picture")
  func targets() throws {
    let data = #"{"left":"a.jpg","right":"b.jpg","note":"c"}"#
    let set = try Labels.read(LabelStudioFormat(), file(data, ["right", "left", "right"]))
    #expect(set.findings.isEmpty && set.images.map(\.name) == ["a.jpg", "b.jpg"])
    #expect(Labels.boxes(set).map { $0[0].rounded() } == [11, 10, 12])
    let file = file(data, ["right", "left"])
    let edit = try LabelStudioFormat().reoriented(file) { $0 == "b.jpg" ? Labels.turn(.topRight) : nil }
    #expect((edit.reorientedRows, edit.unchangedRows) == (1, 1) && edit.findings.map(\.code) == [.imageUnknown])
    #expect(Labels.text(edit.bytes) == Labels.text(file.bytes).replacing("\"x\":10", with: "\"x\":60"))
  }

  @Test("Rows without a picture of their own lie on what is likeliest, or are in doubt alone")
  func mixed() throws {
    #expect(try images(#"{"left":"a.jpg","image":"b.jpg"}"#, ["left", nil]) == ["a.jpg", "b.jpg"])
    let set = try Labels.read(LabelStudioFormat(), file(#"{"left":"a.jpg","right":"b.jpg"}"#, ["left", "x"]))
    #expect(set.images.map(\.name) == ["a.jpg"] && set.regionCount == 1)
    #expect(set.findings.map(\.code) == [.imageMissing, .fieldMissing])
  }

  @Test("Each picture has the sizes of its own rows", arguments: ExifOrientation.allCases)
  func sizes(tag: ExifOrientation) throws {
    let file = file(#"{"left":"a.jpg","right":"b.jpg"}"#, ["left", "right", "left"])
    let there = try LabelStudioFormat().reoriented(file) { _ in Labels.turn(tag) }
    #expect(there.reorientedRows == 3 && there.findings.isEmpty && (there.bytes == file.bytes) == (tag == .topLeft))
    let isSide = Labels.text(there.bytes).contains("\"original_width\":40,\"original_height\":100")
    #expect(isSide == Labels.turn(tag).orientation.swapsAxes)
    let back = try LabelStudioFormat().reoriented(LabelFile(name: "a", bytes: there.bytes)) { _ in Labels.back(tag) }
    #expect(back.bytes == file.bytes)
  }

  @Test("Results that have no place do not make a picture of a text")
  func shapeless() throws {
    let text =
      #"[{"data":{"image":"a.jpg","text":"some words"},"annotations":[{"result":["#
      + #"{"type":"choices","to_name":"text","value":{"choices":["x"]}},"# + Self.result("image") + "]}]}]"
    let set = try Labels.read(LabelStudioFormat(), Labels.file("a", text))
    #expect(set.images.map(\.name) == ["a.jpg"] && set.regionCount == 1)
    #expect(set.findings.map(\.note) == [RowOmission.regionless.note])
  }

  @Test("Data that are no object name no picture", arguments: ["7", "[\"a.jpg\"]", "{}", "{\"image\":[\"a.jpg\"]}"])
  func none(data: String) throws { #expect(try images(data, [nil]) == [nil]) }
}
