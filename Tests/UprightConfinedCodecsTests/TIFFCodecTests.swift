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
