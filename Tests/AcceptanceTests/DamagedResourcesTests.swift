// Photoshop's resources that cannot be read to their end: no result that shows less, or is stripped, has any of them,
// whatever carried them; and each says so.

import Testing
import Upright
import UprightCodecs
import UprightConfinedCodecs
import UprightFixtures
import UprightTestTools

@testable import UprightMetadata

/// Decoders in C run in this process, so the tests run one after the other.
@Suite(.serialized) struct DamagedResourcesTests {
  private static let house = Pipeline(codecs: SystemCodecs.all + ConfinedCodecs.all)
  private static let secret = Array("a view of the whole image".utf8)
  private static let image = TinyImage.sixColors.enlarged(by: 16)

  private static func resource(
    _ number: Int, _ data: [UInt8], excess: Int = 0, signature: String = "8BIM"
  ) -> [UInt8] {
    Array(signature.utf8) + BigEndian.bytes(number, size: 2) + [0, 0] + BigEndian.bytes(data.count + excess) + data
      + Array(repeating: 0, count: data.count % 2)
  }

  enum Damage: CaseIterable {
    case overrunAfter, overrunBefore, signature, olderThumbnail, cutHeader

    var resources: [UInt8] {
      let small = DamagedResourcesTests.resource(1036, DamagedResourcesTests.secret)
      return switch self {
      case .overrunAfter: small + DamagedResourcesTests.resource(1030, [1, 2, 3, 4], excess: 14)
      case .overrunBefore: DamagedResourcesTests.resource(1030, [1, 2, 3, 4], excess: 1_000) + small
      case .signature: small + DamagedResourcesTests.resource(1030, [1, 2, 3, 4], signature: "8BIN")
      case .olderThumbnail:
        DamagedResourcesTests.resource(1033, DamagedResourcesTests.secret)
          + DamagedResourcesTests.resource(1030, [1, 2, 3, 4], excess: 14)
      case .cutHeader: small + Array("8BIM\u{4}".utf8)
      }
    }
  }

  enum Carrier: CaseIterable {
    case jpegSegment, jpegExif, pngText, pngCompressedText, pngExif, webpExif, tiffBytes, tiffUndefined

    func file(_ resources: [UInt8]) -> [UInt8] {
      var block = TinyTIFF(.big, orientation: 6)
      block.ifd0.append(TinyEntry(0x8649, .undefined, resources.map(Int.init)))
      let plain = TinySegment.exif(TinyTIFF(.big, orientation: 6))
      switch self {
      case .jpegSegment:
        let segment = TinySegment(0xED, JPEGSegment.Identifier.photoshop + resources)
        return TinyJPEG(DamagedResourcesTests.image, segments: [plain, segment]).bytes
      case .jpegExif: return TinyJPEG(DamagedResourcesTests.image, segments: [.exif(block)]).bytes
      case .pngText: return TinyPNG(DamagedResourcesTests.image, chunks: [text(resources, .plain)]).bytes
      case .pngCompressedText: return TinyPNG(DamagedResourcesTests.image, chunks: [text(resources, .packed)]).bytes
      case .pngExif: return TinyPNG(DamagedResourcesTests.image, exif: block).bytes
      case .webpExif: return TinyWebP(DamagedResourcesTests.image, exif: block).bytes
      case .tiffBytes: return page(TinyEntry(0x8649, .byte, resources.map(Int.init)))
      case .tiffUndefined: return page(TinyEntry(0x8649, .undefined, resources.map(Int.init)))
      }
    }

    private func page(_ entry: TinyEntry) -> [UInt8] {
      var page = TinyTIFFFile.Subfile(displaying: DamagedResourcesTests.image, as: .rightTop)
      page.entries.append(entry)
      return TinyTIFFFile(pages: [page]).bytes
    }

    private func text(_ resources: [UInt8], _ form: TinyPNG.Chunk.TextForm) -> TinyPNG.Chunk {
      .text("Raw profile type 8bim", RawProfile(name: Array("8bim".utf8), bytes: resources).text, form)
    }
  }

  private static let requests: [(name: String, rendition: Rendition)] = {
    var crop = Rendition(
      region: .fraction(Rect2D(x: 0.25, y: 0.25, width: 0.5, height: 0.5)), upright: .pixels)
    crop.loss = .recode
    var requests = [
      ("crop", crop),
      ("thumb", Rendition(size: .within(PixelSize(width: 20, height: 20)), upright: .pixels, loss: .recode)),
    ]
    for (name, strip) in [("thumbnails", Strip.thumbnails), ("gps", .gps)] {
      var turned = Rendition(rotation: .rotate90, upright: .pixels, loss: .recode)
      var tagged = Rendition(upright: .tagged)
      (turned.strip, tagged.strip) = (strip, strip)
      requests += [("\(name), pixels", turned), ("\(name), tag", tagged)]
    }
    return requests
  }()

  @Test(arguments: Carrier.allCases, Damage.allCases)
  func nothingOfThemStaysAndItIsSaid(_ carrier: Carrier, _ damage: Damage) throws {
    let source = carrier.file(damage.resources)
    let parts = try Probe(source).fileParts(in: source)
    #expect(parts.contains { $0.kind == .photoshop })
    for (name, rendition) in Self.requests {
      let plan = try Self.house.plan(rendition, for: Probe(source))
      var result: [UInt8] = []
      let done = try Self.house.run(plan, on: source, into: &result)
      let found = try Probe(result).fileParts(in: result)
      #expect(result.firstRange(of: Self.secret) == nil, "\(name)")
      #expect(!found.contains { $0.kind == .photoshop || $0.name.contains("8BIM") }, "\(name): \(found)")
      let account = try Account(of: parts, in: source, by: done, found: found, in: result)
      let fates = account.entries.filter { $0.part.kind == .photoshop }.map(\.fate)
      #expect(fates.allSatisfy { $0 == .removed }, "\(name): \(fates)")
      if rendition.strip != .gps { #expect(done.carried.contains(.loss(.damagedResources)), "\(name)") }
      let foreseen = try plan.foreseeing(Probe(source), in: source)
      #expect(
        foreseen.carried.contains(.loss(.damagedResources)) == done.carried.contains(.loss(.damagedResources)),
        "\(name)")
      let planned = Account(of: parts, planned: foreseen).entries.filter { $0.part.kind == .photoshop }.map(\.fate)
      if rendition.strip != .gps { #expect(planned == fates, "\(name): \(planned)") }
    }
  }

  /// Sound ones lose their thumbnail only, and nobody speaks of damage.
  @Test(arguments: Carrier.allCases)
  func soundOnesStay(_ carrier: Carrier) throws {
    let guides = Self.resource(1030, [1, 2, 3, 4])
    let source = carrier.file(Self.resource(1036, Self.secret) + guides)
    for (name, rendition) in Self.requests where rendition.strip != .gps {
      let plan = try Self.house.plan(rendition, for: Probe(source))
      var result: [UInt8] = []
      let done = try Self.house.run(plan, on: source, into: &result)
      let found = try Probe(result).fileParts(in: result).map(\.name)
      #expect(result.firstRange(of: Self.secret) == nil, "\(name)")
      #expect(found.contains("8BIM:1030") && !found.contains("8BIM:1036"), "\(name): \(found)")
      #expect(!done.carried.contains(.loss(.damagedResources)), "\(name)")
      #expect(try plan.foreseeing(Probe(source), in: source) == plan, "\(name)")
    }
  }

  /// What cannot be read shows nothing that a whole image does not.
  @Test(arguments: Damage.allCases)
  func aWholeImageKeepsThem(_ damage: Damage) throws {
    for carrier in [Carrier.jpegSegment, .tiffBytes, .tiffUndefined] {
      let source = carrier.file(damage.resources)
      let result = try Self.house.run(Rendition(upright: .pixels, loss: .recode), on: source)
      #expect(result.firstRange(of: damage.resources) != nil, "\(carrier)")
    }
  }
}
