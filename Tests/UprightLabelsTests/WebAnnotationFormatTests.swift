// Web annotations: reading, rotating, writing.

import Testing
import UprightGeometry
@testable import UprightLabels
import UprightTestTools

@Suite("Web annotations")
struct WebAnnotationFormatTests {
  private let file = Labels.file("a.json", Labels.web)
  private var checks: FormatChecks { FormatChecks(coding: WebAnnotationFormat(), file: file) }

  @Test("A turn by tag 6 changes these numbers and nothing else")
  func tagSix() throws {
    let edit = try WebAnnotationFormat().reoriented(file) { _ in Labels.turn(.rightTop) }
    let changes = [
      ("xywh=pixel:30.25,16.0,40.0,8.5", "xywh=pixel:15.5,30.25,8.5,40.0"), ("xywh=1,2,3,4", "xywh=34,1,4,3"),
      ("percent:25.00,12.50,50.00,75.00", "percent:12.50,25.00,75.00,50.00"), ("xywh=0,0,100,40", "xywh=0,0,40,100"),
      (#""width": 100, "height": 40"#, #""width": 40, "height": 100"#), ("xywh=10,0,20,30", "xywh=10,10,30,20"),
      (#"10,0 30,0.50\t20,30"#, #"40,10 39.50,30\t10,20"#),
      ("M 1,2 L 11,2 11,12 Z M3,4L5,4L5 6z", "M 38,1 L 38,11 28,11 Z M36,3L36,5L34 5z"),
      ("x='1' y='2.5' width='30' height='4'", "x='33.5' y='1' width='4' height='30'"),
      ("cx='50' cy='20' rx='10' ry='5'", "cx='20' cy='50' rx='5' ry='10'"),
      ("cx='50' cy='20' r='5'", "cx='20' cy='50' r='5'"), ("0 0 50 40", "40 0 0 50"),
      ("pct:10,20,30,40", "pct:40,10,40,30"),
    ]
    var expected = Labels.web
    for (before, after) in changes {
      #expect(expected.contains(before))
      expected = expected.replacing(before, with: after)
    }
    #expect(Labels.text(edit.bytes) == expected, "\(Labels.difference(edit.bytes, Array(expected.utf8)))")
    #expect((edit.reorientedRows, edit.unchangedRows) == (11, 0) && edit.findings.isEmpty, "\(edit.findings)")
  }

  @Test("There and back is the same file, byte for byte")
  func thereAndBack() throws {
    try checks.thereAndBack()
  }

  @Test("What was turned where it stands is what was turned as regions")
  func regions() throws { try checks.asRegions() }

  @Test("Shapes cover the pixels that the table of pixels says, under all eight tags", arguments: 0..<6)
  func rasters(seed: Int) throws {
    try FormatChecks.rasters(WebAnnotationFormat(), seed: UInt64(seed)) { outline in
      switch outline {
      case .polygon, .rotated, .line: true
      case .ellipse, .mask, .points: false
      }
    }
  }

  @Test("Ellipses that lie straight stay ellipses, and others become boxes, with a word")
  func ellipses() throws {
    for (degrees, isKept) in [(0.0, true), (180, true), (30, false)] {
      let rect = RotatedRect<Stored>(
        center: Point2D(x: 20, y: 10), size: Size2D(width: 8, height: 6), degrees: degrees)
      var set = LabelSet<Stored>()
      set.images = [
        LabelledImage(
          name: "a", size: Labels.size,
          regions: [Region(box: Rect2D(x: 16, y: 7, width: 8, height: 6), outline: .ellipse(rect))])
      ]
      let output = WebAnnotationFormat().written(set)
      #expect(output.findings.map(\.code) == (isKept ? [] : [.detailLost]))
      let again = try Labels.read(WebAnnotationFormat(), output.files[0])
      #expect((again.images[0].regions[0].outline != nil) == isKept)
      #expect(Labels.boxes(again) == [[16, 7, 8, 6]])
    }
  }

  @Test("Every prefix has an answer")
  func prefixes() throws { try checks.prefixes() }

  @Test("Percent and pixels are the same boxes where the size is known; without it percent are a finding")
  func percent() throws {
    let pixels = try Labels.read(WebAnnotationFormat(), file)
    #expect(Labels.boxes(pixels)[2] == [25, 5, 50, 30])
    let file = WebAnnotationFormat(unit: .percent).written(pixels).files[0]
    #expect(Labels.text(file.bytes).contains("xywh=percent:30.25,40,40,21.25"))
    for (one, two) in zip(Labels.boxes(try Labels.read(WebAnnotationFormat(), file)), Labels.boxes(pixels)) {
      #expect(zip(one, two).allSatisfy { abs($0 - $1) < 1e-9 })
    }
    var unknown = LabelSet<Stored>()
    try WebAnnotationFormat().read(self.file, into: &unknown) { _ in nil }
    #expect(unknown.findings.isEmpty == false && unknown.findings.allSatisfy { $0.code == .imageUnknown })
    #expect(unknown.regionCount == 9)
    #expect(WebAnnotationFormat(unit: .percent).written(unknown).findings.count == 9)
  }

  @Test("A size that contradicts the header keeps its row as it is")
  func contradiction() throws {
    let turn = LabelReorientation<Stored, Displayed>(
      size: PixelSize(width: 40, height: 100), orientation: Orientation(exif: .rightTop))
    let edit = try WebAnnotationFormat().reoriented(file) { _ in turn }
    #expect((edit.reorientedRows, edit.unchangedRows) == (10, 1) && edit.findings.map(\.code) == [.imageUnknown])
    #expect(edit.findings.first?.field == "annotation[3].target[0]")
    #expect(Labels.text(edit.bytes).contains(#""width": 100, "height": 40"#))
    var set = LabelSet<Stored>()
    let stated =
      #"[{"target":{"source":{"id":"a","width":5,"height":6},"selector":{"type":"FragmentSelector","value":"xywh=1,1,2,2"}}}]"#
    try WebAnnotationFormat().read(Labels.file("a", stated), into: &set) { _ in PixelSize(width: 6, height: 5) }
    #expect(set.findings.map(\.code) == [.sizeContradicts] && set.images[0].size == PixelSize(width: 6, height: 5))
  }

  @Test(
    "What is no Web annotation is one error",
    arguments: [
      ("{}", LabelError.Code.wrongFormat), ("3", .wrongFormat), (#"{"images":[]}"#, .wrongFormat), ("", .truncated),
      (#"[{"target":NaN}]"#, .notANumber), (#"{"items":[}"#, .syntax), ("[]]", .syntax),
      (String(repeating: "[", count: 100), .tooDeep), (#"[{"target":"a\#u{0}"}]"#, .syntax),
    ])
  func refused(text: String, code: LabelError.Code) {
    do throws(LabelError) {
      _ = try Labels.read(WebAnnotationFormat(), Labels.file("a.json", text))
      Issue.record("was read")
    } catch { #expect(error.code == code, "\(error)") }
  }

  @Test(
    "What is not read is a finding of its target, and stays as it is",
    arguments: [
      (#""a""#, LabelFinding.Code.fieldMissing, ".selector"), (#""a#t=10""#, .numberInvalid, ".selector[0]"),
      (#""a#xywh=1,2,3""#, .numberInvalid, ".selector[0]"), (#""a#xywh=1,2,3,\u0034""#, .numberInvalid, ".selector[0]"),
      (#""a#xywh=1,2,3,1e300""#, .numberInvalid, ".selector[0]"), (#"{"source":"a"}"#, .fieldMissing, ".selector"),
      (#"{"source":"a","selector":"x"}"#, .notExpressible, ".selector[0]"),
      (#"{"source":"a","selector":{"type":"TextQuoteSelector"}}"#, .notExpressible, ".selector[0]"),
      (#"{"source":"a","selector":{"type":"FragmentSelector"}}"#, .fieldMissing, ".selector[0]"),
      (
        #"{"source":"a","selector":{"type":"FragmentSelector","value":"xywh=1,2,3,4","refinedBy":{}}}"#,
        .notExpressible, ".selector[0]"
      ),
      (
        #"{"source":"a","selector":[{"type":"FragmentSelector","value":"xywh=1,2,3,4"},{"type":"SvgSelector","value":"<svg/>"}]}"#,
        .notExpressible, ".selector[1]"
      ),
      (#"{"source":"a","selector":{"type":"ImageApiSelector","region":"full"}}"#, .numberInvalid, ".selector[0]"),
    ])
  func unread(target: String, code: LabelFinding.Code, field: String) throws {
    let file = Labels.file("a.json", #"[{"target":\#(target)},{"target":"a#xywh=1,2,3,4"}]"#)
    let set = try Labels.read(WebAnnotationFormat(), file)
    #expect(set.findings.map(\.code) == [code] && set.findings[0].field == "annotation[0].target[0]" + field)
    #expect(Labels.boxes(set) == [[1, 2, 3, 4]])
    let edit = try WebAnnotationFormat().reoriented(file) { _ in Labels.turn(.bottomRight) }
    #expect((edit.reorientedRows, edit.unchangedRows) == (1, 1) && Labels.text(edit.bytes).contains(target))
  }

  @Test(
    "What says twice where a target is stays, because one of both places would not be turned or not be read",
    arguments: [
      #"{"source":"a","selector":[{"type":"FragmentSelector","value":"xywh=1,2,3,4"},{"type":"FragmentSelector","value":"xywh=5,6,7,8"}]}"#,
      #"{"source":"a#xywh=1,2,3,4","selector":{"type":"FragmentSelector","value":"xywh=5,6,7,8"}}"#,
      #"{"source":"a","selector":[{"type":"SvgSelector","value":"<svg><rect x='1' y='2' width='3' height='4'/></svg>"},{"type":"SvgSelector","value":"<svg><rect x='1' y='2' width='3' height='4'/></svg>"}]}"#,
      #"{"source":"a","selector":[{"type":"ImageApiSelector","region":"1,2,3,4"},{"type":"ImageApiSelector","region":"pct:5,6,7,8"}]}"#,
      #"{"source":"a","selector":{"type":"FragmentSelector","value":"xywh=1,2,3,4"},"selector":{"type":"FragmentSelector","value":"xywh=1,2,3,4"}}"#,
      #"{"source":"a","selector":{"type":"FragmentSelector","value":"xywh=1,2,3,4","value":"xywh=5,6,7,8"}}"#,
      #"{"source":"a","selector":{"refinedBy":{},"type":"FragmentSelector","value":"xywh=1,2,3,4"}}"#,
      #""a#xywh=1,2,3,4","target":"b#xywh=5,6,7,8""#,
    ])
  func duplicates(target: String) throws {
    let file = Labels.file("a.json", #"[{"target":\#(target)},{"target":"a#xywh=1,2,3,4"}]"#)
    let set = try Labels.read(WebAnnotationFormat(), file)
    #expect(set.findings.contains { $0.code == .notExpressible } && Labels.boxes(set) == [[1, 2, 3, 4]])
    let edit = try WebAnnotationFormat().reoriented(file) { _ in Labels.turn(.bottomRight) }
    #expect((edit.reorientedRows, edit.unchangedRows) == (1, 1) && Labels.text(edit.bytes).contains(target))
    #expect(edit.findings.contains { $0.code == .notExpressible && $0.field.hasPrefix("annotation[0].target[0]") })
  }

  @Test("Doubles of seventeen digits come back digit by digit", arguments: ExifOrientation.allCases)
  func doubles(tag: ExifOrientation) throws {
    let number = "0.20335892693609026"
    let file = Labels.file(
      "a.json",
      #"""
      [{"target":"a#xywh=\#(number),0.1234567890123456789,3.3333333333333335,4.5"},{"target":"a#xywh=percent:\#(number),1.5,3.5,4.5"},
      {"target":{"source":"a","selector":{"type":"SvgSelector","value":"<svg><polygon points='\#(number),1.5 9.1,8.1000000000000005 7.5,6.5'/></svg>"}}}]
      """#)
    let there = try WebAnnotationFormat().reoriented(file) { _ in Labels.turn(tag) }
    #expect((there.bytes == file.bytes) == (tag == .topLeft) && there.reorientedRows == 3)
    let back = try WebAnnotationFormat().reoriented(LabelFile(name: "a", bytes: there.bytes)) { _ in Labels.back(tag) }
    #expect(Labels.text(back.bytes) == Labels.text(file.bytes))
  }

  /// A list with one annotation for each row of the table, as they are with a tag.
  private func table(_ tag: Int) -> LabelFile {
    let lines = TurnedTargets.all.map { row in
      let value = row[tag - 1]
      let kind = value.hasPrefix("xywh") ? "Fragment" : value.hasPrefix("<") ? "Svg" : "ImageApi"
      let key = kind == "ImageApi" ? "region" : "value"
      return #"{"target":{"source":"a.jpg","selector":{"type":"\#(kind)Selector","\#(key)":"\#(value)"}}}"#
    }
    return Labels.file("a.json", "[\n" + lines.joined(separator: ",\n") + "\n]\n")
  }

  @Test("Targets are where Python's decimals put them, and come back", arguments: ExifOrientation.allCases)
  func table(tag: ExifOrientation) throws {
    let wanted = Labels.text(table(Int(tag.rawValue)).bytes).split(separator: "\n")
    let edit = try WebAnnotationFormat().reoriented(table(1)) { _ in Labels.turn(tag) }
    let found = Labels.text(edit.bytes).split(separator: "\n")
    #expect(found.count == wanted.count && edit.reorientedRows == TurnedTargets.all.count && edit.findings.isEmpty)
    for (line, expected) in zip(found, wanted) { #expect(line == expected, "tag \(tag.rawValue)") }
    let back = try WebAnnotationFormat().reoriented(table(Int(tag.rawValue))) { _ in Labels.back(tag) }
    #expect(Labels.text(back.bytes) == Labels.text(table(1).bytes), "tag \(tag.rawValue), back")
  }
}

// Web annotations, written.

@Suite("Writing Web annotations")
struct WebAnnotationWriterTests {
  @Test("The whole page")
  func page() {
    var set = LabelSet<Stored>(names: ["cat \"x\""])
    let ring = [Point2D<Stored>(x: 1, y: 2), Point2D(x: 9, y: 2), Point2D(x: 5, y: 6.5)]
    set.images = [
      LabelledImage(
        name: "a b.jpg", size: Labels.size,
        regions: [
          Region(box: Rect2D(x: 30, y: 16, width: 40, height: 8.5), label: 0),
          Region(box: Rect2D(x: 1, y: 2, width: 8, height: 4.5), outline: .polygon(Polygon(rings: [ring]))),
        ])
    ]
    let output = WebAnnotationFormat().written(set)
    #expect(output.findings.isEmpty && output.files.map(\.name) == ["annotations.json"])
    #expect(
      Labels.text(output.files[0].bytes) == #"""
        {"@context":"http://www.w3.org/ns/anno.jsonld","type":"AnnotationPage","items":[
        {"id":"#annotation-1","type":"Annotation","body":[{"type":"TextualBody","purpose":"tagging","value":"cat \"x\""}],"target":{"source":"a%20b.jpg","selector":{"type":"FragmentSelector","conformsTo":"http://www.w3.org/TR/media-frags/","value":"xywh=pixel:30,16,40,8.5"}}},
        {"id":"#annotation-2","type":"Annotation","target":{"source":"a%20b.jpg","selector":[{"type":"FragmentSelector","conformsTo":"http://www.w3.org/TR/media-frags/","value":"xywh=pixel:1,2,8,4.5"},{"type":"SvgSelector","value":"<svg xmlns=\"http://www.w3.org/2000/svg\"><polygon points=\"1,2 9,2 5,6.5\"/></svg>"}]}}
        ]}

        """#)
  }

  @Test("What the fixture says is the same after it was written and read, but for what is lost with a word")
  func again() throws {
    let set = try Labels.read(WebAnnotationFormat(), Labels.file("a.json", Labels.web))
    let output = WebAnnotationFormat().written(set)
    #expect(output.findings.isEmpty)
    let again = try Labels.read(WebAnnotationFormat(), output.files[0])
    for (one, two) in zip(again.images[0].regions, set.images[0].regions) {
      #expect(Labels.agree(one, two), "\(one) \(two)")
    }
    #expect(WebAnnotationFormat().written(again).files == output.files)
  }

  @Test("Masks, places and keypoints are lost, with a word")
  func lost() throws {
    let set = try Labels.read(COCOFormat(), Labels.file("a.json", Labels.coco))
    let output = WebAnnotationFormat().written(set)
    #expect(output.findings.map(\.code) == [.detailLost, .detailLost, .detailLost])
    #expect(Labels.boxes(try Labels.read(WebAnnotationFormat(), output.files[0])) == Labels.boxes(set))
  }

  @Test("An empty set is an empty page")
  func empty() throws {
    let output = WebAnnotationFormat().written(LabelSet<Stored>())
    #expect(try Labels.read(WebAnnotationFormat(), output.files[0]).images.isEmpty)
  }
}

// Web annotations as regions.

@Suite("Reading Web annotations")
struct WebAnnotationReaderTests {
  @Test("Everything that the file says")
  func whole() throws {
    let set = try Labels.read(WebAnnotationFormat(), Labels.file("a.json", Labels.web))
    #expect(set.findings.isEmpty && set.names == ["cat", "dog"] && set.images.map(\.name) == ["a.jpg"])
    let regions = set.images[0].regions
    #expect(regions.map(\.label) == [0, 1] + [Int?](repeating: nil, count: 9))
    #expect(regions[0].attributes == [LabelAttribute("commenting", "café")])
    #expect(
      Labels.boxes(set) == [
        [30.25, 16, 40, 8.5], [1, 2, 3, 4], [25, 5, 50, 30], [0, 0, 100, 40], [10, 0, 20, 30], [1, 2, 10, 10],
        [1, 2.5, 30, 4], [40, 15, 20, 10], [45, 15, 10, 10], [0, 0, 50, 40], [10, 8, 30, 16],
      ])
    #expect(
      regions.map { $0.outline == nil } == [true, true, true, true, false, false, true, false, false, false, true])
    #expect(regions.map(\.location.row) == (0..<11).map { Int32($0) })
  }

  @Test("Names of pictures stand in addresses, and come out as they went in")
  func addresses() throws {
    #expect(ImageIRI.of("a b#1%.jpg") == "a%20b%231%25.jpg")
    for name in ["a b#1%.jpg", "é\u{7F}\"x\".png", "x/y?z", "%41", "100%", "", "a%2"] {
      #expect(ImageIRI.name(of: ImageIRI.of(name)) == name)
      var set = LabelSet<Stored>(names: ["\"<\\"])
      let region = Region<Stored>(box: Rect2D(x: 1, y: 2, width: 3, height: 4), label: 0)
      set.images = [LabelledImage(name: name, size: Labels.size, regions: [region])]
      let again = try Labels.read(WebAnnotationFormat(), WebAnnotationFormat().written(set).files[0])
      #expect(
        again.images.map(\.name) == [name] && again.names == set.names && Labels.boxes(again) == [[1, 2, 3, 4]])
    }
    #expect(ImageIRI.name(of: "100%") == "100%" && ImageIRI.name(of: "%zz%4") == "%zz%4")
  }
}
