// One line of boxes.

import Testing
import UprightGeometry
@testable import UprightLabels
import UprightTestTools

@Suite("Lines of boxes")
struct BoxLineTests {
  private func image(_ text: String, _ rows: BoxLinesFormat.Rows = .boxes(.pixels)) throws -> ListedImage {
    var scanner = try JSONScanner(Labels.file("f", text))
    var line = BoxLine(index: 0, line: 1)
    return try line.image(&scanner, rows.measure)
  }

  @Test(
    "A box is four numbers under one of several names",
    arguments: [
      "{\"image\":\"a\",\"x\":1,\"y\":2,\"w\":3,\"h\":4}", "{\"h\":4,\"width\":3,\"y\":2,\"x\":1,\"image\":\"a\"}",
      "{\"image\":\"a\",\"bbox\":[1,2,3,4]}", "{\"image\":\"a\",\"boundingBox\":[[1,2],[3,4]]}",
      "{\"image\":\"a\",\"bbox\":{\"w\":3,\"h\":4,\"x\":1,\"y\":2,\"z\":[9]}}",
    ])
  func names(text: String) throws {
    let found = try image(text)
    #expect(found.name == "a" && found.rows.map { $0.shape?.numbers.map(\.value) } == [[1, 2, 3, 4]])
    #expect(found.rows[0].shape?.kind == .cornerBox && found.rows[0].faults.isEmpty)
  }

  @Test("The measure says what the place is")
  func measures() throws {
    let text = "{\"image\":\"a\",\"bbox\":[1,2,3,4]}"
    #expect(try image(text, .boxes(.createML)).rows[0].shape?.kind == .centerBox)
    #expect(BoxMeasure.vision.plane == LabelPlane(extent: 1, risesUp: true))
    #expect(BoxMeasure.pixels.plane == .pixels && BoxMeasure.createML.plane == .pixels)
  }

  @Test("Classes and confidences by their names; other fields are passed over")
  func fields() throws {
    let row = try image("{\"image\":\"a\",\"bbox\":[1,2,3,4],\"class\":7,\"confidence\":0.5,\"deep\":{\"x\":9}}")
      .rows[0]
    #expect(row.label == "7" && row.attributes == [LabelAttribute("score", "0.5")])
    #expect(try image("{\"image\":\"a\",\"x\":1,\"y\":2,\"w\":3,\"h\":4,\"label\":null}").rows[0].label == nil)
    #expect(try image("{\"image\":\"a\"}").rows.isEmpty && image("{\"image\":\"a\"}", .tensorFlow).rows.isEmpty)
    #expect(try image("{\"image\":\"a\",\"mine\":7}").rows.map(\.isLost) == [true])
    #expect(try image("{\"bbox\":[1,2,3,4],\"image\":5}").name == nil)
  }

  @Test(
    "What a box lacks, or has wrong, is a finding",
    arguments: [
      ("{\"x\":1,\"y\":2,\"w\":3}", LabelFinding.Code.fieldMissing, "height"),
      ("{\"x\":1}", .fieldMissing, "y, width, height"),
      ("{\"label\":\"a\"}", .fieldMissing, "x, y, width, height"),
      ("{\"x\":\"1\",\"y\":2,\"w\":3,\"h\":4}", .numberInvalid, "x"),
      ("{\"x\":1,\"y\":2e9,\"w\":3,\"h\":4}", .numberInvalid, "y"),
      ("{\"x\":1,\"y\":2,\"w\":3,\"width\":3,\"h\":4}", .rowMalformed, "box"),
      ("{\"bbox\":[1,2,3]}", .rowMalformed, "box"),
      ("{\"bbox\":[1,2,3,[4,5]]}", .rowMalformed, "box"), ("{\"bbox\":[1,2,3,null]}", .numberInvalid, "box"),
      ("{\"bbox\":\"1 2 3 4\"}", .numberInvalid, "box"), ("{\"bbox\":{\"x\":1}}", .fieldMissing, "y, width, height"),
      ("{\"bbox\":[1,2,3,4],\"x\":1,\"y\":2,\"w\":3,\"h\":4}", .rowMalformed, "box"),
      ("{\"x\":1,\"bbox\":{\"x\":1,\"y\":2,\"w\":3,\"h\":4}}", .rowMalformed, "box"),
      ("{\"bbox\":[1,2,3,4],\"width\":100}", .rowMalformed, "box"),
      ("{\"bbox\":[1,2,3,4],\"width\":100.5,\"height\":40}", .rowMalformed, "box"),
      ("{\"bbox\":[1,2,3,4],\"boundingBox\":[1,2,3,4]}", .rowMalformed, "box"),
      ("{\"bbox\":{\"x\":1,\"y\":2,\"w\":3,\"h\":4},\"boundingBox\":[1,2,3,4]}", .rowMalformed, "box"),
    ])
  func faults(text: String, code: LabelFinding.Code, field: String) throws {
    let row = try #require(try image(text).rows.first)
    #expect(row.isLost && row.faults.first?.code == code && row.faults.first?.field == field)
  }

  @Test("TensorFlow boxes have their classes and scores by their number")
  func tensorFlow() throws {
    let rows = try image(
      "{\"scores\":[0.5],\"boxes\":[[1,2,3,4],[5,6,7,8]],\"classes\":[\"a\",null],\"image\":\"p\"}", .tensorFlow
    ).rows
    #expect(rows.map { $0.shape?.numbers.map(\.value) } == [[2, 1, 4, 3], [6, 5, 8, 7]])
    #expect(rows.map(\.label) == ["a", nil] && rows.map(\.attributes.count) == [1, 0])
    #expect(rows[1].faults.map(\.code) == [.classMissing] && !rows[1].isLost && rows[1].field == "boxes[1]")
  }

  @Test(
    "What is no box of TensorFlow's is a finding",
    arguments: [
      ("{\"boxes\":[[1,2,3]]}", LabelFinding.Code.rowMalformed), ("{\"boxes\":[{\"x\":1}]}", .numberInvalid),
      ("{\"boxes\":[[1,2,3,\"4\"]]}", .numberInvalid), ("{\"boxes\":{}}", .rowMalformed),
      ("{\"detection_boxes\":[7]}", .rowMalformed),
    ])
  func malformed(text: String, code: LabelFinding.Code) throws {
    let row = try #require(try image(text, .tensorFlow).rows.first)
    #expect(row.isLost && row.faults.first?.code == code)
  }

  @Test("Boxes under both names are in doubt")
  func twice() throws {
    let found = try image("{\"boxes\":[[1,2,3,4]],\"detection_boxes\":[[5,6,7,8]]}", .tensorFlow)
    #expect(found.rows.count == 1 && found.rows[0].isLost && found.rows[0].faults[0].code == .rowMalformed)
  }

  @Test(
    "Width and height beside a box of its own are the picture's",
    arguments: [
      "{\"width\":100,\"height\":40,\"bbox\":[1,2,3,4]}",
      "{\"boundingBox\":{\"x\":1,\"y\":2,\"width\":3,\"height\":4},\"height\":40,\"width\":100}",
      "{\"w\":100,\"bbox\":[[1,2],[3,4]],\"h\":40.0}",
    ])
  func size(text: String) throws {
    let found = try image(text)
    #expect(found.rows[0].faults.isEmpty && found.rows[0].shape?.numbers.map(\.value) == [1, 2, 3, 4])
    #expect(found.sizes.map { $0.map(\.value) } == [[100, 40]])
  }

  @Test("A box under a key that stands twice is in doubt; a class is not")
  func twoKeys() throws {
    for text in [
      "{\"bbox\":[1,2,3,4],\"bbox\":[5,6,7,8]}", "{\"x\":1,\"x\":2,\"y\":2,\"w\":3,\"h\":4}",
      "{\"image\":\"a\",\"image\":\"b\",\"bbox\":[1,2,3,4]}", "{\"bbox\":{\"x\":1,\"y\":2,\"w\":3,\"h\":4,\"x\":5}}",
    ] {
      let row = try #require(try image(text).rows.first)
      #expect(row.isLost && row.faults.map(\.code) == [.duplicateKey, .rowMalformed], "\(text)")
    }
    let row = try image("{\"bbox\":[1,2,3,4],\"label\":\"a\",\"label\":\"b\"}").rows[0]
    #expect(!row.isLost && row.label == "a" && row.faults.map(\.code) == [.duplicateKey])
  }
}

// One of TensorFlow's boxes on a line of its own.

@Suite("A line with one box by its edges")
struct EdgeBoxTests {
  private static let line =
    "{\"image\":\"p6.jpg\",\"label\":\"red\",\"ymin\":0.625,\"xmin\":0.0667,\"ymax\":0.875,\"xmax\":0.2667}"
  private let format = BoxLinesFormat(.tensorFlow)

  @Test("It is read in the size of its picture")
  func read() throws {
    let set = try Labels.read(format, Labels.file("a.jsonl", Self.line + "\n" + Self.line))
    #expect(set.findings.isEmpty && set.names == ["red"] && set.images.map(\.name) == ["p6.jpg"])
    #expect(set.images[0].regions.map(\.location.line) == [1, 2])
    for box in Labels.boxes(set) {
      for (found, wanted) in zip(box, [6.67, 25, 20, 10]) { #expect(abs(found - wanted) < 1e-9) }
    }
  }

  @Test("Only its four numbers and the picture's size turn, and they turn back", arguments: ExifOrientation.allCases)
  func turned(tag: ExifOrientation) throws {
    let line = Self.line.replacing("}", with: ",\"height\":40,\"width\":100,\"confidence\":0.5,\"mine\":{\"ymin\":7}}")
    let (top, left, bottom, right) = ("0.625", "0.0667", "0.875", "0.2667")
    let (below, beside, above, before) = ("0.375", "0.9333", "0.125", "0.7333")
    let edges = [
      [top, left, bottom, right], [top, before, bottom, beside], [above, before, below, beside],
      [above, left, below, right], [left, top, right, bottom], [left, above, right, below],
      [before, above, beside, below], [before, top, beside, bottom],
    ][Int(tag.rawValue) - 1]
    let size = tag.rawValue > 4 ? ("100", "40") : ("40", "100")
    let wanted =
      "{\"image\":\"p6.jpg\",\"label\":\"red\",\"ymin\":\(edges[0]),\"xmin\":\(edges[1]),\"ymax\":\(edges[2]),\"xmax\":\(edges[3]),"
      + "\"height\":\(size.0),\"width\":\(size.1),\"confidence\":0.5,\"mine\":{\"ymin\":7}}"
    let edit = try format.reoriented(Labels.file("a.jsonl", line)) { _ in Labels.turn(tag) }
    #expect(Labels.text(edit.bytes) == wanted && edit.reorientedRows == 1 && edit.findings.isEmpty)
    let back = try format.reoriented(LabelFile(name: "a.jsonl", bytes: edit.bytes)) { _ in Labels.back(tag) }
    #expect(Labels.text(back.bytes) == line)
  }

  @Test("Words and confidences under either name")
  func words() throws {
    let line = Self.line.replacing("label", with: "class").replacing("}", with: ",\"score\":0.25}")
    let set = try Labels.read(format, Labels.file("a.jsonl", line))
    #expect(set.names == ["red"] && set.images[0].regions[0].attributes == [LabelAttribute("score", "0.25")])
  }

  @Test(
    "A line that lacks an edge, says one twice or two boxes, or has another value there, is a finding and stays",
    arguments: [
      ("{\"image\":\"a\",\"ymin\":0.1,\"xmin\":0.1,\"ymax\":0.2}", LabelFinding.Code.fieldMissing, "xmax"),
      ("{\"image\":\"a\",\"ymax\":0.2}", .fieldMissing, "xmin, ymin, xmax"),
      ("{\"image\":\"a\",\"label\":\"red\"}", .fieldMissing, "xmin, ymin, xmax, ymax"),
      ("{\"image\":\"a\",\"x\":1,\"y\":2,\"w\":3,\"h\":4}", .fieldMissing, "xmin, ymin, xmax, ymax"),
      ("{\"image\":\"a\",\"ymin\":\"0.1\",\"xmin\":0.1,\"ymax\":0.2,\"xmax\":1}", .numberInvalid, "ymin"),
      ("{\"image\":\"a\",\"ymin\":0.1,\"xmin\":1e10,\"ymax\":0.2,\"xmax\":1}", .numberInvalid, "xmin"),
      ("{\"image\":\"a\",\"ymin\":0.1,\"xmin\":0,\"ymax\":0.2,\"xmax\":1,\"boxes\":[[0,0,1,1]]}", .rowMalformed, "box"),
    ])
  func faults(line: String, code: LabelFinding.Code, field: String) throws {
    let text = line + "\n" + Self.line + "\n"
    let set = try Labels.read(format, Labels.file("a.jsonl", text))
    #expect(set.regionCount == 1 && set.findings.map(\.code) == [code] && set.findings[0].field == field)
    #expect(set.findings[0].line == 1 && code.dropsRow)
    let edit = try format.reoriented(Labels.file("a.jsonl", text)) { _ in Labels.turn(.bottomRight) }
    #expect((edit.reorientedRows, edit.unchangedRows) == (1, 1) && edit.findings.map(\.code) == [code])
    #expect(Labels.text(edit.bytes).hasPrefix(line + "\n") && Labels.text(edit.bytes) != text)
  }

  @Test("An edge that stands twice is not turned")
  func twice() throws {
    let line = Self.line.replacing("\"ymax\"", with: "\"ymin\":0.5,\"ymax\"")
    let edit = try format.reoriented(Labels.file("a.jsonl", line)) { _ in Labels.turn(.bottomRight) }
    #expect(Labels.text(edit.bytes) == line && edit.unchangedRows == 1)
    #expect(edit.findings.map(\.code).contains(.rowMalformed))
  }

  @Test(
    "A line that says more than its picture and holds no box is a finding in all three kinds of lines",
    arguments: [BoxLinesFormat.Rows.tensorFlow, .boxes(.pixels), .boxes(.vision)])
  func without(rows: BoxLinesFormat.Rows) throws {
    let text = "{\"image\":\"a\"}\n{\"image\":\"a\",\"label\":\"red\"}\n{\"image\":\"a\",\"left\":1,\"top\":2}\n"
    let set = try Labels.read(BoxLinesFormat(rows), Labels.file("a.jsonl", text))
    #expect(set.images.map(\.name) == ["a"] && set.regionCount == 0)
    #expect(set.findings.map(\.code) == [.fieldMissing, .fieldMissing] && set.findings.map(\.line) == [2, 3])
  }
}
