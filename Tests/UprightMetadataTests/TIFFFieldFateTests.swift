// Every TIFF field has a fate, and a new image has exactly the fields that stay true of it.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct TIFFFieldFateTests {
  /// TIFF 6.0, appendix A; Technical Note 1 and Adobe's notes of 2002 (ClipPath to OPIProxy, JPEGTables, ImageSourceData,
  /// ImageID, annotations are private); RFC 3949; EXIF 2.32, table 4; ICC.1, XMP and IPTC.
  private static let standard =
    Array(254...259) + Array(262...266) + Array(269...274) + Array(277...289) + Array(290...293)
    + [296, 297, 301, 305, 306] + Array(315...328) + Array(330...330) + [332, 333, 334] + Array(336...347) + [351]
    + Array(400...405) + [433, 434] + [512, 513, 514, 515] + Array(517...521) + Array(529...532)
    + [559, 700, 33_432, 33_723, 34_377, 34_665, 34_675, 34_853, 37_724]

  @Test func everyStandardTagHasAFate() {
    for tag in Self.standard { #expect(TIFFFieldFate(ofTag: tag) != .unknown, "\(tag)") }
    for tag in [33_550, 33_922, 34_735] { #expect(TIFFFieldFate(ofTag: tag) == .map) }
    for tag in [40_000, 50_706, 32_768, 1] { #expect(TIFFFieldFate(ofTag: tag) == .unknown) }
  }

  private static let whitePoint = [3_127, 10_000, 329, 1_000]

  private static let entries: [TinyEntry] = [
    TinyEntry(263, .short, [1]), TinyEntry(269, text: "Document"), TinyEntry(280, .short, [3]),
    TinyEntry(281, .short, [250]), TinyEntry(286, .rational, [1, 2]),
    TinyEntry(301, .short, (0..<256).map { $0 * 257 }),
    TinyEntry(318, .rational, whitePoint),
    TinyEntry(319, .rational, [64, 100, 33, 100, 21, 100, 71, 100, 15, 100, 6, 100]),
    TinyEntry(33_550, .short, [1, 1, 0]), TinyEntry(37_724, .undefined, [1, 2, 3, 4, 5]),
    TinyEntry(40_000, .byte, [1]),
  ]

  struct Change: Sendable, CustomTestStringConvertible {
    let name: String
    let edit: MetadataEdit
    let kept: Set<Int>
    let lost: [FileContent]
    let stale: [Int]

    init(
      _ name: String, _ size: (Int, Int), _ map: Transform2D<Stored, Output>, _ shared: SharedSamples, _ kept: Set<Int>,
      _ lost: [FileContent], stale: [Int], becomesSRGB: Bool = false
    ) {
      var edit = MetadataEdit(
        size: PixelSize(width: size.0, height: size.1), map: map, thumbnail: nil, keepsProfile: true, keepsCoding: false
      )
      (edit.shared, edit.becomesSRGB) = (shared, becomesSRGB)
      (self.name, self.edit, self.kept, self.lost, self.stale) = (name, edit, kept, lost, stale)
    }

    var testDescription: String { name }
  }

  private static let (layers, map, own) = (
    FileContent.layers, FileContent.mapLocation(tags: [33_550]), FileContent.privateFields(tags: [40_000])
  )
  private static let same = SharedSamples(isTIFF: true, keepsColors: true, keepsNumbers: true)
  private static let still = Transform2D<Stored, Output>(scaleX: 1, scaleY: 1)
  private static let turned = Transform2D<Stored, Output>(a: 0, b: 1, c: -1, d: 0, tx: 16, ty: 0)

  static let changes: [Change] = [
    Change(
      "as it is", (24, 16), still, same, [269, 280, 281, 286, 301, 318, 319, 33_550], [layers, own], stale: []),
    Change(
      "rotated", (16, 24), turned, same, [269, 280, 281, 301, 318, 319], [layers, map, own], stale: [286]),
    Change(
      "cropped", (8, 8), still, same, [269, 301, 318, 319], [layers, map, own], stale: [280, 281, 286]),
    Change(
      "scaled", (12, 8), Transform2D(scaleX: 0.5, scaleY: 0.5), same, [269, 301, 318, 319], [layers, map, own],
      stale: [280, 281, 286]),
    Change(
      "of another depth", (24, 16), still, SharedSamples(isTIFF: true, keepsColors: true, keepsNumbers: false),
      [269, 286, 318, 319, 33_550], [layers, own], stale: [280, 281, 301]),
    Change(
      "converted", (24, 16), still, SharedSamples(isTIFF: true, keepsColors: false, keepsNumbers: false),
      [269, 286, 33_550], [layers, own], stale: [280, 281, 301], becomesSRGB: true),
    Change(
      "in another format", (24, 16), still, SharedSamples(isTIFF: false, keepsColors: true, keepsNumbers: true),
      [269, 318, 319], [layers, map, own], stale: [280, 281, 286, 301]),
  ]

  @Test(arguments: changes, [(TinyTIFF.ByteOrder.little, false), (.big, false), (.little, true), (.big, true)])
  func fieldsStayWhileTheyAreTrue(_ change: Change, _ form: (TinyTIFF.ByteOrder, Bool)) throws {
    let image = TinyImage(width: 24, height: 16, filledWith: [9])
    let file = TinyTIFFFile(form.0, isBigTIFF: form.1, pages: [.init(image, entries: Self.entries)]).bytes
    let probe = try Probe(file)
    let carried = try probe.carry(change.edit, from: file)
    let block = try #require(carried.exif.flatMap { TIFFBlock($0) })
    let tags = Set(Self.entries.map(\.tag))
    let found = try #require(block.ifd0).entries.map(\.tag)
    #expect(tags.intersection(found) == change.kept)
    #expect(probe.leftovers(in: .tiff, after: change.edit) == change.lost)
    #expect(probe.staleFields(after: change.edit) == change.stale)
    let strip: [UInt8] = [0x78, 1, 1, 2, 0, 253, 255, 7, 1, 0, 9, 0, 8]
    let frame = TIFFFrame(width: 2, height: 1, stripRows: 1, colors: .gray, depth: 8, metadata: carried)
    let made = frame.opening(stripSizes: [strip.count]) + strip + frame.closing(stripSizes: [strip.count])
    let directory = try TIFFHeader(made).first.table.directory
    let written = directory.entries.map(\.tag)
    #expect(tags.intersection(written) == change.kept)
    guard change.kept.contains(318), let entry = directory.first(.whitePoint) else { return }
    let bytes = Self.whitePoint.flatMap { form.0.bytes($0, width: 4) }
    #expect(made[entry.valueOffset..<entry.valueOffset + 16].elementsEqual(bytes), "bit for bit")
  }

  /// A table for another number of values would be wrong, whoever wrote it.
  @Test func aTransferFunctionOfAnotherDepthIsNotWritten() throws {
    let block = TinyTIFF(ifd0: [TinyEntry(301, .short, (0..<256).map { $0 }), TinyEntry(305, text: "who")])
    for (depth, tags) in [(8, [301, 305]), (16, [305])] {
      let frame = TIFFFrame(
        width: 1, height: 1, stripRows: 1, colors: .gray, depth: depth, metadata: CarriedMetadata(exif: block.bytes))
      let file = frame.opening(stripSizes: [2]) + [0, 0] + frame.closing(stripSizes: [2])
      #expect(try TIFFHeader(file).first.table.directory.entries.map(\.tag).filter { [301, 305].contains($0) } == tags)
    }
  }

  /// A map location is a location.
  @Test func theMapGoesWithThePosition() throws {
    let image = TinyImage(width: 24, height: 16, filledWith: [9])
    let file = TinyTIFFFile(pages: [.init(image, entries: Self.entries)]).bytes
    var edit = Self.changes[0].edit
    edit.strip = .gps
    let exif = try #require(try Probe(file).carry(edit, from: file).exif.flatMap { TIFFBlock($0) })
    #expect(exif.ifd0?.entries.contains { $0.tag == 33_550 } == false)
    edit.strip = .allButColor
    let colors = try #require(try Probe(file).carry(edit, from: file).exif.flatMap { TIFFBlock($0) })
    let left = try #require(colors.ifd0).entries.map(\.tag)
    #expect(left.allSatisfy { [274, 301, 318, 319].contains($0) })
    #expect(colors.ifd0?.first(.whitePoint) != nil)
  }
}
