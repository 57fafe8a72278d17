// Digests and relations of images: every tag with every rotation, what a lossless rotation keeps, what a trim loses,
// and what is a different image.

import Foundation
import Testing
import Upright
import UprightCodecs
import UprightFixtures
import UprightTestTools

@Suite struct SamenessTests {
  typealias Turn = Orientation<Displayed, Displayed>

  /// It has no symmetry, and its sides are whole blocks of any sampling.
  static let image = mixedColors(width: 96, height: 64)

  static func mixedColors(width: Int, height: Int) -> TinyImage {
    var random = SplitMix64(seed: 7)
    var image = TinyImage(width: width, height: height, filledWith: [0, 0, 0])
    for y in 0..<height {
      for x in 0..<width {
        let noise = Int.random(in: 0..<24, using: &random)
        image[x, y] = [2 * x + noise, 2 * y + noise, (x / 8 + y / 5) % 3 * 60 + noise].map { UInt8(clamping: $0) }
      }
    }
    return image
  }

  static func digest(of file: [UInt8]) throws -> ImageDigest { try house.digest(of: Probe(file), from: file) }

  static func lossless(_ source: [UInt8], _ turn: Turn) throws -> [UInt8] {
    let rendition = Rendition(rotation: turn, upright: .pixels, loss: .none)
    let plan = try house.plan(rendition, for: Probe(source))
    #expect(plan.route.name != .transcode)
    return try house.run(plan, on: source)
  }

  @Test(arguments: ExifOrientation.allCases, TinyJPEG.Sampling.allCases)
  func aLosslessTurnAndItsTagShowTheSame(_ tag: ExifOrientation, _ sampling: TinyJPEG.Sampling) throws {
    let source = Self.image.jpeg(tag, sampling: sampling)
    var digests: Set<ImageDigest> = []
    for turn in Turn.all {
      let turned = try Self.lossless(source, turn)
      let retagged = try house.run(Rendition(rotation: turn), on: source)
      let digest = try Self.digest(of: turned)
      #expect(try Self.digest(of: retagged) == digest, "\(turn)")
      #expect(digests.insert(digest).inserted, "\(turn) shows what another turn shows")

      let relation = try #require(try house.relation(of: retagged, to: turned))
      #expect(relation.isDisplayedAlike())
      let same = Orientation<Stored, Stored>(mirrored: false, clockwise: 0)
      #expect(relation.agreement == (relation.storedTurn == same ? .data : .blocks))
    }
  }

  @Test(arguments: ExifOrientation.allCases)
  func theTurnBetweenThemIsFound(_ tag: ExifOrientation) throws {
    let source = Self.image.jpeg(tag, sampling: .half)
    for turn in Turn.all {
      let retagged = try #require(
        try house.relation(of: source, to: house.run(Rendition(rotation: turn), on: source)))
      #expect((retagged.reorientation, retagged.agreement) == (turn, .data))
      #expect(retagged.storedTurn.isIdentity)
      let turned = try #require(try house.relation(of: source, to: Self.lossless(source, turn)))
      let baked = Orientation<Stored, Displayed>(exif: tag).then(turn)
      #expect(turned.reorientation == turn && turned.isSameImage() && turned.isDisplayedAlike() == turn.isIdentity)
      #expect(turned.storedTurn.isIdentity == baked.isIdentity || turn.isIdentity)
    }
  }

  @Test(arguments: ExifOrientation.allCases)
  func aTrimmedImageIsTheSameButForItsEdgesAndHasAnotherDigest(_ tag: ExifOrientation) throws {
    let image = Self.mixedColors(width: 83, height: 61)
    var file = TinyJPEG(image, segments: [.exif(TinyTIFF(orientation: Int(tag.rawValue)))])
    file.sampling = .half
    let source = file.bytes
    for turn in Turn.all {
      let rendition = Rendition(rotation: turn, upright: .pixels, loss: .trim)
      let trimmed = try house.run(rendition, on: source)
      let isWhole = try Probe(trimmed).displayedSize == turn.applied(to: Probe(source).displayedSize)
      for (one, other, expected) in [(source, trimmed, turn), (trimmed, source, turn.inverse)] {
        let relation = try #require(try house.relation(of: one, to: other))
        #expect(relation.reorientation == expected)
        if isWhole { #expect([.data, .blocks].contains(relation.agreement)) }
        if !isWhole { #expect(relation.agreement == .innerBlocks) }
        #expect(relation.isSameImage())
      }
      let shown = try Self.digest(of: house.run(Rendition(rotation: turn), on: source))
      #expect(try (Self.digest(of: trimmed) == shown) == isWhole)
    }
  }

  @Test func whatWasTrimmedWithoutATurnIsFoundToo() throws {
    let image = Self.mixedColors(width: 83, height: 61)
    let source = TinyJPEG(image).bytes
    let once = try house.run(Rendition(rotation: .rotate180, upright: .pixels, loss: .trim), on: source)
    let twice = try house.run(Rendition(rotation: .rotate180, upright: .pixels, loss: .trim), on: once)
    let relation = try #require(try house.relation(of: source, to: twice))
    #expect(relation.isDisplayedAlike() && relation.agreement == .innerBlocks)
  }

  @Test(.enabled(if: OutsideTool.jpegtran.isInstalled, "\(OutsideTool.jpegtran.reason)"))
  func edgesThatWereLeftUnturnedAreNamed() throws {
    let source = TinyJPEG(Self.mixedColors(width: 83, height: 61)).bytes
    let left = try OutsideTool.jpegtran.run(["-rotate", "90", "{in}"], input: source)
    let relation = try #require(try house.relation(of: source, to: left))
    #expect((relation.reorientation, relation.agreement) == (.rotate90, .innerBlocks))
    let other = try OutsideTool.jpegtran.run(["-progressive", "-transpose", "{in}"], input: source)
    let whole = try #require(try house.relation(of: source, to: other))
    #expect((whole.reorientation, whole.agreement) == (.transpose, .blocks))
    #expect(whole.rejections.map(\.reason) == [.dataDiffers])
  }

  @Test func theSamePixelsCodedOtherwiseAreTheSame() throws {
    var grays = Self.mixedColors(width: 64, height: 48)
    for y in 0..<48 { for x in 0..<64 { grays[x, y] = Array(repeating: grays[x, y][0], count: 3) } }
    var file = TinyJPEG(grays)
    let full = file.bytes
    file.sampling = .half
    let relation = try #require(try house.relation(of: full, to: file.bytes))
    #expect(relation.agreement == .pixels && relation.isDisplayedAlike())
    #expect(relation.rejections.map(\.step) == [.data, .blocks])
    #expect(try Self.digest(of: full) != Self.digest(of: file.bytes))
  }

  @Test(arguments: ExifOrientation.allCases.dropFirst())
  func aRecodedImageIsTheSameUpToNoise(_ tag: ExifOrientation) throws {
    let source = Self.image.jpeg(.topLeft, sampling: .full)
    let recoded = Rendition(
      rotation: Turn(asDisplayed: Orientation(exif: tag)), upright: .pixels, quality: .level(97), loss: .recode)
    let relation = try #require(try house.relation(of: source, to: houseOfSamples.run(recoded, on: source)))
    #expect(relation.reorientation == recoded.rotation)
    guard case .noise(let decibels, _) = relation.agreement else {
      Issue.record("\(relation.agreement)")
      return
    }
    #expect(decibels > 38 && relation.isSameImage(atLeast: 38) && !relation.isSameImage(atLeast: decibels + 1))
  }

  @Test func anotherImageIsAnother() throws {
    var other = Self.image
    for y in 20..<44 { for x in 30..<60 { other[x, y] = [255, 255, 0] } }
    let relation = try #require(try house.relation(of: TinyJPEG(Self.image).bytes, to: TinyJPEG(other).bytes))
    #expect(relation.reorientation == .identity && !relation.isSameImage())
    let smaller = TinyJPEG(Self.mixedColors(width: 96, height: 48)).bytes
    #expect(try house.relation(of: TinyJPEG(Self.image).bytes, to: smaller) == nil)
  }

  // A mean does not detect small differences; a local comparison does.
  @Test func somethingSmallThatIsPaintedOverMakesAnotherImage() throws {
    let image = Self.mixedColors(width: 320, height: 256)
    var other = image
    for y in 120..<128 { for x in 200..<208 { other[x, y] = other[x, y].map { $0 < 128 ? $0 + 80 : $0 - 80 } } }
    let relation = try #require(try house.relation(of: TinyJPEG(image).bytes, to: TinyJPEG(other).bytes))
    guard case .noise(let decibels, let lowest) = relation.agreement else {
      Issue.record("\(relation.agreement)")
      return
    }
    #expect(decibels > 40 && lowest < 25)
    #expect(!relation.isSameImage() && relation.isSameImage(atLeast: lowest + ImageRelation.localDecibels - 0.1))
  }

  @Test func oneBlockMakesAnotherImage() throws {
    let source = TinyJPEG(Self.image).bytes
    for (x, y) in [(0, 0), (95, 0), (0, 63), (95, 63), (48, 31)] {
      var other = Self.image
      other[x, y] = other[x, y].map { $0 ^ 64 }
      let changed = TinyJPEG(other).bytes
      #expect(try Self.digest(of: changed) != Self.digest(of: source))
      let relation = try #require(try house.relation(of: source, to: changed))
      guard case .noise = relation.agreement else {
        Issue.record("\(x), \(y): \(relation.agreement)")
        continue
      }
    }
  }

  @Test func anotherProfileIsNotTheSame() throws {
    let profiles = [TinySegment.profile(byteCount: 600), TinySegment.profile(byteCount: 601)]
    let photos = profiles.map { TinyJPEG(Self.image, segments: TinySegment.icc($0)).bytes }
    let plain = TinyJPEG(Self.image).bytes
    for (one, other) in [(photos[0], photos[1]), (photos[0], plain), (plain, photos[1])] {
      let relation = try #require(try house.relation(of: one, to: other))
      #expect(relation.agreement == .blocks && !relation.sharesProfile && !relation.isSameImage())
      #expect(try Self.digest(of: one) != Self.digest(of: other))
    }
    #expect(try house.relation(of: photos[0], to: photos[0])?.isDisplayedAlike() == true)
  }

  @Test func grayBesideColour() throws {
    let gray = TinyImage(width: 16, height: 8, filledWith: [90])
    let colour = TinyImage(width: 16, height: 8, filledWith: [90, 90, 90])
    let relation = try #require(try house.relation(of: TinyJPEG(gray).bytes, to: TinyJPEG(colour).bytes))
    #expect(relation.agreement == .pixels && relation.reorientation == .identity)
    let ink = TinyJPEG(TinyImage(width: 16, height: 8, filledWith: [0, 0, 0, 90])).bytes
    #expect(throws: ComparisonFailure.self) { try house.relation(of: TinyJPEG(colour).bytes, to: ink) }
    #expect(try house.relation(of: ink, to: ink)?.agreement == .data)
  }

  @Test func whatIsNotDecodedIsComparedByItsBytes() throws {
    let files = [TinyPNG(.sixColors).bytes, TinyHEIF(.topLeft).bytes, TinyMovie(.sixColors, as: .topLeft).bytes]
    for source in files {
      for turn in [Turn.identity, .rotate90, .rotate180] {
        let retagged = try house.run(Rendition(rotation: turn), on: source)
        let relation = try #require(try house.relation(of: source, to: retagged))
        #expect((relation.reorientation, relation.agreement) == (turn, .data))
      }
      var changed = source
      changed[changed.count - 20] ^= 1
      let failure = #expect(throws: ComparisonFailure.self) { try house.relation(of: source, to: changed) }
      let name = ContainerFormat(signature: source) == .png ? "corrupt-data" : "unsupported"
      #expect(failure?.error.codes.name == name, "\(String(describing: failure))")
    }
  }

  @Test(arguments: [false, true])
  func damagedDataAreAnErrorAndNeverTheSame(second: Bool) throws {
    let source = Self.image.jpeg(.rightTop, sampling: .half)
    let start = try #require(source.indices.last { source[$0] == 0xDA && source[$0 - 1] == 0xFF })
    for count in stride(from: start + 40, to: source.count, by: 37) {
      let cut = Array(source[..<count])
      let failure = #expect(throws: ComparisonFailure.self) {
        try second ? house.relation(of: source, to: cut) : house.relation(of: cut, to: source)
      }
      #expect(failure?.side == (second ? .second : .first))
      #expect(failure?.error.codes.exitCode == 65, "\(String(describing: failure))")
    }
    let cut = Array(source.dropLast(30))
    #expect(try house.relation(of: cut, to: cut)?.agreement == .data, "it is damaged, and the same all the same")
  }

  @Test func memoryIsKeptTo() throws {
    let one = TinyJPEG(Self.image).bytes
    var file = TinyJPEG(Self.image)
    file.quality = 80
    let bytes = 96 * 64 * 3
    let plan = try houseOfSamples.plan(Rendition(upright: .pixels, quality: .level(90)), for: Probe(file.bytes))
    let tight = Pipeline(codecs: SystemCodecs.all, limits: Limits(memoryBytes: plan.peakBytes + bytes / 2))
    let failure = #expect(throws: ComparisonFailure.self) { try tight.relation(of: one, to: file.bytes) }
    #expect(failure?.error.codes.name == "limit", "\(String(describing: failure))")
  }

  @Test(.enabled(if: Corpus.folder != nil, "\(Corpus.reason)"))
  func realPhotosOfAllTagsShowTheSameButForTheNumberPaintedIntoEach() throws {
    let photos = try Corpus.files("eightway", suffix: "jpg").filter { $0.lastPathComponent.hasPrefix("Landscape") }
      .map { Array(try Data(contentsOf: $0)) }
    for photo in photos.dropFirst(2) {
      let relation = try #require(try house.relation(of: photos[1], to: photo))
      guard case .noise(let decibels, let lowest) = relation.agreement else {
        Issue.record("\(relation.agreement)")
        continue
      }
      #expect(
        relation.reorientation == .identity && decibels > 28 && lowest < 10 && !relation.isSameImage(atLeast: 28))
    }
  }
}
