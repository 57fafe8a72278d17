// Create ML's annotations.

import Testing
import UprightGeometry
@testable import UprightLabels
import UprightTestTools

@Suite("Create ML")
struct CreateMLFormatTests {
  private let file = Labels.file("a.json", Labels.createML)

  @Test("Both spellings are read; places are middles")
  func reading() throws {
    let set = try Labels.read(CreateMLFormat(), file)
    #expect(set.findings.isEmpty && set.names == ["cat", "café", "dog"])
    #expect(set.images.map(\.name) == ["a.jpg", "b.jpg", "empty.jpg"])
    let wanted: [[Double]] = [[30.25, 16, 40, 8.5], [10.5, 0, 20, 30], [-6.1, -18.0625, 20, 40.125]]
    #expect(Labels.boxes(set) == wanted)
    #expect(set.images[1].regions[0].attributes == [LabelAttribute("score", "0.5")])
    #expect(set.images[0].regions[1].location == LabelLocation(file: 0, line: 3, row: 1))
  }

  @Test("Under tag 6 these are the numbers, and all else stays")
  func turned() throws {
    let edit = try CreateMLFormat().reoriented(file) { _ in Labels.turn(.rightTop) }
    #expect(edit.reorientedRows == 3 && edit.unchangedRows == 0 && edit.findings.isEmpty)
    var wanted = Labels.createML
    for (old, new) in [
      (
        "{\"x\": 50.25, \"y\": 20.25, \"width\": 40, \"height\": 8.5}",
        "{\"x\": 19.75, \"y\": 50.25, \"width\": 8.5, \"height\": 40}"
      ),
      (
        "{\"height\": 30, \"y\": 15, \"width\": 20, \"x\": 20.5}",
        "{\"height\": 20, \"y\": 20.5, \"width\": 30, \"x\": 25}"
      ),
      (
        "{ \"y\" : 2.0, \"x\" : 3.9, \"height\" : 40.125, \"width\" : 20 }",
        "{ \"y\" : 3.9, \"x\" : 38.0, \"height\" : 20, \"width\" : 40.125 }"
      ),
    ] { wanted = wanted.replacing(old, with: new) }
    #expect(Labels.text(edit.bytes) == wanted)
  }

  @Test("One file of all pictures, in the spelling of the app")
  func writing() {
    var set = LabelSet<Stored>(names: ["cat"])
    let box = Region<Stored>(box: Rect2D(x: 1, y: 2, width: 3, height: 4), label: 0)
    let line = Region<Stored>(box: Rect2D(x: 0, y: 0, width: 9, height: 7), outline: .line([]))
    set.images = [
      LabelledImage(name: "a\"b.jpg", size: nil, regions: [box, line]),
      LabelledImage(name: "c.jpg", size: Labels.size),
    ]
    let output = CreateMLFormat().written(set)
    #expect(output.files.map(\.name) == ["_annotations.createml.json"])
    #expect(output.findings.map(\.code) == [.detailLost] && output.findings[0].file == "a\"b.jpg")
    #expect(
      Labels.text(output.files[0].bytes) == """
        [
        {"image":"a\\"b.jpg","annotations":[
        {"label":"cat","coordinates":{"x":2.5,"y":4,"width":3,"height":4}},
        {"label":"object","coordinates":{"x":4.5,"y":3.5,"width":9,"height":7}}]},
        {"image":"c.jpg","annotations":[]}
        ]

        """)
  }

  @Test("By every measure that Apple's page names, boxes are written, read and turned to the same places")
  func measures() throws {
    var random = SplitMix64(seed: 9)
    for unit in BoxMeasure.Unit.allCases {
      for origin in BoxMeasure.Origin.allCases {
        for anchor in BoxMeasure.Anchor.allCases {
          let format = CreateMLFormat(measure: BoxMeasure(unit: unit, origin: origin, anchor: anchor))
          let size: PixelSize<Stored> = random.size()
          var set = LabelSet<Stored>(names: ["a"])
          set.images = [
            LabelledImage(
              name: "a", size: size, regions: (0..<5).map { _ in Region(box: random.box(in: size), label: 0) })
          ]
          let file = format.written(set).files[0]
          for (tag, orientation) in PixelTable.all {
            let edit = try format.reoriented(file) { _ in LabelReorientation(size: size, orientation: orientation) }
            var found = LabelSet<Displayed>()
            try format.read(LabelFile(name: "a", bytes: edit.bytes), into: &found) { _ in orientation.applied(to: size)
            }
            let wanted: LabelSet<Displayed> = set.applying { _ in orientation }
            for (one, two) in zip(found.images[0].regions, wanted.images[0].regions) {
              #expect(Labels.agree(one, two, within: 1e-7), "\(unit) \(origin) \(anchor) tag \(tag)")
            }
          }
        }
      }
    }
  }

  @Test("Shares of a picture whose size nobody knows are findings, both ways")
  func sizeless() throws {
    let format = CreateMLFormat(measure: BoxMeasure(unit: .shares, origin: .topLeft, anchor: .center))
    var set = LabelSet<Stored>()
    try format.read(file, into: &set) { _ in nil }
    #expect(set.images.isEmpty && set.findings.map(\.code) == [.imageUnknown, .imageUnknown, .imageUnknown])
    set.images = [LabelledImage(name: "a", size: nil)]
    #expect(format.written(set).findings.map(\.code) == [.imageUnknown])
  }
}

// Create ML's annotations, field by field.

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
