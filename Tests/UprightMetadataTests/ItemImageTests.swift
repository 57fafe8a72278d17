// The tiles of a HEIF or AVIF image, and the files made from them.

import Foundation
import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct ItemImageTests {
  /// Two tiles of 24 × 16 side by side.
  static func grid(_ layout: [UInt8] = [0, 0, 0, 1, 0, 48, 0, 16]) -> TinyHEIF {
    var file = TinyHEIF()
    file.properties = [
      .size(width: 24, height: 16), .depths, .coding, .size(width: 48, height: 16), .transform(.rotation(.quarter)),
    ]
    let claims: [TinyItem.PropertyLink] = [.init(1), .init(3, essential: true), .init(5, essential: true)]
    file.items = [TinyItem(1, "grid", layout, propertyLinks: [.init(4)])]
    file.items += [
      TinyItem(2, "av01", [1, 2, 3], propertyLinks: claims), TinyItem(3, "av01", [4, 5, 6, 7], propertyLinks: claims),
    ]
    file.references = [("dimg", 1, [2, 3])]
    return file
  }

  @Test func aGridHasPieces() throws {
    let image = try ItemImage(Self.grid().bytes)
    #expect(image.unsupportedReason == nil && image.columns == 2 && image.tiles.count == 2)
    #expect(image.tile == PixelSize(width: 24, height: 16) && image.size == PixelSize(width: 48, height: 16))
    #expect(image.depth == 8 && !image.isGray && !image.hasOpacity)
  }

  @Test func aPieceIsAFileOfItsOwnWithoutWhatTurnsIt() throws {
    let bytes = Self.grid().bytes
    let image = try ItemImage(bytes)
    let file = try image.file(ofTile: 1, in: bytes, limit: 1_000)
    let header = try HEIFHeader(file)
    #expect(header.findings.isEmpty && header.isWhole && header.storedSize == PixelSize(width: 24, height: 16))
    #expect(
      header.resolvedOrientation(OrientationRules()).orientation.isIdentity && header.transforms?.placed.isEmpty == true
    )
    let range = try #require(header.tables.range(of: 1, byteCount: file.count))
    #expect(Array(file[range]) == [4, 5, 6, 7])
    #expect(throws: MetadataError.self) { try image.file(ofTile: 1, in: bytes, limit: 3) }
    #expect(throws: MetadataError.self) { try image.file(ofTile: 1, in: Array(bytes.dropLast(2)), limit: 1_000) }
  }

  @Test func severalExtentsAndItemDataAreJoined() throws {
    var file = TinyHEIF(.topLeft)
    for place in [TinyItem.Storage.file(pieces: 3), .itemData] {
      file.items[0].storage = place
      file.layout.locationVersion = 1
      let bytes = file.bytes
      let image = try ItemImage(bytes)
      let piece = try image.file(ofTile: 0, in: bytes, limit: 1_000)
      #expect(Array(piece.suffix(TinyHEIF.codedImage.count)) == TinyHEIF.codedImage)
    }
  }

  @Test func gridsThatLieAreNamed() throws {
    for layout: [UInt8] in [
      [0, 0, 0, 1, 0, 49, 0, 16], [0, 0, 0, 2, 0, 48, 0, 16], [0, 0, 0], [0, 1, 0, 1, 0, 48, 0, 16],
    ] {
      #expect(try ItemImage(Self.grid(layout).bytes).unsupportedReason != nil)
    }
    var missing = Self.grid()
    missing.references = [("dimg", 1, [2, 9])]
    #expect(try ItemImage(missing.bytes).unsupportedReason == .item(.kind("grid")))
  }

  /// Describes what is wrong with the files made from the tiles, nil if nothing is or the tables are refused.
  static func complaint(_ bytes: [UInt8]) -> String? {
    guard let image = try? ItemImage(bytes) else { return nil }
    for piece in image.tiles.indices {
      guard let file = try? image.file(ofTile: piece, in: bytes, limit: 4_096) else { continue }
      guard file.count <= 16_384 else { return "piece \(piece) became \(file.count) bytes" }
      guard let header = try? HEIFHeader(file) else { continue }
      guard header.tables.items.count == (image.hasOpacity ? 2 : 1), header.tables.primary == 1 else {
        return "piece \(piece) is not alone"
      }
    }
    return nil
  }

  @Test func piecesOfDamagedTablesAreRefusedOrFilesOfTheirOwn() {
    let bytes = Self.grid().bytes
    #expect(Totality.complaintOfPrefixes(bytes) { bytes, _ in Self.complaint(bytes) } == nil)
    for place in bytes.indices {
      for value in [0, 1, bytes[place] &+ 1, bytes[place] ^ 0x80, 255] {
        var damaged = bytes
        damaged[place] = value
        #expect(Self.complaint(damaged) == nil, "byte \(place) as \(value)")
      }
    }
  }

  /// An image of `side` × `side` tiles, which are all the last of many items, as is each alpha plane.
  private static func manyItems(_ count: Int, side: Int) -> [UInt8] {
    var file = grid(
      [0, 0, UInt8(side - 1), UInt8(side - 1)] + TinyBox.number(24 * side, 2) + TinyBox.number(16 * side, 2))
    file.properties[3] = .size(width: 24 * side, height: 16 * side)
    file.items = Array(file.items.prefix(1))
    file.items += (2...count).map { TinyItem($0, "av01", [1], propertyLinks: [.init(1), .init(3, essential: true)]) }
    file.references = [("dimg", 1, [Int](repeating: count, count: side * side))]
    return file.bytes
  }

  /// Seconds of this thread's processor time for reading, the least of several.
  private static func work(_ bytes: [UInt8]) throws -> Double {
    try (0..<3).map { _ in
      try ProcessorTime.seconds {
        let image = try ItemImage(bytes)
        #expect(image.unsupportedReason == nil)
      }
    }.min() ?? 0
  }

  /// Four times as many items and tiles are four times the work, not sixteen times.
  @Test func tablesAreNotSearchedForEachTile() throws {
    let (few, many) = (Self.manyItems(1_000, side: 60), Self.manyItems(4_000, side: 120))
    #expect(try Self.work(many) < 9 * Self.work(few))
    let image = try ItemImage(few)
    #expect(image.tiles.count == 3_600 && Set(image.tiles.map(\.id)) == [1_000])
    #expect(image.tiles.allSatisfy { $0.size == PixelSize(width: 24, height: 16) && $0.bytes.count == 1 })
  }

  /// Tables that name an item twice: the first of both is used.
  @Test func theFirstOfTwoEntriesCounts() throws {
    var file = Self.grid()
    file.items.append(TinyItem(3, "av01", [9, 9], propertyLinks: [.init(4)]))
    let bytes = file.bytes
    let image = try ItemImage(bytes)
    #expect(image.unsupportedReason == nil && image.tiles.map(\.size) == [image.tile, image.tile])
    #expect(try Array(image.file(ofTile: 1, in: bytes, limit: 1_000).suffix(4)) == [4, 5, 6, 7])
    let tables = try HEIFHeader(bytes).tables
    #expect(tables.location(of: 3) == tables.locations.first { $0.id == 3 } && tables.location(of: 77) == nil)
    #expect(tables.properties?.list(of: 3) == tables.properties?.associations.first { $0.id == 3 })
    #expect(tables.properties?.list(of: 77) == nil)
  }
}
