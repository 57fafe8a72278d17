// Removes metadata from files whose image stays as stored: every coded byte remains, the orientation is correct, and
// the location is removed.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

/// A file of one format with a location in every field that the format has for one.
struct RewriteSample: Sendable, CustomTestStringConvertible {
  let name: String
  /// The file for a tag.
  let bytes: @Sendable (ExifOrientation) -> [UInt8]
  /// The coded bytes of the image, found by format rules that only this file contains.
  let coded: @Sendable ([UInt8]) -> [[UInt8]]
  /// Whether exiftool reads the place of its metadata.
  var isSeen = true
  var testDescription: String { name }

  static let image = TinyImage.sixColors.enlarged(by: 8)
  static let packet = StripTests.packet
  static let all = [jpeg, progressive, png, webp, tiff, bigTIFF, heif, heifInside, jxl, jxlParts]

  static let jpeg = Self(name: "jpeg", bytes: { StripTests.photo($0) }, coded: Coded.jpeg)

  /// Comments between scans, bytes between segments, and blocks that cannot be moved.
  static let progressive = Self(
    name: "jpeg with everything else",
    bytes: { tag in
      var file = TinyJPEG(
        TinyImage(width: 51, height: 35, filledWith: [90, 120, 200]).stored(as: tag),
        segments: [
          .jfif, .exif(StripTests.block(tag)), .xmp(packet), .comment("kept"), TinySegment(0xE6, StripTests.latitude),
        ])
      file.trailer = TinySegment.exif(StripTests.block(tag)).bytes
      return file.bytes
    }, coded: Coded.jpeg)

  static let png = Self(name: "png", bytes: { StripTests.drawing($0) }, coded: Coded.png)

  static let webp = Self(
    name: "webp",
    bytes: { tag in
      var file = TinyWebP(
        image.stored(as: tag),
        chunks: [.exif(StripTests.block(tag)), .xmp(packet), .init("prVt", StripTests.latitude)])
      file.trailer = StripTests.latitude
      return file.bytes
    }, coded: Coded.webp)

  static let tiff = Self(name: "tiff", bytes: { tiff($0, isBigTIFF: false) }, coded: { [Coded.tiff($0)] })
  static let bigTIFF = Self(name: "bigtiff", bytes: { tiff($0, isBigTIFF: true) }, coded: { [Coded.tiff($0)] })

  private static func tiff(_ tag: ExifOrientation, isBigTIFF: Bool) -> [UInt8] {
    var page = TinyTIFFFile.Subfile(displaying: image, as: tag)
    page.xmp = packet
    page.entries += [
      TinyEntry(271, text: "Maker"), TinyEntry(0x8825, .long, [0]), TinyEntry(42_112, text: "<GDAL>48,12.5N</GDAL>"),
      TinyEntry(33_723, .undefined, [0x1C, 2, 90, 0, 4] + "kept".utf8.map(Int.init)),
    ]
    var file = TinyTIFFFile(.big, isBigTIFF: isBigTIFF, pages: [page, .init(displaying: .letterF, as: .topLeft)])
    let start = file.bytes.count
    if let place = file.pages[0].entries.firstIndex(where: { $0.tag == 0x8825 }) {
      file.pages[0].entries[place].values = [start]
    }
    var directory = HiddenPosition.directory
    directory.isBigTIFF = isBigTIFF
    return file.bytes + directory.bytes(at: start, next: 0) + StripTests.latitude
  }

  static let heif = Self(
    name: "avif", bytes: { heif($0, .init()) }, coded: { [Coded.heif($0)] })
  static let heifInside = Self(
    name: "avif with its metadata inside the tables",
    bytes: { tag in
      var layout = TinyHEIF.Layout()
      (layout.locationVersion, layout.hasLongIDs, layout.isWide) = (1, true, true)
      return heif(tag, layout)
    }, coded: { [Coded.heif($0)] }, isSeen: false)

  static func heif(_ tag: ExifOrientation, _ layout: TinyHEIF.Layout) -> [UInt8] {
    var file = TinyHEIF(tag)
    file.layout = layout
    file.describe(with: TinyItem(2, "Exif", [0, 0, 0, 6] + TinySegment.exifPrefix + StripTests.block(tag)))
    file.describe(with: .xmp(3, packet))
    var hidden = TinyItem(4, "mime", packet)
    hidden.contentType = "application/octet-stream"
    file.describe(with: hidden)
    if layout.locationVersion > 0 { for place in 1...3 { file.items[place].storage = .itemData } }
    file.trailer = TinyBox.bytes("uuid", [UInt8](repeating: 7, count: 16) + packet)
    return file.bytes
  }

  static let jxl = Self(name: "jxl", bytes: { jxl($0, .box(.short)) }, coded: Coded.jxl)
  static let jxlParts = Self(name: "jxl in parts", bytes: { jxl($0, .parts(first: 14)) }, coded: Coded.jxl)

  private static func jxl(_ tag: ExifOrientation, _ container: TinyJXL.Container) -> [UInt8] {
    var file = TinyJXL(as: tag)
    file.container = container
    file.boxesBefore = TinyBox.bytes("Exif", [0, 0, 0, 0] + StripTests.block(.topLeft)) + TinyBox.bytes("xml ", packet)
    file.boxesAfter = TinyBox.bytes("brob", Array("Exif".utf8) + StripTests.latitude)
    return file.bytes
  }
}

/// The coded bytes of an image, by each format's rules.
enum Coded {
  /// Tables, frame, scans: every segment except application data and comments, and everything after the first scan up
  /// to EOI.
  static func jpeg(_ bytes: [UInt8]) -> [[UInt8]] {
    var (parts, at): ([[UInt8]], Int) = ([], 2)
    while at + 4 <= bytes.count {
      let end = at + 2 + Int(bytes[at + 2]) << 8 + Int(bytes[at + 3])
      let marker = bytes[at + 1]
      if !(0xE0...0xEF).contains(marker), marker != 0xFE { parts.append(Array(bytes[at..<end])) }
      at = end
      if marker == 0xDA { break }
    }
    let close = bytes.indices.dropFirst(at).first { bytes[$0] == 0xFF && $0 + 1 < bytes.count && bytes[$0 + 1] == 0xD9 }
    return parts + [Array(bytes[at..<(close ?? bytes.count)])]
  }

  static func png(_ bytes: [UInt8]) -> [[UInt8]] {
    var (parts, at): ([[UInt8]], Int) = ([], 8)
    while at + 8 <= bytes.count {
      let count = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      let kind = String(decoding: bytes[at + 4..<at + 8], as: UTF8.self)
      if ["IHDR", "PLTE", "tRNS", "IDAT"].contains(kind) { parts.append(Array(bytes[at..<at + 12 + count])) }
      at += 12 + count
    }
    return parts
  }

  static func webp(_ bytes: [UInt8]) -> [[UInt8]] {
    var (parts, at): ([[UInt8]], Int) = ([], 12)
    while at + 8 <= bytes.count {
      let count = bytes[at + 4..<at + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
      let kind = String(decoding: bytes[at..<at + 4], as: UTF8.self)
      if ["VP8 ", "VP8L", "ALPH", "ANIM", "ANMF"].contains(kind) { parts.append(Array(bytes[at..<at + 8 + count])) }
      at += 8 + count + count % 2
    }
    return parts
  }

  /// The samples of both pages come after the header, one after the other.
  static func tiff(_ bytes: [UInt8]) -> [UInt8] {
    let start = bytes[3] == 43 ? 16 : 8
    return Array(bytes[start..<start + 24 * 16 * 3 + TinyImage.letterF.samples.count / 2 * 2])
  }

  static func heif(_ bytes: [UInt8]) -> [UInt8] {
    let coded = TinyHEIF.codedImage
    let place = bytes.indices.first { bytes[$0...].starts(with: coded) } ?? 0
    return Array(bytes[place..<min(bytes.count, place + coded.count)])
  }

  static func jxl(_ bytes: [UInt8]) -> [[UInt8]] {
    var (parts, at): ([[UInt8]], Int) = ([], 0)
    while at + 8 <= bytes.count {
      let count = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      if bytes[at + 4..<at + 8].starts(with: "jxl".utf8) { parts.append(Array(bytes[at + 8..<at + count])) }
      at += count
    }
    return parts
  }
}

@Suite struct RewriteTests {
  static let tags: [ExifOrientation] = [.topLeft, .bottomRight, .leftTop, .rightTop]

  static func wish(
    _ strip: Strip, _ upright: Rendition.Uprightness = .tagged, turn: Orientation<Displayed, Displayed> = .identity
  ) -> Rendition {
    var wish = Rendition(rotation: turn, upright: upright, normalizes: turn.isIdentity, loss: .none)
    wish.strip = strip
    return wish
  }

  /// The result, and its route.
  static func run(_ wish: Rendition, on source: [UInt8]) throws -> (bytes: [UInt8], plan: Plan) {
    var bytes: [UInt8] = []
    let plan = try house.run(house.plan(wish, for: Probe(source)), on: source, into: &bytes)
    return (bytes, plan)
  }

  private func holds(_ bytes: [UInt8], _ part: [UInt8]) -> Bool { StripTests().holds(bytes, part) }

  @Test(arguments: RewriteSample.all, [Strip.thumbnails, .gps, .allButColor])
  func everyCodedByteStaysAndTheOrientationToo(_ sample: RewriteSample, _ strip: Strip) throws {
    for tag in Self.tags {
      let source = sample.bytes(tag)
      #expect(holds(source, StripTests.latitude) && holds(source, Array("GPSLongitude".utf8)))
      let before = try Probe(source)
      #expect(before.orientation.exif == tag)
      let (result, plan) = try Self.run(Self.wish(strip), on: source)
      #expect(plan.route.name == .rewrite || strip == .thumbnails, "\(plan.route.name)")
      #expect(sample.coded(result) == sample.coded(source))
      let after = try Probe(result)
      if before.format == .avif || before.format == .tiff { #expect(result.count <= source.count) }
      #expect(after.orientation.exif == tag && after.storedSize == before.storedSize)
      #expect(
        !after.findings.contains { $0.code == .metadataDamaged || $0.code == .wrongChecksum }, "\(after.findings)")
      let isGone = strip != .thumbnails
      for secret in [StripTests.latitude, Array("GPSLongitude".utf8), HiddenPosition.latitude] where isGone {
        #expect(!holds(result, secret), "\(String(decoding: secret, as: UTF8.self)), tag \(tag.rawValue)")
      }
      if !isGone { #expect(holds(result, StripTests.latitude)) }
      if strip != .gps { #expect(after.thumbnail == nil) }
      #expect(holds(result, Array("Maker".utf8)) == (strip != .allButColor && holds(source, Array("Maker".utf8))))
      let again = try Self.run(Self.wish(strip), on: result)
      #expect(again.bytes == result && again.plan.route == .copy, "a second time there is nothing to do")
    }
  }

  @Test(arguments: RewriteSample.all)
  func aTurnByTheTagTakesOutWithoutCodingAnew(_ sample: RewriteSample) throws {
    for tag in Self.tags {
      for turn in [Orientation<Displayed, Displayed>.rotate90, .mirrorHorizontal] {
        let source = sample.bytes(tag)
        let (result, plan) = try Self.run(Self.wish(.gps, turn: turn), on: source)
        #expect(plan.route.name == .rewrite)
        if !sample.name.hasPrefix("jxl") { #expect(sample.coded(result) == sample.coded(source)) }
        #expect(try Probe(result).orientation == Orientation(exif: tag).then(turn))
        #expect(!holds(result, StripTests.latitude) && !holds(result, Array("GPSLongitude".utf8)))
      }
    }
  }

  /// Blocks of 51 × 35 pixels cannot all be moved.
  @Test func anImageThatKeepsItsTagLosesItsPositionAllTheSame() throws {
    let source = RewriteSample.progressive.bytes(.rightTop)
    let (result, plan) = try Self.run(Self.wish(.gps, .pixelsWherePossible), on: source)
    #expect(plan.route.name == .rewrite && plan.remaining.exif == .rightTop)
    #expect(Coded.jpeg(result) == Coded.jpeg(source) && !holds(result, StripTests.latitude))
    let whole = try Self.run(Self.wish(.gps, .pixelsWherePossible), on: StripTests.photo(.rightTop))
    #expect(whole.plan.route.name == .transform)
    let upright = try Self.run(Self.wish(.gps, .pixels), on: RewriteSample.progressive.bytes(.topLeft))
    #expect(upright.plan.route.name == .rewrite)
  }

  @Test(arguments: HiddenPosition.all)
  func aHiddenPositionIsGoneAndTheTagStays(_ hidden: HiddenPosition) throws {
    for strip in [Strip.gps, .allButColor] {
      let (result, plan) = try Self.run(Self.wish(strip), on: hidden.bytes)
      #expect(plan.route.name == .rewrite && !holds(result, hidden.secret), "\(strip)")
      #expect(try Probe(result).orientation == Probe(hidden.bytes).orientation)
      let coded = try Probe(result).format == .png ? Coded.png : Coded.jpeg
      #expect(coded(result) == coded(hidden.bytes))
    }
  }

  /// Every prefix, and every byte changed: an error, or an image displayed as before.
  @Test(arguments: RewriteSample.all)
  func damagedFilesAreRefusedOrStayTrue(_ sample: RewriteSample) throws {
    let source = sample.bytes(.rightTop)
    var files = source.indices.map { Array(source[..<$0]) }
    for place in source.indices {
      var bytes = source
      bytes[place] ^= place % 2 == 0 ? 0xFF : UInt8(1 << (place % 8))
      files.append(bytes)
    }
    let strips = [Strip.gps, .allButColor, .thumbnails]
    for (index, bytes) in files.enumerated() {
      guard let probe = try? Probe(bytes) else { continue }
      let wish = Self.wish(strips[index % 3])
      guard let plan = try? house.plan(wish, for: probe), let result = try? house.run(plan, on: bytes) else { continue }
      let after = try? Probe(result)
      #expect(
        after?.orientation == probe.orientation && after?.storedSize == probe.storedSize,
        "\(index < source.count ? "prefix of" : "byte") \(index % source.count)")
    }
  }

  /// The box that names the segments of the JPEG that a JPEG XL was made from is removed with them, and the report
  /// states that. A bare codestream has nothing to lose.
  @Test func aJPEGXLLosesTheWayBackToItsJPEG() throws {
    var file = TinyJXL(as: .rightTop)
    file.container = .box(.short)
    file.boxesBefore = TinyBox.bytes("jbrd", Array("secret".utf8))
    let plan = try house.plan(Self.wish(.gps), for: Probe(file.bytes))
    #expect(plan.explanation.contains { $0.hasPrefix("the data that reconstructs the JPEG is removed") })
    let (result, _) = try Self.run(Self.wish(.gps), on: file.bytes)
    #expect(!holds(result, Array("jbrd".utf8)) && Coded.jxl(result) == Coded.jxl(file.bytes))
    file.container = .bare
    #expect(try Self.run(Self.wish(.gps), on: file.bytes).plan.route == .copy)
    let turned = try Self.run(Self.wish(.gps, turn: .rotate90), on: file.bytes)
    let probe = try Probe(turned.bytes)
    #expect(turned.plan.route.name == .retag && probe.orientation.exif == .bottomRight)
  }

  @Test func videosAreRefusedWithWhatWouldDo() throws {
    let video = try Probe(TinyMovie(RewriteSample.image, as: .rightTop).bytes)
    for upright in [Rendition.Uprightness.tagged, .pixels, .pixelsWherePossible] {
      let error = #expect(throws: UprightError.self) { try house.plan(Self.wish(.gps, upright), for: video) }
      guard case .unsupported(let sentence) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(sentence.description.contains("ffmpeg -i IN.") && error?.codes.exitCode == 69)
    }
  }

  /// The listed images are at the listed offsets, and nothing else follows the image.
  @Test(arguments: [Strip.gps, .thumbnails])
  func listsOfWhatFollowsStayTrue(_ strip: Strip) throws {
    let map = TinyJPEG(
      TinyImage.letterF,
      segments: [.exif(StripTests.block(.topLeft)), .xmp(TinyXMP.packet(attributes: #"hdrgm:Version="1.0""#))])
    let list = TinyXMP.directory(
      [("Primary", 0), ("GainMap", map.bytes.count)], attributes: #"exif:GPSLatitude="48,12.5N" hdrgm:Version="1.0""#)
    var file = TinyJPEG(RewriteSample.image, segments: [.exif(StripTests.block(.topLeft)), .xmp(list)])
    (file.furtherImages, file.furtherType) = ([map.bytes], 0)
    let source = file.bytes
    let (result, plan) = try Self.run(Self.wish(strip), on: source)
    #expect(plan.route.name == .rewrite)
    #expect(Coded.jpeg(result) == Coded.jpeg(source))
    let (before, after) = (try Probe(source), try Probe(result))
    #expect(before.attachments.count == 1 && after.attachments.count == 1 && !after.hasUnknownAttachments)
    let kept = try #require(after.attachments.first)
    #expect(kept.kind == .gainMap && kept.range.upperBound == result.count)
    #expect(Coded.jpeg(Array(result[kept.range])) == Coded.jpeg(map.bytes))
    #expect(holds(result, StripTests.latitude) == (strip == .thumbnails))
    #expect(try after.imageEnd(in: result) <= kept.range.lowerBound)
  }

  // MARK: As others see it

  private static func name(_ sample: RewriteSample, _ bytes: [UInt8]) throws -> String {
    let format = try Probe(bytes).format
    return "\(sample.name.filter(\.isLetter)).\(format == .jpeg ? "jpg" : format == .tiff ? "tif" : format.rawValue)"
  }

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "\(OutsideTool.exiftool.reason)"), arguments: RewriteSample.all)
  func exiftoolFindsNoPositionAndTheSameOrientation(_ sample: RewriteSample) throws {
    let folder = try ScratchFolder()
    func tags(_ bytes: [UInt8], _ options: [String]) throws -> String {
      let path = try folder.write(bytes, as: Self.name(sample, bytes))
      return try OutsideTool.exiftool.run(["-ee", "-n", "-a", "-s"] + options + [path]).text
    }
    for tag in Self.tags {
      let source = sample.bytes(tag)
      #expect(try tags(source, ["-G1"]).lowercased().contains("gps") == sample.isSeen)
      for strip in [Strip.gps, .allButColor] {
        let result = try Self.run(Self.wish(strip), on: source).bytes
        let found = try tags(result, ["-G1", "--System:all"])
        #expect(!found.lowercased().contains("gps"), "\(strip): \(found)")
        #expect(!found.contains("Error"), "\(found)")
        let said = ["-IFD0:Orientation", "-Rotation"]
        if strip == .gps { #expect(try tags(result, said) == tags(source, said)) }
        if ["jpeg", "png", "webp", "tiff"].contains(sample.name), tag != .topLeft {
          #expect(try tags(result, ["-IFD0:Orientation", "-s3"]) == "\(tag.rawValue)", "\(strip)")
        }
      }
    }
  }

  @Test(
    .enabled(if: OutsideTool.pillow.isInstalled, "\(OutsideTool.pillow.reason)"), arguments: RewriteSample.all.prefix(6)
  )
  func pillowShowsTheSamePixels(_ sample: RewriteSample) throws {
    guard sample.name != "bigtiff" else { return }
    let folder = try ScratchFolder()
    let script = """
      import sys, PIL.Image, PIL.ImageOps
      one, two = [PIL.Image.open(n) for n in sys.argv[1:]]
      a, b = [PIL.ImageOps.exif_transpose(p) for p in (one, two)]
      print(one.size == two.size, one.tobytes() == two.tobytes(), a.size == b.size, a.tobytes() == b.tobytes())
      """
    for tag in Self.tags {
      let source = sample.bytes(tag)
      for strip in [Strip.thumbnails, .gps, .allButColor] {
        let paths = try [source, Self.run(Self.wish(strip), on: source).bytes].enumerated().map { index, bytes in
          try folder.write(bytes, as: "\(index)" + Self.name(sample, bytes))
        }
        let answer = try OutsideTool.pillow.run(["-c", script] + paths)
        #expect(answer.text == "True True True True", "\(tag.rawValue), \(strip): \(answer.complaints)")
      }
    }
  }

  @Test(.enabled(if: OutsideTool.avifdec.isInstalled, "\(OutsideTool.avifdec.reason)"))
  func avifdecShowsTheSamePixels() throws {
    try expectSamePixels([RewriteSample.heif, .heifInside], .avifdec, ["{in}", "{out}.png"])
  }

  @Test(.enabled(if: OutsideTool.djxl.isInstalled, "\(OutsideTool.djxl.reason)"))
  func djxlShowsTheSamePixels() throws {
    try expectSamePixels([RewriteSample.jxl, .jxlParts], .djxl, ["{in}", "{out}.ppm"])
  }

  private func expectSamePixels(_ samples: [RewriteSample], _ tool: OutsideTool, _ words: [String]) throws {
    let folder = try ScratchFolder()
    for sample in samples {
      for tag in Self.tags {
        let source = sample.bytes(tag)
        for strip in [Strip.gps, .allButColor] {
          let shown = try [source, Self.run(Self.wish(strip), on: source).bytes].map { bytes in
            let path = try folder.write(bytes, as: Self.name(sample, bytes))
            let ending = words[1].dropFirst("{out}".count)
            let answer = try tool.run([path, folder.path("out\(ending)")])
            guard answer.status == 0 else { throw answer }
            return try folder.read("out\(ending)")
          }
          #expect(shown[0] == shown[1] && !shown[0].isEmpty, "\(sample.name), \(tag.rawValue), \(strip)")
        }
      }
    }
  }
}
