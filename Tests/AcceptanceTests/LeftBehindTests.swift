// What a new image drops is named: a thumbnail that no quality makes small enough, bytes after the end, an index of one
// image.

import Testing
import Upright
import UprightCodecs
import UprightFixtures
import UprightTestCodecs
import UprightTestTools

@Suite struct DroppedMetadataTests {
  static let rotated = Rendition(upright: .pixels, loss: .none)

  /// A small image that takes more bytes after its lossless rotation, as half of all do.
  static func growing(quality: Int) throws -> [UInt8] {
    let (width, height) = (96, 64)
    for seed in UInt64(1)...40 {
      var random = SplitMix64(seed: seed)
      var image = TinyImage(width: width, height: height, filledWith: [0, 0, 0])
      for y in 0..<height {
        for x in 0..<width {
          let noise = Int.random(in: 0..<40, using: &random)
          image[x, y] = [192 * x / width + noise, 192 * y / height + noise, 160 - x / 2 - y / 2 + noise].map {
            UInt8(clamping: $0)
          }
        }
      }
      var small = TinyJPEG(image)
      (small.quality, small.sampling) = (quality, .half)
      let bytes = small.bytes
      if try house.run(Rendition(rotation: .rotate90, upright: .pixels, loss: .none), on: bytes).count > bytes.count {
        return bytes
      }
    }
    throw UprightError.unsupported("an image that grows")
  }

  /// A photo with tag 6 whose Exif segment has no free byte besides its thumbnail.
  static func photo(thumbnail: [UInt8]) throws -> [UInt8] {
    var block = TinyTIFF(orientation: 6)
    block.thumbnail = thumbnail
    block.ifd0.append(TinyEntry(0x9C9B, .undefined, [0, 0, 0, 0, 0, 0]))
    // Values have an even number of bytes.
    let padding = (65_533 - 6 - block.bytes.count) & ~1
    try #require(padding >= 0)
    block.ifd0[1] = TinyEntry(0x9C9B, .undefined, Array(repeating: 0, count: 6 + padding))
    #expect(65_526...65_527 ~= block.bytes.count)
    return TinyJPEG(SamenessTests.image, exif: block).bytes
  }

  static func made(
    _ rendition: Rendition, _ photo: [UInt8], by house: Pipeline = house
  ) throws -> (plan: Plan, done: Plan, bytes: [UInt8]) {
    let plan = try house.plan(rendition, for: Probe(photo))
    var bytes: [UInt8] = []
    return (plan, try house.run(plan, on: photo, into: &bytes), bytes)
  }

  @Test func aThumbnailThatNoLongerFitsIsEncodedSmaller() throws {
    let small = try Self.growing(quality: 98)
    let photo = try Self.photo(thumbnail: small)
    let (plan, done, bytes) = try Self.made(Self.rotated, photo)
    #expect(plan.route.name == .transform && done.losses.isEmpty)
    #expect(plan.carried.contains(.thumbnailReoriented(.transform)))
    #expect(done.carried.contains(.thumbnailRecoded) && !done.carried.contains(.thumbnailReoriented(.transform)))
    let (parts, found) = (try Probe(photo).fileParts(in: photo), try Probe(bytes).fileParts(in: bytes))
    let account = try Account(of: parts, in: photo, by: done, found: found, in: bytes)
    #expect(account.entries.filter { $0.part.kind == .thumbnail }.map(\.fate) == [.rewritten])
    let thumbnail = try #require(try Probe(bytes).thumbnail)
    #expect(thumbnail.bytes.count <= small.count)
    let (old, new) = (try displayed(small), try displayed(thumbnail.bytes))
    let turned = try #require(old.oriented(by: Orientation<Output, Output>(mirrored: false, clockwise: 1)))
    #expect(turned.size == new.size)
    let decibels = try #require(turned.decibels(to: new))
    #expect(decibels > 25 && decibels.isFinite, "\(decibels) dB")
  }

  @Test func whereNoQualityFitsItIsDroppedAndNamed() throws {
    let photo = try Self.photo(thumbnail: Self.growing(quality: 98))
    let house = Pipeline(codecs: [LongJPEG()])
    let (plan, done, bytes) = try Self.made(Self.rotated, photo, by: house)
    #expect(plan.description.contains("the thumbnail is rotated too"))
    #expect(try Probe(bytes).thumbnail == nil)
    #expect(done.losses == [.thumbnailTooLarge])
    #expect(done.description.contains("the thumbnail is not copied: it no longer fits"))
    #expect(!done.description.contains("the thumbnail is rotated too"))
    #expect(done.carried.filter { $0.description.contains("thumbnail") } == done.losses)
  }

  /// The headers of a thumbnail are read, and its image data proves damaged when it is rotated.
  @Test func aDamagedThumbnailIsDroppedAndNamed() throws {
    var small = TinyJPEG(TinyImage.sixColors.enlarged(by: 16)).bytes
    small.replaceSubrange(small.count - 12..<small.count - 2, with: [UInt8](repeating: 0xFF, count: 10))
    let photo = try Self.photo(thumbnail: small)
    let (plan, done, bytes) = try Self.made(Self.rotated, photo, by: house.tolerating(warnings: 0))
    #expect(plan.description.contains("the thumbnail is rotated too"))
    #expect(try Probe(bytes).thumbnail == nil)
    #expect(done.losses == [.thumbnailDropped(.damaged)])
    #expect(done.carried.filter { $0.description.contains("thumbnail") } == done.losses)
  }

  @Test func bytesAfterTheEndAreNamedWhereTheyGo() throws {
    var jpeg = TinyJPEG(SamenessTests.image)
    var png = TinyPNG(SamenessTests.image)
    (jpeg.trailer, png.trailer) = ([UInt8](repeating: 7, count: 31), [UInt8](repeating: 7, count: 31))
    let crop = Rendition(region: .pixels(PixelRect(x: 16, y: 16, width: 32, height: 32)), upright: .pixels)
    let sentence = "31 bytes after the end of the image are not copied"
    for (file, isPlanned) in [(jpeg.bytes, false), (png.bytes, true)] {
      for rendition in [crop, Rendition.thumbnail(within: PixelSize(width: 20, height: 20))] {
        let (plan, done, bytes) = try Self.made(rendition, file)
        #expect(plan.description.contains(sentence) == isPlanned)
        #expect(done.carried.filter { $0.description == sentence }.count == 1, "\(done.carried)")
        #expect(!bytes.suffix(31).allSatisfy { $0 == 7 })
      }
      let (_, whole, bytes) = try Self.made(Rendition(rotation: .rotate90, upright: .pixels), file)
      #expect(!whole.description.contains("after the end"))
      #expect(bytes.suffix(31).allSatisfy { $0 == 7 }, "they come along with the whole")
    }
  }

  /// An image after the first one ends as an image does.
  @Test func anImageAfterTheEndIsNamedToo() throws {
    let further = TinyJPEG(TinyImage.sixColors.enlarged(by: 4)).bytes
    let photo = TinyJPEG(SamenessTests.image).bytes + further
    let sentence = "\(further.count) bytes after the end of the image are not copied"
    let crop = Rendition(region: .pixels(PixelRect(x: 16, y: 16, width: 32, height: 32)), upright: .pixels)
    for rendition in [crop, Rendition.thumbnail(within: PixelSize(width: 20, height: 20))] {
      #expect(try Self.made(rendition, photo).done.carried.filter { $0.description == sentence }.count == 1)
      let alone = try Self.made(rendition, TinyJPEG(SamenessTests.image).bytes).done.carried.map(\.description)
      #expect(!alone.contains { $0.contains("after the end") })
    }
  }

  /// Metadata that shows the whole previous image is dropped when a different image is written, and is named.
  @Test func wholeViewsStayBehindByName() throws {
    let secret = Array("the whole scene".utf8)
    var block = TinyTIFF(.big, orientation: 1)
    block.ifd0.append(TinyEntry(0x2E, .undefined, secret.map(Int.init)))
    let packet = TinyXMP.packet(
      attributes: #"xmlns:GImage="http://ns.google.com/photos/1.0/image/" GImage:Data="the whole scene""#)
    let record: [UInt8] = [0x1C, 2, 202, 0, UInt8(secret.count)] + secret
    let resource = Array("Photoshop 3.0\08BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, UInt8(record.count)] + record
    let views: [(TinySegment, String?)] = [
      (.exif(block), "the previews in Exif are not copied"), (.xmp(packet), "the image in XMP (GImage) is not copied"),
      (TinySegment(0xED, resource), nil),
      (
        TinySegment(0xEB, Array("JP".utf8) + [0, 1, 0, 0, 0, 1] + TinyBox.bytes("jumb", secret)),
        "not copied: the content credentials"
      ),
      (TinySegment(0xE2, Array("FPXR\0".utf8) + secret), "not copied: the FlashPix streams"),
    ]
    func holds(_ bytes: [UInt8]) -> Bool { bytes.indices.contains { bytes[$0...].starts(with: secret) } }
    let crop = Rendition(region: .pixels(PixelRect(x: 16, y: 16, width: 32, height: 32)), upright: .pixels)
    var smaller = Rendition(size: .within(PixelSize(width: 20, height: 20)), upright: .pixels)
    smaller.loss = .recode
    for (segment, sentence) in views {
      let photo = TinyJPEG(SamenessTests.image, segments: [segment]).bytes
      #expect(holds(photo))
      for var wish in [crop, smaller] {
        let (plan, done, bytes) = try Self.made(wish, photo)
        #expect(!holds(bytes), "\(sentence ?? "IPTC"), \(wish)")
        if let sentence {
          #expect(plan.description.contains(sentence) && done.carried.contains { $0.description == sentence })
        }
        wish.strip = .thumbnails
        #expect(!holds(try Self.made(wish, photo).bytes))
      }
      var strip = Rendition(upright: .tagged)
      strip.strip = .thumbnails
      #expect(!holds(try Self.made(strip, photo).bytes), "\(sentence ?? "IPTC")")
    }
  }

  /// A preview in a maker note is dropped with the note, by name, if the result shows less of the image or thumbnails
  /// are stripped; a whole image keeps it.
  @Test func makerNotesWithPreviewsAreLeftBehindByName() throws {
    let view = TinyJPEG(SamenessTests.image, segments: [TinySegment(0xFE, Array("the whole scene".utf8))]).bytes
    var block = TinyTIFF(.big, orientation: 6)
    block.makerNote = TinyMakerNote(head: Array("OLYMP\0".utf8) + view, entries: [TinyEntry(1, text: "lens")])
    let unknown = TinySegment(0xE3, Array("Meta\0\0".utf8) + [UInt8](repeating: 9, count: 2_000))
    let photo = TinyJPEG(SamenessTests.image, segments: [.exif(block), unknown]).bytes
    func holds(_ bytes: [UInt8]) -> Bool {
      bytes.indices.contains { bytes[$0...].starts(with: "the whole scene".utf8) }
    }
    let stays = "1 block of unknown content stays (APP3): it may show the original image"
    #expect(holds(photo))
    let crop = Rendition(region: .pixels(PixelRect(x: 16, y: 16, width: 32, height: 32)), upright: .pixels)
    var wishes = [crop, Rendition(size: .within(PixelSize(width: 20, height: 20)), upright: .pixels, loss: .recode)]
    for strip in [Strip.thumbnails, .gps] {
      for upright in [Rendition.Uprightness.pixels, .tagged] {
        var wish = Rendition(upright: upright)
        wish.strip = strip
        wishes.append(wish)
      }
    }
    for wish in wishes {
      let (plan, done, bytes) = try Self.made(wish, photo)
      let verb = wish.upright == .tagged ? "removed" : "not copied"
      let note = "the maker note is \(verb): it contains a preview of the whole image"
      #expect(!holds(bytes), "\(wish)")
      #expect(plan.description.contains(note) && done.carried.contains { $0.description == note }, "\(wish)")
      #expect(done.carried.contains { $0.description == stays } == (wish.strip != .gps), "\(wish)")
    }
    let (_, done, bytes) = try Self.made(Self.rotated, photo)
    #expect(holds(bytes) && !done.carried.contains { $0.description == stays || $0.description.contains("maker note") })
  }

  @Test func anIndexOfOneImageIsNamedWhereItGoes() throws {
    let segments: [TinySegment] = [
      .exif(TinyTIFF(orientation: 6)), .multiPicture([(offset: 0, byteCount: 0)]),
    ]
    let photo = TinyJPEG(SamenessTests.image, segments: segments).bytes
    let (plan, done, bytes) = try Self.made(Self.rotated, photo)
    let sentence = "the index of other images (MPF) is not copied: it has no entries left"
    #expect(plan.description.contains(sentence) && done.carried.contains { $0.description == sentence })
    #expect(!bytes.indices.contains { bytes[$0...].starts(with: "MPF\0".utf8) })
  }
}

/// A codec whose encoder adds 64 KiB after the end of each image, so that no thumbnail fits in a segment.
private struct LongJPEG: ForwardingCodec {
  let inner: any Codec = JPEGCodec()

  func encode(
    _ image: Raster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) {
    try inner.requiredEncoder().encode(image, settings: settings, metadata: metadata, limits: limits, into: &sink)
    try sink.write([UInt8](repeating: 0, count: 1 << 16))
  }
}
