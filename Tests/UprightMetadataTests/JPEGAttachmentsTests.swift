// Attachments of a JPEG: images with their own tags, gain maps, videos, and invalid lists.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct JPEGAttachmentsTests {
  private let video: [UInt8] = [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 0, 0] + Array(repeating: 7, count: 100)

  private func tagged(_ tag: Int?, packet: [UInt8]? = nil) -> [UInt8] {
    let segments = (tag.map { [TinySegment.exif(TinyTIFF(orientation: $0))] } ?? []) + (packet.map { [.xmp($0)] } ?? [])
    return TinyJPEG(.sixGrays, segments: segments).bytes
  }

  private func file(_ tag: Int, packet: [UInt8]? = nil, further: [[UInt8]] = [], trailer: [UInt8] = []) -> [UInt8] {
    var file = TinyJPEG(.letterF, exif: TinyTIFF(orientation: tag))
    if let packet { file.segments.append(.xmp(packet)) }
    file.furtherImages = further
    file.trailer = trailer
    return file.bytes
  }

  @Test(arguments: ["stco", "co64", "stsz", "stsc"])
  func tablesAreFoundWhereverTheyAre(name: String) {
    for count in 4...40 {
      for start in 0...count - 4 {
        var tail = [UInt8](repeating: 0x73, count: count)
        #expect(!JPEGAttachments.isEndOfIndex(tail))
        tail.replaceSubrange(start..<start + 4, with: name.utf8)
        #expect(JPEGAttachments.isEndOfIndex(tail))
        tail[start + 2] ^= 0x80
        #expect(!JPEGAttachments.isEndOfIndex(tail))
      }
    }
    #expect(!JPEGAttachments.isEndOfIndex(Array(name.utf8.prefix(3))) && !JPEGAttachments.isEndOfIndex([]))
  }

  @Test(arguments: 1...8, 1...8)
  func furtherImagesHaveTagsOfTheirOwn(tag: Int, other: Int) throws {
    let bytes = file(tag, further: [tagged(other), tagged(nil)])
    let attachments = try JPEGHeader(bytes).attachments
    #expect(attachments.map(\.kind) == [.image, .image])
    #expect(attachments.map(\.orientation?.rawValue) == [UInt8(other), nil])
    #expect(attachments.map(\.storedSize) == [PixelSize(width: 3, height: 2), PixelSize(width: 3, height: 2)])
    #expect(attachments.map { Array(bytes[$0.range]) } == [tagged(other), tagged(nil)])
    #expect(try Probe(bytes).findings.map(\.code) == (tag == other ? [] : [.furtherImages]))
  }

  @Test func partsAreTheImageAndWhatFollows() throws {
    let map = tagged(nil, packet: TinyXMP.packet(attributes: #"hdrgm:Version="1.0""#))
    let bytes = file(6, further: [tagged(8), tagged(nil), map])
    let parts = try Probe(bytes).parts
    #expect(parts.map(\.kind) == [.main, .page, .page, .auxiliary])
    #expect(parts.map(\.orientation.exif) == [.rightTop, .leftBottom, .topLeft, .rightTop])
    #expect(parts.map(\.displayedSize.width) == [7, 2, 3, 2])
    #expect(parts[0].offset == 0)
    #expect(bytes[parts[1].offset...].starts(with: tagged(8)))
    #expect(try Probe(bytes).pages.count == 3)
  }

  @Test func gainMapsAreNamedByXMPOfEither() throws {
    let map = tagged(nil, packet: TinyXMP.packet(attributes: #"hdrgm:Version="1.0""#))
    let directory = TinyXMP.directory([("Primary", 0), ("GainMap", map.count)])
    let plain = tagged(nil)
    let plainDirectory = TinyXMP.directory([("Primary", 0), ("GainMap", plain.count)])
    for bytes in [
      file(6, further: [map]), file(6, packet: directory, further: [map]), file(6, packet: directory, trailer: map),
      file(6, packet: plainDirectory, further: [plain]),
    ] {
      let header = try JPEGHeader(bytes)
      #expect(header.attachments.map(\.kind) == [.gainMap])
      #expect(header.attachments.first?.range.upperBound == bytes.count)
      #expect(try Probe(bytes).findings.map(\.code) == [.trailer])
    }
  }

  @Test func filmsAreFoundByTheirLength() throws {
    let directory = TinyXMP.directory([("Primary", 0), ("MotionPhoto", video.count)])
    let early = TinyXMP.packet(attributes: #"GCamera:MicroVideo="1" GCamera:MicroVideoOffset="\#(video.count)""#)
    for packet in [directory, early] {
      let bytes = file(6, packet: packet, trailer: video)
      let header = try JPEGHeader(bytes)
      #expect(header.attachments.map(\.kind) == [.video])
      #expect(header.attachments.first?.range == bytes.count - video.count..<bytes.count)
      #expect(header.findings.map(\.code) == [.trailer])
      #expect(header.findings.first?.message.contains("video") == true)
    }
  }

  @Test(arguments: ExifOrientation.allCases)
  func filmsLieAsTheirTrackSays(tag: ExifOrientation) throws {
    let video = TinyMovie(.sixColors.enlarged(by: 8), as: tag).bytes
    let packet = TinyXMP.directory([("Primary", 0), ("MotionPhoto", video.count)])
    let probe = try Probe(file(6, packet: packet, trailer: video))
    let part = try #require(probe.parts.last)
    #expect(part.kind == .video)
    #expect(part.orientation.exif == tag)
    #expect(part.displayedSize == PixelSize(width: 24, height: 16))
    #expect(probe.findings.map(\.code) == (tag == .rightTop ? [.trailer] : [.trailer, .furtherImages]))
  }

  /// A video that nothing names begins where the image or the last attachment ends, and fills the file.
  @Test(arguments: ExifOrientation.allCases)
  func filmsThatNothingNamesAreTurnedAlong(tag: ExifOrientation) throws {
    let video = TinyMovie(.sixColors.enlarged(by: 8), as: tag).bytes
    for further in [[], [tagged(nil)]] {
      let bytes = file(6, further: further, trailer: video)
      let probe = try Probe(bytes)
      #expect(probe.attachments.map(\.kind) == further.map { _ in .image } + [.video])
      #expect(probe.attachments.last?.range == bytes.count - video.count..<bytes.count)
      #expect(try probe.fileParts(in: bytes).filter { $0.kind == .video }.count == 1)
      #expect(try probe.fileParts(in: bytes).allSatisfy { $0.kind != .trailer })
      #expect(try probe.trailer(in: bytes) == nil)
      let result = try probe.retag(to: Orientation(exif: .bottomRight)).applied(to: bytes)
      let turned = try Probe(Array(result.suffix(video.count)))
      let turn = Orientation<Stored, Displayed>(exif: .rightTop).inverse.then(Orientation(exif: .bottomRight))
      #expect(turned.orientation == Orientation(exif: tag).then(turn))
    }
  }

  /// What is not exactly a video stays bytes of unknown meaning.
  @Test func whatOnlyBeginsAsAFilmIsNone() throws {
    let video = TinyMovie(.sixColors.enlarged(by: 8), as: .rightTop).bytes
    let file = { self.file(6, trailer: $0) }
    let padding = TinyBox.bytes("free", [1, 2, 3])
    #expect(try JPEGHeader(file(video + padding)).attachments.map(\.kind) == [.video])
    let type = Array(video.prefix(TinyMovie.fileTypeCount))
    for bytes in [
      [0] + video, video + [0], video + [0, 0, 0, 4] + Array("free".utf8), Array(video.dropLast()), type,
      type + padding, padding + video, Array(video.dropFirst(TinyMovie.fileTypeCount)),
    ] {
      #expect(try JPEGHeader(file(bytes)).attachments.isEmpty)
      let parts = try Probe(file(bytes)).fileParts(in: file(bytes))
      #expect(parts.allSatisfy { $0.kind != .video }, "only what is turned along is called a video")
      #expect(parts.filter { $0.kind == .trailer }.map(\.byteCount) == [bytes.count])
    }
  }

  /// Coded data is read only if the file's end looks like that of a video.
  @Test(arguments: [
    ([], false), ([UInt8](repeating: 0, count: 900), false), ([1, 2, 3], false), (Array("....stco....".utf8), true),
    (Array("co64".utf8), true), (Array("moov".utf8), false),
  ])
  func imagesAloneAreNotSearched(_ rest: [UInt8], isSearched: Bool) throws {
    let coded = [UInt8](repeating: 0x55, count: 300_000)
    let whole = TinyJPEG(TinyImage.sixColors.enlarged(by: 16)).bytes
    let image: [UInt8] = whole[..<(whole.count - 2)] + coded + [0xFF, 0xD9]
    let source = CountingSource(image + rest)
    _ = try JPEGHeader(source)
    let wasSearched = source.readCount > coded.count
    #expect(wasSearched == isSearched)
  }

  @Test func aFilmBehindAGainMapIsFoundToo() throws {
    let map = tagged(nil)
    let packet = TinyXMP.directory([("Primary", 0), ("GainMap", map.count), ("MotionPhoto", video.count)])
    for bytes in [
      file(1, packet: packet, further: [map], trailer: video), file(1, packet: packet, trailer: map + video),
    ] {
      #expect(try JPEGHeader(bytes).attachments.map(\.kind) == [.gainMap, .video])
    }
  }

  /// XMP survives truncation of the rest.
  @Test func aFilmThatIsGoneIsNone() throws {
    for length in [video.count, 0, 1_000_000] {
      let packet = TinyXMP.directory([("Primary", 0), ("MotionPhoto", length)])
      let bytes = file(6, packet: packet)
      #expect(try JPEGHeader(bytes).attachments.isEmpty)
      #expect(try Probe(bytes).findings.isEmpty)
    }
  }

  @Test func listsThatLieAreSaidToBeDamaged() throws {
    let outside = TinySegment.multiPicture([(offset: 0, byteCount: 9), (offset: 5_000, byteCount: 9)])
    let broken = TinySegment(0xE2, Array("MPF\0".utf8) + [1, 2, 3])
    for segment in [outside, broken] {
      let probe = try Probe(TinyJPEG(.sixGrays, segments: [segment]).bytes)
      #expect(probe.findings.map(\.code) == [.metadataDamaged])
    }
  }

  @Test func anImageThatIsNoneHasNoSize() throws {
    let attachments = try JPEGHeader(file(6, further: [[1, 2, 3, 4]])).attachments
    #expect(attachments.map(\.kind) == [.image])
    #expect(attachments.first?.storedSize == nil && attachments.first?.orientation == nil)
  }

  /// Each of the listed images lists the first again, and all overlap.
  @Test func listsInListsAreNotFollowed() throws {
    let inner = file(3, further: [tagged(8), tagged(8)])
    #expect(try JPEGHeader(file(6, further: [inner])).attachments.count == 1)
  }

  @Test func manyImagesCostLittle() throws {
    let bytes = file(1, further: Array(repeating: tagged(6), count: 100))
    let source = CountingSource(bytes)
    let header = try JPEGHeader(source)
    #expect(header.attachments.count <= 16)
    #expect(source.readCount < 32 * 8_192)
  }

  @Test func everyByteOfAFileWithPartsIsRead() throws {
    let packet = TinyXMP.directory([("Primary", 0), ("GainMap", 120), ("MotionPhoto", video.count)])
    let whole = file(6, packet: packet, further: [tagged(3)], trailer: video)
    for place in stride(from: 0, to: whole.count, by: 29) {
      for value in [0, 0x7F, 0xFF] as [UInt8] {
        var bytes = whole
        bytes[place] = value
        _ = try? Probe(bytes)
      }
    }
  }

  @Test func listsThatLieAreCarriedWithoutATrap() {
    let map = tagged(nil, packet: TinyXMP.packet(attributes: #"hdrgm:Version="1.0""#))
    let directory = TinyXMP.directory([("Primary", 0), ("GainMap", map.count)])
    let trial: Totality.Trial = { bytes, _ in
      Totality.askFollowers(bytes)
      return nil
    }
    for bytes in [file(6, further: [tagged(8), map]), file(6, packet: directory, trailer: map)] {
      #expect(Totality.complaintOfPrefixes(bytes, trying: trial) == nil)
      #expect(Totality.complaintOfMutations(bytes, in: 30..<160, trying: trial) == nil)
    }
  }
}
