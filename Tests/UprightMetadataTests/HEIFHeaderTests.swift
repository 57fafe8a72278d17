// HEIF and AVIF: which item is the image, its size and its orientation, in every layout of tables.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct HEIFHeaderTests {
  @Test(arguments: TinyHEIF.dialects) func allEightInEveryLayout(dialect: TinyHEIF.Dialect) throws {
    for tag in ExifOrientation.allCases {
      for properties in HEIFProperty.writings(of: tag, rotateFirst: true) {
        var file = TinyHEIF(properties)
        file.layout = dialect.layout
        let probe = try Probe(file.bytes)
        #expect(probe.format == .avif)
        #expect(probe.orientation.exif == tag)
        #expect(probe.storedSize == PixelSize(width: 24, height: 16))
        #expect(probe.findings.isEmpty)
        guard let offset = probe.source.offset else {
          #expect(properties.isEmpty && probe.source == .none)
          continue
        }
        #expect(probe.source == .properties(offset: offset))
        #expect(probe.statements.first?.value == tag)
        let first = try #require(properties.first)
        #expect(Array(file.bytes[offset..<offset + 9]) == TinyProperty.transform(first).bytes)
      }
    }
  }

  @Test func theListedOrderCounts() throws {
    for angle in HEIFProperty.Angle.allCases {
      for axis in HEIFProperty.Axis.allCases {
        let properties: [HEIFProperty] = [.mirror(axis), .rotation(angle)]
        let probe = try Probe(TinyHEIF(properties).bytes)
        #expect(probe.orientation == Orientation(properties))
        #expect(probe.findings.map(\.code) == [.transformOrder])
        let other = HEIFProperty.readingRotateFirst(properties).exif.rawValue
        let differs = angle.rawValue % 2 == 1
        #expect(
          probe.findings.first?.message.hasSuffix(differs ? "and show \(other)" : "which is the same here") == true)
      }
    }
  }

  @Test func transformsHaveToBeEssential() throws {
    var file = TinyHEIF(.rightTop)
    file.items[0].propertyLinks[3].isEssential = false
    let probe = try Probe(file.bytes)
    #expect(probe.orientation.exif == .rightTop)
    #expect(probe.findings.map(\.code) == [.transformNotEssential])
  }

  @Test func aCropIsSaidAndTheSizeIsThatAfterIt() throws {
    var file = TinyHEIF(.rightTop)
    file.properties.append(.aperture(width: 8, height: 8))
    file.items[0].propertyLinks.insert(.init(file.properties.count, essential: true), at: 3)
    let probe = try Probe(file.bytes)
    #expect(probe.findings.map(\.code) == [.cleanAperture])
    #expect(probe.displayedSize == PixelSize(width: 8, height: 8))
  }

  @Test(arguments: ExifOrientation.allCases) func exifIsComparedAndCountsOnlyWhenPreferred(tag: ExifOrientation) throws
  {
    for own in ExifOrientation.allCases {
      for place in [TinyItem.Storage.itemData, .file(pieces: 1)] {
        var file = TinyHEIF(own)
        var item = TinyItem.exif(9, TinyTIFF(.big, orientation: Int(tag.rawValue)), prefix: Array("Exif\0\0".utf8))
        item.storage = place
        file.layout.locationVersion = 1
        file.describe(with: item)
        let probe = try Probe(file.bytes)
        #expect(probe.orientation.exif == own)
        #expect(probe.statements.last?.value == tag)
        #expect(probe.findings.map(\.code) == (own == tag ? [] : [.exifConflict]))
        let other = try Probe(file.bytes, rules: OrientationRules(prefersExif: true))
        #expect(other.orientation.exif == tag)
        #expect(other.source.name == "exif")
        #expect(other.source.offset.map { file.bytes[$0] } == tag.rawValue)
      }
    }
  }

  @Test func exifOfAnotherItemSaysNothing() throws {
    var file = TinyHEIF(.rightTop, exif: TinyTIFF(orientation: 3))
    file.references = [("cdsc", 2, [7])]
    #expect(try Probe(file.bytes).statements.count == 1)
    file.references = [("cdsc", 2, [7, 1])]
    #expect(try Probe(file.bytes).statements.count == 2)
  }

  @Test func xmpIsComparedAndCountsOnlyWhereNothingElseDoes() throws {
    let packet = TinyXMP.packet(orientation: "8")
    let turned = try Probe(TinyHEIF(.rightTop, xmp: packet).bytes, rules: OrientationRules(readsXMP: true))
    #expect(turned.orientation.exif == .rightTop)
    #expect(turned.findings.map(\.code) == [.xmpConflict])
    let plain = TinyHEIF([], xmp: packet).bytes
    #expect(try Probe(plain).findings.map(\.code) == [.xmpOnly])
    #expect(try Probe(plain, rules: OrientationRules(readsXMP: true)).orientation.exif == .leftBottom)
  }

  @Test func oneFindingForAnyNumberOfExifBlocks() throws {
    var file = TinyHEIF(.rightTop)
    for id in 2...100 { file.describe(with: .exif(id, TinyTIFF(orientation: 6))) }
    let probe = try Probe(file.bytes)
    #expect(probe.findings.map(\.code) == [.duplicateExif])
    #expect(probe.statements.count == 2)
  }

  // Browsers show the sequence, oriented by its own track: changing only the image would change nothing.
  @Test func aSequenceBesideTheImageIsSaidAndNothingIsChanged() throws {
    var file = TinyHEIF(.rightTop)
    file.trailer = TinyBox.bytes("moov", TinyBox.bytes("trak", []))
    let probe = try Probe(file.bytes)
    #expect(probe.orientation.exif == .rightTop)
    #expect(probe.findings.map(\.code) == [.furtherImages])
    #expect(try probe.retag(to: probe.orientation).isEmpty)
    #expect { try probe.retag(to: .identity) } throws: { ($0 as? MetadataError)?.code == .fieldNotWritable }
  }

  @Test func withoutAnImageThereIsNone() throws {
    var file = TinyHEIF(.rightTop)
    file.primary = nil
    #expect(throws: MetadataError.self) { try Probe(file.bytes) }
    file = TinyHEIF(.rightTop)
    file.handler = "mdir"
    #expect(throws: MetadataError.self) { try Probe(file.bytes) }
    file = TinyHEIF(.rightTop)
    file.properties[0] = .size(width: 0, height: 16)
    #expect(throws: MetadataError.self) { try Probe(file.bytes) }
    let small = TinyBox.bytes("ftyp", Array("mif3avif".utf8)) + TinyBox.bytes("mini", [UInt8](repeating: 0, count: 40))
    #expect { try Probe(small) } throws: { ($0 as? MetadataError)?.code == .unsupportedFormat }
    let movie = TinyBox.bytes("ftyp", Array("avis".utf8) + [0, 0, 0, 0]) + TinyBox.bytes("moov", [])
    #expect { try Probe(movie) } throws: { ($0 as? MetadataError)?.code == .imageMissing }
  }
}
