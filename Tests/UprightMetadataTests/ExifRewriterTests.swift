// Numbers of an Exif block with a position in the image: sizes and subjects move with the pixels.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct ExifRewriterTests {
  private func rewritten(
    _ block: TinyTIFF, size: PixelSize<Output>, map: Transform2D<Stored, Output>, thumbnail: [UInt8]? = nil
  ) throws -> TIFFBlock {
    let edit = MetadataEdit(size: size, map: map, thumbnail: thumbnail, keepsProfile: true, keepsCoding: true)
    return ExifRewriter(try #require(TIFFBlock(block.bytes)), edit: edit).block
  }

  private func numbers(_ tag: TIFFTag, in directory: TIFFDirectory?, of block: TIFFBlock) throws -> [Int] {
    let entry = try #require(directory?.first(tag))
    return (0..<entry.count).compactMap { block.integer(of: entry, at: $0) }
  }

  /// Where a point (x, y) of a stored image w × h is displayed: the figures of TIFF's eight cases, written out.
  static func shown(_ tag: ExifOrientation, x: Int, y: Int, w: Int, h: Int) -> (Int, Int) {
    switch tag {
    case .topLeft: (x, y)
    case .topRight: (w - x, y)
    case .bottomRight: (w - x, h - y)
    case .bottomLeft: (x, h - y)
    case .leftTop: (y, x)
    case .rightTop: (h - y, x)
    case .rightBottom: (h - y, w - x)
    case .leftBottom: (y, w - x)
    }
  }

  @Test(arguments: ExifOrientation.allCases, TinyTIFF.ByteOrder.allCases)
  func subjectsMoveWithThePixels(tag: ExifOrientation, order: TinyTIFF.ByteOrder) throws {
    let stored = PixelSize<Stored>(width: 400, height: 300)
    let swaps = tag.rawValue > 4
    let size = PixelSize<Output>(width: swaps ? 300 : 400, height: swaps ? 400 : 300)
    let oriented = Orientation(exif: tag)
    let turn = Orientation<Stored, Output>(mirrored: oriented.isMirrored, clockwise: oriented.clockwiseQuarters)
    let (x, y) = Self.shown(tag, x: 50, y: 70, w: 400, h: 300)
    for (area, expected) in [
      ([50, 70], [x, y]), ([50, 70, 20], [x, y, 20]), ([50, 70, 30, 10], [x, y, swaps ? 10 : 30, swaps ? 30 : 10]),
    ] {
      var block = TinyTIFF(order, orientation: Int(tag.rawValue))
      block.exif = [.subjectArea(area)]
      let found = try rewritten(block, size: size, map: Transform2D(turn, in: stored))
      #expect(try numbers(.subjectArea, in: found.exifDirectory, of: found) == expected)
      #expect(try numbers(.orientation, in: found.ifd0, of: found) == [1])
    }
  }

  /// Of (340…440, -10…30) half remains when halved: (170…220, -5…15); from (180, 0) on, 40 × 80 of it is shown.
  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func subjectsAreScaledAndClipped(order: TinyTIFF.ByteOrder) throws {
    var block = TinyTIFF(order)
    block.exif = [.subjectArea([390, 10, 100, 40]), TinyEntry(0xA214, .short, [400, 20])]
    let map = Transform2D<Stored, Output>(scaleX: 0.5, scaleY: 0.5, tx: -180, ty: 0)
    let found = try rewritten(block, size: PixelSize(width: 60, height: 80), map: map)
    #expect(try numbers(.subjectArea, in: found.exifDirectory, of: found) == [20, 8, 40, 15])
    #expect(try numbers(.subjectLocation, in: found.exifDirectory, of: found) == [20, 10])
  }

  /// Points, circles and rectangles outside: the field is removed, and all others of its directory stay unchanged.
  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func subjectsThatAreNotShownGo(order: TinyTIFF.ByteOrder) throws {
    for area in [[390, 10], [390, 10, 7], [390, 10, 20, 20]] {
      var block = TinyTIFF(order, ifd0: [.orientation(6)])
      block.exif = [TinyEntry(0x829A, .rational, [1, 60]), .subjectArea(area), TinyEntry(0xA214, .short, [390, 10])]
      block.makerNote = "a note that is longer than four bytes"
      block.exif.append(TinyEntry(0xA402, .short, [1]))
      let before = try #require(TIFFBlock(block.bytes))
      let found = try rewritten(
        block, size: PixelSize(width: 60, height: 80), map: Transform2D(scaleX: 1, scaleY: 1))
      let directory = try #require(found.exifDirectory)
      #expect(directory.isComplete && directory.next == 0 && found.bytes.count == before.bytes.count)
      let gone = [TIFFTag.subjectArea.rawValue, TIFFTag.subjectLocation.rawValue]
      let kept = (before.exifDirectory?.entries ?? []).filter { !gone.contains($0.tag) }
      #expect(directory.entries.map(\.tag) == kept.map(\.tag))
      for (now, then) in zip(directory.entries, kept) where then.count * then.elementSize > 4 {
        #expect(now.valueOffset == then.valueOffset)
      }
      #expect(try numbers(TIFFTag(rawValue: 0x9214) ?? .make, in: before.exifDirectory, of: before) == area)
      #expect(directory.first(.subjectArea) == nil && directory.first(.subjectLocation) == nil)
    }
  }

  /// Pixels per unit of the sensor: swapped with the axes, and scaled with the image.
  @Test(arguments: ExifOrientation.allCases, TinyTIFF.ByteOrder.allCases)
  func resolutionsFollowTheAxes(tag: ExifOrientation, order: TinyTIFF.ByteOrder) throws {
    var block = TinyTIFF(
      order, ifd0: [TinyEntry(0x11A, .rational, [300, 1]), TinyEntry(0x11B, .rational, [72, 1])])
    block.exif = [TinyEntry(0xA20E, .rational, [4_000_000, 225]), TinyEntry(0xA20F, .rational, [1, 3])]
    let stored = PixelSize<Stored>(width: 400, height: 300)
    let turn = Transform2D(Orientation(exif: tag), in: stored)
    let map = turn.then(Transform2D<Displayed, Output>(scaleX: 0.25, scaleY: 0.1))
    let found = try rewritten(block, size: PixelSize(width: 100, height: 30), map: map)
    func ratio(_ tag: TIFFTag, _ directory: TIFFDirectory?) throws -> Double {
      let entry = try #require(directory?.first(tag))
      return Double(try #require(found.u32(at: entry.valueOffset)))
        / Double(try #require(found.u32(at: entry.valueOffset + 4)))
    }
    let swaps = tag.rawValue > 4
    #expect(try ratio(.xResolution, found.ifd0) == (swaps ? 72 : 300))
    #expect(try ratio(.yResolution, found.ifd0) == (swaps ? 300 : 72))
    let sensor = swaps ? (1.0 / 3, 4_000_000.0 / 225) : (4_000_000.0 / 225, 1.0 / 3)
    let (across, down) = (
      try ratio(.focalPlaneXResolution, found.exifDirectory), try ratio(.focalPlaneYResolution, found.exifDirectory)
    )
    #expect(abs(across / (sensor.0 * 0.25) - 1) < 1e-6 && abs(down / (sensor.1 * 0.1) - 1) < 1e-6)
  }

  @Test(arguments: [TinyEntry.FieldType.short, .long], TinyTIFF.ByteOrder.allCases)
  func sizesAreThoseOfTheNewImage(type: TinyEntry.FieldType, order: TinyTIFF.ByteOrder) throws {
    var block = TinyTIFF(order, ifd0: [TinyEntry(256, type, [400]), TinyEntry(257, type, [300])])
    block.exif = [TinyEntry(0xA002, type, [400]), TinyEntry(0xA003, type, [300])]
    let found = try rewritten(block, size: PixelSize(width: 1_234, height: 56), map: Transform2D(scaleX: 1, scaleY: 1))
    #expect(try numbers(.imageWidth, in: found.ifd0, of: found) == [1_234])
    #expect(try numbers(.imageLength, in: found.ifd0, of: found) == [56])
    #expect(try numbers(.pixelXDimension, in: found.exifDirectory, of: found) == [1_234])
    #expect(try numbers(.pixelYDimension, in: found.exifDirectory, of: found) == [56])
    #expect(found.bytes.count == block.bytes.count)
  }

  @Test func everyTagBecomesOneInBothDirectories() throws {
    var block = TinyTIFF(.big, ifd0: [.orientation(6), .orientation(9), TinyEntry(274, .rational, [6, 1])])
    block.ifd1 = [.orientation(8)]
    block.thumbnail = TinyJPEG(.sixGrays).bytes
    let found = try rewritten(
      block, size: PixelSize(width: 1, height: 1), map: Transform2D(scaleX: 1, scaleY: 1), thumbnail: block.thumbnail)
    let entries = (found.ifd0?.all(.orientation) ?? []) + (found.ifd1?.all(.orientation) ?? [])
    #expect(entries.count == 4)
    #expect(entries.map { OrientationEntry($0, in: found).value } == Array(repeating: .topLeft, count: 4))
    #expect(entries.allSatisfy { OrientationEntry($0, in: found).isCanonical })
  }

  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func makerNotesStayWhereTheyAre(order: TinyTIFF.ByteOrder) throws {
    let source = TestFile.richBlock(order, orientation: 6)
    let note = Array("a note that is longer than four bytes\0".utf8)
    func place(in bytes: [UInt8]) -> Int? {
      (0..<bytes.count - note.count).first { bytes[$0..<$0 + note.count].elementsEqual(note) }
    }
    for thumbnail in [nil, TinyJPEG(.sixColors.enlarged(by: 20)).bytes] {
      let found = try rewritten(
        source, size: PixelSize(width: 9, height: 9), map: Transform2D(scaleX: 1, scaleY: 1), thumbnail: thumbnail)
      #expect(place(in: found.bytes) == place(in: source.bytes))
      #expect(place(in: found.bytes) != nil)
    }
  }

  @Test func aThumbnailThatDoesNotFitIsDropped() throws {
    let source = TestFile.richBlock(.little, orientation: 6)
    let found = try rewritten(
      source, size: PixelSize(width: 9, height: 9), map: Transform2D(scaleX: 1, scaleY: 1),
      thumbnail: Array(repeating: 1, count: 65_500))
    #expect(found.ifd1 == nil)
    #expect(found.bytes.count < source.bytes.count)
  }

  /// Only a JPEG's segment is limited.
  @Test func whereNothingLimitsItALongThumbnailStays() throws {
    let source = TestFile.richBlock(.little, orientation: 6)
    let long = [UInt8](repeating: 1, count: 65_500)
    var edit = MetadataEdit(
      size: PixelSize(width: 9, height: 9), map: Transform2D(scaleX: 1, scaleY: 1), thumbnail: long,
      keepsProfile: true, keepsCoding: true)
    edit.fitsSegment = false
    let found = ExifRewriter(try #require(TIFFBlock(source.bytes)), edit: edit).block
    let place = try #require(found.ifd1.flatMap { Thumbnail.range(in: found, ifd1: $0) })
    #expect(found.bytes[place].elementsEqual(long))
  }

  /// A wrong offset makes bytes of the thumbnail look like a directory.
  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func aDirectoryThatIsNoneKeepsNoThumbnail(order: TinyTIFF.ByteOrder) throws {
    let (old, new) = (TinyJPEG(.sixColors.enlarged(by: 9)).bytes, TinyJPEG(.letterF.enlarged(by: 9)).bytes)
    var source = TinyTIFF(order, ifd0: [.orientation(1)])
    source.exif = [TinyEntry(0xA005, .long, [0]), TinyEntry(0xA420, text: "a name")]
    source.thumbnail = old
    source.exif[0].values = [source.bytes.count - old.count + 2]
    let (size, map) = (PixelSize<Output>(width: 9, height: 9), Transform2D<Stored, Output>(scaleX: 1, scaleY: 1))
    let replaced = try rewritten(source, size: size, map: map, thumbnail: new)
    #expect(Thumbnail(in: replaced)?.bytes == new)
    let dropped = try rewritten(source, size: size, map: map)
    #expect(dropped.ifd1 == nil && dropped.bytes.count == source.bytes.count - old.count)
    #expect(dropped.bytes.contains(sequence: Array("a name".utf8)))
  }

  @Test func numbersThatAreNoneStayInRange() throws {
    var block = TinyTIFF(.big)
    block.exif = [.subjectArea([65_535, 65_535, 65_535, 65_535])]
    for map in [
      Transform2D<Stored, Output>(scaleX: .infinity, scaleY: .nan), Transform2D(scaleX: 1e300, scaleY: -1e300),
      Transform2D(scaleX: 0, scaleY: 0),
    ] {
      let found = try rewritten(block, size: PixelSize(width: 100, height: 50), map: map)
      guard found.exifDirectory?.first(.subjectArea) != nil else { continue }
      let area = try numbers(.subjectArea, in: found.exifDirectory, of: found)
      #expect(area.count == 4)
      #expect((0...100).contains(area[0]))
      #expect((0...50).contains(area[1]))
    }
  }
}

// MARK: - Thumbnails: at any position, the new one remains or none

extension ExifRewriterTests {
  /// A block whose IFD1 names `old`, after everything except `tail`.
  private func named(
    _ order: TinyTIFF.ByteOrder, _ old: [UInt8], tail: [UInt8] = [], offset: TinyEntry.FieldType = .long,
    length: TinyEntry.FieldType = .long
  ) -> (bytes: [UInt8], place: Range<Int>) {
    var source = TinyTIFF(order, orientation: 1)
    source.makerNote = "a note that is longer than four bytes"
    source.ifd1 = [TinyEntry(513, offset, [0]), TinyEntry(514, length, [old.count])]
    let start = source.bytes.count
    source.ifd1[0].values = [start]
    return (source.bytes + old + tail, start..<start + old.count)
  }

  private func rewritten(_ bytes: [UInt8], thumbnail: [UInt8]?) throws -> TIFFBlock {
    let edit = MetadataEdit(
      size: PixelSize(width: 9, height: 9), map: Transform2D(scaleX: 1, scaleY: 1), thumbnail: thumbnail,
      keepsProfile: true, keepsCoding: true)
    return ExifRewriter(try #require(TIFFBlock(bytes)), edit: edit).block
  }

  private func smallImage(in block: TIFFBlock) -> [UInt8]? {
    guard let ifd1 = block.ifd1, let place = Thumbnail.range(in: block, ifd1: ifd1) else { return nil }
    return Array(block.bytes[place])
  }

  private static let old = [UInt8](repeating: 0xAB, count: 40)
  private static let tails: [[UInt8]] = [[], [0], [0, 0, 0, 0], Array("a value of another directory".utf8)]

  /// Smaller, as large, larger × at the end, in the middle × both byte orders: the new one is there, nothing else
  /// moved.
  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func theNewImageIsNamedAndNothingElseMoves(order: TinyTIFF.ByteOrder) throws {
    for tail in Self.tails {
      let (bytes, place) = named(order, Self.old, tail: tail)
      let before = try #require(TIFFBlock(bytes))
      let fields = try [TIFFTag.thumbnailOffset, .thumbnailLength].map { tag -> Range<Int> in
        let entry = try #require(before.ifd1?.first(tag))
        return entry.valueOffset..<entry.valueOffset + 4
      }
      for count in [1, 39, 40, 41, 400, 60_000] {
        let new = (0..<count).map { UInt8($0 % 100 + 1) }
        let found = try rewritten(bytes, thumbnail: new)
        #expect(smallImage(in: found) == new, "\(count) for 40 before \(tail.count)")
        #expect(!found.bytes.contains(0xAB), "nothing of the old one is left")
        for index in bytes.indices where !place.contains(index) && !fields.contains(where: { $0.contains(index) }) {
          #expect(found.bytes[safe: index] == bytes[index] || tail.isEmpty && index >= place.lowerBound)
        }
        let grown = tail.isEmpty ? count - 40 : count > 40 ? count : 0
        #expect(found.bytes.count == bytes.count + grown)
      }
    }
  }

  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func aDroppedImageLeavesNothing(order: TinyTIFF.ByteOrder) throws {
    for tail in Self.tails {
      let (bytes, place) = named(order, Self.old, tail: tail)
      for thumbnail in [nil, [UInt8](repeating: 1, count: 65_500)] {
        let found = try rewritten(bytes, thumbnail: thumbnail)
        #expect(found.ifd1 == nil && found.ifd0?.next == 0 && !found.bytes.contains(0xAB))
        #expect(found.bytes.count == (tail.isEmpty ? place.lowerBound : bytes.count))
        #expect(found.bytes.suffix(tail.count) == tail[...])
        #expect(found.exifDirectory == TIFFBlock(bytes)?.exifDirectory)
      }
    }
  }

  /// Fields too narrow for the new one's position or length: none is better than a wrong one.
  @Test func fieldsThatAreTooNarrowNameNothing() throws {
    let types: [TinyEntry.FieldType] = [.byte, .short, .long, .sshort, .slong]
    for offset in types.dropFirst() {
      for length in types {
        for tail in Self.tails {
          let (bytes, _) = named(.big, Self.old, tail: tail, offset: offset, length: length)
          #expect(smallImage(in: try #require(TIFFBlock(bytes))) == Self.old)
          for count in [30, 200, 300, 33_000, 60_000] {
            let new = [UInt8](repeating: 7, count: count)
            let found = try rewritten(bytes, thumbnail: new)
            let fits = length == .byte ? count < 256 : length == .sshort ? count < 32_768 : true
            #expect(smallImage(in: found) == (fits ? new : nil), "\(count) in \(length) at \(offset)")
            #expect(!found.bytes.contains(0xAB))
            if !fits { #expect(found.ifd1 == nil) }
          }
        }
      }
    }
  }

  /// A position that claims to be anywhere, also over directories: the rest is read as before.
  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func placesOverDirectoriesHarmNone(order: TinyTIFF.ByteOrder) throws {
    let (bytes, place) = named(order, Self.old)
    let before = try #require(TIFFBlock(bytes))
    let entry = try #require(before.ifd1?.first(.thumbnailOffset))
    let length = try #require(before.ifd1?.first(.thumbnailLength))
    for start in 0...place.upperBound {
      for count in [1, 12, 40, bytes.count - start] where count > 0 {
        var lying = before
        lying.setInteger(start, of: entry)
        lying.setInteger(count, of: length)
        for thumbnail in [nil, [UInt8](repeating: 5, count: 6), [UInt8](repeating: 5, count: 900)] {
          let found = try rewritten(lying.bytes, thumbnail: thumbnail)
          #expect(found.ifd0?.entries == before.ifd0?.entries && found.ifd0?.isComplete == true)
          #expect(found.exifDirectory?.entries == before.exifDirectory?.entries)
          let small = smallImage(in: found)
          #expect(small == nil || small == thumbnail, "\(count) from \(start)")
        }
      }
    }
  }

  /// Every byte changed, and every prefix: no trap, a canonical tag if there is one, the new thumbnail or none.
  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func damagedBlocksAreRewrittenAsFarAsTheyGo(order: TinyTIFF.ByteOrder) throws {
    var source = TinyTIFF(
      order, ifd0: [TinyEntry(256, .short, [40]), .orientation(6), TinyEntry(282, .rational, [72, 1])])
    source.exif = TinyEntry.pixelDimensions(width: 40, height: 30) + [.subjectArea([10, 11, 4, 5])]
    source.thumbnail = Self.old
    let bytes = source.bytes
    let mutations = bytes.indices.flatMap { index in
      [0, 1, 8, 0x7F, 0xFF, bytes[index] &+ 1, bytes[index] ^ 0x80].map { value -> [UInt8] in
        var changed = bytes
        changed[index] = value
        return changed
      }
    }
    for damaged in mutations + bytes.indices.map({ Array(bytes[..<$0]) }) where TIFFBlock(damaged) != nil {
      for thumbnail in [nil, [UInt8](repeating: 5, count: 60)] {
        let found = try rewritten(damaged, thumbnail: thumbnail)
        let small = smallImage(in: found)
        #expect(small == nil || small == thumbnail || found.ifd0?.isComplete != true)
        #expect(found.bytes.count <= damaged.count + 60)
        let tags = found.ifd0?.all(.orientation) ?? []
        #expect(tags.allSatisfy { OrientationEntry($0, in: found).value == .topLeft }, "\(damaged)")
      }
    }
  }

  @Test func uncompressedImagesAreBlanked() throws {
    var source = TinyTIFF(.big, orientation: 6)
    source.ifd1 = [TinyEntry(259, .short, [1]), TinyEntry(273, .long, [0, 0]), TinyEntry(279, .long, [5, 7])]
    let start = source.bytes.count
    source.ifd1[1].values = [start, start + 5]
    let bytes = source.bytes + [UInt8](repeating: 0xAB, count: 12) + [1, 2]
    let found = try rewritten(bytes, thumbnail: nil)
    #expect(found.ifd1 == nil && !found.bytes.contains(0xAB) && found.bytes.suffix(2) == [1, 2])
  }

  /// Pixels per unit across become those down if the axes swap, and stay otherwise.
  @Test(arguments: ExifOrientation.allCases)
  func resolutionsTurnAlong(_ tag: ExifOrientation) throws {
    for order in TinyTIFF.ByteOrder.allCases {
      let source = TinyTIFF(
        order, ifd0: [TinyEntry(282, .rational, [300, 1]), TinyEntry(283, .rational, [1_440, 10])])
      let turn = Orientation<Stored, Displayed>(exif: tag)
      let map = Transform2D(turn, in: PixelSize(width: 8, height: 6)).then(
        Transform2D<Displayed, Output>(scaleX: 1, scaleY: 1))
      let found = try rewritten(source, size: PixelSize(width: 8, height: 6), map: map)
      let numbers = try [282, 283].map { number -> [Int?] in
        let entry = try #require(found.ifd0?.entries.first { $0.tag == number })
        return [found.u32(at: entry.valueOffset), found.u32(at: entry.valueOffset + 4)]
      }
      #expect(numbers == (tag.rawValue >= 5 ? [[1_440, 10], [300, 1]] : [[300, 1], [1_440, 10]]))
    }
  }
}

extension Array {
  /// The element, or nil beyond the end.
  fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
