// Label Studio's tasks, field by field.

import Testing
import UprightGeometry

@testable import UprightLabels

@Suite("Scanning Label Studio")
struct LabelStudioScanTests {
  private func images(_ text: String) throws(LabelError) -> [ListedImage] {
    var scan = LabelStudioScan(scanner: try JSONScanner(Labels.file("a.json", text)))
    var images: [ListedImage] = []
    try scan.run { images.append($0) }
    return images
  }

  private static let box = "\"value\":{\"x\":1,\"y\":2,\"width\":3,\"height\":4}"

  private func task(_ fields: String) -> String { "{\"data\":{\"image\":\"a.jpg\"},\(fields)}" }

  private func row(_ result: String) throws -> ListedRow {
    try #require(try images("[\(task("\"annotations\":[{\"result\":[\(result)]}]"))]").first?.rows.first)
  }

  @Test("A list of tasks, or one task, with annotations, completions or predictions")
  func tasks() throws {
    let result = "[{\"result\":[{\"type\":\"rectangle\",\(Self.box)}]}]"
    for text in [
      task("\"annotations\":\(result)"), "[\(task("\"completions\":\(result)"))]", task("\"predictions\":\(result)"),
    ] {
      let found = try images(text)
      #expect(found.map(\.name) == ["a.jpg"] && found[0].rows.map(\.isHidden) == [false])
      #expect(found[0].rows[0].shape?.kind == .turnedBox)
    }
    #expect(try images("[]").isEmpty)
    #expect(try images(task("\"annotations\":null,\"predictions\":[null]"))[0].remarks.isEmpty)
  }

  @Test("Predictions beside annotations, and what was cancelled, are turned and not read")
  func silent() throws {
    let result = "\"result\":[{\"type\":\"rectangle\",\(Self.box)}]"
    let both = try images(task("\"predictions\":[{\(result)}],\"annotations\":[{\(result)}]"))
    #expect(both[0].rows.map(\.isHidden) == [false, true])
    #expect(both[0].rows.map(\.field) == [".annotations[0].result[0]", ".predictions[0].result[0]"])
    let cancelled = try images(task("\"annotations\":[{\(result),\"was_cancelled\":true},{\(result)}]"))
    #expect(cancelled[0].rows.map(\.isHidden) == [true, false])
    #expect(
      try images(task("\"annotations\":[{\(result),\"was_cancelled\":true}],\"predictions\":[{\(result)}]"))[0].rows
        .map(\.isHidden) == [true, false])
  }

  @Test("Drafts beside annotations are turned and not read; alone they come before predictions")
  func drafts() throws {
    let result = "\"result\":[{\"type\":\"rectangle\",\(Self.box)}]"
    let all = try images(
      task("\"drafts\":[{\(result)}],\"predictions\":[{\(result)}],\"annotations\":[{\(result)}]"))[0].rows
    #expect(all.map(\.omission) == [nil, .drafted, .predicted])
    #expect(
      all.map(\.field) == [".annotations[0].result[0]", ".drafts[0].result[0]", ".predictions[0].result[0]"])
    #expect(all.allSatisfy { $0.shape?.kind == .turnedBox })
    let alone = try images(task("\"predictions\":[{\(result)}],\"annotations\":[],\"drafts\":[{\(result)}]"))[0].rows
    #expect(alone.map(\.omission) == [nil, .predicted] && alone[0].field == ".drafts[0].result[0]")
    #expect(try images(task("\"drafts\":[{\(result)}]"))[0].rows.map(\.omission) == [nil])
    #expect(try images(task("\"drafts\":[]"))[0].rows.isEmpty)
  }

  @Test("What an annotation contains of drafts and its prediction is turned and not read")
  func contained() throws {
    let result = "\"result\":[{\"id\":\"x\",\"type\":\"rectangle\",\(Self.box)}]"
    let list = "[{\"id\":\"x\",\"type\":\"rectangle\",\(Self.box)}]"
    let text =
      "\"annotations\":[{\"prediction\":{\(result)},\"draft\":\(list),\"drafts\":[{\(result)}],\(result)},"
      + "{\"prediction\":{},\"draft\":{\(result)}},{\"prediction\":7,\"draft\":true,\"drafts\":null}]"
    let image = try images(task(text))[0]
    #expect(image.remarks.isEmpty && !image.isAmbiguous)
    #expect(image.rows.map(\.omission) == [nil, .drafted, .drafted, .predicted, .drafted])
    let inner = [".result[0]", ".draft[0]", ".drafts[0].result[0]", ".prediction.result[0]"]
    #expect(
      image.rows.map(\.field) == inner.map { ".annotations[0]" + $0 } + [".annotations[1].draft.result[0]"])
    #expect(Set(image.rows.map(\.thing)).count == 5, "ids are those of their own list")
    #expect(image.rows.allSatisfy { $0.shape?.kind == .turnedBox })
  }

  @Test("The picture is what the data call image, or else their first text")
  func address() throws {
    func name(_ data: String) throws -> String? { try images("{\"data\":\(data)}")[0].name }
    #expect(try name("{\"text\":\"x\",\"image\":\"b.jpg\"}") == "b.jpg")
    #expect(try name("{\"n\":1,\"photo\":\"c.jpg\",\"more\":\"d\"}") == "c.jpg")
    #expect(try name("{\"n\":1}") == nil)
    #expect(try name("\"a.jpg\"") == nil)
  }

  @Test("A result on a picture that was turned in the tool is a finding")
  func imageRotation() throws {
    let turned = try row("{\"type\":\"rectangle\",\"image_rotation\":90,\(Self.box)}")
    #expect(
      turned.isLost && turned.faults.map(\.code) == [.notExpressible] && turned.faults[0].field == ".image_rotation")
    #expect(try !row("{\"type\":\"rectangle\",\"image_rotation\":0,\(Self.box)}").isLost)
    #expect(try !row("{\"type\":\"rectangle\",\"image_rotation\":null,\(Self.box)}").isLost)
  }

  @Test("Results of one region have its id in common, within their annotation")
  func things() throws {
    let result =
      "{\"result\":[{\"id\":\"x\",\"type\":\"rectangle\",\"score\":0.5,\(Self.box)},{\"id\":7,\"type\":\"choices\",\"value\":{}}]}"
    let rows = try images(task("\"annotations\":[\(result),\(result)]"))[0].rows
    #expect(rows.map(\.thing) == ["1 x", "1 7", "2 x", "2 7"])
    #expect(rows[0].attributes == [LabelAttribute("score", "0.5")])
    #expect(rows[1].shape == nil && !rows[1].isLost)
  }

  @Test("What is no task, no list and no result is a finding of its place")
  func malformed() throws {
    let found = try images(
      "[3, {\"x\":1}, \(task("\"annotations\":{}")), \(task("\"annotations\":[7,{\"result\":8}]")), \(task("\"annotations\":[{\"result\":[9]}]"))]"
    )
    #expect(found.map(\.rows.count) == [1, 1, 0, 0, 1])
    #expect(found[0].rows[0].faults.map(\.code) == [.rowMalformed] && found[0].rows[0].field == "[0]")
    #expect(found[1].rows[0].isLost)
    #expect(found[2].remarks.map(\.field) == [".annotations"])
    #expect(found[3].remarks.map(\.field) == [".annotations[0]", ".annotations[1].result"])
    #expect(found[4].rows[0].field == "[4].annotations[0].result[0]" && found[4].rows[0].isLost)
  }

  @Test("A key that stands twice leaves its result, or its task, in doubt; a score does not")
  func duplicates() throws {
    let twice = try row("{\"type\":\"rectangle\",\"type\":\"polygon\",\(Self.box),\"value\":{}}")
    #expect(twice.faults.map(\.code) == [.rowMalformed, .rowMalformed] && twice.isLost)
    #expect(twice.faults.map(\.field) == [".type", ".value"])
    let score = try row("{\"type\":\"rectangle\",\"score\":1,\"score\":2,\(Self.box)}")
    #expect(score.faults.map(\.code) == [.duplicateKey] && score.shape != nil && !score.isLost)
    let text = task("\"annotations\":[{\"result\":[],\"result\":[{}]}],\"annotations\":[]")
    let found = try images("[\(text)]")[0]
    #expect(found.isAmbiguous && found.remarks.map(\.code) == [.rowMalformed, .rowMalformed])
    #expect(found.remarks.map(\.field) == [".annotations[0].result", ".annotations"])
    #expect(found.remarks[0].note == JSONKeys.twice + " (line 1)")
    let data = try images(task("\"data\":{\"image\":\"b.jpg\"},\"annotations\":[]"))[0]
    #expect(data.isAmbiguous && data.name == nil && data.remarks.map(\.code).contains(.imageMissing))
  }

  @Test(
    "What is no file of Label Studio is an error",
    arguments: [
      ("{}", LabelError.Code.wrongFormat), ("3", .wrongFormat), ("{\"images\":[]}", .wrongFormat), ("[{]", .syntax),
      ("[{\"data\":", .truncated), ("[] []", .syntax), ("[{\"data\":{\"image\":Infinity}}]", .notANumber),
      ("", .truncated),
    ])
  func errors(text: String, code: LabelError.Code) {
    do {
      _ = try images(text)
      Issue.record("was read")
    } catch { #expect(error.code == code) }
  }
}
