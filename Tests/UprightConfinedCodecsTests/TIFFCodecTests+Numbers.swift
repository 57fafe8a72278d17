// TIFF whose samples are not unsigned integer colors: floating-point, signed and long numbers, CIELab, and subsampled
// luma and chroma.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

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
