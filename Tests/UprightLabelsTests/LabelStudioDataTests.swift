// Which values of a task's data are images.

import Testing
import UprightGeometry

@testable import UprightLabels

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
