// Reading in ranges: the requests to a source, and what is never read of a large one. A source without some of its
// ranges, read in all ways. A part of a source: only its own bytes. Ranges and numbers are read whole or not at all,
// and only as many as the budget allows.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct ByteSourceTests {
  @Test func arraysClipWhatIsAsked() throws {
    let bytes: [UInt8] = [1, 2, 3]
    #expect(try bytes.read(0..<3) == [1, 2, 3])
    #expect(try bytes.read(1..<9) == [2, 3])
    #expect(try bytes.read(7..<9) == [])
    #expect(bytes.byteCount == 3)
  }

  @Test func aBigImageIsReadUpToItsScanOnly() throws {
    var file = TinyJPEG(.letterF.enlarged(by: 8), exif: TestFile.richBlock(.big, orientation: 6))
    let header = file.bytes.count
    file.trailer = Array(repeating: 0xFF, count: 5_000_000)
    let source = CountingSource(file.bytes)
    #expect(try Probe(source).orientation.exif == .rightTop)
    // Besides the header, only the end, where Samsung's cameras list what follows the image.
    #expect(source.readCount < 16_384)
    #expect(source.ranges.allSatisfy { $0.upperBound < header + 4_096 || $0.lowerBound > 4_900_000 })
  }

  @Test func segmentsThatSayNothingAreSkipped() throws {
    let big = TinySegment(0xE5, Array(repeating: 9, count: 65_000))
    let segments = Array(repeating: big, count: 20) + [.exif(TinyTIFF(orientation: 3))]
    let bytes = TinyJPEG(.sixColors, segments: segments).bytes
    #expect(bytes.count > 1_300_000)
    let source = CountingSource(bytes)
    #expect(try Probe(source).orientation.exif == .bottomRight)
    #expect(source.readCount < 24 * 4_096 + 8_192)
  }

  @Test func probingAgainAsksTheSame() throws {
    for exhibit in TestFile.all {
      let (one, other) = (CountingSource(exhibit.bytes), CountingSource(exhibit.bytes))
      #expect(try Probe(one) == (try Probe(other)))
      #expect(one.ranges == other.ranges)
      #expect(try Probe(one) == (try Probe(exhibit.bytes)))
    }
  }

  @Test func retaggingReadsNothing() throws {
    let source = CountingSource(TinyJPEG(.sixColors, exif: TinyTIFF(orientation: 6)).bytes)
    let probe = try Probe(source)
    let before = source.ranges.count
    _ = try probe.retag(to: Orientation(exif: .leftTop))
    #expect(source.ranges.count == before)
  }

  /// A disk that fails from a byte on.
  private struct FailingSource: ByteSource {
    let bytes: [UInt8]
    let limit: Int
    var byteCount: Int { bytes.count }
    func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
      guard range.lowerBound < limit else { throw MetadataError(.unreadable, at: range.lowerBound, systemError: 5) }
      return try bytes.read(range)
    }
  }

  @Test func aFailingDiskIsReportedAsSuch() throws {
    let filler = Array(repeating: TinySegment(0xE5, Array(repeating: 9, count: 3_000)), count: 4)
    let bytes = TinyJPEG(.sixColors, segments: filler + [.exif(TinyTIFF(orientation: 6))]).bytes
    for limit in [0, 4_096, 9_000, 12_000] {
      #expect { try Probe(FailingSource(bytes: bytes, limit: limit)) } throws: { error in
        (error as? MetadataError)?.code == .unreadable && (error as? MetadataError)?.systemError == 5
      }
    }
  }

  /// A file that became shorter since its length was read.
  private struct ShrunkSource: ByteSource {
    let bytes: [UInt8]
    var byteCount: Int { bytes.count + 10_000 }
    func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] { try bytes.read(range) }
  }

  @Test func aFileThatShrinksIsAnErrorOrAProbe() {
    let bytes = TinyJPEG(.sixColors, exif: TestFile.richBlock(.little, orientation: 6)).bytes
    for count in 0..<min(900, bytes.count) {
      let source = ShrunkSource(bytes: Array(bytes.prefix(count)))
      guard let probe = try? Probe(source) else { continue }
      #expect(count > 500)
      _ = try? probe.retag(to: Orientation(exif: .leftTop))
    }
  }

  @Test func everyRangeReadsAsThatOfTheRest() throws {
    var random = SplitMix64(seed: 3)
    for _ in 0..<40 {
      let bytes = (0..<40).map { UInt8($0) }
      let edges = Set((0..<6).map { _ in Int.random(in: 0...40, using: &random) }).sorted()
      let omitted = stride(from: 0, to: edges.count - 1, by: 2).map { edges[$0]..<edges[$0 + 1] }
      let rest = bytes.indices.filter { index in !omitted.contains { $0.contains(index) } }.map { bytes[$0] }
      let joined = JoinedRanges(bytes, without: omitted)
      #expect(joined.byteCount == rest.count)
      for start in 0...rest.count {
        for end in start...(rest.count + 3) {
          #expect(try joined.read(start..<end) == Array(rest[start..<min(end, rest.count)]), "\(omitted)")
        }
      }
    }
  }

  @Test func whatEndsBehindTheSourceLeavesNothing() throws {
    let joined = JoinedRanges([1, 2, 3] as [UInt8], without: [2..<9])
    #expect(joined.byteCount == 2)
    #expect(try joined.read(0..<9) == [1, 2])
  }

  private let whole: [UInt8] = Array(0..<20)

  @Test func itCountsFromItsOwnStart() throws {
    let part = PartSource(whole, 5..<12)
    #expect(part.byteCount == 7)
    #expect(try part.read(0..<7) == Array(5..<12))
    #expect(try part.read(2..<4) == [7, 8])
  }

  @Test func nothingOutsideIsRead() throws {
    let source = CountingSource(whole)
    let part = PartSource(source, 5..<12)
    #expect(try part.read(5..<100) == [10, 11])
    #expect(try part.read(50..<100) == [])
    #expect(source.furthest <= 12)
    #expect(PartSource(whole, 15..<40).byteCount == 5)
    #expect(PartSource(whole, 30..<40).byteCount == 0)
  }

  @Test func scatteredBytesAreJoined() throws {
    #expect(try BytePlaces([3..<5, 10..<11, 0..<2]).bytes(in: whole) == [3, 4, 10, 0, 1])
    #expect(try BytePlaces([3..<5, 19..<21]).bytes(in: whole) == nil, "the source has fewer")
    #expect(try BytePlaces([3..<5, 10..<11]).bytes(in: whole, limit: 2) == nil)
    let long = (0..<8_000_000).map { UInt8(truncatingIfNeeded: $0) }
    let ranges = stride(from: 0, to: long.count, by: 80).map { $0..<$0 + 80 }
    #expect(try BytePlaces(ranges).bytes(in: long) == long, "in time that does not grow with the ranges' number")
  }

  @Test func partsOfPartsAddUp() throws {
    #expect(try PartSource(PartSource(whole, 5..<15), 3..<6).read(1..<2) == [9])
  }

  private let bytes = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8) }

  @Test func everyRangeComesOutWhole() throws {
    var random = SplitMix64(seed: 1)
    for _ in 0..<200 {
      var reader = RangeReader(bytes)
      for _ in 0..<20 {
        let start = Int.random(in: 0...bytes.count, using: &random)
        let count = Int.random(in: 0...min(9_000, bytes.count - start), using: &random)
        #expect(try reader.bytes(at: start, count: count) == Array(bytes[start..<start + count]))
      }
    }
  }

  @Test(arguments: [(-1, 1), (0, -1), (20_000, 1), (19_999, 2), (20_001, 0), (.max, 1), (1, .max), (.min, 1)])
  func whatIsNotThereIsTruncated(offset: Int, count: Int) {
    var reader = RangeReader(bytes)
    #expect(throws: MetadataError(.truncated, at: 20_000)) { try reader.bytes(at: offset, count: count) }
  }

  @Test func theBudgetIsKept() throws {
    var reader = RangeReader(bytes, budget: 10_000)
    _ = try reader.bytes(at: 0, count: 4)
    _ = try reader.bytes(at: 100, count: 3_000)
    #expect(reader.budget == 10_000 - 4_096)
    _ = try reader.bytes(at: 5_000, count: 5_000)
    #expect(throws: MetadataError(.tooMuchMetadata, at: 12_000)) { try reader.bytes(at: 12_000, count: 4) }
    #expect(try reader.bytes(at: 4_000, count: 90).count == 90)
  }

  @Test func headsThatStandFarApartCostNoMoreThanTheyAre() throws {
    var reader = RangeReader(bytes, budget: 10_000)
    for place in [0, 100, 4_000] { #expect(try reader.head(at: place, count: 8) == Array(bytes[place..<place + 8])) }
    #expect(reader.budget == 10_000 - 4_096)
    for place in [9_000, 14_000] { #expect(try reader.head(at: place, count: 8) == Array(bytes[place..<place + 8])) }
    #expect(reader.budget == 10_000 - 4_096 - 16)
    #expect(try reader.head(at: 14_100, count: 8) == Array(bytes[14_100..<14_108]))
    #expect(reader.budget == 10_000 - 2 * 4_096 - 16, "what stands close is read along")
    #expect(throws: MetadataError(.truncated, at: 20_000)) { try reader.head(at: 19_993, count: 8) }
    #expect(throws: MetadataError(.truncated, at: 20_000)) { try reader.head(at: .max, count: 8) }
    for offset in [-1, Int.min] {
      #expect(throws: MetadataError(.truncated, at: 20_000)) { try reader.head(at: offset, count: 8) }
    }
  }

  @Test func structuresAreCounted() throws {
    var reader = RangeReader(bytes, structures: 2)
    try reader.count(at: 0)
    try reader.count(at: 8)
    #expect(throws: MetadataError(.tooManyStructures, at: 16)) { try reader.count(at: 16) }
  }

  @Test func numbersHaveTheirHighByteFirst() throws {
    var reader = RangeReader([0x12, 0x34, 0x56, 0x78, 0x80, 0, 0, 0, 0, 0, 0, 1] as [UInt8])
    #expect(try reader.number(at: 0, size: 1) == 0x12)
    #expect(try reader.number(at: 0, size: 3) == 0x123456)
    #expect(try reader.number(at: 0, size: 8) == 0x1234_5678_8000_0000)
    #expect(throws: MetadataError(.numberTooLarge, at: 4)) { try reader.number(at: 4, size: 8) }
    #expect(throws: MetadataError(.truncated, at: 12)) { try reader.number(at: 9, size: 4) }
  }
}
