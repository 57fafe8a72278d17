// The samples' description in a codestream's header, field by field.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct JPEGXLSamplesTests {
  private typealias Number = (value: Int, count: Int)

  /// Fields after a size of 8 × 8: not all default, no further fields unless specified; a frame in modular form or not.
  private func samples(
    further: [Number] = [(0, 1)], depth: [Number] = [(0, 3)], channels: [Number] = [(0, 2)], isXYB: Bool = false,
    color: [Number] = [(1, 1)], tones: [Number] = [], isModular: Bool = true
  ) throws -> SampleCoding? {
    try header(
      further: further, depth: depth, channels: channels, isXYB: isXYB, color: color, tones: tones,
      isModular: isModular
    ).samples
  }

  private func header(
    further: [Number] = [(0, 1)], depth: [Number] = [(0, 3)], channels: [Number] = [(0, 2)], isXYB: Bool = false,
    color: [Number] = [(1, 1)], tones: [Number] = [], isModular: Bool = true
  ) throws -> JPEGXLImageHeader {
    let fields: [Number] =
      [(1, 1), (0, 5), (1, 3), (0, 1)] + further + depth + [(1, 1)] + channels + [(isXYB ? 1 : 0, 1)] + color + tones
      + [(0, 2), (1, 1)]
    let bits = fields.flatMap { TinyJXL.bits($0) }
    let frame: [UInt8] = [isModular ? 0b1000 : 0]
    return try JPEGXLImageHeader([0xFF, 0x0A] + TinyJXL.packed(bits) + frame + [0, 0, 0], at: 0)
  }

  @Test func whatIsUsualIsLossyAndOfEightBits() throws {
    #expect(try Probe(TinyJXL(.allUsual).bytes).samples == SampleCoding(color: .rgb, isLossless: false))
    #expect(try Probe(TinyJXL(as: .leftTop).bytes).samples == SampleCoding(color: .rgb, isLossless: true))
    #expect(try Probe(TinyJXL(.noFurtherFields).bytes).samples == SampleCoding(color: .rgb, isLossless: true))
  }

  @Test func onlyAModularFrameThatIsNoXYBIsLossless() throws {
    for (isXYB, isModular) in [(false, false), (false, true), (true, false), (true, true)] {
      let samples = try samples(isXYB: isXYB, isModular: isModular)
      #expect(samples?.isLossless == (!isXYB && isModular))
    }
  }

  @Test func depthsAreRead() throws {
    for (depth, fields) in [
      (8, [(0, 1), (0, 2)]), (10, [(0, 1), (1, 2)]), (12, [(0, 1), (2, 2)]), (16, [(0, 1), (3, 2), (15, 6)]),
    ] as [(Int, [Number])] {
      let samples = try samples(depth: fields)
      #expect(samples?.depth == depth && samples?.unsupportedReason == nil)
    }
    for fields in [[(1, 1), (0, 2), (7, 4)], [(0, 1), (3, 2), (31, 6)]] as [[Number]] {
      #expect(try samples(depth: fields)?.unsupportedReason == .jpegXL(.numbers))
    }
  }

  @Test func aChannelOfOpacityIsTheOnlyOneBesideColours() throws {
    #expect(try samples(channels: [(1, 2), (1, 1)])?.hasTransparency == true)
    let opacity: [Number] = [(1, 2), (0, 1), (0, 2), (0, 3), (0, 2), (0, 2), (1, 1)]
    let associated = try samples(channels: opacity)
    #expect(
      associated?.hasTransparency == true && associated?.unsupportedReason == nil && associated?.isLossless == true)
    let depth: [Number] = [(1, 2), (0, 1), (1, 2), (0, 3), (0, 2), (0, 2)]
    for fields in [depth, [(2, 2), (0, 4), (1, 1), (1, 1)]] as [[Number]] {
      #expect(try samples(channels: fields)?.unsupportedReason == .jpegXL(.furtherChannels))
    }
  }

  /// Colors by numbers: a space, a white point, primaries unless it is gray, and a power or the number of a curve.
  private func color(
    _ space: Int, white: Int = 1, primaries: Int? = 1, gamma: Bool = false, transfer: Int = 13
  ) -> [Number] {
    func kind(_ value: Int) -> [Number] {
      value < 2 ? [(value, 2)] : value < 18 ? [(2, 2), (value - 2, 4)] : [(3, 2), (value - 18, 6)]
    }
    func points(_ count: Int) -> [Number] { (0..<2 * count).flatMap { _ in [(1, 2), (777, 19)] as [Number] } }
    return [(0, 1), (0, 1)] + kind(space) + kind(white) + (white == 2 ? points(1) : []) + (primaries.map(kind) ?? [])
      + (primaries == 2 ? points(3) : []) + (gamma ? [(1, 1), (0, 24)] : [(0, 1)] + kind(transfer)) + kind(0)
  }

  @Test func sRGBAndItsGrayNeedNoProfile() throws {
    #expect(try samples(color: color(0))?.unsupportedReason == nil)
    #expect(try !header(color: color(0)).hasOtherColors && !header(color: [(1, 1)]).hasOtherColors)
    let gray = try samples(color: color(1, primaries: nil))
    #expect(gray?.color == .gray && gray?.unsupportedReason == nil && gray?.isLossless == true)
    #expect(try !header(color: color(1, primaries: nil)).hasOtherColors)
  }

  /// The fields after them are still read: only a frame in modular form is lossless.
  @Test func otherNumbersNeedAProfileOfTheDecoder() throws {
    for fields in [
      color(0, primaries: 11), color(0, white: 11), color(0, transfer: 1), color(0, transfer: 8), color(0, gamma: true),
      color(0, white: 2), color(0, primaries: 2), color(0, white: 2, primaries: 2, gamma: true),
      color(1, primaries: nil, gamma: true), color(1, white: 10, primaries: nil),
    ] {
      for isModular in [true, false] {
        let header = try header(color: fields, isModular: isModular)
        #expect(header.hasOtherColors && header.samples?.unsupportedReason == nil)
        #expect(header.samples?.isLossless == isModular, "\(fields)")
      }
    }
  }

  /// After a profile only a decoder finds the frame, so whether it is lossy is unknown.
  @Test func aProfileInTheHeaderIsTheDecodersToo() throws {
    for space in [0, 1] {
      let header = try header(color: [(0, 1), (1, 1), (space, 2)])
      #expect(header.hasOtherColors && header.samples?.unsupportedReason == nil && header.samples?.isLossless == false)
      #expect(header.samples?.color == (space == 0 ? .rgb : .gray))
    }
  }

  @Test func lightOfAHighRangeIsSaidAndOtherSpacesAreRefused() throws {
    for (number, name) in [(16, "PQ"), (18, "HLG")] {
      for primaries in [1, 9, 11] {
        let found = try #require(try samples(color: color(0, primaries: primaries, transfer: number)))
        #expect(found.unsupportedReason == nil && found.highRange?.curve.rawValue == name)
        #expect((found.highRange?.toSRGB[0][0] ?? 0) > (primaries == 9 ? 1.6 : primaries == 11 ? 1.2 : 0.99))
      }
      #expect(
        try samples(color: color(0, white: 11, transfer: number))?.unsupportedReason == .jpegXL(.highRangeColors))
    }
    for space in [2, 3] {
      #expect(try samples(color: color(space))?.unsupportedReason == .jpegXL(.colorModel))
    }
  }

  @Test func furtherFieldsArePassedOverOrRefused() throws {
    let shown: [Number] = [(1, 1), (1, 1), (4, 5), (0, 3), (7, 5)]
    for fields in [[(1, 1), (5, 3), (0, 3)], [(1, 1), (5, 3)] + shown + [(0, 2)]] as [[Number]] {
      #expect(try samples(further: fields, tones: [(1, 1)])?.isLossless == true)
      #expect(try samples(further: fields, tones: [(0, 1), (0, 16), (0, 16), (1, 1), (0, 16)])?.isLossless == true)
    }
    // Animated: 100 ticks per second, no end, no times of their own.
    let video: [Number] = [(1, 1), (0, 3), (0, 2), (1, 1), (0, 2), (0, 2), (0, 2), (0, 1)]
    #expect(try samples(further: video, tones: [(1, 1)])?.isLossless == true)
    #expect(try samples(further: [(1, 1), (0, 3), (0, 1), (1, 1)])?.unsupportedReason == .jpegXL(.preview))
  }

  @Test func whatBreaksOffSaysNothing() throws {
    let whole = TinyJXL(as: .leftTop).codestream
    for count in 6..<9 { #expect(try JPEGXLImageHeader(Array(whole.prefix(count)), at: 0).samples == nil) }
  }

  @Test func aFrameMayBeginInTheSecondPart() throws {
    var file = TinyJXL(as: .leftTop)
    let header = (16 + file.headerBits.count + 7) / 8
    for first in [header, header + 1, header + 40] {
      file.container = .parts(first: first)
      #expect(try Probe(file.bytes).samples == SampleCoding(color: .rgb, isLossless: true))
    }
  }

  @Test func packetsAreTheFirstOfEachKind() throws {
    var file = TinyJXL(as: .leftTop)
    file.container = .box(.short)
    (file.exif, file.packet) = (TinyTIFF(orientation: 1), Array("<x/>".utf8))
    let header = try JPEGXLHeader(file.bytes)
    let packets = try header.packets(in: file.bytes)
    #expect(packets.exif?.bytes == TinyTIFF(orientation: 1).bytes && packets.xmp == Array("<x/>".utf8))
    #expect(packets.icc == nil)
  }
}
