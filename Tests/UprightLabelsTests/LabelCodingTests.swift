// Invariants of every format: random labels, hostile bytes, and conversion through another format.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightLabels

@Suite("Every format")
struct LabelCodingTests {
  /// A format, a file of it for an image of 100 by 40, and which parts of a region it can express.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let coding: any LabelCoding
    let file: LabelFile
    /// The largest error of a position after writing and reading.
    let tolerance: Double

    var testDescription: String { name }

    /// Whether it has no box next to an outline.
    var statesOutlines: Bool { ["LabelMe", "Label Studio"].contains(name) }
  }

  static let cases: [Case] =
    [
      Case(name: "COCO", coding: COCOFormat(), file: Labels.file("a.json", Labels.coco), tolerance: 1e-9),
      Case(name: "YOLO", coding: YOLOFormat(), file: Labels.file("a.txt", Labels.yolo), tolerance: 1e-4),
      Case(
        name: "YOLO, polygons", coding: YOLOFormat(rows: .polygons), file: Labels.file("a.txt", Labels.yolo),
        tolerance: 1e-4),
      Case(name: "VOC", coding: VOCFormat(), file: Labels.file("a.xml", Labels.voc), tolerance: 1e-9),
      Case(
        name: "VOC from 0", coding: VOCFormat(numbering: .fromZero), file: Labels.file("a.xml", Labels.voc),
        tolerance: 1e-9),
      Case(name: "CVAT", coding: CVATFormat(), file: Labels.file("a.xml", Labels.cvat), tolerance: 1e-9),
      Case(
        name: "Web annotations", coding: WebAnnotationFormat(), file: Labels.file("a.json", Labels.web), tolerance: 1e-9
      ),
      Case(
        name: "Web annotations, percent", coding: WebAnnotationFormat(unit: .percent),
        file: Labels.file("a.json", Labels.web), tolerance: 1e-9),
      Case(name: "XMP", coding: XMPRegionsFormat(), file: Labels.file("a.xmp", Labels.xmp), tolerance: 1e-4),
    ] + json

  /// Those in JSON that list images.
  static let json: [Case] = [
    Case(name: "LabelMe", coding: LabelMeFormat(), file: Labels.file("a.json", Labels.labelMe), tolerance: 1e-9),
    Case(
      name: "Label Studio", coding: LabelStudioFormat(), file: Labels.file("a.json", Labels.labelStudio),
      tolerance: 1e-8),
    Case(name: "Create ML", coding: CreateMLFormat(), file: Labels.file("a.json", Labels.createML), tolerance: 1e-9),
    Case(name: "Lines", coding: BoxLinesFormat(), file: Labels.file("a.jsonl", Labels.boxLines), tolerance: 1e-9),
    Case(
      name: "Lines, TensorFlow", coding: BoxLinesFormat(.tensorFlow), file: Labels.file("a.jsonl", Labels.tensorFlow),
      tolerance: 1e-6),
    Case(
      name: "Lines, Vision", coding: BoxLinesFormat(.boxes(.vision)), file: Labels.file("a.jsonl", Labels.vision),
      tolerance: 1e-6),
  ]

  private func read(_ one: Case, _ bytes: [UInt8], size: PixelSize<Stored> = Labels.size) throws(LabelError)
    -> LabelSet<Stored>
  {
    var set = LabelSet<Stored>()
    try one.coding.read(LabelFile(name: one.file.name, bytes: bytes), into: &set) { _ in size }
    return set
  }

  @Test("Random boxes that are written, turned, read and turned back lie where they did", arguments: cases, 0..<4)
  func random(one: Case, seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let size: PixelSize<Stored> = PixelSize(
      width: Int.random(in: 30...900, using: &random), height: Int.random(in: 30...900, using: &random))
    var set = LabelSet<Stored>(names: ["a", "b"])
    set.images = [LabelledImage(name: "a", size: size)]
    for _ in 0..<20 {
      set.images[0].regions.append(Region(box: random.box(in: size), label: Int.random(in: 0...1, using: &random)))
    }
    let written = one.coding.written(set)
    let file = LabelFile(name: one.file.name, bytes: written.files[0].bytes)
    for (tag, orientation) in PixelTable.all {
      let edit = try one.coding.reoriented(file) { _ in LabelReorientation(size: size, orientation: orientation) }
      #expect(edit.reorientedRows == 20 && edit.unchangedRows == 0 && edit.findings.isEmpty)
      var displayed = LabelSet<Displayed>(names: ["a", "b"])
      try one.coding.read(LabelFile(name: file.name, bytes: edit.bytes), into: &displayed) { _ in
        orientation.applied(to: size)
      }
      let expected: LabelSet<Displayed> = set.applying { _ in orientation }
      for (found, wanted) in zip(displayed.images[0].regions, expected.images[0].regions) {
        let far = one.tolerance * Double(max(size.width, size.height))
        #expect(Labels.agree(Region(box: found.box), Region(box: wanted.box), within: far), "tag \(tag)")
        #expect(displayed.names[found.label ?? 0] == expected.names[wanted.label ?? 0])
      }
      let again = try one.coding.reoriented(LabelFile(name: file.name, bytes: edit.bytes)) { _ in
        LabelReorientation(size: orientation.applied(to: size), orientation: orientation.inverse)
      }
      #expect(again.bytes == file.bytes, "tag \(tag): \(Labels.difference(again.bytes, file.bytes))")
    }
  }

  @Test("Two turns are one, byte for byte", arguments: cases)
  func composed(one: Case) throws {
    for first in ExifOrientation.allCases {
      let there = Labels.turn(first)
      let once = try one.coding.reoriented(one.file) { _ in there }
      for second in ExifOrientation.allCases {
        let next = Orientation<Displayed, Displayed>(asDisplayed: Orientation(exif: second))
        let size = there.orientation.applied(to: there.size)
        let twice = try one.coding.reoriented(LabelFile(name: one.file.name, bytes: once.bytes)) { _ in
          LabelReorientation(size: size, orientation: next)
        }
        let direct = try one.coding.reoriented(one.file) { _ in
          LabelReorientation(size: there.size, orientation: there.orientation.then(next))
        }
        #expect(twice.bytes == direct.bytes, "\(first.rawValue), \(second.rawValue)")
      }
    }
  }

  @Test("Nothing moves where nothing is to move", arguments: cases)
  func identity(one: Case) throws {
    #expect(try one.coding.reoriented(one.file) { _ in Labels.turn(.topLeft) }.bytes == one.file.bytes)
  }

  @Test("From every format through every other the boxes stay", arguments: cases, cases)
  func through(one: Case, other: Case) throws {
    let set = try read(one, one.file.bytes)
    let written = other.coding.written(set)
    var again = LabelSet<Stored>()
    for file in written.files where file.name != "data.yaml" {
      try other.coding.read(file, into: &again) { _ in Labels.size }
    }
    let wanted = Labels.boxes(other.statesOutlines ? set.boxedByOutlines : set)
    let found = Labels.boxes(again)
    guard found.count == wanted.count else {
      #expect(written.findings.contains { $0.code.dropsRow || $0.note.hasSuffix("separate rows") })
      return
    }
    let precision = set.images.flatMap { $0.regions.map { Double(max($0.precision.across, $0.precision.down)) } }
    let slack = max(one.tolerance, other.tolerance) * 100 + 2 * (precision.max() ?? 0)
    for (box, before) in zip(found, wanted) {
      #expect(zip(box, before).allSatisfy { abs($0 - $1) <= slack }, "\(box) \(before)")
    }
  }

  @Test("Every prefix gives an answer or an error with a place inside the file", arguments: cases)
  func prefixes(one: Case) {
    for end in stride(from: 0, to: one.file.bytes.count, by: 2) {
      let part = Array(one.file.bytes[..<end])
      do {
        let set = try read(one, part)
        #expect(set.files == [one.file.name])
      } catch {
        #expect(error.offset <= end && error.line >= 1 && error.file == one.file.name)
      }
      do {
        let edit = try one.coding.reoriented(LabelFile(name: "a", bytes: part)) { _ in Labels.turn(.rightBottom) }
        #expect(edit.bytes.count < 2 * end + 100)
      } catch { #expect(error.offset <= end) }
    }
  }

  @Test("Any bytes at any place give an answer", arguments: cases, 0..<3)
  func mutations(one: Case, seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    for _ in 0..<150 {
      var bytes = one.file.bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0...3, using: &random) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        default: bytes[place] = "0123456789.-e \n<>/\"[]{},:".utf8.randomElement(using: &random) ?? 0
        }
      }
      if let set = try? read(one, bytes) {
        for region in set.images.flatMap(\.regions) { #expect(region.box.x.isFinite && region.box.width.isFinite) }
        let turned: LabelSet<Displayed> = set.applying { _ in Orientation(exif: .leftBottom) }
        let sized = set.images.filter { $0.size != nil }
        #expect(sized.count == set.images.count || set.findings.contains { $0.code == .sizeMalformed })
        #expect(turned.regionCount == sized.reduce(0) { $0 + $1.regions.count })
        #expect(!one.coding.written(turned).files.contains { $0.name.hasPrefix("/") || $0.name.contains("..") })
      }
      _ = try? one.coding.reoriented(LabelFile(name: "a", bytes: bytes)) { _ in Labels.turn(.rightTop) }
    }
  }

  @Test(
    "Enormous numbers are findings of their row, and never a trap",
    arguments: [
      "1e308", "-1e308", "1e400", "99999999999999999999999", "1e-400", "-0", "0.1e-999999999", "1e9", "-1e9",
      "1000000001",
    ])
  func enormous(number: String) throws {
    let files: [(any LabelCoding, LabelFile)] = [
      (YOLOFormat(), Labels.file("a.txt", "0 \(number) 0.5 0.1 \(number)\n0 0.5 0.5 1 1\n")),
      (
        COCOFormat(),
        Labels.file(
          "a.json",
          """
          {"images":[{"id":1,"file_name":"a","width":\(number),"height":\(number)}],"annotations":[
          {"image_id":1,"bbox":[\(number),\(number),\(number),\(number)],"segmentation":[[\(number),1,2,3,4,5]]},
          {"image_id":1,"bbox":[1,2,3,4]}]}
          """)
      ),
      (
        VOCFormat(),
        Labels.file(
          "a.xml",
          """
          <annotation><size><width>\(number)</width><height>5</height></size>
          <object><bndbox><xmin>\(number)</xmin><ymin>1</ymin><xmax>\(number)</xmax><ymax>2</ymax></bndbox></object>
          <object><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>2</xmax><ymax>2</ymax></bndbox></object></annotation>
          """)
      ),
      (
        CVATFormat(),
        Labels.file(
          "a.xml",
          """
          <annotations><image name="a" width="\(number)" height="\(number)">
          <ellipse label="x" cx="\(number)" cy="1" rx="\(number)" ry="\(number)" rotation="\(number)"/>
          <box label="x" xtl="1" ytl="1" xbr="2" ybr="2"/></image></annotations>
          """)
      ),
      (
        WebAnnotationFormat(),
        Labels.file(
          "a.json",
          """
          [{"target":"a#xywh=percent:\(number),\(number),\(number),\(number)"},
          {"target":"a#xywh=1,2,3,4"}]
          """)
      ),
      (
        LabelMeFormat(),
        Labels.file(
          "a.json",
          """
          {"imageWidth":null,"shapes":[{"points":[[\(number),2],[3,\(number)]],"shape_type":"circle"},
          {"points":[[1,2],[3,4]],"shape_type":"rectangle"}]}
          """)
      ),
      (
        LabelStudioFormat(),
        Labels.file(
          "a.json",
          """
          [{"data":{"image":"a"},"annotations":[{"result":[
          {"type":"rectangle","value":{"x":1,"y":\(number),"width":2,"height":3,"rotation":\(number)}},
          {"type":"rectangle","value":{"x":1,"y":2,"width":2,"height":3}}]}]}]
          """)
      ),
      (
        CreateMLFormat(),
        Labels.file(
          "a.json",
          """
          [{"image":"a","annotations":[{"coordinates":{"x":\(number),"y":1,"width":\(number),"height":1}},
          {"coordinates":{"x":1,"y":1,"width":1,"height":1}}]}]
          """)
      ),
      (
        BoxLinesFormat(.boxes(.vision)),
        Labels.file(
          "a.jsonl",
          "{\"image\":\"a\",\"bbox\":[\(number),0,\(number),1]}\n{\"image\":\"a\",\"bbox\":[0,0,1,1]}\n")
      ),
    ]
    for (coding, file) in files {
      var set = LabelSet<Stored>()
      try coding.read(file, into: &set) { _ in Labels.size }
      let lost = set.findings.filter { $0.code.dropsRow && $0.code != .sizeMalformed }
      #expect(set.regionCount + Set(lost.map(\.line)).count == 2, "\(set.findings)")
      for other in Self.cases { _ = other.coding.written(set) }
      let edit = try coding.reoriented(file) { _ in Labels.turn(.bottomRight) }
      #expect(edit.reorientedRows + edit.unchangedRows == 2)
    }
  }

  @Test("Files beyond the limit are refused before they are looked at", arguments: cases)
  func limits(one: Case) {
    let limits = LabelLimits(bytes: 10)
    let codings: [any LabelCoding] = [
      COCOFormat(limits: limits), YOLOFormat(limits: limits), VOCFormat(limits: limits), CVATFormat(limits: limits),
      WebAnnotationFormat(limits: limits), XMPRegionsFormat(limits: limits), LabelMeFormat(limits: limits),
      LabelStudioFormat(limits: limits), CreateMLFormat(limits: limits), BoxLinesFormat(limits: limits),
    ]
    for coding in codings {
      var set = LabelSet<Stored>()
      do {
        try coding.read(one.file, into: &set) { _ in nil }
        Issue.record("was read")
      } catch {
        #expect(error.code == .tooLarge)
        #expect(error.note == "\(one.file.bytes.count) bytes, 10 allowed")
      }
    }
  }

  @Test("An empty file is an error of JSON and XML, and no labels of YOLO and of lines")
  func empty() throws {
    for one in Self.cases {
      if one.name.hasPrefix("YOLO") {
        #expect(try read(one, []).images.map(\.regions.isEmpty) == [true])
      } else if one.name.hasPrefix("Lines") {
        #expect(try read(one, []).images.isEmpty)
      } else {
        #expect(throws: LabelError.self) { try read(one, []) }
      }
    }
  }

  @Test(
    "A picture's file takes its name, in all formats with one for each; where that leads out, it is refused in one sentence"
  )
  func namesOfFiles() {
    var output = LabelOutput()
    #expect(output.name(for: "x/a.b.jpg", extension: "xml") == "x/a.b.xml" && output.findings.isEmpty)
    #expect(output.name(for: "../a.jpg", extension: "xml") == nil)
    #expect(
      output.findings == [
        LabelFinding(.notExpressible, in: "../a.jpg", note: "this name is outside the folder")
      ])
    var set = LabelSet<Stored>(names: ["a"])
    let region = Region<Stored>(box: Rect2D(x: 1, y: 2, width: 3, height: 4), label: 0)
    set.images = [LabelledImage(name: "../a.jpg", size: Labels.size, regions: [region])]
    for coding in [VOCFormat(), XMPRegionsFormat(), LabelMeFormat(), YOLOFormat()] as [any LabelCoding] {
      let written = coding.written(set)
      #expect(
        written.findings == output.findings
          && !written.files.contains { $0.name.contains("a.") && $0.name != "data.yaml" })
    }
  }
}

extension LabelSet {
  /// The same set with the boxes around polygons, which COCO states separately.
  fileprivate var boxedByOutlines: Self {
    var set = self
    for image in set.images.indices {
      for region in set.images[image].regions.indices {
        guard case .polygon(let polygon) = set.images[image].regions[region].outline, let box = polygon.box else {
          continue
        }
        set.images[image].regions[region].box = box
      }
    }
    return set
  }
}
