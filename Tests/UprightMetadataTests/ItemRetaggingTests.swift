// Lists of properties that other items share, that have gaps, or that have another order.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct ItemRetaggingTests {
  /// An image and a second item with these properties and this relation to it.
  private func file(
    _ transforms: [HEIFProperty], second claims: [Int], as kind: String = "thmb", isFirst: Bool = false
  ) -> TinyHEIF {
    var file = TinyHEIF(transforms)
    let item = TinyItem(7, "av01", TinyHEIF.codedImage, propertyLinks: claims.map { .init($0, essential: $0 > 2) })
    if isFirst { file.items.insert(item, at: 0) } else { file.items.append(item) }
    file.references.append((kind, 7, [1]))
    return file
  }

  @Test(arguments: [false, true]) func aSharedPropertyIsSplit(isFirst: Bool) throws {
    let source = file([.rotation(.threeQuarters)], second: [1, 2, 3, 4], as: "cdsc", isFirst: isFirst)
    for tag in ExifOrientation.allCases where tag != .rightTop {
      let change = try HEIFChange(source.bytes, to: tag)
      let tables = try change.probe.itemTables
      #expect(tables.words(of: 7) == "ispe? pixi? av1C irot3")
      #expect(tables.contents(in: change.bytes)[7] == TinyHEIF.codedImage)
      #expect(tables.contents(in: change.bytes)[1] == TinyHEIF.codedImage)
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

  /// Two views of a scene, with properties of their own or the same.
  private func pair(_ tag: ExifOrientation, _ kind: String, isShared: Bool, _ layout: TinyHEIF.Layout) -> TinyHEIF {
    var file = TinyHEIF(tag)
    file.layout = layout
    let first = file.items[0].propertyLinks
    var second = first
    if !isShared {
      second = Array(first.prefix(3))
      for transform in HEIFProperty.operations(for: tag) {
        file.properties.append(.transform(transform))
        second.append(.init(file.properties.count, essential: true))
      }
    }
    file.items.append(TinyItem(7, "av01", TinyHEIF.reversedImage, propertyLinks: second))
    file.groups = [(kind, [1, 7])]
    return file
  }

  @Test("All views of a scene turn together, in every layout", arguments: ["ster", "altr", "pymd"], [true, false])
  func viewsOfOneScene(kind: String, isShared: Bool) throws {
    for dialect in TinyHEIF.dialects {
      for from in ExifOrientation.allCases {
        for to in ExifOrientation.allCases {
          let source = pair(from, kind, isShared: isShared, dialect.layout)
          let change = try HEIFChange(source.bytes, to: to)
          let tables = try change.probe.itemTables
          let properties = try #require(tables.properties)
          for (id, image) in [(1, TinyHEIF.codedImage), (7, TinyHEIF.reversedImage)] {
            let list = try #require(properties.list(of: id))
            #expect(ItemTransforms(list, in: properties).orientation.exif == to, "\(dialect.name), item \(id)")
            #expect(tables.contents(in: change.bytes)[id] == image)
          }
          let turn = Orientation<Stored, Displayed>(exif: from).inverse.then(
            Orientation<Stored, Displayed>(exif: to))
          // What was at the left is at the right.
          let isReversed = turn == Orientation(mirrored: true, clockwise: 0) || turn == Orientation(clockwise: 2)
          #expect(tables.groups[0].ids == (kind == "ster" && isReversed ? [7, 1] : [1, 7]), "\(from) to \(to)")
          #expect(!change.probe.findings.map(\.code).contains(.furtherImages))
        }
      }
    }
  }

  @Test("A group of other items, or of another kind, changes nothing")
  func otherGroups() throws {
    for kind in ["brst", "slid"] {
      let source = pair(.rightTop, kind, isShared: false, TinyHEIF.Layout())
      let change = try HEIFChange(source.bytes, to: .topLeft)
      let tables = try change.probe.itemTables
      #expect(tables.words(of: 7).hasSuffix("irot3"))
    }
  }

  @Test("Groups that end early, or count too much, are damage")
  func damagedGroups() throws {
    let source = pair(.rightTop, "ster", isShared: false, TinyHEIF.Layout()).bytes
    let place = try #require(source.indices.first { source[$0...].starts(with: "ster".utf8) })
    for count in [3, 0xFFFF_FFFF] {
      var bytes = source
      bytes.replaceSubrange(place + 12..<place + 16, with: BigEndian.bytes(count))
      #expect(throws: MetadataError.self) { try HEIFChange(bytes, to: .topLeft) }
    }
  }

  @Test func whatAnotherItemSaysAlreadyIsNamedNotRepeated() throws {
    var source = file([.rotation(.quarter)], second: [1, 2, 3, 4, 5], as: "cdsc")
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

  /// A property that an item names before it exists would rotate the item once it does.
  @Test(arguments: [4, 5, 6]) func nothingIsAppendedWhereAListNamesWhatIsNotThere(index: Int) throws {
    let source = file([], second: [1, 2, 3, index], as: "cdsc")
    for tag in ExifOrientation.allCases where tag != .topLeft {
      #expect(throws: MetadataError.self) { try HEIFChange(source.bytes, to: tag) }
    }
    let turned = file([.rotation(.quarter)], second: [1, 2, 3, index + 1], as: "cdsc")
    #expect(try HEIFChange(turned.bytes, to: .bottomRight).patch.isInPlace)
    #expect(throws: MetadataError.self) { try HEIFChange(turned.bytes, to: .topRight) }
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
          #expect(tag == current || HEIFProperty.readingRotateFirst(operations).exif == tag, "all readers see the same")
        }
      }
    }
  }

  @Test func planesTurnAlongWhereTheyLieAsTheImageDoes() throws {
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

  // Libavif refuses alpha that states the same orientation in another way, so afterwards both state it alike.
  @Test func aPlaneThatSaysTheSameInAnotherWayTurnsAlong() throws {
    var source = file([.rotation(.zero)], second: [1, 2, 3], as: "auxl")
    for tag in ExifOrientation.allCases where tag != .topLeft {
      let tables = try HEIFChange(source.bytes, to: tag).probe.itemTables
      let words = HEIFProperty.operations(for: tag).map(\.description).joined(separator: " ")
      #expect(tables.words(of: 7).hasSuffix("av1C \(words)"))
      #expect(tables.words(of: 1) == tables.words(of: 7))
    }
    source = file(
      [.rotation(.quarter), .mirror(.topBottom), .rotation(.threeQuarters), .mirror(.leftRight)],
      second: [1, 2, 3, 6, 7], as: "auxl")
    source.items[0].propertyLinks.removeLast(2)
    for tag in ExifOrientation.allCases where tag != .leftTop {
      let tables = try HEIFChange(source.bytes, to: tag).probe.itemTables
      #expect(tables.words(of: 1) == tables.words(of: 7))
    }
  }

  // Every way in which a thumbnail can be oriented like its image: the same property, its own, an equivalent one.
  @Test(arguments: ExifOrientation.allCases) func aThumbnailFollows(from: ExifOrientation) throws {
    let operations = HEIFProperty.operations(for: from)
    let shared = [1, 2, 3] + operations.indices.map { $0 + 4 }
    var own = file(operations, second: [1, 2, 3] + operations.indices.map { $0 + 4 + operations.count })
    own.properties += operations.map { .transform($0) }
    for source in [file(operations, second: shared), own] {
      #expect(try Probe(source.bytes).parts.map(\.kind) == [.main, .preview])
      for tag in ExifOrientation.allCases {
        let change = try HEIFChange(source.bytes, to: tag)
        #expect(change.probe.parts.map(\.orientation.exif) == [tag, tag])
        let items = try Probe(source.bytes).itemTables.contents(in: source.bytes)
        #expect(try change.probe.itemTables.contents(in: change.bytes) == items)
      }
    }
  }

  // Stored upright next to an image that is rotated: the same rotation, and so another tag.
  @Test(arguments: ExifOrientation.allCases) func aThumbnailThatWasTurnedBeforehandFollows(tag: ExifOrientation) throws
  {
    for isShared in [false, true] {
      var source = file([.rotation(.threeQuarters)], second: [])
      source.properties.append(.size(width: 16, height: 24))
      source.properties.append(.transform(.rotation(.zero)))
      source.items[1].propertyLinks =
        [.init(5), .init(3, essential: true)] + (isShared ? [] : [.init(6, essential: true)])
      #expect(try Probe(source.bytes).findings.isEmpty)
      let change = try HEIFChange(source.bytes, to: tag)
      let turn = Orientation<Stored, Displayed>(exif: .rightTop).inverse.then(Orientation<Stored, Displayed>(exif: tag))
      let attachment = Orientation<Stored, Displayed>(exif: .topLeft).then(turn)
      #expect(change.probe.parts.map(\.orientation) == [Orientation(exif: tag), attachment])
      #expect(change.probe.parts[1].displayedSize == change.probe.displayedSize)
    }
  }

  @Test func aThumbnailThatLiesDifferentlyStays() throws {
    let source = file([.rotation(.threeQuarters)], second: [1, 2, 3])
    for tag in ExifOrientation.allCases where tag != .topLeft {
      let tables = try HEIFChange(source.bytes, to: tag).probe.itemTables
      #expect(tables.words(of: 7) == "ispe? pixi? av1C")
    }
  }

  /// Normalizing mends it: also where the image itself is already right.
  @Test(arguments: ExifOrientation.allCases, [[1, 2, 3], [1, 2, 3, 5]])
  func aThumbnailThatLiesDifferentlyIsMended(tag: ExifOrientation, second: [Int]) throws {
    var source = file([.rotation(.threeQuarters)], second: second)
    source.properties.append(.transform(.rotation(.half)))
    let probe = try Probe(source.bytes)
    #expect(probe.findings.map(\.code) == [.thumbnailOrientedDifferently])
    let patch = try probe.retag(to: Orientation(exif: tag), normalizing: true)
    let result = try Probe(patch.applied(to: source.bytes))
    #expect(result.parts.map(\.orientation.exif) == [tag, tag] && result.findings.isEmpty)
    #expect(try patch.inverse.applied(to: patch.applied(to: source.bytes)) == source.bytes)
    #expect(try result.retag(to: Orientation(exif: tag), normalizing: true).isEmpty)
  }

  @Test func thePlaneOfAThumbnailFollowsTheThumbnail() throws {
    var source = file([.rotation(.threeQuarters)], second: [1, 2, 3, 4])
    source.items.append(TinyItem(8, "av01", TinyHEIF.codedImage, propertyLinks: source.items[1].propertyLinks))
    source.references.append(("auxl", 8, [7]))
    let change = try HEIFChange(source.bytes, to: .bottomRight)
    #expect(change.patch.changedByteCount == 1)
    #expect(try change.probe.itemTables.words(of: 8).hasSuffix("irot2"))
  }

  // Counting the users of each property again would take a minute.
  @Test func manyPropertiesInManyListsAreCountedOnce() throws {
    var source = TinyHEIF([])
    (source.layout.isWide, source.layout.associationVersion) = (true, 1)
    source.properties += Array(repeating: .transform(.rotation(.quarter)), count: 3_000)
    source.items += (0..<400).map { item in
      TinyItem(item + 10, "Exif", [], propertyLinks: (0..<250).map { .init(4 + (item * 250 + $0) % 3_000) })
    }
    let probe = try Probe(source.bytes)
    #expect(try probe.itemTables.properties?.useCounts.dropFirst(4).allSatisfy { $0 > 20 } == true)
    #expect(try probe.retag(to: Orientation(exif: .rightTop)).growth == 9 + 2)
  }

  @Test func aPlaneThatLiesOtherwiseStays() throws {
    let source = file([.rotation(.threeQuarters)], second: [1, 2, 3], as: "auxl")
    let change = try HEIFChange(source.bytes, to: .bottomRight)
    #expect(change.patch.changedByteCount == 1)
    #expect(try change.probe.itemTables.words(of: 7) == "ispe? pixi? av1C")
  }

  @Test func aToneMappedImageAndItsGainMapTurnAlong() throws {
    var source = TinyHEIF([.rotation(.threeQuarters)])
    let claims = [1, 2, 3, 4].map { TinyItem.PropertyLink($0, essential: $0 > 2) }
    source.items.append(TinyItem(7, "tmap", [0], propertyLinks: claims))
    source.items.append(TinyItem(8, "av01", TinyHEIF.codedImage, propertyLinks: claims))
    source.references.append(("dimg", 7, [1, 8]))
    let change = try HEIFChange(source.bytes, to: .bottomRight)
    #expect(change.patch.changedByteCount == 1)
    #expect(try change.probe.itemTables.words(of: 7).hasSuffix("irot2"))
  }

  private func isRefused(_ file: TinyHEIF, _ tag: ExifOrientation = .leftTop) -> Bool {
    do {
      _ = try Probe(file.bytes).retag(to: Orientation(exif: tag))
      return false
    } catch { return error.code == .fieldNotWritable }
  }

  @Test func whatCannotBeDoneSafelyIsRefused() throws {
    var late = TinyHEIF(.rightTop)
    late.properties.append(.aperture(width: 8, height: 8))
    late.items[0].propertyLinks.append(.init(5, essential: true))
    #expect(isRefused(late, .bottomRight))
    var scaled = TinyHEIF(.rightTop)
    scaled.properties.append(.box(TinyBox.full("iscl", [0, 1, 0, 2, 0, 1, 0, 4])))
    scaled.items[0].propertyLinks.append(.init(5, essential: true))
    #expect(isRefused(scaled, .bottomRight))
    scaled.items[0].propertyLinks.swapAt(3, 4)
    #expect(!isRefused(scaled, .bottomRight))
    var twice = TinyHEIF(.rightTop)
    twice.items.append(twice.items[0])
    #expect(isRefused(twice, .bottomRight))
    var beyond = TinyHEIF(.rightTop)
    beyond.items[0].propertyLinks.append(.init(50))
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
