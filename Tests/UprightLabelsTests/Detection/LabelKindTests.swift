// The format detected from label files.

import Testing
import UprightGeometry
@testable import UprightLabels
import UprightTestTools

@Suite("The format that a label file shows")
struct LabelKindTests {
  /// A format, a file of it as other tools write it, and the detected kind.
  private static let formats: [(coding: any LabelCoding, sample: String, kind: LabelKind?)] = [
    (COCOFormat(), Labels.coco, .coco),
    (YOLOFormat(rows: .boxes), "0 0.5 0.5 0.2 0.2\n", nil),
    (YOLOFormat(rows: .polygons), "0 0.1 0.1 0.9 0.1 0.5 0.9\n", nil),
    (YOLOFormat(rows: .corners), "0 0.1 0.1 0.9 0.1 0.9 0.9 0.1 0.9\n", nil),
    (VOCFormat(numbering: .fromOne), Labels.voc, .pascalVOC),
    (VOCFormat(numbering: .fromZero), Labels.voc, .pascalVOC),
    (CVATFormat(), Labels.cvat, .cvat),
    (WebAnnotationFormat(unit: .pixel), Labels.web, .webAnnotation),
    (WebAnnotationFormat(unit: .percent), "{\"target\":\"a.jpg#xywh=percent:1,2,3,4\"}", .webAnnotationPercent),
    (XMPRegionsFormat(), Labels.xmp, nil),
    (LabelMeFormat(), Labels.labelMe, .labelMe),
    (LabelStudioFormat(), Labels.labelStudio, .labelStudio),
    (CreateMLFormat(), Labels.createML, .createML),
    (BoxLinesFormat(), Labels.boxLines, .boxLines),
    (BoxLinesFormat(.tensorFlow), Labels.tensorFlow, .tensorFlow),
    (BoxLinesFormat(.boxes(.vision)), Labels.vision, .vision),
  ]

  /// The detected format of a file in each of its possible languages.
  private func kinds(_ text: String) -> [LabelKind?] {
    let file = Labels.file("f", text)
    return [LabelKind(json: file), LabelKind(xml: file), LabelKind(lines: file)]
  }

  /// The detected format of a file in the language of its kind.
  private func kind(_ text: String, _ kind: LabelKind?) -> LabelKind? {
    let all = kinds(text)
    switch kind {
    case .pascalVOC?, .cvat?: return all[1]
    case .boxLines?, .tensorFlow?, .vision?, .shares?: return all[2]
    default: return all[0]
    }
  }

  @Test("Each format is known by files of other tools and by what is written here", arguments: formats.indices)
  func known(index: Int) throws {
    let (coding, sample, wanted) = Self.formats[index]
    var set = LabelSet<Stored>(names: ["cat"])
    let region = Region<Stored>(box: Rect2D(x: 10.5, y: 20, width: 30, height: 10), label: 0)
    set.images = [LabelledImage(name: "a.jpg", size: Labels.size, regions: [region, region])]
    let written = try #require(coding.written(set).files.first { $0.name != "data.yaml" })
    #expect(kind(sample, wanted) == wanted && kind(Labels.text(written.bytes), wanted) == wanted)
    if wanted == nil { #expect(kinds(sample) == [nil, nil, nil]) }
  }

  @Test("There are sixteen formats, and each kind but one is that of some format")
  func all() {
    #expect(Self.formats.count == 16)
    #expect(Set(LabelKind.allCases).subtracting(Self.formats.compactMap(\.kind)) == [.shares])
  }

  @Test(
    "Keys that formats share do not mislead",
    arguments: [
      ("{\"info\":{},\"annotations\":[{\"image_id\":1}]}", LabelKind.coco), ("{\"categories\":[]}", .coco),
      ("[{\"image_id\":1,\"bbox\":[1,2,3,4],\"score\":1}]", .coco),
      ("{\"images\":[],\"shapes\":[]}", .coco),
      ("{\"id\":1,\"annotations\":[{\"result\":[]}],\"data\":{\"image\":\"a\"}}", .labelStudio),
      ("{\"id\":1,\"drafts\":[{\"result\":[]}],\"data\":{\"image\":\"a\"}}", .labelStudio),
      ("[{\"id\":1,\"annotations\":[{\"id\":2,\"result\":[{\"value\":{", .labelStudio),
      ("{\"annotations\":[{\"result\":[", .labelStudio), ("[{\"data\":{\"img\":\"a\"}}]", .labelStudio),
      ("[{\"image\":\"a\",\"label\":[{\"x\":1,\"original_width\":5}]}]", .labelStudio),
      ("[{\"annotations\":[{\"coordinates\":{}}]}]", .createML),
      ("[{\"imagefilename\":\"a\",\"annotation\":[]}]", .createML),
      ("{\"imageData\":\"AAAA", .labelMe), ("{\"version\":\"5\",\"imageData\":null", .labelMe),
      ("[{\"target\":\"a#xywh=1,2,3,4\"}]", .webAnnotation), ("{\"@graph\":[]}", .webAnnotation),
      ("{\"items\":[{\"target\":\"a#xywh=percent:1,2,3,4\"},{\"target\":\"a#xywh=1,2,3,4\"}]}", .webAnnotation),
      ("{}", nil), ("[]", nil), ("[7]", nil), ("7", nil), ("", nil), ("{\"mine\":[{\"image_id\":1}]}", nil),
      ("[{\"image\":\"a\",\"label\":[]}]", nil), ("{\"x\":NaN,\"images\":[]}", nil),
    ] as [(String, LabelKind?)])
  func keys(text: String, kind: LabelKind?) { #expect(LabelKind(json: Labels.file("f", text)) == kind) }

  @Test("Half a file shows nothing else than the whole", arguments: formats.indices)
  func prefixes(index: Int) {
    let (_, sample, wanted) = Self.formats[index]
    let bytes = Array(sample.utf8)
    let web: Set<LabelKind?> = [nil, .webAnnotation, .webAnnotationPercent]
    let known = web.contains(wanted) ? web : [nil, wanted]
    for end in bytes.indices { #expect(known.contains(kind(Labels.text(Array(bytes[..<end])), wanted)), "\(end)") }
  }

  @Test("The first bytes are enough, whatever comes first and however much comes behind")
  func large() {
    let numbers = [String](repeating: "0.125", count: 20_000).joined(separator: ",")
    let polygon = "{\"type\":\"polygonlabels\",\"value\":{\"points\":[\(numbers)]}}"
    let files = [
      (
        "{\"info\":{\"year\":2026},\"licenses\":[],\"annotations\":[{\"segmentation\":[[\(numbers)]]}]}", LabelKind.coco
      ),
      ("[{\"image_id\":1,\"segmentation\":[[\(numbers)]]}]", .coco),
      ("{\"version\":\"5\",\"shapes\":[{\"points\":[\(numbers)]}],\"imagePath\":\"a\"}", .labelMe),
      ("[{\"id\":1,\"annotations\":[{\"result\":[\(polygon)]}],\"data\":{\"image\":\"a\"}}]", .labelStudio),
      ("{\"id\":1,\"annotations\":[{\"result\":[\(polygon)]}],\"data\":{\"image\":\"a\"}}", .labelStudio),
      ("[{\"image\":\"a\",\"annotations\":[{\"mine\":[\(numbers)]}]}]", .createML),
      ("{\"items\":[{\"mine\":[\(numbers)],\"target\":\"a#xywh=1,2,3,4\"}]}", .webAnnotation),
    ]
    for (text, kind) in files {
      #expect(text.utf8.count > LabelKind.byteCount)
      let beginning = LabelFile(name: "f", bytes: Array(text.utf8.prefix(LabelKind.byteCount)))
      #expect(LabelKind(json: beginning) == kind && LabelKind(json: Labels.file("f", text)) == kind)
      #expect(LabelKind(xml: beginning) == nil)
    }
  }

  @Test("Any bytes at any place give an answer", arguments: formats.indices)
  func mutations(index: Int) {
    var random = SplitMix64(seed: UInt64(index))
    let sample = Array(Self.formats[index].sample.utf8)
    for _ in 0..<100 {
      var bytes = sample
      for _ in 0..<4 {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
      let file = LabelFile(name: "f", bytes: bytes)
      if let kind = LabelKind(xml: file) { #expect(kind == .pascalVOC || kind == .cvat) }
      if let kind = LabelKind(lines: file) { #expect([.boxLines, .tensorFlow, .vision, .shares].contains(kind)) }
      if let kind = LabelKind(json: file) { #expect(!kind.rawValue.contains("boxes") && kind != .pascalVOC) }
    }
  }
}

// The keys of a document's first object.

@Suite("A sketch of a JSON document")
struct JSONSketchTests {
  private func sketch(_ text: String) -> JSONSketch { JSONSketch(Labels.file("f", text)) }

  @Test("Keys of the document, which of them hold objects, and those of the first object in a list")
  func document() {
    let found = sketch(
      "{\"a\":1,\"b\":{\"x\":1},\"c\":[7,{\"y\":1},{\"z\":1}],\"d\":[{\"y\":2},{\"z\":3}],\"\\u0065\":null}")
    #expect(!found.isList && found.objects == ["b"])
    for key in ["a", "b", "c", "d", "e"] { #expect(found.has(key), "\(key)") }
    #expect(!found.has("x", "y") && found.has("x", "a"))
    #expect(found.inside("d", has: "y") && !found.inside("d", has: "z") && found.inside("c", has: "y"))
    #expect(!found.inside("b", has: "x") && !found.inside("q", has: "x") && !found.inside("c", has: "z"))
  }

  @Test("Of a list, those of the first element")
  func list() {
    let found = sketch(" [{\"a\":{}},{\"b\":1}]")
    #expect(found.isList && found.objects == ["a"] && found.has("a") && !found.has("b"))
    #expect(sketch("[]").isList && sketch("[1,{\"a\":1}]").isList && !sketch("[1,{\"a\":1}]").has("a"))
  }

  @Test("What is cut off or broken shows what stands before")
  func broken() {
    let text = "{\"first\":1,\"second\":[{\"inner\":[1,2,{\"deep\":"
    #expect(sketch(text).has("first") && sketch(text).inside("second", has: "inner"))
    #expect(!sketch("{\"fir").has("fir") && !sketch("{\"first\"").has("first"))
    #expect(sketch("{\"a\":1,,\"b\":2}").has("a") && !sketch("{\"a\":1,,\"b\":2}").has("b"))
    let sixteen = JSONSketch(LabelFile(name: "f", bytes: [0xFF, 0xFE, 0x7B, 0]))
    #expect(!sixteen.isList && !sixteen.has("a") && !sketch("").isList)
  }
}

// The convention of boxes in JSON Lines.

@Suite("A sketch of boxes in JSON Lines")
struct LineSketchTests {
  @Test(
    "Keys and the size of numbers tell them apart",
    arguments: [
      ("{\"image\":\"a\",\"x\":1,\"y\":2,\"w\":3,\"h\":4}", LabelKind.boxLines),
      ("{\"image\":\"a\",\"x\":0,\"y\":0,\"w\":1,\"h\":1}", .boxLines),
      ("{\"image\":\"a\",\"bbox\":[0.25,0.5,0.1,0.1]}\n{\"image\":\"a\",\"bbox\":[9,8,7,6]}", .boxLines),
      ("{\"image\":\"a\",\"bbox\":[0.25,0.5,0.1,0.1]}", .shares),
      ("{\"image\":\"a\",\"x\":0.5,\"y\":-0.1,\"w\":1,\"h\":1.1}", .shares),
      ("{\"image\":\"a\",\"boundingBox\":{\"x\":0.5,\"y\":0,\"width\":0.5,\"height\":1}}", .vision),
      ("{\"image\":\"a\",\"boundingBox\":{\"x\":50.5,\"y\":0,\"width\":5,\"height\":1}}", .boxLines),
      ("{\"image\":\"a\",\"boundingBox\":[0,0,0.5,1]}\n{\"image\":\"a\",\"bbox\":[0,0,0.5,1]}", .shares),
      ("{\"image\":\"a\",\"ymin\":0.625,\"xmin\":0.0667,\"ymax\":0.875,\"xmax\":0.2667}", .tensorFlow),
      ("{\"image\":\"a\",\"boxes\":[]}\n\n{\"image\":\"a\",\"boxes\":[[0,0,1,1]]}", .tensorFlow),
      ("{\"image\":\"a\",\"ymin\":62,\"xmin\":6,\"ymax\":87,\"xmax\":26}", nil),
      ("{\"image\":\"a\",\"boxes\":[[0,0,1,1]]}\n{\"image\":\"a\",\"boxes\":[[0,0,10,10]]}", nil),
      ("{\"image\":\"a\"}\n{\"image\":\"b\"}", nil), ("{\"image\":\"a\",\"mine\":1}", nil), ("", nil), ("[1]", nil),
      ("{\"image\":\"a\",\"bbox\":[1,2,3,4]}\n{\"image\":\"b\",\"bb", .boxLines),
      ("{\"image\":\"a\"}\n{\"image\":\"a\",\"ymin\":0,\"xmin\":0,\"ymax\":1,\"xmax\":1}\n{\"im", .tensorFlow),
    ] as [(String, LabelKind?)])
  func kinds(text: String, kind: LabelKind?) { #expect(LineSketch(Labels.file("f", text)).kind == kind) }
}

// The root element of a document.

@Suite("The root of an XML document")
struct XMLRootTests {
  @Test(
    "Declarations, comments and spaces come before it",
    arguments: [
      ("<annotation>", "annotation"), ("<a/>", "a"), ("<a\nb='1'>", "a"), ("<x:xmpmeta >", "x:xmpmeta"),
      ("\u{FEFF}<?xml version=\"1.0\"?>\r\n<!-- <b> -->\n<!DOCTYPE a>\t<a >", "a"),
      ("<?one ?><?two?><!---->\n<a>", "a"),
    ])
  func names(text: String, name: String) { #expect(XMLRoot.name(in: Array(text.utf8)) == name) }

  @Test(
    "What ends before, or is no XML, has none",
    arguments: ["", " ", "<", "<annotation", "{\"a\":1}", "<?xml ", "<!-- <a> ", "<!DOCTYPE", "text <a>"])
  func none(text: String) { #expect(XMLRoot.name(in: Array(text.utf8)) == nil) }
}
