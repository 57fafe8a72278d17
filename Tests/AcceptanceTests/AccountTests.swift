// The account of parts: every part of a source has one fate, which is true of the result, on every route.

import Foundation
import Testing
import Upright
import UprightCodecs
import UprightConfinedCodecs
import UprightFixtures
import UprightTestTools

/// Decoders in C run in this process, so the tests run one after the other.
@Suite(.serialized) struct AccountTests {
  /// All layers, with the codecs that usually run in a separate process.
  private static let pipeline = Pipeline(codecs: SystemCodecs.all + ConfinedCodecs.all)

  private struct Subject: CustomStringConvertible {
    let name: String
    let bytes: [UInt8]

    var description: String { name }
  }

  // MARK: Sources

  private static let packet = TinyXMP.packet(attributes: #"xmp:Rating="3" dc:format="image/jpeg""#)

  private static func photo(_ tag: Int) -> [UInt8] {
    let orientation = ExifOrientation(rawValue: UInt8(tag)) ?? .topLeft
    let segments: [TinySegment] =
      [.exif(TinyTIFF(orientation: tag)), .xmp(packet), .comment("a comment")]
      + TinySegment.icc(
        TinySegment.profile(byteCount: 300))
    var file = TinyJPEG(TinyImage.sixColors.enlarged(by: 16).stored(as: orientation), segments: segments)
    file.trailer = [9, 8, 7, 6, 5, 4, 3, 2, 1]
    return file.bytes
  }

  private static func page(_ tag: Int, entries: [TinyEntry]) -> [UInt8] {
    let orientation = ExifOrientation(rawValue: UInt8(tag)) ?? .topLeft
    var page = TinyTIFFFile.Subfile(displaying: TinyImage.sixColors.enlarged(by: 4), as: orientation)
    page.entries += entries
    return TinyTIFFFile(pages: [page]).bytes
  }

  /// Photoshop's layers, in a field that no new image gets.
  private static let layers = TinyEntry(
    0x935C, .undefined, Array("Adobe Photoshop Document Data Block\0".utf8).map(Int.init))

  private static var subjects: [Subject] {
    let corpus = ["real", "eightway"].flatMap { Corpus.files($0) }.compactMap { url -> Subject? in
      guard let data = try? Data(contentsOf: url), data.count < 1 << 20 else { return nil }
      return Subject(name: url.lastPathComponent, bytes: [UInt8](data))
    }
    let own = (1...8).flatMap { tag in
      [
        Subject(name: "photo \(tag)", bytes: photo(tag)),
        Subject(name: "page \(tag)", bytes: page(tag, entries: [layers])),
      ]
    }
    return own + corpus
  }

  private static let requests: [(name: String, rendition: Rendition)] = {
    var stripped = Rendition(upright: .tagged)
    stripped.strip = .gps
    var bare = Rendition(upright: .pixels)
    bare.strip = .allButColor
    return [
      ("copied", Rendition()), ("rotated by tag", Rendition(rotation: .rotate90)),
      ("upright", Rendition(upright: .pixels, loss: .recode)),
      ("rotated", Rendition(rotation: .rotate90, upright: .pixels, loss: .recode)),
      ("cropped", Rendition(region: .fraction(Rect2D(x: 0.25, y: 0.25, width: 0.5, height: 0.5)), upright: .pixels)),
      ("as PNG", Rendition(upright: .pixels, format: .png)), ("as JPEG", Rendition(upright: .pixels, format: .jpeg)),
      ("as TIFF", Rendition(upright: .pixels, format: .tiff)), ("without position", stripped), ("bare", bare),
    ]
  }()

  private struct Made {
    let result: [UInt8]
    let plan: Plan
    let account: Account
  }

  private static func made(_ rendition: Rendition, of bytes: [UInt8]) throws -> Made? {
    guard let probe = try? Probe(bytes), let plan = try? pipeline.plan(rendition, for: probe) else { return nil }
    var result: [UInt8] = []
    guard let done = try? pipeline.run(plan, of: probe, on: bytes, into: &result) else { return nil }
    return Made(result: result, plan: done, account: try account(of: bytes, by: done, in: result))
  }

  private static func account(of bytes: [UInt8], by plan: Plan, in result: [UInt8]) throws -> Account {
    let (parts, found) = (try Probe(bytes).fileParts(in: bytes), try Probe(result).fileParts(in: result))
    return try Account(of: parts, in: bytes, by: plan, found: found, in: result)
  }

  // MARK: Laws

  /// A loss in the source's own format that no note announced would be a surprise: in place, a late refusal. Only
  /// thumbnails need no permission.
  @Test func everyLossInPlaceIsKnownInAdvance() throws {
    var count = 0
    for subject in Self.subjects {
      for request in Self.requests where request.rendition.format == nil && request.rendition.region == .full {
        guard let made = try Self.made(request.rendition, of: subject.bytes) else { continue }
        count += 1
        let surprises = made.account.losses.filter {
          $0.fate == .lost(nil) && $0.part.kind != .thumbnail
        }.map(\.part.title)
        #expect(surprises.isEmpty, "\(subject), \(request.name), \(made.plan.route.name): \(surprises.sorted())")
      }
    }
    #expect(count > 60)
  }

  /// What is kept is found by looking for its bytes, wherever they are.
  @Test func whatIsKeptIsInTheResult() throws {
    var (results, count) = (0, 0)
    for subject in Self.subjects where subject.bytes.count < 200_000 {
      for request in Self.requests {
        guard let made = try Self.made(request.rendition, of: subject.bytes) else { continue }
        results += 1
        let result = Data(made.result)
        for entry in made.account.entries where entry.fate == .kept && entry.part.owner == nil {
          for range in entry.part.ranges where !range.isEmpty {
            count += 1
            #expect(
              result.range(of: Data(subject.bytes[range])) != nil,
              "\(subject), \(request.name): \(entry.part.kind) \(entry.part.name)")
          }
        }
      }
    }
    // Eight photos alone give eighty results; copies and changed tags keep most of their parts.
    #expect(results >= 80 && count > 80)
  }

  /// Photoshop's resources that cannot be read, with bytes that are no resource.
  private static var withUnreadableResources: Subject {
    let resources = Array("Photoshop 3.0\0PHUT".utf8) + [4, 4, 0, 0, 0, 0, 0, 2, 1, 2]
    let segments: [TinySegment] = [.exif(TinyTIFF(orientation: 6)), TinySegment(0xED, resources)]
    let image = TinyImage.sixColors.enlarged(by: 16).stored(as: .rightTop)
    return Subject(name: "unreadable resources", bytes: TinyJPEG(image, segments: segments).bytes)
  }

  /// What is called lost is what is listed as lost, and nothing is lost inside what was to be removed.
  @Test func asManyPartsAreLostAsAreListedAsLost() throws {
    var count = 0
    for subject in Self.subjects + [Self.withUnreadableResources] {
      for request in Self.requests {
        guard let account = try Self.made(request.rendition, of: subject.bytes)?.account else { continue }
        let about = "\(subject), \(request.name)"
        #expect(account.listed.filter(\.fate.isLoss) == account.losses, "\(about)")
        for entry in account.entries where entry.fate.isLoss && entry.part.kind != .iptc {
          guard let owner = entry.part.owner else { continue }
          let isGone = [.removed, .omitted].contains(account.entries[owner].fate)
          #expect(!isGone, "\(about): \(entry.part.title)")
        }
        for entry in account.entries where entry.fate.isLoss && !account.losses.contains(entry) {
          let inLoss = entry.part.owner.map { account.entries[$0].fate.isLoss } ?? false
          #expect(inLoss || entry.part.kind == .panorama, "\(about): \(entry.part.title)")
        }
        count += 1
      }
    }
    #expect(count >= 80)
  }

  @Test func everyPartHasItsFate() throws {
    var count = 0
    for subject in Self.subjects {
      for request in Self.requests {
        guard let made = try Self.made(request.rendition, of: subject.bytes) else { continue }
        let parts = try Probe(subject.bytes).fileParts(in: subject.bytes)
        #expect(made.account.isMeasured && made.account.entries.prefix(parts.count).map(\.part) == parts)
        count += 1
      }
    }
    #expect(count >= 80)
  }

  // MARK: Offsets after the image

  /// Tag 1 gets a tag inserted; the others are encoded anew, or keep their blocks.
  @Test(arguments: 1...8, [false, true])
  func aListAfterTheImageFollows(_ tag: Int, isBigEndian: Bool) throws {
    let data: [UInt8] = [1, 2, 3, 4, 5, 6, 7]
    let orientation = ExifOrientation(rawValue: UInt8(tag)) ?? .topLeft
    let segments: [TinySegment] = tag == 1 ? [] : [.exif(TinyTIFF(orientation: tag))]
    let image = TinyJPEG(TinyImage.sixColors.enlarged(by: 9).stored(as: orientation), segments: segments).bytes
    let source = image + TinyConcatenation.trailer(data, behind: image.count, isBigEndian: isBigEndian)
    for wanted in [
      Rendition(rotation: .rotate90), Rendition(rotation: .rotate90, upright: .pixels, loss: .recode),
      Rendition(upright: .pixels, loss: .recode),
    ] {
      let made = try #require(try Self.made(wanted, of: source))
      #expect(TinyConcatenation.data(in: made.result) == data, "\(made.plan.route.name)")
      #expect(made.account.losses.isEmpty)
    }
  }

  /// Those of a PNG and a WebP also follow. A change of the tag inserts a chunk, and the result by pixels loses it.
  @Test(arguments: [1, 6], [false, true])
  func aListBehindOtherImagesFollows(_ tag: Int, isBigEndian: Bool) throws {
    let data: [UInt8] = [1, 2, 3, 4, 5, 6, 7]
    let orientation = ExifOrientation(rawValue: UInt8(tag)) ?? .topLeft
    let image = TinyImage.sixColors.enlarged(by: 9).stored(as: orientation)
    let block = TinyTIFF(orientation: tag)
    for bytes in [
      tag == 1 ? TinyPNG(image).bytes : TinyPNG(image, exif: block).bytes,
      tag == 1 ? TinyWebP(image).bytes : TinyWebP(image, exif: block).bytes,
    ] {
      let source = bytes + TinyConcatenation.trailer(data, behind: bytes.count, isBigEndian: isBigEndian)
      for wanted in [Rendition(rotation: .rotate90), Rendition(rotation: .rotate90, upright: .pixels, loss: .recode)] {
        let made = try #require(try Self.made(wanted, of: source))
        #expect(TinyConcatenation.data(in: made.result) == data, "\(made.plan.route.name)")
      }
    }
  }

  /// A list with an entry that points outside the file, or that is not where the file's end says, is called damaged; all
  /// its bytes stay.
  @Test(arguments: ["png", "webp", "jpeg"], [false, true])
  func aDamagedListAfterTheImageIsNamed(_ format: String, isBigEndian: Bool) throws {
    let image = TinyImage.sixColors.enlarged(by: 9).stored(as: .rightTop)
    let block = TinyTIFF(orientation: 6)
    let still =
      switch format {
      case "png": TinyPNG(image, exif: block).bytes
      case "webp": TinyWebP(image, exif: block).bytes
      default: TinyJPEG(image, segments: [.exif(block)]).bytes
      }
    let sound = TinyConcatenation.trailer([1, 2, 3], behind: still.count, isBigEndian: isBigEndian)
    let names = { (bytes: [UInt8]) in
      try Probe(bytes).fileParts(in: bytes).filter { $0.kind == .trailer }.map(\.name)
    }
    #expect(try names(still + sound) == [""])
    // The entry's offset, and the list's in the last bytes.
    for place in [20, sound.count - 8] {
      var list = sound
      list.replaceSubrange(place..<place + 4, with: isBigEndian ? [0, 0x7F, 0, 0] : [0, 0, 0x7F, 0])
      let source = still + list
      #expect(try names(source) == ["AFCP, damaged"])
      let made = try #require(try Self.made(Rendition(upright: .pixels, loss: .recode), of: source))
      #expect(made.result.suffix(list.count) == list[...])
      #expect(made.account.losses.isEmpty)
      let entry = try #require(made.account.entries.first { $0.part.kind == .trailer })
      #expect(entry.part.name == "AFCP, damaged" && entry.fate == .kept)
    }
  }

  /// Nothing in a TIFF tells where it ends, so bytes that nothing refers to are unknown; a damaged list among them is
  /// named. A file without a tag gets one in a directory behind the list.
  @Test(arguments: [false, true], [6, nil])
  func aDamagedListInATIFFIsNamed(isBigEndian: Bool, tag: Int?) throws {
    var page = TinyTIFFFile.Subfile(displaying: TinyImage.sixColors.enlarged(by: 4), as: .rightTop)
    if tag == nil { page.entries.removeAll { $0.tag == 274 } }
    let still = TinyTIFFFile(pages: [page]).bytes
    let sound = TinyConcatenation.trailer([1, 2, 3], behind: still.count, isBigEndian: isBigEndian)
    let unknown = { (bytes: [UInt8]) in try Probe(bytes).fileParts(in: bytes).filter { $0.kind == .unknown } }
    #expect(try unknown(still + sound).map(\.name) == [""])
    for place in [20, sound.count - 8] {
      var list = sound
      list.replaceSubrange(place..<place + 4, with: isBigEndian ? [0, 0x7F, 0, 0] : [0, 0, 0x7F, 0])
      let source = still + list
      let parts = try unknown(source)
      #expect(parts.map(\.name) == ["AFCP, damaged"] && parts.first?.ranges == [still.count..<source.count])
      let turned = try #require(try Self.made(Rendition(rotation: .rotate90), of: source))
      #expect(turned.result[still.count..<source.count] == list[...] && turned.account.losses.isEmpty)
      let back = try #require(try Self.made(Rendition(rotation: .rotate270), of: turned.result))
      #expect(back.result == source && back.account.losses.isEmpty)
      let anew = try #require(try Self.made(Rendition(rotation: .rotate90, upright: .pixels), of: source))
      #expect(anew.account.losses.map(\.part.name) == ["AFCP, damaged"])
    }
  }

  /// A photo with a depth map and a position in its XMP.
  private static func depthPhoto(_ tag: Int) -> [UInt8] {
    let orientation = ExifOrientation(rawValue: UInt8(tag)) ?? .topLeft
    let image = TinyImage.sixColors.enlarged(by: 16).stored(as: orientation)
    let map = Data(TinyJPEG(image).bytes).base64EncodedString()
    let packet = TinyXMP.packet(
      attributes: """
        xmlns:GDepth="http://ns.google.com/photos/1.0/depthmap/" xmlns:exif="http://ns.adobe.com/exif/1.0/" \
        xmp:Rating="3" exif:GPSLatitude="51,30.1234N" GDepth:Mime="image/jpeg" GDepth:Data="\(map)"
        """)
    let segments: [TinySegment] = [.exif(TinyTIFF(orientation: tag)), .xmp(packet), .comment("a comment")]
    return TinyJPEG(image, segments: segments).bytes
  }

  private static let routes: [(name: String, rendition: Rendition)] = [
    ("by tag", Rendition(rotation: .rotate90)), ("tagged", Rendition(upright: .tagged)),
    ("upright", Rendition(upright: .pixels, loss: .recode)),
    ("rotated", Rendition(rotation: .rotate90, upright: .pixels, loss: .recode)),
    ("cropped", Rendition(region: .fraction(Rect2D(x: 0.25, y: 0.25, width: 0.5, height: 0.5)), upright: .pixels)),
    ("smaller", Rendition(size: .within(PixelSize(width: 20, height: 20)), upright: .pixels, loss: .recode)),
    ("as PNG", Rendition(upright: .pixels, format: .png)),
  ]

  /// A plan says of a part that stripping removes it exactly where the result lacks it for that reason. Only what takes
  /// more than headers is open: bytes of unknown meaning, and what cannot be read.
  @Test(arguments: [Strip.none, .thumbnails, .gps, .allButColor])
  func whatIsPlannedToGoGoesAndNothingElse(_ strip: Strip) throws {
    let own = (1...8).flatMap { tag in
      [
        Subject(name: "depth photo \(tag)", bytes: Self.depthPhoto(tag)),
        Subject(name: "photo \(tag)", bytes: Self.photo(tag)),
        Subject(name: "page \(tag)", bytes: Self.page(tag, entries: [Self.layers])),
      ]
    }
    var count = 0
    for subject in own {
      for (name, rendition) in Self.routes {
        var wish = rendition
        wish.strip = strip
        let probe = try Probe(subject.bytes)
        guard let plan = try? Self.pipeline.plan(wish, for: probe) else { continue }
        let planned = try Account(of: probe.fileParts(in: subject.bytes), planned: plan)
        let made = try #require(try Self.made(wish, of: subject.bytes))
        for (before, after) in zip(planned.entries, made.account.entries)
        where ![.unknown, .trailer].contains(before.part.kind) {
          #expect(before.part == after.part)
          #expect(
            (before.fate == .removed) == (after.fate == .removed),
            "\(subject), \(name), \(plan.route.name), \(before.part.title): \(before.fate.code), \(after.fate.code)")
          if after.fate == .removed { count += 1 }
        }
      }
    }
    #expect(strip == .none || count > 40)
  }

  // MARK: Planted drops

  /// A result that lacks a part for which no reason is known, as if a route had forgotten it.
  @Test(arguments: 1...8)
  func aPlantedDropIsALoss(_ tag: Int) throws {
    let source = Self.photo(tag)
    let made = try #require(try Self.made(Rendition(upright: .pixels), of: source))
    #expect(made.account.losses.isEmpty)
    let parts = try Probe(made.result).fileParts(in: made.result)
    for kind in [FilePart.Kind.comment, .xmp, .profile, .trailer] {
      let dropped = try Self.result(made.result, without: kind, of: parts)
      let account = try Self.account(of: source, by: made.plan, in: dropped)
      #expect(account.lostKinds.contains(kind), "\(kind): \(account.lostKinds)")
      #expect(account.sentence?.contains(kind.name) == true)
    }
  }

  /// What is removed on request hides no other loss.
  @Test(arguments: [(Strip.thumbnails, FilePart.Kind.comment), (.thumbnails, .xmp), (.gps, .profile), (.gps, .comment)])
  func aRequestedRemovalHidesNoOtherLoss(_ strip: Strip, _ kind: FilePart.Kind) throws {
    let source = Self.photo(6)
    var wanted = Rendition(upright: .pixels)
    wanted.strip = strip
    let made = try #require(try Self.made(wanted, of: source))
    #expect(made.account.losses.isEmpty, "\(made.account.losses)")
    let parts = try Probe(made.result).fileParts(in: made.result)
    let dropped = try Self.result(made.result, without: kind, of: parts)
    #expect(try Self.account(of: source, by: made.plan, in: dropped).lostKinds.contains(kind))
  }

  /// A result without one of its parts.
  private static func result(
    _ bytes: [UInt8], without kind: FilePart.Kind, of parts: [FilePart]
  ) throws -> [UInt8] {
    let part = try #require(parts.first { $0.kind == kind && $0.owner == nil }, "\(kind)")
    var dropped = bytes
    for range in part.ranges.reversed() {
      // The marker and its length precede a segment's content, whose identifier is not a part of it.
      let start = kind == .trailer ? range.lowerBound : try #require(segment(around: range, in: dropped))
      dropped.removeSubrange(start..<range.upperBound)
    }
    return dropped
  }

  private static func segment(around range: Range<Int>, in bytes: [UInt8]) -> Int? {
    var offset = 2
    while offset + 4 <= bytes.count, bytes[offset] == 0xFF {
      let end = offset + 2 + Int(bytes[offset + 2]) << 8 + Int(bytes[offset + 3])
      if end >= range.upperBound { return offset }
      offset = end
    }
    return nil
  }

  // MARK: In place

  /// Photoshop's layers cannot be rotated along.
  @Test(arguments: 2...8)
  func nothingIsLostInPlace(_ tag: Int) throws {
    let folder = try ScratchFolder()
    let file = Self.page(tag, entries: [Self.layers])
    try folder.write(file, as: "a.tif")
    let kept = try UprightTool.run(["fix", "-i", "a.tif"], in: folder)
    #expect(try Probe(folder.read("a.tif")).orientation.exif.rawValue == UInt8(tag))
    #expect(kept.complaints.contains("Photoshop's layers") && kept.complaints.contains("--allow-loss layers"))
    try folder.write(file, as: "a.tif")
    let refused = try UprightTool.run(["rotate", "--bake", tag == 8 ? "ccw" : "cw", "-i", "a.tif"], in: folder)
    #expect(refused.status == 64 && refused.complaints.contains("--allow-loss layers"), "\(refused.complaints)")
    #expect(try folder.read("a.tif") == file)
    let strict = try UprightTool.run(["fix", "--strict-parts", "--edge", "recode", "a.tif", "-o", "b.tif"], in: folder)
    #expect(strict.status == 64 && !FileManager.default.fileExists(atPath: folder.path("b.tif")))
    let elsewhere = try UprightTool.run(["fix", "--json", "a.tif", "-o", "b.tif"], in: folder)
    #expect(elsewhere.status == 0 && elsewhere.complaints.contains("1 part lost: Photoshop layers"))
    #expect(String(decoding: elsewhere.output, as: UTF8.self).contains(#""lossCount":1,"lost":["layers"]"#))
    let allowed = try UprightTool.run(["fix", "-i", "--allow-loss", "layers", "a.tif"], in: folder)
    #expect(allowed.status == 0 && allowed.complaints.contains("1 part lost: Photoshop layers"))
    #expect(try Probe(folder.read("a.tif")).orientation == .identity)
  }
}
