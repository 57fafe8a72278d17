// Bitmaps of every coding decode to the standard's result and to Pillow's, whole and in regions; damaged ones give a
// named error.

import Testing
import Upright
import UprightCodecs
import UprightFixtures
import UprightTestTools

@Suite struct BMPCodecTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    let header: TinyBMP.Header
    let coding: TinyBMP.Coding
    var testDescription: String { "\(header), \(coding)" }

    static let all: [Kind] = {
      let places = [1, 4, 8].map { TinyBMP.Coding.places(bits: $0) }
      let runs = [4, 8].map { TinyBMP.Coding.runs(bits: $0) }
      let fields: [TinyBMP.Coding] = [
        .fields(bits: 16, masks: []), .fields(bits: 32, masks: []), .fields(bits: 16, masks: [0xF800, 0x07E0, 0x1F]),
        .fields(bits: 32, masks: [0xFF00_0000, 0xFF_0000, 0xFF00]),
      ]
      let alpha = TinyBMP.Coding.fields(bits: 32, masks: [0xFF, 0xFF00, 0xFF_0000, 0xFF00_0000])
      let long: [Kind] = [TinyBMP.Header.v4, .v5].flatMap { header in
        ([.bytes, alpha] + places + runs + fields).map { Kind(header: header, coding: $0) }
      }
      return (places + [.bytes]).map { Kind(header: .core, coding: $0) }
        + (places + [.bytes] + fields).map { Kind(header: .topDown, coding: $0) }
        + (places + [.bytes] + runs + fields).map { Kind(header: .info, coding: $0) } + long
    }()

    /// Columns of few colors, so that all palettes can hold them and runs have something to pack.
    func file(width: Int = 37, height: Int = 70) -> TinyBMP {
      let count = most
      var image = TinyImage(width: width, height: height, filledWith: hasOpacity ? [0, 0, 0, 0] : [0, 0, 0])
      for y in 0..<height {
        for x in 0..<width {
          let place = (x / 3 + y * y / 5) % count
          let color = [UInt8(place * 255 / max(1, count - 1)), UInt8(place * 91 % 256), UInt8(255 - place * 17 % 256)]
          image[x, y] = hasOpacity ? color + [UInt8((x * 7 + y) % 256)] : color
        }
      }
      return TinyBMP(image, header, coding)
    }

    private var most: Int {
      switch coding {
      case .places(let bits), .runs(let bits): min(1 << bits, 60)
      default: 60
      }
    }

    var hasOpacity: Bool {
      if case .fields(_, let masks) = coding { masks.count == 4 } else { false }
    }

    var layout: SampleLayout { SampleLayout(hasOpacity ? .rgba : .rgb) }

    /// A pixel after passing through its fields.
    func shown(_ sample: UInt8, _ channel: Int) -> UInt8 {
      guard case .fields(let bits, let masks) = coding else { return sample }
      let usual = bits == 16 ? [0x7C00, 0x3E0, 0x1F] : [0xFF_0000, 0xFF00, 0xFF]
      let width = (masks.isEmpty ? usual : masks)[channel].nonzeroBitCount
      let (value, most) = (Int(sample) >> (8 - width), 1 << width - 1)
      return UInt8((value * 255 + most / 2) / most)
    }
  }

  static func decoded(
    _ bytes: any ByteSource, _ region: PixelRect<Stored>, _ layout: SampleLayout, limits: Limits = Limits()
  ) throws(UprightError) -> [UInt8] {
    var samples: [UInt8] = []
    var rows = 0
    try BMPCodec().decode(DecodePass(region: region, denominator: 1, layout: layout), from: bytes, limits: limits) {
      band, first in
      #expect(first == rows && band.size.width == region.width)
      rows += band.size.height
      samples += band.bytes
    }
    #expect(rows == region.height)
    return samples
  }

  @Test(arguments: Kind.all)
  func everyKindDecodesToWhatTheStandardSays(kind: Kind) throws {
    let file = kind.file()
    for region in [
      PixelRect<Stored>(x: 0, y: 0, width: 37, height: 70), PixelRect(x: 5, y: 3, width: 9, height: 66),
      PixelRect(x: 36, y: 69, width: 1, height: 1), PixelRect(x: 1, y: 0, width: 7, height: 1),
    ] {
      let expected = (region.y..<region.maxY).flatMap { y in
        (region.x..<region.maxX).flatMap { x in
          file.image[x, y].enumerated().map { kind.shown($1, $0) }
        }
      }
      #expect(try Self.decoded(file.bytes, region, kind.layout) == expected, "\(region)")
    }
  }

  /// Pillow scales fields by dropping bits, which is occasionally a step less.
  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "needs Pillow"), arguments: Kind.all)
  func pillowReadsTheSame(kind: Kind) throws {
    let script = """
      import sys, PIL.Image
      p = PIL.Image.open(sys.argv[1]); p.load()
      sys.stdout.buffer.write(p.convert("\(kind.hasOpacity ? "RGBA" : "RGB")").tobytes())
      """
    let file = kind.file()
    guard let read = try? OutsideTool.pillow.run(["-c", script, "{in}"], input: file.bytes), !read.isEmpty else {
      return print("SKIPPED: Pillow does not read \(kind.testDescription)")
    }
    let own = try Self.decoded(file.bytes, PixelRect(x: 0, y: 0, width: 37, height: 70), kind.layout)
    let steps = zip(read, own).map { abs(Int($0) - Int($1)) }
    #expect(read.count == own.count && (steps.max() ?? 0) <= 1)
  }

  @Test func fieldsOfMoreThanEightBitsAreDeliveredInSixteen() throws {
    var file = TinyBMP(TinyImage(width: 1, height: 1, filledWith: [255, 128, 0]), .info)
    file.coding = .fields(bits: 32, masks: [0x3FF0_0000, 0xFFC00, 0x3FF])
    let one = PixelRect<Stored>(x: 0, y: 0, width: 1, height: 1)
    var pixel: [UInt16] = []
    let pass = DecodePass(region: one, denominator: 1, layout: SampleLayout(.rgb, .sixteen))
    try BMPCodec().decode(pass, from: file.bytes, limits: Limits()) { band, _ in pixel = band.pixel(x: 0, y: 0) }
    let expected = [1020, 512, 0].map { UInt16(($0 * 65_535 + 511) / 1023) }
    #expect(pixel == expected)
    #expect(throws: UprightError.unsupported("this BMP as rgb of 16 bits")) {
      try BMPCodec().decode(pass, from: TinyBMP(.sixColors).bytes, limits: Limits()) { _, _ in }
    }
  }

  /// Deltas skip pixels, which get the first color; an image may end before its last row.
  @Test func runsMayLeavePixelsOut() throws {
    var image = TinyImage(width: 4, height: 2, filledWith: [10, 20, 30])
    image[1, 1] = [40, 50, 60]
    let whole = PixelRect<Stored>(x: 0, y: 0, width: 4, height: 2)
    let plain = TinyBMP(image, .info, .runs(bits: 8)).bytes
    // The palette begins with the color of the top left pixel: the second color is number 1.
    let runs: [UInt8] = [1, 1, 0, 2, 1, 0, 9, 1, 0, 0, 0, 1]
    let head = Array(plain[..<Int(plain[10])])
    let samples = try Self.decoded(head + runs, whole, SampleLayout(.rgb))
    let (first, second): ([UInt8], [UInt8]) = ([10, 20, 30], [40, 50, 60])
    #expect(Array(samples[12...]) == second + first + second + second)
    #expect(Array(samples[..<12]) == first + first + first + first)
  }

  /// An odd number of 4-bit indices ends with half a byte, and all are padded to 2 bytes.
  @Test func runsMayHoldAnOddNumberOfPixels() throws {
    var image = TinyImage(width: 3, height: 2, filledWith: [10, 20, 30])
    image[2, 1] = [40, 50, 60]
    let plain = TinyBMP(image, .info, .runs(bits: 4)).bytes
    let head = Array(plain[..<Int(plain[10])])
    let samples = try Self.decoded(
      head + [0, 3, 0x01, 0x10, 0, 0, 3, 0x10, 0, 1], PixelRect(x: 0, y: 0, width: 3, height: 2), SampleLayout(.rgb))
    let (first, second): ([UInt8], [UInt8]) = ([10, 20, 30], [40, 50, 60])
    #expect(samples == second + first + second + first + second + second)
  }

  @Test(arguments: Kind.all)
  func everyPrefixDecodesOrEndsInANamedError(kind: Kind) throws {
    let (bytes, whole) = (kind.file(width: 9, height: 5).bytes, PixelRect<Stored>(x: 0, y: 0, width: 9, height: 5))
    for count in 0..<bytes.count {
      let outcome = Result { () throws(UprightError) in
        var rows = 0
        let pass = DecodePass(region: whole, denominator: 1, layout: kind.layout)
        try BMPCodec().decode(pass, from: Array(bytes.prefix(count)), limits: Limits()) { _, _ in rows += 1 }
        return rows
      }
      // Of runs, the end mark may be missing; of rows, the padding of the last one.
      if case .success = outcome, count >= bytes.count - 4 { continue }
      guard case .failure(.malformed) = outcome else {
        Issue.record("\(count) of \(bytes.count): \(outcome)")
        return
      }
    }
  }

  @Test(arguments: Kind.all)
  func noChangedByteBringsTheProcessDown(kind: Kind) throws {
    var random = SplitMix64(seed: 11)
    let bytes = kind.file(width: 9, height: 5).bytes
    let whole = PixelRect<Stored>(x: 0, y: 0, width: 9, height: 5)
    for place in bytes.indices {
      for _ in 0..<3 {
        var damaged = bytes
        damaged[place] ^= UInt8.random(in: 1...255, using: &random)
        let pass = DecodePass(region: whole, denominator: 1, layout: kind.layout)
        do throws(UprightError) {
          try BMPCodec().decode(pass, from: damaged, limits: Limits(pixels: 1 << 20, memoryBytes: 1 << 24)) { _, _ in }
        } catch {
          switch error {
          case .malformed, .unsupported, .limit, .unanswerable: break
          default: Issue.record("\(place): \(error)")
          }
        }
      }
    }
  }

  @Test func itSaysWhatItDoesNotDo() throws {
    #expect(BMPCodec().encoder == nil && BMPCodec().blocks == nil && BMPCodec().decoder != nil)
    let file = TinyBMP(.sixColors)
    let whole = PixelRect<Stored>(x: 0, y: 0, width: 3, height: 2)
    #expect(throws: UprightError.unsupported("this BMP as gray of 8 bits")) {
      try Self.decoded(file.bytes, whole, SampleLayout(.gray))
    }
    #expect(throws: UprightError.self) {
      try Self.decoded(file.bytes, PixelRect(x: 1, y: 0, width: 3, height: 2), SampleLayout(.rgb))
    }
    #expect(throws: UprightError.limit(.pixels, asked: 6, allowed: 5)) {
      try Self.decoded(file.bytes, whole, SampleLayout(.rgb), limits: Limits(pixels: 5))
    }
    let runs = TinyBMP(.sixColors, .info, .runs(bits: 8)).bytes
    #expect(throws: UprightError.limit(.memory, asked: 6, allowed: 5)) {
      try Self.decoded(runs, whole, SampleLayout(.rgb), limits: Limits(memoryBytes: 5))
    }
    for compression in [4, 5] {
      let envelope = TinyBMP(.sixColors, .info, .other(compression: compression, [1])).bytes
      let error = #expect(throws: UprightError.self) { try Self.decoded(envelope, whole, SampleLayout(.rgb)) }
      #expect(error?.codes.name == "unsupported")
    }
  }
}
