// Photoshop's resources without their thumbnails, and every broken form unchanged.

import Testing
import UprightFixtures

@testable import UprightMetadata

@Suite struct PhotoshopResourcesTests {
  private static let head = Array("Photoshop 3.0\0".utf8)

  private func resource(_ number: Int, name: String = "", data: [UInt8]) -> [UInt8] {
    let title = [UInt8(name.utf8.count)] + Array(name.utf8)
    return Array("8BIM".utf8) + [UInt8(number >> 8), UInt8(number & 255)] + title
      + Array(repeating: 0, count: title.count % 2) + TinyTIFF.ByteOrder.big.bytes(data.count, width: 4) + data
      + Array(repeating: 0, count: data.count % 2)
  }

  @Test func smallImagesGoAndTheRestStays() {
    let caption = resource(1028, name: "IPTC", data: [0x1C, 2, 120, 0, 1, 65])
    let digest = resource(1061, data: Array(0..<15))
    for number in [1033, 1036] {
      for name in ["", "a", "ab", "abc"] {
        for count in 0...3 {
          let small = resource(number, name: name, data: Array(repeating: 9, count: count))
          for order in [
            [small, caption, digest], [caption, small, digest], [caption, digest, small], [small, small],
          ] {
            let kept = order.filter { $0 != small }
            let found = PhotoshopResources.withoutThumbnails(Self.head + order.flatMap { $0 })
            #expect(found == Self.head + kept.flatMap { $0 })
          }
        }
      }
    }
  }

  /// IPTC's preview (2:200 to 2:202) is removed from its record, and the resource states its new length; a copied
  /// record has none either.
  @Test func thePreviewInIPTCGoes() {
    let caption: [UInt8] = [0x1C, 2, 120, 0, 1, 65]
    let preview: [UInt8] = [0x1C, 2, 200, 0, 1, 1] + [0x1C, 2, 202, 0, 4, 9, 9, 9, 9]
    for name in ["", "IPTC"] {
      let payload = Self.head + resource(1028, name: name, data: caption + preview) + resource(1061, data: [4, 5])
      let kept = Self.head + resource(1028, name: name, data: caption) + resource(1061, data: [4, 5])
      #expect(PhotoshopResources.withoutThumbnails(payload) == kept)
      #expect(PhotoshopResources.withoutPosition(payload) == kept)
      #expect(PhotoshopResources.iptc(in: payload) == caption)
    }
  }

  /// Copies of Exif and XMP are removed with the location, in any position and order; IPTC's record and everything else
  /// stays.
  @Test func copiesOfExifAndXMPGoWithThePosition() {
    let caption = resource(1028, name: "IPTC", data: [0x1C, 2, 120, 0, 1, 65])
    for number in [1033, 1036, 1058, 1059, 1060] {
      for count in 0...3 {
        let copy = resource(number, name: "c", data: Array(repeating: 9, count: count))
        for order in [[copy, caption], [caption, copy], [copy, caption, copy], [copy]] {
          let kept = order.filter { $0 != copy }.flatMap { $0 }
          #expect(PhotoshopResources.withoutPosition(Self.head + order.flatMap { $0 }) == Self.head + kept)
        }
        let isThumbnail = [1033, 1036].contains(number)
        #expect(PhotoshopResources.withoutThumbnails(Self.head + copy) == Self.head + (isThumbnail ? [] : copy))
      }
    }
  }

  /// A truncated resource might be a copy, so none of it is trusted.
  @Test func brokenResourcesGoWithThePosition() {
    let payload = Self.head + resource(1028, data: [1, 2, 3, 4]) + resource(1058, data: [5, 6])
    let ends = [Self.head.count, payload.count - resource(1058, data: [5, 6]).count, payload.count]
    for count in Self.head.count...payload.count {
      let found = PhotoshopResources.withoutPosition(Array(payload[..<count]))
      #expect((found != nil) == ends.contains(count), "\(count)")
    }
  }

  @Test func othersStayByteForByte() {
    for name in ["", "x", "even", "odd"] {
      for count in [0, 1, 2, 255, 256] {
        let all = (1000...1040).filter { ![1033, 1036].contains($0) }.flatMap {
          resource($0, name: name, data: Array(repeating: UInt8($0 & 255), count: count))
        }
        #expect(PhotoshopResources.withoutThumbnails(Self.head + all) == Self.head + all)
      }
    }
  }

  /// Truncated anywhere or with any byte changed: no trap, and invalid data is returned unchanged.
  @Test func brokenFormsComeBackOrLoseASmallImageOnly() {
    let small = resource(1036, name: "n", data: Array(repeating: 9, count: 21))
    let payload = Self.head + resource(1028, data: [1, 2, 3]) + small + resource(1061, data: [4, 5])
    for count in Self.head.count...payload.count {
      let prefix = Array(payload[..<count])
      let found = PhotoshopResources.withoutThumbnails(prefix)
      #expect(found == prefix || found.count <= prefix.count - small.count + 1)
    }
    for index in Self.head.count..<payload.count {
      for value in [0, 1, 0x7F, 0xFF] as [UInt8] {
        var changed = payload
        changed[index] = value
        #expect(PhotoshopResources.withoutThumbnails(changed).count <= changed.count)
      }
    }
    #expect(PhotoshopResources.withoutThumbnails(Self.head) == Self.head)
    #expect(PhotoshopResources.withoutThumbnails([]) == [])
  }
}
