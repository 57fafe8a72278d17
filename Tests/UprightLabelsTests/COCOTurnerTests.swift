// COCO's annotations turned where they stand.

import Testing
import UprightGeometry

@testable import UprightLabels

@Suite("Turning COCO")
struct COCOTurnerTests {
  /// A file whose numbers are those of the table for a tag.
  private func text(_ tag: ExifOrientation) -> String {
    let numbers = TurnedNumbers.expected[Int(tag.rawValue) - 1]
    let size = numbers[6].dropFirst().dropLast().split(separator: ", ")
    let boxes = numbers[0..<4].map { "{\"image_id\": 1, \"bbox\": \($0)}" }.joined(separator: ",\n")
    return """
      {"images": [{"id": 1, "height": \(size[0]), "width": \(size[1]), "file_name": "a.jpg"}],
      "annotations": [\(boxes),
      {"segmentation": \(numbers[4]), "image_id": 1},
      {"keypoints": \(numbers[5]), "image_id": 1},
      {"segmentation": {"size": \(numbers[6]), "counts": "\(numbers[7])"}, "image_id": 1},
      {"segmentation": {"counts": \(numbers[8]), "size": \(numbers[6])}, "image_id": 1}]}
      """
  }

  private func turned<From: Space, To: Space>(_ text: String, _ turn: PictureTurn<From, To>) throws -> LabelEdit {
    try COCOFormat().turned(Labels.file("a.json", text)) { _ in turn }
  }

  @Test("Every number is the one that Python's decimals and pycocotools find", arguments: ExifOrientation.allCases)
  func numbers(tag: ExifOrientation) throws {
    let edit = try turned(text(.topLeft), Labels.turn(tag))
    #expect(edit.findings.isEmpty)
    let (found, expected) = (Labels.text(edit.bytes).split(separator: "\n"), text(tag).split(separator: "\n"))
    #expect(found.count == expected.count)
    for (one, two) in zip(found, expected) { #expect(one == two) }
  }

  @Test("And the way back is the file again", arguments: ExifOrientation.allCases)
  func back(tag: ExifOrientation) throws {
    #expect(Labels.text(try turned(text(tag), Labels.back(tag)).bytes) == text(.topLeft))
  }

  @Test("Rows that break a rule stay as they are, byte for byte, and the others are turned")
  func badRows() throws {
    let bad = [
      "{\"image_id\":1,\"bbox\":[1,2,3]}", "{\"image_id\":1,\"bbox\":[1,2,3,\"4\"]}",
      "{\"image_id\":1,\"bbox\":[1,2,3,1e308]}",
      "{\"image_id\":2,\"bbox\":[1,2,3,4]}", "{\"bbox\":[1,2,3,4]}", "{\"image_id\":1,\"bbox\":\"x\"}", "7",
      "{\"image_id\":1,\"bbox\":[1,2,3,4],\"segmentation\":[[1,2,3]]}",
      "{\"image_id\":1,\"bbox\":[1,2,3,4],\"keypoints\":[1,2]}",
      "{\"image_id\":1,\"bbox\":[1,2,3,4],\"segmentation\":{\"size\":[40,100],\"counts\":[1]}}",
      "{\"image_id\":1,\"bbox\":[1,2,3,4],\"segmentation\":{\"size\":[100,40],\"counts\":[4000]}}",
      "{\"image_id\":1,\"bbox\":[1,2,3,4],\"segmentation\":{\"counts\":\"x\"}}",
      "{\"image_id\":1,\"bbox\":[1,2,3,4],\"segmentation\":true}",
    ]
    for row in bad {
      let good = "{\"image_id\":1,\"bbox\":[1,2,3,4]}"
      let file = "{\"images\":[{\"id\":1,\"file_name\":\"a\"}],\"annotations\":[\(row),\n\(good)]}"
      let edit = try turned(file, Labels.turn(.bottomRight))
      #expect((edit.turnedRows, edit.keptRows) == (1, 1), "\(row)")
      #expect(Labels.text(edit.bytes) == file.replacing(good, with: "{\"image_id\":1,\"bbox\":[96,34,3,4]}"), "\(row)")
    }
  }

  @Test("A key that stands twice counts once, and is named")
  func duplicates() throws {
    let file = """
      {"images":[{"id":1,"file_name":"a"}],
      "annotations":[{"image_id":1,"bbox":[1,2,3,4],"bbox":[5,6,7,8]}],
      "images":[{"id":1,"file_name":"b"}]}
      """
    let edit = try turned(file, Labels.turn(.topRight))
    #expect(Labels.text(edit.bytes) == file.replacing("[1,2,3,4]", with: "[96,2,3,4]"))
    #expect(edit.findings.map(\.code) == [.duplicateKey, .duplicateKey])
    #expect(edit.findings.map(\.line) == [2, 3])
    #expect(edit.findings.map(\.field) == ["annotations[0].bbox", "images"])
  }

  @Test("Spaces inside lists of runs stay as they were")
  func spaces() throws {
    let file = """
      {"images":[{"id":1,"file_name":"a"}],"annotations":[
      {"image_id":1,"segmentation":{"counts":[ 0 ,\n 1 ,\n 3999 ],"size":[ 40 , 100 ]}}]}
      """
    let there = try turned(file, Labels.turn(.rightTop))
    #expect(Labels.text(there.bytes).contains("{\"counts\":[ 3900 ,\n 1 ,\n 99 ],\"size\":[ 100 , 40 ]}"))
    #expect(Labels.text(try turned(Labels.text(there.bytes), Labels.back(.rightTop)).bytes) == file)
  }

  @Test("Runs whose text needs escapes in JSON are written with them")
  func escapes() throws {
    let mask = try #require(RunMask<Stored>(size: Labels.size) { x, y in x == 57 && y > 3 || x == 2 })
    let turned = mask.applying(Orientation<Stored, Displayed>(exif: .rightTop))
    var text: [UInt8] = []
    JSONText.append(Labels.text(mask.text), to: &text)
    let file =
      "{\"images\":[{\"id\":1}],\"annotations\":[{\"image_id\":1,\"segmentation\":{\"size\":[40,100],\"counts\":\(Labels.text(text))}}]}"
    let edit = try self.turned(file, Labels.turn(.rightTop))
    var found = LabelSet<Displayed>()
    try COCOFormat().read(LabelFile(name: "f", bytes: edit.bytes), into: &found) { _ in nil }
    #expect(found.pictures[0].regions[0].outline == .mask(turned))
  }
}
