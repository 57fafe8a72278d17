// Create ML's annotations, field by field.

import Testing
import UprightGeometry

@testable import UprightLabels

@Suite("Scanning Create ML")
struct CreateMLScanTests {
  private func images(_ text: String) throws(LabelError) -> [ListedImage] {
    var scan = CreateMLScan(scanner: try JSONScanner(Labels.file("a.json", text)), .createML)
    var images: [ListedImage] = []
    try scan.run { images.append($0) }
    return images
  }

  private func row(_ annotation: String) throws -> ListedRow {
    try #require(try images("[{\"image\":\"a\",\"annotations\":[\(annotation)]}]").first?.rows.first)
  }

  @Test(
    "What an annotation lacks, or has wrong, is a finding",
    arguments: [
      ("7", LabelFinding.Code.rowMalformed, ""), ("{}", .fieldMissing, ".coordinates"),
      ("{\"coordinates\":[1,2,3,4]}", .fieldMissing, ".coordinates"),
      ("{\"coordinates\":{\"x\":1,\"y\":2,\"width\":3}}", .fieldMissing, ".coordinates"),
      ("{\"coordinates\":{\"x\":\"1\",\"y\":2,\"width\":3,\"height\":4}}", .numberInvalid, ".coordinates"),
      ("{\"coordinates\":{\"x\":1e300,\"y\":2,\"width\":3,\"height\":4}}", .numberInvalid, ".coordinates"),
      ("{\"coordinates\":{\"x\":null,\"y\":2,\"width\":3,\"height\":4}}", .numberInvalid, ".coordinates"),
    ])
  func faults(annotation: String, code: LabelFinding.Code, field: String) throws {
    let found = try row(annotation)
    #expect(found.isLost && found.faults.map(\.code) == [code] && found.faults[0].field == field)
    #expect(found.field == "[0].annotations[0]")
  }

  @Test("Numbers stand in any order; one that stands twice is in doubt")
  func numbers() throws {
    let found = try row("{\"coordinates\":{\"height\":4,\"width\":3,\"y\":2,\"x\":1,\"x\":9,\"z\":7},\"label\":5}")
    #expect(found.shape?.kind == .centerBox && found.shape?.numbers.map(\.value) == [1, 2, 3, 4] && found.label == "5")
    #expect(found.faults.map(\.code) == [.rowMalformed] && found.faults[0].field == ".coordinates.x" && found.isLost)
    let name = try images("[{\"image\":\"a\",\"annotations\":[],\"image\":\"b\"}]")
    #expect(name[0].isAmbiguous && name[0].name == nil && name[0].remarks.map(\.code) == [.imageMissing])
    let label = try row("{\"label\":\"a\",\"label\":\"b\",\"coordinates\":{\"height\":4,\"width\":3,\"y\":2,\"x\":1}}")
    #expect(label.faults.map(\.code) == [.duplicateKey] && !label.isLost && label.label == "a")
  }

  @Test("Pictures without a name or a list are named")
  func images() throws {
    let found = try images(
      "[{\"annotations\":[{}]},3,{\"image\":7},{\"image\":\"b\",\"annotations\":{}},{\"imagefilename\":\"c\",\"annotation\":null}]"
    )
    #expect(
      found.map(\.name) == [nil, nil, nil, "b", "c"] && found.map(\.field) == ["[0]", "[1]", "[2]", "[3]", "[4]"])
    #expect(found[3].remarks.map(\.code) == [.rowMalformed] && found[4].remarks.isEmpty)
    let set = try Labels.read(CreateMLFormat(), Labels.file("f", "[{\"annotations\":[]},{\"image\":\"b\"}]"))
    #expect(set.findings.map(\.code) == [.fieldMissing] && set.images.map(\.name) == ["b"])
  }

  @Test(
    "What is no list is an error",
    arguments: [
      ("{}", LabelError.Code.wrongFormat), ("", .truncated), ("[", .truncated), ("[{\"image\":\"\\u12\"}]", .syntax),
      ("[1,]", .syntax),
      ("[{\"annotations\":[{\"coordinates\":{\"x\":-Infinity}}]}]", .notANumber), ("[] 1", .syntax),
    ])
  func errors(text: String, code: LabelError.Code) {
    do {
      _ = try images(text)
      Issue.record("was read")
    } catch { #expect(error.code == code) }
  }
}
