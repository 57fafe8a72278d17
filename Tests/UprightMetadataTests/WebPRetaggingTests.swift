// Rewriting the orientation of WebP files: what is read afterwards, which bytes differ, and the inverse.

import Testing
import UprightFixtures
import UprightGeometry
import UprightMetadata
import UprightTestTools

@Suite struct WebPRetaggingTests {
  private func retagged(_ bytes: [UInt8], to tag: ExifOrientation) throws -> (bytes: [UInt8], patch: BytePatch) {
    let patch = try Probe(bytes).retag(to: Orientation(exif: tag))
    return (try patch.applied(to: bytes), patch)
  }

  @Test(arguments: ExifOrientation.allCases, ExifOrientation.allCases)
  func eightByEight(from: ExifOrientation, to: ExifOrientation) throws {
    for order in TinyTIFF.ByteOrder.allCases {
      func file(_ tag: ExifOrientation) -> [UInt8] {
        TinyWebP(.sixColors, exif: TinyTIFF(order, orientation: Int(tag.rawValue))).bytes
      }
      #expect(try Totality.complaintOfRetag(file(from), to: to) == nil)
      let (result, patch) = try retagged(file(from), to: to)
      #expect(result == file(to))
      #expect(patch.changedByteCount == (from == to ? 0 : 1))
    }
  }

  /// Files without an orientation field, or with an Exif block without one.
  static let withoutTag: [(name: String, bytes: [UInt8])] = {
    let block = TestFile.richBlock(.little, orientation: nil).bytes
    let packet = TinyWebP.Chunk.xmp(Array("<x/>".utf8))
    func file(_ chunks: [TinyWebP.Chunk], _ change: (inout TinyWebP) -> Void = { _ in }) -> [UInt8] {
      var file = TinyWebP(.sixColors, chunks: chunks)
      change(&file)
      return file.bytes
    }
    return [
      ("simple", file([])),
      ("lossy", TinyWebP(lossyWith: []).bytes),
      ("extended", file([]) { $0.isExtended = true }),
      ("XMP", file([packet])),
      ("animated", file([]) { $0.animate() }),
      ("no tag", file([.exif(block)])),
      ("no tag, odd", file([.exif(block + [0]), packet])),
      ("no tag, prefixed", file([.exif(block, prefix: TinySegment.exifPrefix)])),
      ("no tag, before", file([packet]) { $0.chunksBeforeImage = [.exif(block)] }),
    ]
  }()

  @Test(arguments: withoutTag.map(\.name), ExifOrientation.allCases.dropFirst())
  func insertedAndTakenOut(name: String, tag: ExifOrientation) throws {
    let bytes = try #require(Self.withoutTag.first { $0.name == name }).bytes
    #expect(try Totality.complaintOfRetag(bytes, to: tag) == nil)
    let before = try Probe(bytes).findings
    let (tagged, patch) = try retagged(bytes, to: tag)
    #expect(!patch.isInPlace)
    #expect(try Probe(tagged).orientation.exif == tag)
    #expect(try Probe(tagged).findings == before)
    let length = tagged[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
    #expect(length == tagged.count - 8)
    let (again, second) = try retagged(tagged, to: tag == .rightTop ? .leftTop : .rightTop)
    #expect(second.changedByteCount == 1)
    #expect(try retagged(again, to: .topLeft).bytes == bytes, "setting back takes the carrier out")
  }

  @Test(arguments: withoutTag.map(\.name))
  func anUprightFileStaysWithout(name: String) throws {
    let bytes = try #require(Self.withoutTag.first { $0.name == name }).bytes
    #expect(try Probe(bytes).retag(to: .identity).isEmpty)
  }

  @Test func aSimpleFileBecomesExtended() throws {
    let bytes = TinyWebP(.sixColors).bytes
    let (result, patch) = try retagged(bytes, to: .rightTop)
    #expect(patch.growth == 18 + 38)
    let expected = TinyWebP(.sixColors, exif: TinyTIFF(orientation: 6)).bytes
    #expect(Array(result[8..<30]) == Array(expected[8..<30]))
    #expect(Array(result[30..<result.count - 38]) == Array(bytes[12...]))
    var transparent = bytes
    transparent[24] |= 0x10
    #expect(try retagged(transparent, to: .rightTop).bytes[20] == 0x18, "alpha is announced along with Exif")
    #expect(try retagged(retagged(transparent, to: .rightTop).bytes, to: .topLeft).bytes == transparent)
  }

  @Test func somebodyElsesHeaderStays() throws {
    var file = TinyWebP(.sixColors)
    file.isExtended = true
    let tagged = try retagged(file.bytes, to: .rightTop).bytes
    #expect(try retagged(tagged, to: .topLeft).bytes == file.bytes)
    let other = TinyWebP(.sixColors, exif: TinyTIFF(orientation: 6)).bytes
    #expect(try retagged(other, to: .topLeft).patch.changedByteCount == 1)
  }

  @Test(arguments: WebPHeaderTests.cases)
  func everyCarrierTakesEveryTag(example: WebPHeaderTests.Case) throws {
    let bytes = example.file.bytes
    for tag in ExifOrientation.allCases {
      guard example.codes != [.exifMalformed] || tag == .topLeft else {
        let probe = try Probe(bytes)
        #expect(throws: MetadataError.self) { try probe.retag(to: Orientation(exif: tag)) }
        continue
      }
      #expect(try Totality.complaintOfRetag(bytes, to: tag) == nil)
      let (result, patch) = try retagged(bytes, to: tag)
      #expect(patch.isEmpty || tag.rawValue != example.orientation || example.codes.contains(.invalidValue))
      guard tag.rawValue != example.orientation else { continue }
      let codes = Set(try Probe(result).findings.map(\.code))
      #expect(
        codes.isDisjoint(with: [.xmpConflict, .xmpOnly, .exifConflict, .invalidValue]), "carriers agree afterwards")
      #expect(!codes.contains(.exifUnannounced) || !example.file.isExtended)
    }
  }

  @Test func aMissingFillerIsAdded() throws {
    var file = TinyWebP(.sixColors)
    file.chunks = [TinyWebP.Chunk("XMP ", [1])]
    (file.isExtended, file.omitsFiller) = (true, true)
    let (result, patch) = try retagged(file.bytes, to: .rightTop)
    #expect(patch.growth == 39)
    #expect(result[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) } == result.count - 8)
    #expect(try Probe(result).findings.isEmpty)
  }

  @Test func nothingIsInsertedIntoWhatBreaksOff() throws {
    var file = TinyWebP(.sixColors, chunks: [.xmp(Array(repeating: 0x20, count: 60))])
    file.flags = 0
    let probe = try Probe(Array(file.bytes.dropLast(2)))
    #expect(throws: MetadataError.self) { try probe.retag(to: Orientation(exif: .rightTop)) }
    #expect(try probe.retag(to: .identity).isEmpty)
  }

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "needs exiftool"))
  func exiftoolReadsTheNewValue() throws {
    let folder = try ScratchFolder()
    let carriers =
      Self.withoutTag.map(\.bytes)
      + WebPHeaderTests.cases.filter { $0.source == "exif" && $0.orientation == 6 && !$0.codes.contains(.trailer) }
      .filter { $0.file.lengthError == 0 && !$0.file.omitsFiller && !$0.codes.contains(.duplicateExif) }
      .map(\.file.bytes)
    var (paths, expected): ([String], [String]) = ([], [])
    for (index, bytes) in carriers.enumerated() {
      for tag in ExifOrientation.allCases.dropFirst() {
        paths.append(try folder.write(try retagged(bytes, to: tag).bytes, as: "\(index)-\(tag.rawValue).webp"))
        expected.append("\(tag.rawValue)")
      }
    }
    let answer = try OutsideTool.exiftool.run(["-n", "-T", "-IFD0:Orientation"] + paths)
    #expect(answer.text.split(separator: "\n").map(String.init) == expected)
  }

  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "needs Pillow"))
  func pillowSeesTheNewValueUpright() throws {
    let folder = try ScratchFolder()
    var paths: [String] = []
    for (index, block) in [nil, TinyTIFF(orientation: 3), TinyTIFF(.big, orientation: 3)].enumerated() {
      for tag in ExifOrientation.allCases {
        let image = TinyImage.sixColors.stored(as: tag)
        let file = block.map { TinyWebP(image, exif: $0) } ?? TinyWebP(image)
        paths.append(try folder.write(try retagged(file.bytes, to: tag).bytes, as: "\(index)-\(tag.rawValue).webp"))
      }
    }
    let script = """
      import sys
      from PIL import Image, ImageOps
      for path in sys.argv[1:]:
          image = ImageOps.exif_transpose(Image.open(path))
          print(*image.size, *image.convert('RGB').tobytes())
      """
    let answer = try OutsideTool.pillow.run(["-c", script] + paths)
    let colors = TinyImage.sixColors.samples.map(String.init).joined(separator: " ")
    #expect(
      answer.text == Array(repeating: "3 2 \(colors)", count: paths.count).joined(separator: "\n"),
      "\(answer.complaints)")
  }

  @Test(.enabled(if: OutsideTool.vips.isInstalled, "needs vips"), arguments: ExifOrientation.allCases)
  func vipsSeesTheNewValueUpright(tag: ExifOrientation) throws {
    for block in [nil, TinyTIFF(orientation: 3), TinyTIFF(.big, orientation: 3)] {
      let image = TinyImage.sixColors.stored(as: tag)
      let file = block.map { TinyWebP(image, exif: $0) } ?? TinyWebP(image)
      let folder = try ScratchFolder()
      try folder.write(try retagged(file.bytes, to: tag).bytes, as: "in.webp")
      let answer = try OutsideTool.vips.run(["autorot", folder.path("in.webp"), folder.path("out.ppm")])
      #expect(answer.status == 0, "\(answer.complaints)")
      let map = try folder.read("out.ppm")
      #expect(Array(map.suffix(18)) == TinyImage.sixColors.samples)
      #expect(String(decoding: map.prefix(80), as: UTF8.self).contains("3 2\n"))
    }
  }
}
