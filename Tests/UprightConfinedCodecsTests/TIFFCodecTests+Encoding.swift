// TIFF out: every layout is read back by us and by others, with Exif, XMP and profile where readers look for them.

import Testing
import Upright
import UprightConfinedCodecs
import UprightFixtures
import UprightMetadata
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

// TIFF out in every compression that is written: read back by us and by libtiff's tools, to the last bit.
extension TIFFCodecTests {
  private static func tiff(
    _ image: Raster<Output>, _ compression: TIFFCompression, _ order: TinyTIFF.ByteOrder
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var settings = EncodeSettings(format: .tiff, fidelity: .exact, sampling: .none)
    settings.tiff = compression
    try TIFFCodec().encode(
      image, settings: settings, metadata: CarriedMetadata(exif: TinyTIFF(order, orientation: 1).bytes),
      limits: Limits(), into: &bytes)
    return bytes
  }

  private static func field(_ tag: String, of file: [UInt8]) throws -> String {
    let folder = try ScratchFolder()
    try folder.write(file, as: "a.tif")
    let answer = try OutsideTool.exiftool.run(["-s3", "-n", "-" + tag, folder.path("a.tif")])
    return answer.text
  }

  @Test(arguments: TIFFCompression.Scheme.allCases.filter { !$0.isFax }, [false, true])
  func everyCompressionIsReadBack(_ scheme: TIFFCompression.Scheme, _ predicts: Bool) throws {
    guard !predicts || [.lzw, .deflate].contains(scheme) else { return }
    for layout in Self.layouts {
      for order in [TinyTIFF.ByteOrder.little, .big] {
        let image = try Self.image(layout)
        let file = try Self.tiff(image, TIFFCompression(scheme, predicts: predicts), order)
        let whole = PixelRect<Stored>(x: 0, y: 0, width: 61, height: 47)
        let mine = try Self.decoded(file, whole, layout).pixels
        #expect(mine == (0..<47).flatMap { y in (0..<61).map { image.pixel(x: $0, y: y) } }, "\(layout)")
        guard OutsideTool.tiffcp.isInstalled else { continue }
        let copied = try TIFFTools.copied(file, ["-c", "none"])
        #expect(try Self.decoded(copied, whole, layout).pixels == mine)
      }
    }
  }

  /// Random bits, which take the most room, and a drawing; widths on and off whole bytes; both photometric
  /// interpretations.
  @Test(arguments: TIFFCompression.Scheme.allCases, [0, 1, 4, 5])
  func blackAndWhiteIsOneBit(_ scheme: TIFFCompression.Scheme, _ options: Int) throws {
    guard options == 0 || scheme == .group3 else { return }
    var random = SplitMix64(seed: 7)
    for (width, isRandom) in [(61, true), (64, true), (61, false), (2_001, false)] {
      for isWhiteZero in [false, true] {
        let height = 47
        let bytes: [UInt8] = (0..<width * height).map {
          isRandom ? (Bool.random(using: &random) ? 255 : 0) : $0 % width < $0 / width ? 0 : 255
        }
        let image = try #require(
          Raster<Output>(size: PixelSize(width: width, height: height), layout: SampleLayout(.gray), bytes: bytes))
        let file = try Self.tiff(
          image,
          TIFFCompression(scheme, predicts: false, isBilevel: true, isWhiteZero: isWhiteZero, faxOptions: options),
          isWhiteZero ? .big : .little)
        let whole = PixelRect<Stored>(x: 0, y: 0, width: width, height: height)
        let mine = try Self.decoded(file, whole, SampleLayout(.gray)).pixels
        #expect(mine == bytes.map { [UInt16($0)] }, "\(width) columns, white is \(isWhiteZero ? 0 : 1)")
        let probe = try Probe(file)
        #expect(probe.isBilevelTIFF && probe.samples?.depth == 1)
        let kept = probe.tiffCompression(bilevel: true)
        #expect(kept?.isKept == true && kept?.compression.scheme == scheme && kept?.compression.faxOptions == options)
        if OutsideTool.tiffcp.isInstalled {
          let copied = try TIFFTools.copied(file, ["-c", "none"])
          #expect(try Self.decoded(copied, whole, SampleLayout(.gray)).pixels == mine)
        }
        guard OutsideTool.exiftool.isInstalled, !isRandom else { continue }
        #expect(try Self.field("Compression", of: file) == "\(scheme.rawValue)")
        #expect(try Self.field("BitsPerSample", of: file) == "1")
        #expect(try Self.field("PhotometricInterpretation", of: file) == (isWhiteZero ? "0" : "1"))
      }
    }
  }

  @Test func onlyGrayIsWrittenAsOneBit() throws {
    let image = try Self.image(SampleLayout(.rgb))
    #expect(throws: UprightError.self) {
      try Self.tiff(image, TIFFCompression(.group4, predicts: false, isBilevel: true), .little)
    }
  }

  /// Through the planner: the compression stays where the pixels allow it, and the plan says otherwise.
  @Test(arguments: TIFFCompression.Scheme.allCases)
  func aRotatedImageKeepsItsCompression(_ scheme: TIFFCompression.Scheme) throws {
    let bytes: [UInt8] = (0..<24 * 16).map { $0 % 24 < $0 / 24 + 4 ? 0 : 255 }
    let image = try #require(
      Raster<Output>(size: PixelSize(width: 24, height: 16), layout: SampleLayout(.gray), bytes: bytes))
    let compression = TIFFCompression(
      scheme, predicts: !scheme.isFax && [.lzw, .deflate].contains(scheme), isBilevel: scheme.isFax,
      isWhiteZero: scheme == .group4)
    let source = try Self.tiff(image, compression, .little)
    let house = Pipeline(codecs: ConfinedCodecs.all)
    let wanted = Rendition(rotation: .rotate90, upright: .pixels)
    let plan = try house.plan(wanted, for: Probe(source))
    #expect(plan.explanation.contains { $0.contains("tiff (in strips of \(scheme.name)") })
    let made = try house.run(plan, on: source)
    let after = try Probe(made).tiffCompression(bilevel: scheme.isFax)
    #expect(after?.isKept == true && after?.compression == compression)
    let region = PixelRect<Stored>(x: 0, y: 0, width: 16, height: 24)
    let pixels = try Self.decoded(made, region, SampleLayout(.gray)).pixels
    // Clockwise: row y, column x of the result is row 15 - x, column y of the source.
    #expect(pixels == (0..<24).flatMap { y in (0..<16).map { x in [UInt16(bytes[(15 - x) * 24 + y])] } })
    let small = Rendition(size: .exactly(12, 8), upright: .pixels)
    let scaled = try house.run(small, on: source)
    let shown = try #require(try house.plan(small, for: Probe(source)).explanation.first { $0.contains("encode tiff") })
    #expect(shown.contains(scheme.isFax ? "Deflate" : scheme.name))
    #expect(try !Probe(scaled).isBilevelTIFF)
    guard scheme.isFax else { return }
    #expect(
      try house.plan(small, for: Probe(source)).explanation.contains { $0.contains("the compression becomes Deflate") })
  }
}

// Strips and tiles in Deflate are read to their checksum, which libtiff does not reach if more than the pixels is there.
extension TIFFCodecTests {
  /// Strips, a strip that is read row by row, small tiles, and tiles that are decoded in parallel.
  private static let packed: [SampleTIFF] = [
    (37, SampleTIFF.Kind(2, 8), 5), (701, SampleTIFF.Kind(2, 8), 603), (37, SampleTIFF.Kind(1, 16, isPlanar: true), 7),
    (37, SampleTIFF.Kind(1, 8, tile: (16, 32)), 5), (300, SampleTIFF.Kind(2, 8, tile: (128, 128)), 5),
  ].map { width, kind, rows in
    var file = SampleTIFF.mixedColors(width: width, height: max(71, rows), kind)
    (file.isPacked, file.rowsPerStrip, file.surplus) = (true, rows, [UInt8](repeating: 0x5A, count: 999))
    return file
  }

  /// The first byte of the first pixel: behind the headers of the file, of the stream and of its first block.
  private static let firstPixel = 8 + 2 + 5

  private static func whole(_ file: SampleTIFF) -> PixelRect<Stored> {
    PixelRect(x: 0, y: 0, width: file.width, height: file.height)
  }

  private static var strict: Limits {
    var limits = Limits()
    limits.warnings = 0
    return limits
  }

  /// Only a strip that is read row by row is read completely then.
  @Test(arguments: packed.indices)
  func surplusBehindThePixelsIsDamageWhereItHidesThem(_ index: Int) throws {
    let file = Self.packed[index]
    guard index == 1 else {
      let error = #expect(throws: UprightError.self) {
        try Self.decoded(file.bytes, Self.whole(file), file.kind.layout, limits: Self.strict)
      }
      if case .malformed = error {} else { Issue.record("\(error as Any)") }
      return
    }
    let found = try Self.decoded(file.bytes, Self.whole(file), file.kind.layout, limits: Self.strict)
    #expect(found.pixels == Self.expected(file, Self.whole(file)))
  }

  @Test(arguments: packed.indices)
  func aWrongChecksumBehindSurplusIsDamage(_ index: Int) throws {
    let file = Self.packed[index]
    var bytes = file.bytes
    bytes[Self.firstPixel] ^= 1
    var rows = 0
    let pass = DecodePass(region: Self.whole(file), denominator: 1, layout: file.kind.layout)
    let error = #expect(throws: UprightError.self) {
      try TIFFCodec().decode(pass, from: bytes, limits: Self.strict) { _, _ in rows += 1 }
    }
    if case .malformed = error {} else { Issue.record("\(error as Any)") }
    #expect(rows == 0, "nothing is delivered before the checksum is read")
    guard index == 1 else { return }
    let lenient = try Self.decoded(bytes, Self.whole(file), file.kind.layout).pixels
    let expected = Self.expected(file, Self.whole(file))
    #expect(lenient.count == expected.count && lenient[0] != expected[0] && lenient.dropFirst() == expected.dropFirst())
  }

  @Test func aStripThatEndsBeforeItsChecksumIsDamage() throws {
    var file = SampleTIFF.mixedColors(width: 37, height: 71, SampleTIFF.Kind(2, 8))
    (file.isPacked, file.rowsPerStrip) = (true, 71)
    let length = 2 + 5 + 37 * 71 * 3 + 4
    file.entries = [TinyEntry(279, .long, [length])]
    #expect(
      try Self.decoded(file.bytes, Self.whole(file), file.kind.layout, limits: Self.strict).pixels
        == Self.expected(file, Self.whole(file)))
    file.entries = [TinyEntry(279, .long, [length - 4])]
    #expect(throws: UprightError.self) {
      try Self.decoded(file.bytes, Self.whole(file), file.kind.layout, limits: Self.strict)
    }
  }

  @Test func onlyStripsOfTheRegionAreChecked() throws {
    var file = Self.packed[0]
    file.surplus = []
    var bytes = file.bytes
    bytes[Self.firstPixel] ^= 1
    let below = PixelRect<Stored>(x: 0, y: 5, width: 37, height: 66)
    #expect(
      try Self.decoded(bytes, below, file.kind.layout, limits: Self.strict).pixels == Self.expected(file, below))
  }
}
