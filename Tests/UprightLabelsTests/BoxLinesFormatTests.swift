// Boxes in JSON Lines.

import Testing
import UprightGeometry
@testable import UprightLabels
import UprightTestTools

@Suite("Boxes in JSON Lines")
struct BoxLinesFormatTests {
  @Test("Lines of one picture come together; one without a box names an empty picture")
  func pixels() throws {
    let set = try Labels.read(BoxLinesFormat(), Labels.file("a.jsonl", Labels.boxLines))
    #expect(set.findings.isEmpty && set.names == ["cat", "café", "3"])
    #expect(
      set.images.map(\.name) == ["a.jpg", "b.jpg", "empty.jpg"] && set.images.map(\.regions.count) == [2, 2, 0])
    #expect(Labels.boxes(set) == [[30.25, 16, 40, 8.5], [10.5, 0, 20.5, 30.25], [1, 2, 3, 4], [1.5, 2, 3, 4]])
    #expect(set.images[1].regions[0].attributes == [LabelAttribute("score", "0.25")])
    #expect(set.images[1].regions.map(\.location.line) == [4, 5])
  }

  @Test("TensorFlow's numbers are the upper, left, lower and right edge as shares")
  func tensorFlow() throws {
    let set = try Labels.read(BoxLinesFormat(.tensorFlow), Labels.file("a.jsonl", Labels.tensorFlow))
    #expect(set.findings.isEmpty && set.names == ["cat", "café", "7"])
    #expect(set.images.map(\.regions.count) == [2, 1, 0])
    let wanted = [[30.25, 16, 40, 8.5], [10.5, 0, 20, 30], [1.5625, 2, 10.7831, 8]]
    for (found, wanted) in zip(Labels.boxes(set).joined(), wanted.joined()) { #expect(abs(found - wanted) < 1e-9) }
    #expect(set.images[0].regions.map { $0.attributes.map(\.value) } == [["0.5"], ["1"]])
  }

  @Test("Vision's boxes are shares from the lower left")
  func vision() throws {
    let set = try Labels.read(BoxLinesFormat(.boxes(.vision)), Labels.file("a.jsonl", Labels.vision))
    #expect(set.findings.isEmpty && set.images.map(\.regions.count) == [2, 2])
    let wanted = [[30.25, 16, 40, 8.5], [10.5, 0, 20, 30], [0, 16, 12.3456, 20], [0, 0, 100, 40]]
    for (found, wanted) in zip(Labels.boxes(set).joined(), wanted.joined()) { #expect(abs(found - wanted) < 1e-9) }
  }

  @Test("Under tag 6 these are the numbers, and all else stays")
  func turned() throws {
    let files: [(BoxLinesFormat, String, [(String, String)])] = [
      (
        BoxLinesFormat(), Labels.boxLines,
        [
          ("\"x\": 30.25, \"y\": 16, \"w\": 40, \"h\": 8.5", "\"x\": 15.5, \"y\": 30.25, \"w\": 8.5, \"h\": 40"),
          (
            "\"width\": 20.5, \"height\": 30.25, \"x\": 10.5, \"y\": 0",
            "\"width\": 30.25, \"height\": 20.5, \"x\": 9.75, \"y\": 10.5"
          ),
          ("[1,2,3,4]", "[34,1,4,3]"),
          (
            "{\"x\": 1.5, \"y\": 2, \"width\": 3, \"height\": 4}",
            "{\"x\": 34, \"y\": 1.5, \"width\": 4, \"height\": 3}"
          ),
        ]
      ),
      (
        BoxLinesFormat(.tensorFlow), Labels.tensorFlow,
        [
          (
            "[0.4, 0.3025, 0.6125, 0.7025], [0.0, 0.105, 0.75, 0.305]",
            "[0.3025, 0.3875, 0.7025, 0.6], [0.105, 0.25, 0.305, 1.0]"
          ),
          ("[0.05,0.015625 , 0.25,0.123456]", "[0.015625,0.75 , 0.123456,0.95]"),
        ]
      ),
      (
        BoxLinesFormat(.boxes(.vision)), Labels.vision,
        [
          (
            "{\"x\": 0.3025, \"y\": 0.3875, \"width\": 0.4, \"height\": 0.2125}",
            "{\"x\": 0.3875, \"y\": 0.2975, \"width\": 0.2125, \"height\": 0.4}"
          ),
          ("[[0.105, 0.25], [0.2, 0.75]]", "[[0.25, 0.695], [0.75, 0.2]]"),
          (
            "{\"height\": 0.5, \"width\": 0.123456, \"x\": 0, \"y\": 0.1}",
            "{\"height\": 0.123456, \"width\": 0.5, \"x\": 0.1, \"y\": 0.876544}"
          ),
        ]
      ),
    ]
    for (format, text, changes) in files {
      let edit = try format.reoriented(Labels.file("a.jsonl", text)) { _ in Labels.turn(.rightTop) }
      #expect(edit.findings.isEmpty && edit.unchangedRows == 0)
      let wanted = changes.reduce(text) { $0.replacing($1.0, with: $1.1) }
      #expect(Labels.text(edit.bytes) == wanted, "\(Labels.difference(edit.bytes, Array(wanted.utf8)))")
    }
  }

  @Test("A picture of which nothing is known stays, once named, and the others are turned")
  func unknown() throws {
    let line = "{\"image\":\"b\",\"bbox\":[1,2,3,4]}\n"
    let text = line + "{\"image\":\"a\",\"bbox\":[1,2,3,4]}\n" + line + "{\"bbox\":[1,2,3,4]}\n"
    let edit = try BoxLinesFormat().reoriented(Labels.file("f", text)) { $0 == "a" ? Labels.turn(.topRight) : nil }
    #expect(edit.reorientedRows == 1 && edit.unchangedRows == 3)
    #expect(edit.findings.map(\.code) == [.imageUnknown, .fieldMissing] && edit.findings.map(\.line) == [1, 4])
    #expect(Labels.text(edit.bytes) == text.replacing("\"a\",\"bbox\":[1", with: "\"a\",\"bbox\":[96"))
  }

  @Test(
    "A line that is no JSON is a finding of its own, wherever it stands, and the others are read and turned",
    arguments: [
      ("{\"image\":\"a\",\"bbox\":[NaN,2,3,4]}", LabelFinding.Code.numberInvalid), ("[1]", .rowMalformed),
      ("7", .rowMalformed),
      ("{\"image\":\"a\"", .rowMalformed), ("{\"image\":\"a", .rowMalformed), ("{\"x\":01}", .rowMalformed),
      ("x", .rowMalformed),
      ("{\"image\":\"a\",\"bbox\":[1,2", .rowMalformed), ("}", .rowMalformed),
    ])
  func brokenLines(broken: String, code: LabelFinding.Code) throws {
    let good = ["{\"image\":\"a\",\"bbox\":[1,2,3,4]}", "{\"image\":\"b\",\"bbox\":[5,6,7,8]}"]
    for place in 0...2 {
      var lines = good
      lines.insert(broken, at: place)
      let file = Labels.file("f", lines.joined(separator: "\n") + "\n")
      let set = try Labels.read(BoxLinesFormat(), file)
      #expect(
        Labels.boxes(set) == [[1, 2, 3, 4], [5, 6, 7, 8]] && set.images.map(\.name) == ["a", "b"], "\(place)")
      #expect(set.findings.map(\.code) == [code] && set.findings[0].code.dropsRow && !set.findings[0].note.isEmpty)
      #expect(set.findings[0].line.map { (place + 1...place + 2).contains($0) } == true)
      let edit = try BoxLinesFormat().reoriented(file) { _ in Labels.turn(.topRight) }
      #expect((edit.reorientedRows, edit.unchangedRows) == (2, 1) && edit.findings.map(\.code) == [code])
      #expect(
        Labels.text(edit.bytes)
          == Labels.text(file.bytes).replacing("[1,2,3,4]", with: "[96,2,3,4]").replacing(
            "[5,6,7,8]", with: "[88,6,7,8]"))
    }
  }

  @Test("Many broken lines cost no more than their bytes")
  func manyBroken() throws {
    let good = "{\"image\":\"a\",\"bbox\":[1,2,3,4]}\n"
    for line in ["{\"x\":[1,\n", "{\"x\":[\n", "{\n", "[\n", "{\"image\":\n"] {
      let file = Labels.file("f", good + String(repeating: line, count: 20_000))
      let spent = try ProcessorTime.seconds {
        let edit = try BoxLinesFormat().reoriented(file) { _ in Labels.turn(.topRight) }
        #expect(edit.reorientedRows == 1 && edit.unchangedRows == 20_000, "\(line)")
      }
      #expect(spent < 10, "\(line)")
    }
  }

  @Test("The size of a picture that a line states beside its box is exchanged with its sides")
  func sizes() throws {
    let text = "{\"image\":\"a\",\"width\":100,\"height\":40,\"bbox\":[10,20,30,5]}\n"
    let edit = try BoxLinesFormat().reoriented(Labels.file("f", text)) { _ in Labels.turn(.rightTop) }
    #expect(Labels.text(edit.bytes) == "{\"image\":\"a\",\"width\":40,\"height\":100,\"bbox\":[15,10,5,30]}\n")
    let other = LabelReorientation<Stored, Displayed>(
      size: PixelSize(width: 200, height: 80), orientation: Orientation(exif: .rightTop))
    let kept = try BoxLinesFormat().reoriented(Labels.file("f", text)) { _ in other }
    #expect(
      Labels.text(kept.bytes) == text && kept.unchangedRows == 1 && kept.findings.map(\.code) == [.imageUnknown])
  }

  @Test(
    "A file without a line that can be read is an error with the place of the first",
    arguments: [
      ("[1]\n7\n", LabelError.Code.wrongFormat, 1), ("\n\n{\"x\":NaN}\n", .notANumber, 3),
      ("{\"image\":\"a\"\n", .truncated, 2), ("{\"x\":01}", .syntax, 1),
    ])
  func errors(text: String, code: LabelError.Code, line: Int) {
    do {
      _ = try Labels.read(BoxLinesFormat(), Labels.file("f", text))
      Issue.record("was read")
    } catch { #expect(error.code == code && error.line == line) }
  }
}

// Regions as lines of JSON.

@Suite("Writing boxes in JSON Lines")
struct BoxLinesWriterTests {
  private func set(_ regions: [Region<Stored>], size: PixelSize<Stored>? = Labels.size) -> LabelSet<Stored> {
    var set = LabelSet<Stored>(names: ["cat"])
    set.images = [
      LabelledImage(name: "a.jpg", size: size, regions: regions), LabelledImage(name: "e.jpg", size: size),
    ]
    return set
  }

  private let regions: [Region<Stored>] = [
    Region(box: Rect2D(x: 25, y: 10, width: 50, height: 5), label: 0, attributes: [LabelAttribute("score", "0.5")]),
    Region(box: Rect2D(x: 0, y: 0, width: 100, height: 40)),
  ]

  @Test("Each kind of line as it is documented")
  func lines() {
    func text(_ rows: BoxLinesFormat.Rows) -> String {
      let output = BoxLinesFormat(rows).written(set(regions))
      #expect(output.findings.isEmpty && output.files.map(\.name) == ["labels.jsonl"])
      return Labels.text(output.files[0].bytes)
    }
    #expect(
      text(.boxes(.pixels)) == """
        {"image":"a.jpg","x":25,"y":10,"w":50,"h":5,"label":"cat","score":0.5}
        {"image":"a.jpg","x":0,"y":0,"w":100,"h":40}
        {"image":"e.jpg"}

        """)
    #expect(
      text(.boxes(.vision)) == """
        {"image":"a.jpg","boundingBox":{"x":0.25,"y":0.625,"width":0.5,"height":0.125},"label":"cat","confidence":0.5}
        {"image":"a.jpg","boundingBox":{"x":0,"y":0,"width":1,"height":1}}
        {"image":"e.jpg"}

        """)
    #expect(
      text(.tensorFlow) == """
        {"image":"a.jpg","boxes":[[0.25,0.25,0.375,0.75],[0,0,1,1]],"classes":["cat",null]}
        {"image":"e.jpg","boxes":[],"classes":[]}

        """)
  }

  @Test("Scores are listed where all boxes have one")
  func scores() {
    let text = Labels.text(BoxLinesFormat(.tensorFlow).written(set([regions[0], regions[0]])).files[0].bytes)
    #expect(
      text.hasPrefix(
        "{\"image\":\"a.jpg\",\"boxes\":[[0.25,0.25,0.375,0.75],[0.25,0.25,0.375,0.75]],\"classes\":[\"cat\",\"cat\"],\"scores\":[0.5,0.5]}\n"
      ))
  }

  @Test("Shares need sizes, pixels do not; what is finer than a box is said")
  func findings() {
    let sizeless = set([regions[0]], size: nil)
    #expect(BoxLinesFormat().written(sizeless).findings.isEmpty)
    #expect(BoxLinesFormat(.tensorFlow).written(sizeless).findings.map(\.code) == [.imageUnknown, .imageUnknown])
    var finer = regions[0]
    finer.outline = .points([Point2D(x: 1, y: 2)])
    #expect(BoxLinesFormat().written(set([finer])).findings.map(\.code) == [.detailLost])
    let named = set([Region(box: regions[0].box, keypoints: [], label: 0)])
    #expect(BoxLinesFormat().written(named).findings.isEmpty)
  }

  @Test("Whole pixels come back from shares as whole pixels, on pictures of any size", arguments: 0..<4)
  func wholePixels(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    for rows in [BoxLinesFormat.Rows.tensorFlow, .boxes(.vision)] {
      let size = PixelSize<Stored>(
        width: Int.random(in: 20...9999, using: &random), height: Int.random(in: 20...9999, using: &random))
      let boxes = (0..<20).map { _ in
        let box: Rect2D<Stored> = random.box(in: size)
        return Rect2D<Stored>(
          x: box.x.rounded(), y: box.y.rounded(), width: box.width.rounded(), height: box.height.rounded())
      }
      let file = BoxLinesFormat(rows).written(set(boxes.map { Region(box: $0, label: 0) }, size: size)).files[0]
      var shares = LabelSet<Stored>()
      try BoxLinesFormat(rows).read(file, into: &shares) { _ in size }
      var again = LabelSet<Stored>()
      try BoxLinesFormat().read(BoxLinesFormat().written(shares).files[0], into: &again) { _ in size }
      #expect(Labels.boxes(again) == boxes.map { [$0.x, $0.y, $0.width, $0.height] })
    }
  }
}
