// The boxes of a coding: depth, gray, colors, purpose; and a grid's own bytes. Sequence headers of AV1 state range and
// matrix; anything else is nil, and nothing traps.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct ItemCodingTests {
  private static func coding(_ boxes: [[UInt8]]) throws -> ItemImage {
    var file = TinyHEIF()
    file.properties = [.size(width: 24, height: 16)] + boxes.map { .box($0) }
    file.items = [TinyItem(1, "hvc1", [1], propertyLinks: file.properties.indices.map { .init($0 + 1) })]
    return try ItemImage(file.bytes)
  }

  private static func hevc(chroma: UInt8, depth: UInt8) -> [UInt8] {
    var payload = [UInt8](repeating: 0, count: 23)
    (payload[16], payload[17]) = (0xFC | chroma, 0xF8 | (depth - 8))
    return TinyBox.bytes("hvcC", payload)
  }

  @Test func hvcCSaysDepthAndGray() throws {
    let deep = try Self.coding([Self.hevc(chroma: 1, depth: 10)])
    #expect(deep.depth == 10 && !deep.isGray && deep.unsupportedReason == nil)
    #expect(try Self.coding([Self.hevc(chroma: 0, depth: 8)]).isGray)
    #expect(try Self.coding([TinyBox.bytes("hvcC", [1])]).unsupportedReason == .item(.codingUnknown))
  }

  @Test(arguments: [(0x0C, 8, false), (0x4C, 10, false), (0x6C, 12, false), (0x1C, 8, true)])
  func av1CSaysDepthAndGray(flags: Int, depth: Int, isGray: Bool) throws {
    let image = try Self.coding([TinyBox.bytes("av1C", [0x81, 0, UInt8(flags), 0])])
    #expect(image.depth == depth && image.isGray == isGray)
  }

  @Test func theFirstColoursCountAndAProfileBeforeThem() throws {
    let coding = Self.hevc(chroma: 1, depth: 8)
    let numbers = TinyBox.bytes("colr", Array("nclx".utf8) + [0, 12, 0, 13, 0, 6, 0x80])
    let profile = TinyBox.bytes("colr", Array("prof".utf8) + [7, 8, 9])
    let image = try Self.coding([coding, numbers, profile])
    #expect(image.colors == ItemCoding.Colors(primaries: 12, transfer: 13, matrix: 6) && image.profile?.count == 3)
    let strange = TinyBox.bytes("colr", Array("nclx".utf8) + [0, 10, 0, 13, 0, 6, 0x80])
    #expect(try Self.coding([coding, strange]).unsupportedReason != nil)
    #expect(try Self.coding([coding, strange, profile]).unsupportedReason == nil)
  }

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
