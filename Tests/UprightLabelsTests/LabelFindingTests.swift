// Findings.

import Testing
import UprightGeometry
@testable import UprightLabels
import UprightTestTools

@Suite("Findings")
struct LabelFindingTests {
  @Test("A finding is one sentence with its place")
  func sentences() {
    #expect(
      LabelFinding(.numberInvalid, in: "a.txt", line: 3, field: "column 2", note: "'x' is no number").description
        == "a.txt, line 3, column 2: 'x' is no number")
    #expect(
      LabelFinding(.imageUnknown, in: "a.txt").description.hasPrefix("a.txt: image not found, so its size is unknown"))
  }

  @Test("Codes are stable words, each with a sentence of its own", arguments: LabelFinding.Code.allCases)
  func codes(code: LabelFinding.Code) {
    #expect(code.rawValue.allSatisfy { $0.isLowercase || $0 == "-" })
    #expect(!code.sentence.isEmpty && !code.sentence.hasSuffix("."))
    #expect(LabelFinding.Code.allCases.count { $0.sentence == code.sentence } == 1)
  }

  @Test("Which of them lose a row")
  func losing() {
    #expect(
      LabelFinding.Code.allCases.filter { !$0.dropsRow } == [
        .classMissing, .duplicateKey, .sizeContradicts, .imageEmbedded, .detailLost, .rowSkipped, .textLong, .more,
      ])
  }

  @Test("Lists keep as many as they may, and count the rest")
  func lists() {
    var list = FindingList("f", LabelLimits(findings: 2))
    #expect(list.all.isEmpty)
    for line in 1...5 { list.add(.rowMalformed, line: line) }
    #expect(list.all.map(\.line) == [1, 2, nil])
    #expect(list.all.last?.note == "3 more findings, 3 of which lose a row")
    var one = FindingList("f", LabelLimits(findings: 0))
    one.add(.rowMalformed)
    #expect(one.all.count == 1)
  }

  @Test("What a format cannot say of a region is named with the picture and the line")
  func losses() {
    let box = Rect2D<Stored>(x: 1, y: 2, width: 3, height: 4)
    var region = Region<Stored>(box: box)
    region.location = LabelLocation(file: 0, line: 7, row: 2)
    var findings: [LabelFinding] = []
    findings.lostAllButBox(region, "a.jpg")
    #expect(findings.isEmpty)
    findings.lost("holes are filled", region, "a.jpg")
    #expect(findings == [LabelFinding(.detailLost, in: "a.jpg", line: 7, note: "holes are filled")])
    var (outlined, jointed) = (region, region)
    outlined.outline = .points([Point2D(x: 1, y: 2)])
    jointed.keypoints = [Keypoint(Point2D(x: 1, y: 2), .visible)]
    for more in [outlined, jointed] {
      findings = []
      findings.lostAllButBox(more, "b.jpg")
      #expect(findings == [LabelFinding(.detailLost, in: "b.jpg", line: 7, note: "only its box is written")])
    }
  }

  @Test("Whether rows are lost by what is kept no longer is told by its code")
  func droppedFindings() {
    let codes: [([LabelFinding.Code], LabelFinding.Code)] = [
      ([.duplicateKey], .more), ([.duplicateKey, .detailLost, .classMissing], .more), ([.rowMalformed], .moreLost),
      ([.duplicateKey, .numberInvalid], .moreLost), ([.imageUnknown, .sizeContradicts], .moreLost),
    ]
    for (dropped, wanted) in codes {
      var list = FindingList("f", LabelLimits(findings: 1))
      list.add(.rowMalformed, line: 1)
      for code in dropped { list.add(code) }
      #expect(list.all.map(\.code) == [.rowMalformed, wanted], "\(dropped)")
      #expect(list.all[1].code.dropsRow == dropped.contains(where: \.dropsRow))
      #expect(list.all[1].note.hasPrefix("\(dropped.count) more findings") && list.all[1].file == "f")
    }
  }
}

// An image of which a row cannot be rotated, and a stated size that is that of the other space.

@Suite struct WholeImagesTests {
  /// A format, and a file about an image of 100 by 40 with one readable and one unreadable row.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let coding: any LabelCoding
    let text: String
    var testDescription: String { name }
  }

  static let partial: [Case] = [
    Case(
      name: "LabelMe", coding: LabelMeFormat(),
      text: """
        {"shapes":[{"points":[[1,2]],"shape_type":"point"},{"points":[[1,2],[3,4]],"shape_type":"cuboid"}],
        "imageWidth":100,"imageHeight":40}
        """),
    Case(
      name: "LabelMe's mask without a decoder", coding: LabelMeFormat(),
      text: """
        {"shapes":[{"points":[[1,2]],"shape_type":"point"},
        {"points":[[1,2],[3,4]],"shape_type":"mask","mask":"iVBORw=="}],"imageWidth":100,"imageHeight":40}
        """),
    Case(
      name: "COCO", coding: COCOFormat(),
      text: """
        {"images":[{"id":1,"file_name":"a","width":100,"height":40}],
        "annotations":[{"image_id":1,"bbox":[1,2,3,4]},{"image_id":1,"bbox":[1,2,3]}]}
        """),
    Case(
      name: "COCO's mask", coding: COCOFormat(),
      text: """
        {"annotations":[{"image_id":1,"bbox":[1,2,3,4]},
        {"image_id":1,"segmentation":{"size":[3,3],"counts":[9]}}],
        "images":[{"id":1,"file_name":"a","width":100,"height":40}]}
        """),
    Case(
      name: "Pascal VOC", coding: VOCFormat(),
      text: """
        <annotation><size><width>100</width><height>40</height></size>
        <object><bndbox><xmin>1</xmin><ymin>2</ymin><xmax>3</xmax><ymax>4</ymax></bndbox></object>
        <object><bndbox><xmin>1</xmin><ymin>2</ymin><xmax>3</xmax></bndbox></object></annotation>
        """),
    Case(
      name: "CVAT", coding: CVATFormat(),
      text: """
        <annotations><image name="a" width="100" height="40"><box label="x" xtl="1" ytl="2" xbr="3" ybr="4"/>
        <cuboid label="x"/></image></annotations>
        """),
    studio(
      "Label Studio's brush",
      #"{"original_width":100,"original_height":40,"type":"brushlabels","value":{"format":"rle","rle":[0]}}"#),
    studio("Label Studio's brush without a size", #"{"type":"brushlabels","value":{"format":"rle","rle":[0]}}"#),
    studio(
      "Label Studio's rotated image",
      #"{"image_rotation":90,"type":"rectangle","value":{"x":1,"y":2,"width":3,"height":4}}"#),
    Case(
      name: "Label Studio's next task", coding: LabelStudioFormat(),
      text: """
        [{"data":{"image":"a"},"annotations":[{"result":[{"type":"brush","value":{"rle":[0]}}]}]},
        {"data":{"image":"a"},"annotations":[{"result":[\(studioBox)]}]}]
        """),
    Case(
      name: "JSON Lines", coding: BoxLinesFormat(),
      text: """
        {"image":"a","width":100,"height":40,"bbox":[10,20,30,5]}
        {"image":"a","bbox":[10,20,30]}

        """),
    Case(
      name: "Web annotations", coding: WebAnnotationFormat(),
      text: """
        [{"target":{"source":{"id":"a","width":100,"height":40},
        "selector":{"type":"FragmentSelector","value":"xywh=1,2,3,4"}}},
        {"target":{"source":"a","selector":{"type":"SvgSelector","value":"<svg/>"}}}]
        """),
  ]

  private static let studioBox = """
    {"original_width":100,"original_height":40,"type":"rectangle","value":{"x":1,"y":2,"width":3,"height":4}}
    """

  private static func studio(_ name: String, _ row: String) -> Case {
    Case(
      name: name, coding: LabelStudioFormat(),
      text: #"[{"data":{"image":"a"},"annotations":[{"result":[\#(studioBox),\#(row)]}]}]"#)
  }

  /// Rows of another image in the same file are rotated.
  @Test func onlyTheImageOfTheRowStays() throws {
    let text = """
      [{"data":{"image":"a"},"annotations":[{"result":[\(Self.studioBox),{"type":"brush","value":{"rle":[0]}}]}]},
      {"data":{"image":"b"},"annotations":[{"result":[\(Self.studioBox)]}]}]
      """
    let edit = try LabelStudioFormat().reoriented(Labels.file("a", text)) { _ in Labels.turn(.rightTop) }
    // By hand: y of the stored image becomes x from the right.
    let turned = Self.studioBox.replacing("100,\"original_height\":40", with: "40,\"original_height\":100")
      .replacing("\"x\":1,\"y\":2,\"width\":3,\"height\":4", with: "\"x\":94,\"y\":1,\"width\":4,\"height\":3")
    let tasks = text.split(separator: "\n").map(String.init)
    let wanted = [tasks[0], tasks[1].replacing(Self.studioBox, with: turned)].joined(separator: "\n")
    #expect(Labels.text(edit.bytes) == wanted)
    #expect((edit.reorientedRows, edit.unchangedRows) == (1, 2))
  }

  @Test(arguments: partial) func anImageWithARowThatCannotRotateStaysAsAWhole(one: Case) throws {
    let file = Labels.file("a", one.text)
    for tag in ExifOrientation.allCases where tag != .topLeft {
      let edit = try one.coding.reoriented(file) { _ in Labels.turn(tag) }
      #expect(edit.bytes == file.bytes && edit.reorientedRows == 0 && edit.unchangedRows == 2, "\(tag)")
      #expect(edit.findings.contains { $0.code == .imageUnknown && $0.note.contains("cannot be rotated") })
    }
    // The row that can be read still is.
    #expect(try Labels.read(one.coding, file).regionCount == 1)
  }

  /// Without a stated size, an object stays with a part that cannot be read.
  @Test func anObjectWithABrokenPartStaysAsAWhole() throws {
    let box = "<bndbox><xmin>1</xmin><ymin>2</ymin><xmax>3</xmax><ymax>4</ymax></bndbox>"
    let object = "<object>\(box)<part><bndbox><xmin>1</xmin></bndbox></part></object>"
    let file = Labels.file("a.xml", "<annotation>\(object)</annotation>")
    let edit = try VOCFormat().reoriented(file) { _ in Labels.turn(.rightTop) }
    #expect(edit.bytes == file.bytes && (edit.reorientedRows, edit.unchangedRows) == (0, 1))
    #expect(edit.findings.map(\.field) == ["object[0].part[0].bndbox.ymin"])
    #expect(try Labels.read(VOCFormat(), file).regionCount == 1)
  }

  /// Labels of the displayed image, 40 by 100, that state the size of the stored one.
  static let contradicting: [Case] = [
    Case(
      name: "COCO", coding: COCOFormat(),
      text: """
        {"images":[{"id":1,"file_name":"a","width":WIDTH,"height":HEIGHT}],"annotations":[{"image_id":1,"bbox":BOX}]}
        """),
    Case(
      name: "LabelMe", coding: LabelMeFormat(),
      text: """
        {"shapes":[{"points":POINTS,"shape_type":"rectangle"}],"imageWidth":WIDTH,"imageHeight":HEIGHT}
        """),
    Case(
      name: "Pascal VOC", coding: VOCFormat(numbering: .fromZero),
      text: """
        <annotation><size><width>WIDTH</width><height>HEIGHT</height></size><object><bndbox>EDGES</bndbox></object>
        </annotation>
        """),
    Case(
      name: "CVAT", coding: CVATFormat(),
      text: """
        <annotations><image name="a" width="WIDTH" height="HEIGHT"><box label="x" CORNERS/></image></annotations>
        """),
    Case(
      name: "Web annotations", coding: WebAnnotationFormat(unit: .pixel),
      text: """
        {"@context":"http://www.w3.org/ns/anno.jsonld","type":"Annotation","target":{"source":{"id":"a",
        "width":WIDTH,"height":HEIGHT},"selector":{"type":"FragmentSelector","value":"xywh=XYWH"}}}
        """),
  ]

  private func text(_ text: String, _ x: Int, _ y: Int, _ w: Int, _ h: Int, size: (Int, Int)) -> String {
    let (right, bottom) = (x + w, y + h)
    return [
      ("WIDTH", "\(size.0)"), ("HEIGHT", "\(size.1)"), ("BOX", "[\(x),\(y),\(w),\(h)]"),
      ("XYWH", "\(x),\(y),\(w),\(h)"),
      ("POINTS", "[[\(x),\(y)],[\(right),\(bottom)]]"),
      ("EDGES", "<xmin>\(x)</xmin><ymin>\(y)</ymin><xmax>\(right)</xmax><ymax>\(bottom)</ymax>"),
      ("CORNERS", "xtl=\"\(x)\" ytl=\"\(y)\" xbr=\"\(right)\" ybr=\"\(bottom)\""),
    ].reduce(text) { $0.replacing($1.0, with: $1.1) }
  }

  @Test(arguments: contradicting) func aSizeOfTheOtherSpaceIsKeptIfTheCallerKnowsTheSpace(one: Case) throws {
    // Tag 8: the displayed image of 40 by 100 is the stored one of 100 by 40, rotated counterclockwise.
    let displayed = Labels.file("a", text(one.text, 10, 80, 5, 12, size: (100, 40)))
    var turn = Labels.back(.leftBottom)
    let kept = try one.coding.reoriented(displayed) { _ in turn }
    #expect(kept.bytes == displayed.bytes && kept.unchangedRows == 1)
    turn.overridesStatedSize = true
    let edit = try one.coding.reoriented(displayed) { _ in turn }
    // By hand: x of the stored image is 100 − y − height, y is x.
    #expect(Labels.text(edit.bytes) == text(one.text, 8, 10, 12, 5, size: (100, 40)), "\(Labels.text(edit.bytes))")
    #expect(edit.reorientedRows == 1 && edit.unchangedRows == 0)
    // A size of neither space is another image's.
    let other = Labels.file("a", text(one.text, 10, 80, 5, 12, size: (100, 41)))
    #expect(try one.coding.reoriented(other) { _ in turn }.bytes == other.bytes)
    // A size of this space is rotated as always.
    let right = Labels.file("a", text(one.text, 10, 80, 5, 12, size: (40, 100)))
    #expect(Labels.text(try one.coding.reoriented(right) { _ in turn }.bytes) == Labels.text(edit.bytes))
  }

  // MARK: Masks in LabelMe

  /// Masks whose "image" is text: rows of # and . separated by slashes.
  private let masks = MaskImages(
    pixels: { text in
      let rows = text.split(separator: "/").map(Array.init)
      return MaskPixels(width: rows.first?.count ?? 0, height: rows.count, isInside: rows.joined().map { $0 == "#" })
    },
    reoriented: { text, isMirrored, quarters in
      var rows = text.split(separator: "/").map(Array.init)
      if isMirrored { rows = rows.map { $0.reversed() } }
      for _ in 0..<quarters {
        rows = rows[0].indices.map { column in rows.reversed().map { $0[column] } }
      }
      return rows.map { String($0) }.joined(separator: "/")
    })

  private func maskFile(_ points: String, _ mask: String) -> LabelFile {
    Labels.file(
      "a.json",
      """
      {"shapes":[{"label":"cat","points":\(points),"shape_type":"mask","mask":"\(mask)"},
      {"label":"cat","points":[[5,6]],"shape_type":"point","mask":null}],
      "imagePath":"a.jpg","imageData":null,"imageHeight":40,"imageWidth":100}
      """)
  }

  @Test func masksAreReadAndRotatedWithTheirPlaces() throws {
    let file = maskFile("[[10.0,12.0],[12.0,13.0]]", "##./.#.")
    let coding = LabelMeFormat(masks: masks)
    let set = try Labels.read(coding, file)
    #expect(set.findings.isEmpty && Labels.boxes(set)[0] == [10, 12, 3, 2])
    let wanted = RunMask<Stored>(size: Labels.size) { x, y in
      (x, y) == (10, 12) || (x, y) == (11, 12) || (x, y) == (11, 13)
    }
    #expect(try set.images[0].regions[0].outline == .mask(#require(wanted)))
    let checks = FormatChecks(coding: coding, file: file)
    try checks.thereAndBack()
    try checks.asRegions()
    let edit = try coding.reoriented(file) { _ in Labels.turn(.rightTop) }
    let text = Labels.text(edit.bytes)
    // By hand: columns from the right are the rows; 40 − 1 − 13 and 40 − 1 − 12.
    #expect(
      text.contains("\"points\":[[26.0,10.0],[27.0,12.0]],\"shape_type\":\"mask\",\"mask\":\".#/##/..\""), "\(text)")
    #expect(text.contains("[[34,5]]") && text.contains("\"imageHeight\":100,\"imageWidth\":40"))
  }

  @Test(
    arguments: [
      ("[[10,12],[13,13]]", "##./.#."), ("[[10,12]]", "##./.#."), ("[[10.5,12],[12.5,13]]", "##./.#."),
      ("[[98,12],[100,13]]", "##./.#."), ("[[-1,12],[1,13]]", "##./.#."), ("[[10,12],[12,13]]", ""),
    ])
  func aMaskThatDoesNotFitKeepsItsImageAsItIs(points: String, mask: String) throws {
    let (file, coding) = (maskFile(points, mask), LabelMeFormat(masks: masks))
    #expect(try Labels.read(coding, file).regionCount == 1)
    for tag in ExifOrientation.allCases where tag != .topLeft {
      let edit = try coding.reoriented(file) { _ in Labels.turn(tag) }
      #expect(edit.bytes == file.bytes && edit.findings.contains { $0.code == .maskInvalid }, "\(tag)")
    }
  }

  // MARK: Uploads to Label Studio

  @Test(
    arguments: [
      ("/data/upload/1/abcd1234-p.jpg", ["abcd1234-p.jpg"], "abcd1234-p.jpg"),
      ("/data/upload/1/abcd1234-p.jpg", ["abcd1234-q.jpg"], "p.jpg"), ("/data/upload/1/abcd1234-p.jpg", [], "p.jpg"),
      ("/data/upload/1/ABCD1234-p%20q.jpg", ["ABCD1234-p q.jpg"], "ABCD1234-p q.jpg"),
    ])
  func anUploadKeepsItsDigitsIfThereIsSuchAFile(address: String, files: [String], name: String) {
    #expect(LabelStudioData.imageName(in: address, uploads: Set(files)) == name)
  }

  @Test func uploadsWithDifferentDigitsAreDifferentImages() throws {
    func task(_ digits: String) -> String {
      """
      {"data":{"image":"/data/upload/1/\(digits)-p.jpg"},"annotations":[{"result":[{"type":"rectangle","original_width":100,
      "original_height":40,"value":{"x":10,"y":20,"width":30,"height":40}}]}]}
      """
    }
    let file = Labels.file("a.json", "[\(task("abcd1234")),\(task("00001111"))]")
    let known = LabelStudioFormat(uploads: ["abcd1234-p.jpg", "00001111-p.jpg"])
    #expect(try Labels.read(known, file).images.map(\.name) == ["abcd1234-p.jpg", "00001111-p.jpg"])
    var asked: [String] = []
    _ = try known.reoriented(file) { name -> LabelReorientation<Stored, Displayed>? in
      asked.append(name)
      return nil
    }
    #expect(asked == ["abcd1234-p.jpg", "00001111-p.jpg"])
  }
}

// Counted nouns: singular and plural, with their verbs.

@Suite struct CountedNounTests {
  @Test(arguments: [
    ("region", 0, "0 regions"), ("region", 1, "1 region"), ("region", 2, "2 regions"), ("picture", -1, "-1 pictures"),
    ("box", 1, "1 box"), ("box", 3, "3 boxes"), ("file", 1, "1 file"), ("file", 1_000_000, "1000000 files"),
  ])
  func oneIsSingular(noun: String, count: Int, wanted: String) { #expect("\(CountedNoun(noun, count))" == wanted) }

  @Test func whatOneDoesHasAnS() {
    #expect(
      CountedNoun("box", 1).withVerb("fit") == "1 box fits" && CountedNoun("box", 2).withVerb("fit") == "2 boxes fit")
    #expect(CountedNoun("region", 1).withVerb("match") == "1 region matches")
    #expect(CountedNoun("region", 0).withVerb("match") == "0 regions match")
    #expect(CountedNoun("picture", 1).withVerb("differ") == "1 picture differs")
  }
}
