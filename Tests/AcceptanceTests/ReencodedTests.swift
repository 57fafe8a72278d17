// A re-encoded JPEG is distinguished from another image by applying its own tables to the other's samples, on its own
// grid of blocks.

import Foundation
import Testing
import Upright
import UprightCodecs
import UprightFixtures
import UprightTestTools

@Suite struct ReencodedTests {
  typealias Turn = Orientation<Displayed, Displayed>

  /// Large enough for several squares of 32 by 32 pixels; its sides are not whole blocks.
  static let size = (width: 139, height: 91)
  static let image = SamenessTests.mixedColors(width: size.width, height: size.height)

  static func jpeg(
    _ image: TinyImage = image, tag: Int = 1, _ sampling: TinyJPEG.Sampling = .half, quality: Int = 85
  ) -> [UInt8] {
    var file = TinyJPEG(image, segments: [.exif(TinyTIFF(orientation: tag))])
    (file.sampling, file.quality) = (sampling, quality)
    return file.bytes
  }

  static func recoded(_ source: [UInt8], turn: Turn = .identity, quality: Rendition.Quality = .asSource) throws
    -> [UInt8]
  {
    try houseOfPixels.run(Rendition(rotation: turn, upright: .pixels, quality: quality), on: source)
  }

  static func relation(_ one: [UInt8], _ other: [UInt8]) throws -> ImageRelation {
    try #require(try house.relation(of: one, to: other))
  }

  @Test(arguments: 1...8, TinyJPEG.Sampling.allCases)
  func whatIsReencodedByTheSourcesTablesIsTheSame(tag: Int, _ sampling: TinyJPEG.Sampling) throws {
    for quality in [60, 98] {
      let source = Self.jpeg(tag: tag, sampling, quality: quality)
      for file in [
        try houseOfPixels.run(Rendition(rotation: .rotate90, upright: .pixels), on: source),
        try houseOfSamples.run(Rendition(rotation: .rotate90, upright: .pixels), on: source),
      ] {
        let relation = try Self.relation(source, file)
        guard case .noise = relation.agreement else { continue }
        #expect(relation.reencoding == .second && relation.reorientation == .rotate90, "\(quality): \(relation)")
        #expect(relation.isSameImage() && !relation.isExactlySameImage && !relation.isDisplayedAlike())
        let back = try Self.relation(file, source)
        #expect(back.isReencoded && back.reorientation == .rotate270, "\(quality): \(back)")
      }
    }
  }

  @Test(arguments: [20, 60, 90, 97])
  func anotherQualityIsTheSameFromAJPEGAndFromAPNG(quality: Int) throws {
    let photo = Self.jpeg(tag: 6, quality: 90)
    for source in [photo, try house.run(Rendition(upright: .pixels, format: .png), on: photo)] {
      let again = try house.run(
        Rendition(size: .full, upright: .pixels, quality: .level(quality), format: .jpeg),
        on: try Probe(source).format == .png ? source : Self.png(of: photo))
      let relation = try Self.relation(source, again)
      #expect(relation.reencoding == .second && relation.isReencoded, "\(relation)")
      #expect(relation.isDisplayedAlike() == (quality >= 50) && relation.isDisplayedAlike(atLeast: 15))
    }
  }

  /// A coarse re-encoding of a coarse JPEG loses no more than that had lost.
  @Test func aCoarsePhotoMayBeReencodedAsCoarsely() throws {
    let photo = Self.jpeg(tag: 6, quality: 20)
    for (quality, isSame) in [(20, true), (30, true), (10, false)] {
      let again = try houseOfSamples.run(Rendition(upright: .pixels, quality: .level(quality)), on: photo)
      let relation = try Self.relation(photo, again)
      #expect(relation.isReencoded && relation.isDisplayedAlike() == isSame, "\(quality): \(relation)")
    }
  }

  @Test(arguments: TinyJPEG.Sampling.allCases, [50, 75, 92, 98])
  func pixelsOfNoJPEGAreRecognizedInEverySampling(_ sampling: TinyJPEG.Sampling, quality: Int) throws {
    let photo = Self.jpeg(tag: 3, sampling, quality: 90)
    let again = try houseOfSamples.run(Rendition(upright: .pixels, quality: .level(quality)), on: photo)
    let relation = try Self.relation(Self.png(of: photo), again)
    #expect(relation.reencoding == .second && relation.isDisplayedAlike(), "\(relation)")
  }

  private static func png(of photo: [UInt8]) throws -> [UInt8] {
    try house.run(Rendition(upright: .pixels, format: .png), on: photo)
  }

  @Test func grayAndPlainRedGreenBlueToo() throws {
    var gray = TinyImage(width: 75, height: 50, filledWith: [0])
    for y in 0..<50 { for x in 0..<75 { gray[x, y] = [Self.image[x, y][0]] } }
    var plain = TinyJPEG(Self.image)
    (plain.convertsColor, plain.quality) = (false, 80)
    var file = TinyJPEG(gray)
    file.quality = 70
    for source in [file.bytes, plain.bytes] {
      let relation = try Self.relation(source, Self.recoded(source, turn: .rotate180))
      #expect(relation.reencoding == .second && relation.reorientation == .rotate180, "\(relation)")
    }
  }

  /// The hardest case of another image: almost nothing has changed.
  static let changes: [(name: String, change: @Sendable (inout TinyImage) -> Void)] = [
    (
      "shifted right by one pixel",
      { image in
        let old = image
        for y in 0..<size.height { for x in 1..<size.width { image[x, y] = old[x - 1, y] } }
      }
    ),
    (
      "shifted down by one pixel",
      { image in
        let old = image
        for y in 1..<size.height { for x in 0..<size.width { image[x, y] = old[x, y - 1] } }
      }
    ),
    (
      "half of it turned by half",
      { image in
        let old = image
        for y in 0..<size.height { for x in 0..<size.width / 2 { image[x, y] = old[x, size.height - 1 - y] } }
      }
    ),
    (
      "a patch of 10 by 10 pixels painted",
      { image in
        for y in 50..<60 {
          for x in 101..<111 { image[x, y] = image[x, y].map { $0 < 128 ? $0 + 80 : $0 - 80 } }
        }
      }
    ),
    ("brighter", { image in each(&image) { $0.map { UInt8(clamping: Int($0) + 5) } } }),
    ("redder", { image in each(&image) { [UInt8(clamping: Int($0[0]) + 10), $0[1], $0[2]] } }),
    ("red for blue", { image in each(&image) { [$0[2], $0[1], $0[0]] } }),
  ]

  static func each(_ image: inout TinyImage, _ change: ([UInt8]) -> [UInt8]) {
    for y in 0..<size.height { for x in 0..<size.width { image[x, y] = change(image[x, y]) } }
  }

  @Test(arguments: changes.indices, [75, 92])
  func whatIsChangedIsAnotherImage(_ index: Int, quality: Int) throws {
    let (name, change) = Self.changes[index]
    var other = Self.image
    change(&other)
    for sampling in [TinyJPEG.Sampling.full, .half] {
      let source = Self.jpeg(Self.image, sampling, quality: quality)
      for changed in [
        Self.jpeg(other, sampling, quality: quality), try Self.recoded(Self.jpeg(other, sampling, quality: quality)),
      ] {
        let relation = try Self.relation(source, changed)
        #expect(relation.reencoding == .neither && !relation.isSameImage(), "\(name), \(sampling): \(relation)")
        let png = try Self.png(of: changed)
        #expect(try Self.relation(source, png).reencoding == .neither, "\(name), \(sampling), against a PNG")
      }
    }
  }

  /// Uniform gray with tables of this step for every frequency, of 16 bits each (ITU T.81, B.2.4.1).
  private static func blank(step: Int) -> [UInt8] {
    let file = TinyJPEG(TinyImage(width: size.width, height: size.height, filledWith: [128, 128, 128])).bytes
    var (result, place) = ([UInt8](file[..<2]), 2)
    while file[place + 1] != 0xDA {
      let end = place + 2 + Int(file[place + 2]) << 8 + Int(file[place + 3])
      if file[place + 1] == 0xDB {
        let ids = stride(from: place + 4, to: end, by: 65).map { file[$0] & 15 }
        let tables = ids.flatMap { id in
          [0x10 | id] + (0..<64).flatMap { _ in [UInt8(step >> 8), UInt8(step & 255)] }
        }
        let length = 2 + tables.count
        result += [0xFF, 0xDB, UInt8(length >> 8), UInt8(length & 255)] + tables
      } else {
        result += file[place..<end]
      }
      place = end
    }
    return result + file[place...]
  }

  /// Tables with steps so large that nothing of an image remains match every other image, so they are not evidence.
  @Test(arguments: [256, 32_000])
  func stepsThatLoseEverythingTellNothing(step: Int) throws {
    let photo = Self.jpeg()
    let blank = Self.blank(step: step)
    #expect(try Probe(blank).samples?.unsupportedReason == nil)
    for (one, other) in [(photo, blank), (blank, photo), (try Self.png(of: photo), blank)] {
      let relation = try Self.relation(one, other)
      #expect(relation.reencoding == .unknown && !relation.isSameImage(), "\(relation)")
    }
  }

  /// Of noise, the largest steps of 8 bits leave nothing either: too few decibels are not a re-encoding.
  @Test func aBlankImageIsNoReencoding() throws {
    var random = SplitMix64(seed: 11)
    var noise = TinyImage(width: Self.size.width, height: Self.size.height, filledWith: [0, 0, 0])
    Self.each(&noise) { _ in
      let gray = UInt8.random(in: .min ... .max, using: &random)
      return [gray, gray, gray]
    }
    let source = TinyPNG(noise).bytes
    let relation = try Self.relation(source, Self.blank(step: 255))
    guard case .noise(let decibels, _) = relation.agreement else {
      Issue.record("\(relation.agreement)")
      return
    }
    #expect(decibels < ImageRelation.reencodedDecibels && relation.reencoding == .second)
    #expect(!relation.isReencoded && !relation.isSameImage() && !relation.isDisplayedAlike())
  }

  @Test func samplesOf16BitsAreComparedAsTheEncoderTookThem() throws {
    let wide = SamplePNG.mixedColors(width: 24, height: 16, colorType: 2, depth: 16)
    let again = try house.run(Rendition(quality: .level(80), format: .jpeg), on: wide.bytes)
    #expect(try Self.relation(wide.bytes, again).reencoding == .second)
  }

  @Test func whereNoFileHasTablesNothingIsSaid() throws {
    var other = Self.image
    other[5, 5] = [1, 2, 3]
    let relation = try Self.relation(TinyPNG(Self.image).bytes, TinyPNG(other).bytes)
    #expect(relation.reencoding == .unknown)
  }

  @Test(.enabled(if: Corpus.folder != nil, "\(Corpus.reason)"))
  func realPhotosAreTheSameReencodedAndAnotherBesideAnother() throws {
    let photos = try Corpus.files("eightway", suffix: "jpg").filter { $0.lastPathComponent.contains("_6") }
      .map { Array(try Data(contentsOf: $0)) }
    let others = try Corpus.files("eightway", suffix: "jpg").filter { $0.lastPathComponent.contains("_3") }
      .map { Array(try Data(contentsOf: $0)) }
    for (photo, next) in zip(photos, others) {
      let made = try Self.recoded(photo)
      let relation = try Self.relation(photo, made)
      #expect(relation.isDisplayedAlike(), "\(relation)")
      if case .noise = relation.agreement { #expect(relation.reencoding == .second) }
      // The only difference is the number painted into each.
      if let other = try house.relation(of: next, to: made) {
        #expect(!other.isSameImage() && other.reencoding == .neither, "\(other)")
      }
    }
  }
}
