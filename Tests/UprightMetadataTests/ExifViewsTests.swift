// Data in an Exif block that may show the whole image without being called a thumbnail: no part of an image keeps it.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct ExifViewsTests {
  private static let secret = Array("the whole scene".utf8)
  /// A JPEG that states its owner.
  private static let view = TinyJPEG(TinyImage.sixColors, segments: [TinySegment(0xFE, secret)]).bytes

  private static func holds(_ bytes: [UInt8]) -> Bool { bytes.contains(sequence: secret) }

  private func carried(_ bytes: [UInt8], showsLess: Bool, strip: Strip = .none) throws -> TIFFBlock {
    var edit = MetadataEdit(
      size: PixelSize(width: 9, height: 9), map: Transform2D(scaleX: 1, scaleY: 1), thumbnail: nil,
      keepsProfile: true, keepsCoding: true)
    (edit.showsLess, edit.strip) = (showsLess, strip)
    return ExifRewriter(try #require(TIFFBlock(bytes)), edit: edit).block
  }

  /// Every way of making a block without a view of the whole image.
  private func without(_ bytes: [UInt8]) throws -> [TIFFBlock] {
    let block = try #require(TIFFBlock(bytes))
    return [
      try carried(bytes, showsLess: true), try carried(bytes, showsLess: false, strip: .thumbnails),
      try carried(bytes, showsLess: false, strip: .gps), ExifRewriter(stripping: block, of: .thumbnails).block,
      ExifRewriter(stripping: block, of: .gps).block,
    ]
  }

  private func block(_ order: TinyTIFF.ByteOrder, note: [UInt8]) -> [UInt8] {
    var source = TinyTIFF(order, ifd0: [.orientation(6), TinyEntry(271, text: "A maker of cameras")])
    source.exif = [TinyEntry(0x9C9B, .undefined, [1, 2, 3, 4, 5, 6])]
    source.makerNote = TinyMakerNote(head: note, entries: [TinyEntry(1, text: "lens")])
    return source.bytes
  }

  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func aMakerNoteWithAPreviewGoesWhole(order: TinyTIFF.ByteOrder) throws {
    // Some cameras change the first byte of their previews.
    for first in [0xFF, 0x00] as [UInt8] {
      let bytes = block(order, note: Array("OLYMP\0".utf8) + [first] + Self.view.dropFirst())
      #expect(try Self.holds(bytes) && ExifRewriter.makerNoteHoldsView(try #require(TIFFBlock(bytes))))
      for found in try without(bytes) {
        #expect(!Self.holds(found.bytes) && found.exifDirectory?.first(.makerNote) == nil)
        #expect(found.bytes.contains(sequence: Array("A maker of cameras".utf8)))
        #expect(found.bytes.contains(sequence: [1, 2, 3, 4, 5, 6]))
      }
      let whole = try carried(bytes, showsLess: false)
      #expect(Self.holds(whole.bytes) && whole.exifDirectory?.first(.makerNote) != nil)
    }
  }

  @Test func aMakerNoteWithoutAPreviewStays() throws {
    let bytes = block(.little, note: Array("OLYMP\0".utf8) + [0xFF, 0xD9, 0xFF, 0xD8, 0x00])
    #expect(!ExifRewriter.makerNoteHoldsView(try #require(TIFFBlock(bytes))))
    for found in try without(bytes) { #expect(found.exifDirectory?.first(.makerNote) != nil) }
  }

  /// After a maker note whose offsets point there, between values, and at the end.
  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func aJPEGThatNothingLeadsToGoes(order: TinyTIFF.ByteOrder) throws {
    let plain = block(order, note: Array("OLYMP\0".utf8))
    for tail in [[], [7, 7, 7, 7]] as [[UInt8]] {
      let bytes = plain + [0, 0] + Self.view + tail
      #expect(ExifRewriter.hasHiddenViews(try #require(TIFFBlock(bytes))))
      for found in try without(bytes) {
        #expect(!Self.holds(found.bytes) && found.exifDirectory?.first(.makerNote) != nil)
        #expect(found.bytes.contains(sequence: Array("lens".utf8)))
      }
      #expect(Self.holds(try carried(bytes, showsLess: false).bytes))
    }
    #expect(!ExifRewriter.hasHiddenViews(try #require(TIFFBlock(plain))))
  }

  /// Values behind the note, among them a preview: a program moves them there if the note has no room for them.
  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func whatAMakerNoteRefersToStays(order: TinyTIFF.ByteOrder) throws {
    let (first, last) = (Array("a version".utf8), Array("a scanner".utf8))
    var source = TinyTIFF(order, ifd0: [.orientation(6)])
    source.thumbnail = TinyJPEG(.sixGrays).bytes
    source.makerNote = TinyMakerNote(entries: [TinyEntry(1, .long, [0]), TinyEntry(2, .long, [0])])
    let start = source.bytes.count
    let view = start + first.count..<start + first.count + Self.view.count
    let offsets = [TinyEntry(1, .long, [start]), TinyEntry(2, .long, [view.upperBound])]
    source.makerNote = TinyMakerNote(entries: offsets)
    let bytes = source.bytes + first + Self.view + last
    for found in [
      try carried(bytes, showsLess: true), try carried(bytes, showsLess: false, strip: .thumbnails),
      ExifRewriter(stripping: try #require(TIFFBlock(bytes)), of: .thumbnails).block,
    ] {
      let note = try #require(found.exifDirectory?.first(.makerNote))
      let values = try #require(found.directory(at: note.valueOffset)).entries.map { found.integer(of: $0) }
      #expect(values == [start, view.upperBound] && found.bytes.count == bytes.count && found.ifd1 == nil)
      #expect(found.bytes[start..<view.lowerBound].elementsEqual(first) && found.bytes.suffix(last.count) == last[...])
      #expect(found.bytes[view].allSatisfy { $0 == 0 })
    }
  }

  /// Where a preview behind a note ends is unknown: what the note refers to cannot be told from it.
  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func aMakerNoteBeforeAnOpenPreviewGoes(order: TinyTIFF.ByteOrder) throws {
    let bytes = block(order, note: Array("OLYMP\0".utf8)) + Self.view.dropLast(2) + [0, 0, 7, 7]
    #expect(ExifRewriter.makerNoteHoldsView(try #require(TIFFBlock(bytes))))
    for found in try without(bytes) {
      #expect(!Self.holds(found.bytes) && found.exifDirectory?.first(.makerNote) == nil)
      #expect(found.bytes.contains(sequence: Array("A maker of cameras".utf8)))
    }
  }

  /// PrintIM, and any other value; its entry is removed with it.
  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func aValueThatIsAJPEGGoes(order: TinyTIFF.ByteOrder) throws {
    var source = TinyTIFF(order, ifd0: [.orientation(6), TinyEntry(271, text: "A maker of cameras")])
    source.ifd0.append(TinyEntry(0xC4A5, .undefined, Self.view.map(Int.init)))
    source.exif = [TinyEntry(0x9286, .undefined, Self.view.map(Int.init)), TinyEntry(0xA420, text: "a name")]
    for found in try without(source.bytes) {
      #expect(!Self.holds(found.bytes))
      #expect(found.ifd0?.entries.map(\.tag) == [271, 274, 0x8769])
      #expect(found.exifDirectory?.entries.map(\.tag) == [0xA420])
    }
    #expect(try carried(source.bytes, showsLess: false).exifDirectory?.entries.count == 2)
  }

  /// The thumbnail made for the part stays.
  @Test func aNewThumbnailStays() throws {
    var source = TinyTIFF(.little, ifd0: [.orientation(1)])
    source.thumbnail = Self.view
    let new = TinyJPEG(TinyImage(width: 8, height: 8, filledWith: [1, 2, 3])).bytes
    var edit = MetadataEdit(
      size: PixelSize(width: 9, height: 9), map: Transform2D(scaleX: 1, scaleY: 1), thumbnail: new,
      keepsProfile: true, keepsCoding: true)
    edit.showsLess = true
    let found = ExifRewriter(try #require(TIFFBlock(source.bytes)), edit: edit).block
    #expect(Thumbnail(in: found)?.bytes == new && !Self.holds(found.bytes))
  }

  /// Copies of Photoshop's resources and of XMP that TIFF converters leave in Exif.
  @Test func copiesOfResourcesAndXMPLoseTheirThumbnails() throws {
    func resource(_ number: Int, _ data: [UInt8]) -> [UInt8] {
      let size = [0, 0, UInt8(data.count >> 8), UInt8(data.count & 255)]
      return Array("8BIM".utf8) + [UInt8(number >> 8), UInt8(number & 255), 0, 0] + size + data
        + (data.count % 2 == 1 ? [0] : [])
    }
    let resources = resource(1005, [1, 2, 3, 4]) + resource(1036, Self.secret) + resource(1058, Self.view)
    let packet = TinyXMP.packet(
      attributes: #"xmlns:GImage="http://ns.google.com/photos/1.0/image/" GImage:Data="the whole scene""#)
    var source = TinyTIFF(.big, ifd0: [.orientation(6)])
    source.ifd0.append(TinyEntry(700, .byte, packet.map(Int.init)))
    source.ifd0.append(TinyEntry(0x8649, .byte, resources.map(Int.init)))
    #expect(try Self.holds(source.bytes) && ExifRewriter.hasHiddenViews(try #require(TIFFBlock(source.bytes))))
    for found in try without(source.bytes) { #expect(!Self.holds(found.bytes)) }
    let part = try carried(source.bytes, showsLess: true)
    #expect(part.ifd0?.first(.photoshop)?.count == resource(1005, [1, 2, 3, 4]).count)
    #expect(part.bytes.contains(sequence: resource(1005, [1, 2, 3, 4])))
    #expect(Self.holds(try carried(source.bytes, showsLess: false).bytes))
  }

  // MARK: Positions

  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func placesOnAMapGoWithThePosition(order: TinyTIFF.ByteOrder) throws {
    var source = TinyTIFF(order, ifd0: [.orientation(6), TinyEntry(271, text: "A maker of cameras")])
    for tag in [0x8482, 0x830E, 0x8480, 0x85D8, 0x87AF, 0x87B0, 0x87B1] {
      source.ifd0.append(TinyEntry(tag, .undefined, Self.secret.map(Int.init)))
    }
    let bytes = source.bytes
    #expect(Self.holds(bytes))
    for found in [
      try carried(bytes, showsLess: false, strip: .gps),
      ExifRewriter(stripping: try #require(TIFFBlock(bytes)), of: .gps).block,
    ] {
      #expect(!Self.holds(found.bytes) && found.ifd0?.entries.map(\.tag) == [271, 274])
    }
  }

  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func bytesThatNothingLeadsToGoWithThePosition(order: TinyTIFF.ByteOrder) throws {
    let bytes = block(order, note: Array("OLYMP\0".utf8)) + Self.secret
    let found = ExifRewriter(stripping: try #require(TIFFBlock(bytes)), of: .gps).block
    #expect(found.bytes == Array(bytes.dropLast(Self.secret.count)))
    #expect(Self.holds(ExifRewriter(stripping: try #require(TIFFBlock(bytes)), of: .thumbnails).block.bytes))
  }

  /// Our insertions and moves can still be undone.
  @Test func whatWeInsertedStays() throws {
    let own = InsertedExifBlock.block(.rightTop)
    #expect(ExifRewriter(stripping: try #require(TIFFBlock(own)), of: .gps).block.bytes == own)
    let plain = try #require(TIFFBlock(TinyTIFF(.little, ifd0: [TinyEntry(271, text: "A maker")]).bytes))
    let edits = try #require(InsertedExifBlock.relocation(in: plain, with: .rightTop))
    let moved = try #require(TIFFBlock(BytePatch(edits).applied(to: plain.bytes)))
    #expect(ExifRewriter(stripping: moved, of: .gps).block == moved)
  }

  @Test func hostileBlocksEndInTime() throws {
    var source = TinyTIFF(.little, ifd0: [.orientation(6)])
    for tag in 0..<200 { source.ifd0.append(TinyEntry(0xC000 + tag, .undefined, Self.view.map(Int.init))) }
    for found in try without(source.bytes) { #expect(!Self.holds(found.bytes)) }
    for count in stride(from: 8, to: source.bytes.count, by: 1009) {
      guard TIFFBlock(Array(source.bytes.prefix(count))) != nil else { continue }
      _ = try without(Array(source.bytes.prefix(count)))
    }
  }

  /// A declaration of entities may contain anything.
  @Test func aPacketThatDeclaresEntitiesGoesWithThePosition() {
    let packet = Array(#"<!DOCTYPE a [<!ENTITY g "51,30.1234N">]>"#.utf8) + TinyXMP.packet(attributes: #"a:b="c""#)
    #expect(XMPPosition.removed(from: packet) == nil && XMPPosition.declaresEntities(packet))
    #expect(XMPRewriter.stripped(packet, of: .gps) == nil)
  }
}
