// COCO's annotations rotated in place.

import Testing
import UprightGeometry
@testable import UprightLabels

@Suite("Turning COCO")
struct COCOReorienterTests {
  /// A file with the numbers of the table for a tag.
  private func text(_ tag: ExifOrientation) -> String {
    let numbers = ReorientedNumbers.expected[Int(tag.rawValue) - 1]
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

  private func turned<From: Space, To: Space>(_ text: String, _ turn: LabelReorientation<From, To>) throws -> LabelEdit
  {
    try COCOFormat().reoriented(Labels.file("a.json", text)) { _ in turn }
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
      #expect((edit.reorientedRows, edit.unchangedRows) == (1, 1), "\(row)")
      #expect(Labels.text(edit.bytes) == file.replacing(good, with: "{\"image_id\":1,\"bbox\":[96,34,3,4]}"), "\(row)")
    }
  }

  @Test(
    "A row in which a place, its picture or its mask stands twice stays, because readers differ in which counts",
    arguments: [
      (#""bbox":[1,2,3,4],"bbox":[5,6,7,8]"#, "bbox"), (#""bbox":[1,2,3,4],"image_id":2"#, "image_id"),
      (#""segmentation":[[1,2,3,4,5,6]],"segmentation":null"#, "segmentation"),
      (#""bbox":[1,2,3,4],"keypoints":[1,2,2],"keypoints":[1,2,2]"#, "keypoints"),
      (#""segmentation":{"size":[40,100],"counts":[4000],"counts":"abc"}"#, "segmentation.counts"),
      (#""segmentation":{"size":[40,100],"counts":"abc","counts":[4000]}"#, "segmentation.counts"),
      (#""segmentation":{"size":[40,100],"size":[1,1],"counts":[4000]}"#, "segmentation.size"),
      (#""bbox":[1,2,3,4],"attributes":{"rotation":30,"rotation":40}"#, "attributes.rotation"),
    ])
  func duplicates(fields: String, field: String) throws {
    let file = "{\"images\":[{\"id\":1,\"file_name\":\"a\"}],\n\"annotations\":[{\"image_id\":1,\(fields)}]}"
    for tag in ExifOrientation.allCases {
      let edit = try turned(file, Labels.turn(tag))
      #expect(Labels.text(edit.bytes) == file && (edit.reorientedRows, edit.unchangedRows) == (0, 1))
      #expect(edit.findings.map(\.code) == [.rowMalformed] && edit.findings[0].line == 2)
      #expect(edit.findings[0].field == "annotations[0].\(field)")
    }
    let set = try Labels.read(COCOFormat(), Labels.file("f", file))
    #expect(set.regionCount == 0 && set.findings.map(\.code) == [.rowMalformed])
  }

  @Test(
    "A list of rows or pictures that stands twice leaves the whole file as it is; one of classes does not",
    arguments: [
      ("annotations", LabelFinding.Code.rowMalformed, "[{\"image_id\":1,\"bbox\":[1,2,5,6]}]"),
      ("images", .imageMissing, "[{\"id\":1,\"file_name\":\"b\"}]"), ("categories", .duplicateKey, "[]"),
    ])
  func lists(key: String, code: LabelFinding.Code, second: String) throws {
    let file = """
      {"images":[{"id":1,"file_name":"a","width":100,"height":40}],"categories":[],
      "annotations":[{"image_id":1,"bbox":[1,2,3,4],"area":1,"area":2}],
      "\(key)":\(second)}
      """
    let isClasses = key == "categories"
    for tag in ExifOrientation.allCases where tag != .topLeft {
      let edit = try turned(file, Labels.turn(tag))
      #expect((Labels.text(edit.bytes) == file) != isClasses)
      #expect((edit.reorientedRows, edit.unchangedRows) == (isClasses ? (1, 0) : (0, key == "images" ? 1 : 2)))
      #expect(edit.findings.map(\.code) == [.duplicateKey, isClasses ? .duplicateKey : .rowMalformed])
      #expect(edit.findings.map(\.line) == [2, 3] && edit.findings.map(\.field) == ["annotations[0].area", key])
    }
    let set = try Labels.read(COCOFormat(), Labels.file("f", file))
    #expect(set.regionCount == (isClasses ? 1 : 0) && set.images.count == (isClasses ? 1 : 0))
    #expect(set.findings.last?.code == code && set.findings.last?.field == key)
    var names: [String] = []
    _ = try COCOFormat().reoriented(Labels.file("f", file)) { name -> LabelReorientation<Stored, Displayed>? in
      names.append(name)
      return nil
    }
    #expect(names.first == "a")
  }

  @Test(
    "A picture whose id, name or size stands twice stays with its rows, and is named",
    arguments: ["\"id\":2", "\"file_name\":\"b\"", "\"width\":40", "\"height\":100"])
  func images(twice: String) throws {
    let file = """
      {"images":[{"id":1,"file_name":"a","width":100,"height":40,\(twice)},{"id":3,"file_name":"c","width":100,"height":40}],
      "annotations":[{"image_id":1,"bbox":[1,2,3,4]},{"image_id":3,"bbox":[1,2,5,6]}]}
      """
    let edit = try turned(file, Labels.turn(.topRight))
    #expect(Labels.text(edit.bytes) == file.replacing("[1,2,5,6]", with: "[94,2,5,6]"))
    #expect((edit.reorientedRows, edit.unchangedRows) == (1, 1) && edit.findings.contains { $0.field == "images[0]" })
    let set = try Labels.read(COCOFormat(), Labels.file("f", file))
    #expect(set.images.map(\.name) == ["c"] && set.regionCount == 1)
    let first = twice.contains("name") ? LabelFinding.Code.imageMissing : .rowMalformed
    #expect(set.findings.map(\.code) == [first, .imageMissing] && set.findings[0].field == "images[0]")
  }

  @Test("A row of a panoptic file stays, because its areas stand in a picture of their own")
  func panoptic() throws {
    let file = """
      {"images":[{"id":1,"file_name":"a.jpg","width":100,"height":40}],"annotations":[{"image_id":1,"file_name":"a.png",
      "segments_info":[{"id":5,"category_id":1,"bbox":[1,2,3,4],"area":12,"iscrowd":0}]}]}
      """
    for tag in ExifOrientation.allCases where tag != .topLeft {
      let edit = try turned(file, Labels.turn(tag))
      #expect((edit.reorientedRows, edit.unchangedRows) == (0, 1) && Labels.text(edit.bytes).contains("[1,2,3,4]"))
      #expect(
        edit.findings.map(\.code) == [.imageUnknown, .notExpressible]
          && edit.findings.map(\.field) == ["images[0]", "annotations[0].segments_info"])
    }
    #expect(
      try turned(file.replacing("[{\"id\":5", with: "null,\"x\":[{\"id\":5"), Labels.turn(.topRight)).reorientedRows
        == 1)
  }

  @Test("The angle that CVAT exports beside a box changes its sense under mirrors", arguments: ExifOrientation.allCases)
  func rotation(tag: ExifOrientation) throws {
    for (there, back) in [
      ("30", "330"), ("30.0", "330.0"), ("0.0", "0.0"), ("12.1234567890123456789", "347.8765432109876543211"),
    ] {
      let file = """
        {"images":[{"id":1,"file_name":"a"}],"annotations":[
        {"image_id":1,"bbox":[20,10,30,10],"attributes":{"occluded":false,"rotation":\(there)}}]}
        """
      let edit = try turned(file, Labels.turn(tag))
      let isMirrored = [.topRight, .bottomLeft, .leftTop, .rightBottom].contains(tag)
      #expect(Labels.text(edit.bytes).contains("\"rotation\":\(isMirrored ? back : there)}"), "\(tag)")
      #expect(Labels.text(try turned(Labels.text(edit.bytes), Labels.back(tag)).bytes) == file)
      let (one, two) = (try Labels.read(COCOFormat(), Labels.file("f", file)), LabelSet<Displayed>())
      var found = two
      try COCOFormat().read(LabelFile(name: "f", bytes: edit.bytes), into: &found) { _ in
        Labels.turn(tag).orientation.applied(to: Labels.size)
      }
      let wanted: LabelSet<Displayed> = one.applying { _ in Orientation(exif: tag) }
      guard case .rotated(let rect)? = found.images[0].regions[0].outline,
        case .rotated(let expected)? = wanted.images[0].regions[0].outline
      else {
        #expect(there == "0.0" && found.images[0].regions[0].outline == nil)
        continue
      }
      let (box, other) = (found.images[0].regions[0].box, wanted.images[0].regions[0].box)
      #expect(there != "0.0" && abs(box.x - other.x) < 1e-9 && abs(box.y - other.y) < 1e-9)
      #expect(abs(box.width - other.width) < 1e-9 && abs(box.height - other.height) < 1e-9)
      for (corner, other) in zip(Self.sorted(rect.corners), Self.sorted(expected.corners)) {
        #expect(abs(corner.x - other.x) < 1e-9 && abs(corner.y - other.y) < 1e-9, "\(tag)")
      }
    }
  }

  private static func sorted(_ corners: [Point2D<Displayed>]) -> [Point2D<Displayed>] {
    corners.sorted { ($0.x + 1e-3 * $0.y) < ($1.x + 1e-3 * $1.y) }
  }

  @Test(
    "Doubles of seventeen digits, as Python prints them, come back digit by digit", arguments: ExifOrientation.allCases)
  func doubles(tag: ExifOrientation) throws {
    let file = """
      {"images":[{"id":1,"file_name":"a"}],"annotations":[
      {"image_id":1,"bbox":[0.20335892693609026,0.1234567890123456789,3.3333333333333335,4.000000000000001]},
      {"image_id":1,"segmentation":[[0.20335892693609026,1.5,0.000022250738585072014,3.0,4.1000000000000005,5.0]]},
      {"image_id":1,"keypoints":[0.20335892693609026,39.99999999999999999,2]}]}
      """
    let there = try turned(file, Labels.turn(tag))
    #expect((there.bytes == Array(file.utf8)) == (tag == .topLeft))
    #expect(Labels.text(try turned(Labels.text(there.bytes), Labels.back(tag)).bytes) == file)
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
    #expect(found.images[0].regions[0].outline == .mask(turned))
  }
}

// Boxes of many writers, and masks, compared with tables computed in Python.
extension COCOReorienterTests {
  private static let size = PixelSize<Stored>(width: 640, height: 427)

  private func file(_ boxes: [String], swapped: Bool) -> String {
    let rows = boxes.map { "{\"bbox\": [\($0)], \"image_id\": 1}" }.joined(separator: ",\n")
    return """
      {"annotations": [
      \(rows)
      ], "images": [{"id": 1, "file_name": "a.jpg", "width": \(swapped ? 427 : 640), "height": \(swapped ? 640 : 427)}]}
      """
  }

  @Test(
    "Boxes look as their writer would have written them, under all tags and back", arguments: StyledBoxes.all.indices)
  func styles(index: Int) throws {
    let (style, tags) = StyledBoxes.all[index]
    let source = file(tags[0], swapped: false)
    for (tag, orientation) in PixelTable.all {
      let there = try COCOFormat().reoriented(Labels.file("a.json", source)) { _ in
        LabelReorientation(size: Self.size, orientation: orientation)
      }
      let expected = file(tags[tag - 1], swapped: tag >= 5)
      #expect(Labels.text(there.bytes) == expected, "\(style), tag \(tag)")
      let back = try COCOFormat().reoriented(LabelFile(name: "a.json", bytes: there.bytes)) { _ in
        LabelReorientation(size: orientation.applied(to: Self.size), orientation: orientation.inverse)
      }
      #expect(Labels.text(back.bytes) == source, "\(style), tag \(tag)")
    }
  }

  @Test("Masks are the ones that numpy turns and pycocotools writes", arguments: TurnedMasks.all.indices)
  func masks(index: Int) throws {
    let known = TurnedMasks.all[index]
    let size = PixelSize<Stored>(width: known.width, height: known.height)
    let mask = try #require(RunMask(size: size, text: Array(known.texts[0].utf8)))
    #expect(mask.area == known.area)
    let box = mask.box.map { [$0.x, $0.y, $0.width, $0.height] }
    #expect((box ?? [0, 0, 0, 0]) == known.box)
    for (tag, orientation) in PixelTable.all {
      #expect(Labels.text(mask.applying(orientation).text) == known.texts[tag - 1], "tag \(tag)")
    }
  }

  @Test("A file of masks is turned where it stands", arguments: [ExifOrientation.rightTop, .leftTop, .bottomLeft])
  func fileOfMasks(tag: ExifOrientation) throws {
    func file(_ tag: ExifOrientation) -> String {
      let rows = TurnedMasks.all.enumerated().map { index, mask in
        var text: [UInt8] = []
        JSONText.append(mask.texts[Int(tag.rawValue) - 1], to: &text)
        let sides = tag.rawValue >= 5 ? [mask.width, mask.height] : [mask.height, mask.width]
        return "{\"image_id\": \(index), \"segmentation\": {\"size\": \(sides), \"counts\": \(Labels.text(text))}}"
      }
      let images = TurnedMasks.all.indices.map { "{\"id\": \($0), \"file_name\": \"\($0)\"}" }
      return "{\"images\": [\(images.joined(separator: ", "))],\n\"annotations\": [\(rows.joined(separator: ",\n"))]}"
    }
    let edit = try COCOFormat().reoriented(Labels.file("m.json", file(.topLeft))) { name in
      let mask = TurnedMasks.all[Int(name) ?? 0]
      return LabelReorientation<Stored, Displayed>(
        size: PixelSize(width: mask.width, height: mask.height), orientation: Orientation(exif: tag))
    }
    #expect(edit.findings.isEmpty)
    #expect(Labels.text(edit.bytes) == file(tag))
  }
}
