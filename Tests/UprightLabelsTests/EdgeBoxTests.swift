// One of TensorFlow's boxes on a line of its own.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightLabels

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
