// One page of a TIFF as the image of a probe, and pages joined into a file.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct ShownPageTests {
  private static let tags: [ExifOrientation] = [.topLeft, .rightTop, .bottomRight, .leftBottom, .leftTop]

  private static func file(_ order: TinyTIFF.ByteOrder, _ isBigTIFF: Bool) -> TinyTIFFFile {
    TinyTIFFFile(
      order, isBigTIFF: isBigTIFF,
      pages: tags.enumerated().map { index, tag in
        var page = TinyTIFFFile.Subfile(displaying: .letterF, as: tag)
        page.entries.append(TinyEntry(285, text: "page \(index + 1)"))
        return page
      })
  }

  @Test(arguments: [TinyTIFF.ByteOrder.little, .big], [false, true])
  func eachPageIsAnImage(_ order: TinyTIFF.ByteOrder, _ isBigTIFF: Bool) throws {
    let file = Self.file(order, isBigTIFF)
    let probe = try Probe(file.bytes)
    #expect(probe.pageCount == 5 && probe.shownPage == nil)
    #expect(probe.rotatedPages.map(\.number) == [2, 3, 4, 5])
    #expect(probe.rotatedPages.map(\.orientation) == Array(Self.tags.dropFirst()))
    for (index, tag) in Self.tags.enumerated() {
      let page = try #require(probe.showing(page: index + 1))
      #expect(page.shownPage == index + 1 && page.orientation.exif == tag && page.pageCount == 1)
      #expect(page.displayedSize == probe.displayedSize && page.fingerprint == probe.fingerprint)
      #expect(page.decodedImage == (index == 0 ? nil : file.directoryOffset(ofPage: index)))
      #expect(page.showing(page: index + 1) == page && page.showing(page: index + 2) == nil)
      #expect(!page.hasAdditionalPages && page.parts.count == 1)
    }
    #expect(probe.showing(page: 0) == nil && probe.showing(page: 6) == nil)
  }

  @Test func aFileOfOnePageHasThatPage() throws {
    for bytes in [TinyTIFFFile(displaying: .letterF, as: .rightTop).bytes, TinyJPEG(.sixColors).bytes] {
      let probe = try Probe(bytes)
      #expect(probe.showing(page: 1) == probe && probe.showing(page: 2) == nil && probe.pageCount == 1)
    }
  }

  /// Every offset is moved: a reader finds the same fields and strips in the joined file as in each single one.
  @Test(arguments: [TinyTIFF.ByteOrder.little, .big])
  func joinedPagesHaveTheirFieldsAndStrips(_ order: TinyTIFF.ByteOrder) throws {
    var files: [[UInt8]] = []
    for number in 1...3 {
      var block = TinyTIFF(
        order, ifd0: [TinyEntry(285, text: "page number \(number)"), TinyEntry(282, .rational, [72 + number, 1])])
      block.exif = [TinyEntry(0x9003, text: "2026:01:02 03:04:0\(number)")]
      let frame = TIFFFrame(
        width: 1, height: 2, stripRows: 1, colors: .gray, depth: 8,
        compression: TIFFCompression(.none, predicts: false), metadata: CarriedMetadata(exif: block.bytes))
      let strips = [UInt8(number), UInt8(number + 10)]
      files.append(frame.opening(stripSizes: [1, 1]) + strips + frame.closing(stripSizes: [1, 1]))
    }
    let whole = try #require(TIFFJoining.joined(files))
    let header = try TIFFHeader(whole)
    #expect(header.findings.isEmpty && header.further.count == 2)
    for number in 1...3 {
      let page = try #require(header.showing(page: number))
      let packets = try page.packets(in: whole)
      let block = try #require(packets.exif)
      let name = try #require(block.ifd0?.entries.first { $0.tag == 285 })
      #expect(block.bytes[name.valueOffset...].starts(with: "page number \(number)".utf8))
      let taken = try #require(block.exifDirectory?.entries.first { $0.tag == 0x9003 })
      #expect(block.bytes[taken.valueOffset...].starts(with: "2026:01:02 03:04:0\(number)".utf8))
      let table = page.first.table
      let offsets = try #require(table.directory.first(.stripOffsets))
      let places = (0..<2).map { header.layout.number(in: whole, at: offsets.valueOffset + 4 * $0, size: 4) ?? 0 }
      #expect(places.map { whole[$0] } == [UInt8(number), UInt8(number + 10)])
    }
    #expect(TIFFJoining.joined([]) == nil && TIFFJoining.joined([[1, 2]]) == nil)
    let other = TIFFFrame(
      width: 1, height: 1, stripRows: 1, colors: .gray, depth: 8,
      metadata: CarriedMetadata(exif: TinyTIFF(order == .big ? .little : .big, orientation: 1).bytes))
    let foreign = other.opening(stripSizes: [1]) + [0] + other.closing(stripSizes: [1])
    #expect(TIFFJoining.joined([files[0], foreign]) == nil, "another byte order")
  }
}
