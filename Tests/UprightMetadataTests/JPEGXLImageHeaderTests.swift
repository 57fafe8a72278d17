// The header of a codestream, bit by bit: sizes, and the end after every kind of field.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct JPEGXLImageHeaderTests {
  private typealias Number = (value: Int, count: Int)

  private func header(_ bits: [Bool]) throws -> JPEGXLImageHeader {
    try JPEGXLImageHeader([0xFF, 0x0A] + TinyJXL.packed(bits) + [0, 0, 0], at: 0)
  }

  private func bits(_ numbers: [Number]) -> [Bool] { numbers.flatMap { TinyJXL.bits($0) } }

  @Test func sizesAreSmallOrNotAndMayFollowFromOneAnother() throws {
    let usual: [Number] = [(1, 1), (1, 1)]
    let small = try header(bits([(1, 1), (31, 5), (0, 3), (0, 5)] + usual))
    #expect(small.storedSize == PixelSize(width: 8, height: 256))
    for (ratio, width) in [(1, 1000), (2, 1200), (3, 1333), (4, 1500), (5, 1777), (6, 1250), (7, 2000)] {
      let read = try header(bits([(0, 1), (1, 2), (999, 13), (ratio, 3)] + usual))
      #expect(read.storedSize == PixelSize(width: width, height: 1000))
    }
    for (form, count) in [(0, 9), (1, 13), (2, 18), (3, 30)] {
      let side = 1 << count
      let read = try header(bits([(0, 1), (form, 2), (side - 1, count), (0, 3), (form, 2), (0, count)] + usual))
      #expect(read.storedSize == PixelSize(width: 1, height: side))
      #expect(read.form == .allUsual(bit: 16 + 1 + 2 + count + 3 + 2 + count))
      #expect(read.bitCount == 16 + 1 + 2 + count + 3 + 2 + count + 2)
    }
  }

  @Test(arguments: ExifOrientation.allCases)
  func threeBitsSayTheOrientation(tag: ExifOrientation) throws {
    for hasSize in [false, true] {
      let read = try JPEGXLImageHeader(TinyJXL(.written(tag, hasIntrinsicSize: hasSize)).codestream, at: 0)
      #expect(read.orientation == tag)
      #expect(read.storedSize == PixelSize(width: 3, height: 2))
      #expect(read.form == .written(bit: 33))
    }
  }

  /// 8 × 8, not all default, no further fields: 9 + 2 bits after the signature, and what follows.
  private static let size: [Number] = [(1, 1), (0, 5), (1, 3), (0, 1), (0, 1)]
  private static let depth: [Number] = [(0, 3), (1, 1)]
  private static let noChannels: [Number] = [(0, 2)]
  private static let usualColor: [Number] = [(0, 1), (1, 1)]
  private static let end: [Number] = [(0, 2), (1, 1)]

  private static let plain = depth + noChannels + usualColor

  /// Fields before those about tone mapping, and after them.
  private static let kinds: [(name: String, before: [Number], behind: [Number])] = [
    ("plain", plain, end),
    ("32 bits of floating point", [(1, 1), (0, 2), (7, 4), (0, 1)] + noChannels + usualColor, end),
    ("14 bits", [(0, 1), (3, 2), (13, 6), (1, 1)] + noChannels + usualColor, end),
    ("a usual channel", depth + [(1, 2), (1, 1)] + usualColor, end),
    (
      "alpha with a name",
      depth + [(1, 2), (0, 1), (0, 2), (0, 3), (0, 2), (1, 2), (2, 4), (0x4141, 16), (1, 1)]
        + usualColor, end
    ),
    (
      "a spot colour",
      depth + [(1, 2), (0, 1), (2, 2), (0, 4), (0, 3), (3, 2), (1, 3), (0, 2)] + [(0, 64)] + usualColor, end
    ),
    (
      "a colour filter", depth + [(1, 2), (0, 1), (2, 2), (3, 4), (0, 3), (0, 2), (0, 2), (1, 2), (2, 2)] + usualColor,
      end
    ),
    ("three usual channels", depth + [(2, 2), (1, 4), (1, 1), (1, 1), (1, 1)] + usualColor, end),
    ("gray", depth + noChannels + [(0, 1), (0, 1), (0, 1), (1, 2), (1, 2), (0, 1), (2, 2), (11, 4), (1, 2)], end),
    ("XYB as colours", depth + noChannels + [(1, 1), (0, 1), (0, 1), (2, 2), (0, 4), (1, 2)], end),
    (
      "points and a gamma",
      depth + noChannels + [(0, 1), (0, 1), (0, 1), (0, 2)]
        + [(2, 2), (0, 4), (0, 2), (5, 19), (1, 2), (5, 19)]
        + [(2, 2), (0, 4)] + Array(repeating: (value: 2, count: 2), count: 0)
        + (0..<6).flatMap { _ -> [Number] in [(2, 2), (9, 20)] } + [(1, 1), (4_545_450, 24), (0, 2)], end
    ),
    ("extensions", plain, [(1, 2), (2, 4), (1, 2), (4, 4), (2, 2), (0, 8), (0, 5 + 17), (1, 1)]),
    ("weights", plain, [(0, 2), (0, 1), (7, 3), (0, 16 * 280)]),
    ("the matrix of XYB", depth + noChannels + [(1, 1), (1, 1)], [(0, 2), (0, 1), (0, 1), (0, 256), (0, 3)]),
    ("the usual matrix of XYB", depth + noChannels + [(1, 1), (1, 1)], [(0, 2), (0, 1), (1, 1), (1, 3), (0, 240)]),
  ]

  @Test(arguments: kinds.indices)
  func theEndIsFoundAndFieldsAreAdded(index: Int) throws {
    let kind = Self.kinds[index]
    let all = bits(Self.size + kind.before + kind.behind)
    let frame: [UInt8] = [0x55, 0xAA]
    let codestream = [0xFF, 0x0A] + TinyJXL.packed(all) + frame
    let read = try JPEGXLImageHeader(codestream, at: 0)
    let tones = 16 + bits(Self.size + kind.before).count
    #expect(read.form == .noFurtherFields(bit: 26, tones: tones), "\(kind.name)")
    #expect(read.bitCount == 16 + all.count, "\(kind.name)")
    let grown = try #require(read.grown(codestream, to: .leftTop))
    let expected =
      bits(Self.size.dropLast() + [(1, 1), (4, 3), (0, 3)] + kind.before + [(1, 1)] + kind.behind)
    let result = codestream[..<grown.range.lowerBound] + grown.bytes + codestream[grown.range.upperBound...]
    #expect(Array(result) == [0xFF, 0x0A] + TinyJXL.packed(expected) + frame, "\(kind.name)")
    #expect(try JPEGXLImageHeader(Array(result), at: 0).orientation == .leftTop)
    // Truncated anywhere after the orientation, the orientation is known and the end is not.
    for count in stride(from: 4, to: (16 + all.count + 7) / 8, by: 1) {
      #expect(try JPEGXLImageHeader(Array(codestream.prefix(count)), at: 0).form == .absent, "\(kind.name) \(count)")
    }
  }

  @Test func aProfileHidesTheEnd() throws {
    let read = try header(bits(Self.size + Self.depth + Self.noChannels + [(0, 1), (0, 1), (1, 1), (0, 2), (0, 99)]))
    #expect(read.form == .absent)
    #expect(read.grown([], to: .rightTop) == nil)
    #expect(read.orientation == .topLeft)
  }

  @Test func extensionsThatReachTooFarHideItToo() throws {
    let long =
      [(3, 2), (0xFFF, 12)] + Array(repeating: [(1, 1), (0xFF, 8)], count: 6).flatMap(\.self) + [(1, 1), (0xF, 4)]
    for extensions: [Number] in [[(1, 2), (0, 4)] + long, long, [(1, 2), (2, 4), (2, 2), (255, 8), (2, 2), (255, 8)]] {
      #expect(try header(bits(Self.size + Self.plain + extensions)).form == .absent)
    }
  }

  @Test func whatIsNoCodestreamIsNone() {
    #expect(throws: MetadataError(.boxInvalid, at: 7)) { try JPEGXLImageHeader([0xFF, 0xD8, 1, 1, 1, 1], at: 7) }
    #expect(throws: MetadataError(.truncated, at: 10)) { try JPEGXLImageHeader([0xFF, 0x0A, 0], at: 7) }
  }
}
