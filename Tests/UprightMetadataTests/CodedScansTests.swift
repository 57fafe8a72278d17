// The coded data of a JPEG: stuffed bytes, restarts and segments between scans do not end it, whatever they contain.

import Testing
import UprightFixtures
import UprightTestTools

@testable import UprightMetadata

@Suite struct CodedScansTests {
  /// Coded data with everything that resembles an end, and its length.
  private static let data: [UInt8] =
    [1, 2, 0xFF, 0x00, 0xD9, 0xFF, 0xD0, 3, 0xFF, 0xD7, 0xFF, 0xFF, 0xD1, 0xD9, 0xFF, 0x01, 0xD9]
    + [0xFF, 0xC4, 0, 6, 0xFF, 0xD9, 0xFF, 0xD9, 4, 0xFF, 0xDA, 0, 2, 0xD9, 0xFF, 0x00]

  @Test func onlyTheEndMarkerEnds() {
    for fill in 0...3 {
      let bytes = Self.data + Array(repeating: 0xFF, count: fill + 1) + [0xD9, 7, 0xFF, 0xD9]
      #expect(CodedScans.imageEnd(in: bytes, after: 0) == Self.data.count + fill + 2)
    }
    #expect(CodedScans.imageEnd(in: Self.data, after: 0) == nil)
  }

  /// Read in pieces, cut anywhere: the end is the same.
  @Test func piecesMakeNoDifference() throws {
    let bytes = Self.data + [0xFF, 0xD9, 9, 9]
    for cut in 0...bytes.count {
      let start = 1 << 16 - cut
      let scans = try CodedScans([UInt8](repeating: 0, count: start) + bytes, from: 0)
      #expect(scans.end == start + Self.data.count + 2)
      #expect(scans.isClosed)
    }
  }

  /// Lengths of two and less have no payload; the longest is skipped whole.
  @Test func segmentsArePassedOverByTheirLength() throws {
    for length in [0, 1, 2, 3, 4, 300, 65_535] {
      let payload = [UInt8](repeating: 0xD9, count: max(0, length - 2))
      let bytes = [0xFF, 0xE4, UInt8(length >> 8), UInt8(length & 255)] + payload + [0xFF, 0xD9]
      let scans = try CodedScans(bytes, from: 0)
      #expect(scans.end == bytes.count)
      #expect(scans.segments.map(\.payload) == [4..<4 + payload.count])
    }
  }

  @Test func noMoreSegmentsAreNotedThanAsked() throws {
    let bytes: [UInt8] = [UInt8](repeatElement([0xFF, 0xE4, 0, 2], count: 3).joined()) + [0xFF, 0xD9]
    for limit in 0...4 {
      let scans = try CodedScans(bytes, from: 0, segmentLimit: limit)
      #expect(scans.segments.map(\.offset) == Array([0, 4, 8].prefix(limit)))
      #expect(scans.end == bytes.count)
    }
  }

  @Test func everythingAfterTheImageIsATrailer() throws {
    for trailer in [[], [0xFF, 0xD9], Array("behind".utf8), TinyJPEG(.sixColors).bytes] as [[UInt8]] {
      for interval in [0, 1] {
        var jpeg = TinyJPEG(TinyImage.sixColors.enlarged(by: 9), exif: TestFile.richBlock(.big, orientation: 6))
        jpeg.restartInterval = interval
        let end = jpeg.bytes.count
        jpeg.trailer = trailer
        #expect(try Probe(jpeg.bytes).imageEnd(in: jpeg.bytes) == end)
      }
    }
  }

  @Test func anImageWithoutEndReachesToTheSources() throws {
    let whole = TinyJPEG(TinyImage.letterF.enlarged(by: 8)).bytes
    let start = try JPEGHeader(whole).scanOffset
    for count in start..<whole.count - 1 {
      let prefix = Array(whole[..<count])
      #expect(try Probe(prefix).imageEnd(in: prefix) == count)
    }
    let long: [UInt8] = Array(whole.dropLast(2)) + [UInt8](repeating: 5, count: 200_000) + [0xFF, 0xD9, 1]
    let source = CountingSource(long)
    #expect(try Probe(long).imageEnd(in: source) == long.count - 1)
    #expect(source.ranges.allSatisfy { $0.count <= 1 << 16 }, "in pieces")
  }

  @Test func carriedBytesCountEverySegmentAsOftenAsItIsInMemory() throws {
    let segments: [TinySegment] = [.jfif, .comment("abc"), .exif(TinyTIFF(orientation: 6))]
    let probe = try Probe(TinyJPEG(.sixColors, segments: segments).bytes)
    #expect(probe.carriedByteCount == 4 * segments.reduce(0) { $0 + $1.payload.count })
    #expect(try Probe(TinyJPEG(.sixColors).bytes).carriedByteCount == 0)
  }
}
