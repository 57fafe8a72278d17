// TIFF out: every layout is read back by us and by others, with Exif, XMP and profile where readers look for them.

import Testing
import Upright
import UprightConfinedCodecs
import UprightFixtures
import UprightTestTools

extension TIFFCodecTests {
  static let layouts = [SampleLayout.Channels.gray, .rgb, .rgba, .cmyk].flatMap {
    [SampleLayout($0), SampleLayout($0, .sixteen)]
  }

  static func image(_ layout: SampleLayout, width: Int = 61, height: Int = 47) throws -> Raster<Output> {
    var random = SplitMix64(seed: UInt64(layout.bytesPerPixel))
    let bytes = (0..<width * height * layout.bytesPerPixel).map { _ in UInt8.random(in: 0...255, using: &random) }
    return try #require(Raster<Output>(size: PixelSize(width: width, height: height), layout: layout, bytes: bytes))
  }

  static func tiff(
    _ image: Raster<Output>, metadata: CarriedMetadata = CarriedMetadata()
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let settings = EncodeSettings(format: .tiff, fidelity: .exact, sampling: .none)
    try TIFFCodec().encode(image, settings: settings, metadata: metadata, limits: Limits(), into: &bytes)
    return bytes
  }

  @Test(arguments: layouts, [TinyTIFF.ByteOrder.little, .big])
  func whatIsWrittenIsReadBack(_ layout: SampleLayout, _ order: TinyTIFF.ByteOrder) throws {
    let image = try Self.image(layout)
    let file = try Self.tiff(image, metadata: CarriedMetadata(exif: TinyTIFF(order, orientation: 1).bytes))
    let probe = try Probe(file)
    #expect(probe.format == .tiff && probe.findings.isEmpty && probe.orientation.isIdentity)
    #expect(probe.storedSize == PixelSize(width: 61, height: 47))
    let whole = PixelRect<Stored>(x: 0, y: 0, width: 61, height: 47)
    let mine = try Self.decoded(file, whole, layout).pixels
    #expect(mine == (0..<47).flatMap { y in (0..<61).map { image.pixel(x: $0, y: y) } })
    guard OutsideTool.tiffcp.isInstalled else { return }
    let copied = try TIFFTools.copied(file, ["-c", "none"])
    #expect(try Self.decoded(copied, whole, layout).pixels == mine)
    guard OutsideTool.pillow.isInstalled, layout.depth == .eight else { return }
    #expect(try TIFFTools.pillow(file).samples == image.bytes)
  }

  @Test func severalStripsHoldTheImageToo() throws {
    let image = try Self.image(SampleLayout(.rgb), width: 3_001, height: 131)
    let file = try Self.tiff(image)
    let part = PixelRect<Stored>(x: 2_000, y: 25, width: 1_001, height: 106)
    let pixels = try Self.decoded(file, part, SampleLayout(.rgb)).pixels
    #expect(pixels == (25..<131).flatMap { y in (2_000..<3_001).map { image.pixel(x: $0, y: y) } })
  }

  static let carried: CarriedMetadata = {
    var exif = TinyTIFF(
      .big, ifd0: [TinyEntry(0x010F, text: "Maker"), .orientation(1), TinyEntry(282, .rational, [300, 1])])
    exif.exif = [TinyEntry(0x9003, text: "2026:01:02 03:04:05"), TinyEntry(0xA002, .long, [61])]
    exif.ifd0.append(TinyEntry(0x0111, .long, [77]))
    return CarriedMetadata(
      exif: exif.bytes, xmp: TinyXMP.packet(orientation: "1"), icc: TinySegment.profile(byteCount: 701))
  }()

  @Test func metadataAreDirectoriesAndTags() throws {
    let file = try Self.tiff(Self.image(SampleLayout(.rgb)), metadata: Self.carried)
    let probe = try Probe(file, rules: OrientationRules(readsXMP: true))
    #expect(probe.findings.isEmpty && probe.statements.allSatisfy { $0.value == .topLeft })
    #expect(probe.statements.count == 2)
    #expect(try probe.colorProfile(in: file) == Self.carried.icc)
    let edit = MetadataEdit(
      size: PixelSize(width: 61, height: 47), map: Transform2D(scaleX: 1, scaleY: 1, tx: 0, ty: 0), thumbnail: nil,
      keepsProfile: true, keepsCoding: false)
    let back = try probe.carry(edit, from: file)
    #expect(back.xmp == Self.carried.xmp && back.icc == Self.carried.icc)
    let again = try Self.tiff(Self.image(SampleLayout(.rgb)), metadata: back)
    #expect(try Probe(again).carry(edit, from: again).exif == back.exif)
    guard OutsideTool.exiftool.isInstalled else { return }
    for bytes in [file, again] {
      let folder = try ScratchFolder()
      try folder.write(bytes, as: "a.tif")
      let answer = try OutsideTool.exiftool.run(
        [
          "-s3", "-Make", "-DateTimeOriginal", "-XResolution", "-ExifImageWidth", "-ImageWidth", "-Orientation#",
          "-StripOffsets#", "-validate", "-warning", folder.path("a.tif"),
        ])
      let lines = answer.text.split(separator: "\n").map(String.init)
      #expect(Array(lines.prefix(6)) == ["Maker", "2026:01:02 03:04:05", "300", "61", "61", "1"], "\(lines)")
      #expect(!lines.contains("77"))
    }
  }

  @Test func whatCannotBeWrittenIsRefused() throws {
    var bytes: [UInt8] = []
    let settings = EncodeSettings(format: .png, fidelity: .exact, sampling: .none)
    #expect(throws: UprightError.unsupported("the TIFF codec cannot write PNG")) {
      try TIFFCodec().encode(
        Self.image(SampleLayout(.rgb)), settings: settings, metadata: CarriedMetadata(), limits: Limits(),
        into: &bytes)
    }
  }
}
