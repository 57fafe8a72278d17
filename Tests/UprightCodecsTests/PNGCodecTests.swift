// PNG preserves its input, sample for sample, and includes Exif, ICC and XMP.

import Testing
import Upright
import UprightCodecs
import UprightTestTools

@Suite struct PNGCodecTests {
  static let settings = EncodeSettings(
    format: .png, fidelity: .level(0), sampling: EncodeSettings.Sampling(horizontal: 1, vertical: 1))

  static func png(
    _ image: Samples, _ layout: SampleLayout, metadata: CarriedMetadata = CarriedMetadata(),
    limits: Limits = Limits()
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try PNGCodec().encode(
      image.raster(layout), settings: settings, metadata: metadata, limits: limits, into: &bytes)
    return bytes
  }

  /// Names, payloads and checks of the chunks.
  static func chunks(_ png: [UInt8]) -> [(name: String, payload: [UInt8])] {
    var found: [(String, [UInt8])] = []
    var index = 8
    while index + 12 <= png.count {
      let count = png[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
      guard index + 12 + count <= png.count else { break }
      found.append(
        (String(decoding: png[index + 4..<index + 8], as: UTF8.self), Array(png[index + 8..<index + 8 + count])))
      index += 12 + count
    }
    return found
  }

  @Test(
    .enabled(if: OutsideTool.pillow.isInstalled, "needs Pillow"), arguments: [SampleLayout.Channels.gray, .rgb, .rgba])
  func pillowReadsEightBitsBackAsTheyWere(channels: SampleLayout.Channels) throws {
    let image = Samples.mixedColors(width: 301, height: 203, channels: channels.count)
    let (mode, samples) = try Pillow.read(Self.png(image, SampleLayout(channels)))
    #expect(mode == ["L", "", "RGB", "RGBA"][channels.count - 1])
    #expect(samples == image)
  }

  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "needs Pillow"))
  func pillowReadsSixteenBitsOfGrayBackAsTheyWere() throws {
    let image = Samples.mixedColors(width: 31, height: 23, channels: 2)
    let (mode, samples) = try Pillow.read(Self.png(image, SampleLayout(.gray, .sixteen)))
    #expect(mode.hasPrefix("I"))
    if samples.channels == 4 {
      let halves = samples.bytes.enumerated().filter { $0.offset % 4 < 2 }.map(\.element)
      #expect(halves == image.bytes)
    } else {
      #expect(samples == image)
    }
  }

  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "needs Pillow"), arguments: [SampleLayout.Channels.rgb, .rgba])
  func sixteenBitsOfColorAreWrittenHighByteFirst(channels: SampleLayout.Channels) throws {
    let image = Samples.mixedColors(width: 29, height: 17, channels: channels.count * 2)
    let png = try Self.png(image, SampleLayout(channels, .sixteen))
    let header = try #require(Self.chunks(png).first)
    #expect(header.name == "IHDR" && header.payload[8] == 16 && header.payload[9] == (channels == .rgb ? 2 : 6))
    let highs = image.bytes.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    let samples = try Pillow.read(png).samples
    #expect(samples.bytes == highs)
  }

  @Test func sixColorsStayWhereTheyWere() throws {
    let png = try Self.png(.six(cell: 1), SampleLayout(.rgb))
    #expect(ContainerFormat(signature: png) == .png)
    #expect(Self.chunks(png).map(\.name) == ["IHDR", "IDAT", "IEND"])
    guard OutsideTool.pillow.isInstalled else { return }
    let samples = try Pillow.read(png).samples
    #expect((0..<6).map { samples.pixel($0 % 3, $0 / 3) } == sixColors)
  }

  static let xmp = Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'><!-- Übersicht --></x:xmpmeta>".utf8)
  /// Little-endian TIFF with only Orientation = 1.
  static let exif: [UInt8] = [
    0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0,
  ]

  @Test func exifAndXMPAreChunksOfTheirOwnBeforeTheImage() throws {
    let png = try Self.png(
      .six(cell: 2), SampleLayout(.rgb), metadata: CarriedMetadata(exif: Self.exif, xmp: Self.xmp))
    let chunks = Self.chunks(png)
    #expect(chunks.map(\.name) == ["IHDR", "eXIf", "iTXt", "IDAT", "IEND"])
    #expect(chunks[1].payload == Self.exif)
    #expect(chunks[2].payload == Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + Self.xmp)
  }

  @Test(.enabled(if: OutsideTool.pillow.isInstalled && OutsideTool.exiftool.isInstalled, "needs Pillow and exiftool"))
  func pillowAndExiftoolSeeTheProfileExifAndXMP() throws {
    let script = """
      import sys; from PIL import ImageCms as c
      sys.stdout.buffer.write(c.ImageCmsProfile(c.createProfile('sRGB')).tobytes())
      """
    let profile = try OutsideTool.pillow.run(["-c", script]).output
    let png = try Self.png(
      .six(cell: 2), SampleLayout(.rgb), metadata: CarriedMetadata(exif: Self.exif, xmp: Self.xmp, icc: profile))
    let seen = try Pillow.metadata(png).map { $0.lowercased() }
    let hex = [Self.exif, profile, Self.xmp].map {
      $0.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
    #expect(seen[0].hasSuffix(hex[0]))
    #expect(seen[1] == hex[1])
    #expect(seen[2] == hex[2])
    let (report, all) = try (
      Self.exiftool(["-s", "-G1", "-n", "-validate", "-warning", "-a"], png), Self.exiftool(["-s", "-G1", "-n"], png)
    )
    #expect(all.contains("[IFD0]") && all.contains("Orientation"))
    #expect(all.contains("[ICC-header]") && all.contains("[PNG]"))
    #expect(!report.contains("Error"))
  }

  static func exiftool(_ arguments: [String], _ file: [UInt8]) throws -> String {
    String(decoding: try OutsideTool.exiftool.run(arguments + ["{in}"], input: file), as: UTF8.self)
  }

  @Test func aProfileThatIsNoneIsLeftOutAndTheImageStays() throws {
    let png = try Self.png(.six(cell: 2), SampleLayout(.rgb), metadata: CarriedMetadata(icc: [1, 2, 3]))
    #expect(Self.chunks(png).map(\.name) == ["IHDR", "IDAT", "IEND"])
  }

  @Test func itSaysWhatItDoesNotDo() throws {
    let ink = Samples.mixedColors(width: 4, height: 4, channels: 4)
    #expect(throws: UprightError.unsupported("PNG of CMYK")) { try Self.png(ink, SampleLayout(.cmyk)) }
    #expect(PNGCodec().blocks == nil && PNGCodec().planes == nil)
    var sink: [UInt8] = []
    #expect(throws: UprightError.unsupported("the PNG codec cannot write JPEG")) {
      try PNGCodec().encode(
        Samples.six(cell: 1).raster(SampleLayout(.rgb)), settings: .jpeg(), metadata: CarriedMetadata(),
        limits: Limits(), into: &sink)
    }
    let capabilities = PNGCodec().capabilities
    #expect(capabilities.decodes && capabilities.encodes && !capabilities.transforms)
    #expect(capabilities.denominators == [1] && !capabilities.planes)
  }

  @Test func limitsAndFullSinksStopTheCodec() throws {
    let image = Samples.mixedColors(width: 300, height: 300, channels: 3)
    #expect(throws: UprightError.limit(.pixels, asked: 90_000, allowed: 89_999)) {
      try Self.png(image, SampleLayout(.rgb), limits: Limits(pixels: 89_999))
    }
    #expect(throws: UprightError.limit(.seconds, asked: 1, allowed: 0)) {
      try Self.png(image, SampleLayout(.rgb), limits: Limits(seconds: 1e-9))
    }
    for room in [0, 65_536] {
      var sink = FullSink(room: room)
      #expect(throws: UprightError.io(path: "full", systemError: 28)) {
        try PNGCodec().encode(
          image.raster(SampleLayout(.rgb)), settings: Self.settings, metadata: CarriedMetadata(), limits: Limits(),
          into: &sink)
      }
      #expect(sink.taken == room)
    }
  }
}
