// Removing metadata from a HEIF file: what belongs to the image stays, and what is removed is named.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct HEIFStrippingTests {
  private static let opacity = Array("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha".utf8) + [0]

  /// A grid of two tiles with their own alpha, one of them also a grid; and another plane that is not alpha.
  private static func grid() -> TinyHEIF {
    var file = TinyHEIF()
    file.properties = [
      .size(width: 24, height: 16), .depths, .coding, .size(width: 48, height: 16),
      .box(TinyBox.full("auxC", opacity)), .box(TinyBox.full("auxC", Array("urn:of:a:depth".utf8) + [0])),
    ]
    let claims: [TinyItem.PropertyLink] = [.init(1), .init(2), .init(3, essential: true)]
    file.items = [TinyItem(1, "grid", [0, 0, 0, 1, 0, 48, 0, 16], propertyLinks: [.init(4), .init(2)])]
    file.items += (2...3).map { TinyItem($0, "av01", TinyHEIF.codedImage, propertyLinks: claims) }
    file.items += (4...5).map { id in
      TinyItem(id, "av01", TinyHEIF.reversedImage.dropLast() + [UInt8(id)], propertyLinks: claims + [.init(5)])
    }
    file.items.append(TinyItem(6, "av01", Array("depth of the first".utf8), propertyLinks: claims + [.init(6)]))
    file.references = [("auxl", 4, [2]), ("auxl", 5, [3]), ("auxl", 6, [2]), ("dimg", 1, [2, 3])]
    return file
  }

  private func holds(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    bytes.contains(sequence: part)
  }

  @Test func opacityOfPiecesStays() throws {
    let source = Self.grid().bytes
    let before = try Probe(source)
    #expect(before.samples?.hasTransparency == true && before.samples?.unsupportedReason == nil)
    let result = PatchedSource(source, try before.rewriting(without: .allButColor, in: source))
    let bytes = try result.read(0..<result.byteCount)
    let after = try Probe(bytes)
    #expect(after.samples?.hasTransparency == true && after.samples?.unsupportedReason == nil)
    for id in [UInt8(4), 5] { #expect(holds(bytes, TinyHEIF.reversedImage.dropLast() + [id])) }
    #expect(!holds(bytes, Array("depth of the first".utf8)), "a plane that is no opacity goes")
  }

  /// XMP names a motion photo's video no more when the video goes: with the location, and in another format.
  @Test func whatDescribesAVideoGoesWithIt() throws {
    for items in [[("Primary", 0), ("MotionPhoto", 11)], [("Primary", 0), ("GainMap", 5), ("MotionPhoto", 11)]] {
      let packet = TinyXMP.directory(
        items, attributes: #"GCamera:MotionPhoto="1" GCamera:MotionPhotoVersion="1" GCamera:MicroVideo="1" my:a="1""#)
      for tag in [ExifOrientation.topLeft, .rightTop] {
        var file = TinyHEIF(tag, xmp: packet)
        let still = file.bytes
        file.trailer = TinyBox.bytes("mpvd", [1, 2, 3])
        let source = file.bytes
        let edit = XMPRewriterTests.move(
          PixelSize(width: 24, height: 16), to: PixelSize(width: 24, height: 16)
        ).edit
        for bytes in [
          try #require(try Probe(source).carry(edit, from: source).xmp), try stripped(source, .gps),
        ] {
          #expect(!holds(bytes, Array("MotionPhoto".utf8)) && !holds(bytes, Array("MicroVideo".utf8)))
          #expect(holds(bytes, Array("my:a=\"1\"".utf8)))
          #expect(holds(bytes, Array("GainMap".utf8)) == (items.count == 3), "other entries stay")
        }
        #expect(holds(try #require(try Probe(still).carry(edit, from: still).xmp), Array("MotionPhoto".utf8)))
      }
    }
  }

  /// A video after the image's boxes is the image's, and no sequence of frames; it may contain the location.
  @Test func aVideoAfterTheBoxesGoesWithTheLocation() throws {
    let video = TinyMovie(.sixColors.enlarged(by: 8), as: .rightTop).bytes
    let still = TinyHEIF(.rightTop).bytes
    let source = still + video
    let probe = try Probe(source)
    #expect(!probe.hasAdditionalPages && probe.animation == nil && !probe.isTruncated)
    #expect(try probe.findings.map(\.code) == Probe(still).findings.map(\.code))
    let parts = try probe.fileParts(in: source)
    #expect(parts.filter { $0.kind == .video }.map(\.ranges) == [[still.count..<source.count]])
    let images = parts.filter { $0.kind == .image }.map(\.ranges)
    #expect(try images == Probe(still).fileParts(in: still).filter { $0.kind == .image }.map(\.ranges))
    let losses = probe.losses(without: .gps).map(\.description)
    #expect(losses == ["the video is removed: it may contain the location (gps)"])
    #expect(try stripped(source, .gps) == stripped(still, .gps))
    #expect(try stripped(source, .thumbnails) == stripped(still, .thumbnails) + video)
  }

  /// What is not exactly a video is none, and does not hide the image.
  @Test func whatOnlyBeginsAsAVideoIsNone() throws {
    let video = TinyMovie(.sixColors.enlarged(by: 8), as: .rightTop).bytes
    let still = TinyHEIF(.rightTop).bytes
    for rest in [Array(video.dropLast()), video + [0], Array(video.prefix(TinyMovie.fileTypeCount))] {
      let probe = try Probe(still + rest)
      #expect(probe.orientation.exif == .rightTop)
      #expect(probe.header.items?.appendedVideo == nil)
    }
  }

  @Test func whatGoesIsNamed() throws {
    var file = TinyHEIF(.rightTop)
    var note = TinyItem(7, "mime", Array("a note".utf8))
    note.contentType = "text/plain"
    file.describe(with: note)
    file.trailer =
      TinyBox.bytes("free", [1]) + TinyBox.bytes("mpvd", [1, 2, 3])
      + TinyBox.bytes("uuid", [UInt8](repeating: 7, count: 20))
      + TinyBox.bytes("uuid", [UInt8](repeating: 8, count: 20))
    let probe = try Probe(file.bytes)
    #expect(
      probe.losses(without: .gps).map(\.description) == [
        "unknown items are removed (mime): they may contain the location (gps)",
        "the video is removed: it may contain the location (gps)",
        "unknown boxes are removed (uuid): they may contain the location (gps)",
      ])
    #expect(
      probe.losses(without: .allButColor).map(\.description) == [
        "the video is removed: as requested (all-but-color)",
        "unknown boxes are removed (uuid): as requested (all-but-color)",
      ])
    #expect(
      probe.losses(without: .thumbnails).map(\.description) == [
        "3 blocks of unknown content stay (mime, uuid): they may show the original image"
      ])
    #expect(probe.losses(without: .none).isEmpty)
    #expect(try Probe(TinyHEIF(.rightTop).bytes).losses(without: .gps).isEmpty)
    #expect(
      try Probe(TinyHEIF(.rightTop).bytes + [1, 2, 3]).losses(without: .gps).map(\.description) == [
        "bytes after the last box are removed"
      ]
    )
  }

  /// Frames whose profile has the length of the still image's have its colors only if it has the same bytes.
  @Test(arguments: [true, false]) func profilesOfFramesAreComparedByteForByte(_ isSame: Bool) throws {
    let profile = TinySegment.profile(byteCount: 300)
    var other = profile
    if !isSame { other[299] ^= 1 }
    func color(_ profile: [UInt8]) -> TinyProperty { .box(TinyBox.bytes("colr", Array("prof".utf8) + profile)) }
    var still = TinyHEIF(.topLeft)
    still.properties.append(color(profile))
    still.items[0].propertyLinks.append(.init(still.properties.count))
    var movie = TinyMovie(sequence: .topLeft)
    movie.tracks[0].entryBoxes += color(other).bytes
    movie.samplesAfter = still.bytes.count
    let probe = try Probe(still.bytes + movie.bytes.dropFirst(TinyMovie.fileTypeCount))
    #expect(probe.animation?.frameCount == 2)
    let unsupportedReason = probe.header.container.samples(ofFrame: 1)?.unsupportedReason
    #expect(unsupportedReason == (isSame ? nil : .frames(.colorsDiffer)))
  }
}
