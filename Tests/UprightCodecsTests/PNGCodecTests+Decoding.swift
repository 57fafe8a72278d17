// PNGs of every kind decode to the standard's result, whole and in regions; damaged ones give a named error.

import Testing
import Upright
import UprightCodecs
import UprightFixtures
import UprightTestTools

extension PNGCodecTests {
  /// A kind of file, with and without a transparent color, in one pass or seven.
  struct Kind: Sendable, CustomTestStringConvertible {
    let colorType, depth: Int
    let hasKey, isInterlaced: Bool
    var testDescription: String { "type \(colorType), \(depth) bits, key \(hasKey), interlaced \(isInterlaced)" }

    static let all = SamplePNG.kinds.flatMap { kind in
      [false, true].flatMap { key in
        [false, true].map { Kind(colorType: kind.colorType, depth: kind.depth, hasKey: key, isInterlaced: $0) }
      }
    }.filter { !$0.hasKey || $0.colorType < 4 }

    func file(width: Int = 37, height: Int = 71) -> SamplePNG {
      var file = SamplePNG.mixedColors(width: width, height: height, colorType: colorType, depth: depth, hasKey: hasKey)
      file.isInterlaced = isInterlaced
      return file
    }

    var layout: SampleLayout {
      let hasOpacity = hasKey || colorType >= 4
      return SampleLayout(
        hasOpacity ? .rgba : colorType == 0 ? .gray : .rgb, depth == 16 ? .sixteen : .eight)
    }
  }

  /// All pixels of a pass, and the first rows of its bands.
  static func decoded(
    _ bytes: any ByteSource, _ region: PixelRect<Stored>, _ layout: SampleLayout, limits: Limits = Limits()
  ) throws -> (pixels: [[UInt16]], bands: [Int]) {
    var found: (pixels: [[UInt16]], bands: [Int]) = ([], [])
    let pass = DecodePass(region: region, denominator: 1, layout: layout)
    try PNGCodec().decode(pass, from: bytes, limits: limits) { band, row in
      #expect(band.size.width == region.width && band.layout == layout)
      found.bands.append(row)
      for y in 0..<band.size.height {
        for x in 0..<band.size.width { found.pixels.append(band.pixel(x: x, y: y)) }
      }
    }
    return found
  }

  static func expected(_ file: SamplePNG, _ region: PixelRect<Stored>) -> [[UInt16]] {
    (region.y..<region.maxY).flatMap { y in (region.x..<region.maxX).map { file.shown(x: $0, y: y) } }
  }

  @Test(arguments: Kind.all)
  func everyKindDecodesToWhatTheStandardSays(kind: Kind) throws {
    let file = kind.file()
    for region in [
      PixelRect<Stored>(x: 0, y: 0, width: 37, height: 71), PixelRect(x: 5, y: 3, width: 9, height: 66),
      PixelRect(x: 36, y: 70, width: 1, height: 1), PixelRect(x: 0, y: 64, width: 37, height: 7),
    ] {
      let found = try Self.decoded(file.bytes, region, kind.layout)
      #expect(found.pixels == Self.expected(file, region))
      #expect(found.bands == Array(stride(from: 0, to: region.height, by: DecodePass.bandRows)))
    }
  }

  @Test(arguments: [1, 3, 8], [false, true])
  func theSmallestImagesDecodeToo(side: Int, isInterlaced: Bool) throws {
    for (width, height) in [(1, side), (side, 1), (side, side)] {
      let kind = Kind(colorType: 3, depth: 2, hasKey: true, isInterlaced: isInterlaced)
      let file = kind.file(width: width, height: height)
      let whole = PixelRect<Stored>(x: 0, y: 0, width: width, height: height)
      #expect(try Self.decoded(file.bytes, whole, kind.layout).pixels == Self.expected(file, whole))
    }
  }

  @Test func pixelsMayComeInChunksOfOneByteAndSourcesInSmallPieces() throws {
    var file = Kind(colorType: 2, depth: 8, hasKey: false, isInterlaced: false).file(width: 5, height: 4)
    file.pixelBytesPerChunk = 1
    let whole = PixelRect<Stored>(x: 0, y: 0, width: 5, height: 4)
    let source = OddSource(bytes: file.bytes, piece: 3, byteCount: file.bytes.count)
    #expect(try Self.decoded(source, whole, SampleLayout(.rgb)).pixels == Self.expected(file, whole))
  }

  @Test func sixteenBitsBecomeTheNearestEight() throws {
    let file = SamplePNG(
      width: 256, height: 256, colorType: 0, depth: 16, samples: (0..<65_536).map { UInt16($0) })
    let whole = PixelRect<Stored>(x: 0, y: 0, width: 256, height: 256)
    let pixels = try Self.decoded(file.bytes, whole, SampleLayout(.gray)).pixels
    #expect(pixels.enumerated().allSatisfy { [UInt16(($0.offset * 255 * 2 + 65_535) / (65_535 * 2))] == $0.element })
  }

  @Test(arguments: [(0, 8), (0, 1), (2, 8)])
  func moreChannelsMayBeAskedFor(colorType: Int, depth: Int) throws {
    let file = SamplePNG.mixedColors(width: 9, height: 5, colorType: colorType, depth: depth)
    let whole = PixelRect<Stored>(x: 0, y: 0, width: 9, height: 5)
    let colors = Self.expected(file, whole).map { $0.count == 1 ? [$0[0], $0[0], $0[0]] : $0 }
    #expect(try Self.decoded(file.bytes, whole, SampleLayout(.rgb)).pixels == colors)
    #expect(try Self.decoded(file.bytes, whole, SampleLayout(.rgba)).pixels == colors.map { $0 + [255] })
  }

  @Test func aPassThatDoesNotFitIsRefused() throws {
    let file = SamplePNG.mixedColors(width: 9, height: 5, colorType: 6, depth: 8).bytes
    for region in [
      PixelRect<Stored>(x: 0, y: 0, width: 10, height: 5), PixelRect(x: -1, y: 0, width: 2, height: 2),
      PixelRect(x: 0, y: 5, width: 1, height: 1), PixelRect(x: .max, y: 0, width: 1, height: 1),
    ] {
      #expect(throws: UprightError.self) { try Self.decoded(file, region, SampleLayout(.rgba)) }
    }
    let whole = PixelRect<Stored>(x: 0, y: 0, width: 9, height: 5)
    for layout in [SampleLayout(.gray), SampleLayout(.rgb), SampleLayout(.cmyk), SampleLayout(.rgba, .sixteen)] {
      #expect(throws: UprightError.unsupported("this PNG as \(layout.channels) of \(layout.depth.rawValue) bits")) {
        try Self.decoded(file, whole, layout)
      }
    }
    let half = DecodePass(region: whole, denominator: 2, layout: SampleLayout(.rgba))
    #expect(throws: UprightError.unanswerable(field: "denominator", reason: "PNG decodes to 1/1")) {
      try PNGCodec().decode(half, from: file, limits: Limits()) { _, _ in }
    }
  }

  @Test func limitsAreNamed() throws {
    let whole = PixelRect<Stored>(x: 0, y: 0, width: 300, height: 300)
    var file = SamplePNG.mixedColors(width: 300, height: 300, colorType: 0, depth: 8)
    #expect(throws: UprightError.limit(.pixels, asked: 90_000, allowed: 89_999)) {
      try Self.decoded(file.bytes, whole, SampleLayout(.gray), limits: Limits(pixels: 89_999))
    }
    file.isInterlaced = true
    #expect(throws: UprightError.limit(.memory, asked: 90_000, allowed: 60_000)) {
      try Self.decoded(file.bytes, whole, SampleLayout(.gray), limits: Limits(memoryBytes: 60_000))
    }
  }

  @Test(arguments: [false, true])
  func everyPrefixThatEndsBeforeTheImageDoesIsMalformed(isInterlaced: Bool) throws {
    let kind = Kind(colorType: 3, depth: 4, hasKey: true, isInterlaced: isInterlaced)
    let bytes = kind.file(width: 7, height: 5).bytes
    let whole = PixelRect<Stored>(x: 0, y: 0, width: 7, height: 5)
    let end = bytes.count - 12
    for count in 0..<bytes.count {
      do {
        _ = try Self.decoded(Array(bytes[..<count]), whole, kind.layout)
        #expect(count >= end)
      } catch let error as UprightError {
        guard case .malformed = error, count < end else {
          Issue.record("\(count) of \(bytes.count): \(error)")
          continue
        }
      }
    }
  }

  @Test func noChangedByteBringsTheProcessDown() throws {
    var random = SplitMix64(seed: 8)
    for kind in Kind.all {
      let bytes = kind.file(width: 11, height: 9).bytes
      let whole = PixelRect<Stored>(x: 0, y: 0, width: 11, height: 9)
      for place in bytes.indices {
        var damaged = bytes
        damaged[place] ^= UInt8.random(in: 1...255, using: &random)
        do {
          try PNGCodec().decode(
            DecodePass(region: whole, denominator: 1, layout: kind.layout), from: damaged,
            limits: Limits(pixels: 1 << 20, memoryBytes: 1 << 24)
          ) { _, _ in }
        } catch {
          switch error {
          case .malformed, .unsupported, .limit, .unanswerable: break
          default: Issue.record("\(kind.testDescription), \(place): \(error)")
          }
        }
      }
    }
  }

  @Test func whatIsNotPixelsIsPassedOverHoweverLargeOrBroken() throws {
    var file = SamplePNG.mixedColors(width: 9, height: 5, colorType: 2, depth: 8)
    let bomb = TinyPNG.Chunk.text("Comment", [UInt8](repeating: 0x41, count: 300_000), .packed)
    var broken = TinyPNG.Chunk("iCCP", [1, 2, 3])
    broken.checksumError = 1
    file.chunks = [bomb, broken, TinyPNG.Chunk("gAMA", [0]), TinyPNG.Chunk("zzZz", [1])]
    let whole = PixelRect<Stored>(x: 0, y: 0, width: 9, height: 5)
    #expect(try Self.decoded(file.bytes, whole, SampleLayout(.rgb)).pixels == Self.expected(file, whole))
    #expect(
      try Self.decoded(file.bytes, whole, SampleLayout(.rgb), limits: Limits(warnings: 0)).pixels
        == Self.expected(file, whole))
  }

  /// Writers that count rows wrongly add some; readers ignore them. A row that is missing is damage.
  @Test(arguments: [(2, 8), (0, 1), (3, 4), (6, 16)], [false, true])
  func rowsBeyondTheLastAreIgnored(_ kind: (colorType: Int, depth: Int), _ isInterlaced: Bool) throws {
    for (width, height) in [(9, 5), (700, 900)] {
      var file = SamplePNG.mixedColors(width: width, height: height, colorType: kind.colorType, depth: kind.depth)
      file.isInterlaced = isInterlaced
      let whole = PixelRect<Stored>(x: 0, y: 0, width: width, height: height)
      let layout = SampleLayout(
        kind.colorType == 0 ? .gray : kind.colorType == 6 ? .rgba : .rgb, kind.depth == 16 ? .sixteen : .eight)
      let strict = Limits(warnings: 0)
      let expected = try Self.decoded(file.bytes, whole, layout, limits: strict).pixels
      for surplus in [1, width * 8 + 1, 70_000] {
        file.surplus = [UInt8](repeating: 0, count: surplus)
        #expect(try Self.decoded(file.bytes, whole, layout, limits: strict).pixels == expected, "\(surplus)")
      }
      file.surplus = []
      let short = SamplePNG(
        width: width, height: height - 1, colorType: kind.colorType, depth: kind.depth,
        samples: Array(file.samples.dropLast(width * file.channels)))
      var fewer = short
      (fewer.isInterlaced, fewer.palette) = (isInterlaced, file.palette)
      var bytes = fewer.bytes
      let header = TinyPNG.Chunk("IHDR", Array(file.bytes[16..<29])).bytes
      bytes.replaceSubrange(8..<8 + header.count, with: header)
      #expect(throws: UprightError.self) { try Self.decoded(bytes, whole, layout, limits: strict) }
    }
  }

  @Test(arguments: ["iCCP", "eXIf", "tEXt", "iTXt", "prVt", "cICP", "tIME"])
  func aWrongChecksumOutsideThePixelsIsNoDamageToThem(_ kind: String) throws {
    var file = SamplePNG.mixedColors(width: 9, height: 5, colorType: 2, depth: 8)
    var chunk = TinyPNG.Chunk(kind, Array("Comment\0\0\0\0\0x".utf8))
    chunk.checksumError = 1
    file.chunks = [chunk]
    let whole = PixelRect<Stored>(x: 0, y: 0, width: 9, height: 5)
    for warnings in [0, 1] {
      let found = try Self.decoded(file.bytes, whole, SampleLayout(.rgb), limits: Limits(warnings: warnings))
      #expect(found.pixels == Self.expected(file, whole))
    }
  }

  @Test func bitsBeyondTheDepthDoNotChangeWhatIsTransparent() throws {
    var file = SamplePNG.mixedColors(width: 9, height: 5, colorType: 2, depth: 8)
    let whole = PixelRect<Stored>(x: 0, y: 0, width: 9, height: 5)
    let first = Self.expected(file, whole)[0]
    file.chunks = [TinyPNG.Chunk("tRNS", first.flatMap { [7, UInt8($0)] })]
    let found = try Self.decoded(file.bytes, whole, SampleLayout(.rgba), limits: Limits(warnings: 0)).pixels
    #expect(found == Self.expected(file, whole).map { $0 + [$0 == first ? 0 : 255] })
  }

  @Test func aWrongChecksumOfTransparencyIsDamageAndNotALimit() throws {
    var key = TinyPNG.Chunk("tRNS", [0, 1, 0, 2, 0, 3])
    key.checksumError = 1
    var file = SamplePNG.mixedColors(width: 9, height: 5, colorType: 2, depth: 8)
    file.chunks = [key]
    let whole = PixelRect<Stored>(x: 0, y: 0, width: 9, height: 5)
    let error = #expect(throws: UprightError.self) {
      try Self.decoded(file.bytes, whole, SampleLayout(.rgba), limits: Limits(warnings: 0))
    }
    guard case .malformed(let fault) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(fault.code == .corruptData)
    let opaque = try Self.decoded(file.bytes, whole, SampleLayout(.rgba), limits: Limits(warnings: 1)).pixels
    #expect(opaque == Self.expected(file, whole).map { $0 + [255] }, "without the chunk nothing is transparent")
  }

  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "\(OutsideTool.pillow.reason)"), arguments: Kind.all)
  func everyKindIsReadAsPillowReadsIt(kind: Kind) throws {
    // Pillow returns 16 bits of color as 8, truncated, and a transparent gray only for 1 and 8 bits.
    guard kind.depth < 16 || kind.colorType == 0 else { return }
    if kind.colorType == 0, kind.hasKey, ![1, 8].contains(kind.depth) { return }
    let file = kind.file()
    let mode = kind.depth == 16 ? "I;16" : ["L", "", "RGB", "RGBA"][kind.layout.channels.count - 1]
    let script = """
      import sys, PIL.Image
      p = PIL.Image.open(sys.argv[1]); p.load()
      sys.stdout.buffer.write((p if p.mode == "\(mode)" else p.convert("\(mode)")).tobytes())
      """
    let theirs = try OutsideTool.pillow.run(["-c", script, "{in}"], input: file.bytes)
    let whole = PixelRect<Stored>(x: 0, y: 0, width: file.width, height: file.height)
    let mine = try Self.decoded(file.bytes, whole, kind.layout).pixels.flatMap { $0 }
    let bytes = kind.depth == 16 ? mine.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] } : mine.map { UInt8($0) }
    #expect(bytes == theirs)
  }

  /// Skipped rows take no memory, however long they are.
  @Test func longChunksArePassedOver() throws {
    let packet = [UInt8](repeating: UInt8(ascii: " "), count: 9 << 20)
    let image = TinyImage.sixColors
    let bytes = TinyPNG(image, chunks: [.xmp(packet)]).bytes
    let size = PixelSize<Stored>(width: image.width, height: image.height)
    let found = try Self.decoded(bytes, size.bounds, SampleLayout(.rgb))
    let plain = try Self.decoded(TinyPNG(image).bytes, size.bounds, SampleLayout(.rgb))
    #expect(found.pixels == plain.pixels)
  }
}
