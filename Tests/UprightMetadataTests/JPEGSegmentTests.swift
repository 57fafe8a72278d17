// A segment's identifier: every identifier with every marker, and one byte short. The walk over marker segments: the
// position of each, fill and stray bytes, read windows.

import Testing
import UprightFixtures
import UprightTestTools

@testable import UprightMetadata

@Suite struct JPEGSegmentTests {
  private static let identifiers: [(marker: UInt8, text: String, kind: JPEGSegment.Kind)] = [
    (0xE0, "JFIF\0", .jfif), (0xE0, "JFXX\0", .jfifExtension), (0xE1, "Exif\0\0", .exif),
    (0xE1, "http://ns.adobe.com/xap/1.0/\0", .xmp), (0xE2, "ICC_PROFILE\0", .icc), (0xE2, "MPF\0", .multiPicture),
    (0xE1, "http://ns.adobe.com/xmp/extension/\0", .extendedXMP),
    (0xE2, "urn:iso:std:iso:ts:21496:-1\0", .gainMap),
    (0xE1, "FLIR\0", .thermal(.flir)),
    (0xED, "Photoshop 3.0\0", .photoshop), (0xEE, "Adobe", .adobe),
  ]

  /// All identifiers × all application markers and comments: each is recognized with its own marker only.
  @Test func identifiersCountUnderTheirMarkerOnly() {
    for (own, text, kind) in Self.identifiers {
      for marker in Array(0xE0...0xEF) + [0xFE, 0xDB] as [UInt8] {
        let found = JPEGSegment.kind(marker: marker, head: Array(text.utf8) + [1, 2, 3])
        #expect(found == (marker == own ? kind : .other), "\(text) under \(marker)")
      }
    }
  }

  @Test func everyByteOfAnIdentifierCounts() {
    for (marker, text, kind) in Self.identifiers {
      let name = Array(text.utf8)
      #expect(JPEGSegment.kind(marker: marker, head: name) == kind)
      for index in name.indices {
        var wrong = name
        wrong[index] ^= 0x20
        #expect(JPEGSegment.kind(marker: marker, head: wrong) == .other)
        #expect(JPEGSegment.kind(marker: marker, head: Array(name[..<index])) == .other)
      }
    }
  }

  /// A JUMBF box is recognized by its two letters and by its type, ten bytes apart.
  @Test func aBoxInAnApplicationSegmentIsKnownByItsType() {
    let head = Array("JP".utf8) + [0, 1, 0, 0, 0, 1, 0, 0, 1, 0] + Array("jumb".utf8)
    #expect(JPEGSegment.kind(marker: 0xEB, head: head) == .jumbf)
    #expect(JPEGSegment.kind(marker: 0xEB, head: head + [1, 2, 3]) == .jumbf)
    #expect(JPEGSegment.kind(marker: 0xEA, head: head) == .other)
    for count in head.indices { #expect(JPEGSegment.kind(marker: 0xEB, head: Array(head[..<count])) == .other) }
    for index in head.indices {
      var changed = head
      changed[index] ^= 0x20
      let counts = index < 2 || index >= 12
      #expect(JPEGSegment.kind(marker: 0xEB, head: changed) == (counts ? .other : .jumbf))
    }
  }

  @Test func noIdentifierIsLongerThanWhatIsRead() {
    #expect(Self.identifiers.map { Array($0.text.utf8).count }.max() == JPEGSegment.Identifier.longest)
  }

  /// A length of sixteen bits counts its own two bytes (ITU T.81, B.1.1.4).
  @Test func theLongestPayloadFillsTheLength() { #expect(JPEGSegment.longestPayload + 2 == Int(UInt16.max)) }

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
