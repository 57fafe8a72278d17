// Lists of properties that other items share, that have gaps, or that stand in another order.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct ItemRetaggingTests {
  /// A picture and a second item with these claims, which stands to it in this way.
  private func file(
    _ transforms: [HEIFProperty], second claims: [Int], as kind: String = "thmb", isFirst: Bool = false
  ) -> TinyHEIF {
    var file = TinyHEIF(transforms)
    let item = TinyItem(7, "av01", TinyHEIF.codedPicture, claims: claims.map { .init($0, essential: $0 > 2) })
    if isFirst { file.items.insert(item, at: 0) } else { file.items.append(item) }
    file.references.append((kind, 7, [1]))
    return file
  }

  @Test(arguments: [false, true]) func aSharedPropertyIsSplit(isFirst: Bool) throws {
    let source = file([.rotation(.threeQuarters)], second: [1, 2, 3, 4], isFirst: isFirst)
    for tag in ExifOrientation.allCases where tag != .rightTop {
      let change = try HEIFChange(source.bytes, to: tag)
      let tables = try change.probe.itemTables
      #expect(tables.words(of: 7) == "ispe? pixi? av1C irot3")
      #expect(tables.contents(in: change.bytes)[7] == TinyHEIF.codedPicture)
      #expect(tables.contents(in: change.bytes)[1] == TinyHEIF.codedPicture)
      let words = HEIFProperty.operations(for: tag).map(\.description)
      if tag == .topLeft {
        #expect(tables.words(of: 1) == "ispe? pixi? av1C -")
        #expect(change.patch.isInPlace)
      } else if words.count == 1 {
        #expect(tables.words(of: 1) == "ispe? pixi? av1C \(words[0])")
        #expect(change.patch.growth == 9)
      }
    }
  }

  @Test func whatAnotherItemSaysAlreadyIsNamedNotRepeated() throws {
    var source = file([.rotation(.quarter)], second: [1, 2, 3, 4, 5])
    source.properties.append(.transform(.mirror(.leftRight)))
    let change = try HEIFChange(source.bytes, to: .rightBottom)
    #expect(try change.probe.itemTables.words(of: 1) == "ispe? pixi? av1C irot1 imir1")
    #expect(change.patch.growth == 1, "one claim more and no property")
  }

  @Test func aPropertyOfNobodyIsTakenAndChanged() throws {
    var source = TinyHEIF([])
    source.properties.append(.transform(.rotation(.half)))
    let change = try HEIFChange(source.bytes, to: .leftBottom)
    #expect(try change.probe.itemTables.words(of: 1) == "ispe? pixi? av1C irot1")
    #expect(change.patch.growth == 1)
  }

  @Test func emptyClaimsAreFilledAndLeftBehind() throws {
    let source = TinyHEIF(.leftTop).bytes
    let upright = try HEIFChange(source, to: .topLeft)
    #expect(upright.patch.isInPlace)
    #expect(try upright.probe.itemTables.words(of: 1) == "ispe? pixi? av1C - -")
    for tag in ExifOrientation.allCases {
      let again = try HEIFChange(upright.bytes, to: tag)
      #expect(again.patch.isInPlace, "there is room and there are properties")
      if tag == .leftTop { #expect(try Probe(again.bytes).itemTables.words(of: 1) == "ispe? pixi? av1C irot1 imir0") }
    }
  }

  @Test func theOrderOfTheStandardIsRestored() throws {
    for angle in HEIFProperty.Angle.allCases {
      for axis in HEIFProperty.Axis.allCases {
        let listed: [HEIFProperty] = [.mirror(axis), .rotation(angle)]
        let source = TinyHEIF(listed).bytes
        let current = Orientation<Stored, Displayed>(listed).exif
        for tag in ExifOrientation.allCases {
          let change = try HEIFChange(source, to: tag)
          let now = try #require(change.probe.itemTables.properties)
          let list = try #require(now.list(of: 1))
          let operations = ItemTransforms(list, in: now).operations
          #expect(change.patch.isInPlace)
          #expect(tag == current || HEIFProperty.readingTurnFirst(operations).exif == tag, "all readers see the same")
        }
      }
    }
  }

  @Test func planesTurnAlongWhereTheyLieAsThePictureDoes() throws {
    for from in ExifOrientation.allCases {
      let operations = HEIFProperty.operations(for: from)
      let shared = file(operations, second: [1, 2, 3] + operations.indices.map { $0 + 4 }, as: "auxl")
      for tag in ExifOrientation.allCases {
        let change = try HEIFChange(shared.bytes, to: tag)
        let tables = try change.probe.itemTables
        #expect(tables.words(of: 7) == tables.words(of: 1))
        #expect(tables.contents(in: change.bytes) == (try Probe(shared.bytes).itemTables.contents(in: shared.bytes)))
      }
    }
  }

  @Test func aPlaneWithPropertiesOfItsOwnTurnsByThem() throws {
    var source = file([.rotation(.threeQuarters)], second: [1, 2, 3, 5], as: "auxl")
    source.properties.append(.transform(.rotation(.threeQuarters)))
    let change = try HEIFChange(source.bytes, to: .bottomRight)
    #expect(change.patch.isInPlace)
    #expect(change.patch.changedByteCount == 2)
    #expect(try change.probe.itemTables.words(of: 7) == "ispe? pixi? av1C irot2")
  }

  @Test func aPlaneThatLiesOtherwiseStays() throws {
    let source = file([.rotation(.threeQuarters)], second: [1, 2, 3], as: "auxl")
    let change = try HEIFChange(source.bytes, to: .bottomRight)
    #expect(change.patch.changedByteCount == 1)
    #expect(try change.probe.itemTables.words(of: 7) == "ispe? pixi? av1C")
  }

  @Test func aToneMappedPictureAndItsGainMapTurnAlong() throws {
    var source = TinyHEIF([.rotation(.threeQuarters)])
    let claims = [1, 2, 3, 4].map { TinyItem.Claim($0, essential: $0 > 2) }
    source.items.append(TinyItem(7, "tmap", [0], claims: claims))
    source.items.append(TinyItem(8, "av01", TinyHEIF.codedPicture, claims: claims))
    source.references.append(("dimg", 7, [1, 8]))
    let change = try HEIFChange(source.bytes, to: .bottomRight)
    #expect(change.patch.changedByteCount == 1)
    #expect(try change.probe.itemTables.words(of: 7).hasSuffix("irot2"))
  }

  private func isRefused(_ file: TinyHEIF, _ tag: ExifOrientation = .leftTop) -> Bool {
    do {
      _ = try Probe(file.bytes).retag(to: Orientation(exif: tag))
      return false
    } catch { return error.code == .carrierNotWritable }
  }

  @Test func whatCannotBeDoneSafelyIsRefused() throws {
    var late = TinyHEIF(.rightTop)
    late.properties.append(.aperture(width: 8, height: 8))
    late.items[0].claims.append(.init(5, essential: true))
    #expect(isRefused(late, .bottomRight))
    var twice = TinyHEIF(.rightTop)
    twice.items.append(twice.items[0])
    #expect(isRefused(twice, .bottomRight))
    var beyond = TinyHEIF(.rightTop)
    beyond.items[0].claims.append(.init(50))
    #expect(isRefused(beyond, .bottomRight))
    var full = TinyHEIF(.rightTop)
    full.properties += Array(repeating: .box(TinyBox.bytes("free", [])), count: 123)
    #expect(full.properties.count == 127)
    #expect(isRefused(full), "the next index needs two bytes")
    #expect(!isRefused(full, .bottomRight))
    full.layout.isWide = true
    #expect(!isRefused(full))
  }

  @Test func reservedBitsAreCleared() throws {
    var source = TinyHEIF(.rightTop)
    source.properties[3] = .box(TinyBox.bytes("irot", [0xFF]))
    #expect(try Probe(source.bytes).orientation.exif == .rightTop)
    let change = try HEIFChange(source.bytes, to: .leftBottom)
    #expect(change.patch.edits.map(\.old) == [[0xFF]])
    #expect(change.patch.edits.map(\.new) == [[1]])
  }

  @Test func severalTurnsBecomeOne() throws {
    let source = TinyHEIF([.rotation(.quarter), .rotation(.quarter), .mirror(.topBottom)]).bytes
    #expect(try Probe(source).orientation.exif == .topRight)
    for tag in ExifOrientation.allCases { #expect(try HEIFChange(source, to: tag).patch.isInPlace) }
  }
}
