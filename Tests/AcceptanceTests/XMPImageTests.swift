// Depth maps and originals in XMP are rotated with their photo, in every format; readers of others find them.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightMetadata

@Suite struct XMPImageTests {
  /// The formats whose packets are tested.
  enum Container: String, CaseIterable, Sendable {
    case jpeg, extendedJPEG, png, webp
  }

  /// Six cells, each of one block and another color, so that blocks can move.
  static let image = TinyImage.sixColors.enlarged(by: 16)

  private static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  /// A packet with an original (JPEG), a depth map (PNG) and a confidence map (PNG), all as the image is stored.
  static func properties(_ tag: ExifOrientation, breaking: Bool = false) -> (short: String, long: String) {
    let stored = image.stored(as: tag)
    let small = TinyImage.sixColors.enlarged(by: 4).stored(as: tag)
    let depth = breaking ? [1, 2, 3] : TinyPNG(small).bytes
    let short =
      #"xmlns:GDepth="http://ns.google.com/photos/1.0/depthmap/" xmlns:GImage="http://ns.google.com/photos/1.0/image/" "#
      + #"xmlns:xmpNote="http://ns.adobe.com/xmp/note/" GImage:Mime="image/jpeg" GDepth:Format="RangeInverse" "#
      + #"GDepth:Near="1" GDepth:Mime="image/png" GDepth:ConfidenceMime="image/png" "#
      + #"GDepth:ImageWidth="\#(stored.width)" GDepth:ImageHeight="\#(stored.height)" xmpNote:Kept="yes""#
    let long =
      #"GImage:Data="\#(base64(TinyJPEG(stored).bytes))" GDepth:Data="\#(base64(depth))" "#
      + #"GDepth:Confidence="\#(base64(TinyPNG(small).bytes))""#
    return (short, long)
  }

  private static let names =
    #"xmlns:GDepth="http://ns.google.com/photos/1.0/depthmap/" xmlns:GImage="http://ns.google.com/photos/1.0/image/" "#
    + #"xmlns:GAudio="http://ns.google.com/photos/1.0/audio/" GAudio:Data="AAAA" "#

  static func photo(_ tag: ExifOrientation, in container: Container, breaking: Bool = false) -> [UInt8] {
    let stored = image.stored(as: tag)
    let (short, long) = properties(tag, breaking: breaking)
    let exif = TinyTIFF(orientation: Int(tag.rawValue))
    let whole = TinyXMP.packet(attributes: short + " " + long)
    switch container {
    case .png: return TinyPNG(stored, chunks: [.exif(exif.bytes), .xmp(whole)]).bytes
    case .webp: return TinyWebP(stored, chunks: [.exif(exif.bytes), .xmp(whole)]).bytes
    case .jpeg: return TinyJPEG(stored, segments: [.exif(exif), .xmp(whole)]).bytes
    case .extendedJPEG:
      let rest = TinyXMP.packet(attributes: names + long)
      let name = String(decoding: MD5.name(of: rest), as: UTF8.self)
      let first = TinyXMP.packet(attributes: short + #" xmpNote:HasExtendedXMP="\#(name)""#)
      let further = ExtendedXMP.payloads(rest).map { TinySegment(0xE1, $0) }
      return TinyJPEG(stored, segments: [.exif(exif), .xmp(first)] + further).bytes
    }
  }

  private func images(_ bytes: [UInt8]) throws -> [XMPImage.Role: [UInt8]] {
    Dictionary(
      try Probe(bytes).xmpImages.compactMap { image in image.bytes.map { (image.role, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  @Test(arguments: ExifOrientation.allCases, Container.allCases)
  func imagesInXMPRotateWithTheirPhoto(_ tag: ExifOrientation, _ container: Container) throws {
    let source = Self.photo(tag, in: container)
    for turn in Orientation<Displayed, Displayed>.all where !Orientation(exif: tag).then(turn).isIdentity {
      let wish = Rendition(rotation: turn, upright: .pixels)
      let probe = try Probe(source)
      let plan = try house.plan(wish, for: probe)
      let result = try house.run(plan, on: source)
      let found = try images(result)
      #expect(Set(found.keys) == [.image, .depth, .confidence], "\(container), \(tag), \(turn)")
      let main = try cells(result)
      for (role, bytes) in found {
        #expect(try cells(bytes) == main, "\(role) is displayed like the photo: \(tag), \(turn)")
        #expect(try Probe(bytes).orientation.isIdentity)
      }
      let after = try Probe(result)
      let text = String(decoding: after.markedPackets.joined(), as: UTF8.self)
      #expect(text.contains(#"GDepth:ImageWidth="\#(after.storedSize.width)""#))
      #expect(text.contains(#"Near="1""#) && text.contains(#"Kept="yes""#))
      let codes = plan.carried.map(\.code)
      #expect(codes.filter { $0 == "attachment-reoriented" }.count == 3, "\(codes)")
      let lost = plan.carried.filter(\.isUnexpectedLoss)
      #expect(lost.isEmpty)
    }
  }

  /// Nothing of an image moves without its photo: the same bytes.
  @Test(arguments: Container.allCases)
  func imagesOfAnUprightPhotoStay(_ container: Container) throws {
    let source = Self.photo(.topLeft, in: container)
    let result = try houseOfPixels.run(Rendition(upright: .pixels, quality: .level(80)), on: source)
    #expect(try images(result) == images(source))
  }

  /// What shows the whole goes with a part, and where thumbnails or places are removed; everything else stays.
  @Test(arguments: ExifOrientation.allCases, Container.allCases)
  func aPartHasNoImageOfTheWhole(_ tag: ExifOrientation, _ container: Container) throws {
    let source = Self.photo(tag, in: container)
    let crop = Rendition(region: .pixels(PixelRect(x: 0, y: 0, width: 16, height: 16)), upright: .pixels)
    var stripped = Rendition(upright: .pixels)
    stripped.strip = .thumbnails
    for wish in [crop, stripped] {
      let plan = try house.plan(wish, for: Probe(source))
      let result = try house.run(plan, on: source)
      #expect(try images(result).isEmpty)
      let text = String(decoding: result, as: UTF8.self)
      #expect(!text.contains("GDepth:Near") && !text.contains("/9j/") && !text.contains("iVBORw"))
      if container != .png { #expect(text.contains(#"Kept="yes""#)) }
      if container == .extendedJPEG { #expect(text.contains("GAudio:Data=\"AAAA\""), "the rest of the rest stays") }
      if wish == crop { #expect(Set(plan.carried.map(\.code)).isSuperset(of: ["xmp-depth-map-removed"])) }
    }
  }

  /// A depth map that cannot be read is a loss that is named, or a reason to change the tag alone.
  @Test(arguments: [ExifOrientation.rightTop, .bottomRight, .topRight], Container.allCases)
  func aBrokenDepthMapIsNamed(_ tag: ExifOrientation, _ container: Container) throws {
    let source = Self.photo(tag, in: container, breaking: true)
    let probe = try Probe(source)
    let plan = try house.plan(Rendition(upright: .pixels), for: probe)
    #expect(plan.carried.contains { $0 == .attachmentDropped("depth map", .unreadable) && $0.isUnexpectedLoss })
    let result = try house.run(plan, on: source)
    #expect(Set(try images(result).keys) == [.image])
    #expect(!String(decoding: result, as: UTF8.self).contains("GDepth:Near"))
    let kept = try house.plan(Rendition(upright: .pixelsWherePossible, loss: .none), for: probe)
    #expect(kept.route.name == .copy && kept.rejections.map(\.reason.code).contains("xmp-image-unreadable"))
  }

  /// A photo of six blocks with an original in XMP, which has one too, and so on.
  private static func nested(_ depth: Int) -> [UInt8] {
    let stored = image.stored(as: .rightTop)
    var bytes = TinyJPEG(stored, segments: [.exif(TinyTIFF(orientation: 6))]).bytes
    for _ in 0..<depth {
      let rest = TinyXMP.packet(attributes: names + #"GImage:Data="\#(base64(bytes))""#)
      let name = String(decoding: MD5.name(of: rest), as: UTF8.self)
      let first = TinyXMP.packet(
        attributes: #"xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmpNote:HasExtendedXMP="\#(name)""#)
      let further = ExtendedXMP.payloads(rest).map { TinySegment(0xE1, $0) }
      bytes = TinyJPEG(stored, segments: [.exif(TinyTIFF(orientation: 6)), .xmp(first)] + further).bytes
    }
    return bytes
  }

  /// An original with an original inside is not followed: a file may nest so many that their plans never end.
  @Test(arguments: [2, 3, 22])
  func originalsInsideOriginalsAreNamed(_ depth: Int) throws {
    let source = Self.nested(depth)
    let probe = try Probe(source)
    let plan = try house.plan(Rendition(upright: .pixels), for: probe)
    #expect(plan.carried.contains(.attachmentDropped("original image", .notReoriented)))
    #expect(try images(house.run(plan, on: source)).isEmpty)
    let kept = try house.plan(Rendition(upright: .pixelsWherePossible, loss: .none), for: probe)
    #expect(kept.route.name == .copy)
  }

  /// A thumbnail's own thumbnail is followed, but not that one's.
  @Test func thumbnailsInsideThumbnailsEnd() throws {
    let stored = Self.image.stored(as: .rightTop)
    var bytes = TinyJPEG(stored).bytes
    for level in 0..<12 {
      var exif = TinyTIFF(orientation: level == 11 ? 6 : 1)
      exif.thumbnail = bytes
      bytes = TinyJPEG(stored, segments: [.exif(exif)]).bytes
    }
    let result = try house.run(Rendition(upright: .pixels), on: bytes)
    let main = try cells(result)
    let first = try #require(try Probe(result).thumbnail)
    let second = try #require(try Probe(first.bytes).thumbnail)
    #expect(try cells(first.bytes) == main && cells(second.bytes) == main)
    #expect(try Probe(second.bytes).thumbnail == nil)
  }

  /// In another format the two packets become one, and one becomes two where it is too long.
  @Test(arguments: ExifOrientation.allCases)
  func packetsAreJoinedAndDividedBetweenFormats(_ tag: ExifOrientation) throws {
    for container in [Container.extendedJPEG, .png] {
      let source = Self.photo(tag, in: container)
      for format in [ContainerFormat.png, .webp, .jpeg] {
        let wish = Rendition(upright: .pixels, format: format)
        let result = try house.run(wish, on: source)
        let found = try images(result)
        #expect(Set(found.keys) == [.image, .depth, .confidence], "\(container) to \(format)")
        let main = try cells(result)
        for bytes in found.values { #expect(try cells(bytes) == main) }
      }
    }
  }

  @Test(
    .enabled(if: OutsideTool.exiftool.isInstalled, "\(OutsideTool.exiftool.reason)"), arguments: Container.allCases)
  func exiftoolReadsThem(_ container: Container) throws {
    let folder = try ScratchFolder()
    for tag in ExifOrientation.allCases where tag != .topLeft {
      let result = try house.run(Rendition(upright: .pixels), on: Self.photo(tag, in: container))
      let name = container == .extendedJPEG ? "jpg" : container == .jpeg ? "jpg" : container.rawValue
      let path = try folder.write(result, as: "\(tag.rawValue).\(name)")
      let own = try images(result)
      for (field, role) in [("-XMP-GDepth:DepthImage", XMPImage.Role.depth), ("-XMP-GImage:ImageData", .image)] {
        let answer = try OutsideTool.exiftool.run(["-b", field, path])
        #expect(answer.output == own[role], "\(container), \(tag), \(field)")
      }
      let answer = try OutsideTool.exiftool.run(["-validate", "-warning", "-a", "-s3", path])
      #expect(!answer.text.lowercased().contains("extended xmp"), "\(answer.text)")
    }
  }
}
