// Tables that are broken anywhere: an error or a probe, never a trap, and what is rewritten is read back.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

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
