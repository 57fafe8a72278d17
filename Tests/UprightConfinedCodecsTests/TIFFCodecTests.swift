// TIFFs of every kind decode to the standard's result, whole and in regions; others read back what is written.

import Testing
import Upright
import UprightConfinedCodecs
import UprightFixtures
import UprightTestTools

@Suite struct TIFFCodecTests {
  /// All pixels of a pass, and the first rows of its bands.
  static func decoded(
    _ bytes: any ByteSource, _ region: PixelRect<Stored>, _ layout: SampleLayout, limits: Limits = Limits(),
    image: Int? = nil
  ) throws -> (pixels: [[UInt16]], bands: [Int]) {
    var found: (pixels: [[UInt16]], bands: [Int]) = ([], [])
    let pass = DecodePass(region: region, denominator: 1, layout: layout, imageIndex: image)
    try TIFFCodec().decode(pass, from: bytes, limits: limits) { band, row in
      #expect(band.size.width == region.width && band.layout == layout)
      found.bands.append(row)
      for y in 0..<band.size.height {
        for x in 0..<band.size.width { found.pixels.append(band.pixel(x: x, y: y)) }
      }
    }
    return found
  }

  static func expected(_ file: SampleTIFF, _ region: PixelRect<Stored>) -> [[UInt16]] {
    (region.y..<region.maxY).flatMap { y in (region.x..<region.maxX).map { file.shown(x: $0, y: y) } }
  }

  static let whole = PixelRect<Stored>(x: 0, y: 0, width: 37, height: 71)
  static let regions = [
    whole, PixelRect(x: 5, y: 3, width: 9, height: 66), PixelRect(x: 36, y: 70, width: 1, height: 1),
    PixelRect(x: 0, y: 64, width: 37, height: 7), PixelRect(x: 15, y: 31, width: 2, height: 2),
  ]

  @Test(arguments: SampleTIFF.kinds)
  func everyKindDecodesToWhatTheStandardSays(_ kind: SampleTIFF.Kind) throws {
    var file = SampleTIFF.mixedColors(width: 37, height: 71, kind)
    for (order, isBigTIFF, isPacked, regions) in [
      (TinyTIFF.ByteOrder.little, false, false, Self.regions), (.big, true, true, [Self.regions[1]]),
    ] {
      (file.byteOrder, file.isBigTIFF, file.isPacked) = (order, isBigTIFF, isPacked)
      let bytes = file.bytes
      for region in regions {
        let found = try Self.decoded(bytes, region, kind.layout)
        #expect(found.pixels == Self.expected(file, region), "\(region)")
        #expect(found.bands == Array(stride(from: 0, to: region.height, by: DecodePass.bandRows)))
      }
    }
  }

  @Test(arguments: SampleTIFF.kinds)
  func theProbeSaysWhatIsDecoded(_ kind: SampleTIFF.Kind) throws {
    let samples = try #require(Probe(SampleTIFF.mixedColors(width: 37, height: 71, kind).bytes).samples)
    let isDecoded = kind.extra != 0 || kind.photometric <= 2
    #expect((samples.unsupportedReason == nil) == isDecoded && samples.isLossless && samples.depth == kind.depth)
    #expect(samples.hasTransparency == kind.hasOpacity && samples.isMultiplied == (kind.extra == 1))
    #expect(samples.color == (kind.photometric == 5 ? .cmyk : kind.photometric < 2 ? .gray : .rgb))
    let planes = PixelSize<Stored>(width: kind.isPlanar ? 37 : 1, height: kind.isPlanar ? 5 : 1)
    #expect(samples.unit == kind.tile.map { PixelSize(width: $0.width, height: $0.height) } ?? planes)
  }

  @Test func longStripsAreReadRowByRow() throws {
    for kind in [SampleTIFF.Kind(2, 8), SampleTIFF.Kind(2, 8, isPlanar: true), SampleTIFF.Kind(2, 16, extra: 2)] {
      var file = SampleTIFF.mixedColors(width: 701, height: 603, kind)
      for (rows, isPacked) in [(603, false), (603, true), (520, true)] {
        (file.rowsPerStrip, file.isPacked) = (rows, isPacked)
        for region in [
          PixelRect<Stored>(x: 600, y: 0, width: 101, height: 2), PixelRect(x: 3, y: 515, width: 5, height: 88),
        ] {
          #expect(try Self.decoded(file.bytes, region, kind.layout).pixels == Self.expected(file, region))
        }
      }
    }
  }

  @Test func aRegionReadsOnlyTheTilesThatItTouches() throws {
    for isPacked in [false, true] {
      var file = SampleTIFF.mixedColors(width: 1_024, height: 768, SampleTIFF.Kind(2, 8, tile: (128, 128)))
      file.isPacked = isPacked
      let source = CountingSource(file.bytes)
      let region = PixelRect<Stored>(x: 130, y: 140, width: 200, height: 100)
      #expect(try Self.decoded(source, region, SampleLayout(.rgb)).pixels == Self.expected(file, region))
      #expect(source.readCount < 2 * 128 * 128 * 3 + 100_000)
    }
  }

  @Test func sixteenBitsMayBeAskedForAsEight() throws {
    let file = SampleTIFF(
      width: 256, height: 256, SampleTIFF.Kind(1, 16), samples: (0..<65_536).map { UInt16($0) })
    let whole = PixelRect<Stored>(x: 0, y: 0, width: 256, height: 256)
    let pixels = try Self.decoded(file.bytes, whole, SampleLayout(.gray)).pixels
    #expect(pixels.enumerated().allSatisfy { [UInt16(($0.offset * 255 * 2 + 65_535) / (65_535 * 2))] == $0.element })
  }

  @Test func moreChannelsMayBeAskedFor() throws {
    let whole = PixelRect<Stored>(x: 0, y: 0, width: 9, height: 5)
    for kind in [SampleTIFF.Kind(1, 8), SampleTIFF.Kind(0, 1), SampleTIFF.Kind(2, 8), SampleTIFF.Kind(3, 4)] {
      let file = SampleTIFF.mixedColors(width: 9, height: 5, kind)
      let colors = Self.expected(file, whole).map { $0.count == 1 ? [$0[0], $0[0], $0[0]] : $0 }
      #expect(try Self.decoded(file.bytes, whole, SampleLayout(.rgb)).pixels == colors)
      #expect(try Self.decoded(file.bytes, whole, SampleLayout(.rgba)).pixels == colors.map { $0 + [255] })
    }
  }

  @Test func aPassThatDoesNotFitIsRefused() throws {
    let file = SampleTIFF.mixedColors(width: 9, height: 5, SampleTIFF.Kind(2, 8, extra: 2)).bytes
    for region in [
      PixelRect<Stored>(x: 0, y: 0, width: 10, height: 5), PixelRect(x: -1, y: 0, width: 2, height: 2),
      PixelRect(x: 0, y: 5, width: 1, height: 1), PixelRect(x: .max, y: 0, width: 1, height: 1),
    ] {
      #expect(throws: UprightError.self) { try Self.decoded(file, region, SampleLayout(.rgba)) }
    }
    let whole = PixelRect<Stored>(x: 0, y: 0, width: 9, height: 5)
    for layout in [SampleLayout(.gray), SampleLayout(.rgb), SampleLayout(.cmyk), SampleLayout(.rgba, .sixteen)] {
      #expect(throws: UprightError.unsupported("this tiff as \(layout.channels) of \(layout.depth.rawValue) bits")) {
        try Self.decoded(file, whole, layout)
      }
    }
    let half = DecodePass(region: whole, denominator: 2, layout: SampleLayout(.rgba))
    #expect(throws: UprightError.unanswerable(field: "denominator", reason: "tiff decodes to 1/1")) {
      try TIFFCodec().decode(half, from: file, limits: Limits()) { _, _ in }
    }
  }

  @Test func limitsAreNamed() throws {
    let whole = PixelRect<Stored>(x: 0, y: 0, width: 300, height: 300)
    let file = SampleTIFF.mixedColors(width: 300, height: 300, SampleTIFF.Kind(1, 8, tile: (304, 304))).bytes
    #expect(throws: UprightError.limit(.pixels, asked: 90_000, allowed: 89_999)) {
      try Self.decoded(file, whole, SampleLayout(.gray), limits: Limits(pixels: 89_999))
    }
    #expect(throws: UprightError.limit(.memory, asked: 92_416, allowed: 92_000)) {
      try Self.decoded(file, whole, SampleLayout(.gray), limits: Limits(memoryBytes: 92_000))
    }
  }

  @Test func aCancelledRunEnds() async {
    let file = SampleTIFF.mixedColors(width: 30, height: 30, SampleTIFF.Kind(1, 8)).bytes
    let task = Task { () -> UprightError? in
      while !Task.isCancelled { await Task.yield() }
      let whole = PixelRect<Stored>(x: 0, y: 0, width: 30, height: 30)
      do { _ = try Self.decoded(file, whole, SampleLayout(.gray)) } catch { return error as? UprightError }
      return nil
    }
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test func everyPrefixIsMalformedOrLacksNothing() throws {
    for kind in [SampleTIFF.Kind(3, 4), SampleTIFF.Kind(2, 8, tile: (16, 16)), SampleTIFF.Kind(2, 16, isPlanar: true)] {
      var file = SampleTIFF.mixedColors(width: 7, height: 5, kind)
      for isPacked in [false, true] {
        file.isPacked = isPacked
        let bytes = file.bytes
        let whole = PixelRect<Stored>(x: 0, y: 0, width: 7, height: 5)
        for count in 0..<bytes.count {
          do {
            let found = try Self.decoded(Array(bytes[..<count]), whole, kind.layout).pixels
            #expect(count >= bytes.count - 30 && found == Self.expected(file, whole), "\(count) of \(bytes.count)")
          } catch let error as UprightError {
            switch error {
            case .malformed, .unsupported, .unanswerable: break
            default: Issue.record("\(count) of \(bytes.count): \(error)")
            }
          }
        }
      }
    }
  }

  @Test func whatIsNotDecodedIsNamed() throws {
    let whole = PixelRect<Stored>(x: 0, y: 0, width: 9, height: 5)
    for (entry, reason, named) in [
      (TinyEntry(259, .short, [6]), .tiffCoding(.oldStyleJPEG), "before"),
      (TinyEntry(259, .short, [32_909]), .tiffCoding(.logarithmic), "logarithms"),
      (TinyEntry(339, .short, [3, 3, 3]), .tiffCoding(.float(bits: 8)), "fractions of 8 bits"),
      (TinyEntry(339, .short, [6, 6, 6]), .tiffCoding(.complex), "complex"),
      (TinyEntry(258, .short, [20, 20, 20]), .tiffCoding(.unsigned(bits: 20)), "20 bits"),
      (TinyEntry(262, .short, [32_803]), .tiff(.raw), "32803"),
      (TinyEntry(262, .short, [10]), .tiffCoding(.faxLab), "photometric interpretation 10"),
      (TinyEntry(262, .short, [7]), nil, "photometric interpretation 7"),
    ] as [(TinyEntry, UnsupportedSamples?, String)] {
      var file = SampleTIFF.mixedColors(width: 9, height: 5, SampleTIFF.Kind(2, 8))
      file.entries = [entry]
      #expect(try Probe(file.bytes).samples?.unsupportedReason == reason)
      do {
        _ = try Self.decoded(file.bytes, whole, SampleLayout(.rgb))
        Issue.record("\(entry) was decoded")
      } catch let error as UprightError {
        guard case .unsupported(let text) = error, text.description.contains(named) else {
          Issue.record("\(entry): \(error)")
          continue
        }
      }
    }
  }
}

extension SampleTIFF.Kind {
  /// Its decoded result.
  var layout: SampleLayout {
    let colors: SampleLayout.Channels = photometric == 5 ? .cmyk : photometric < 2 ? .gray : .rgb
    return SampleLayout(hasOpacity ? .rgba : colors, depth > 8 ? .sixteen : .eight)
  }
}

// TIFF whose samples are not unsigned integer colors: floating-point, signed and long numbers, CIELab, and subsampled
// luma and chroma.
extension TIFFCodecTests {
  /// A file whose strips are these rows of bytes, with any meaning; each contains `down` rows of pixels.
  private static func raw(
    _ rows: [[UInt8]], width: Int, down: Int = 1, photometric: Int = 1, bits: [Int], format: Int = 1,
    order: TinyTIFF.ByteOrder = .little, further: [TinyEntry] = []
  ) -> SampleTIFF {
    var file = SampleTIFF(
      width: rows[0].count, height: rows.count, SampleTIFF.Kind(1, 8), samples: rows.joined().map(UInt16.init))
    (file.byteOrder, file.rowsPerStrip) = (order, 2)
    file.entries = [
      TinyEntry(256, .long, [width]), TinyEntry(257, .long, [rows.count * down]), TinyEntry(258, .short, bits),
      TinyEntry(262, .short, [photometric]), TinyEntry(277, .short, [bits.count]), TinyEntry(278, .long, [2 * down]),
      TinyEntry(339, .short, [Int](repeating: format, count: bits.count)),
    ]
    file.entries += further
    return file
  }

  /// The pixels of three equal rows of such numbers, in both byte orders; all rows must be equal.
  private static func gray(_ numbers: [UInt64], bits: Int, format: Int, depth: SampleLayout.Depth) throws -> [UInt16] {
    var found: [[UInt16]] = []
    for order in [TinyTIFF.ByteOrder.little, .big] {
      let row = numbers.flatMap { number -> [UInt8] in
        let bytes = (0..<bits / 8).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
        return order == .little ? bytes : bytes.reversed()
      }
      for isPacked in [false, true] {
        var file = raw([row, row, row], width: numbers.count, bits: [bits], format: format, order: order)
        file.isPacked = isPacked
        let probe = try Probe(file.bytes)
        #expect(probe.samples?.unsupportedReason == nil && probe.samples?.depth == bits)
        let whole = PixelRect<Stored>(x: 0, y: 0, width: numbers.count, height: 3)
        let pixels = try decoded(file.bytes, whole, SampleLayout(.gray, depth)).pixels.map { $0[0] }
        found += (0..<3).map { Array(pixels[$0 * numbers.count..<($0 + 1) * numbers.count]) }
      }
    }
    #expect(Set(found).count == 1)
    return found[0]
  }

  /// -0.5, 0, 0.1, 0.25, 0.5, 1, 2, NaN and infinity: 0 is black, 1 is white, values outside are clipped.
  @Test func fractionsAreClippedToBlackAndWhite() throws {
    let values = [-0.5, 0, 0.1, 0.25, 0.5, 1, 2, Double.nan, .infinity, -.infinity]
    let expected: [UInt16] = [0, 0, 6_554, 16_384, 32_768, 65_535, 65_535, 0, 65_535, 0]
    #expect(try Self.gray(values.map(\.bitPattern), bits: 64, format: 3, depth: .sixteen) == expected)
    let singles = values.map { UInt64(Float($0).bitPattern) }
    #expect(try Self.gray(singles, bits: 32, format: 3, depth: .sixteen) == expected)
    let halves: [UInt64] = [0xB800, 0, 0x2E66, 0x3400, 0x3800, 0x3C00, 0x4000, 0x7E00, 0x7C00, 0xFC00, 1, 0x03FF]
    // The half nearest to 0.1 is 0.09998; the last two are the smallest and the largest subnormal ones.
    let asHalves = expected.enumerated().map { $0.offset == 2 ? 6_552 : $0.element } + [0, 4]
    #expect(try Self.gray(halves, bits: 16, format: 3, depth: .sixteen) == asHalves)
  }

  /// 0 is black, negative values are clipped, and others keep their unsigned value.
  @Test func signedNumbersAreClippedAtBlack() throws {
    let bytes: [UInt64] = [0x80, 0xFF, 0, 1, 64, 127]
    #expect(try Self.gray(bytes, bits: 8, format: 2, depth: .eight) == [0, 0, 0, 1, 64, 127])
    let words: [UInt64] = [0x8000, 0xFFFF, 0, 1, 255, 32_767]
    #expect(try Self.gray(words, bits: 16, format: 2, depth: .sixteen) == [0, 0, 0, 1, 255, 32_767])
    let long: [UInt64] = [0x8000_0000, 0xFFFF_FFFF, 0, 65_537, 0x7FFF_FFFF]
    #expect(try Self.gray(long, bits: 32, format: 2, depth: .sixteen) == [0, 0, 0, 1, 32_767])
  }

  @Test func longNumbersBecomeSixteenBits() throws {
    let long: [UInt64] = [0, 0xFFFF_FFFF, 0x8000_0000, 65_537, 32_768, 32_769]
    #expect(try Self.gray(long, bits: 32, format: 1, depth: .sixteen) == [0, 65_535, 32_768, 1, 0, 1])
    let medium: [UInt64] = [0, 0xFF_FFFF, 0x80_0000, 0x12_3456]
    #expect(try Self.gray(medium, bits: 24, format: 1, depth: .sixteen) == [0, 65_535, 32_768, 0x1234])
  }

  /// Colors of CIELab and Little CMS' result (Pillow 13, 8 bits, D50, relative): lightness 100, 50.2 and 0, then far to
  /// each side.
  private static let lab: [(coded: [UInt8], shown: [Int])] = [
    ([255, 0, 0], [255, 255, 255]), ([128, 0, 0], [119, 119, 119]), ([0, 0, 0], [0, 0, 0]),
    ([128, 80, 0], [231, 0, 124]), ([128, 176, 0], [0, 148, 117]), ([128, 0, 80], [139, 118, 0]),
    ([128, 0, 176], [0, 125, 255]), ([64, 20, 20], [92, 46, 30]),
  ]

  /// Eight and sixteen bits, signed as in TIFF 6.0 and unsigned as in profiles.
  @Test(arguments: [(8, 8), (8, 16), (9, 8), (9, 16)])
  func labIsWhatLittleCMSMakesOfIt(photometric: Int, bits: Int) throws {
    let row = Self.lab.flatMap { color -> [UInt8] in
      let opposed = color.coded[1...].map { photometric == 9 ? $0 &+ 128 : $0 }
      guard bits == 16 else { return [color.coded[0]] + opposed }
      let light = photometric == 9 ? Int(color.coded[0]) * 256 : Int(color.coded[0]) * 257
      return [UInt8(light & 255), UInt8(light >> 8)] + opposed.flatMap { [0, $0] }
    }
    let further = photometric == 8 ? 2 : 1
    for format in [1, further] {
      let file = Self.raw(
        [row, row], width: 8, photometric: photometric, bits: [bits, bits, bits], format: format)
      let depth: SampleLayout.Depth = bits == 16 ? .sixteen : .eight
      let pixels = try Self.decoded(
        file.bytes, PixelRect(x: 0, y: 0, width: 8, height: 2), SampleLayout(.rgb, depth)
      ).pixels
      for (pixel, color) in zip(pixels, Self.lab + Self.lab) {
        let eight = pixel.map { bits == 16 ? (Int($0) + 128) / 257 : Int($0) }
        #expect(zip(eight, color.shown).allSatisfy { abs($0 - $1) <= 2 }, "\(color.coded): \(eight)")
      }
    }
  }

  /// Gray of 10 and more and a red, whose pixels share chroma; 5 × 6 pixels do not fill the last groups.
  @Test(arguments: [(1, 1), (2, 1), (2, 2), (4, 2), (1, 2), (4, 4)])
  func lumaAndChromaLieInGroupsOfPixels(across: Int, down: Int) throws {
    let (width, height) = (5, 4)
    let (columns, rows) = ((width + across - 1) / across, (height + down - 1) / down)
    let luma = { (x: Int, y: Int) in UInt8(min(250, 10 + 17 * x + 31 * y)) }
    let coded = (0..<rows).map { group in
      (0..<columns).flatMap { column -> [UInt8] in
        let place = (0..<across * down).map { luma(column * across + $0 % across, group * down + $0 / across) }
        return place + (column == 0 ? [85, 255] : [128, 128])
      }
    }
    for isPacked in [false, true] {
      var file = Self.raw(
        coded, width: width, down: down, photometric: 6, bits: [8, 8, 8],
        further: [TinyEntry(530, .short, [across, down])])
      file.isPacked = isPacked
      for region in [
        PixelRect<Stored>(x: 0, y: 0, width: width, height: rows * down),
        PixelRect(x: 1, y: 1, width: 4, height: rows * down - 1),
      ] {
        let pixels = try Self.decoded(file.bytes, region, SampleLayout(.rgb)).pixels
        for (index, pixel) in pixels.enumerated() {
          let (x, y) = (region.x + index % region.width, region.y + index / region.width)
          let light = Double(luma(x, y))
          // TIFF 6.0, section 21, with BT.601's weights: chroma is -43 and 127.
          let (red, blue) = (light + 1.402 * 127, light - 1.772 * 43)
          let green = (light - 0.299 * red - 0.114 * blue) / 0.587
          let expected = x < across ? [red, green, blue] : [light, light, light]
          let near = zip(pixel, expected).allSatisfy { abs(Double($0) - min(255, max(0, $1))) <= 0.51 }
          #expect(near, "\(x),\(y): \(pixel), not \(expected)")
        }
      }
    }
  }

  /// Video range: 16 is black, 235 is white, with other weights of red, green and blue.
  @Test func lumaAndChromaHaveTheRangeThatTheFileNames() throws {
    func ratios(_ numbers: [Int]) -> [Int] { numbers.flatMap { [$0, 1] } }
    let row: [UInt8] = [16, 128, 128, 235, 128, 128, 126, 128, 128, 63, 102, 240]
    let further = [
      TinyEntry(530, .short, [1, 1]), TinyEntry(532, .rational, ratios([16, 235, 128, 240, 128, 240])),
      TinyEntry(529, .rational, [2126, 10_000, 7152, 10_000, 722, 10_000]),
    ]
    let file = Self.raw([row], width: 4, photometric: 6, bits: [8, 8, 8], further: further)
    let pixels = try Self.decoded(
      file.bytes, PixelRect(x: 0, y: 0, width: 4, height: 1), SampleLayout(.rgb)
    ).pixels
    #expect(pixels[0] == [0, 0, 0] && pixels[1] == [255, 255, 255] && pixels[2] == [128, 128, 128])
    // Red of BT.709 is 63, 102, 240.
    #expect(zip(pixels[3], [255, 0, 0]).allSatisfy { abs(Int($0) - $1) <= 3 }, "\(pixels[3])")
  }

  @Test func subsamplingThatCannotBeIsMalformed() throws {
    for factors in [[3, 1], [1, 3], [0, 1], [8, 2]] {
      let file = Self.raw(
        [[1, 2, 3]], width: 1, photometric: 6, bits: [8, 8, 8], further: [TinyEntry(530, .short, factors)])
      #expect(throws: UprightError.self) {
        try Self.decoded(file.bytes, PixelRect(x: 0, y: 0, width: 1, height: 1), SampleLayout(.rgb))
      }
    }
  }
}
