// The walk over marker segments: the position of each, fill and stray bytes, read windows.

import Testing
import UprightFixtures
import UprightTestTools

@testable import UprightMetadata

@Suite struct JPEGWalkerTests {
  /// All segments, and the positions of stray bytes.
  private func walk(_ bytes: [UInt8]) throws(MetadataError) -> (segments: [JPEGSegment], stray: Int?) {
    var walker = try JPEGWalker(bytes)
    var found: [JPEGSegment] = []
    while let segment = try walker.next() {
      found.append(segment)
      if segment.marker == 0xDA { break }
    }
    return (found, walker.junkOffset)
  }

  @Test func segmentsStandWhereTheyStand() throws {
    let bytes = TinyJPEG(.sixGrays, segments: [.jfif, .comment("hello")]).bytes
    let (segments, stray) = try walk(bytes)
    #expect(segments.map(\.marker) == [0xE0, 0xFE, 0xDB, 0xC0, 0xC4, 0xDA])
    #expect(stray == nil)
    for segment in segments {
      #expect(bytes[segment.offset] == 0xFF)
      #expect(bytes[segment.offset + 1] == segment.marker)
      #expect(segment.payload.lowerBound == segment.offset + 4)
    }
    #expect(Array(bytes[segments[1].payload]) == Array("hello".utf8))
    for (one, next) in zip(segments, segments.dropFirst()) { #expect(one.payload.upperBound == next.offset) }
  }

  @Test(arguments: [0, 1, 2, 7, 5_000])
  func fillBytesAreNoStrays(count: Int) throws {
    var file = TinyJPEG(.sixGrays, segments: [.jfif, .comment("c")])
    file.segments[1].fillBytes = count
    let (segments, stray) = try walk(file.bytes)
    #expect(stray == nil)
    #expect(segments[1].marker == 0xFE)
    #expect(segments[1].offset == 20 + count)
  }

  @Test(arguments: [1, 2, 100, 5_000])
  func straysAreSkipped(count: Int) throws {
    let bytes = TinyJPEG(.sixGrays, segments: [.jfif, .comment("c")]).bytes
    let (segments, stray) = try walk(bytes[..<20] + Array(repeating: 0x55, count: count) + bytes[20...])
    #expect(stray == 20)
    #expect(segments[1].marker == 0xFE)
    #expect(segments[1].offset == 20 + count)
  }

  @Test func markersWithoutPayloadAreSkipped() throws {
    let bytes = TinyJPEG(.sixGrays, segments: [.comment("c")]).bytes
    let (segments, _) = try walk(bytes[..<2] + [0xFF, 0x01, 0xFF, 0xD3, 0xFF, 0xD8] + bytes[2...])
    #expect(segments.first?.marker == 0xFE)
    #expect(segments.first?.offset == 8)
  }

  @Test func theEndMarkerEnds() throws {
    let (segments, _) = try walk([0xFF, 0xD8, 0xFF, 0xFE, 0, 2, 0xFF, 0xD9, 0xFF, 0xFE, 0, 2])
    #expect(segments.count == 1)
  }

  @Test func payloadsAreReadWholeOrInPart() throws {
    let long = (0..<9_000).map { UInt8(truncatingIfNeeded: $0 &* 13) }
    let bytes = TinyJPEG(.sixGrays, segments: [TinySegment(0xE7, long)]).bytes
    var walker = try JPEGWalker(bytes)
    let segment = try #require(try walker.next())
    #expect(try walker.payload(of: segment) == long)
    #expect(try walker.payload(of: segment, limit: 10) == Array(long.prefix(10)))
    #expect(try walker.payload(of: segment, limit: 0) == [])
    #expect(try walker.next()?.marker == 0xDB, "reading a payload moves nothing")
  }

  @Test func segmentsAcrossTheWindowAreWhole() throws {
    for length in 4_060...4_100 {
      let block = TinyTIFF(.big, orientation: 6)
      let filler = TinySegment(0xE7, Array(repeating: 1, count: length))
      let source = CountingSource(TinyJPEG(.sixGrays, segments: [filler, .exif(block)]).bytes)
      var walker = try JPEGWalker(source)
      _ = try walker.next()
      let segment = try #require(try walker.next())
      #expect(try walker.payload(of: segment) == TinySegment.exif(block).payload)
    }
  }

  @Test func kindsAreToldByTheirIdentifiers() {
    let cases: [(TinySegment, JPEGSegment.Kind)] = [
      (.jfif, .jfif), (TinySegment(0xE0, Array("JFXX\0".utf8)), .jfifExtension), (.exif([]), .exif), (.xmp([]), .xmp),
      (TinySegment.icc([1])[0], .icc), (.multiPicture([]), .multiPicture), (.adobe(transform: 1), .adobe),
      (.comment("Exif\0\0"), .other), (TinySegment(0xE1, Array("Exif\0".utf8)), .other),
      (TinySegment(0xE2, []), .other),
      (TinySegment(0xE1, TinySegment.jfif.payload), .other),
    ]
    for (segment, kind) in cases {
      #expect(JPEGSegment.kind(marker: segment.marker, head: segment.payload) == kind)
    }
  }
}
