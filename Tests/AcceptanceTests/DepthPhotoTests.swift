// Depth photos after a JPEG's image: originals, depth maps and confidence maps follow their photo, and the lists that
// name them state their new lengths (Dynamic Depth 1.0; Samsung's trailer).

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightMetadata

@Suite struct DepthPhotoTests {
  /// Six cells, each of one block and another color, so that blocks can move.
  private static let image = TinyImage.sixColors.enlarged(by: 32)

  /// The images after the main one, as the camera stores them: only the original has a tag of its own.
  private static func images(_ tag: ExifOrientation) -> [(address: String, bytes: [UInt8])] {
    let stored = image.stored(as: tag)
    let small = TinyImage.sixColors.enlarged(by: 16).stored(as: tag)
    let exif = TinySegment.exif(TinyTIFF(orientation: Int(tag.rawValue)))
    return [
      ("android/originaldata", TinyJPEG(stored, segments: [exif]).bytes), ("android/depthmap", TinyJPEG(stored).bytes),
      ("android/confidencemap", TinyJPEG(small).bytes),
    ]
  }

  private static func packet(_ items: [(address: String, count: Int)], _ size: (Int, Int)) -> [UInt8] {
    let device = "http://ns.google.com/photos/dd/1.0/"
    let spaces = ["Device/device", "Box/container", "Entry/item", "ImagingModel/imagingmodel"].map { pair in
      let names = pair.split(separator: "/")
      return #"xmlns:\#(names[0])="\#(device)\#(names[1])/""#
    }
    let list = items.map { item in
      "<rdf:li rdf:parseType=\"Resource\"><Box:Item rdf:parseType=\"Resource\"><Entry:Mime>image/jpeg</Entry:Mime>"
        + "<Entry:Length>\(item.count)</Entry:Length><Entry:DataURI>\(item.address)</Entry:DataURI></Box:Item></rdf:li>"
    }
    let model = [
      ("FocalLengthX", "1500"), ("FocalLengthY", "1200"), ("PrincipalPointX", "0.25"), ("PrincipalPointY", "0.375"),
      ("ImageWidth", "\(size.0)"), ("ImageHeight", "\(size.1)"),
    ].map { "<ImagingModel:\($0.0)>\($0.1)</ImagingModel:\($0.0)>" }
    return TinyXMP.packet(
      attributes: spaces.joined(separator: " "),
      content: "<Device:Camera rdf:parseType=\"Resource\">\(model.joined())</Device:Camera>"
        + "<Device:Container rdf:parseType=\"Resource\"><Box:Directory><rdf:Seq>\(list.joined())</rdf:Seq>"
        + "</Box:Directory></Device:Container>")
  }

  private static func photo(_ tag: ExifOrientation, isExtended: Bool) -> [UInt8] {
    let (stored, images) = (image.stored(as: tag), images(tag))
    let items = [("primary_image", 0)] + images.map { ($0.address, $0.bytes.count) }
    let packet = packet(items, (stored.width, stored.height))
    var segments = [TinySegment.exif(TinyTIFF(orientation: Int(tag.rawValue)))]
    if isExtended {
      let name = String(decoding: MD5.name(of: packet), as: UTF8.self)
      let first = #"xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmpNote:HasExtendedXMP="\#(name)""#
      segments += [.xmp(TinyXMP.packet(attributes: first))] + ExtendedXMP.payloads(packet).map { TinySegment(0xE1, $0) }
    } else {
      segments.append(.xmp(packet))
    }
    var file = TinyJPEG(stored, segments: segments)
    file.trailer = images.flatMap(\.bytes)
    return file.bytes
  }

  private func text(_ bytes: [UInt8]) throws -> String {
    let header = try JPEGHeader(part: bytes)
    let packets = try header.applications.filter { $0.kind == .xmp || $0.kind == .extendedXMP }.flatMap {
      try bytes.read($0.segment.payload)
    }
    return String(decoding: packets, as: UTF8.self)
  }

  @Test(arguments: ExifOrientation.allCases, [false, true])
  func depthPhotosRotateWithWhatTheyList(_ tag: ExifOrientation, isExtended: Bool) throws {
    let source = Self.photo(tag, isExtended: isExtended)
    let names = ["Original", "Depth", "Confidence"]
    #expect(try Probe(source).attachments.map(\.semantic) == names)
    for turn in Orientation<Displayed, Displayed>.all where !Orientation(exif: tag).then(turn).isIdentity {
      let probe = try Probe(source)
      let plan = try house.plan(Rendition(rotation: turn, upright: .pixels), for: probe)
      #expect(plan.carried.filter { $0.code == "attachment-reoriented" }.count == 3)
      let result = try house.run(plan, on: source)
      let after = try Probe(result)
      #expect(after.attachments.map(\.semantic) == names, "the list states where they are: \(tag), \(turn)")
      let main = try cells(result)
      for attachment in after.attachments {
        let own = Array(result[attachment.range])
        #expect(try cells(own) == main, "\(attachment.semantic): \(tag), \(turn)")
        #expect(try Probe(own).orientation.isIdentity)
      }
      let (text, swaps) = (try text(result), Orientation(exif: tag).then(turn).swapsAxes)
      #expect(text.contains("ImageWidth>\(after.storedSize.width)<"))
      #expect(text.contains("FocalLengthX>\(swaps ? 1200 : 1500)<"))
      let thousand = PixelSize<Stored>(width: 1_000, height: 1_000)
      let point = Transform2D(Orientation(exif: tag).then(turn), in: thousand).apply(Point2D(x: 250, y: 375))
      #expect(text.contains("PrincipalPointX>\(XMPNumber.text(point.x / 1_000))<"), "\(tag), \(turn)")
    }
  }

  @Test func depthMapsAreParts() throws {
    let source = Self.photo(.rightTop, isExtended: false)
    let parts = try Probe(source).fileParts(in: source)
    #expect(parts.filter { $0.kind == .depthMap }.map(\.name) == ["", "confidence"])
    #expect(parts.contains { $0.kind == .original } && !parts.contains { $0.kind == .trailer })
    #expect(
      try Probe(source).losses(without: .thumbnails).contains { note in
        if case .unknownBlocksStay(let names, 3, _) = note {
          names == ["Confidence", "Depth", "Original"]
        } else {
          false
        }
      })
  }

  // MARK: Samsung

  private static func dualShot(_ tag: ExifOrientation, depth: [UInt8]?) -> [UInt8] {
    var file = TinyJPEG(image.stored(as: tag), segments: [.exif(TinyTIFF(orientation: Int(tag.rawValue)))])
    let original = TinyJPEG(image.stored(as: tag)).bytes
    let map = depth.map { [(type: 0x0AB0, name: "DualShot_DepthMap_1", data: $0)] } ?? []
    file.trailer = AttachmentTests.samsung(
      nil, further: map + [(0x0901, "Original_Image", original), (0x0AB1, "DualShot_Extra_Info", [4, 3, 2, 1])])
    return file.bytes
  }

  /// The index at the end names every block where it is.
  private func contents(_ bytes: [UInt8]) throws -> [String: [UInt8]] {
    let trailer = try #require(SamsungTrailer(bytes))
    return Dictionary(
      trailer.blocks.map { ($0.name, Array(bytes[$0.content])) }, uniquingKeysWith: { first, _ in first })
  }

  @Test(arguments: ExifOrientation.allCases)
  func originalsInATrailerRotate(_ tag: ExifOrientation) throws {
    let source = Self.dualShot(tag, depth: nil)
    for turn in Orientation<Displayed, Displayed>.all where !Orientation(exif: tag).then(turn).isIdentity {
      let result = try house.run(Rendition(rotation: turn, upright: .pixels), on: source)
      let blocks = try contents(result)
      #expect(Set(blocks.keys) == ["Image_UTC_Data", "Original_Image", "DualShot_Extra_Info"])
      #expect(blocks["Image_UTC_Data"] == Array("1718361234567".utf8) && blocks["DualShot_Extra_Info"] == [4, 3, 2, 1])
      #expect(try cells(blocks["Original_Image"] ?? []) == cells(result), "\(tag), \(turn)")
    }
  }

  /// Raw depths cannot be rotated: they are named, or the tag stays.
  @Test func rawDepthsAreNamed() throws {
    let source = Self.dualShot(.rightTop, depth: Array(repeating: 7, count: 500))
    let probe = try Probe(source)
    let parts = try probe.fileParts(in: source)
    #expect(parts.contains { $0.kind == .depthMap } && parts.contains { $0.kind == .original })
    let plan = try house.plan(Rendition(upright: .pixels), for: probe)
    #expect(plan.carried.contains(.attachmentDropped("depth map", .unreadable)))
    let result = try house.run(plan, on: source)
    let blocks = try contents(result)
    #expect(Set(blocks.keys) == ["Image_UTC_Data", "Original_Image", "DualShot_Extra_Info"])
    #expect(try cells(blocks["Original_Image"] ?? []) == cells(result))
    #expect(blocks["DualShot_Extra_Info"] == [4, 3, 2, 1])
    let kept = try house.plan(Rendition(upright: .pixelsWherePossible), for: probe)
    #expect(kept.route.name == .copy && kept.rejections.map(\.reason).contains(.unknownAttachments))
  }

  /// A part of the image, and an image without places, have no blocks.
  @Test func blocksGoWithTheTrailer() throws {
    let source = Self.dualShot(.rightTop, depth: [1, 2, 3])
    let crop = Rendition(region: .pixels(PixelRect(x: 0, y: 0, width: 16, height: 16)), upright: .pixels)
    var stripped = Rendition(upright: .pixels)
    stripped.strip = .gps
    for wish in [crop, stripped] {
      let result = try house.run(wish, on: source)
      #expect(try Probe(result).attachments.isEmpty && result.suffix(2) == [0xFF, 0xD9])
    }
    let change = try Probe(source).rewriting(without: .gps, in: source)
    let bytes = try PatchedSource(source, change).read(0..<source.count)
    #expect(bytes.suffix(2) == [0xFF, 0xD9] && !String(decoding: bytes, as: UTF8.self).contains("DualShot"))
  }
}

@Suite struct PromisedVideoTests {
  /// A video is found after the image where XMP gives a wrong length, or none.
  @Test(arguments: [
    TinyXMP.packet(attributes: #"GCamera:MicroVideo="1" GCamera:MicroVideoOffset="900000""#),
    TinyXMP.packet(attributes: #"GCamera:MotionPhoto="1""#), TinyXMP.directory([("Primary", 0), ("MotionPhoto", 0)]),
    TinyXMP.directory([("Primary", 0), ("MotionPhoto", 900_000)]),
  ])
  func videosWithoutALengthAreFound(_ packet: [UInt8]) throws {
    let video = TinyMovie(.sixColors.enlarged(by: 8), as: .rightTop).bytes
    var file = TinyJPEG(
      TinyImage.sixColors.enlarged(by: 16).stored(as: .rightTop),
      segments: [.exif(TinyTIFF(orientation: 6)), .xmp(packet)])
    file.trailer = video
    let source = file.bytes
    let probe = try Probe(source)
    #expect(probe.attachments.map(\.range) == [source.count - video.count..<source.count])
    #expect(!probe.hasUnknownAttachments)
    let result = try house.run(Rendition(rotation: .rotate90, upright: .pixels), on: source)
    let attachment = try #require(try Probe(result).attachments.first)
    #expect(attachment.probe?.orientation == Orientation(exif: .rightTop).then(.rotate90))
    if String(decoding: packet, as: UTF8.self).contains("MicroVideoOffset") {
      let stated = #"MicroVideoOffset="\#(result.count - attachment.range.lowerBound)""#
      #expect(String(decoding: result, as: UTF8.self).contains(stated))
    }
    var stripped = Rendition(upright: .pixels)
    stripped.strip = .gps
    let crop = Rendition(region: .pixels(PixelRect(x: 0, y: 0, width: 16, height: 16)), upright: .pixels)
    for wish in [crop, stripped] {
      let made = try house.run(wish, on: source)
      let text = String(decoding: made, as: UTF8.self)
      #expect(!text.contains("GCamera:M") && !text.contains("Semantic") && !text.contains("ftyp"))
    }
    let change = try Probe(source).rewriting(without: .gps, in: source)
    let rest = String(decoding: try PatchedSource(source, change).read(0..<source.count), as: UTF8.self)
    #expect(!rest.contains("GCamera:M") && !rest.contains("Semantic") && !rest.contains("ftyp"))
  }
}
