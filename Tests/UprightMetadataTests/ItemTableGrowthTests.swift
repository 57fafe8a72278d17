// What moves when the tables grow: lengths, positions of items, and nothing that cannot be moved.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct ItemTableGrowthTests {
  private func isRefused(_ bytes: [UInt8], _ tag: ExifOrientation = .leftTop) -> Bool {
    do {
      _ = try Probe(bytes).retag(to: Orientation(exif: tag))
      return false
    } catch { return error.code == .fieldNotWritable }
  }

  @Test(arguments: TinyHEIF.dialects) func itemsInManyPiecesKeepTheirBytes(dialect: TinyHEIF.Dialect) throws {
    var file = TinyHEIF([])
    file.layout = dialect.layout
    guard dialect.layout.offsetSize > 0 else { return }
    file.items[0].storage = .file(pieces: 5)
    if dialect.layout.locationVersion > 0 {
      var inside = TinyItem.exif(2, TinyTIFF(orientation: 1))
      inside.storage = .itemData
      file.describe(with: inside)
    }
    let source = file.bytes
    for tag in ExifOrientation.allCases where tag != .topLeft {
      let change = try HEIFChange(source, to: tag)
      #expect(change.patch.growth > 0)
      #expect(try change.probe.itemTables.contents(in: change.bytes)[1] == TinyHEIF.codedImage)
      #expect(change.probe.statements.allSatisfy { $0.value == tag })
    }
  }

  @Test func boxesAreAsLongAsTheyAre() throws {
    for dialect in TinyHEIF.dialects {
      var file = TinyHEIF([])
      file.layout = dialect.layout
      let change = try HEIFChange(file.bytes, to: .leftTop)
      guard let header = change.probe.header.items else { return }
      #expect(header.file.damage == nil)
      #expect(header.file.boxes.last?.end == change.bytes.count)
      #expect(header.tables.properties?.box.end ?? .max <= header.tables.box.end)
      #expect(change.patch.growth == 18 + (dialect.layout.isWide ? 4 : 2))
    }
  }

  @Test(arguments: ["moov", "moof", "mfra", "sidx", "ssix", "meco"]) func whatListsPlacesElsewhereIsNotMoved(
    kind: String
  ) {
    var file = TinyHEIF(.rightTop)
    file.trailer = TinyBox.bytes(kind, [])
    #expect(isRefused(file.bytes))
    #expect(isRefused(file.bytes, .bottomRight) == (kind == "moov"), "in place nothing moves, but a sequence stays")
    file.trailer = TinyBox.bytes("free", [])
    #expect(!isRefused(file.bytes))
  }

  @Test func aFileThatBreaksOffDoesNotGrow() throws {
    let bytes = TinyHEIF(.rightTop).bytes.dropLast()
    let probe = try Probe(Array(bytes))
    #expect(probe.orientation.exif == .rightTop)
    #expect(probe.findings.map(\.code) == [.metadataDamaged])
    #expect(isRefused(Array(bytes)))
    #expect(!isRefused(Array(bytes), .bottomRight))
  }

  @Test func anItemThatIsNotThereDoesNotMove() throws {
    var bytes = TinyHEIF(.rightTop).bytes
    let field = try #require(try Probe(bytes).itemTables.locations.first?.extents.first?.offset)
    bytes.replaceSubrange(field.offset..<field.offset + 4, with: [0xFF, 0xFF, 0xFF, 0xF8])
    #expect(try Probe(bytes).findings.map(\.code) == [.metadataDamaged])
    #expect(isRefused(bytes))
    #expect(!isRefused(bytes, .bottomRight))
  }

  @Test func aFieldThatIsTooSmallIsNotOverrun() throws {
    let source = TinyHEIF([.rotation(.threeQuarters)]).bytes
    guard let header = try Probe(source).header.items else { return }
    let list = try #require(header.tables.properties?.list(of: 1))
    for (size, value, fits) in [(4, 0xFFFF_FFF0, true), (4, 0xFFFF_FFF8, false), (0, 0, false), (8, 0xFFFF_FFF8, true)]
    {
      let field = ItemLocation.Field(offset: 0, size: size, value: value)
      let growth = ItemTableGrowth(properties: 9, lists: [.init(list: list, growth: 1)])
      let edit = try? growth.edit(of: field, by: growth.total)
      #expect((edit != nil) == fits)
    }
  }

  @Test func anItemIsNotTornApart() throws {
    var bytes = TinyHEIF(.rightTop).bytes
    let tables = try Probe(bytes).itemTables
    let extent = try #require(tables.locations.first?.extents.first)
    let container = try #require(tables.properties?.container)
    bytes.replaceSubrange(extent.offset.offset..<extent.offset.offset + 4, with: TinyBox.number(container.end - 3, 4))
    #expect(isRefused(bytes))
    bytes.replaceSubrange(extent.offset.offset + 4..<extent.offset.offset + 8, with: [0, 0, 0, 0])
    #expect(isRefused(bytes), "up to the end of the file")
  }

  @Test func anItemInAnotherFileIsNotGuessedAt() throws {
    var bytes = TinyHEIF(.rightTop).bytes
    let base = try #require(try Probe(bytes).itemTables.locations.first?.base.offset)
    bytes[base - 1] = 1
    #expect(isRefused(bytes))
  }

  @Test func planesInTheSameTableGrowTogether() throws {
    var file = TinyHEIF([])
    for id in 7..<12 {
      file.items.append(TinyItem(id, "av01", TinyHEIF.codedImage, propertyLinks: [.init(1), .init(2), .init(3)]))
      file.references.append(("auxl", id, [1]))
    }
    for tag in ExifOrientation.allCases where tag != .topLeft {
      let change = try HEIFChange(file.bytes, to: tag)
      let count = HEIFProperty.operations(for: tag).count
      #expect(change.patch.growth == count * (9 + 6))
      let tables = try change.probe.itemTables
      for id in 7..<12 { #expect(tables.contents(in: change.bytes)[id] == TinyHEIF.codedImage) }
    }
  }
}
