// Chains of directories that are long, loop, overlap or point nowhere; and how little of a file is read. Which image a
// page shows, without any file around it.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct TIFFPageCollectorTests {
  typealias Picture = TinyTIFFFile.Subfile

  private func code(_ bytes: [UInt8]) -> MetadataError.Code? {
    do { _ = try Probe(bytes) } catch { return error.code }
    return nil
  }

  @Test(arguments: TIFFHeaderTests.forms.indices)
  func aChainThatComesBackEnds(form: Int) throws {
    let (order, isBigTIFF) = TIFFHeaderTests.forms[form]
    var file = TinyTIFFFile(
      order, isBigTIFF: isBigTIFF, pages: [Picture(displaying: .letterF, as: .rightTop), Picture(.sixGrays)])
    for page in 0...1 {
      file.lastLink = file.directoryOffset(ofPage: page)
      let probe = try Probe(file.bytes)
      #expect(probe.orientation.exif == .rightTop && probe.pages.count == 2)
      #expect(probe.findings.map(\.code) == [.metadataDamaged, .additionalPages])
    }
    file.lastLink = file.directoryOffset(ofPage: 0) + 2
    #expect(try Probe(file.bytes).findings.first?.code == .metadataDamaged, "a directory inside another one")
  }

  @Test(arguments: TIFFHeaderTests.forms.indices)
  func aPageThatIsNotThereIsAFinding(form: Int) throws {
    let (order, isBigTIFF) = TIFFHeaderTests.forms[form]
    var file = TinyTIFFFile(order, isBigTIFF: isBigTIFF, displaying: .letterF, as: .rightTop)
    for link in [1, 7, file.bytes.count - 1, file.bytes.count, 0xFFFF_FFFF] {
      file.lastLink = link
      let probe = try Probe(file.bytes)
      #expect(probe.orientation.exif == .rightTop && probe.findings.map(\.code) == [.metadataDamaged], "\(link)")
    }
  }

  @Test func aSubdirectoryThatIsNotThereIsAFinding() throws {
    for offset in [0, 5, 100_000] {
      let page = Picture(.letterF, entries: [.orientation(6), TinyEntry(330, .ifd, [offset, offset])])
      let probe = try Probe(TinyTIFFFile(pages: [page]).bytes)
      #expect(probe.orientation.exif == .rightTop && probe.findings.map(\.code) == [.metadataDamaged])
    }
  }

  @Test func aPacketThatIsNotThereIsAFinding() throws {
    for entry in [TinyEntry(700, .byte, [1], statedCount: 1 << 30), TinyEntry(700, .short, [1, 2, 3])] {
      let probe = try Probe(TinyTIFFFile(pages: [Picture(.letterF, entries: [entry])]).bytes)
      #expect(probe.findings.map(\.code) == [.metadataDamaged])
    }
  }

  @Test func aFirstDirectoryThatIsNotThereIsAnError() {
    let file = TinyTIFFFile(displaying: .letterF, as: .rightTop).bytes
    for pointer in [0, 4, file.count - 1, file.count, Int(UInt32.max)] {
      let bytes = file[..<4] + TinyTIFF.ByteOrder.little.bytes(pointer, width: 4) + file[8...]
      #expect(code(Array(bytes)) == .truncated)
    }
    #expect(code(Array(file[..<6])) == .truncated)
    var big = TinyTIFFFile(isBigTIFF: true, displaying: .letterF, as: .rightTop).bytes
    big[4] = 4
    #expect(code(big) == .boxInvalid)
    var alone = Picture(.letterF, entries: [.orientation(6)])
    alone.isDescribed = false
    #expect(code(TinyTIFFFile(pages: [alone]).bytes) == .imageMissing)
    let vast = [TinyEntry(256, .long, [1 << 31]), TinyEntry(257, .long, [1])]
    #expect(code(TinyTIFFFile(pages: [Picture(.letterF, entries: vast)]).bytes) == .imageMissing)
  }

  /// Values that overlap a directory are not read, so that changing one does not change the other.
  @Test func valuesInsideADirectoryAreNone() throws {
    var file = TinyTIFFFile(pages: [Picture(.letterF, entries: [.orientation(6)])])
    let place = file.directoryOffset(ofPage: 0)
    file.pages[0].entries.append(TinyEntry(256, .short, [3], statedCount: 9, rawField: [UInt8(place + 4), 0, 0, 0]))
    #expect(code(file.bytes) == .imageMissing)
  }

  @Test func manyPagesAreLookedAtUpToALimit() throws {
    let page = Picture(TinyImage(width: 1, height: 1, filledWith: [0]), entries: [.orientation(1)])
    var file = TinyTIFFFile(pages: [page] + Array(repeating: page, count: 299))
    #expect(try Probe(file.bytes).pages.count == 300)
    #expect(try Probe(file.bytes).findings.isEmpty)
    file.pages += Array(repeating: page, count: 300)
    let probe = try Probe(file.bytes)
    #expect((300...400).contains(probe.pages.count), "4,096 entries, twelve a page")
    #expect(probe.findings.map(\.code) == [.additionalPages])
  }

  @Test func emptyDirectoriesAreCountedToo() throws {
    var bytes = TinyTIFFFile(displaying: .letterF, as: .rightTop).bytes
    let end = bytes.count - 4 - 32
    var file = TinyTIFFFile(displaying: .letterF, as: .rightTop)
    file.lastLink = bytes.count
    bytes = file.bytes
    for index in 1...5_000 {
      bytes += [0, 0] + TinyTIFF.ByteOrder.little.bytes(index == 5_000 ? 0 : bytes.count + 6, width: 4)
    }
    let probe = try Probe(bytes)
    #expect(end > 0 && probe.orientation.exif == .rightTop)
    #expect(probe.findings.map(\.code) == [.additionalPages] && probe.parts.count == 512)
  }

  @Test func aDirectoryOfVeryManyEntriesIsReadInPart() throws {
    let many = (0..<5_000).map { TinyEntry(1_000 + $0, .short, [0]) }
    let page = Picture(.letterF, entries: [.orientation(6)] + many)
    let source = CountingSource(TinyTIFFFile(pages: [page]).bytes)
    let probe = try Probe(source)
    #expect(probe.orientation.exif == .rightTop && probe.findings.map(\.code) == [.metadataDamaged])
    #expect(source.readCount < 4_096 * 12 + 4 * 4_096)
  }

  /// Neither pixels nor whole arrays are read: from a file with a million pixels and its directory at the end, a few windows.
  @Test(arguments: TIFFHeaderTests.forms.indices)
  func littleOfALargeFileIsRead(form: Int) throws {
    let (order, isBigTIFF) = TIFFHeaderTests.forms[form]
    let image = Picture(TinyImage(width: 2, height: 500_000, filledWith: [7]), entries: [.orientation(6)])
    var file = TinyTIFFFile(order, isBigTIFF: isBigTIFF, pages: [image])
    file.rowsPerStrip = 100
    let source = CountingSource(file.bytes)
    let probe = try Probe(source)
    #expect(probe.orientation.exif == .rightTop && probe.storedSize == PixelSize(width: 2, height: 500_000))
    #expect(source.readCount < 20_000 && source.furthest > 1_000_000)
  }

  private func image(_ kind: TIFFImage.Kind, _ width: Int, _ height: Int, at offset: Int = 0) -> TIFFImage {
    TIFFImage(
      range: offset..<offset + 6, kind: kind, size: PixelSize(width: width, height: height), tags: OrientationTags([]))
  }

  private func page(_ own: TIFFImage, _ inside: [TIFFImage]) throws -> TIFFPage {
    let bytes = TinyTIFF(orientation: 6).bytes
    let block = try #require(TIFFBlock(bytes))
    let table = TIFFTable(directory: try #require(block.ifd0), bytes: Array(bytes[8...]))
    return TIFFPage(table: table, pointerOffset: 4, own: own, inside: inside, note: nil)
  }

  @Test func theLargestWholeImageIsShown() throws {
    let cases: [(TIFFImage, [TIFFImage], Int)] = [
      (image(.full, 4, 3), [], 4),
      (image(.full, 4, 3), [image(.full, 3, 3), image(.reduced, 40, 30)], 4),
      (image(.reduced, 4, 3), [image(.full, 2, 2), image(.full, 3, 3), image(.auxiliary, 9, 9)], 3),
      (image(.reduced, 4, 3), [image(.auxiliary, 9, 9)], 4),
      (image(.full, 0, 0), [image(.reduced, 5, 5), image(.reduced, 6, 6)], 6),
      (image(.full, 0, 0), [image(.reduced, 5, 5), image(.full, 2, 2)], 2),
      (image(.full, 0, 0), [], 0),
      (image(.full, Int(Int32.max), Int(Int32.max)), [image(.full, 1, 1)], Int(Int32.max)),
    ]
    for (own, inside, width) in cases { #expect(try page(own, inside).main.size.width == width) }
  }

  @Test func ofEqualOnesTheFirstIsShown() throws {
    let page = try page(image(.reduced, 4, 3), [image(.full, 6, 2, at: 10), image(.full, 3, 4, at: 20)])
    #expect(page.main.range.lowerBound == 10)
    #expect(page.parts(as: .page, OrientationRules()).map(\.offset) == [10, 0, 20])
    #expect(page.parts(as: .page, OrientationRules()).map(\.kind) == [.page, .preview, .preview])
  }
}
