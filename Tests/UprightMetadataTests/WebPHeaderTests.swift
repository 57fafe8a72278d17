// Size and orientation of WebP files with every field in every position, right and wrong.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct WebPHeaderTests {
  /// A file, its orientation, the field that decides, and the expected findings.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let file: TinyWebP
    let orientation: UInt8
    let source: String
    let codes: [Finding.Code]

    init(
      _ name: String, _ file: TinyWebP, _ orientation: UInt8, _ source: String, _ codes: [Finding.Code] = [],
      change: (inout TinyWebP) -> Void = { _ in }
    ) {
      testDescription = name
      var file = file
      change(&file)
      self.file = file
      self.orientation = orientation
      self.source = source
      self.codes = codes
    }

    init(
      _ name: String, _ chunks: [TinyWebP.Chunk], _ orientation: UInt8, _ source: String, _ codes: [Finding.Code] = [],
      change: (inout TinyWebP) -> Void = { _ in }
    ) {
      self.init(name, TinyWebP(.sixColors, chunks: chunks), orientation, source, codes, change: change)
    }
  }

  static let six = TinyWebP.Chunk.exif(TinyTIFF(orientation: 6).bytes)
  static let three = TinyWebP.Chunk.exif(TinyTIFF(.big, orientation: 3).bytes)

  static let cases: [Case] = [
    Case("nothing", [], 1, "none"),
    Case("extended, nothing", [], 1, "none") { $0.isExtended = true },
    Case("lossy", TinyWebP(lossyWith: []), 1, "none"),
    Case("lossy with Exif", TinyWebP(lossyWith: [six]), 6, "exif"),
    Case("behind the picture", [six], 6, "exif"),
    Case("before the picture", [], 6, "exif") { ($0.chunksBeforeImage, $0.isExtended) = ([six], true) },
    Case(
      "prefixed", [.exif(TinyTIFF(orientation: 6).bytes, prefix: TinySegment.exifPrefix)], 6, "exif", [.exifPrefixed]),
    Case("not announced", [six], 6, "exif", [.exifUnannounced]) { $0.flags = 0 },
    Case("no extended header", [six], 6, "exif", [.exifUnannounced]) { $0.isExtended = false },
    Case("two", [six, six], 6, "exif", [.duplicateExif]),
    Case("two that differ", [three, six], 3, "exif", [.duplicateExif, .exifConflict]),
    Case("no TIFF", [.exif(Array("nonsense".utf8))], 1, "none", [.exifMalformed]),
    Case("no tag", [.exif(TinyTIFF(ifd0: [TinyEntry(271, text: "Maker")]).bytes)], 1, "none"),
    Case("value 0", [.exif(TinyTIFF(orientation: 0).bytes)], 1, "exif", [.invalidValue]),
    Case("XMP", [.xmp(TinyXMP.packet(orientation: "6"))], 1, "none", [.xmpOnly]),
    Case("XMP agrees", [six, .xmp(TinyXMP.packet(orientation: "6"))], 6, "exif"),
    Case("XMP differs", [six, .xmp(TinyXMP.packet(orientation: "8"))], 6, "exif", [.xmpConflict]),
    Case("animated", [six], 6, "exif") { $0.animate() },
    Case("length too small", [six], 6, "exif") { $0.lengthError = -20 },
    Case("length too large", [six], 6, "exif", [.metadataDamaged]) { $0.lengthError = 1_000 },
    Case("trailer", [six], 6, "exif", [.trailer]) { $0.trailer = Array("more than chunks".utf8) },
    Case("short trailer", [six], 6, "exif", [.trailer]) { $0.trailer = [0] },
    Case("odd, filled up", [.exif(TinyTIFF(orientation: 6).bytes + [0])], 6, "exif"),
    Case("odd, not filled up", [.exif(TinyTIFF(orientation: 6).bytes + [0])], 6, "exif") { $0.omitsFiller = true },
  ]

  @Test(arguments: cases)
  func theRightCarrierDecides(example: Case) throws {
    let probe = try Probe(example.file.bytes)
    #expect(probe.format == .webp)
    #expect(probe.storedSize == PixelSize(width: example.file.size.width, height: example.file.size.height))
    #expect(probe.orientation.exif.rawValue == example.orientation)
    #expect(probe.source.name == example.source)
    #expect(Set(probe.findings.map(\.code)) == Set(example.codes), "\(probe.findings)")
    #expect(probe.findings.count == example.codes.count)
  }

  @Test(arguments: ExifOrientation.allCases, TinyTIFF.ByteOrder.allCases)
  func everyOrientationIsReadWhereItStands(tag: ExifOrientation, order: TinyTIFF.ByteOrder) throws {
    let image = TinyImage.sixColors.stored(as: tag)
    let bytes = TinyWebP(image, exif: TinyTIFF(order, orientation: Int(tag.rawValue))).bytes
    let probe = try Probe(bytes)
    #expect(probe.orientation.exif == tag)
    #expect(probe.displayedSize == PixelSize(width: 3, height: 2))
    #expect(bytes[try #require(probe.source.offset)] == tag.rawValue)
    #expect(probe.findings.isEmpty)
  }

  @Test func packetsDecideWhereTheyMay() throws {
    let bytes = TinyWebP(.sixColors, chunks: [.xmp(TinyXMP.packet(orientation: "8"))]).bytes
    let probe = try Probe(bytes, rules: OrientationRules(readsXMP: true))
    #expect(probe.orientation.exif == .leftBottom)
    #expect(bytes[try #require(probe.source.offset)] == UInt8(ascii: "8"))
  }

  @Test func withoutASizeThereIsNoProbe() {
    let file = TinyWebP(.sixColors, chunks: [Self.six]).bytes
    for count in 12..<30 {
      let code: MetadataError.Code = count == 12 ? .imageMissing : .truncated
      #expect(throws: MetadataError(code, at: count)) { try Probe(Array(file.prefix(count))) }
    }
    let bare = Array(file.prefix(12)) + Self.six.bytes
    #expect(throws: MetadataError(.imageMissing, at: 12)) { try Probe(bare) }
    var broken = TinyWebP(.sixColors).bytes
    broken[20] = 0x2E
    #expect(throws: MetadataError(.imageMissing, at: 12)) { try Probe(broken) }
  }

  @Test func whatBreaksOffIsReadAsFarAsItGoes() throws {
    let file = TinyWebP(.sixColors, chunks: [Self.six]).bytes
    for count in 30..<file.count {
      let probe = try Probe(Array(file.prefix(count)))
      #expect(probe.orientation.exif == .topLeft)
      #expect(probe.findings.map(\.code) == [.metadataDamaged], "\(count)")
    }
  }

  @Test func codedPixelsArePassedOver() throws {
    var file = TinyWebP(.sixColors, chunks: [Self.six])
    file.imageChunks = Array(repeating: TinyWebP.Chunk("ANMF", Array(repeating: 7, count: 9_001)), count: 20)
    let source = CountingSource(file.bytes)
    #expect(try Probe(source).orientation.exif == .rightTop)
    #expect(source.readCount < 3 * 4_096)
  }

  @Test func everyPrefixIsReadWithoutATrap() {
    for tag in ExifOrientation.allCases {
      let block = TinyTIFF(.big, orientation: Int(tag.rawValue))
      let bytes = TinyWebP(TinyImage.sixColors.stored(as: tag), exif: block).bytes
      #expect(Totality.complaintOfPrefixes(bytes) == nil)
    }
  }

  @Test(arguments: cases)
  func mixturesAreReadWithoutATrap(example: Case) {
    let bytes = example.file.bytes
    #expect(Totality.complaint(bytes, tags: ExifOrientation.allCases) == nil)
    #expect(Totality.complaintOfMixtures(bytes, seed: UInt64(bytes.count)) == nil)
  }

  @Test(arguments: [true, false])
  func aFloodOfChunksIsSaidOnce(isEmpty: Bool) throws {
    let chunk = isEmpty ? TinyWebP.Chunk.exif([]) : Self.six
    let bytes = TinyWebP(.sixColors, chunks: Array(repeating: chunk, count: 2_000)).bytes
    let header = try WebPHeader(bytes)
    #expect(header.blocks.count == (isEmpty ? 0 : 16))
    #expect(header.findings.filter { $0.code == .metadataDamaged }.count == 1)
    #expect(header.findings.count == (isEmpty ? 17 : 2))
  }
}
