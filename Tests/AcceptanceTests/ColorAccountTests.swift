// What an account says of colors: they stay whatever else is removed, and what a result cannot hold of them is lost.

import Testing
import Upright
import UprightCodecs
import UprightConfinedCodecs
import UprightFixtures
import UprightTestTools

/// Decoders in C run in this process, so the tests run one after the other.
@Suite(.serialized) struct ColorAccountTests {
  private static let house = Pipeline(codecs: SystemCodecs.all + ConfinedCodecs.all, colors: ProfileColors())

  private struct Made {
    let result: [UInt8]
    let planned, measured: Account

    /// The fate of the only part of a kind and a name, as planned and as measured.
    func fates(_ kind: FilePart.Kind, _ name: String = "") throws -> [Account.Fate] {
      try [planned, measured].map { account in
        try #require(account.entries.first { $0.part.kind == kind && $0.part.name == name }, "\(kind) \(name)").fate
      }
    }
  }

  private static func made(_ wish: Rendition, of bytes: [UInt8]) throws -> Made {
    let probe = try Probe(bytes)
    let plan = try house.plan(wish, for: probe).foreseeing(probe, in: bytes)
    let parts = try probe.fileParts(in: bytes)
    var result: [UInt8] = []
    let done = try house.run(plan, of: probe, on: bytes, into: &result)
    let found = try Probe(result).fileParts(in: result)
    return Made(
      result: result, planned: Account(of: parts, planned: plan),
      measured: try Account(of: parts, in: bytes, by: done, found: found, in: result))
  }

  private static func wish(_ format: ContainerFormat?, _ strip: Strip) -> Rendition {
    var wish = Rendition(upright: .pixels, format: format)
    wish.strip = strip
    return wish
  }

  private static func photo(_ profile: [UInt8]) -> [UInt8] {
    let image = TinyImage.sixColors.enlarged(by: 16).stored(as: .rightTop)
    let segments: [TinySegment] = [.exif(TinyTIFF(orientation: 6))] + TinySegment.icc(profile)
    return TinyJPEG(image, segments: segments).bytes
  }

  /// libpng refuses such a profile, as readers of PNG do.
  @Test(arguments: [Strip.none, .allButColor])
  func aProfileThatTheFormatCannotHoldIsLost(_ strip: Strip) throws {
    let source = Self.photo(TinySegment.profile(byteCount: 300))
    let made = try Self.made(Self.wish(.png, strip), of: source)
    #expect(try Probe(made.result).colorProfile(in: made.result) == nil)
    #expect(try made.fates(.profile) == [.lost(.profileDamaged), .lost(.profileDamaged)])
    #expect(made.measured.lostKinds == [.profile])
  }

  /// A profile that states another length than it has, or is cut off: the plan says what happens, whatever the formats.
  @Test(arguments: [ContainerFormat.png, .jpegXL, .webp, .tiff, .jpeg], ["long", "short", "cut", "whole"])
  func theFateOfAProfileOfAnotherLengthIsForeseen(_ format: ContainerFormat, _ kind: String) throws {
    guard format != .jpegXL || ["cut", "whole"].contains(kind) else { return }
    let whole = TinyProfile.rgb(gamma: 1.8).bytes
    var profile = whole
    switch kind {
    case "long": profile += [0, 0, 0, 0]
    case "short": profile[3] &+= 4
    case "cut": profile.removeLast(8)
    default: break
    }
    let image = TinyImage.sixColors.enlarged(by: 16).stored(as: .rightTop)
    var webp = TinyWebP(image, exif: TinyTIFF(orientation: 6))
    webp.chunksBeforeImage = [TinyWebP.Chunk("ICCP", profile)]
    for source in [Self.photo(profile), webp.bytes] {
      let made = try Self.made(Self.wish(format, .none), of: source)
      let fates = try made.fates(.profile)
      #expect(fates[0].isLoss == fates[1].isLoss, "\(fates)")
      if format == .png, kind != "whole" {
        #expect(fates == [.lost(.profileDamaged), .lost(.profileDamaged)])
      } else if format == .jpegXL {
        #expect(fates[1].isLoss == (kind == "cut"))
      } else {
        #expect(!fates[1].isLoss)
      }
    }
  }

  /// A profile for gray says nothing of an image's colors.
  @Test(arguments: [ContainerFormat.webp, .tiff, .png], [Strip.none, .allButColor])
  func aProfileForOtherPixelsIsLost(_ format: ContainerFormat, _ strip: Strip) throws {
    var profile = TinySegment.profile(byteCount: 300)
    profile.replaceSubrange(16..<20, with: Array("GRAY".utf8))
    let made = try Self.made(Self.wish(format, strip), of: Self.photo(profile))
    #expect(try Probe(made.result).colorProfile(in: made.result) == nil)
    #expect(try made.fates(.profile).last == .lost(.profileDamaged))
  }

  /// What holds any bytes as a profile keeps them.
  @Test(arguments: [ContainerFormat.webp, .tiff], [Strip.none, .allButColor])
  func aProfileIsKeptWhateverElseIsRemoved(_ format: ContainerFormat, _ strip: Strip) throws {
    let profile = TinySegment.profile(byteCount: 300)
    let made = try Self.made(Self.wish(format, strip), of: Self.photo(profile))
    #expect(try Probe(made.result).colorProfile(in: made.result) == profile)
    #expect(try made.fates(.profile) == [.kept, .kept])
  }

  /// It is a part of the coded image, where its bytes are not found again.
  @Test(arguments: [Strip.none, .allButColor])
  func aProfileInAJPEGXLIsWrittenAnewUnlessItIsDamaged(_ strip: Strip) throws {
    let sound = try Self.made(Self.wish(.jpegXL, strip), of: Self.photo(TinyProfile.rgb(gamma: 1.8).bytes))
    #expect(try sound.fates(.profile) == [.rewritten, .rewritten])
    #expect(sound.measured.losses.isEmpty)
    let damaged = try Self.made(Self.wish(.jpegXL, strip), of: Self.photo(TinySegment.profile(byteCount: 300)))
    #expect(try damaged.fates(.profile).last == .lost(.profileDamaged))
  }

  /// Colors that are converted need no profile.
  @Test(arguments: [ContainerFormat.png, .jpeg], [Strip.none, .allButColor])
  func aProfileThatIsAppliedGoesAsRequested(_ format: ContainerFormat, _ strip: Strip) throws {
    var wish = Rendition(upright: .pixels, format: format, colors: .srgb)
    wish.strip = strip
    let made = try Self.made(wish, of: Self.photo(TinyProfile.rgb(gamma: 1.8).bytes))
    #expect(try Probe(made.result).colorProfile(in: made.result) == nil)
    #expect(try made.fates(.profile) == [.removed, .removed])
    #expect(made.measured.losses.isEmpty)
  }

  /// A text that repeats a profile is metadata, and in the way of no rewriting.
  @Test func aProfileAsTextGoesWithTheMetadata() throws {
    let text = TinyPNG.Chunk("tEXt", Array("Raw profile type icc\0\nicc\n       4\n01020304\n".utf8))
    let time = TinyPNG.Chunk("tIME", [7, 228, 1, 1, 1, 1, 1])
    let source = TinyPNG(TinyImage.sixColors.enlarged(by: 4), chunks: [text, time]).bytes
    for format in [ContainerFormat.png, .tiff] {
      let made = try Self.made(Self.wish(format, .allButColor), of: source)
      #expect(try made.fates(.profile, "Raw profile type icc") == [.removed, .removed])
      #expect(try made.fates(.field, "tIME") == [.removed, .removed])
      #expect(made.measured.losses.isEmpty)
    }
  }

  /// A file whose coded image stays keeps the chunks that belong to it, and the plan knows that.
  @Test(arguments: [
    ("oFFs", [0, 0, 0, 9, 0, 0, 0, 8, 0], true), ("vpAg", [0, 0, 0, 9, 0, 0, 0, 8, 0], true),
    ("caNv", [0, 0, 0, 40, 0, 0, 0, 40, 0, 0, 0, 1, 0, 0, 0, 1], true), ("sTER", [1], true),
    ("tIME", [7, 228, 1, 1, 1, 1, 1], false), ("gIFg", [0, 0, 0, 9], false),
    ("sCAL", [1] + Array("2\0003".utf8), false),
  ])
  func chunksOfTheCodedImageStayWithIt(name: String, data: [UInt8], stays: Bool) throws {
    let source = TinyPNG(TinyImage.sixColors.enlarged(by: 4), chunks: [TinyPNG.Chunk(name, data)]).bytes
    let made = try Self.made(Self.wish(nil, .allButColor), of: source)
    let fates = try made.fates(.field, name)
    #expect(fates == (stays ? [.kept, .kept] : [.removed, .removed]))
  }

  /// The color of the background stays in a PNG, whose samples it describes.
  @Test(arguments: [ContainerFormat.png, .webp])
  func theColorOfTheBackgroundIsAColor(_ format: ContainerFormat) throws {
    let color = TinyPNG.Chunk("bKGD", [0, 1, 0, 1, 0, 1])
    let source = TinyPNG(TinyImage.sixColors.enlarged(by: 4), chunks: [color]).bytes
    let made = try Self.made(Self.wish(format, .allButColor), of: source)
    let fate = format == .png ? Account.Fate.kept : .removed
    #expect(try made.fates(.field, "bKGD") == [fate, fate])
  }

  // MARK: Resolution

  private static let resolution = [
    TinyEntry(0x010F, text: "Maker"), TinyEntry(0x011A, .rational, [300, 1]),
    TinyEntry(0x011B, .rational, [200, 1]), TinyEntry(0x0128, .short, [2]),
  ]

  private static func page(_ orientation: ExifOrientation) -> [UInt8] {
    var page = TinyTIFFFile.Subfile(displaying: TinyImage.sixColors.enlarged(by: 4), as: orientation)
    // It has a resolution without a unit.
    page.entries += resolution.filter { [0x010F, 0x0128].contains($0.tag) }
    return TinyTIFFFile(pages: [page]).bytes
  }

  /// Every page of a TIFF has to state its resolution, so only a new image lacks it.
  @Test(arguments: [ExifOrientation.topLeft, .rightTop], [ContainerFormat.tiff, .png, .webp, .jpeg])
  func thePlanKnowsWhereTheResolutionStays(_ orientation: ExifOrientation, _ format: ContainerFormat) throws {
    let made = try Self.made(Self.wish(format, .allButColor), of: Self.page(orientation))
    let isRewritten = orientation == .topLeft && format == .tiff
    for name in ["density", "IFD0:0x011B", "IFD0:0x0128"] {
      let fates = try made.fates(.field, name)
      #expect(fates == Array(repeating: isRewritten ? .kept : .removed, count: 2), "\(name)")
    }
    #expect(try made.fates(.field, "IFD0:0x010F") == [.removed, .removed])
  }

  /// JFIF's density is a part of what says how samples are shown; a field of an Exif block is not.
  @Test(arguments: [ContainerFormat.jpeg, .png, .tiff, .webp], [false, true])
  func thePlanKnowsWhatHasTheDensityOfAJPEG(_ format: ContainerFormat, _ isInExif: Bool) throws {
    var block = TinyTIFF(orientation: 6)
    if isInExif { block.ifd0 += Self.resolution }
    let jfif = TinySegment(0xE0, Array("JFIF\0".utf8) + [1, 2, 1, 1, 44, 0, 200, 0, 0])
    let image = TinyImage.sixColors.enlarged(by: 16).stored(as: .rightTop)
    let segments: [TinySegment] = (isInExif ? [] : [jfif]) + [.exif(block)]
    let made = try Self.made(Self.wish(format, .allButColor), of: TinyJPEG(image, segments: segments).bytes)
    let stays = !isInExif && format == .jpeg
    #expect(try made.fates(.field, "density").map { $0 == .removed } == [!stays, !stays])
    #expect(try Probe(made.result).fileParts(in: made.result).contains { $0.name == "density" } == stays)
    #expect(made.measured.losses.isEmpty)
  }

  // MARK: Exif

  /// A TIFF's fields are those of its Exif block, none of which is a color.
  @Test(arguments: [Strip.none, .allButColor])
  func aTIFFOfAnotherFormatHasNoExifWithoutMetadata(_ strip: Strip) throws {
    var block = TinyTIFF(orientation: 6)
    block.ifd0 += Self.resolution
    let image = TinyImage.sixColors.enlarged(by: 4).stored(as: .rightTop)
    let made = try Self.made(Self.wish(.tiff, strip), of: TinyWebP(image, exif: block).bytes)
    let tags = try Probe(made.result).fileParts(in: made.result).map(\.name)
    #expect(tags.contains("IFD0:0x010F") == (strip == .none))
    #expect(tags.contains("density") == (strip == .none))
    #expect(try made.fates(.field, "IFD0:0x010F").map { $0 == .removed } == Array(repeating: strip != .none, count: 2))
  }

  // MARK: Opacity

  /// The background was requested, and shows where the image was transparent.
  @Test func opacityIsFlattenedOntoTheRequestedBackground() throws {
    let png = SamplePNG.mixedColors(width: 16, height: 16, colorType: 6, depth: 8).bytes
    let source = try Self.made(Rendition(upright: .pixels, format: .avif), of: png).result
    var wish = Rendition(upright: .pixels, format: .jpeg)
    wish.background = .white
    let made = try Self.made(wish, of: source)
    #expect(try made.fates(.auxiliary, "alpha") == [.removed, .removed])
    #expect(made.measured.losses.isEmpty)
    let entry = try #require(made.measured.entries.first { $0.part.kind == .auxiliary })
    #expect(entry.words == "removed as requested: flattened onto the background")
  }
}
