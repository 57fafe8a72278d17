// Single segments: frame headers right and wrong, tables of both widths, color models, duplicates.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct JPEGHeaderCollectorTests {
  /// A header made of these segments between SOI and SOS.
  private func header(_ segments: [TinySegment]) throws -> JPEGHeader {
    try JPEGHeader([0xFF, 0xD8] + (segments + [TinySegment(0xDA, [0])]).flatMap(\.bytes))
  }

  private func frame(
    _ components: [(id: UInt8, factors: UInt8, table: UInt8)] = [(1, 0x11, 0)], marker: UInt8 = 0xC0,
    precision: UInt8 = 8, height: [UInt8] = [0, 5], width: [UInt8] = [0, 7]
  ) -> TinySegment {
    TinySegment(
      marker,
      [precision] + height + width + [UInt8(components.count)] + components.flatMap { [$0.id, $0.factors, $0.table] })
  }

  /// Table B.1 of ITU T.81, written out.
  private static let processes: [(UInt8, JPEGFrame.Process)] = [
    (0xC0, .baseline), (0xC1, .extended), (0xC2, .progressive), (0xC3, .lossless), (0xC5, .hierarchical),
    (0xC6, .hierarchical), (0xC7, .hierarchical), (0xC9, .arithmetic), (0xCA, .arithmeticProgressive),
    (0xCB, .arithmeticLossless), (0xCD, .hierarchical), (0xCE, .hierarchical), (0xCF, .hierarchical),
  ]

  @Test func everyStartOfFrameNamesItsProcess() throws {
    for (marker, process) in Self.processes {
      let found = try header([frame(marker: marker)])
      #expect(found.frame.process == process && found.storedSize == PixelSize(width: 7, height: 5))
    }
    for marker in [0xC4, 0xC8, 0xCC] as [UInt8] {
      #expect(throws: MetadataError.self, "tables and extensions are no frames") {
        try header([frame(marker: marker)])
      }
    }
  }

  @Test func fieldsAreReadAtTheirPlaces() throws {
    let components: [(UInt8, UInt8, UInt8)] = [(9, 0x42, 3), (8, 0x13, 2), (7, 0x31, 1), (6, 0x24, 0)]
    let found = try header([frame(components, precision: 12, height: [0x12, 0x34], width: [0xFF, 0xFE])])
    #expect(found.storedSize == PixelSize(width: 0xFFFE, height: 0x1234) && found.frame.precision == 12)
    #expect(found.frame.components.map(\.identifier) == [9, 8, 7, 6])
    #expect(found.frame.components.map(\.horizontal) == [4, 1, 3, 2])
    #expect(found.frame.components.map(\.vertical) == [2, 3, 1, 4])
    #expect(found.frame.components.map(\.table) == [3, 2, 1, 0])
  }

  /// All values of the two sampling nibbles, of the table and of short headers: refused exactly outside what B.2.2
  /// allows.
  @Test func framesThatContradictTheStandardAreRefused() throws {
    for factors in UInt8.min...UInt8.max {
      let allowed = (1...4).contains(factors >> 4) && (1...4).contains(factors & 15)
      let found = try? header([frame([(1, factors, 0)])])
      #expect((found != nil) == allowed, "factors \(factors)")
    }
    for table in UInt8.min...UInt8.max { #expect(((try? header([frame([(1, 0x11, table)])])) != nil) == (table < 4)) }
    let whole = frame([(1, 0x11, 0), (2, 0x11, 1), (3, 0x11, 1)])
    for count in whole.payload.indices {
      let error = #expect(throws: MetadataError.self) {
        try header([TinySegment(0xC0, Array(whole.payload[..<count]))])
      }
      #expect(error == MetadataError(.frameInvalid, at: 2))
    }
    #expect(throws: MetadataError(.frameInvalid, at: 2)) { try header([frame(width: [0, 0])]) }
    #expect(throws: MetadataError(.frameInvalid, at: 2)) { try header([frame([])]) }
    #expect(throws: MetadataError(.frameMissing, at: 7)) { try header([]) }
  }

  @Test func aHeightOfZeroIsLeftToLater() throws {
    let found = try header([frame(height: [0, 0])])
    #expect(found.storedSize == PixelSize(width: 7, height: 0))
    #expect(found.findings.map(\.code) == [.heightDeferred])
  }

  @Test func theFirstFrameCounts() throws {
    let found = try header([frame(), frame(marker: 0xC2, height: [0, 9], width: [0, 9])])
    #expect(found.storedSize == PixelSize(width: 7, height: 5) && found.frame.process == .baseline)
    #expect(found.frame.components.count == 1)
  }

  /// A table of 8 and one of 16 bits in one segment, in zigzag order in the file, row by row in the frame.
  @Test func tablesAreReadInBothWidths() throws {
    let narrow = (0..<64).map { UInt8($0 + 1) }
    let wide = (0..<64).flatMap { [UInt8(3), UInt8($0)] }
    let found = try header([TinySegment(0xDB, [0x02] + narrow + [0x11] + wide), frame()]).frame.quantization
    #expect(found.count == 4 && found[0] == nil && found[3] == nil)
    for (index, natural) in JPEGQuantization.zigzag.enumerated() {
      #expect(found[2]?[natural] == UInt16(index + 1))
      #expect(found[1]?[natural] == 0x0300 + UInt16(index))
    }
  }

  @Test func brokenTablesAreLeftOut() throws {
    let narrow = [UInt8](repeating: 7, count: 64)
    for payload in [[0x00] + narrow.dropLast(), [0x04] + narrow, [0x10] + narrow, []] as [[UInt8]] {
      #expect(try header([TinySegment(0xDB, payload), frame()]).frame.quantization == [nil, nil, nil, nil])
    }
    let half = try header([TinySegment(0xDB, [0x00] + narrow + [0x01] + narrow.dropLast()), frame()])
    #expect(half.frame.quantization[0] != nil && half.frame.quantization[1] == nil)
    let twice = [TinySegment(0xDB, [0x00] + narrow), TinySegment(0xDB, [0x00] + narrow.map { $0 + 1 })]
    #expect(try header(twice + [frame()]).frame.quantization[0]?.first == 8, "the last definition counts")
  }

  @Test func restartIntervalsNeedTheirTwoBytes() throws {
    #expect(try header([TinySegment(0xDD, [1, 2]), frame()]).frame.restartInterval == 258)
    #expect(try header([TinySegment(0xDD, [1]), frame()]).frame.restartInterval == 0)
    #expect(try header([TinySegment(0xDD, [0, 4]), TinySegment(0xDD, [0, 0]), frame()]).frame.restartInterval == 0)
  }

  /// libjpeg's rules: JFIF first, then Adobe's byte, then the components' ids.
  @Test func colourModelsFollowTheMarkersAndThenTheNames() throws {
    func components(_ names: String) -> [(id: UInt8, factors: UInt8, table: UInt8)] {
      names.utf8.map { ($0, 0x11, 0) }
    }
    let table: [(String, [TinySegment], JPEGFrame.ColorModel)] = [
      ("1", [], .gray), ("R", [.adobe(transform: 1)], .gray), ("12", [], .unknown), ("12345", [], .unknown),
      ("123", [], .ycbcr), ("RGB", [], .rgb), ("rgb", [], .ycbcr), ("BGR", [], .ycbcr),
      ("RGB", [.jfif], .ycbcr), ("RGB", [.jfif, .adobe(transform: 0)], .ycbcr),
      ("123", [.adobe(transform: 0)], .rgb), ("RGB", [.adobe(transform: 1)], .ycbcr),
      ("123", [.adobe(transform: 2)], .ycbcr), ("1234", [], .cmyk), ("1234", [.adobe(transform: 0)], .cmyk),
      ("1234", [.adobe(transform: 1)], .ycck), ("1234", [.adobe(transform: 2)], .ycck), ("1234", [.jfif], .cmyk),
      ("123", [TinySegment(0xEE, Array("Adobe".utf8) + [0, 0, 0])], .ycbcr),
    ]
    for (names, segments, model) in table {
      #expect(try header(segments + [frame(components(names))]).frame.colorModel == model, "\(names), \(segments)")
      #expect(try header([frame(components(names))] + segments).frame.colorModel == model, "in any order")
    }
  }

  @Test func onlyTheFirstValidExifCounts() throws {
    let (six, three) = (TinySegment.exif(TinyTIFF(orientation: 6)), TinySegment.exif(TinyTIFF(orientation: 3)))
    let broken = TinySegment.exif([0x49, 0x49, 0x2B, 0, 8, 0, 0, 0])
    let both = try header([six, three, three, frame()])
    #expect(
      both.exifSegments.map(\.segment.offset) == [2, 2 + six.bytes.count, 2 + six.bytes.count + three.bytes.count])
    #expect(both.exif?.offset == 12 && both.findings.map(\.code) == [.duplicateExif], "said once")
    let second = try header([broken, three, frame()])
    #expect(second.exifSegments.first?.segment.offset == 2 + broken.bytes.count)
    #expect(second.findings.map(\.code) == [.exifMalformed])
    #expect(try header([broken, frame()]).exif == nil)
  }

  @Test func aFloodOfSegmentsIsSaidOnce() throws {
    for segment in [TinySegment.exif([]), .exif(TinyTIFF(orientation: 6))] {
      let header = try header(Array(repeating: segment, count: 2_000) + [frame()])
      #expect(header.exifSegments.count == (segment.payload.count > 6 ? 16 : 0))
      #expect(header.findings.count <= 17)
      #expect(header.findings.filter { $0.code == .metadataDamaged }.count == 1)
    }
  }

  @Test func everyStatementOfEveryPacketIsGatheredUpToALimit() throws {
    let packet = TinySegment.xmp(TinyXMP.packet(orientation: "6"))
    for count in [0, 1, 2, 63, 64, 65, 80] {
      let found = try header(Array(repeating: packet, count: count) + [frame()])
      #expect(found.xmp.count == min(64, count))
      #expect(found.xmp.allSatisfy { $0.value == .rightTop })
    }
  }
}
