// LabelMe's files, field by field.

import Testing
import UprightGeometry

@testable import UprightLabels

@Suite("Scanning LabelMe")
struct LabelMeScanTests {
  private func image(_ text: String) throws(LabelError) -> ListedImage {
    var scan = LabelMeScan(scanner: try JSONScanner(Labels.file("x/a.json", text)))
    return try scan.image(orNamed: "a")
  }

  private func shape(_ fields: String) throws -> ListedRow {
    try #require(try image("{\"shapes\":[{\(fields)}]}").rows.first)
  }

  @Test(
    "Each type has its points, and no others",
    arguments: [
      ("rectangle", 2, ListedShape.Kind.corners), ("rectangle", 4, .polygon), ("circle", 2, .circle),
      ("polygon", 3, .polygon),
      ("polygon", 9, .polygon), ("oriented_rectangle", 4, .polygon), ("line", 2, .line), ("linestrip", 2, .line),
      ("linestrip", 5, .line), ("point", 1, .points), ("points", 1, .points), ("points", 3, .points),
    ])
  func types(type: String, count: Int, kind: ListedShape.Kind) throws {
    let points = (0..<count).map { "[\($0),\($0 * $0)]" }.joined(separator: ",")
    let row = try shape("\"points\":[\(points)],\"shape_type\":\"\(type)\"")
    #expect(row.shape?.kind == kind && row.faults.isEmpty)
    #expect(row.shape?.numbers.map(\.value) == (0..<count).flatMap { [Double($0), Double($0 * $0)] })
  }

  @Test(
    "Another number of points is a finding that says how many there should be",
    arguments: [
      ("rectangle", 3, "2"), ("circle", 1, "2"), ("polygon", 2, "3 or more"), ("line", 3, "2"),
      ("linestrip", 1, "2 or more"),
      ("point", 2, "1"), ("points", 0, "1 or more"), ("oriented_rectangle", 3, "4"),
    ])
  func counts(type: String, count: Int, wanted: String) throws {
    let points = (0..<count).map { "[\($0),1]" }.joined(separator: ",")
    let row = try shape("\"shape_type\":\"\(type)\",\"points\":[\(points)]")
    #expect(row.shape == nil && row.isLost)
    #expect(row.faults.map(\.code) == [.rowMalformed])
    #expect(row.faults.first?.note == "a \(type) needs \(wanted) points, not \(count)")
  }

  @Test(
    "What is no point is a finding of its field",
    arguments: [
      ("\"points\":[[1,2],[3,\"4\"]],\"shape_type\":\"line\"", LabelFinding.Code.numberInvalid, ".points"),
      ("\"points\":[[1,2],[3]],\"shape_type\":\"line\"", .rowMalformed, ".points[1]"),
      ("\"points\":[[1,2,3],[4]],\"shape_type\":\"line\"", .rowMalformed, ".points[0]"),
      ("\"points\":[[1,2],[1e308,4]],\"shape_type\":\"line\"", .numberInvalid, ".points"),
      ("\"points\":{\"x\":1}", .rowMalformed, ".points"), ("\"label\":\"x\"", .fieldMissing, ".points"),
      ("\"points\":[[1,2]],\"shape_type\":\"cuboid\"", .notExpressible, ".shape_type"),
      ("\"points\":[[1,2],[3,4]],\"shape_type\":\"mask\",\"mask\":\"iVBORw0KGgo=\"", .notExpressible, ".mask"),
    ])
  func faults(fields: String, code: LabelFinding.Code, field: String) throws {
    let row = try shape(fields)
    #expect(row.isLost)
    #expect(row.faults.first?.code == code && row.faults.first?.field == field)
  }

  @Test("What else a shape says becomes attributes, in the order of the file")
  func attributes() throws {
    let row = try shape(
      """
      "label":7,"description":"big","group_id":3,"flags":{"occluded":true,"score":0.5,"deep":{"a":1}},"points":[[1,2],[3,4],[5,6]],"z":[]
      """)
    #expect(row.label == "7" && row.thing == "3 7" && row.field == "shapes[0]")
    #expect(
      row.attributes == [
        LabelAttribute("description", "big"), LabelAttribute("group_id", "3"), LabelAttribute("occluded", "true"),
        LabelAttribute("score", "0.5"),
      ])
  }

  @Test("Only polygons are parts of a thing, and only in a group")
  func things() throws {
    #expect(try shape("\"points\":[[1,2],[3,4],[5,6]],\"group_id\":null").thing == nil)
    #expect(try shape("\"points\":[[1,2]],\"shape_type\":\"point\",\"group_id\":1").thing == nil)
    #expect(try shape("\"group_id\":\"a\",\"points\":[[1,2],[3,4],[5,6]]").thing == "a ")
  }

  @Test("The size and the picture are stated anywhere in the file")
  func header() throws {
    let image = try image("{\"imageWidth\":100,\"shapes\":[],\"imagePath\":\"b.png\",\"imageHeight\":40}")
    #expect(image.name == "b.png" && image.sizes.map { $0.map(\.value) } == [[100, 40]])
    #expect(try self.image("{\"shapes\":[],\"imageHeight\":40,\"imageWidth\":null}").sizes.isEmpty)
    #expect(try self.image("{\"shapes\":[]}").name == "a")
    #expect(try self.image("{\"shapes\":[],\"imagePath\":null}").name == "a")
  }

  @Test("A picture inside the file, and a key that stands twice, are remarks")
  func remarks() throws {
    let image = try image("{\"imageData\":\"/9j/4AAQ\",\"shapes\":[],\"shapes\":[{}]}")
    #expect(image.remarks.map(\.code) == [.imageEmbedded, .rowMalformed])
    #expect(image.remarks.map(\.field) == ["imageData", ".shapes"])
    #expect(image.rows.isEmpty && image.isAmbiguous)
    #expect(try self.image("{\"imageData\":null,\"shapes\":[]}").remarks.isEmpty)
  }

  @Test(
    "What is no file of LabelMe is an error",
    arguments: [
      ("{}", LabelError.Code.wrongFormat), ("[]", .wrongFormat), ("{\"images\":[]}", .wrongFormat),
      ("{\"shapes\":{}}", .wrongFormat),
      ("{\"shapes\":[]} x", .syntax), ("{\"shapes\":[{\"points\":[[NaN,1]]}]}", .notANumber),
      ("{\"shapes\":[", .truncated),
      ("{\"shapes\":[{\"label\":\"\u{0}\"}]}", .syntax),
    ])
  func errors(text: String, code: LabelError.Code) {
    do {
      _ = try image(text)
      Issue.record("was read")
    } catch { #expect(error.code == code) }
  }

  @Test("Values inside values, one more than allowed, are an error and no crash")
  func deep() {
    let text = "{\"shapes\":[{\"points\":" + String(repeating: "[", count: 5000)
    do {
      _ = try image(text)
      Issue.record("was read")
    } catch { #expect(error.code == .tooDeep) }
  }
}
