// Removed metadata, and nothing else: thumbnails, locations, or everything that colors do not need.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite struct StripTests {
  /// An Exif block with a thumbnail, and a location after everything else.
  static func block(_ tag: ExifOrientation) -> [UInt8] {
    var block = TinyTIFF(
      .big, ifd0: [TinyEntry(271, text: "Maker"), .orientation(Int(tag.rawValue)), TinyEntry(0x8825, .long, [0])])
    block.exif = [.subjectArea([8, 4, 6, 2])]
    block.thumbnail = TinyJPEG(TinyImage.sixColors.enlarged(by: 8).stored(as: tag)).bytes
    let start = block.bytes.count
    block.ifd0[2].values = [start]
    let position = TinyDirectory(
      .big,
      [
        TinyEntry(1, text: "N"), TinyEntry(2, .rational, [48, 1, 12, 1, 345_678, 10_000]), TinyEntry(3, text: "E"),
        TinyEntry(4, .rational, [16, 1, 22, 1, 123_456, 10_000]),
      ])
    return block.bytes + position.bytes(at: start, next: 0)
  }

  static let packet = TinyXMP.packet(
    attributes: #"tiff:Orientation="6" exif:GPSLatitude="48,12.5N" exif:Flash="1""#,
    content: "<exif:GPSLongitude>16,22.2E</exif:GPSLongitude>")

  static func photo(_ tag: ExifOrientation) -> [UInt8] {
    let stored = RoutesAgreeTests.image.stored(as: tag)
    var file = TinyJPEG(
      stored, segments: [.jfif, .exif(block(tag)), .xmp(packet), .comment("kept")] + TinySegment.icc(profile))
    (file.furtherImages, file.furtherType) = (
      [TinyJPEG(TinyImage.sixColors.enlarged(by: 8).stored(as: tag)).bytes], 0x01_0001
    )
    return file.bytes
  }

  static func drawing(_ tag: ExifOrientation) -> [UInt8] {
    let chunks: [TinyPNG.Chunk] = [
      .exif(block(tag)), .xmp(packet), .text("Comment", Array("kept".utf8), .plain),
      TinyPNG.Chunk("gAMA", [0, 0, 0xB1, 0x8F]),
    ]
    return TinyPNG(RoutesAgreeTests.image.stored(as: tag), chunks: chunks).bytes
  }

  static let profile = TinySegment.profile(byteCount: 700)
  static let crop = PixelRect<Displayed>(x: 3, y: 5, width: 20, height: 10)

  private func results(_ strip: Strip, _ tag: ExifOrientation) throws -> [(bytes: [UInt8], isWhole: Bool)] {
    try [Self.photo(tag), Self.drawing(tag)].flatMap { source in
      try [Rendition.Region.full, .pixels(Self.crop)].map { region in
        var wish = Rendition(region: region, upright: .pixels)
        wish.strip = strip
        return (try house.run(wish, on: source), region == .full)
      }
    }
  }

  func holds(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    bytes.indices.dropLast(part.count - 1).contains {
      bytes[$0] == part[0] && bytes[$0..<$0 + part.count].elementsEqual(part)
    }
  }

  /// 48° 12′ 34.5678″ as stored in the file.
  static let latitude = TinyTIFF.ByteOrder.big.bytes(345_678, width: 4)

  @Test(arguments: [ExifOrientation.topLeft, .rightTop, .leftTop], Strip.allCases)
  func whatIsLeftOutIsGoneAndTheRestIsThere(_ tag: ExifOrientation, _ strip: Strip) throws {
    for (result, isWhole) in try results(strip, tag) {
      let probe = try Probe(result)
      #expect(probe.orientation.isIdentity && probe.displayedSize.width == (isWhole ? 48 : 20))
      let isRewritten = strip != .none || tag != .topLeft || !isWhole
      #expect(holds(result, Self.latitude) == (strip == .none || strip == .thumbnails), "\(strip)")
      #expect(holds(result, Array("GPSLongitude".utf8)) == (strip == .none || strip == .thumbnails))
      #expect(holds(result, Array("Flash".utf8)) == (strip != .allButColor))
      #expect(holds(result, Array("Maker".utf8)) == (strip != .allButColor))
      #expect(holds(result, Array("kept".utf8)) == (strip != .allButColor))
      let isSmallGone = strip == .thumbnails || strip == .allButColor
      if isSmallGone { #expect(probe.thumbnail == nil && probe.parts.count == 1) }
      if isWhole, !isSmallGone { #expect(probe.thumbnail != nil) }
      if probe.format == .jpeg { #expect(holds(result, Array(Self.profile.suffix(300)))) }
      if probe.format == .png { #expect(holds(result, Array("gAMA".utf8))) }
      #expect(isRewritten || result == Self.photo(tag) || result == Self.drawing(tag))
    }
  }

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "\(OutsideTool.exiftool.reason)"))
  func exiftoolFindsAllButThePosition() throws {
    let folder = try ScratchFolder()
    let source = try folder.write(Self.photo(.topLeft), as: "source.jpg")
    var wish = Rendition(upright: .pixels)
    wish.strip = .gps
    let result = try folder.write(house.run(wish, on: Self.photo(.topLeft)), as: "result.jpg")
    func tags(_ path: String) throws -> Set<String> {
      let answer = try OutsideTool.exiftool.run([
        "-n", "-s", "-G1", "-a", "--System:all", "--File:all", "--ExifTool:all", "--MPF0:all", "--Composite:all",
        "--MPImage2:all", "--XMP-tiff:all", "--IFD1:ThumbnailOffset",
        // The thumbnail is copied without metadata of its own, so it may be longer or shorter.
        "--IFD1:ThumbnailLength", "--IFD1:ThumbnailImage", path,
      ])
      // The image list states the first image's number of bytes, which is now smaller.
      return Set(answer.text.split(separator: "\n").map(String.init).filter { !$0.contains("MPImageLength") })
    }
    let (before, after) = (try tags(source), try tags(result))
    #expect(after.isSubset(of: before), "\(after.subtracting(before))")
    #expect(before.subtracting(after).allSatisfy { $0.contains("GPS") }, "\(before.subtracting(after))")
    #expect(before.subtracting(after).count == 6)
    let warnings = try OutsideTool.exiftool.run(["-validate", "-warning", "-s3", result])
    #expect(!warnings.text.contains("Error"), "\(warnings.text)")
  }

  @Test func plansSayIt() throws {
    var wish = Rendition(upright: .pixels)
    wish.strip = .thumbnails
    let plan = try house.plan(wish, for: Probe(Self.photo(.rightTop)))
    #expect(plan.route.name == .transform)
    #expect(plan.explanation.contains("metadata is removed: thumbnails"))
    #expect(plan.explanation.contains("the preview is not copied: as requested (thumbnails)"))
    #expect(plan.explanation.contains { $0.hasPrefix("not rewrite: the pixels have to be reoriented") })
    #expect(plan.explanation.contains("the subject's position is moved"))
    let upright = try house.plan(wish, for: Probe(Self.photo(.topLeft)))
    #expect(
      upright.explanation.prefix(2) == [
        "rewrite: metadata is removed (thumbnails); the encoded image stays identical, byte for byte",
        "the preview is removed: as requested (thumbnails)",
      ])
    #expect(upright.explanation.contains("not copy: metadata is removed (thumbnails)"))
  }
}
