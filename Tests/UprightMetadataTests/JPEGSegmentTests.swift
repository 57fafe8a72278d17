// A segment's identifier: every identifier with every marker, and one byte short.

import Testing
import UprightFixtures

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
}
