// Sequence headers of AV1 state range and matrix; anything else is nil, and nothing traps.

import Testing
import UprightFixtures
import UprightTestTools

@testable import UprightMetadata

@Suite struct AV1SequenceHeaderTests {
  /// Image data written by libavif 0.11.1 and aom 3.6.0 for `-y`, `-d` and `-r`.
  static let headers: [(hex: String, isGray: Bool, isFullRange: Bool, matrix: Int)] = [
    ("12000a081810effcb010d062", true, false, 6), ("12000a081810effcf010d062", true, false, 6),
    ("12000a085810effcf8086831", true, false, 6), ("12000a081810effcb010d06a", true, true, 6),
  ]

  @Test(arguments: headers)
  func rangeAndMatrix(_ header: (hex: String, isGray: Bool, isFullRange: Bool, matrix: Int)) throws {
    let found = try #require(AV1SequenceHeader(in: Hex.bytes(header.hex) ?? []))
    #expect(found.isGray == header.isGray && found.isFullRange == header.isFullRange && found.matrix == header.matrix)
  }

  @Test func theFixtureHasColorsOfTheFullRange() throws {
    let found = try #require(AV1SequenceHeader(in: TinyHEIF.codedImage))
    #expect(!found.isGray && found.isFullRange && found.matrix == 6)
  }

  @Test func everyPrefixAndEveryByteIsAnAnswer() {
    let whole = Array(TinyHEIF.codedImage.prefix(13))
    for count in 0..<12 { #expect(AV1SequenceHeader(in: Array(whole.prefix(count))) == nil, "\(count)") }
    for place in whole.indices {
      for value in UInt8.min...UInt8.max {
        var other = whole
        other[place] = value
        _ = AV1SequenceHeader(in: other)
      }
    }
  }
}
