// Resources and Exif blocks over several segments, and resources that do not end where they should.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct JPEGSpansTests {
  private static let head = Array("Photoshop 3.0\0".utf8)
  private static let image = TinyImage(width: 4, height: 2, filledWith: [9])

  private static func resource(_ number: Int, _ data: [UInt8], excess: Int = 0) -> [UInt8] {
    Array("8BIM".utf8) + [UInt8(number >> 8), UInt8(number & 255), 0, 0]
      + TinyTIFF.ByteOrder.big.bytes(data.count + excess, width: 4) + data + Array(repeating: 0, count: data.count % 2)
  }

  private static let caption = resource(1028, [0x1C, 2, 120, 0, 1, 65])
  private static let small = resource(1036, Array("a view of the whole image".utf8))

  private static func edit(_ strip: Strip = .none, showsLess: Bool = false) -> MetadataEdit {
    var edit = XMPRewriterTests.move(PixelSize(width: 4, height: 2), to: PixelSize(width: 4, height: 2)).edit
    (edit.strip, edit.showsLess) = (strip, showsLess)
    return edit
  }

  private static func profile(_ resources: [UInt8]) -> TinyPNG.Chunk {
    .text("Raw profile type 8bim", RawProfile(name: Array("8bim".utf8), bytes: resources).text, .plain)
  }

  private func holds(_ bytes: [UInt8], _ text: String) -> Bool {
    bytes.contains(sequence: Array(text.utf8))
  }

  /// A resource that overruns its segment, by any number of bytes: nothing of it is trusted where views must go.
  @Test(arguments: [1, 2, 14, 1_000, 1 << 30])
  func resourcesThatOverrunAreRemovedAndNamed(_ excess: Int) throws {
    let broken = Self.small + Self.resource(1030, [1, 2, 3, 4], excess: excess)
    for order in [Self.caption + broken, broken + Self.caption] {
      let file = TinyJPEG(Self.image, segments: [TinySegment(0xED, Self.head + order), .comment("kept")])
      let source = file.bytes
      for edit in [Self.edit(showsLess: true), Self.edit(.thumbnails), Self.edit(.gps)] {
        let carried = try Probe(source).carry(edit, from: source)
        #expect(!holds(carried.segments.flatMap(\.payload), "a view of the whole image"))
        #expect(carried.segments.contains { $0.marker == 0xFE })
        #expect(try Probe(source).dropsDamagedResources(edit, from: source))
      }
      let whole = try Probe(source).carry(Self.edit(), from: source)
      #expect(whole.segments.first?.payload == Self.head + order, "a whole image keeps what cannot be read")
      #expect(try !Probe(source).dropsDamagedResources(Self.edit(), from: source))
      for strip in [Strip.thumbnails, .gps, .allButColor] {
        let result = try stripped(source, strip)
        #expect(!holds(result, "a view of the whole image") && !holds(result, "8BIM"))
        #expect(try Probe(source).hasDamagedResources(without: strip, in: source) == (strip != .allButColor))
        #expect(try Probe(result).storedSize == Probe(source).storedSize)
      }
    }
  }

  /// The same in a text chunk of a PNG, and in a field of a TIFF.
  @Test func otherContainersRemoveThemToo() throws {
    let broken = Self.caption + Self.small + Self.resource(1030, [1, 2, 3, 4], excess: 9)
    let png = TinyPNG(Self.image, chunks: [Self.profile(broken)]).bytes
    for edit in [Self.edit(showsLess: true), Self.edit(.thumbnails)] {
      #expect(try Probe(png).carry(edit, from: png).chunks.isEmpty)
      #expect(try Probe(png).dropsDamagedResources(edit, from: png))
    }
    #expect(try Probe(png).carry(Self.edit(), from: png).chunks.count == 1)
    #expect(try !holds(stripped(png, .thumbnails), "8bim"))
    #expect(try Probe(png).hasDamagedResources(without: .thumbnails, in: png))
    let sound = TinyPNG(Self.image, chunks: [Self.profile(Self.caption)]).bytes
    #expect(try Probe(sound).carry(Self.edit(showsLess: true), from: sound).chunks.count == 1)
    #expect(try !Probe(sound).dropsDamagedResources(Self.edit(showsLess: true), from: sound))
  }

  /// A sequence of resources cut anywhere into two segments: read as one, without its thumbnail, and with its record.
  @Test func resourcesMayContinueInTheNextSegment() throws {
    let all = Self.caption + Self.small + Self.resource(1061, Array(0..<15))
    let kept = Self.caption + Self.resource(1061, Array(0..<15))
    for cut in stride(from: 1, to: all.count, by: 3) {
      let parts = [all[..<cut], all[cut...]].map { TinySegment(0xED, Self.head + $0) }
      let source = TinyJPEG(Self.image, segments: parts).bytes
      for edit in [Self.edit(), Self.edit(showsLess: true), Self.edit(.thumbnails)] {
        let carried = try Probe(source).carry(edit, from: source)
        let data = carried.segments.filter { $0.marker == 0xED }.flatMap { $0.payload.dropFirst(Self.head.count) }
        #expect(data == kept, "\(cut)")
        #expect(carried.iptc == [0x1C, 2, 120, 0, 1, 65])
        #expect(try !Probe(source).dropsDamagedResources(edit, from: source))
      }
      #expect(try !holds(stripped(source, .thumbnails), "a view of the whole image"))
    }
  }

  /// An Exif block cut into two segments is read and written as one.
  @Test(arguments: ExifOrientation.allCases)
  func blocksMayContinueInTheNextSegment(_ tag: ExifOrientation) throws {
    var block = TinyTIFF(.big, ifd0: [TinyEntry(271, text: "Maker"), .orientation(Int(tag.rawValue))])
    block.thumbnail = TinyJPEG(TinyImage.sixColors.enlarged(by: 8)).bytes
    let bytes = block.bytes
    let whole = try #require(TIFFBlock(bytes))
    for cut in [bytes.count / 2, bytes.count - 10, 60] {
      let segments = [
        TinySegment.exif(Array(bytes[..<cut])), TinySegment(0xE1, TinySegment.exifPrefix + bytes[cut...]),
        .comment("kept"),
      ]
      let source = TinyJPEG(Self.image, segments: segments).bytes
      for edit in [Self.edit(), Self.edit(.gps), Self.edit(showsLess: true)] {
        let carried = try Probe(source).carry(edit, from: source)
        #expect(carried.exif == ExifRewriter(whole, edit: edit).block.bytes)
        let parts = carried.segments.filter { $0.marker == 0xE1 }.flatMap { $0.payload.dropFirst(6) }
        #expect(parts == carried.exif)
      }
      let result = try stripped(source, .thumbnails)
      let block = try #require(try Probe(result).header.container.exif?.block)
      #expect(OrientationTags(of: block.ifd0, in: block, from: 0).value == tag)
      #expect(!holds(result, "JFIF") && block.ifd1 == nil, "the thumbnail in the next segment is gone")
    }
  }
}
