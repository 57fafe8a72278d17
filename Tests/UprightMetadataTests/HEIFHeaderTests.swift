// HEIF and AVIF: which item is the image, its size and its orientation, in every layout of tables. Tables that are
// broken anywhere: an error or a probe, never a trap, and what is rewritten is read back. Real HEIC and AVIF photos, if
// UPRIGHT_CORPUS names a folder of them. Exif, XMP and profile of a HEIF or AVIF image are read whole.

import Foundation
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

  @Test func whatDescribesTheImageIsTaken() throws {
    let block = TinyTIFF(.big, ifd0: [TinyEntry(0x010F, text: "Maker")])
    var file = TinyHEIF(.topLeft, exif: block, xmp: TinyXMP.packet(orientation: "1"))
    file.properties.append(.box(TinyBox.bytes("colr", Array("prof".utf8) + TinySegment.profile(byteCount: 300))))
    file.items[0].propertyLinks.append(.init(file.properties.count))
    let packets = try HEIFHeader(file.bytes).packets(in: file.bytes)
    #expect(packets.exif?.bytes == block.bytes && packets.xmp == TinyXMP.packet(orientation: "1"))
    #expect(packets.icc == TinySegment.profile(byteCount: 300))
    #expect(try Probe(file.bytes).colorProfile(in: file.bytes) == packets.icc)
  }

  @Test func aFileThatSaysNothingGivesNothing() throws {
    let bytes = TinyHEIF(.topLeft).bytes
    #expect(try HEIFHeader(bytes).packets(in: bytes) == MetadataPackets())
  }

  @Test func coloursByNumbersGiveAProfile() throws {
    var file = TinyHEIF(.topLeft)
    file.properties.append(.box(TinyBox.bytes("colr", Array("nclx".utf8) + [0, 12, 0, 13, 0, 6, 0x80])))
    file.items[0].propertyLinks.append(.init(file.properties.count))
    let packets = try HEIFHeader(file.bytes).packets(in: file.bytes)
    #expect(packets.icc == ItemCoding.Colors(primaries: 12, transfer: 13).profile && packets.icc != nil)
  }
}

extension HEIFHeaderTests {
  /// The eight share the values of each byte, so that together they try all.
  @Test(arguments: ExifOrientation.allCases) func everyPrefixAndEveryByte(tag: ExifOrientation) throws {
    let number = Int(tag.rawValue)
    var file = TinyHEIF(tag, exif: TinyTIFF(number % 2 == 0 ? .big : .little, orientation: number))
    file.layout = TinyHEIF.dialects[number].layout
    #expect(Totality.complaintOfPrefixes(file.bytes) == nil)
    var bytes = file.bytes
    for place in 4..<bytes.count {
      let kept = bytes[place]
      for value in stride(from: number - 1, to: 256, by: 8) {
        bytes[place] = UInt8(value)
        let tags: [ExifOrientation] = value / 8 == place % 32 ? [.topLeft, .leftTop] : []
        if let complaint = Totality.complaint(bytes, tags: tags) {
          Issue.record("byte \(place) as \(value): \(complaint)")
        }
      }
      bytes[place] = kept
    }
  }

  @Test(arguments: 0..<8) func severalBytesAtOnce(round: Int) throws {
    var random = SplitMix64(seed: UInt64(round))
    let interesting: [UInt8] = [0, 1, 2, 3, 4, 7, 8, 9, 16, 0x40, 0x7F, 0x80, 0x84, 0xFE, 0xFF]
    for dialect in TinyHEIF.dialects {
      var file = TinyHEIF(.rightBottom, exif: TinyTIFF(orientation: 7))
      file.layout = dialect.layout
      let source = file.bytes
      for _ in 0..<15 {
        var bytes = source
        for _ in 0..<Int.random(in: 2...6, using: &random) {
          bytes[Int.random(in: 24..<bytes.count, using: &random)] = interesting.randomElement(using: &random) ?? 0
        }
        #expect(Totality.complaint(bytes, tags: ExifOrientation.allCases) == nil)
      }
    }
  }

  /// A prefix gives the same as the whole file, or nothing: no transform is skipped because the file ends before it.
  @Test(arguments: TinyHEIF.dialects) func noPrefixSaysSomethingElse(dialect: TinyHEIF.Dialect) {
    var file = TinyHEIF(.leftTop)
    file.layout = dialect.layout
    var shortest: Int?
    for count in 0..<file.bytes.count {
      guard let probe = try? Probe(Array(file.bytes.prefix(count))), probe.format == .avif else { continue }
      shortest = shortest ?? count
      #expect(probe.orientation.exif == .leftTop)
      #expect(probe.findings.map(\.code).contains(.metadataDamaged))
    }
    #expect(shortest != nil || dialect.layout.isDataFirst, "the picture's bytes are not needed")
  }

  private func code(_ bytes: [UInt8]) -> MetadataError.Code? {
    do {
      _ = try Probe(bytes)
      return nil
    } catch { return error.code }
  }

  @Test func floodsAreRefused() throws {
    var many = TinyHEIF([])
    many.items += (0..<10_001).map { TinyItem($0 + 10, "Exif", []) }
    #expect(code(many.bytes) == .tooManyStructures)
    var claims = TinyHEIF([])
    claims.layout.associationVersion = 1
    claims.items += (0..<10_001).map { TinyItem($0 % 60_000 + 10, "Exif", [], propertyLinks: [.init(1)]) }
    #expect(code(claims.bytes) == .tooManyStructures)
    var boxes = TinyHEIF([])
    boxes.properties += Array(repeating: .box(TinyBox.bytes("free", [])), count: 100_001)
    #expect(code(boxes.bytes) == .tooManyStructures)
    var big = TinyHEIF([])
    big.references = [("free", 1, Array(repeating: 1, count: 65_535)), ("free", 1, Array(repeating: 1, count: 65_535))]
    #expect(code(big.bytes) == .tooManyStructures)
  }

  // Extents whose fields have no bytes cost a file nothing: 65,535 of them for each of 9,000 items.
  @Test func piecesWithoutBytesAreDamage() throws {
    let entry: [UInt8] = [0, 9, 0, 0, 0xFF, 0xFF]
    let table = TinyBox.full(
      "iloc", [0, 0] + TinyBox.number(9_000, 2) + Array(repeating: entry, count: 9_000).joined())
    let bytes = TinyHEIF([]).bytes
    let meta = try Probe(bytes).itemTables.box
    let start = try #require(bytes.indices.first { bytes[$0...].starts(with: "iloc".utf8) }) - 4
    let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    var flood = bytes
    flood.replaceSubrange(start..<start + length, with: table)
    flood.replaceSubrange(
      meta.offset..<meta.offset + 4, with: TinyBox.number(meta.end - meta.offset - length + table.count, 4))
    #expect(try Probe(flood).findings.map(\.code).contains(.metadataDamaged))
  }

  @Test func onlyRangesAreRead() throws {
    var file = TinyHEIF(.rightTop, exif: TinyTIFF(orientation: 6))
    file.items[0].data += [UInt8](repeating: 7, count: 3 << 20)
    let source = CountingSource(file.bytes)
    #expect(try Probe(source).orientation.exif == .rightTop)
    #expect(source.readCount < 20_000)
  }
}

extension HEIFHeaderTests {
  private func photos() throws -> [(name: String, bytes: [UInt8])] {
    try (Corpus.files("real/heic") + Corpus.files("real/avif")).map { file in
      (file.lastPathComponent, [UInt8](try Data(contentsOf: file)))
    }
  }

  /// The row of truth.csv for a file.
  private func truth(_ name: String) throws -> UInt8? {
    let table = try #require(Corpus.folder).appendingPathComponent("truth.csv")
    let rows = try String(contentsOf: table, encoding: .utf8).split(whereSeparator: \.isNewline)
    let row = rows.first { $0.contains("/\(name),") }
    return row.flatMap { UInt8($0.split(separator: ",")[1]) }
  }

  @Test(.enabled(if: Corpus.folder != nil, "needs a folder of photos in UPRIGHT_CORPUS"))
  func photosAreWhatIsKnownOfThem() throws {
    for (name, bytes) in try photos() {
      let probe = try Probe(bytes)
      #expect(probe.orientation.exif.rawValue == (try truth(name)), "\(name)")
      #expect(!probe.storedSize.isEmpty)
      let isBroken = name.contains("ArgumentException") || name.contains("ArraySize")
      #expect(probe.findings.map(\.code).contains(.metadataDamaged) == isBroken, "\(name)")
    }
  }

  @Test(.enabled(if: Corpus.folder != nil, "needs a folder of photos in UPRIGHT_CORPUS"))
  func photosTakeEveryTagAndOnlyTheImageTurns() throws {
    var changed = 0
    for (name, bytes) in try photos() where !name.contains("Exception") {
      let items = try Probe(bytes).itemTables.contents(in: bytes)
      for tag in ExifOrientation.allCases {
        let change = try HEIFChange(bytes, to: tag)
        #expect(change.probe.statements.allSatisfy { $0.value == tag }, "\(name): Exif said the same")
        let now = try change.probe.itemTables.contents(in: change.bytes)
        let different = items.filter { now[$0.key] != $0.value }.map(\.key)
        let describing = try change.probe.itemTables.describing.map(\.id)
        #expect(different.allSatisfy(describing.contains), "\(name): only Exif changes")
        changed += 1
      }
    }
    #expect(changed > 0)
  }

  @Test(
    .enabled(if: Corpus.folder != nil, "needs a folder of photos in UPRIGHT_CORPUS"),
    .enabled(if: OutsideTool.vips.isInstalled, "needs vips"))
  func libheifReadsThemAfterwards() throws {
    let folder = try ScratchFolder()
    for (name, bytes) in try photos() where !name.contains("Exception") {
      for tag in [ExifOrientation.leftTop, .leftBottom, .topRight] {
        let change = try HEIFChange(bytes, to: tag)
        let file = try folder.write(change.bytes, as: "\(tag.rawValue) \(name)")
        let answer = try OutsideTool.run("/usr/bin/env", ["vipsheader", file], in: nil)
        let size = change.probe.displayedSize
        #expect(answer.text.contains(": \(size.width)x\(size.height) uchar"), "\(name): \(answer.complaints)")
      }
    }
  }
}
