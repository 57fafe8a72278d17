// The fields of a file that can contain a location besides Exif's own directory and its packet: nothing remains in any
// of them.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

/// A file that contains 48° 12′ 34.5678″ or 48,12.5N in one unusual field.
struct HiddenPosition: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  /// The bytes that are present before, and nowhere after.
  var secret = StripTests.latitude
  /// Whether exiftool is known to find it.
  var isSeen = true
  var testDescription: String { name }

  static let latitude = Array("48,12.5N".utf8)

  /// A block of Exif with directories of locations, of which IFD0 names `pointers`.
  static func block(_ tag: ExifOrientation = .rightTop, pointers: Int = 1, magic: Int = 42) -> [UInt8] {
    let order = TinyTIFF.ByteOrder.big
    var block = TinyTIFF(order, ifd0: [.orientation(Int(tag.rawValue))])
    block.magic = magic
    block.ifd0 += (0..<pointers).map { _ in TinyEntry(0x8825, .long, [0]) }
    var tail: [UInt8] = []
    for index in 0..<pointers {
      let start = block.bytes.count + tail.count
      block.ifd0[index + 1].values = [start]
      tail += directory.bytes(at: start, next: 0)
    }
    return block.bytes + tail
  }

  static let directory = TinyDirectory(
    .big,
    [
      TinyEntry(1, text: "N"), TinyEntry(2, .rational, [48, 1, 12, 1, 345_678, 10_000]), TinyEntry(3, text: "E"),
      TinyEntry(4, .rational, [16, 1, 22, 1, 123_456, 10_000]),
    ])

  private static let image = TinyImage.letterF.enlarged(by: 8)

  private static func photo(_ segments: [TinySegment], behind: [UInt8] = []) -> [UInt8] {
    var file = TinyJPEG(image.stored(as: .rightTop), segments: segments)
    if !segments.contains(where: { $0.payload.starts(with: TinySegment.exifPrefix) }) {
      file.segments.insert(.exif(TinyTIFF(orientation: 6)), at: 0)
    }
    file.trailer = behind
    return file.bytes
  }

  private static func resource(_ number: Int, _ data: [UInt8]) -> TinySegment {
    let head = Array("Photoshop 3.0\08BIM".utf8) + TinyTIFF.ByteOrder.big.bytes(number, width: 2) + [0, 0]
    return TinySegment(
      0xED, head + TinyTIFF.ByteOrder.big.bytes(data.count, width: 4) + data + (data.count % 2 == 1 ? [0] : []))
  }

  private static let packet = TinyXMP.packet(attributes: #"exif:GPSLatitude="48,12.5N""#)

  private static func drone(_ content: (attributes: String, content: String)) -> [UInt8] {
    TinyXMP.packet(
      attributes: #"xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" "# + content.attributes,
      content: content.content)
  }

  /// A video that states where it was recorded, as phones write it.
  static let video: [UInt8] = {
    let text = Array("+48.1200+016.2200/".utf8)
    let size = TinyTIFF.ByteOrder.big
    let place = size.bytes(12 + text.count, width: 4) + [0xA9] + Array("xyz".utf8) + size.bytes(text.count, width: 2)
    var video = TinyMovie(image, as: .topLeft)
    video.brand = "mp42"
    video.boxesInside = TinyBox.bytes("udta", place + [0x15, 0xC7] + text)
    return video.bytes
  }()

  /// The extension of a packet in two segments, cut inside a value.
  private static let furtherSegments: [TinySegment] = {
    let order = TinyTIFF.ByteOrder.big
    let rest = TinyXMP.packet(attributes: #"exif:GPSLatitude="48,12.5N""#)
    let guid = Array("0123456789ABCDEF0123456789ABCDEF".utf8)
    let cut = rest.indices.first { rest[$0...].starts(with: latitude) }.map { $0 + 3 } ?? 0
    let parts = [(0, Array(rest[..<cut])), (cut, Array(rest[cut...]))].map { place, bytes in
      let head = Array("http://ns.adobe.com/xmp/extension/\0".utf8) + guid
      return TinySegment(0xE1, head + order.bytes(rest.count, width: 4) + order.bytes(place, width: 4) + bytes)
    }
    let main = TinyXMP.packet(
      attributes:
        #"xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmpNote:HasExtendedXMP="\#(String(decoding: guid, as: UTF8.self))""#
    )
    return [.xmp(main)] + parts
  }()

  /// A thumbnail with its own Exif block.
  private static func thumbnail() -> [UInt8] {
    var outer = TinyTIFF(.big, orientation: 6)
    outer.thumbnail =
      TinyJPEG(
        TinyImage.letterF.enlarged(by: 2).stored(as: .rightTop), segments: [.exif(block(.topLeft))]
      ).bytes
    return outer.bytes
  }

  private static func inside(_ entries: [TinyEntry], second: [TinyEntry] = []) -> TinySegment {
    var block = TinyTIFF(.big, ifd0: [.orientation(6)] + entries)
    block.ifd1 = second
    return .exif(block)
  }

  /// IFD1 with a pointer to a directory after everything.
  private static func second() -> [UInt8] {
    var block = TinyTIFF(.big, orientation: 6)
    block.ifd1 = [TinyEntry(0x8825, .long, [0])]
    block.thumbnail = TinyJPEG(TinyImage.letterF.enlarged(by: 2).stored(as: .rightTop)).bytes
    let start = block.bytes.count
    block.ifd1[0].values = [start]
    return block.bytes + directory.bytes(at: start, next: 0)
  }

  /// The information in a longitude that is truncated after its last number: 16° 22′.
  private static let longitude = [16, 1, 22, 1].flatMap { TinyTIFF.ByteOrder.big.bytes($0, width: 4) }

  /// A directory below IFD0 with a pointer to one of locations.
  private static func below() -> [UInt8] {
    var block = TinyTIFF(.big, ifd0: [.orientation(6), TinyEntry(0x14A, .long, [0])])
    let start = block.bytes.count
    block.ifd0[1].values = [start]
    var below = TinyDirectory(.big, [TinyEntry(0x8825, .long, [0])])
    below.entries[0].values = [start + below.size]
    return block.bytes + below.bytes(at: start, next: 0) + directory.bytes(at: start + below.size, next: 0)
  }

  static let all: [HiddenPosition] = photos + drawings

  private static let photos: [HiddenPosition] = [
    Self(name: "after the end of the image", bytes: photo([], behind: TinySegment.exif(block()).bytes), isSeen: false),
    Self(
      name: "a film that lists name",
      bytes: photo(
        [
          .xmp(
            TinyXMP.directory([("Primary", 0), ("MotionPhoto", video.count)], attributes: #"GCamera:MotionPhoto="1""#))
        ],
        behind: video), secret: Array("+48.1200".utf8),
      isSeen: false),
    Self(name: "the thumbnail's own Exif", bytes: photo([.exif(thumbnail())]), isSeen: false),
    Self(name: "Photoshop's copy of Exif", bytes: photo([resource(1058, block())])),
    Self(name: "Photoshop's second copy of Exif", bytes: photo([resource(1059, block())]), isSeen: false),
    Self(name: "Photoshop's copy of XMP", bytes: photo([resource(1060, packet)]), secret: latitude),
    Self(
      name: "resources that break off", bytes: photo([TinySegment(0xED, resource(1058, block()).payload.dropLast())]),
      isSeen: false),
    Self(
      name: "a drone's property", bytes: photo([.xmp(drone((#"drone-dji:GpsLatitude="48,12.5N""#, "")))]),
      secret: latitude),
    Self(
      name: "a drone's element",
      bytes: photo([.xmp(drone(("", "<drone-dji:Latitude>48,12.5N</drone-dji:Latitude>")))]), secret: latitude),
    Self(
      name: "a packet that does not close",
      bytes: photo([.xmp(Array(packet.prefix { $0 != UInt8(ascii: "?") } + packet.dropLast(40)))]), secret: latitude,
      isSeen: false),
    Self(name: "Exif with another magic number", bytes: photo([.exif(block(magic: 43))])),
    Self(name: "two pointers in IFD0", bytes: photo([.exif(block(pointers: 2))])),
    Self(name: "twelve pointers in IFD0", bytes: photo([.exif(block(pointers: 12))])),
    Self(name: "a pointer in IFD1", bytes: photo([.exif(second())])),
    Self(name: "a position that breaks off", bytes: photo([.exif(Array(block().dropLast(8)))]), secret: longitude),
    Self(name: "a position by one byte too long", bytes: photo([.exif(Array(block().dropLast()))]), secret: longitude),
    Self(name: "a pointer below IFD0", bytes: photo([.exif(below())])),
    Self(
      name: "W3C's position",
      bytes: photo([
        .xmp(
          TinyXMP.packet(
            attributes: #"xmlns:w="http://www.w3.org/2003/01/geo/wgs84_pos#" w:lat="48,12.5N" w:long="16.3""#))
      ]), secret: latitude, isSeen: false),
    Self(
      name: "a comment in XMP", bytes: photo([.xmp(TinyXMP.packet(content: "<!-- GPSLatitude 48,12.5N -->"))]),
      secret: latitude, isSeen: false),
    Self(name: "XMP in IFD0", bytes: photo([inside([TinyEntry(700, .byte, packet.map(Int.init))])]), secret: latitude),
    Self(
      name: "the rest of a packet, cut in a value", bytes: photo(furtherSegments), secret: Array("exif:GPSLat".utf8)),
    Self(
      name: "content credentials",
      bytes: photo([TinySegment(0xEB, Array("JP".utf8) + [0, 1, 0, 0, 0, 1] + TinyBox.bytes("jumb", packet))]),
      secret: latitude, isSeen: false),
    Self(
      name: "XMP in UTF-16", bytes: photo([.xmp([0xFE, 0xFF] + packet.flatMap { [0, $0] })]),
      secret: latitude.flatMap { [0, $0] }),
    Self(
      name: "an application nobody knows", bytes: photo([TinySegment(0xE6, Array("GoPro\0".utf8) + latitude)]),
      secret: latitude, isSeen: false),
    Self(name: "a comment", bytes: photo([.comment("gps 48,12.5N")]), secret: latitude),
  ]

  private static let drawings: [HiddenPosition] = [
    drawing(.text("exif:GPSLatitude", latitude, .plain), "a text", isSeen: true),
    drawing(.text("XMP-exif:gpslatitude", latitude, .international), "an international text", isSeen: true),
    drawing(.rawProfile(packet, type: "8bim", .plain), "a profile", secret: Array("Raw profile type 8bim".utf8)),
    drawing(TinyPNG.Chunk("prVt", latitude), "a chunk nobody knows"),
  ]

  private static func drawing(
    _ chunk: TinyPNG.Chunk, _ name: String, secret: [UInt8] = latitude, isSeen: Bool = false
  ) -> Self {
    let file = TinyPNG(image.stored(as: .rightTop), chunks: [.exif(TinyTIFF(orientation: 6).bytes), chunk])
    return Self(name: "\(name) of a PNG", bytes: file.bytes, secret: secret, isSeen: isSeen)
  }
}

extension StripTests {
  static let wishes: [Rendition] = [Strip.gps, .allButColor].flatMap { strip in
    [Rendition.Region.full, .pixels(PixelRect(x: 0, y: 0, width: 16, height: 16))].map { region in
      var wish = Rendition(region: region, upright: .pixels)
      wish.strip = strip
      return wish
    }
  }

  @Test(arguments: HiddenPosition.all)
  func aHiddenPositionIsGone(_ hidden: HiddenPosition) throws {
    #expect(holds(hidden.bytes, hidden.secret), "the file does not hold what is looked for")
    for wish in Self.wishes {
      let result = try house.run(wish, on: hidden.bytes)
      #expect(!holds(result, hidden.secret), "\(wish.strip), \(wish.region)")
      #expect(try Probe(result).orientation.isIdentity)
      #expect(try house.run(Rendition(), on: result) == result, "what is left is a sound file")
    }
  }

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "\(OutsideTool.exiftool.reason)"))
  func exiftoolFindsNoPositionAnywhere() throws {
    let folder = try ScratchFolder()
    func positions(_ bytes: [UInt8], _ name: String) throws -> [Substring] {
      let path = try folder.write(bytes, as: name)
      let answer = try OutsideTool.exiftool.run(["-ee", "-G1", "-a", "-s", "--System:all", path])
      return answer.text.split(separator: "\n").filter { $0.lowercased().contains("gps") || $0.contains("48 deg") }
    }
    for (index, hidden) in HiddenPosition.all.enumerated() {
      let found = try positions(hidden.bytes, "source\(index)")
      #expect(found.isEmpty != hidden.isSeen, "\(hidden.name): \(found)")
      for (other, wish) in Self.wishes.enumerated() {
        let left = try positions(house.run(wish, on: hidden.bytes), "result\(index)-\(other)")
        #expect(left.isEmpty, "\(hidden.name), \(wish.strip): \(left)")
      }
    }
  }

  /// Content credentials sign the previous file, so any change of its metadata invalidates them.
  @Test(arguments: Strip.allCases)
  func contentCredentialsStayOnlyWhereNothingIsTakenOut(_ strip: Strip) throws {
    let hidden = try #require(HiddenPosition.all.first { $0.name == "content credentials" })
    var wish = Rendition(upright: .pixels)
    wish.strip = strip
    #expect(holds(try house.run(wish, on: hidden.bytes), hidden.secret) == (strip == .none))
  }

  @Test func plansSayWhatGoesWithThePosition() throws {
    let video = try #require(HiddenPosition.all.first { $0.name == "a film that lists name" })
    let plan = try house.plan(Self.wishes[0], for: Probe(video.bytes))
    #expect(plan.explanation.contains("the video is not copied: a video may contain the location (gps)"))
    #expect(
      plan.explanation.contains(
        "bytes after the end of the image, if any, are not copied: as requested (gps)"))
    var none = Self.wishes[0]
    none.strip = .none
    let kept = try house.plan(none, for: Probe(video.bytes))
    #expect(
      kept.explanation.contains { $0.hasPrefix("the video is rotated too") || $0 == "the video is copied unchanged" })
    #expect(!kept.explanation.contains { $0.hasPrefix("bytes after") })
  }
}
