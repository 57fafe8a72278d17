// PNG preserves its input, sample for sample, and includes Exif, ICC and XMP.

import Testing
import Upright
import UprightCodecs
import UprightFixtures
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

// A large PNG that a thread unpacks ahead gives the same result, whatever is wrong with it, as one that libpng unpacks
// itself.

@Suite struct PNGThreadTests {
  /// The result of a decode: the delivered rows, and the error that ended it.
  struct Outcome: Equatable, CustomStringConvertible {
    var rows = 0
    var bytes: [UInt8] = []
    var end = "whole"
    var description: String { "\(rows) rows, \(bytes.count) bytes, \(end)" }

    static func == (one: Self, other: Self) -> Bool {
      one.rows == other.rows && one.end == other.end && SampleBytes.areEqual(one.bytes, other.bytes)
    }
  }

  static let (width, height) = (1250, 1200)
  static let layout = SampleLayout(.rgb)

  /// Rows that repeat with a shift, of which every 16th is noise: blocks of zlib of every kind.
  static let image: Samples = {
    var state: UInt32 = 5
    let noise = (0..<width * 3).map { _ -> UInt8 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(truncatingIfNeeded: state >> 24)
    }
    let bytes = (0..<height).flatMap { y -> [UInt8] in
      let start = y * 7 % (width * 3)
      return y % 16 == 3 ? Array(noise[start...] + noise[..<start]) : Array(repeating: UInt8(y % 251), count: width * 3)
    }
    return Samples(width: width, height: height, channels: 3, bytes: bytes)
  }()

  /// The image's file, and its coded pixels alone.
  static let (file, coded): ([UInt8], [UInt8]) = {
    let file = (try? PNGCodecTests.png(image, layout)) ?? []
    return (file, PNGCodecTests.chunks(file).filter { $0.name == "IDAT" }.flatMap(\.payload))
  }()

  /// A file of these chunks after the header.
  static func png(_ chunks: [TinyPNG.Chunk]) -> [UInt8] {
    TinyPNG.signature + file[8..<33] + (chunks + [TinyPNG.Chunk("IEND", [])]).flatMap(\.bytes)
  }

  static func pixels(_ bytes: some Sequence<UInt8>) -> TinyPNG.Chunk { TinyPNG.Chunk("IDAT", Array(bytes)) }

  /// Coded pixels in three chunks, one of them with a wrong checksum.
  static func thirds(_ coded: [UInt8], wrong: Int? = nil) -> [TinyPNG.Chunk] {
    let third = coded.count / 3
    return (0..<3).map { part in
      var chunk = pixels(coded[part * third..<(part == 2 ? coded.count : (part + 1) * third)])
      if part == wrong { chunk.checksumError = 1 }
      return chunk
    }
  }

  static func outcome(
    _ source: any ByteSource, threads: Bool, region: PixelRect<Stored>? = nil, limits: Limits = Limits(warnings: 0)
  ) -> Outcome {
    let region = region ?? PixelRect(x: 0, y: 0, width: width, height: height)
    var outcome = Outcome()
    do {
      try PNGCodec(usesThreads: threads).decode(
        DecodePass(region: region, denominator: 1, layout: layout), from: source, limits: limits
      ) { band, first in
        #expect(first == outcome.rows)
        outcome.rows += band.size.height
        outcome.bytes += band.bytes
      }
    } catch {
      outcome.end = error.codes.name
    }
    return outcome
  }

  /// Both ways end alike.
  static func same(
    _ bytes: [UInt8], region: PixelRect<Stored>? = nil, _ comment: Comment,
    at location: SourceLocation = #_sourceLocation
  ) -> Outcome {
    let (ahead, alone) = (
      outcome(bytes, threads: true, region: region), outcome(bytes, threads: false, region: region)
    )
    #expect(ahead == alone, comment, sourceLocation: location)
    return ahead
  }

  @Test func bothWaysReadTheWholeRegionsAndChunksOfAnySizeAlike() {
    let truth = Self.same(Self.file, "as it was written")
    #expect(truth.rows == Self.height && truth.end == "whole")
    let isWritten = SampleBytes.areEqual(truth.bytes, Self.image.bytes)
    #expect(isWritten)
    for region in [
      PixelRect<Stored>(x: 0, y: 0, width: 9, height: 3), PixelRect(x: 1249, y: 1199, width: 1, height: 1),
      PixelRect(x: 7, y: 500, width: 1000, height: 200),
    ] {
      let part = Self.same(Self.file, region: region, "\(region)")
      #expect(part.rows == region.height && part.end == "whole")
    }
    let whole = [Self.pixels(Self.coded)]
    let empty = Self.pixels([])
    let small = stride(from: 0, to: Self.coded.count, by: 777).map {
      Self.pixels(Self.coded[$0..<min($0 + 777, Self.coded.count)])
    }
    for chunks in [
      whole, [empty] + whole + [empty], [empty] + small, Self.thirds(Self.coded), [whole[0], empty, empty],
    ] {
      #expect(Self.outcome(Self.png(chunks), threads: true) == truth, "\(chunks.count) chunks")
    }
    let pieces = OddSource(bytes: Self.file, piece: 1000, byteCount: Self.file.count)
    #expect(Self.outcome(pieces, threads: true) == truth)
  }

  @Test func bothWaysEndAlikeWhereverTheFileBreaksOff() {
    let places =
      [0, 8, 33, 40, 41, 42, 43, 44] + stride(from: 100, to: Self.file.count - 40, by: Self.file.count / 40)
      + (Self.file.count - 40..<Self.file.count)
    for place in places {
      let end = Self.outcome(Array(Self.file[..<place]), threads: true)
      let alone = Self.outcome(Array(Self.file[..<place]), threads: false)
      // libpng requests 8 KiB at once, and does not unpack a smaller remainder.
      #expect(end.end == alone.end && end.rows >= alone.rows, "\(place) of \(Self.file.count)")
      #expect((end.end == "whole") == (place >= Self.file.count - 12), "\(place)")
    }
  }

  @Test func bothWaysEndAlikeWhicheverByteIsDamaged() {
    var random = SplitMix64(seed: 3)
    let places = Array(33..<48) + (0..<40).map { _ in Int.random(in: 48..<Self.file.count, using: &random) }
    for place in places {
      var damaged = Self.file
      damaged[place] ^= UInt8.random(in: 1...255, using: &random)
      let end = Self.same(damaged, "byte \(place)")
      #expect((end.end == "whole") == (place >= Self.file.count - 12), "byte \(place)")
    }
  }

  @Test(arguments: 0..<3)
  func aWrongChecksumCountsWhereThePixelsBehindItAreWanted(wrong: Int) {
    let file = Self.png(Self.thirds(Self.coded, wrong: wrong))
    let end = Self.same(file, "chunk \(wrong)")
    #expect(end.end != "whole" && (wrong == 0 || end.rows > 0))
    let top = Self.same(file, region: PixelRect(x: 0, y: 0, width: 100, height: 5), "the first rows")
    #expect(top.rows == 5 && top.end == "whole")
  }

  @Test func bothWaysEndAlikeOnStreamsThatAreNoImage() {
    let body = Self.coded.dropFirst(2)
    var dictionary = Self.coded
    (dictionary[0], dictionary[1]) = (0x78, 0xBB)
    let more = Array("more".utf8)
    let streams: [(String, [TinyPNG.Chunk], isWhole: Bool)] = [
      ("another checksum", [Self.pixels(Self.coded.dropLast() + [Self.coded[Self.coded.count - 1] ^ 1])], false),
      ("a dictionary", [Self.pixels(dictionary)], false),
      ("no zlib", [Self.pixels([0x12, 0x34] + body)], false),
      ("nothing", [Self.pixels([])], false),
      ("two bytes", [Self.pixels(Self.coded.prefix(2))], false),
      ("bytes behind the end", [Self.pixels(Self.coded + more)], false),
      ("a chunk behind the end", [Self.pixels(Self.coded), Self.pixels(more)], true),
      ("another chunk between", [Self.pixels(Self.coded.prefix(9999)), TinyPNG.Chunk("tEXt", more)], false),
    ]
    for (name, chunks, isWhole) in streams {
      let end = Self.same(Self.png(chunks), "\(name)")
      #expect((end.end == "whole") == isWhole, "\(name): \(end)")
    }
  }

  /// A row that is missing is damage; one too many is not part of the image.
  @Test(arguments: [-1, 1])
  func aStreamWithOneRowTooFewIsDamage(rows: Int) throws {
    let other = Samples(
      width: Self.width, height: Self.height + rows, channels: 3,
      bytes: Array((Self.image.bytes + Self.image.bytes).prefix(Self.width * 3 * (Self.height + rows))))
    let coded = try PNGCodecTests.chunks(PNGCodecTests.png(other, Self.layout)).filter { $0.name == "IDAT" }
    let end = Self.same(Self.png([Self.pixels(coded.flatMap(\.payload))]), "\(rows)")
    #expect(end.rows >= Self.height - 64 && (end.end == "whole") == (rows > 0))
  }

  @Test func whoeverStopsEarlyLeavesNoThreadBehind() {
    struct Enough: Error {}
    for rows in [0, 64, 640] {
      var seen = 0
      let error = #expect(throws: UprightError.cancelled) {
        try PNGCodec().decode(
          DecodePass(
            region: PixelRect(x: 0, y: 0, width: Self.width, height: Self.height), denominator: 1, layout: Self.layout),
          from: Self.file, limits: Limits()
        ) { band, _ throws(UprightError) in
          seen += band.size.height
          if seen > rows { throw .cancelled }
        }
      }
      #expect(error == .cancelled && seen == rows + DecodePass.bandRows)
    }
    let late = Self.outcome(Self.file, threads: true, limits: Limits(seconds: 1e-9))
    #expect(late.end == "limit" && late.rows == 0)
  }

  @Test func sevenPassesOfSixteenBitsAreRead() {
    var file = SamplePNG.mixedColors(width: 840, height: 840, colorType: 2, depth: 16)
    file.isInterlaced = true
    let bytes = file.bytes
    let pass = DecodePass(
      region: PixelRect<Stored>(x: 838, y: 837, width: 2, height: 3), denominator: 1,
      layout: SampleLayout(.rgb, .sixteen))
    var pixels: [[UInt16]] = []
    #expect(throws: Never.self) {
      try PNGCodec().decode(pass, from: bytes, limits: Limits()) { band, _ in
        for y in 0..<band.size.height { for x in 0..<band.size.width { pixels.append(band.pixel(x: x, y: y)) } }
      }
    }
    #expect(pixels == (837..<840).flatMap { y in (838..<840).map { file.shown(x: $0, y: y) } })
  }

  @Test func manyDecodersAtOnceDoNotDisturbOneAnother() async {
    let truth = Self.outcome(Self.file, threads: false)
    let all = await withTaskGroup(of: Outcome.self) { group in
      for number in 0..<12 {
        let region = number % 3 == 0 ? PixelRect<Stored>(x: 0, y: 0, width: 50, height: 40) : nil
        group.addTask { Self.outcome(Self.file, threads: true, region: region) }
      }
      var all: [Outcome] = []
      for await outcome in group { all.append(outcome) }
      return all
    }
    #expect(all.count == 12)
    #expect(all.count { $0 == truth } == 8)
    #expect(all.count { $0.rows == 40 && $0.end == "whole" } == 4)
  }

  /// Rows that are longer unpacked than coded, in several chunks: a thread begins with the first chunk or not at all.
  @Test(arguments: [(3, 1, false), (3, 8, false), (2, 8, true), (4, 8, false)])
  func whatGrowsIsDecodedFromItsBeginning(kind: (colorType: Int, depth: Int, hasKey: Bool)) throws {
    let (width, height) = (1_480, 960)
    var file = SamplePNG.mixedColors(
      width: width, height: height, colorType: kind.colorType, depth: kind.depth, hasKey: kind.hasKey)
    file.pixelBytesPerChunk = 65_536
    let layout = SampleLayout(kind.hasKey || kind.colorType == 4 ? .rgba : .rgb)
    let bytes = file.bytes
    let found = try [false, true].map { usesThreads in
      var outcome = Outcome()
      let region = PixelRect<Stored>(x: 0, y: 0, width: width, height: height)
      try PNGCodec(usesThreads: usesThreads).decode(
        DecodePass(region: region, denominator: 1, layout: layout), from: bytes, limits: Limits(warnings: 0)
      ) { band, _ in
        outcome.rows += band.size.height
        outcome.bytes += band.bytes
      }
      return outcome
    }
    #expect(found[0].rows == height && found[0] == found[1])
  }
}
