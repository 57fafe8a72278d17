// COCO's annotations as regions.

import Testing
import UprightGeometry

@testable import UprightLabels

@Suite("Reading COCO")
struct COCOReaderTests {
  private func read(
    _ rows: String..., images: String = "{\"id\":1,\"file_name\":\"a.jpg\",\"width\":100,\"height\":40}",
    size: PixelSize<Stored>? = nil
  )
    throws -> LabelSet<Stored>
  {
    let text =
      "{\"images\":[\(images)],\n\"annotations\":[\(rows.joined(separator: ",\n"))],\n\"categories\":[{\"id\":9,\"name\":\"cat\"},{\"id\":4,\"name\":\"dog\"}]}"
    var set = LabelSet<Stored>()
    try COCOFormat().read(Labels.file("f.json", text), into: &set) { _ in size }
    return set
  }

  @Test("Boxes, polygons, runs and keypoints")
  func shapes() throws {
    let set = try Labels.read(COCOFormat(), Labels.file("a.json", Labels.coco))
    let regions = set.images[0].regions
    #expect(regions.map(\.outline.isNone) == [true, false, true, false, false])
    guard case .polygon(let polygon) = regions[1].outline, case .mask(let mask) = regions[3].outline else {
      Issue.record("\(regions)")
      return
    }
    #expect(
      polygon.rings.map { $0.map { [$0.x, $0.y] } } == [
        [[10.5, 0], [30.5, 0], [20.125, 30]], [[1, 2], [3, 4], [5, 6]],
      ])
    #expect(polygon.filling == .union)
    #expect(mask.runs == [0, 3, 37, 3, 3957])
    #expect(regions[3].outline == regions[4].outline)
    #expect(regions[2].keypoints.map(\.visibility) == [.visible, .absent, .hidden])
    #expect(regions[3].attributes == [LabelAttribute("iscrowd", "1")])
    #expect(regions.map(\.location) == (0..<5).map { LabelLocation(file: 0, line: 6 + $0, row: $0) })
    #expect(set.files == ["a.json"])
  }

  @Test("Classes that the file lists behind the annotations are found all the same")
  func classes() throws {
    let set = try read(
      "{\"image_id\":1,\"category_id\":4,\"bbox\":[1,2,3,4]}", "{\"image_id\":1,\"category_id\":9,\"bbox\":[1,2,3,4]}",
      "{\"image_id\":1,\"category_id\":5,\"bbox\":[1,2,3,4]}", "{\"image_id\":1,\"bbox\":[1,2,3,4]}",
      "{\"image_id\":1,\"category_id\":4,\"bbox\":[1,2,3,4]}")
    #expect(set.names == ["cat", "dog"])
    #expect(set.images[0].regions.map(\.label) == [1, 0, nil, nil, 1])
    #expect(set.findings.map(\.code) == [.classMissing])
    #expect(set.findings[0].field == "annotations[2].category_id")
    #expect(set.findings[0].line == 4)
  }

  @Test("A set keeps the names it has, so that several files share them")
  func shared() throws {
    var set = LabelSet<Stored>(names: ["bird", "dog"])
    let text =
      "{\"images\":[{\"id\":1}],\"annotations\":[{\"image_id\":1,\"category_id\":4,\"bbox\":[1,2,3,4]}],\"categories\":[{\"id\":4,\"name\":\"dog\"}]}"
    for name in ["a", "b"] { try COCOFormat().read(Labels.file(name, text), into: &set) { _ in nil } }
    #expect(set.names == ["bird", "dog"])
    #expect(set.images.count == 2)
    #expect(set.images.map { $0.regions[0].location.file } == [0, 1])
    #expect(set.images.allSatisfy { $0.regions[0].label == 1 })
  }

  @Test("Without a box there is that of the outline, or of the keypoints")
  func boxes() throws {
    let set = try read(
      "{\"image_id\":1,\"segmentation\":[[1,2,9,2,9,7]]}", "{\"image_id\":1,\"keypoints\":[1,2,2,5,9,2]}",
      "{\"image_id\":1,\"segmentation\":{\"size\":[40,100],\"counts\":[41,2,3957]}}", "{\"image_id\":1}")
    #expect(Labels.boxes(set) == [[1, 2, 8, 5], [1, 2, 4, 7], [1, 1, 1, 2]])
    #expect(set.findings.map(\.field) == ["annotations[3].bbox"])
  }

  @Test(
    "Rows that break a rule are left out and named",
    arguments: [
      ("{\"bbox\":[1,2,3,4]}", .imageMissing, "annotations[0].image_id"),
      ("{\"image_id\":2,\"bbox\":[1,2,3,4]}", .imageMissing, "annotations[0].image_id"),
      ("{\"image_id\":1,\"bbox\":[1,2,3]}", .rowMalformed, "annotations[0].bbox"),
      ("{\"image_id\":1,\"bbox\":[1,2,3,\"x\"]}", .numberInvalid, "annotations[0].bbox[3]"),
      ("{\"image_id\":1,\"bbox\":[1,2,3,1e308]}", .numberInvalid, "annotations[0].bbox[3]"),
      (
        "{\"image_id\":1,\"bbox\":[1,2,3,4],\"segmentation\":[[1,2,3,4]]}", .rowMalformed, "annotations[0].segmentation"
      ),
      (
        "{\"image_id\":1,\"bbox\":[1,2,3,4],\"segmentation\":[[1,2,3,4,5,6,7]]}", .rowMalformed,
        "annotations[0].segmentation"
      ),
      ("{\"image_id\":1,\"bbox\":[1,2,3,4],\"keypoints\":[1,2]}", .rowMalformed, "annotations[0].keypoints"),
      (
        "{\"image_id\":1,\"segmentation\":{\"size\":[40,100],\"counts\":[1000000000]}}", .maskInvalid,
        "annotations[0].segmentation"
      ),
      (
        "{\"image_id\":1,\"segmentation\":{\"size\":[1000000000,1000000000],\"counts\":[1]}}", .maskInvalid,
        "annotations[0].segmentation"
      ),
      (
        "{\"image_id\":1,\"segmentation\":{\"size\":[100,40],\"counts\":[4000]}}", .maskInvalid,
        "annotations[0].segmentation"
      ),
      (
        "{\"image_id\":1,\"segmentation\":{\"size\":[40,100],\"counts\":[3999.5,0.5]}}", .maskInvalid,
        "annotations[0].segmentation"
      ),
      (
        "{\"image_id\":1,\"segmentation\":{\"size\":[40],\"counts\":[40]}}", .maskInvalid, "annotations[0].segmentation"
      ),
      (
        "{\"image_id\":1,\"segmentation\":{\"size\":[40,100],\"counts\":\"~\"}}", .maskInvalid,
        "annotations[0].segmentation"
      ),
      ("{\"image_id\":1,\"segmentation\":{\"size\":[40,100]}}", .maskInvalid, "annotations[0].segmentation"),
    ] as [(String, LabelFinding.Code, String)])
  func bad(row: String, code: LabelFinding.Code, field: String) throws {
    let set = try read(row, "{\"image_id\":1,\"category_id\":9,\"bbox\":[5,6,7,8]}")
    #expect(Labels.boxes(set) == [[5, 6, 7, 8]])
    #expect(set.findings.map(\.code) == [code])
    #expect(set.findings.first?.field == field)
    #expect(set.findings.first?.line == 2)
    #expect(set.findings.first?.code.dropsRow == true)
  }

  @Test(
    "A mask of another size is told from runs that do not add up",
    arguments: [
      ("[100,40]", "the sides of this mask are swapped: its size should be [40, 100], height first"),
      ("[50,80]", "the mask is for an image of 80x50, and this one has 100x40"), ("[40,101]", ""),
    ])
  func maskSizes(size: String, note: String) throws {
    let set = try read("{\"image_id\":1,\"segmentation\":{\"size\":\(size),\"counts\":[4000]}}")
    #expect(set.findings.map(\.code) == [.maskInvalid] && set.findings.first?.note == note)
  }

  @Test("Sizes: the header counts, and a contradiction is said")
  func sizes() throws {
    let row = "{\"image_id\":1,\"bbox\":[1,2,3,4]}"
    #expect(try read(row).images[0].size == Labels.size)
    let turned = try read(row, size: PixelSize(width: 40, height: 100))
    #expect(turned.images[0].size == PixelSize(width: 40, height: 100))
    #expect(turned.findings.map(\.code) == [.sizeContradicts])
    #expect(turned.findings[0].description == "f.json, images[0]: the labels state 100x40, the image header 40x100")
    #expect(turned.regionCount == 1)
    for images in [
      "{\"id\":1}", "{\"id\":1,\"width\":0,\"height\":5}", "{\"id\":1,\"width\":1.5,\"height\":5}",
      "{\"id\":1,\"width\":1e30,\"height\":5}",
    ] {
      #expect(try read(row, images: images).images[0].size == nil)
    }
  }

  @Test("Pictures without an id, or with one that is taken, are named")
  func images() throws {
    let set = try read(
      "{\"image_id\":1,\"bbox\":[1,2,3,4]}",
      images: "{\"id\":1,\"file_name\":\"a\"},{\"file_name\":\"b\"},{\"id\":1,\"file_name\":\"c\"}")
    #expect(set.images.map(\.name) == ["a"])
    #expect(set.findings.map(\.code) == [.fieldMissing, .duplicateKey])
  }

  @Test(
    "Classes that are named behind the rows are those of the rows, and what no class names has none, but is written as an object"
  )
  func lateClasses() throws {
    let rows = (0..<6).map { number in
      "{\"id\":\(number),\"image_id\":1,\"category_id\":\([9, 4, 9, 77, 4, 78][number]),\"bbox\":[\(number),0,1,1]}"
    }
    let set = try read(rows[0], rows[1], rows[2], rows[3], rows[4], rows[5])
    #expect(set.names == ["cat", "dog"])
    #expect(set.images[0].regions.map(\.label) == [0, 1, 0, nil, 1, nil])
    let missing = set.findings.filter { $0.code == .classMissing }
    #expect(missing.map(\.field) == ["annotations[3].category_id", "annotations[5].category_id"])
    for (_, orientation) in PixelTable.all {
      let turned: LabelSet<Displayed> = set.applying { _ in orientation }
      #expect(turned.images[0].regions.map(\.label) == [0, 1, 0, nil, 1, nil])
      var again = LabelSet<Displayed>()
      try COCOFormat().read(COCOFormat().written(turned).files[0], into: &again) { _ in nil }
      #expect(
        again.images[0].regions.map { $0.label.map { again.names[$0] } } == [
          "cat", "dog", "cat", "object", "dog", "object",
        ])
    }
  }

  @Test("A file that breaks off takes nothing away of what was read before, wherever it breaks")
  func abandoned() throws {
    let text = Array(
      "{\"images\":[{\"id\":5,\"file_name\":\"b.jpg\",\"width\":9,\"height\":9}],\"annotations\":[{\"id\":1,\"image_id\":5,\"category_id\":9,\"bbox\":[1,1,2,2]}]}"
        .utf8)
    let first = try read("{\"id\":1,\"image_id\":1,\"category_id\":4,\"bbox\":[1,2,3,4]}")
    for count in text.indices {
      var set = first
      #expect(throws: LabelError.self) {
        try COCOFormat().read(LabelFile(name: "g.json", bytes: Array(text[..<count])), into: &set) { _ in nil }
      }
      #expect(set.images == first.images, "\(count)")
      #expect(set.names.starts(with: first.names) && set.files == ["f.json", "g.json"])
    }
    var set = first
    try COCOFormat().read(LabelFile(name: "g.json", bytes: text), into: &set) { _ in nil }
    #expect(set.images.map(\.name) == ["a.jpg", "b.jpg"] && set.regionCount == 2)
  }

  @Test("More findings than the limit are counted")
  func limit() throws {
    let rows = [String](repeating: "{\"image_id\":5}", count: 30).joined(separator: ",")
    var set = LabelSet<Stored>()
    let file = Labels.file("f", "{\"images\":[],\"annotations\":[\(rows)]}")
    var coding = COCOFormat(limits: LabelLimits(findings: 10))
    coding.fileName = "x.json"
    try coding.read(Labels.file("f", Labels.text(file.bytes).replacing("[]", with: "[{\"id\":1}]")), into: &set) { _ in
      nil
    }
    #expect(set.findings.count == 11)
    #expect(set.findings.last?.description == "f: 20 more findings, 20 of which lose a row")
  }
}

extension Optional {
  fileprivate var isNone: Bool {
    if case .none = self { true } else { false }
  }
}
