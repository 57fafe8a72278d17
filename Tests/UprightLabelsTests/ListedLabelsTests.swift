// Label formats whose files list images: read, and reoriented in place.

import Testing
import UprightGeometry
@testable import UprightLabels
import UprightTestTools

// Files of listed images: rotated, compared as pixels, and through one another.

@Suite("Turning listed pictures")
struct ImageListReorienterTests {
  private func set(_ outlines: [Outline<Stored>], _ size: PixelSize<Stored>) -> LabelSet<Stored> {
    var set = LabelSet<Stored>(names: ["a"])
    let regions = outlines.map { Region(box: $0.box ?? size.bounds.rect, outline: $0, label: 0) }
    set.images = [LabelledImage(name: "a.jpg", size: size, regions: regions)]
    return set
  }

  /// The regions of a rotated file, as rasters.
  private func rasters(
    _ coding: some LabelCoding, _ file: LabelFile, _ size: PixelSize<Displayed>
  ) throws -> [[[Bool]]] {
    var set = LabelSet<Displayed>()
    try coding.read(file, into: &set) { _ in nil }
    #expect(set.findings.isEmpty && set.images.map(\.size) == [size])
    return set.images[0].regions.map { region in
      guard let outline = region.outline else { return Raster.of(region.box, size.width, size.height) }
      return Raster.of(outline, size.width, size.height)
    }
  }

  @Test("Shapes of LabelMe and Label Studio cover the pixels that the table moves, under all tags", arguments: 0..<10)
  func rasters(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let size: PixelSize<Stored> = random.size()
    let ring = random.ring(in: size) as [Point2D<Stored>]
    let round = RotatedRect<Stored>(center: ring[0], size: Size2D(width: 6.5, height: 6.5), degrees: 0)
    let formats: [(any LabelCoding, [Outline<Stored>])] = [
      (
        LabelMeFormat(),
        [
          .polygon(Polygon(rings: [ring])), .polygon(Polygon(rings: [ring, random.ring(in: size)])), .ellipse(round),
          .line(random.ring(in: size)), .points(random.ring(in: size)),
        ]
      ),
      (
        LabelStudioFormat(),
        [
          .polygon(Polygon(rings: [ring])), .rotated(random.rotated(in: size)), .ellipse(random.rotated(in: size)),
          .points([random.place(in: size)]),
        ]
      ),
    ]
    for (coding, outlines) in formats {
      let source = set(outlines, size)
      let file = coding.written(source).files[0]
      for (tag, orientation) in PixelTable.all {
        let edit = try coding.reoriented(file) { _ in LabelReorientation(size: size, orientation: orientation) }
        #expect(edit.reorientedRows >= outlines.count && edit.findings.isEmpty)
        let found = try rasters(coding, LabelFile(name: file.name, bytes: edit.bytes), orientation.applied(to: size))
        let table = PixelTable(tag: tag, width: size.width, height: size.height)
        #expect(found.count == outlines.count)
        for (drawing, outline) in zip(found, outlines) {
          let wanted = table.turned(Raster.of(outline, size.width, size.height))
          #expect(drawing == wanted, "tag \(tag) \(outline)\n\(Raster.drawing(drawing))\n\(Raster.drawing(wanted))")
        }
        let back = try coding.reoriented(LabelFile(name: file.name, bytes: edit.bytes)) { _ in
          LabelReorientation(size: orientation.applied(to: size), orientation: orientation.inverse)
        }
        #expect(back.bytes == file.bytes, "tag \(tag): \(Labels.difference(back.bytes, file.bytes))")
      }
    }
  }

  @Test(
    "From a format into another and back is the same file, byte for byte, where both can say it",
    arguments: LabelCodingTests.json, LabelCodingTests.json)
  func throughAnother(one: LabelCodingTests.Case, other: LabelCodingTests.Case) throws {
    var random = SplitMix64(seed: 4)
    var source = LabelSet<Stored>(names: ["cat", "dog"])
    let size = PixelSize<Stored>(width: 640, height: 427)
    source.images = [LabelledImage(name: "a.jpg", size: size)]
    for _ in 0..<30 {
      let box = random.box(in: size) as Rect2D<Stored>
      let quarters = [box.x, box.y, box.width, box.height].map { ($0 * 4).rounded() / 4 }
      let label = Int.random(in: 0...1, using: &random)
      let rect = Rect2D<Stored>(x: quarters[0], y: quarters[1], width: quarters[2], height: quarters[3])
      source.images[0].regions.append(Region(box: rect, label: label))
    }
    func through(_ coding: any LabelCoding, _ file: LabelFile) throws -> LabelSet<Stored> {
      var set = LabelSet<Stored>()
      try coding.read(file, into: &set) { _ in size }
      return set
    }
    let first = one.coding.written(source).files[0]
    let second = other.coding.written(try through(one.coding, first))
    let third = one.coding.written(try through(other.coding, second.files[0]))
    #expect(second.findings.isEmpty && third.findings.isEmpty)
    // Ten decimals of percent are more than ten of fractions.
    let shares = ["Lines, TensorFlow", "Lines, Vision"]
    let losesDigits = [(one, other), (other, one)].contains { $0.name == "Label Studio" && shares.contains($1.name) }
    let isSame = third.files[0].bytes == first.bytes
    #expect(isSame || losesDigits, "\(Labels.difference(third.files[0].bytes, first.bytes))")
    let found = Labels.boxes(try through(other.coding, second.files[0]))
    #expect(found.count == 30)
    for (numbers, wanted) in zip(found.joined(), Labels.boxes(source).joined()) {
      #expect(abs(numbers - wanted) < 1e-6)
    }
  }

  @Test("YOLO's six decimals survive each of these formats", arguments: LabelCodingTests.json)
  func yolo(other: LabelCodingTests.Case) throws {
    var random = SplitMix64(seed: 12)
    let size = PixelSize<Stored>(width: 3001, height: 1999)
    var lines = ""
    for _ in 0..<60 {
      let (across, down) = (Int.random(in: 1...400_000, using: &random), Int.random(in: 1...400_000, using: &random))
      let numbers = [
        Int.random(in: 300_000...700_000, using: &random), Int.random(in: 300_000...700_000, using: &random), across,
        down,
      ]
      lines += "0 " + numbers.map { "0." + String(1_000_000 + $0).dropFirst() }.joined(separator: " ") + "\n"
    }
    var set = LabelSet<Stored>()
    try YOLOFormat().read(Labels.file("a.txt", lines), into: &set) { _ in size }
    var again = LabelSet<Stored>()
    try other.coding.read(other.coding.written(set).files[0], into: &again) { _ in size }
    #expect(Labels.text(YOLOFormat().written(again).files[0].bytes) == lines, "\(other.name)")
  }

  @Test("Unknown fields, odd spaces and every byte outside numbers with a place stay", arguments: LabelCodingTests.json)
  func untouched(one: LabelCodingTests.Case) throws {
    func skeleton(_ bytes: [UInt8]) -> [UInt8] { bytes.filter { !"0123456789.-".utf8.contains($0) } }
    for tag in ExifOrientation.allCases {
      let edit = try one.coding.reoriented(one.file) { _ in Labels.turn(tag) }
      #expect(skeleton(edit.bytes) == skeleton(one.file.bytes))
      #expect(edit.unchangedRows == 0 && edit.findings.isEmpty)
      let back = try one.coding.reoriented(LabelFile(name: one.file.name, bytes: edit.bytes)) { _ in Labels.back(tag) }
      #expect(back.bytes == one.file.bytes, "tag \(tag.rawValue): \(Labels.difference(back.bytes, one.file.bytes))")
    }
  }

  @Test("In other encodings a file is an error of its own", arguments: LabelCodingTests.json)
  func encodings(one: LabelCodingTests.Case) {
    let text = Labels.text(one.file.bytes)
    let wide: [UInt8] = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    let broken = Array(text.replacing("\\u00e9", with: "\u{e9}").utf8).map { $0 == 0xC3 ? 0xFF : $0 }
    for bytes in [[0xFF, 0xFE] + wide, wide, broken] {
      do {
        _ = try one.coding.reoriented(LabelFile(name: "f", bytes: bytes)) { _ in Labels.turn(.rightTop) }
        Issue.record("was turned")
      } catch { #expect(error.code == .encoding) }
    }
    let marked = LabelFile(name: "f", bytes: [0xEF, 0xBB, 0xBF] + one.file.bytes)
    #expect(throws: Never.self) { try one.coding.reoriented(marked) { _ in Labels.turn(.rightTop) } }
  }

  @Test("So many findings are kept as are wanted", arguments: 1...3)
  func limits(most: Int) throws {
    let line = "{\"image\":\"a\",\"x\":\"1\",\"y\":2,\"w\":3,\"h\":4}\n"
    let file = Labels.file("f", String(repeating: line, count: 9))
    let format = BoxLinesFormat(limits: LabelLimits(findings: most))
    let edit = try format.reoriented(file) { _ in Labels.turn(.rightTop) }
    #expect(edit.findings.count == most + 1 && edit.unchangedRows == 9 && edit.bytes == file.bytes)
    #expect(edit.findings.last?.note == "\(9 - most) more findings, \(9 - most) of which lose a row")
  }
}

// Listed images as regions.

@Suite("Reading listed pictures")
struct ImageListReaderTests {
  /// A format that lists what a test specifies.
  private struct Listing: ImageListing {
    var limits = LabelLimits()
    var plane = LabelPlane.pixels
    var images: [ListedImage] = []
    var error: LabelError?

    func list(_ file: LabelFile, _ take: (ListedImage) -> Void) throws(LabelError) {
      for image in images { take(image) }
      if let error { throw error }
    }
  }

  private static let digits = Array("1 2 3 4 5 6 100 40 9 8".utf8)

  /// Tokens of the digits above, by their index.
  private func tokens(_ indices: [Int]) -> [NumberToken] {
    let fields = TextLines.fields(of: Self.digits.indices, in: Self.digits)
    return indices.compactMap { NumberToken(Self.digits, fields[$0], strictly: true) }
  }

  private func row(_ kind: ListedShape.Kind, _ indices: [Int], label: String? = "a", thing: String? = nil) -> ListedRow
  {
    var row = ListedRow(line: 3, index: 1, field: "rows[1]")
    row.shape = ListedShape(kind: kind, numbers: tokens(indices))
    (row.label, row.thing) = (label, thing)
    return row
  }

  private func image(_ name: String?, _ rows: [ListedRow], sizes: [[Int]] = []) -> ListedImage {
    var image = ListedImage(name: name, line: 2, field: "p")
    (image.rows, image.sizes) = (rows, sizes.map(tokens))
    return image
  }

  private func read(
    _ listing: Listing, into set: LabelSet<Stored> = LabelSet(), size: PixelSize<Stored>? = nil
  ) throws(LabelError) -> LabelSet<Stored> {
    var set = set
    try ImageListReader.read(Labels.file("f", "x"), into: &set, as: listing) { _ in size }
    return set
  }

  @Test("Pictures of one name come together, and what was read before stays")
  func together() throws {
    let box = row(.cornerBox, [0, 1, 2, 3])
    var before = LabelSet<Stored>(names: ["z"])
    before.images = [LabelledImage(name: "a", size: nil)]
    before.files = ["e"]
    let set = try read(Listing(images: [image("a", [box]), image("b", []), image("a", [box])]), into: before)
    #expect(set.images.map(\.name) == ["a", "a", "b"] && set.images.map(\.regions.count) == [0, 2, 0])
    #expect(set.names == ["z", "a"] && set.files == ["e", "f"])
    #expect(set.images[1].regions[0].location == LabelLocation(file: 1, line: 3, row: 0))
  }

  @Test("Sizes: the header's, or the first that is stated; contradictions are named once for each picture")
  func sizes() throws {
    let stated = Listing(images: [image("a", [], sizes: [[6, 7], [6, 7], [8, 9], [4, 5]])])
    let alone = try read(stated)
    #expect(alone.images[0].size == Labels.size && alone.findings.map(\.code) == [.sizeContradicts])
    #expect(alone.findings[0].note.contains(", before "))
    let known = try read(stated, size: PixelSize(width: 9, height: 8))
    #expect(
      known.images[0].size == PixelSize(width: 9, height: 8) && known.findings.map(\.code) == [.sizeContradicts])
    #expect(known.findings[0].note.contains("the image header "))
    #expect(try read(Listing(images: [image("a", [], sizes: [[6, 7]])]), size: Labels.size).findings.isEmpty)
  }

  @Test("Shares without a size are left out, and named once")
  func shares() throws {
    let box = row(.cornerBox, [0, 1, 2, 3])
    var listing = Listing(images: [image("a", [box]), image("a", [box]), image("b", [box], sizes: [[6, 7]])])
    listing.plane = .percent
    let set = try read(listing)
    #expect(set.images.map(\.name) == ["b"] && set.findings.map(\.code) == [.imageUnknown])
    #expect(set.findings[0].field == "p" && set.findings[0].line == 2)
    #expect(
      Labels.agree(set.images[0].regions[0], Region(box: Rect2D(x: 1, y: 0.8, width: 3, height: 1.6), label: 0)))
    listing.plane = LabelPlane(extent: nil, risesUp: true)
    #expect(try read(listing).images.map(\.name) == ["b"])
  }

  @Test("Rows of one thing: polygons are joined, a class is added, a place that is said again is not")
  func things() throws {
    var silent = row(.cornerBox, [0, 1, 2, 3], label: "late", thing: "t")
    silent.omission = .regionless
    let rows = [
      row(.polygon, [0, 1, 2, 3, 4, 5], label: nil, thing: "t"), silent, row(.polygon, [2, 3, 4, 5, 8, 9], thing: "t"),
      row(.polygon, [0, 1, 2, 3, 4, 5], thing: "u"), row(.cornerBox, [0, 1, 2, 3], thing: "u"),
    ]
    let set = try read(Listing(images: [image("a", rows), image("b", [rows[2]])]))
    #expect(set.images.map(\.regions.count) == [2, 1])
    let region = set.images[0].regions[0]
    #expect(region.label.map { set.names[$0] } == "late")
    guard case .polygon(let polygon)? = region.outline else { return #expect(Bool(false), "no polygon") }
    #expect(polygon.rings.map(\.count) == [3, 3] && polygon.filling == .union)
    #expect(region.box == Rect2D(x: 1, y: 2, width: 8, height: 6))
    #expect(set.images[0].regions[1].box == Rect2D(x: 1, y: 2, width: 4, height: 4))
  }

  @Test("Lost, silent and shapeless rows are no regions; every fault is a finding with its place")
  func rows() throws {
    var lost = row(.cornerBox, [0, 1, 2, 3])
    lost.faults = [FieldFault(.numberInvalid, ".x", "why"), FieldFault(.duplicateKey, ".y")]
    var kept = row(.cornerBox, [0, 1, 2, 3])
    kept.faults = [FieldFault(.duplicateKey, ".y")]
    var silent = row(.cornerBox, [0, 1, 2, 3])
    silent.omission = .regionless
    let shapeless = ListedRow(line: 9, index: 4, field: "rows[4]")
    var listing = Listing(images: [image("a", [lost, kept, silent, shapeless])])
    listing.images[0].remarks = [FieldFault(.rowMalformed, ".r"), FieldFault(.imageEmbedded, ".e")]
    let set = try read(listing)
    #expect(set.images[0].regions.count == 1)
    #expect(set.findings.map(\.code) == [.rowMalformed, .numberInvalid, .duplicateKey, .duplicateKey, .rowSkipped])
    #expect(set.findings.map(\.field) == ["p.r", "rows[1].x", "rows[1].y", "rows[1].y", "rows[1]"])
    #expect(set.findings.map(\.line) == [2, 3, 3, 3, 3] && set.findings[1].note == "why")
  }

  @Test("Without a name a picture is a finding, and its rows are left out")
  func nameless() throws {
    let set = try read(Listing(images: [image(nil, [row(.cornerBox, [0, 1, 2, 3])])]))
    #expect(set.images.isEmpty && set.findings.map(\.code) == [.fieldMissing])
  }

  @Test("An error of the file leaves what other files said")
  func errors() throws {
    var set = LabelSet<Stored>(names: ["z"])
    set.images = [LabelledImage(name: "before", size: Labels.size)]
    let broken = Listing(error: LabelError(.syntax, in: "f", at: 7, line: 1, "no"))
    do {
      try ImageListReader.read(Labels.file("f", "x"), into: &set, as: broken) { _ in nil }
      Issue.record("was read")
    } catch { #expect(error.offset == 7) }
    #expect(set.images.map(\.name) == ["before"] && set.names == ["z"])
  }
}

// Duplicate keys in files of listed images: nothing is rotated that another reader would not see rotated.
extension ImageListReorienterTests {
  /// A format, a file of it whose first row is valid, and what is ambiguous in it.
  struct Ambiguity: Sendable, CustomTestStringConvertible {
    let coding: any LabelCoding
    let text: String
    /// The fields of the findings that reading and rotating share.
    let field: String
    let code: LabelFinding.Code
    /// Whether the image as a whole is ambiguous, and not one of its rows.
    let isOfImage: Bool
    /// Whether the sound row states a size, so that it stays with the other.
    var isWhole: Bool { !isOfImage && coding is LabelStudioFormat }
    var testDescription: String { field }
  }

  private static func labelMe(_ fields: String, _ field: String, _ code: LabelFinding.Code, image: Bool) -> Ambiguity {
    let sound = #"{"label":"a","shape_type":"rectangle","points":[[1,2],[5,6]]}"#
    let text =
      image
      ? #"{"imagePath":"a.jpg","imageData":null,"imageHeight":40,"imageWidth":100,"shapes":[\#(sound)],\#(fields)}"#
      : #"{"imagePath":"a.jpg","shapes":[\#(sound),{\#(fields)}]}"#
    return Ambiguity(coding: LabelMeFormat(), text: text, field: field, code: code, isOfImage: image)
  }

  private static func createML(_ fields: String, _ field: String, _ code: LabelFinding.Code, image: Bool) -> Ambiguity {
    let sound = #"{"label":"a","coordinates":{"x":9,"y":8,"width":4,"height":2}}"#
    let text =
      image
      ? #"[{"image":"a.jpg","annotations":[\#(sound)],\#(fields)}]"#
      : #"[{"image":"a.jpg","annotations":[\#(sound),{"label":"b",\#(fields)}]}]"#
    return Ambiguity(coding: CreateMLFormat(), text: text, field: field, code: code, isOfImage: image)
  }

  private static func studio(_ fields: String, _ field: String, _ code: LabelFinding.Code, image: Bool) -> Ambiguity {
    let begin = #""type":"rectangle","original_width":100,"original_height":40"#
    let sound = #"{\#(begin),"value":{"x":1,"y":5,"width":3,"height":5}}"#
    let text =
      image
      ? #"[{"data":{"image":"a.jpg"},"annotations":[{"result":[\#(sound)]}],\#(fields)}]"#
      : #"[{"data":{"image":"a.jpg"},"annotations":[{"result":[\#(sound),{\#(begin),\#(fields)}]}]}]"#
    return Ambiguity(coding: LabelStudioFormat(), text: text, field: field, code: code, isOfImage: image)
  }

  static let ambiguities: [Ambiguity] = [
    labelMe(
      #""points":[[1,2]],"points":[[3,4]],"shape_type":"point""#, "shapes[1].points", .rowMalformed, image: false),
    labelMe(
      #""points":[[1,2],[3,4]],"shape_type":"circle","shape_type":"line""#, "shapes[1].shape_type", .rowMalformed,
      image: false),
    labelMe(#""shapes":[]"#, ".shapes", .rowMalformed, image: true),
    labelMe(#""imageWidth":40"#, ".imageWidth", .rowMalformed, image: true),
    labelMe(#""imageHeight":100"#, ".imageHeight", .rowMalformed, image: true),
    labelMe(#""imageData":"/9j/4A==""#, ".imageData", .rowMalformed, image: true),
    labelMe(#""imagePath":"b.jpg""#, ".imagePath", .imageMissing, image: true),
    createML(
      #""coordinates":{"x":1,"x":2,"y":3,"width":4,"height":5}"#, "[0].annotations[1].coordinates.x", .rowMalformed,
      image: false),
    createML(
      #""coordinates":{"x":1,"y":3,"width":4,"height":5},"coordinates":{"x":9,"y":3,"width":4,"height":5}"#,
      "[0].annotations[1].coordinates", .rowMalformed, image: false),
    createML(#""annotations":[]"#, "[0].annotations", .rowMalformed, image: true),
    createML(#""image":"b.jpg""#, "[0].image", .imageMissing, image: true),
    studio(
      #""value":{"x":1,"y":2,"width":3,"height":4,"height":5}"#, "[0].annotations[0].result[1].value.height",
      .rowMalformed, image: false),
    studio(
      #""value":{"x":1,"y":2,"width":3,"height":4},"value":{"x":2,"y":2,"width":3,"height":4}"#,
      "[0].annotations[0].result[1].value", .rowMalformed, image: false),
    studio(
      #""original_width":40,"value":{"x":1,"y":2,"width":3,"height":4}"#,
      "[0].annotations[0].result[1].original_width", .rowMalformed, image: false),
    studio(#""annotations":[]"#, "[0].annotations", .rowMalformed, image: true),
    studio(#""data":{"image":"b.jpg"}"#, "[0].data", .imageMissing, image: true),
  ]

  @Test("What is in doubt stays and is named, and a sound row without a size turns", arguments: ambiguities)
  func twice(ambiguity: Ambiguity) throws {
    let file = Labels.file("a.json", ambiguity.text)
    for tag in ExifOrientation.allCases where tag != .topLeft {
      let edit = try ambiguity.coding.reoriented(file) { _ in Labels.turn(tag) }
      let fields = [ambiguity.field] + (ambiguity.isWhole ? ["[0]"] : [])
      #expect(edit.findings.filter { $0.code.dropsRow }.map(\.field) == fields, "\(tag) \(edit.findings)")
      #expect(
        edit.findings.first?.code == ambiguity.code && edit.findings.first?.note.hasPrefix(JSONKeys.twice) == true)
      guard !ambiguity.isOfImage, !ambiguity.isWhole else {
        #expect(Labels.text(edit.bytes) == ambiguity.text)
        #expect((edit.reorientedRows, edit.unchangedRows) == (0, ambiguity.isWhole ? 2 : 1))
        continue
      }
      #expect((edit.reorientedRows, edit.unchangedRows) == (1, 1) && Labels.text(edit.bytes) != ambiguity.text)
      let tail = try #require(ambiguity.text.firstRange(of: "},{").map { ambiguity.text[$0.upperBound...] })
      #expect(Labels.text(edit.bytes).hasSuffix(tail), "\(tag): \(Labels.text(edit.bytes))")
      let back = try ambiguity.coding.reoriented(LabelFile(name: "a.json", bytes: edit.bytes)) { _ in Labels.back(tag) }
      #expect(Labels.text(back.bytes) == ambiguity.text)
    }
  }

  @Test("What is in doubt is not read, and what is sound is", arguments: ambiguities)
  func reading(ambiguity: Ambiguity) throws {
    let set = try Labels.read(ambiguity.coding, Labels.file("a.json", ambiguity.text))
    #expect(set.findings.filter { $0.code.dropsRow }.map(\.field) == [ambiguity.field])
    #expect(set.regionCount == (ambiguity.isOfImage ? 0 : 1))
  }

  @Test("Who turns pictures hears of all names, also of those whose labels stay", arguments: ambiguities)
  func names(ambiguity: Ambiguity) throws {
    var names: Set<String> = []
    _ = try ambiguity.coding.reoriented(Labels.file("a.json", ambiguity.text)) {
      name -> LabelReorientation<Stored, Displayed>? in
      names.insert(name)
      return nil
    }
    #expect(names == (ambiguity.code == .imageMissing ? [] : ["a.jpg"]))
  }
}
