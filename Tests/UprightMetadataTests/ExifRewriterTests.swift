// Numbers of an Exif block that have a place in the picture: sizes and subjects, moved as the pixels move.

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

  /// Where a place (x, y) of a stored picture w × h lies when displayed: the figures of TIFF's eight cases, written out.
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

  @Test func subjectsAreScaledAndHeldInside() throws {
    var block = TinyTIFF(.big)
    block.exif = [.subjectArea([390, 10, 100, 40]), TinyEntry(0xA214, .short, [20, 290])]
    let map = Transform2D<Stored, Output>(scaleX: 0.5, scaleY: 0.5, tx: -100, ty: -20)
    let found = try rewritten(block, size: PixelSize(width: 60, height: 80), map: map)
    #expect(try numbers(.subjectArea, in: found.exifDirectory, of: found) == [60, 0, 50, 20])
    #expect(try numbers(.subjectLocation, in: found.exifDirectory, of: found) == [0, 80])
  }

  @Test(arguments: [TinyEntry.FieldType.short, .long], TinyTIFF.ByteOrder.allCases)
  func sizesAreThoseOfTheNewPicture(type: TinyEntry.FieldType, order: TinyTIFF.ByteOrder) throws {
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
    let source = Exhibit.richBlock(order, orientation: 6)
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
    let source = Exhibit.richBlock(.little, orientation: 6)
    let found = try rewritten(
      source, size: PixelSize(width: 9, height: 9), map: Transform2D(scaleX: 1, scaleY: 1),
      thumbnail: Array(repeating: 1, count: 65_500))
    #expect(found.ifd1 == nil)
    #expect(found.bytes.count < source.bytes.count)
  }

  @Test func numbersThatAreNoneStayInRange() throws {
    var block = TinyTIFF(.big)
    block.exif = [.subjectArea([65_535, 65_535, 65_535, 65_535])]
    for map in [
      Transform2D<Stored, Output>(scaleX: .infinity, scaleY: .nan), Transform2D(scaleX: 1e300, scaleY: -1e300),
      Transform2D(scaleX: 0, scaleY: 0),
    ] {
      let found = try rewritten(block, size: PixelSize(width: 100, height: 50), map: map)
      let area = try numbers(.subjectArea, in: found.exifDirectory, of: found)
      #expect(area.count == 4)
      #expect((0...100).contains(area[0]))
      #expect((0...50).contains(area[1]))
    }
  }
}
