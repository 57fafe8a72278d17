// Reading in ranges: the requests to a source, and what is never read of a large one.

import Testing
import UprightFixtures
import UprightGeometry
import UprightMetadata
import UprightTestTools

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
}
