// HEIF and AVIF decode tile by tile to the same result as one image, without the transforms; AVIF is written and read
// back.

import Testing
import Upright
import UprightConfinedCodecs
import UprightFixtures
import UprightTestTools

@Suite struct HEIFCodecTests {
  static let single = PixelRect<Stored>(x: 0, y: 0, width: 24, height: 16)

  @Test func whatTurnsTheImageIsLeftToUs() throws {
    let upright = try HEIFFiles.pixels(TinyHEIF(.topLeft).bytes, Self.single)
    for tag in ExifOrientation.allCases {
      #expect(try HEIFFiles.pixels(TinyHEIF(tag).bytes, Self.single) == upright)
    }
    for square in 0..<6 {
      let pixel = upright[(square / 3 * 8 + 4) * 24 + square % 3 * 8 + 4]
      let color = TinyImage.sixColors[square % 3, square / 3].map(UInt16.init)
      #expect(HEIFFiles.distance(pixel, color) <= 16, "\(square): \(pixel)")
    }
  }

  @Test func aGridIsItsPiecesSideBySide() throws {
    let one = try HEIFFiles.pixels(TinyHEIF(.topLeft).bytes, Self.single)
    let bytes = HEIFFiles.grid().bytes
    let probe = try Probe(bytes)
    #expect(probe.samples?.unit == PixelSize(width: 24, height: 16) && probe.samples?.unsupportedReason == nil)
    let whole = (0..<30).flatMap { y in (0..<40).map { one[y % 16 * 24 + $0 % 24] } }
    for region in [
      PixelRect<Stored>(x: 0, y: 0, width: 40, height: 30), PixelRect(x: 20, y: 13, width: 11, height: 9),
      PixelRect(x: 39, y: 29, width: 1, height: 1), PixelRect(x: 0, y: 16, width: 24, height: 14),
    ] {
      #expect(try HEIFFiles.pixels(bytes, region) == HEIFFiles.cut(whole, width: 40, region), "\(region)")
    }
  }

  @Test func whatIsDecodedAheadIsNoErrorUntilItIsReached() throws {
    var bytes = HEIFFiles.grid().bytes
    let coded = TinyHEIF.codedImage
    let last = try #require((0...bytes.count - coded.count).last { bytes[$0..<$0 + coded.count].elementsEqual(coded) })
    for place in last + 4..<last + coded.count { bytes[place] = 0xFF }
    let layout = SampleLayout(.rgb)
    let codec = HEIFCodec(.avif)
    for (height, isWhole) in [(16, true), (17, false), (30, false)] {
      for columns in [0..<40, 24..<40] {
        let region = PixelRect<Stored>(x: columns.lowerBound, y: 0, width: columns.count, height: height)
        let pass = DecodePass(region: region, denominator: 1, layout: layout)
        let result = Result { () throws(UprightError) in
          try codec.decode(pass, from: bytes, limits: Limits()) { _, _ in }
        }
        #expect(((try? result.get()) != nil) == isWhole, "\(region)")
      }
    }
    #expect(throws: Never.self) { try HEIFFiles.pixels(bytes, PixelRect(x: 0, y: 0, width: 24, height: 30)) }
  }

  @Test func whoStopsHalfwayLeavesWhatIsDecodedAhead() throws {
    let bytes = HEIFFiles.grid().bytes
    let pass = DecodePass(
      region: PixelRect(x: 0, y: 0, width: 40, height: 30), denominator: 1, layout: SampleLayout(.rgb))
    for _ in 0..<200 {
      #expect(throws: UprightError.cancelled) {
        try HEIFCodec(.avif).decode(pass, from: bytes, limits: Limits()) { _, _ throws(UprightError) in
          throw .cancelled
        }
      }
    }
  }

  @Test func aRegionReadsOnlyThePiecesThatItTouches() throws {
    let source = CountingSource(HEIFFiles.grid().bytes)
    _ = try HEIFFiles.pixels(source, PixelRect(x: 0, y: 0, width: 24, height: 16))
    let pieces = source.ranges.filter { $0.count == TinyHEIF.codedImage.count }
    #expect(pieces.count == 1)
  }

  @Test func whatPhonesWriteIsDecoded() throws {
    let file = HEIFFiles.phone().bytes
    let region = PixelRect<Stored>(x: 0, y: 0, width: 48, height: 32)
    #expect(try Probe(file).format == .heif)
    let pixels = try HEIFFiles.pixels(file, region, kind: .heif)
    for square in 0..<6 {
      let pixel = pixels[(square / 3 * 16 + 8) * 48 + square % 3 * 16 + 8]
      #expect(HEIFFiles.distance(pixel, HEIFFiles.colors[square]) <= 16, "\(square): \(pixel)")
    }
  }

  @Test func opacityIsAChannelAndMultipliedColoursAreDivided() throws {
    let (layout, whole) = (SampleLayout(.rgba), Self.single)
    let colors = try HEIFFiles.pixels(TinyHEIF(.topLeft).bytes, whole)
    let plain = try HEIFFiles.pixels(HEIFFiles.transparent(multiplied: false).bytes, whole, layout)
    let file = HEIFFiles.transparent(multiplied: true).bytes
    #expect(try Probe(file).samples?.isMultiplied == true && Probe(file).samples?.hasTransparency == true)
    let divided = try HEIFFiles.pixels(file, whole, layout)
    #expect(plain.map { Array($0[..<3]) } == colors && Set(plain.map { $0[3] }).count > 3)
    for (one, other) in zip(plain, divided) {
      let expected = one[..<3].map { value in
        one[3] == 0 ? 0 : min(255, (Int(value) * 255 * 2 + Int(one[3])) / (2 * Int(one[3])))
      }
      #expect(other[3] == one[3] && other[..<3].map(Int.init) == expected)
    }
    let grid = try HEIFFiles.pixels(
      HEIFFiles.grid(opacity: true).bytes, PixelRect(x: 0, y: 0, width: 24, height: 16), layout)
    #expect(grid == plain)
  }

  static let grays = [255, 200, 150, 100, 50, 0]

  /// The six squares of a plane, as 8 bits.
  static func squares(_ pixels: [[UInt16]], channel: Int, depth: SampleLayout.Depth) -> [Int] {
    (0..<6).map { square in
      let value = Int(pixels[(square / 3 * 8 + 4) * 24 + square % 3 * 8 + 4][channel])
      return depth == .sixteen ? (value + 128) / 257 : value
    }
  }

  /// The container's range is used if it states one, otherwise that of the coded data.
  @Test(arguments: [8, 10, 12], [nil, false])
  func luminanceOfTheLimitedRangeIsWidened(_ bits: Int, _ stated: Bool?) throws {
    let file = HEIFFiles.limitedGray(bits, isFullRange: stated).bytes
    #expect(try Probe(file).samples?.color == .gray)
    let depth: SampleLayout.Depth = bits == 8 ? .eight : .sixteen
    for channels in [SampleLayout.Channels.gray, .rgb] {
      let pixels = try HEIFFiles.pixels(file, Self.single, SampleLayout(channels, depth))
      #expect(zip(Self.squares(pixels, channel: 0, depth: depth), Self.grays).allSatisfy { abs($0 - $1) <= 1 })
    }
  }

  @Test func luminanceOfTheFullRangeStays() throws {
    let file = HEIFFiles.limitedGray(8, isFullRange: true).bytes
    let pixels = try HEIFFiles.pixels(file, Self.single, SampleLayout(.gray))
    let narrow = Self.grays.map { 16 + ($0 * 219 + 127) / 255 }
    #expect(zip(Self.squares(pixels, channel: 0, depth: .eight), narrow).allSatisfy { abs($0 - $1) <= 1 })
  }

  /// Alpha has the range of its own coded data.
  @Test(arguments: [8, 10, 12])
  func alphaOfTheLimitedRangeIsWidened(_ bits: Int) throws {
    let file = HEIFFiles.limitedAlpha(bits).bytes
    let pixels = try HEIFFiles.pixels(file, Self.single, SampleLayout(.rgba))
    #expect(zip(Self.squares(pixels, channel: 3, depth: .eight), Self.grays).allSatisfy { abs($0 - $1) <= 1 })
    let colors = try HEIFFiles.pixels(TinyHEIF(.topLeft).bytes, Self.single)
    #expect(pixels.map { Array($0[..<3]) } == colors)
  }

  /// Coded data that were lost in part: without tolerance, an error; with it, an image, and always the same.
  @Test func damagedImagesAreNotWhole() throws {
    var heic = HEIFFiles.phone()
    let coded = TinyHEVC.codedImage
    heic.items[1].data =
      Array(coded.prefix(coded.count / 2)) + [UInt8](repeating: 0, count: coded.count - coded.count / 2)
    var flipped = HEIFFiles.phone()
    for place in 60..<80 { flipped.items[1].data[place] ^= 0x5A }
    var avif = TinyHEIF(.topLeft)
    avif.items[0].data.replaceSubrange(34..., with: [UInt8](repeating: 0, count: avif.items[0].data.count - 34))
    for (name, file, kind, region) in [
      ("zeros", heic, HEIFCodec.Kind.heif, PixelRect<Stored>(x: 0, y: 0, width: 48, height: 32)),
      ("flipped", flipped, .heif, PixelRect(x: 0, y: 0, width: 48, height: 32)), ("zeros", avif, .avif, Self.single),
    ] {
      #expect(throws: UprightError.malformed(MetadataError(.corruptData, at: 0)), "\(name) of \(kind)") {
        try HEIFFiles.pixels(file.bytes, region, kind: kind, limits: Limits(warnings: 0))
      }
      #expect(throws: Never.self, "\(name) of \(kind)") { try HEIFFiles.pixels(file.bytes, region, kind: kind) }
    }
    for (file, kind) in [(HEIFFiles.phone(), HEIFCodec.Kind.heif), (TinyHEIF(.topLeft), .avif)] {
      #expect(throws: Never.self) {
        try HEIFFiles.pixels(file.bytes, Self.single, kind: kind, limits: Limits(warnings: 0))
      }
    }
  }

  @Test func moreChannelsAndSixteenBitsAreNotMadeUp() throws {
    let bytes = TinyHEIF(.topLeft).bytes
    let colors = try HEIFFiles.pixels(bytes, Self.single)
    #expect(try HEIFFiles.pixels(bytes, Self.single, SampleLayout(.rgba)) == colors.map { $0 + [255] })
    for layout in [SampleLayout(.gray), SampleLayout(.cmyk), SampleLayout(.rgb, .sixteen)] {
      #expect(throws: UprightError.unsupported("this avif as \(layout.channels) of \(layout.depth.rawValue) bits")) {
        try HEIFFiles.pixels(bytes, Self.single, layout)
      }
    }
    for region in [PixelRect<Stored>(x: 0, y: 0, width: 25, height: 16), PixelRect(x: -1, y: 0, width: 2, height: 2)] {
      #expect(throws: UprightError.self) { try HEIFFiles.pixels(bytes, region) }
    }
  }

  /// Alpha may belong to the tiles of a grid instead of the whole: to all of them, or the image is refused.
  @Test func opacityOfEachPieceIsThatOfTheWhole() throws {
    var file = HEIFFiles.grid()
    let claims: [TinyItem.PropertyLink] = [.init(1), .init(5), .init(6, essential: true)]
    for piece in 2...5 {
      file.items.append(TinyItem(piece + 5, "av01", HEIFFiles.codedOpacity, propertyLinks: claims))
      file.references.append(("auxl", piece + 5, [piece]))
    }
    let (whole, layout) = (PixelRect<Stored>(x: 0, y: 0, width: 40, height: 30), SampleLayout(.rgba))
    let expected = try HEIFFiles.pixels(HEIFFiles.grid(opacity: true).bytes, whole, layout)
    #expect(try Probe(file.bytes).samples?.hasTransparency == true)
    #expect(try HEIFFiles.pixels(file.bytes, whole, layout) == expected)
    #expect(Set(expected.map { $0[3] }).count > 4)
    for (index, other) in [(1, ("auxl", 7, [])), (4, ("auxl", 10, [5, 2])), (2, ("auxl", 8, [2]))]
      as [(Int, (String, Int, [Int]))]
    {
      var partial = file
      partial.references[index] = other
      #expect(try Probe(partial.bytes).samples?.unsupportedReason == .item(.opacityTiles))
    }
  }

  @Test func whatIsNotDecodedIsNamed() throws {
    var other = TinyHEIF(.topLeft)
    other.items[0].kind = "iden"
    let point = HEIFFiles.single(TinyBox.bytes("a1op", [1]))
    let layer = HEIFFiles.single(TinyBox.bytes("lsel", [0, 0]))
    let scaled = HEIFFiles.single(TinyBox.full("iscl", [0, 1, 0, 2, 0, 1, 0, 2]))
    var uneven = HEIFFiles.grid(opacity: true)
    uneven.references[1] = ("dimg", 6, [7, 8, 9])
    var small = HEIFFiles.grid()
    small.items[0].data = [0, 0, 1, 1, 0, 41, 0, 30]
    for (file, reason) in [
      (other, .item(.kind("iden"))), (point, .item(.layer)), (layer, .item(.layer)), (scaled, .item(.scaled)),
      (uneven, .item(.opacityTiles)), (small, .item(.gridTooSmall)),
      (HEIFFiles.single(HEIFFiles.colors(10, 13)), .colors(.primaries(10))),
      (HEIFFiles.single(HEIFFiles.colors(12, 3)), .colors(.transfer(3))),
    ] as [(TinyHEIF, UnsupportedSamples)] {
      #expect(try Probe(file.bytes).samples?.unsupportedReason == reason)
      #expect(throws: UprightError.unsupported(Phrase(reason.description))) {
        try HEIFFiles.pixels(file.bytes, Self.single)
      }
    }
  }

  /// An identity derivation shows another item, with its own transforms after that one's.
  @Test func aDerivedImageIsThatOfItsItem() throws {
    let plain = try HEIFFiles.pixels(TinyHEIF(.topLeft).bytes, Self.single)
    for tag in [ExifOrientation.topLeft, .rightTop, .bottomLeft] {
      var file = TinyHEIF(tag)
      var coded = file.items[0]
      (coded.id, coded.propertyLinks) = (9, Array(coded.propertyLinks.prefix(3)))
      (file.items[0].kind, file.items[0].data) = ("iden", [])
      file.items[0].propertyLinks.remove(at: 2)
      file.items.append(coded)
      file.references.append(("dimg", 1, [9]))
      let probe = try Probe(file.bytes)
      #expect(probe.orientation.exif == tag && probe.samples?.unsupportedReason == nil)
      #expect(try HEIFFiles.pixels(file.bytes, Self.single) == plain)
      // If the other item is rotated itself, it is not what is stored.
      file.properties.append(.transform(.rotation(.half)))
      file.items[file.items.count - 1].propertyLinks.append(.init(file.properties.count, essential: true))
      #expect(try Probe(file.bytes).samples?.unsupportedReason == .item(.kind("iden")))
    }
  }

  /// A decoded plane whose size differs from the container's is another layer: none of it is returned.
  @Test func aPlaneOfAnotherSizeIsRefused() throws {
    for (width, height) in [(16, 16), (24, 8), (23, 15), (12, 8), (25, 16), (24, 17)] {
      var file = TinyHEIF(.topLeft)
      file.properties[0] = .size(width: width, height: height)
      let all = PixelRect<Stored>(x: 0, y: 0, width: width, height: height)
      for layout in [SampleLayout(.rgb), SampleLayout(.rgba)] {
        #expect(throws: UprightError.self, "\(width) × \(height)") { try HEIFFiles.pixels(file.bytes, all, layout) }
      }
    }
  }

  /// Layers that every decoder handles by itself are not a reason to refuse.
  @Test func theHighestLayerIsDecoded() throws {
    let plain = try HEIFFiles.pixels(TinyHEIF(.topLeft).bytes, Self.single)
    for property in [TinyBox.bytes("a1op", [0]), TinyBox.bytes("lsel", [0xFF, 0xFF])] {
      #expect(try HEIFFiles.pixels(HEIFFiles.single(property).bytes, Self.single) == plain)
    }
  }

  @Test func theStillImageBesideASequenceIsDecoded() throws {
    var file = TinyHEIF(.topLeft)
    let plain = try HEIFFiles.pixels(file.bytes, Self.single)
    file.trailer = TinyBox.bytes("moov", [])
    #expect(try HEIFFiles.pixels(file.bytes, Self.single) == plain)
  }

  @Test func limitsAreNamed() throws {
    let bytes = TinyHEIF(.topLeft).bytes
    #expect(throws: UprightError.limit(.pixels, asked: 384, allowed: 383)) {
      try HEIFFiles.pixels(bytes, Self.single, limits: Limits(pixels: 383))
    }
    #expect(throws: UprightError.self) {
      try HEIFFiles.pixels(bytes, Self.single, limits: Limits(memoryBytes: 40))
    }
  }

  @Test func everyPrefixThatIsShorterThanTheImageIsRefused() throws {
    for file in [TinyHEIF(.rightTop), HEIFFiles.grid()] {
      let bytes = file.bytes
      for count in 0..<bytes.count {
        #expect(throws: UprightError.self, "\(count)") { try HEIFFiles.pixels(Array(bytes[..<count]), Self.single) }
      }
    }
  }

  static func avif(
    _ image: Raster<Output>, metadata: CarriedMetadata = CarriedMetadata(),
    _ sampling: EncodeSettings.Sampling = .none
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let settings = EncodeSettings(format: .avif, fidelity: .level(90), sampling: sampling)
    try HEIFCodec(.avif).encode(image, settings: settings, metadata: metadata, limits: Limits(), into: &bytes)
    return bytes
  }

  /// Six squares of 16, the third half transparent if there is alpha.
  static func squares(_ layout: SampleLayout) throws -> Raster<Output> {
    var image = try #require(Raster<Output>(size: PixelSize(width: 48, height: 32), layout: layout))
    for y in 0..<32 {
      for x in 0..<48 {
        let square = y / 16 * 3 + x / 16
        let pixel = HEIFFiles.colors[square] + [square == 2 ? 128 : 255]
        for channel in 0..<layout.channels.count { image.setSample(pixel[channel], x: x, y: y, channel: channel) }
      }
    }
    return image
  }

  @Test(
    arguments: [SampleLayout.Channels.rgb, .rgba], [EncodeSettings.Sampling.none, .init(horizontal: 2, vertical: 2)])
  func whatIsWrittenIsReadBack(_ channels: SampleLayout.Channels, _ sampling: EncodeSettings.Sampling) throws {
    let layout = SampleLayout(channels)
    let image = try Self.squares(layout)
    let file = try Self.avif(image, sampling)
    let probe = try Probe(file)
    #expect(probe.format == .avif && probe.storedSize == PixelSize(width: 48, height: 32))
    #expect(probe.orientation.isIdentity && probe.findings.isEmpty && probe.source == .none)
    #expect(probe.samples?.hasTransparency == (channels == .rgba) && probe.samples?.unsupportedReason == nil)
    let pixels = try HEIFFiles.pixels(file, PixelRect(x: 0, y: 0, width: 48, height: 32), layout)
    for square in 0..<6 {
      let (x, y) = (square % 3 * 16 + 8, square / 3 * 16 + 8)
      #expect(HEIFFiles.distance(pixels[y * 48 + x], image.pixel(x: x, y: y)) <= 6)
    }
  }

  /// Without color there are no chroma planes, and luma is read back unchanged.
  @Test func grayStaysGray() throws {
    let layout = SampleLayout(.gray)
    let image = try Self.squares(layout)
    let profile = TinySegment.profile(byteCount: 701)
    for icc in [nil, profile] {
      let file = try Self.avif(image, metadata: CarriedMetadata(icc: icc))
      let probe = try Probe(file)
      #expect(probe.samples?.color == .gray && probe.samples?.unsupportedReason == nil && probe.samples?.depth == 8)
      let pixels = try HEIFFiles.pixels(file, PixelRect(x: 0, y: 0, width: 48, height: 32), layout)
      for square in 0..<6 {
        let (x, y) = (square % 3 * 16 + 8, square / 3 * 16 + 8)
        #expect(HEIFFiles.distance(pixels[y * 48 + x], image.pixel(x: x, y: y)) <= 3)
      }
    }
  }

  /// The limit is in pixels, however long a side is.
  @Test(arguments: [(3_000, 8), (8, 3_000)])
  func aLongImageIsNoLargeOne(_ width: Int, _ height: Int) throws {
    let image = try #require(
      Raster<Output>(size: PixelSize(width: width, height: height), layout: SampleLayout(.rgb)))
    let file = try Self.avif(image)
    let whole = PixelRect<Stored>(x: 0, y: 0, width: width, height: height)
    #expect(try HEIFFiles.pixels(file, whole, limits: Limits(pixels: 24_000)).count == 24_000)
    #expect(throws: UprightError.limit(.pixels, asked: 24_000, allowed: 23_999)) {
      try HEIFFiles.pixels(file, whole, limits: Limits(pixels: 23_999))
    }
  }

  @Test func metadataComeAlongInAVIF() throws {
    let exif = TinyTIFF(.big, ifd0: [TinyEntry(0x010F, text: "Maker"), .orientation(1)])
    let carried = CarriedMetadata(
      exif: exif.bytes, xmp: TinyXMP.packet(orientation: "1"), icc: TinySegment.profile(byteCount: 701))
    let file = try Self.avif(Self.squares(SampleLayout(.rgb)), metadata: carried)
    let probe = try Probe(file, rules: OrientationRules(readsXMP: true))
    #expect(probe.findings.isEmpty && probe.statements.count == 2)
    let edit = MetadataEdit(
      size: PixelSize(width: 48, height: 32), map: Transform2D(scaleX: 1, scaleY: 1, tx: 0, ty: 0), thumbnail: nil,
      keepsProfile: true, keepsCoding: false)
    let back = try probe.carry(edit, from: file)
    #expect(back.exif == carried.exif && back.xmp == carried.xmp && back.icc == carried.icc)
  }

  @Test(.enabled(if: OutsideTool.avifdec.isInstalled, "\(OutsideTool.avifdec.reason)"))
  func othersReadWhatIsWritten() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.avif(Self.squares(SampleLayout(.rgba))), as: "a.avif")
    let answer = try OutsideTool.avifdec.run(["--info", folder.path("a.avif")])
    #expect(answer.status == 0 && answer.text.contains("48x32") && answer.text.contains("Transformations: None"))
  }

  @Test func whatCannotBeWrittenIsRefused() throws {
    var bytes: [UInt8] = []
    for (codec, format, layout, fidelity) in [
      (HEIFCodec(.heif), ContainerFormat.heif, SampleLayout(.rgb), EncodeSettings.Fidelity.level(90)),
      (HEIFCodec(.avif), .avif, SampleLayout(.rgb, .sixteen), .level(90)),
      (HEIFCodec(.avif), .avif, SampleLayout(.cmyk), .level(90)), (HEIFCodec(.avif), .avif, SampleLayout(.rgb), .exact),
    ] {
      let image = try #require(Raster<Output>(size: PixelSize(width: 8, height: 8), layout: layout))
      let settings = EncodeSettings(format: format, fidelity: fidelity, sampling: .none)
      #expect(throws: UprightError.self) {
        try codec.encode(image, settings: settings, metadata: CarriedMetadata(), limits: Limits(), into: &bytes)
      }
    }
    #expect(bytes.isEmpty)
  }
}
