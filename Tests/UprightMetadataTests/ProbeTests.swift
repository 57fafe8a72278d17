// Probes of whole files: size, coding, attachments, and the errors of invalid files. Distinguishing sources by length,
// first bytes and header. Parts of a file, whichever container it is.

import Testing
import UprightFixtures
import UprightGeometry
import UprightMetadata
import UprightTestTools

@Suite struct ProbeTests {
  private let image = TinyImage.sixColors.enlarged(by: 8)

  @Test(arguments: ExifOrientation.allCases)
  func sizesAreStoredAndDisplayed(tag: ExifOrientation) throws {
    let stored = TinyImage.sixColors.stored(as: tag)
    let probe = try Probe(TinyJPEG(stored, exif: TinyTIFF(orientation: Int(tag.rawValue))).bytes)
    #expect(probe.storedSize == PixelSize(width: stored.width, height: stored.height))
    #expect(probe.displayedSize == PixelSize(width: 3, height: 2))
    #expect(probe.orientation == Orientation(exif: tag))
  }

  @Test func largeSizesNeedBothBytes() throws {
    var bytes = TinyJPEG(.sixGrays).bytes
    let frame = try #require(bytes.firstIndex(of: 0xC0))
    bytes.replaceSubrange(frame + 4..<frame + 8, with: [0xFF, 0xFE, 0x12, 0x34])
    #expect(try Probe(bytes).storedSize == PixelSize(width: 0x1234, height: 0xFFFE))
  }

  @Test(arguments: TinyJPEG.Sampling.allCases)
  func samplingDecidesTheBlock(sampling: TinyJPEG.Sampling) throws {
    var file = TinyJPEG(image, segments: [.jfif])
    file.sampling = sampling
    file.restartInterval = 513
    let frame = try #require(try Probe(file.bytes).jpeg)
    #expect(frame.components.map(\.horizontal) == [sampling.factors.horizontal, 1, 1])
    #expect(frame.components.map(\.vertical) == [sampling.factors.vertical, 1, 1])
    #expect(frame.components.map(\.identifier) == [1, 2, 3])
    #expect(frame.components.map(\.table) == [0, 1, 1])
    #expect(
      frame.blockSize
        == PixelSize(width: 8 * sampling.factors.horizontal, height: 8 * sampling.factors.vertical))
    #expect(frame.restartInterval == 513)
    #expect(frame.process == .baseline)
    #expect(frame.precision == 8)
  }

  @Test func grayHasSingleBlocksAndOneTable() throws {
    let frame = try #require(try Probe(TinyJPEG(.sixGrays).bytes).jpeg)
    #expect(frame.blockSize == PixelSize(width: 8, height: 8))
    #expect(frame.colorModel == .gray)
    #expect(frame.restartInterval == 0)
    #expect(frame.quantization.map { $0 == nil } == [false, true, true, true])
  }

  @Test func quantizationIsInNaturalOrder() throws {
    var file = TinyJPEG(image)
    file.quality = 50
    let tables = try #require(try Probe(file.bytes).jpeg).quantization
    #expect(tables[0].map { Array($0[0..<8]) } == [16, 11, 10, 16, 24, 40, 51, 61])
    #expect(tables[0].map { Array($0[56..<64]) } == [72, 92, 95, 98, 112, 100, 103, 99])
    #expect(tables[1].map { Array($0[8..<12]) } == [18, 21, 26, 66])
  }

  @Test(arguments: [
    (UInt8(0xC0), JPEGFrame.Process.baseline), (0xC1, .extended), (0xC2, .progressive), (0xC3, .lossless),
    (0xC5, .hierarchical), (0xC6, .hierarchical), (0xC7, .hierarchical), (0xC9, .arithmetic),
    (0xCA, .arithmeticProgressive), (0xCB, .arithmeticLossless), (0xCD, .hierarchical),
  ])
  func processesAreToldApart(marker: UInt8, process: JPEGFrame.Process) throws {
    var bytes = TinyJPEG(.sixGrays, exif: TinyTIFF(orientation: 6)).bytes
    let place = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    bytes[place + 1] = marker
    let frame = try #require(try Probe(bytes).jpeg)
    #expect(frame.process == process)
    #expect(frame.isProgressive == (marker == 0xC2 || marker == 0xCA))
  }

  @Test func colorModelsFollowMarkersThenNames() throws {
    let four = TinyImage(width: 8, height: 8, filledWith: [1, 2, 3, 4])
    var named = TinyJPEG(image)
    named.convertsColor = false
    var claimed = named
    claimed.segments = [.jfif]
    let cases: [(TinyJPEG, JPEGFrame.ColorModel)] = [
      (TinyJPEG(image), .ycbcr), (TinyJPEG(image, segments: [.adobe(transform: 0)]), .rgb),
      (TinyJPEG(image, segments: [.adobe(transform: 1)]), .ycbcr), (named, .rgb), (claimed, .ycbcr),
      (TinyJPEG(four), .cmyk), (TinyJPEG(four, segments: [.adobe(transform: 0)]), .cmyk),
      (TinyJPEG(four, segments: [.adobe(transform: 2)]), .ycck), (TinyJPEG(.sixGrays), .gray),
    ]
    for (file, model) in cases { #expect(try Probe(file.bytes).jpeg?.colorModel == model) }
  }

  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func companionsAreSeen(order: TinyTIFF.ByteOrder) throws {
    let block = TestFile.richBlock(order, orientation: 6)
    var file = TinyJPEG(image, exif: block)
    let alone = try Probe(file.bytes)
    #expect(alone.thumbnail?.bytes == block.thumbnail)
    #expect(alone.thumbnail?.storedSize == PixelSize(width: 12, height: 8))
    #expect(!alone.hasMultiPicture)
    file.furtherImages = [TinyJPEG(.sixGrays).bytes]
    #expect(try Probe(file.bytes).hasMultiPicture)
  }

  @Test func thumbnailsThatAreNoImagesAreNone() throws {
    var block = TinyTIFF(orientation: 6)
    block.thumbnail = Array(repeating: 9, count: 100)
    #expect(try Probe(TinyJPEG(image, exif: block).bytes).thumbnail == nil)
    block.thumbnail = Array(TinyJPEG(.sixGrays).bytes.prefix(30))
    #expect(try Probe(TinyJPEG(image, exif: block).bytes).thumbnail == nil)
  }

  @Test func onlyOneShortOfOneToEightIsCanonical() throws {
    for exhibit in TestFile.all {
      let isOdd = !Set(exhibit.codes).isDisjoint(
        with: [.invalidValue, .unusualType, .wrongType, .wrongCount, .duplicateTag])
      let probe = try Probe(exhibit.bytes)
      guard probe.source != .none else { continue }
      let patch = try? probe.retag(to: probe.orientation)
      #expect(patch?.isEmpty != isOdd || exhibit.codes.contains(.duplicateTag), "\(exhibit.name)")
    }
  }

  @Test func anUnknownHeightIsSaid() throws {
    var bytes = TinyJPEG(.sixGrays).bytes
    let frame = try #require(bytes.firstIndex(of: 0xC0))
    bytes.replaceSubrange(frame + 4..<frame + 6, with: [0, 0])
    let probe = try Probe(bytes)
    #expect(probe.findings.map(\.code) == [.heightDeferred])
    #expect(probe.storedSize.isEmpty)
  }

  @Test func strayBytesAreSaidAndSkipped() throws {
    let tagged = TinyJPEG(.sixGrays, segments: [.jfif, .exif(TinyTIFF(orientation: 6))]).bytes
    let bytes = tagged[..<20] + [0, 1, 2, 3] + tagged[20...]
    let probe = try Probe(Array(bytes))
    #expect(probe.orientation.exif == .rightTop)
    #expect(probe.findings.map(\.code) == [.junkBytes])
  }

  @Test func damageBehindTheFrameIsAFinding() throws {
    let bytes = TinyJPEG(.sixGrays, exif: TinyTIFF(orientation: 6)).bytes
    let frame = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    let probe = try Probe(Array(bytes[..<(frame + 20)]))
    #expect(probe.findings.map(\.code) == [.headerDamaged])
    #expect(probe.orientation.exif == .rightTop)
  }

  private let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }

  private func fingerprint(_ head: [UInt8], count: Int? = nil, facts: [Int] = []) -> SourceFingerprint {
    SourceFingerprint(head: head, byteCount: count ?? head.count, facts: facts)
  }

  @Test func knownDigests() {
    #expect(fingerprint([]).digest == 0xCBF2_9CE4_8422_2325)
    #expect(fingerprint(Array("a".utf8)).digest == 0xAF63_DC4C_2962_30C0)
    #expect(fingerprint(Array("foobar".utf8)).digest == 0xA267_3FE2_6393_14E6)
    #expect(fingerprint(Array("orientation 6".utf8)).digest == 0xF3C1_65F3_946B_F17F)
  }

  @Test func everyByteOfTheHeadCounts() {
    let original = fingerprint(bytes)
    for place in [0, 1, 100, 4_094, 4_095] {
      var other = bytes
      other[place] ^= 1
      #expect(fingerprint(other) != original)
    }
    var later = bytes
    later[4_096] ^= 1
    #expect(fingerprint(later) == original)
    #expect(fingerprint(bytes, count: 9_999) != original)
  }

  @Test func factsCountWhereverTheyStood() {
    #expect(fingerprint(bytes, facts: [1]) != fingerprint(bytes, facts: [6]))
    #expect(fingerprint(bytes, facts: [1, 2]) != fingerprint(bytes, facts: [2, 1]))
  }

  @Test func aTagBehindTheHeadTellsPhotosApart() throws {
    let filler = TinySegment.comment(String(repeating: "x", count: 6_000))
    let fingerprints = try ExifOrientation.allCases.map { tag in
      let exif = TinySegment.exif(TinyTIFF(.big, orientation: Int(tag.rawValue)))
      return try Probe(TinyJPEG(TinyImage.sixColors.enlarged(by: 8), segments: [filler, exif]).bytes).fingerprint
    }
    #expect(Set(fingerprints).count == 8)
  }

  @Test func namesAreStable() {
    #expect(ImagePart.Kind.allCases.map(\.rawValue) == ["main", "page", "preview", "auxiliary", "film"])
  }

  @Test(arguments: ExifOrientation.allCases)
  func aFileOfOneImageIsOnePart(tag: ExifOrientation) throws {
    let bytes = TinyJPEG(.sixGrays.stored(as: tag), exif: TinyTIFF(orientation: Int(tag.rawValue))).bytes
    let probe = try Probe(bytes)
    let part = try #require(probe.parts.first)
    #expect(probe.parts.count == 1 && probe.pages == probe.parts)
    #expect(part.kind == .main && part.offset == 0)
    #expect(part.storedSize == probe.storedSize && part.orientation == probe.orientation)
    #expect(part.displayedSize == PixelSize(width: 3, height: 2))
  }

  @Test func previewsAreNoPages() throws {
    var first = TinyTIFFFile.Subfile(.letterF)
    first.inside = [TinyTIFFFile.Subfile(.sixGrays, entries: [TinyEntry(254, .long, [1])])]
    let probe = try Probe(TinyTIFFFile(pages: [first, TinyTIFFFile.Subfile(.sixColors)]).bytes)
    #expect(probe.parts.map(\.kind) == [.main, .preview, .page])
    #expect(probe.pages.map(\.storedSize.width) == [5, 3])
  }
}
