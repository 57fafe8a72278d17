// Findings name their row, even in a file of one line: in text and in JSON, for every format.

import Foundation
import Testing
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inProcess) struct LabelRowNamesTests {
  /// A format, a one-line file whose second row has a box of no width, and what names that row.
  struct Trial: Sendable, CustomTestStringConvertible {
    let format: String
    let name: String
    let text: String
    let row: String
    var id = ""
    var line: Int?

    var testDescription: String { format }
  }

  static let trials = [
    Trial(
      format: "coco", name: "a.json",
      text: #"{"images":[{"id":1,"file_name":"1.jpg"}],"categories":[{"id":1,"name":"cat"}],"annotations":["#
        + #"{"id":70,"image_id":1,"category_id":1,"bbox":[1,1,4,4]},{"id":71,"image_id":1,"category_id":1,"bbox":[9,9,0,4]}]}"#,
      row: "annotations[1]", id: "71"),
    Trial(
      format: "labelme", name: "1.json",
      text: #"{"imagePath":"1.jpg","imageWidth":48,"imageHeight":32,"shapes":["#
        + #"{"label":"cat","shape_type":"rectangle","points":[[1,1],[4,4]]},"#
        + #"{"label":"cat","shape_type":"rectangle","points":[[9,9],[9,14]]}]}"#, row: "shapes[1]"),
    Trial(
      format: "label-studio", name: "a.json",
      text: #"[{"data":{"image":"1.jpg"},"annotations":[{"result":[\#(result(10)),\#(result(0))]}]}]"#,
      row: "[0].annotations[0].result[1]"),
    Trial(
      format: "create-ml", name: "a.json",
      text:
        #"[{"image":"0.jpg","annotations":[\#(square(4))]},{"image":"1.jpg","annotations":[\#(square(4)),\#(square(0))]}]"#,
      row: "[1].annotations[1]"),
    Trial(
      format: "w3c", name: "a.json", text: "[\(annotation(4)),\(annotation(0))]", row: "annotation[1].target[0]"),
    Trial(
      format: "jsonl", name: "a.jsonl",
      text: #"{"image":"1.jpg","x":1,"y":1,"w":4,"h":4,"label":"cat"}"# + "\n"
        + #"{"image":"1.jpg","x":9,"y":9,"w":0,"h":4,"label":"cat"}"# + "\n", row: "", line: 2),
    Trial(format: "yolo", name: "1.txt", text: "0 0.5 0.5 0.2 0.2\n0 0.5 0.5 0 0.2\n", row: "", line: 2),
    Trial(
      format: "voc", name: "1.xml",
      text: "<annotation><filename>1.jpg</filename>\(object(4))\n\(object(0))</annotation>", row: "object[1]", line: 2),
    Trial(
      format: "cvat", name: "a.xml",
      text: "<annotations><image name=\"1.jpg\" width=\"48\" height=\"32\">"
        + "<box label=\"cat\" xtl=\"1\" ytl=\"1\" xbr=\"5\" ybr=\"5\"/>\n"
        + "<box label=\"cat\" xtl=\"9\" ytl=\"9\" xbr=\"9\" ybr=\"14\"/></image></annotations>", row: "shape[1]",
      line: 2),
  ]

  private static func result(_ width: Int) -> String {
    #"{"id":"r\#(width)","type":"rectanglelabels","from_name":"l","to_name":"i","original_width":48,"original_height":32,"#
      + #""value":{"x":10,"y":10,"width":\#(width),"height":20,"rotation":0,"rectanglelabels":["cat"]}}"#
  }

  private static func square(_ width: Int) -> String {
    #"{"label":"cat","coordinates":{"x":9,"y":9,"width":\#(width),"height":4}}"#
  }

  private static func annotation(_ width: Int) -> String {
    #"{"type":"Annotation","body":{"value":"cat","purpose":"tagging","type":"TextualBody"},"#
      + #""target":"1.jpg#xywh=pixel:9,9,\#(width),4"}"#
  }

  private static func object(_ width: Int) -> String {
    "<object><name>cat</name><bndbox><xmin>9</xmin><ymin>9</ymin><xmax>\(8 + width)</xmax><ymax>14</ymax></bndbox></object>"
  }

  private func album(_ trial: Trial) throws -> LabelledAlbum {
    let album = try LabelledAlbum(tags: 1...1)
    try album.write("in/" + trial.name, trial.text)
    if trial.format == "yolo" { try album.write("in/data.yaml", "names: [cat]\n") }
    return album
  }

  @Test(arguments: trials)
  func auditAndValidateNameTheRow(trial: Trial) throws {
    let album = try album(trial)
    let place = [trial.name, trial.line.map { "line \($0)" } ?? "", trial.row].filter { !$0.isEmpty }
    let head = place.joined(separator: ", ") + (trial.id.isEmpty ? "" : " (id \(trial.id))") + ": this box is "
    let audit = try album.run("audit", "--from", trial.format, "--images", "photos", "in")
    #expect(audit.text.contains("\n  " + head), "\(audit.text) \(audit.complaints)")
    #expect(!audit.text.contains("line 1"))
    let objects = try album.run("audit", "--json", "--from", trial.format, "--images", "photos", "in").objects()
    let found = try #require(objects.first { $0["defect"] as? String == "empty" })
    #expect(found["file"] as? String == trial.name && found["line"] as? Int == trial.line)
    #expect(found["row"] as? String ?? "" == trial.row && found["id"] as? String ?? "" == trial.id)
    let valid = try album.run("validate", "--from", trial.format, "in")
    #expect(valid.status == 2 && !valid.text.contains("line 1"), "\(valid.text)")
    #expect(
      (trial.row.isEmpty || valid.text.contains(trial.row))
        && (trial.id.isEmpty || valid.text.contains("(id \(trial.id))")))
    let lines = try album.run("validate", "--json", "--from", trial.format, "in").objects()
    let fault = try #require(lines.first { $0["code"] as? String == "empty" })
    #expect((fault["field"] as? String ?? "").hasPrefix(trial.row))
    #expect(fault["id"] as? String ?? "" == trial.id && fault["line"] as? Int == trial.line)
  }

  @Test func findingsOfRowsThatAreNotReadHaveTheirIds() throws {
    let album = try LabelledAlbum(tags: 1...1)
    let rows = [
      #"{"id":5,"image_id":1,"bbox":[1,2,3]}"#, #"{"id":"six","image_id":9,"bbox":[1,2,3,4]}"#,
      #"{"id":7,"image_id":1,"bbox":[1,2,"x",4]}"#, #"{"id":8,"image_id":1,"category_id":3,"bbox":[1,2,3,4]}"#,
      #"{"image_id":1}"#,
    ]
    try album.write(
      "a.json",
      #"{"images":[{"id":1,"file_name":"1.jpg"}],"categories":[],"annotations":[\#(rows.joined(separator: ","))]}"#)
    let valid = try album.run("validate", "a.json")
    for part in [
      "a.json, annotations[0].bbox (id 5): ", "a.json, annotations[1].image_id (id six): ",
      "a.json, annotations[2].bbox[2] (id 7): ", "a.json, annotations[3].category_id (id 8): ",
      "a.json, annotations[4].bbox: ",
    ] { #expect(valid.text.contains(part), "\(part) is not in \(valid.text)") }
    #expect(!valid.text.contains("line 1"))
    let audit = try album.run("audit", "--images", "photos", "a.json")
    #expect(audit.text.contains("a.json, annotations[3].category_id (id 8): "), "\(audit.text)")
  }
}
