// TIFF files through a probe: which image, its orientation, what else is inside, and its findings.

import Testing
import UprightFixtures
import UprightGeometry
import UprightMetadata
import UprightTestTools

@Suite struct TIFFHeaderTests {
  typealias Picture = TinyTIFFFile.Subfile

  static let forms: [(order: TinyTIFF.ByteOrder, isBigTIFF: Bool)] = TinyTIFF.ByteOrder.allCases.flatMap {
    [($0, false), ($0, true)]
  }

  /// An image that claims to be a version of another one.
  private func image(_ width: Int, _ height: Int, kind: Int, tag: Int? = nil) -> Picture {
    let entries = [TinyEntry(254, .long, [kind])] + (tag.map { [.orientation($0)] } ?? [])
    return Picture(TinyImage(width: width, height: height, filledWith: [99]), entries: entries)
  }

  @Test(arguments: forms.indices, ExifOrientation.allCases)
  func allEightAreRead(form: Int, tag: ExifOrientation) throws {
    let (order, isBigTIFF) = Self.forms[form]
    let file = TinyTIFFFile(order, isBigTIFF: isBigTIFF, displaying: .letterF, as: tag).bytes
    let probe = try Probe(file)
    #expect(probe.format == .tiff && probe.orientation.exif == tag && probe.findings.isEmpty)
    #expect(probe.displayedSize == TinyImage.letterF.displayedSize)
    #expect(probe.statements.map(\.value) == [tag])
    let offset = try #require(probe.source.offset)
    #expect(file[offset] == tag.rawValue && probe.source == .exif(offset: offset))
    #expect(probe.thumbnail == nil && probe.jpeg == nil && !probe.hasMultiPicture)
  }

  @Test func aFileWithoutTagIsUpright() throws {
    let probe = try Probe(TinyTIFFFile(pages: [Picture(.letterF)]).bytes)
    #expect(probe.orientation == .identity && probe.source == .none && probe.findings.isEmpty)
    #expect(probe.storedSize == PixelSize(width: 5, height: 7))
  }

  @Test func pagesInheritNothing() throws {
    let pages = [
      Picture(displaying: .letterF, as: .rightTop), Picture(.sixGrays), Picture(displaying: .letterF, as: .topRight),
    ]
    let probe = try Probe(TinyTIFFFile(.big, pages: pages).bytes)
    #expect(probe.orientation.exif == .rightTop)
    #expect(probe.pages.map(\.orientation.exif) == [.rightTop, .topLeft, .topRight])
    #expect(probe.pages.map(\.storedSize) == pages.map { PixelSize(width: $0.image.width, height: $0.image.height) })
    #expect(probe.pages.map(\.kind) == [.main, .page, .page])
    #expect(probe.findings.map(\.code) == [.additionalPages])
    #expect(probe.findings[0].message.contains("2 of 2"))
  }

  @Test func pagesThatLieAlikeAreNoFinding() throws {
    let page = Picture(displaying: .letterF, as: .leftTop)
    #expect(try Probe(TinyTIFFFile(pages: [page, page, page]).bytes).findings.isEmpty)
  }

  /// As in DNG and NEF: a small preview with the tag, the image and another preview below.
  @Test(arguments: forms.indices)
  func theSizeIsThatOfTheImageAndTheTagThatOfTheFirstDirectory(form: Int) throws {
    let (order, isBigTIFF) = Self.forms[form]
    var first = image(4, 3, kind: 1, tag: 8)
    first.inside = [
      image(20, 15, kind: 1), image(40, 30, kind: 0), image(50, 60, kind: 4), image(80, 60, kind: 16),
    ]
    let file = TinyTIFFFile(order, isBigTIFF: isBigTIFF, pages: [first])
    let probe = try Probe(file.bytes)
    #expect(probe.storedSize == PixelSize(width: 40, height: 30))
    #expect(probe.displayedSize == PixelSize(width: 30, height: 40))
    #expect(probe.orientation.exif == .leftBottom && probe.findings.isEmpty)
    #expect(probe.parts.map(\.kind) == [.main, .preview, .preview, .auxiliary, .preview])
    #expect(probe.parts.map(\.storedSize.width) == [40, 4, 20, 50, 80])
    #expect(probe.parts.allSatisfy { $0.orientation.exif == .leftBottom })
    #expect(probe.parts[1].offset == file.directoryOffset(ofPage: 0))
    #expect(probe.parts[1].displayedSize == PixelSize(width: 3, height: 4))
    #expect(probe.pages.count == 1)
  }

  @Test func theLargestOfSeveralWholeImagesIsShown() throws {
    var first = image(40, 30, kind: 0)
    first.inside = [image(20, 15, kind: 0), image(41, 30, kind: 2), image(39, 30, kind: 0)]
    #expect(try Probe(TinyTIFFFile(pages: [first]).bytes).storedSize.width == 41)
  }

  @Test func aPreviewsOwnTagDoesNotCount() throws {
    var first = image(4, 3, kind: 1, tag: 8)
    first.inside = [image(40, 30, kind: 0, tag: 6), image(20, 15, kind: 1, tag: 8)]
    let probe = try Probe(TinyTIFFFile(pages: [first]).bytes)
    #expect(probe.orientation.exif == .leftBottom)
    #expect(probe.findings.map(\.code) == [.thumbnailConflict])
    #expect(probe.statements.map(\.value) == [.leftBottom, .rightTop, .leftBottom])
  }

  @Test func reducedPagesBelongToThePageBefore() throws {
    let pages = [
      image(40, 30, kind: 0, tag: 6), image(20, 15, kind: 1), image(10, 7, kind: 1), image(40, 31, kind: 2),
      image(5, 4, kind: 1),
    ]
    let probe = try Probe(TinyTIFFFile(pages: pages).bytes)
    #expect(probe.parts.map(\.kind) == [.main, .preview, .preview, .page, .preview])
    #expect(probe.parts.map(\.orientation.exif) == [.rightTop, .rightTop, .rightTop, .topLeft, .topLeft])
  }

  @Test func theOlderTagForReducedImagesCounts() throws {
    let small = Picture(.sixGrays, entries: [TinyEntry(255, .short, [2])])
    let probe = try Probe(TinyTIFFFile(pages: [Picture(.letterF), small]).bytes)
    #expect(probe.parts.map(\.kind) == [.main, .preview])
  }

  @Test func aSecondDirectoryIsAPageAndNoThumbnail() throws {
    let probe = try Probe(TinyTIFFFile(pages: [Picture(.letterF), Picture(.sixGrays)]).bytes)
    #expect(probe.parts.map(\.kind) == [.main, .page] && probe.thumbnail == nil)
  }

  /// CR2: every directory except the first is another version of the one image, whatever it states.
  @Test func canonsFurtherDirectoriesAreNoPages() throws {
    var small = Picture(.sixGrays, entries: [TinyEntry(513, .long, [8]), TinyEntry(514, .long, [2])])
    small.isDescribed = false
    var file = TinyTIFFFile(pages: [Picture(displaying: .letterF, as: .rightTop), small, Picture(.letterF)])
    file.mark = Array("CR".utf8) + [2, 0, 0, 0, 0, 0]
    let probe = try Probe(file.bytes)
    #expect(probe.parts.map(\.kind) == [.main, .preview, .preview])
    #expect(probe.parts.map(\.storedSize.width) == [7, 0, 5] && probe.orientation.exif == .rightTop)
    #expect(probe.findings.isEmpty)
  }

  @Test func subfileTypesThatAreNoneAreWhole() throws {
    for kind in [1 << 17 | 1, 0xE4, -1, Int(Int32.max)] {
      let probe = try Probe(TinyTIFFFile(pages: [Picture(.sixGrays), image(5, 7, kind: kind)]).bytes)
      #expect(probe.pages.count == 2, "\(kind)")
    }
  }

  @Test(arguments: forms.indices)
  func oddTagsAreReadAsExifReadsThem(form: Int) throws {
    let (order, isBigTIFF) = Self.forms[form]
    let wide: ExifOrientation = isBigTIFF ? .rightTop : .topLeft
    let cases: [(TinyEntry, ExifOrientation, [Finding.Code])] = [
      (TinyEntry(274, .byte, [6]), .rightTop, [.unusualType]),
      (TinyEntry(274, .long, [6]), .rightTop, [.unusualType]),
      (TinyEntry(274, .slong, [6, 3]), .rightTop, [.unusualType, .wrongCount]),
      (TinyEntry(274, .short, [6, 3, 1, 1, 1]), .rightTop, [.wrongCount]),
      (TinyEntry(274, .short, [9]), .topLeft, [.invalidValue]),
      (TinyEntry(274, .short, [6], statedCount: 0), .topLeft, [.wrongCount]),
      (TinyEntry(274, .ascii, [54, 0]), .topLeft, [.wrongType, .wrongCount]),
      (TinyEntry(274, .rational, [6, 1]), .topLeft, [.wrongType]),
      (TinyEntry(274, .long8, [6]), wide, isBigTIFF ? [.unusualType] : [.wrongType]),
      (TinyEntry(274, .short, [6], statedCount: 1 << 30), .topLeft, [.wrongCount, .invalidValue]),
    ]
    for (entry, value, codes) in cases {
      let page = Picture(.letterF, entries: [entry])
      let probe = try Probe(TinyTIFFFile(order, isBigTIFF: isBigTIFF, pages: [page]).bytes)
      #expect(probe.orientation.exif == value, "\(entry)")
      if entry.statedCount == nil || entry.statedCount == 0 {
        #expect(probe.findings.map(\.code) == codes, "\(entry)")
      }
    }
    let twice = Picture(.letterF, entries: [.orientation(6), .orientation(3)])
    let probe = try Probe(TinyTIFFFile(order, isBigTIFF: isBigTIFF, pages: [twice]).bytes)
    #expect(probe.orientation.exif == .rightTop && probe.findings.map(\.code) == [.duplicateTag])
  }

  @Test func theExifDirectoryNeverDecides() throws {
    var page = Picture(.letterF)
    page.entries = [TinyEntry(0x8769, .long, [0])]
    var file = TinyTIFFFile(pages: [page])
    let block = file.bytes
    let directory = TinyDirectory(.little, [.orientation(6)]).bytes(at: block.count, next: 0)
    file.pages[0].entries[0].values = [block.count]
    let probe = try Probe(file.bytes + directory)
    #expect(probe.orientation == .identity && probe.source == .none && probe.statements.isEmpty)
  }

  @Test(arguments: TinyXMP.Form.allCases)
  func xmpIsAStatement(form: TinyXMP.Form) throws {
    var page = Picture(displaying: .letterF, as: .rightTop)
    page.xmp = TinyXMP.packet(orientation: "3", form: form)
    let both = try Probe(TinyTIFFFile(pages: [page]).bytes)
    #expect(both.orientation.exif == .rightTop && both.findings.map(\.code) == [.xmpConflict])
    #expect(both.statements.map(\.value) == [.rightTop, .bottomRight])
    page.entries = []
    let only = TinyTIFFFile(pages: [page]).bytes
    #expect(try Probe(only).orientation == .identity)
    #expect(try Probe(only).findings.map(\.code) == [.xmpOnly])
    let asked = try Probe(only, rules: OrientationRules(readsXMP: true))
    #expect(asked.orientation.exif == .bottomRight && asked.parts[0].orientation.exif == .bottomRight)
    #expect(only[try #require(asked.source.offset)] == UInt8(ascii: "3"))
  }
}

// Bytes that are broken anywhere: an error or a probe, and a retagging that is refused or correct.
extension TIFFHeaderTests {
  /// An image whose directory contains only what is read.
  private static func bare(_ width: Int, _ entries: [TinyEntry]) -> Picture {
    var image = Picture(.sixGrays, entries: [TinyEntry(256, .short, [width]), TinyEntry(257, .short, [2])] + entries)
    image.isDescribed = false
    return image
  }

  /// Eight small files, one per orientation, of every form and with every field that is read.
  static let seeds: [TinyTIFFFile] = ExifOrientation.allCases.enumerated().map { index, tag in
    let form = forms[index % 4]
    var page = bare(3, index == 0 ? [] : [.orientation(Int(tag.rawValue))])
    var further: [Picture] = []
    switch index {
    case 2: page.xmp = Array(#"<x tiff:Orientation="6">"#.utf8)
    case 3, 4: page.inside = [bare(1, [TinyEntry(254, .long, [1])])]
    case 5, 6: further = [bare(1, [.orientation(3)])]
    default: break
    }
    return TinyTIFFFile(form.order, isBigTIFF: form.isBigTIFF, pages: [page] + further)
  }

  @Test(arguments: seeds.indices)
  func everyPrefixIsAnErrorOrAProbe(seed: Int) {
    #expect(Totality.complaintOfPrefixes(Self.seeds[seed].bytes) == nil)
  }

  @Test(arguments: seeds.indices, 0..<4)
  func everyValueOfEveryByteIsAnErrorOrAProbe(seed: Int, quarter: Int) {
    let bytes = Self.seeds[seed].bytes
    let size = (bytes.count + 3) / 4
    #expect(Totality.complaintOfMutations(bytes, in: quarter * size..<(quarter + 1) * size) == nil)
  }

  @Test(arguments: 1...4)
  func severalBytesAtOnce(round: Int) {
    var numbers = SplitMix64(seed: UInt64(round))
    let interesting: [UInt8] = [0, 1, 2, 3, 4, 6, 8, 12, 0x10, 0x12, 0x4A, 0x7F, 0x80, 0xFE, 0xFF]
    for file in Self.seeds {
      let bytes = file.bytes
      for _ in 0..<400 {
        var other = bytes
        for _ in 0..<Int.random(in: 2...6, using: &numbers) {
          let place = Int.random(in: 4..<bytes.count, using: &numbers)
          other[place] = interesting.randomElement(using: &numbers) ?? 0
        }
        let complaint = Totality.complaint(other, tags: [.topLeft, .leftTop, .rightTop])
        #expect(complaint == nil, "\(other)")
      }
    }
  }

  /// Its one strip has 18 bytes; those that are compressed have as many as stated.
  @Test(arguments: forms.indices)
  func aFileThatEndsBeforeItsPixelsIsTruncated(form: Int) throws {
    let (order, isBigTIFF) = Self.forms[form]
    func file(_ entries: TinyEntry...) -> [UInt8] {
      TinyTIFFFile(order, isBigTIFF: isBigTIFF, pages: [Picture(.sixColors, entries: entries)]).bytes
    }
    func strip(at offset: Int, coding: Int = 1, length: Int = 18) throws -> Bool {
      try Probe(
        file(TinyEntry(259, .short, [coding]), TinyEntry(273, .long, [offset]), TinyEntry(279, .long, [length]))
      ).isTruncated
    }
    let end = file().count
    #expect(try !Probe(file()).isTruncated)
    #expect(try !strip(at: end - 18) && strip(at: end - 17) && strip(at: end + 1))
    #expect(try !strip(at: end - 18, length: 999) && strip(at: end - 17, length: 999))
    #expect(try !strip(at: end - 20, coding: 5, length: 20) && strip(at: end - 20, coding: 5, length: 21))
    #expect(try !strip(at: end + 1, length: 0), "nothing is missing")
    #expect(try !strip(at: end - 17, coding: 6), "its data may be elsewhere")
    let lists = [TinyEntry(273, .long, [8], statedCount: 1_000), TinyEntry(279, .long, [1], statedCount: 1_000)]
    #expect(try Probe(file(lists[0], lists[1])).isTruncated)
  }

  @Test func aFileThatEndsBeforeTheLastOfManyStripsIsTruncated() throws {
    let image = TinyImage(width: 2, height: 500, filledWith: [7])
    var file = TinyTIFFFile(pages: [Picture(image)])
    file.rowsPerStrip = 1
    #expect(try !Probe(file.bytes).isTruncated)
    let offsets = (0..<500).map { $0 == 499 ? file.bytes.count - 1 : 8 }
    file.pages = [Picture(image, entries: [TinyEntry(273, .long, offsets)])]
    let probe = try Probe(file.bytes)
    #expect(probe.isTruncated && probe.findings.isEmpty)
  }

  @Test func insertedDirectoriesTooAreReadWhateverTheirBytes() throws {
    let bytes = Self.seeds[0].bytes
    let tagged = try Probe(bytes).retag(to: Orientation(exif: .rightTop)).applied(to: bytes)
    #expect(Totality.complaintOfPrefixes(tagged) == nil)
    #expect(Totality.complaintOfMutations(tagged, in: bytes.count..<tagged.count, retagging: 16) == nil)
  }
}
