// The boxes of a coding: depth, gray, colors, purpose; and a grid's own bytes.

import Testing
import UprightFixtures
import UprightGeometry

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
}
