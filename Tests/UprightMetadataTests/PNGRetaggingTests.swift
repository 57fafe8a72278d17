// Rewriting the orientation of PNG files: what is read afterwards, which bytes differ, and the inverse.

import Testing
import UprightFixtures
import UprightGeometry
import UprightMetadata
import UprightTestTools

@Suite struct PNGRetaggingTests {
  private func retagged(_ bytes: [UInt8], to tag: ExifOrientation) throws -> (bytes: [UInt8], patch: BytePatch) {
    let patch = try Probe(bytes).retag(to: Orientation(exif: tag))
    return (try patch.applied(to: bytes), patch)
  }

  private func differing(_ one: [UInt8], _ other: [UInt8]) -> [Int] { one.indices.filter { one[$0] != other[$0] } }

  @Test(arguments: ExifOrientation.allCases, ExifOrientation.allCases)
  func eightByEight(from: ExifOrientation, to: ExifOrientation) throws {
    for order in TinyTIFF.ByteOrder.allCases {
      let bytes = TinyPNG(.sixGrays, exif: TinyTIFF(order, orientation: Int(from.rawValue))).bytes
      #expect(try Totality.complaintOfRetag(bytes, to: to) == nil)
      let (result, patch) = try retagged(bytes, to: to)
      #expect(patch.isEmpty == (from == to))
      let tag = try #require(Probe(bytes).source.offset)
      let changed = differing(bytes, result)
      #expect(
        changed.filter { $0 != tag }.allSatisfy { (67..<71).contains($0) }, "the checksum behind 26 bytes of Exif")
      #expect(changed.contains(tag) == (from != to))
      #expect(result == TinyPNG(.sixGrays, exif: TinyTIFF(order, orientation: Int(to.rawValue))).bytes)
    }
  }

  /// Files without an orientation field, or with an Exif block without one.
  static let withoutTag: [(name: String, bytes: [UInt8])] = {
    let block = TestFile.richBlock(.little, orientation: nil).bytes
    var behind = TinyPNG(.sixGrays)
    behind.chunksAfterImage = [.exif(TestFile.richBlock(.big, orientation: nil).bytes)]
    return [
      ("nothing", TinyPNG(.sixGrays).bytes),
      ("other chunks", TinyPNG(.sixGrays, chunks: [TinyPNG.Chunk("gAMA", [0, 0, 1, 0])]).bytes),
      ("no tag", TinyPNG(.sixGrays, chunks: [.exif(block)]).bytes),
      ("no tag, prefixed", TinyPNG(.sixGrays, chunks: [.exif(block, prefix: TinySegment.exifPrefix)]).bytes),
      ("no tag, odd", TinyPNG(.sixGrays, chunks: [.exif(block + [0])]).bytes),
      ("no tag, behind", behind.bytes),
      ("digits without tag", TinyPNG(.sixGrays, chunks: [.rawProfile(block)]).bytes),
      ("plain digits without tag", TinyPNG(.sixGrays, chunks: [.rawProfile(block, type: "APP1", .plain)]).bytes),
    ]
  }()

  @Test(arguments: withoutTag.map(\.name), ExifOrientation.allCases.dropFirst())
  func insertedAndTakenOut(name: String, tag: ExifOrientation) throws {
    let bytes = try #require(Self.withoutTag.first { $0.name == name }).bytes
    #expect(try Totality.complaintOfRetag(bytes, to: tag) == nil)
    let before = Set(try Probe(bytes).findings.map(\.code))
    let (tagged, patch) = try retagged(bytes, to: tag)
    #expect(!patch.isInPlace)
    #expect(try Probe(tagged).orientation.exif == tag)
    #expect(Set(try Probe(tagged).findings.map(\.code)) == before)
    let (again, second) = try retagged(tagged, to: tag == .rightTop ? .leftTop : .rightTop)
    #expect(second.isInPlace)
    #expect(try retagged(again, to: .topLeft).bytes == bytes, "setting back takes the carrier out")
  }

  @Test(arguments: withoutTag.map(\.name))
  func anUprightFileStaysWithout(name: String) throws {
    let bytes = try #require(Self.withoutTag.first { $0.name == name }).bytes
    #expect(try Probe(bytes).retag(to: .identity).isEmpty)
  }

  @Test func anInsertionIsOneChunkBehindTheHeader() throws {
    let bytes = TinyPNG(.sixGrays).bytes
    let (result, patch) = try retagged(bytes, to: .rightTop)
    #expect(patch.edits.map(\.offset) == [33])
    #expect(patch.growth == 42)
    #expect(Array(result[33..<41]) == [0, 0, 0, 30] + Array("eXIf".utf8))
    #expect(Array(result[75...]) == Array(bytes[33...]))
  }

  @Test(arguments: PNGHeaderTests.cases)
  func everyCarrierTakesEveryTag(example: PNGHeaderTests.Case) throws {
    let isHidden = !example.codes.isEmpty && example.source == "none" && example.codes != [.xmpOnly]
    for tag in ExifOrientation.allCases {
      guard !isHidden || tag == .topLeft else {
        let probe = try Probe(example.bytes)
        #expect(throws: MetadataError.self) { try probe.retag(to: Orientation(exif: tag)) }
        continue
      }
      #expect(try Totality.complaintOfRetag(example.bytes, to: tag) == nil)
      let (bytes, patch) = try retagged(example.bytes, to: tag)
      #expect(patch.isEmpty || tag.rawValue != example.orientation || example.codes.contains(.invalidValue))
      guard tag.rawValue != example.orientation else { continue }
      let codes = Set(try Probe(bytes).findings.map(\.code))
      #expect(
        codes.isDisjoint(with: [.xmpConflict, .xmpOnly, .exifConflict, .invalidValue]), "carriers agree afterwards")
    }
  }

  @Test(arguments: TinyPNG.Chunk.TextForm.allCases)
  func digitsAreWrittenAnew(form: TinyPNG.Chunk.TextForm) throws {
    let bytes = TinyPNG(.sixGrays, chunks: [.rawProfile(TinyTIFF(orientation: 6).bytes, form)]).bytes
    let expected = TinyPNG(.sixGrays, chunks: [.rawProfile(TinyTIFF(orientation: 8).bytes, form)]).bytes
    #expect(try retagged(bytes, to: .leftBottom).bytes == expected)
  }

  @Test(arguments: [TinyPNG.Chunk.TextForm.international, .internationalPacked])
  func thePacketFollows(form: TinyPNG.Chunk.TextForm) throws {
    func file(_ value: Int) -> [UInt8] {
      let packet = TinyPNG.Chunk.xmp(TinyXMP.packet(orientation: "\(value)"), form)
      return TinyPNG(.sixGrays, chunks: [.exif(TinyTIFF(orientation: value).bytes), packet]).bytes
    }
    #expect(try retagged(file(6), to: .leftBottom).bytes == file(8))
  }

  @Test func aWrongChecksumIsMendedOnlyWhereBytesChange() throws {
    var chunk = TinyPNG.Chunk.exif(TinyTIFF(orientation: 6).bytes)
    chunk.checksumError = 77
    let bytes = TinyPNG(.sixGrays, chunks: [chunk]).bytes
    #expect(try Probe(bytes).retag(to: Orientation(exif: .rightTop)).isEmpty)
    #expect(try retagged(bytes, to: .leftBottom).bytes == TinyPNG(.sixGrays, exif: TinyTIFF(orientation: 8)).bytes)
  }

  @Test func nothingIsInsertedIntoWhatBreaksOff() throws {
    let bytes = Array(TinyPNG(.sixGrays).bytes.dropLast(3))
    let probe = try Probe(bytes)
    #expect(throws: MetadataError(.fieldNotWritable, at: 8)) { try probe.retag(to: Orientation(exif: .rightTop)) }
    #expect(try probe.retag(to: .identity).isEmpty)
  }

  @Test func ourBlockStaysWhereAnotherWouldCountInItsPlace() throws {
    let ours = try retagged(TinyPNG(.sixGrays).bytes, to: .rightTop).bytes
    let six = TinyPNG.Chunk.rawProfile(TinyTIFF(orientation: 6).bytes)
    let bytes = Array(ours.dropLast(12)) + six.bytes + Array(ours.suffix(12))
    #expect(Totality.complaint(bytes, tags: ExifOrientation.allCases) == nil)
    let (result, patch) = try retagged(bytes, to: .topLeft)
    #expect(patch.growth == 0)
    #expect(try Probe(result).source.name == "exif")
  }

  /// Every way of storing an orientation, written as 6 and then rewritten.
  static let carriers: [(name: String, bytes: [UInt8])] = {
    let six = TinyTIFF(orientation: 6).bytes
    var behind = TinyPNG(.sixGrays)
    behind.chunksAfterImage = [.exif(six)]
    return withoutTag.prefix(3) + [
      ("chunk", TinyPNG(.sixGrays, chunks: [.exif(six)]).bytes),
      ("big", TinyPNG(.sixGrays, exif: TinyTIFF(.big, orientation: 6)).bytes),
      ("behind", behind.bytes),
      ("digits", TinyPNG(.sixGrays, chunks: [.rawProfile(six)]).bytes),
      ("plain digits", TinyPNG(.sixGrays, chunks: [.rawProfile(six, type: "APP1", .plain)]).bytes),
    ]
  }()

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "needs exiftool"))
  func exiftoolReadsTheNewValue() throws {
    let folder = try ScratchFolder()
    var (paths, expected): ([String], [String]) = ([], [])
    for (index, carrier) in Self.carriers.enumerated() {
      for tag in ExifOrientation.allCases.dropFirst() {
        paths.append(try folder.write(try retagged(carrier.bytes, to: tag).bytes, as: "\(index)-\(tag.rawValue).png"))
        let place =
          carrier.name == "behind"
          ? "[minor] Text/EXIF chunk(s) found after PNG IDAT (may be ignored by some readers)" : "-"
        expected.append("\(tag.rawValue)\t\(place)\t3x2")
      }
    }
    let answer = try OutsideTool.exiftool.run(["-n", "-T", "-IFD0:Orientation", "-Warning", "-ImageSize#"] + paths)
    let lines = answer.text.split(separator: "\n").map { String($0).replacing("3 2", with: "3x2") }
    #expect(lines == expected)
  }

  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "needs Pillow"))
  func pillowSeesTheNewValueUpright() throws {
    let folder = try ScratchFolder()
    var paths: [String] = []
    for (index, block) in [nil, TinyTIFF(orientation: 3), TinyTIFF(.big, orientation: 3)].enumerated() {
      for tag in ExifOrientation.allCases {
        let image = TinyImage.sixColors.stored(as: tag)
        let file = block.map { TinyPNG(image, exif: $0) } ?? TinyPNG(image)
        paths.append(try folder.write(try retagged(file.bytes, to: tag).bytes, as: "\(index)-\(tag.rawValue).png"))
      }
    }
    let script = """
      import sys
      from PIL import Image, ImageOps
      for path in sys.argv[1:]:
          image = Image.open(path)
          image.load()
          image = ImageOps.exif_transpose(image)
          print(*image.size, *image.tobytes())
      """
    let answer = try OutsideTool.pillow.run(["-c", script] + paths)
    let colors = TinyImage.sixColors.samples.map(String.init).joined(separator: " ")
    #expect(answer.text == Array(repeating: "3 2 \(colors)", count: paths.count).joined(separator: "\n"))
  }

  @Test(.enabled(if: OutsideTool.vips.isInstalled, "needs vips"), arguments: ExifOrientation.allCases)
  func vipsSeesTheNewValueUpright(tag: ExifOrientation) throws {
    for block in [nil, TinyTIFF(orientation: 3), TinyTIFF(.big, orientation: 3)] {
      let image = TinyImage.sixColors.stored(as: tag)
      let file = block.map { TinyPNG(image, exif: $0) } ?? TinyPNG(image)
      let folder = try ScratchFolder()
      try folder.write(try retagged(file.bytes, to: tag).bytes, as: "in.png")
      let answer = try OutsideTool.vips.run(["autorot", folder.path("in.png"), folder.path("out.ppm")])
      #expect(answer.status == 0, "\(answer.complaints)")
      let map = try folder.read("out.ppm")
      #expect(Array(map.suffix(18)) == TinyImage.sixColors.samples)
      #expect(String(decoding: map.prefix(80), as: UTF8.self).contains("3 2\n"))
    }
  }
}
