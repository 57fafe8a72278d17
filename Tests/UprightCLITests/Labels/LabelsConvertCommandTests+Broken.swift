// Invalid rows in `convert`: named as `validate` names them, for every request.

import Foundation
import Testing
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightLabelJobs

extension LabelsConvertCommandTests {
  /// A label file of which only the first row is valid, by its format.
  static let broken: [(format: LabelFormatName, name: String, text: String, count: Int)] = [
    (
      .coco, "a.json",
      """
      {"images":[{"id":1,"file_name":"6.jpg"}],"categories":[{"id":1,"name":"cat"}],"annotations":[
      {"id":1,"image_id":1,"category_id":1,"bbox":[1,2,3,4]},
      {"id":2,"image_id":1,"category_id":1,"bbox":[10,2,-3,4]},
      {"id":3,"image_id":1,"category_id":1,"bbox":[1,2,3,0]},
      {"id":4,"image_id":1,"category_id":1,"bbox":null},
      {"id":5,"image_id":1,"category_id":1,"bbox":[1,2,3,4],"segmentation":[[1,2,3,4]]},
      {"id":6,"image_id":1,"category_id":1,"bbox":[1,2,3]}]}
      """, 5
    ),
    (
      .voc, "6.xml",
      """
      <annotation><filename>6.jpg</filename>
      <object><name>a</name><bndbox><xmin>2</xmin><ymin>2</ymin><xmax>5</xmax><ymax>6</ymax></bndbox></object>
      <object><name>a</name><bndbox><xmin>15</xmin><ymin>2</ymin><xmax>5</xmax><ymax>6</ymax></bndbox></object>
      <object><name>a</name><bndbox><xmin>2</xmin><ymin>7</ymin><xmax>5</xmax><ymax>6</ymax></bndbox></object>
      <object><name>a</name></object></annotation>
      """, 3
    ),
    (.yolo, "6.txt", "0 0.5 0.5 0.25 0.25\n0 0.5 0.5 -0.25 0.25\n0 0.5 0.5 0.25 0\n0 0.5 x 0.25 0.25\n", 3),
    (
      .labelMe, "6.json",
      """
      {"version":"5.5.0","imagePath":"6.jpg","imageData":null,"shapes":[
      {"label":"a","shape_type":"polygon","points":[[1,1],[9,1],[9,9]]},
      {"label":"a","shape_type":"polygon","points":[[1,1],[9,1]]},
      {"label":"a","shape_type":"rectangle","points":[[1,1]]}]}
      """, 2
    ),
    (
      .createML, "a.json",
      """
      [{"image":"6.jpg","annotations":[
      {"label":"a","coordinates":{"x":9,"y":9,"width":4,"height":4}},
      {"label":"a","coordinates":{"x":9,"y":9,"width":-4,"height":4}},
      {"label":"a","coordinates":{"x":9,"y":9,"width":0,"height":4}},
      {"label":"a","coordinates":null}]}]
      """, 3
    ),
    (
      .boxLines, "a.jsonl",
      """
      {"image":"6.jpg","x":1,"y":2,"width":3,"height":4}
      {"image":"6.jpg","x":1,"y":2,"width":-3,"height":4}
      {"image":"6.jpg","x":1,"y":2,"width":3,"height":0}
      {"image":"6.jpg","x":1,"y":2,"width":3}

      """, 3
    ),
    (
      .cvat, "a.xml",
      """
      <annotations><image id="0" name="6.jpg" width="32" height="48">
      <box label="a" occluded="0" xtl="1" ytl="2" xbr="5" ybr="6"></box>
      <box label="a" occluded="0" xtl="9" ytl="2" xbr="5" ybr="6"></box>
      <box label="a" occluded="0" xtl="5" ytl="2" xbr="5" ybr="6"></box>
      <polygon label="a" occluded="0" points="1,1;2,2"></polygon></image></annotations>
      """, 3
    ),
  ]

  /// The JSON for a row: its position, and which rule it breaks.
  private func places(_ lines: some StringProtocol) throws -> Set<[String]> {
    var places: Set<[String]> = []
    for line in lines.split(separator: "\n") {
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      guard object["broken"] as? Bool == true else { continue }
      let words = ["code", "path", "line", "field"].map { object[$0].map { "\($0)" } ?? "" }
      #expect(places.insert(words).inserted, "\(words) is named twice")
    }
    return places
  }

  private func album(_ row: (format: LabelFormatName, name: String, text: String, count: Int)) throws -> LabelledAlbum {
    let album = try LabelledAlbum()
    try album.write("in/\(row.name)", row.text)
    return album
  }

  @Test(arguments: broken.indices)
  func inTheSameFormatTheyStayAndAreNamedAsByValidate(index: Int) throws {
    let row = Self.broken[index]
    let album = try album(row)
    let from = ["--from", row.format.rawValue]
    let said = try places(album.run("validate", "--json", from[0], from[1], "in").text)
    #expect(said.count == row.count, "\(said)")
    let answer = try album.run("convert", "--json", "-o", "out/", from[0], from[1], "in")
    #expect(answer.status == 2)
    #expect(try places(answer.complaints) == said)
    #expect(try album.text("out/\(row.name)") == row.text)
    let people = try album.run("convert", "--force", "-o", "out/", from[0], from[1], "in")
    #expect(people.status == 2 && people.complaints.contains("invalid rows were left unchanged"))
    #expect(people.complaints.contains("\(row.name), line "))
    let strict = try album.run("convert", "--strict", "-o", "none/", from[0], from[1], "in")
    #expect(strict.status == 2 && strict.text.isEmpty && strict.complaints.contains("nothing was written"))
    #expect(throws: (any Error).self) { try album.text("none/\(row.name)") }
  }

  // Rows with numbers rotate with the others, so that the file is in one space as far as possible, and the inverse is
  // the same; unless the size of their image is stated.
  @Test(arguments: broken.indices)
  func turnedInTheirFileTheyAreNamedOnceAndComeBack(index: Int) throws {
    let row = Self.broken[index]
    let album = try album(row)
    let from = ["--from", row.format.rawValue]
    let said = try places(album.run("validate", "--json", from[0], from[1], "in").text)
    let words = ["convert", "--json", "--images", "photos", from[0], from[1]]
    let there = try UprightTool.run(
      ["labels"] + words + ["--from-space", "stored", "--to-space", "displayed", "-o", "there/", "in"],
      in: album.album.folder)
    #expect(there.status == 2)
    #expect(try places(there.complaints).isSuperset(of: said), "\(there.complaints)")
    // Where the size of the image is stated, it and all rows only rotate together.
    let statesSize = row.text.contains("height=\"48\"")
    #expect(try (album.text("there/\(row.name)") == row.text) == statesSize)
    let back = try UprightTool.run(
      ["labels"] + words + ["--from-space", "displayed", "--to-space", "stored", "-o", "back/", "there"],
      in: album.album.folder)
    #expect(back.status == 2)
    #expect(try album.text("back/\(row.name)") == row.text)
    let strict = try UprightTool.run(
      ["labels"] + words + ["--strict", "--from-space", "stored", "--to-space", "displayed", "-o", "none/", "in"],
      in: album.album.folder)
    #expect(strict.status == 2 && strict.text.isEmpty)
    #expect(throws: (any Error).self) { try album.text("none/\(row.name)") }
  }

  @Test(arguments: broken.indices)
  func intoAnotherFormatTheyAreLeftOutAndTheSoundRowIsNot(index: Int) throws {
    let row = Self.broken[index]
    let album = try album(row)
    let other: LabelFormatName = row.format == .boxLines ? .coco : .boxLines
    let words = ["labels", "convert", "--images", "photos", "--from", row.format.rawValue, "--to", other.rawValue]
    for space in ["stored", "displayed"] {
      let answer = try UprightTool.run(
        words + ["--force", "--from-space", "stored", "--to-space", space, "-o", "out.\(other.fileExtension)", "in"],
        in: album.album.folder)
      #expect(answer.status == 2 && answer.text == "1 file, 1 region", "\(answer.text) \(answer.complaints)")
      #expect(answer.complaints.contains("invalid rows were left out"))
      let lines = answer.complaints.split(separator: "\n").count { $0.contains(row.name) }
      #expect(lines == row.count, "\(answer.complaints)")
      let sides = try album.run("validate", "--from", other.rawValue, "out.\(other.fileExtension)")
      #expect(sides.status == 0 && sides.text.contains("1 region of 1 image: 0 invalid"), "\(sides.text)")
    }
    let strict = try UprightTool.run(
      words + ["--strict", "--from-space", "stored", "-o", "none.\(other.fileExtension)", "in"], in: album.album.folder)
    #expect(strict.status == 2 && strict.text.isEmpty)
    #expect(throws: (any Error).self) { try album.text("none.\(other.fileExtension)") }
  }

  // The numbers of an inverted box are known, and so are its new positions.
  @Test(arguments: 1...8)
  func aBoxInsideOutTurnsAsItsTagSays(tag: Int) throws {
    let album = try LabelledAlbum(tags: tag...tag)
    let stored = tag > 4 ? (width: 32, height: 48) : (width: 48, height: 32)
    let box = [20, 5, -6, 3]
    func file(_ box: [Int], _ size: (width: Int, height: Int)) -> String {
      #"{"images":[{"id":1,"file_name":"\#(tag).jpg","width":\#(size.width),"height":\#(size.height)}],"annotations":["#
        + #"{"id":1,"image_id":1,"category_id":1,"bbox":[\#(box.map { "\($0)" }.joined(separator: ","))]}],"#
        + #""categories":[{"id":1,"name":"a"}]}"#
    }
    try album.write("a.json", file(box, (48, 32)))
    let answer = try album.run(
      "convert", "--from-space", "displayed", "--to-space", "stored", "--images", "photos", "-o", "b.json", "a.json")
    #expect(
      answer.status == 2 && answer.complaints.contains("annotations[0].bbox (id 1): this box is -6.0 wide and 3.0 high")
    )
    let turned = TagFormula.stored(box, displayed: (48, 32), tag: tag)
    #expect(try album.text("b.json") == file(turned, stored))
  }
}
