// Photoshop's resources without their thumbnails, and every broken form unchanged. Photoshop's resources in a TIFF:
// paths, guides and resolution follow the image, the rest stays. IPTC's record without its preview, and every broken
// form without a trap.

import Testing
import UprightFixtures
import UprightGeometry

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

  private func dataset(_ number: UInt8, _ data: [UInt8], isLong: Bool = false) -> [UInt8] {
    let size = isLong ? [0x80, 4, 0, 0, 0, UInt8(data.count)] : [0, UInt8(data.count)]
    return [0x1C, 2, number] + size + data
  }

  @Test(arguments: [false, true])
  func thePreviewGoesAndTheRestStays(isLong: Bool) {
    let caption = dataset(120, [65, 66])
    let preview = [200, 201, 202].flatMap { dataset($0, [9, 9, 9], isLong: isLong) }
    for (record, kept) in [
      (preview + caption, caption), (caption + preview, caption), (caption + preview + caption, caption + caption),
      (preview, []), (caption, caption), (caption + preview + [0, 0], caption + [0, 0]),
    ] {
      #expect(IPTCRecord.withoutPreview(record) == kept)
    }
    let other = [0x1C, 1] + dataset(202, [1, 2, 3]).dropFirst(2)
    #expect(IPTCRecord.withoutPreview(other) == other)
  }

  /// A truncated preview is removed, with what follows it.
  @Test func whatBreaksOffStaysUnlessItIsAPreview() {
    let caption = dataset(120, [65, 66])
    let preview = dataset(202, [9, 9, 9])
    for count in 5..<preview.count { #expect(IPTCRecord.withoutPreview(caption + preview.prefix(count)) == caption) }
    for count in 0..<caption.count {
      #expect(IPTCRecord.withoutPreview(preview + caption.prefix(count)) == Array(caption.prefix(count)))
    }
    for index in preview.indices {
      for value in [0, 1, 0x1C, 0x7F, 0x80, 0xFF] as [UInt8] {
        var changed = preview + caption
        changed[index] = value
        #expect(IPTCRecord.withoutPreview(changed).count <= changed.count)
      }
    }
  }
}

@Suite struct PhotoshopPositionsTests {
  private static func resource(_ number: Int, _ data: [UInt8]) -> [UInt8] {
    let head: [UInt8] = Array("8BIM".utf8) + BigEndian.bytes(number, size: 2) + [0, 0]
    let padding = [UInt8](repeating: 0, count: data.count % 2)
    return head + BigEndian.bytes(data.count, size: 4) + data + padding
  }

  /// A knot with three equal points at these fractions of height and width.
  private static func knot(_ down: Double, _ across: Double) -> [UInt8] {
    let point: [UInt8] = [down, across].flatMap { BigEndian.bytes(Int($0 * Double(1 << 24)), size: 4) }
    return [0, 1] + point + point + point
  }

  private static let length: [UInt8] = [0, 0, 0, 1] + [UInt8](repeating: 0, count: 22)
  private static let resolution: [UInt8] = [0, 72, 0, 0, 0, 1, 0, 1, 1, 44, 0, 0, 0, 2, 0, 2]
  private static func guides(_ place: Int, _ isLevel: UInt8, grid: [Int]) -> [UInt8] {
    let numbers: [Int] = [1] + grid + [1, place * 32]
    return numbers.flatMap { BigEndian.bytes($0, size: 4) } + [isLevel]
  }

  private static let size = PixelSize<Stored>(width: 24, height: 16)

  /// The change from the stored image to the displayed one.
  private static func edit(_ tag: ExifOrientation) -> MetadataEdit {
    let orientation = Orientation<Stored, Displayed>(exif: tag)
    let (new, map) = (orientation.applied(to: size), Transform2D(orientation, in: size))
    return MetadataEdit(
      size: PixelSize(width: new.width, height: new.height),
      map: Transform2D(a: map.a, b: map.b, c: map.c, d: map.d, tx: map.tx, ty: map.ty), thumbnail: nil,
      keepsProfile: true, keepsCoding: false)
  }

  /// A path, the resolution and a guide.
  private static func positions(
    knot: [UInt8], resolution: [UInt8], guides: [UInt8]
  ) -> [UInt8] {
    let path = resource(2_000, length + knot)
    return path + resource(1_005, resolution) + resource(1_032, guides)
  }

  /// Each tag's corner rule (TIFF 6.0, Orientation), for the point at a quarter of the width
  /// and a half of the height from the top left.
  @Test(arguments: [
    (1, 0.5, 0.25), (2, 0.5, 0.75), (3, 0.5, 0.75), (4, 0.5, 0.25), (5, 0.25, 0.5), (6, 0.25, 0.5), (7, 0.75, 0.5),
    (8, 0.75, 0.5),
  ])
  func aPathFollows(_ tag: Int, _ down: Double, _ across: Double) throws {
    let edit = Self.edit(try #require(ExifOrientation(rawValue: UInt8(tag))))
    let text = Self.resource(1_008, Array("caption".utf8))
    let thumbnail = Self.resource(1_036, [1, 2, 3])
    let before =
      text + thumbnail
      + Self.positions(
        knot: Self.knot(0.5, 0.25), resolution: Self.resolution, guides: Self.guides(6, 0, grid: [576, 288]))
    let image = TinyImage(width: 24, height: 16, filledWith: [9])
    let file = TinyTIFFFile(pages: [
      .init(image, entries: [.orientation(tag), TinyEntry(34_377, .byte, before.map(Int.init))])
    ]).bytes
    let swaps = tag >= 5
    let resolution = swaps ? Array(Self.resolution[8...] + Self.resolution[..<8]) : Self.resolution
    // The guide is an upright line at column 6 of 24.
    let column = [1: 6, 2: 18, 3: 18, 4: 6, 5: 6, 6: 6, 7: 18, 8: 18][tag] ?? 0
    let guides = Self.guides(column, swaps ? 1 : 0, grid: swaps ? [288, 576] : [576, 288])
    let after = text + Self.positions(knot: Self.knot(down, across), resolution: resolution, guides: guides)
    let carried = try Probe(file).carry(edit, from: file)
    #expect(carried.photoshop == after)
    let payload = Array("Photoshop 3.0\0".utf8) + after
    #expect(carried.segments.contains { $0.marker == 0xED && $0.payload == payload })
    let frame = TIFFFrame(width: 1, height: 1, stripRows: 1, colors: .gray, depth: 8, metadata: carried)
    let made = frame.opening(stripSizes: [1]) + [0] + frame.closing(stripSizes: [1])
    let entry = try #require(try TIFFHeader(made).first.table.directory.first(.photoshop))
    #expect(entry.type == 1)
    #expect(Array(made[entry.valueOffset..<entry.valueOffset + entry.count]) == after)
  }

  @Test func whatIsNotAResourceStays() throws {
    let move = ImageMove(storedSize: Self.size, orientation: .identity, edit: Self.edit(.rightTop))
    let odd: [[UInt8]] = [
      [], [1, 2, 3], Self.resource(2_000, [1]), Self.resource(1_032, [0, 0, 0, 1]), Self.resource(1_005, [7]),
    ]
    for bytes in odd {
      #expect(PhotoshopResources.moved(bytes, by: move) == bytes)
    }
    let count = Self.resource(1_032, [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9])
    #expect(PhotoshopResources.moved(count, by: move) == count)
  }
}
