// Size and orientation of PNG files with every field in every position, right and wrong.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct PNGHeaderTests {
  /// A file, its orientation, the field that decides, and the expected findings.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let orientation: UInt8
    let source: String
    let codes: [Finding.Code]

    init(
      _ name: String, _ chunks: [TinyPNG.Chunk], behind: [TinyPNG.Chunk] = [], _ orientation: UInt8, _ source: String,
      _ codes: [Finding.Code] = []
    ) {
      testDescription = name
      var file = TinyPNG(.sixGrays, chunks: chunks)
      file.chunksAfterImage = behind
      bytes = file.bytes
      self.orientation = orientation
      self.source = source
      self.codes = codes
    }
  }

  /// More chunks than any real file has are refused at the first one too many; coded pixels may have as many as rows
  /// need.
  @Test func tooManyChunksAreRefused() throws {
    let text = TinyPNG.Chunk("tEXt", Array("a".utf8) + [0])
    #expect(throws: MetadataError(.tooManyStructures, at: 8 + 25 + 10_000 * 14)) {
      try Probe(TinyPNG(.sixGrays, chunks: Array(repeating: text, count: 200_000)).bytes)
    }
    let empty = TinyPNG.Chunk("IDAT", [])
    let pixels = TinyPNG(.sixGrays, chunks: Array(repeating: empty, count: 20_000)).bytes
    #expect(try Probe(pixels).storedSize == PixelSize(width: 3, height: 2))
  }

  static let six = TinyTIFF(orientation: 6).bytes
  static let three = TinyTIFF(.big, orientation: 3).bytes

  static let cases: [Case] = [
    Case("nothing", [], 1, "none"),
    Case("before the picture", [.exif(six)], 6, "exif"),
    Case("behind the picture", [], behind: [.exif(six)], 6, "exif", [.exifAfterImage]),
    Case("prefixed", [.exif(six, prefix: TinySegment.exifPrefix)], 6, "exif", [.exifPrefixed]),
    Case("two", [.exif(six), .exif(six)], 6, "exif", [.duplicateExif]),
    Case("two that differ", [.exif(six), .exif(three)], 6, "exif", [.duplicateExif, .exifConflict]),
    Case("two about the picture", [.exif(three)], behind: [.exif(six)], 3, "exif", [.duplicateExif, .exifConflict]),
    Case("no TIFF", [.exif(Array("nonsense".utf8))], 1, "none", [.exifMalformed]),
    Case("no TIFF, then TIFF", [.exif([]), .exif(three)], 3, "exif", [.exifMalformed]),
    Case("no tag", [.exif(TinyTIFF(ifd0: [TinyEntry(271, text: "Maker")]).bytes)], 1, "none"),
    Case("value 9", [.exif(TinyTIFF(orientation: 9).bytes)], 1, "exif", [.invalidValue]),
    Case(
      "thumbnail's",
      [
        .exif(
          {
            var block = TinyTIFF(orientation: 6); block.ifd1 = [.orientation(3)]; return block.bytes
          }())
      ],
      6, "exif", [.thumbnailConflict]),
    Case("exif in digits", [.rawProfile(six)], 6, "exif-profile", [.exifInText]),
    Case("APP1 in digits", [.rawProfile(three, type: "APP1", .plain)], 3, "exif-profile", [.exifInText]),
    Case("digits behind", [], behind: [.rawProfile(six, .international)], 6, "exif-profile", [.exifInText]),
    Case("chunk and digits", [.rawProfile(three), .exif(six)], 6, "exif", [.exifConflict]),
    Case("chunk and digits agree", [.rawProfile(six), .exif(six)], 6, "exif"),
    Case(
      "APP1 with something else", [.text("Raw profile type APP1", Array("\nAPP1\n 2\n6869\n".utf8), .plain)], 1, "none"),
    Case("other text", [.text("Comment", Array("Raw profile type exif".utf8), .packed)], 1, "none"),
    Case("XMP", [.xmp(TinyXMP.packet(orientation: "6"))], 1, "none", [.xmpOnly]),
    Case("XMP packed", [.xmp(TinyXMP.packet(orientation: "6"), .internationalPacked)], 1, "none", [.xmpOnly]),
    Case("XMP agrees", [.xmp(TinyXMP.packet(orientation: "6")), .exif(six)], 6, "exif"),
    Case(
      "XMP differs", [.xmp(TinyXMP.packet(orientation: "8"), .internationalPacked), .exif(six)], 6, "exif",
      [.xmpConflict]),
    Case(
      "text that cannot be unpacked", [TinyPNG.Chunk("zTXt", Array("Raw profile type exif".utf8) + [0, 0, 1, 2])],
      1, "none", [.metadataDamaged]),
  ]

  @Test(arguments: cases)
  func theRightCarrierDecides(example: Case) throws {
    let probe = try Probe(example.bytes)
    #expect(probe.format == .png)
    #expect(probe.storedSize == PixelSize(width: 3, height: 2))
    #expect(probe.orientation.exif.rawValue == example.orientation)
    #expect(probe.source.name == example.source)
    #expect(Set(probe.findings.map(\.code)) == Set(example.codes), "\(probe.findings)")
    #expect(probe.findings.count == example.codes.count)
  }

  @Test(arguments: ExifOrientation.allCases, TinyTIFF.ByteOrder.allCases)
  func everyOrientationIsReadWhereItStands(tag: ExifOrientation, order: TinyTIFF.ByteOrder) throws {
    let image = TinyImage.sixGrays.stored(as: tag)
    let bytes = TinyPNG(image, exif: TinyTIFF(order, orientation: Int(tag.rawValue))).bytes
    let probe = try Probe(bytes)
    #expect(probe.orientation.exif == tag)
    #expect(probe.displayedSize == PixelSize(width: 3, height: 2))
    #expect(bytes[try #require(probe.source.offset)] == tag.rawValue)
    #expect(probe.findings.isEmpty)
  }

  @Test(arguments: [false, true])
  func packetsDecideWhereTheyMay(packed: Bool) throws {
    let packet = TinyXMP.packet(orientation: "8", form: .element)
    let bytes = TinyPNG(.sixGrays, chunks: [.xmp(packet, packed ? .internationalPacked : .international)]).bytes
    let probe = try Probe(bytes, rules: OrientationRules(readsXMP: true))
    #expect(probe.orientation.exif == .leftBottom)
    guard case .xmp(let offset) = probe.source else {
      Issue.record("\(probe.source) decided")
      return
    }
    #expect(packed ? bytes[offset + 4] == UInt8(ascii: "i") : bytes[offset] == UInt8(ascii: "8"))
  }

  @Test(arguments: ["gAMA", "iCCP", "sRGB", "tEXt", "zTXt", "iTXt", "tIME", "pHYs", "prVt", "eXIf"])
  func aWrongChecksumOfWhatMayComeAlongIsFound(_ kind: String) throws {
    var chunk = kind == "eXIf" ? TinyPNG.Chunk.exif(Self.six) : TinyPNG.Chunk(kind, Array("Comment\0\0\0\0\0x".utf8))
    #expect(try Probe(TinyPNG(.sixGrays, chunks: [chunk]).bytes).findings.isEmpty)
    chunk.checksumError = 1
    let probe = try Probe(TinyPNG(.sixGrays, chunks: [chunk]).bytes)
    #expect(probe.orientation.exif == (kind == "eXIf" ? .rightTop : .topLeft))
    #expect(probe.findings.map(\.code) == [.wrongChecksum])
    #expect(probe.findings.first?.message.contains("33") == true, "where the chunk stands")
  }

  @Test func whatIsCodedAgainAndWhatIsLongIsNotReadForItsChecksum() throws {
    for (kind, count) in [("hIST", 2), ("dSIG", 9), ("PrVT", 4), ("prVt", 1 << 20 + 1)] {
      var chunk = TinyPNG.Chunk(kind, [UInt8](repeating: 0, count: count))
      chunk.checksumError = 1
      #expect(try Probe(TinyPNG(.sixGrays, chunks: [chunk]).bytes).findings.isEmpty, "\(kind)")
    }
  }

  @Test func aHeaderOfAppleMayComeFirst() throws {
    let file = TinyPNG(.sixGrays, exif: TinyTIFF(orientation: 8)).bytes
    let bytes = file[..<8] + TinyPNG.Chunk("CgBI", [0x50, 0, 0x20, 6]).bytes + file[8...]
    #expect(try Probe(Array(bytes)).orientation.exif == .leftBottom)
  }

  @Test func bytesBehindTheEndAreATrailer() throws {
    var file = TinyPNG(.sixGrays, exif: TinyTIFF(orientation: 6))
    file.trailer = [0]
    #expect(try Probe(file.bytes).findings.map(\.code) == [.trailer])
  }

  @Test func withoutItsLastChunkItIsTruncated() throws {
    let bytes = TinyPNG(.sixGrays).bytes
    #expect(try !Probe(bytes).isTruncated && !Probe(bytes + [0]).isTruncated)
    for count in [1, 11, 12, 20] { #expect(try Probe(bytes.dropLast(count)).isTruncated, "\(count)") }
  }

  @Test(
    arguments: [
      (8, MetadataError.Code.truncated), (15, .truncated), (20, .truncated), (32, .truncated),
    ])
  func withoutASizeThereIsNoProbe(count: Int, code: MetadataError.Code) {
    let prefix = Array(TinyPNG(.sixGrays).bytes.prefix(count))
    #expect(throws: MetadataError(code, at: count)) { try Probe(prefix) }
  }

  @Test func aHeaderThatIsNoneIsRefused() {
    let file = TinyPNG(.sixGrays).bytes
    func changed(_ place: Int, _ value: UInt8) -> [UInt8] {
      var bytes = file
      bytes[place] = value
      return bytes
    }
    let wrong: [(Int, UInt8, MetadataError)] = [
      (19, 0, MetadataError(.imageMissing, at: 16)), (23, 0, MetadataError(.imageMissing, at: 16)),
      (16, 0x80, MetadataError(.imageMissing, at: 16)), (11, 14, MetadataError(.boxInvalid, at: 8)),
      (8, 0x80, MetadataError(.boxInvalid, at: 8)),
      (15, 0x30, MetadataError(.boxInvalid, at: 8)), (9, 0x10, MetadataError(.truncated, at: file.count)),
    ]
    for (place, value, error) in wrong { #expect(throws: error) { try Probe(changed(place, value)) } }
  }

  /// A file that begins with another chunk has no size, but may have an orientation; nothing is inserted there.
  @Test func aFileWithoutHeaderChunkHasNoSize() throws {
    for chunks in [[], [TinyPNG.Chunk.exif(Self.six)]] {
      var file = TinyPNG(.sixGrays, chunks: chunks).bytes
      file[12] = UInt8(ascii: "p")
      let probe = try Probe(file)
      #expect(probe.storedSize.isEmpty)
      #expect(probe.findings.map(\.code) == [.metadataDamaged])
      #expect(probe.orientation.exif == (chunks.isEmpty ? .topLeft : .rightTop))
      guard chunks.isEmpty else { continue }
      #expect(throws: MetadataError(.fieldNotWritable, at: 8)) { try probe.retag(to: Orientation(exif: .rightTop)) }
    }
  }

  @Test func whatBreaksOffIsReadAsFarAsItGoes() throws {
    let file = TinyPNG(.sixGrays, exif: TinyTIFF(orientation: 6)).bytes
    let exifEnd = 33 + 12 + Self.six.count
    for count in 33..<file.count {
      let probe = try Probe(Array(file.prefix(count)))
      #expect(probe.orientation.exif == (count < exifEnd ? .topLeft : .rightTop), "\(count)")
      #expect(probe.findings.map(\.code) == [.metadataDamaged], "\(count)")
    }
  }

  @Test func imagesInManyChunksArePassedOver() throws {
    var file = TinyPNG(TinyImage(width: 200, height: 40, filledWith: [7]))
    file.pixelBytesPerChunk = 8
    file.chunksAfterImage = [.exif(Self.six)]
    #expect(try Probe(file.bytes).orientation.exif == .rightTop)
    file.image = TinyImage(width: 300, height: 300, filledWith: [7])
    file.pixelBytesPerChunk = 5_000
    let source = CountingSource(file.bytes)
    #expect(try Probe(source).orientation.exif == .rightTop)
    #expect(source.readCount < 3 * 4_096)
  }

  @Test func unpackingIsBounded() throws {
    let head = Array("Raw profile type exif".utf8) + [0, 0]
    let bomb = TinyPNG.Chunk("zTXt", head + InflateTests.zeros(8_200))
    let sound = TinyPNG.Chunk.rawProfile(Self.six)
    let probe = try Probe(TinyPNG(.sixGrays, chunks: [bomb, sound]).bytes)
    #expect(
      probe.findings.map(\.code) == [.metadataDamaged, .metadataDamaged], "one bomb uses up what there is for all")
  }

  @Test func everyPrefixIsReadWithoutATrap() {
    for tag in ExifOrientation.allCases {
      let block = TinyTIFF(.big, orientation: Int(tag.rawValue))
      let bytes = TinyPNG(TinyImage.sixGrays.stored(as: tag), exif: block).bytes
      #expect(Totality.complaintOfPrefixes(bytes) == nil)
    }
  }

  @Test(arguments: cases)
  func mixturesAreReadWithoutATrap(example: Case) {
    #expect(Totality.complaint(example.bytes, tags: ExifOrientation.allCases) == nil)
    #expect(Totality.complaintOfMixtures(example.bytes, seed: UInt64(example.bytes.count)) == nil)
  }

  /// An empty chunk takes twelve bytes: its finding must not take more.
  @Test(arguments: ["eXIf", "zTXt", "iTXt"])
  func aFloodOfChunksIsSaidOnce(kind: String) throws {
    let text = Array((kind == "iTXt" ? "XML:com.adobe.xmp" : "Raw profile type exif").utf8) + [0, 0]
    let chunk = TinyPNG.Chunk(kind, kind == "eXIf" ? [] : text)
    let bytes = TinyPNG(.sixGrays, chunks: Array(repeating: chunk, count: 2_000)).bytes
    let probe = try Probe(bytes)
    #expect(probe.findings.count == 17)
    #expect(probe.findings.last?.message.contains("too many \(kind) chunks") == true)
    #expect(throws: MetadataError(.fieldNotWritable, at: 8)) { try probe.retag(to: Orientation(exif: .rightTop)) }
  }

  @Test func aFloodOfBlocksIsReadUpToALimit() throws {
    let bytes = TinyPNG(.sixGrays, chunks: Array(repeating: .exif(Self.six), count: 500)).bytes
    let header = try PNGHeader(bytes)
    #expect(header.blocks.count == 16)
    #expect(Set(header.findings.map(\.code)) == [.duplicateExif, .metadataDamaged] && header.findings.count == 2)
  }
}
