// COCO: reading, rotating and writing.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightLabels

@Suite("COCO")
struct COCOFormatTests {
  private let coding = COCOFormat()
  private let file = Labels.file("a.json", Labels.coco)

  private func turned(_ file: LabelFile, _ tag: ExifOrientation) throws -> LabelEdit {
    try coding.reoriented(file) { _ in Labels.turn(tag) }
  }

  @Test("A turn by tag 6 changes these numbers and nothing else")
  func tagSix() throws {
    let edit = try turned(file, .rightTop)
    let expected = """
      {
        "info": {"year": 2026, "note": "caf\\u00e9", "big": 1e300},
        "images": [ {"id":7, "file_name":"a.jpg", "width":40, "height":100, "coco_url": null} ],
        "categories": [{"id": 3, "name": "person", "keypoints": ["nose", "left_eye", "right_eye"], "skeleton": [[1, 2]]}],
        "annotations": [
          {"id": 1, "image_id": 7, "category_id": 3, "bbox": [15.5, 30.25, 8.5, 40.0], "area": 340.0, "iscrowd": 0, "mine": [1, {"x": 2}]},
          {"bbox": [10.0, 10.5, 30.0, 20.0], "id": 2, "image_id": 7, "category_id": 3, "segmentation": [[40.0, 10.5, 40.0, 30.5, 10.0, 20.125], [38, 1, 36, 3, 34, 5]]},
          {"id": 3, "image_id": 7, "category_id": 3, "bbox": [25.0, 5.0, 10.0, 10.0], "keypoints": [34.0, 5.0, 2, 0, 0, 0, 32.5, 15.0, 1], "num_keypoints": 2},
          {"id": 4, "image_id": 7, "category_id": 3, "bbox": [37.0, 0.0, 3.0, 2.0], "segmentation": {"size": [100, 40], "counts": [3700, 2, 98, 2, 98, 2, 98]}, "iscrowd": 1},
          {"id": 5, "image_id": 7, "category_id": 3, "bbox": [37.0, 0.0, 3.0, 2.0], "segmentation": {"counts": "dc32R30000", "size": [100, 40]}}
        ]
      }

      """
    let lines = Labels.text(edit.bytes).split(separator: "\n", omittingEmptySubsequences: false)
    for (found, wanted) in zip(lines, expected.split(separator: "\n", omittingEmptySubsequences: false)) {
      #expect(found == wanted)
    }
    #expect(lines.count == expected.split(separator: "\n", omittingEmptySubsequences: false).count)
    #expect(edit.reorientedRows == 5)
    #expect(edit.unchangedRows == 0)
    #expect(edit.findings.isEmpty)
  }

  @Test("There and back is the same file, byte for byte", arguments: ExifOrientation.allCases)
  func thereAndBack(tag: ExifOrientation) throws {
    let there = try turned(file, tag)
    #expect((there.bytes == file.bytes) == (tag == .topLeft))
    let again = try coding.reoriented(LabelFile(name: "a.json", bytes: there.bytes)) { _ in Labels.back(tag) }
    #expect(Labels.text(again.bytes) == Labels.coco)
  }

  @Test("What was turned where it stands is what was turned as regions", arguments: ExifOrientation.allCases)
  func regions(tag: ExifOrientation) throws {
    let turn = Labels.turn(tag)
    let expected: LabelSet<Displayed> = try Labels.read(coding, file).applying { _ in turn.orientation }
    var found = LabelSet<Displayed>()
    let edit = try turned(file, tag)
    try coding.read(LabelFile(name: "a.json", bytes: edit.bytes), into: &found) { _ in nil }
    #expect(found.images.map(\.size) == [turn.orientation.applied(to: Labels.size)])
    #expect(found.regionCount == 5)
    for (one, two) in zip(found.images[0].regions, expected.images[0].regions) { #expect(Labels.agree(one, two)) }
    #expect(found.keypointNames == [0: ["nose", "left_eye", "right_eye"]])
  }

  @Test("Files of random numbers in every style come back byte for byte", arguments: 0..<40)
  func styles(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let style = seed % 4
    func number(_ bound: Int) -> String {
      let text = random.decimal(
        below: bound, places: style == 0 ? 0 : style == 1 ? 2 : Int.random(in: 1...13, using: &random))
      guard style > 1, let value = Double(text) else { return text }
      return style == 2 || !value.description.hasSuffix(".0")
        ? value.description : String(value.description.dropLast(2))
    }
    var rows: [String] = []
    for id in 0..<40 {
      let box = [number(900), number(700), number(90), number(70)].joined(separator: ", ")
      let ring = (0..<6).map { _ in number(700) }.joined(separator: ", ")
      rows.append(
        "{\"id\": \(id), \"image_id\": 1, \"category_id\": 1, \"bbox\": [\(box)], \"segmentation\": [[\(ring)]]}")
    }
    let text = """
      {"annotations": [\(rows.joined(separator: ", "))], "images": [{"id": 1, "file_name": "x.jpg", "height": 800, "width": 1000}]}
      """
    let file = Labels.file("r.json", text)
    let size = PixelSize<Stored>(width: 1000, height: 800)
    for (tag, orientation) in PixelTable.all {
      let there = try coding.reoriented(file) { _ in LabelReorientation(size: size, orientation: orientation) }
      let back = try coding.reoriented(LabelFile(name: "r", bytes: there.bytes)) { _ in
        LabelReorientation(size: orientation.applied(to: size), orientation: orientation.inverse)
      }
      #expect(there.reorientedRows == 40)
      #expect(back.bytes == file.bytes, "tag \(tag), \(Labels.difference(back.bytes, file.bytes))")
    }
  }

  @Test("Written and read again is the same set, and writing that again the same bytes")
  func written() throws {
    let set = try Labels.read(coding, file)
    let output = coding.written(set)
    #expect(output.findings.isEmpty)
    #expect(output.files.map(\.name) == ["annotations.json"])
    let again = try Labels.read(coding, output.files[0])
    #expect(Labels.bare(again) == Labels.bare(set))
    #expect(again.names == ["person"])
    #expect(coding.written(again).files[0].bytes == output.files[0].bytes)
  }

  @Test("A list of results has boxes without pictures: it is turned where its pictures are told by their number")
  func results() throws {
    let text = "[{\"image_id\": 7, \"category_id\": 1, \"bbox\": [1, 2, 3, 4], \"score\": 0.5}]"
    let edit = try turned(Labels.file("r.json", text), .topRight)
    #expect(edit.reorientedRows == 1)
    #expect(
      Labels.text(edit.bytes) == "[{\"image_id\": 7, \"category_id\": 1, \"bbox\": [96, 2, 3, 4], \"score\": 0.5}]")
  }

  @Test("Pictures that nobody knows, or whose header has another size, stay as they are, and are named")
  func unknown() throws {
    for turn in [
      nil,
      LabelReorientation<Stored, Displayed>(
        size: PixelSize(width: 40, height: 100), orientation: Orientation(exif: .rightTop)),
    ] {
      let edit = try coding.reoriented(file) { _ in turn }
      #expect(edit.bytes == file.bytes)
      #expect((edit.reorientedRows, edit.unchangedRows) == (0, 5))
      #expect(edit.findings.map(\.code) == [.imageUnknown])
      #expect(edit.findings.first?.line == 3)
    }
  }

  @Test("Annotations in front of the pictures are read and turned all the same")
  func order() throws {
    let text = """
      {"annotations":[{"image_id":"x","category_id":"k","bbox":[1,2,3,4]}],
      "categories":[{"id":"k","name":"thing"}],"images":[{"file_name":"a.jpg","id":"x","height":40,"width":100}]}
      """
    let file = Labels.file("o.json", text)
    let set = try Labels.read(coding, file)
    #expect(Labels.boxes(set) == [[1, 2, 3, 4]])
    #expect(set.names == ["thing"] && set.images[0].regions[0].label == 0)
    let edit = try turned(file, .rightTop)
    #expect(
      Labels.text(edit.bytes) == """
        {"annotations":[{"image_id":"x","category_id":"k","bbox":[34,1,4,3]}],
        "categories":[{"id":"k","name":"thing"}],"images":[{"file_name":"a.jpg","id":"x","height":100,"width":40}]}
        """)
  }
}
