// Listed images as regions.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightLabels

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
