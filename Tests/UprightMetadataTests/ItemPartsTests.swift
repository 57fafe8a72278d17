// The images besides the main one: their relation to it, their orientation, and rotating one of them.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct ItemPartsTests {
  private static let turned = TinyItem.PropertyLink(4, essential: true)
  private static let plain: [TinyItem.PropertyLink] = [.init(1), .init(2), .init(3, essential: true)]

  /// An image with `irot` 3, and items with or without it.
  private func file(_ items: [(id: Int, kind: String, isTurned: Bool)]) -> TinyHEIF {
    var file = TinyHEIF([.rotation(.threeQuarters)])
    for (id, kind, isTurned) in items {
      let claims = Self.plain + (isTurned ? [Self.turned] : [])
      file.items.append(TinyItem(id, kind, TinyHEIF.codedImage, propertyLinks: claims))
    }
    return file
  }

  private func codes(_ file: TinyHEIF) throws -> [Finding.Code] { try Probe(file.bytes).findings.map(\.code) }

  @Test func anImageAloneHasOnePart() throws {
    let probe = try Probe(TinyHEIF(.rightTop).bytes)
    #expect(probe.parts.map(\.kind) == [.main])
    #expect(probe.parts.first?.orientation.exif == .rightTop)
    #expect(probe.pages.count == 1)
  }

  @Test func partsStandBehindWhatTheyBelongTo() throws {
    var source = file([
      (20, "av01", false), (21, "av01", true), (7, "av01", true), (8, "av01", true), (9, "av01", true),
    ])
    source.references = [("thmb", 7, [1]), ("auxl", 8, [1]), ("thmb", 9, [20])]
    let probe = try Probe(source.bytes)
    #expect(probe.parts.map(\.kind) == [.main, .preview, .auxiliary, .page, .preview, .page])
    #expect(probe.parts.map(\.orientation.exif) == [.rightTop, .rightTop, .rightTop, .topLeft, .rightTop, .rightTop])
    #expect(probe.pages.count == 3)
    #expect(probe.parts.allSatisfy { $0.storedSize == PixelSize(width: 24, height: 16) })
    #expect(Set(probe.parts.map(\.offset)).count == 6)
  }

  @Test func aThumbnailThatLiesOtherwiseIsSaid() throws {
    var source = file([(7, "av01", true)])
    source.references = [("thmb", 7, [1])]
    #expect(try codes(source).isEmpty)
    source.items[1].propertyLinks = Self.plain
    #expect(try codes(source) == [.thumbnailOrientedDifferently])
    source.properties.append(.size(width: 4, height: 6))
    source.items[1].propertyLinks = [.init(5)]
    #expect(try codes(source).isEmpty, "stored high and not turned, it is displayed high as the picture is")
    source.items[1].propertyLinks = [.init(5), Self.turned]
    #expect(try codes(source) == [.thumbnailOrientedDifferently])
    source.properties[4] = .size(width: 6, height: 6)
    #expect(try codes(source).isEmpty, "a square says nothing")
  }

  @Test func planesAndTilesWithTurnsOfTheirOwnAreSaid() throws {
    var plane = file([(7, "av01", false)])
    plane.references = [("auxl", 7, [1])]
    #expect(try codes(plane) == [.furtherImages])
    plane.items[1].propertyLinks.append(Self.turned)
    #expect(try codes(plane).isEmpty)
    var tiles = file([(7, "av01", false), (8, "av01", true)])
    tiles.items[0].kind = "grid"
    tiles.references = [("dimg", 1, [7, 8])]
    let probe = try Probe(tiles.bytes)
    #expect(probe.findings.map(\.code) == [.furtherImages])
    #expect(probe.findings.first?.message.hasSuffix("items 8") == true)
    #expect(probe.findings.first?.message.hasPrefix("tiles have their own orientation; libheif") == true)
    #expect(probe.parts.map(\.kind) == [.main, .auxiliary])
  }

  @Test func aGridHasASizeAndTurnsOfItsOwn() throws {
    var source = TinyHEIF([.rotation(.threeQuarters)])
    source.properties.append(.size(width: 48, height: 16))
    for id in [7, 8] { source.items.append(TinyItem(id, "av01", TinyHEIF.codedImage, propertyLinks: Self.plain)) }
    source.items[0] = TinyItem(1, "grid", [0, 0, 0, 1, 0, 48, 0, 16], propertyLinks: [.init(5), Self.turned])
    source.references = [("dimg", 1, [7, 8])]
    let probe = try Probe(source.bytes)
    #expect(probe.storedSize == PixelSize(width: 48, height: 16))
    for tag in ExifOrientation.allCases {
      let change = try HEIFChange(source.bytes, to: tag)
      #expect(try change.probe.itemTables.words(of: 7) == "ispe? pixi? av1C")
    }
  }

  @Test func aPageTurnsAndNothingElseDoes() throws {
    var source = file([(20, "av01", true), (21, "av01", false)])
    source.describe(with: .exif(9, TinyTIFF(orientation: 6)))
    let probe = try Probe(source.bytes)
    for tag in ExifOrientation.allCases {
      for page in 1...2 {
        let patch = try probe.retag(to: Orientation(exif: tag), ofPage: page)
        let result = try patch.applied(to: source.bytes)
        let now = try Probe(result)
        #expect(now.pages[page].orientation.exif == tag)
        #expect(now.pages[3 - page] == probe.pages[3 - page] || !patch.isInPlace)
        #expect(now.pages[3 - page].orientation == probe.pages[3 - page].orientation)
        #expect(now.orientation == probe.orientation)
        #expect(now.statements.last?.value == .rightTop)
        #expect(try patch.inverse.applied(to: result) == source.bytes)
      }
    }
    for page in [-1, 3, .max] {
      #expect(throws: MetadataError.self) { try probe.retag(to: Orientation(exif: .rightTop), ofPage: page) }
    }
    #expect(try probe.retag(to: Orientation(exif: .bottomRight), ofPage: 0).isEmpty == false)
  }
}
