// Which embedded preview may replace the image, and why one may not: by shape, orientation, size, completeness and
// kind.

import Testing
@testable import Upright
import UprightFixtures
import UprightTestTools

@Suite struct EmbeddedDecisionTests {
  /// A thumbnail of a size, in color or gray.
  static func small(_ width: Int, _ height: Int, gray: Bool = false, segments: [TinySegment] = []) -> [UInt8] {
    TinyJPEG(
      TinyImage(width: width, height: height, filledWith: gray ? [90] : [90, 120, 30]), segments: segments
    ).bytes
  }

  /// A photo of which only the headers matter, with this stored size and tag, with a thumbnail.
  static func photo(
    _ tag: ExifOrientation, _ width: Int = 1600, _ height: Int = 1200, thumbnail: [UInt8]?, stated: Int? = nil
  ) -> [UInt8] {
    var block = TinyTIFF(orientation: Int(tag.rawValue))
    block.thumbnail = thumbnail
    block.ifd1 = stated.map { [.orientation($0)] } ?? []
    return PlanTable.photo(nil, storedWidth: width, storedHeight: height, segments: [.exif(block)])
  }

  static func wish(_ edge: Int, allowed: Bool = true) -> Rendition {
    var wish = Rendition(
      size: .within(PixelSize(width: edge, height: edge)), upright: .pixels, quality: .level(85))
    wish.allowsEmbedded = allowed
    return wish
  }

  static func transcode(_ wish: Rendition, of photo: [UInt8]) throws -> Plan.Transcode {
    let plan = try Planner.full.plan(wish, for: Probe(photo))
    guard case .transcode(let transcode) = plan.route else { throw Unexpected(plan.description) }
    return transcode
  }

  static func reason(_ wish: Rendition, of photo: [UInt8]) throws -> String {
    let made = try transcode(wish, of: photo)
    guard case .declined(let reasons) = made.embedded else { throw Unexpected("\(String(describing: made.embedded))") }
    #expect(made.embeddedPreview == nil)
    return reasons.map(\.description).joined(separator: "; ")
  }

  // MARK: - What is decoded

  @Test(arguments: ExifOrientation.allCases)
  func aThumbnailIsTurnedAsTheImageWouldBe(_ tag: ExifOrientation) throws {
    let photo = Self.photo(tag, thumbnail: Self.small(160, 120))
    let (small, large) = (
      try Planner.full.plan(Self.wish(100), for: Probe(photo)),
      try Planner.full.plan(Self.wish(100, allowed: false), for: Probe(photo))
    )
    let (one, other) = (try Self.transcode(Self.wish(100), of: photo), try #require(transcode(large)))
    #expect(
      one.embeddedPreview == EmbeddedPreview(location: .thumbnail, storedSize: PixelSize(width: 160, height: 120)))
    #expect(one.pass.region == PixelRect(x: 0, y: 0, width: 160, height: 120))
    #expect(one.pass.denominator == 1)
    #expect(other.pass.region == PixelRect(x: 0, y: 0, width: 1600, height: 1200))
    #expect(one.orientation == other.orientation)
    #expect(one.orientation == Orientation(carrying: Orientation(exif: tag)))
    #expect((one.scaled, one.carry, one.settings) == (other.scaled, other.carry, other.settings))
    #expect((one.channels, one.placement, one.keepsTrailer) == (other.channels, other.placement, false))
    #expect(small.outputSize == large.outputSize)
    #expect(small.outputSize == (tag.rawValue < 5 ? PixelSize(width: 100, height: 75) : .init(width: 75, height: 100)))
    #expect(small.remaining.isIdentity)
    #expect(small.fallback == large)
    #expect(small.peakBytes >= large.peakBytes, "the picture itself may have to be decoded all the same")
  }

  private func transcode(_ plan: Plan) -> Plan.Transcode? {
    if case .transcode(let transcode) = plan.route { transcode } else { nil }
  }

  @Test func aTurnAsAskedComesOnTop() throws {
    for tag in ExifOrientation.allCases {
      for turn in Orientation<Displayed, Displayed>.all {
        var wish = Self.wish(60)
        wish.rotation = turn
        let made = try Self.transcode(wish, of: Self.photo(tag, thumbnail: Self.small(160, 120)))
        #expect(made.embeddedPreview != nil)
        #expect(made.orientation == Orientation(carrying: Orientation(exif: tag).then(turn)))
      }
    }
  }

  @Test func aLargeOneIsDecodedAtAFractionToo() throws {
    let made = try Self.transcode(Self.wish(40), of: Self.photo(.rightTop, thumbnail: Self.small(160, 120)))
    #expect(made.pass.denominator == 2)
    #expect(made.embeddedPreview != nil)
  }

  @Test func nothingIsSaidOfItWhereItWasNotAllowed() throws {
    let photo = Self.photo(.rightTop, thumbnail: Self.small(160, 120))
    #expect(try Self.transcode(Self.wish(100, allowed: false), of: photo).embedded == nil)
    let plan = try Planner.full.plan(Self.wish(100, allowed: false), for: Probe(photo))
    #expect(plan.fallback == nil && !plan.description.contains("embedded"))
  }

  @Test func memoryOfTheImageItselfThatIsNotAllowedIsNoHindrance() throws {
    let photo = Self.photo(.rightTop, 4000, 3000, thumbnail: Self.small(160, 120))
    let all = try Planner.full.plan(Self.wish(100), for: Probe(photo))
    let (probe, small) = (try Probe(photo), try Probe(Self.small(160, 120)))
    let least = try #require(transcode(all)).peakBytes(probe, decoding: small)
    #expect(least < all.peakBytes)
    let tight = Planner(capabilities: Planner.full.capabilities, limits: Limits(memoryBytes: least))
    let plan = try tight.plan(Self.wish(100), for: Probe(photo))
    #expect(plan.fallback == nil)
    #expect(plan.peakBytes == least)
    #expect(transcode(plan)?.embeddedPreview != nil)
    #expect(throws: UprightError.self) { try tight.plan(Self.wish(100, allowed: false), for: Probe(photo)) }
  }

  // MARK: - What is not

  @Test(arguments: [(1, true), (159, true), (160, true), (161, false), (400, false)])
  func itIsNeverEnlarged(edge: Int, isUsed: Bool) throws {
    for tag in [ExifOrientation.topLeft, .rightTop] {
      let photo = Self.photo(tag, thumbnail: Self.small(160, 120))
      if isUsed {
        #expect(try Self.transcode(Self.wish(edge), of: photo).embeddedPreview != nil)
      } else {
        let result = tag == .topLeft ? "\(edge)x\(edge * 3 / 4)" : "\(edge * 3 / 4)x\(edge)"
        let reason = try Self.reason(Self.wish(edge), of: photo)
        #expect(reason.hasPrefix("the thumbnail, 160x120, is smaller than the result, "))
        if edge % 4 == 0 { #expect(reason.hasSuffix(result)) }
      }
    }
  }

  /// Cameras put 3:2 images on 4:3 thumbnails, with bars; a size that was only rounded has the same shape.
  static let shapes: [(image: [Int], thumbnail: [Int], isUsed: Bool)] = [
    ([6000, 4000], [160, 120], false), ([6000, 4000], [160, 107], true), ([6000, 4000], [160, 106], true),
    ([6000, 4000], [160, 105], false), ([6000, 4000], [160, 109], false), ([6000, 4000], [107, 160], false),
    ([4000, 6000], [107, 160], true), ([4000, 6000], [160, 107], false), ([4000, 4000], [160, 160], true),
    ([4000, 4000], [160, 120], false), ([5312, 2988], [256, 144], true), ([5312, 2988], [160, 120], false),
    ([4032, 3024], [160, 120], true), ([65_535, 1], [160, 1], true), ([65_535, 1], [160, 3], false),
  ]

  @Test(arguments: shapes)
  func itHasTheImagesShape(_ shape: (image: [Int], thumbnail: [Int], isUsed: Bool)) throws {
    let photo = Self.photo(
      .rightTop, shape.image[0], shape.image[1], thumbnail: Self.small(shape.thumbnail[0], shape.thumbnail[1]))
    if shape.isUsed {
      #expect(try Self.transcode(Self.wish(20), of: photo).embeddedPreview != nil, "\(shape)")
    } else {
      let sizes = (shape.thumbnail.map(String.init), shape.image.map(String.init))
      #expect(
        try Self.reason(Self.wish(20), of: photo)
          == "the thumbnail, \(sizes.0.joined(separator: "x")), differs in shape from the image, "
          + sizes.1.joined(separator: "x"))
    }
  }

  @Test(arguments: ExifOrientation.allCases)
  func oneThatStatesAnotherOrientationIsNotTaken(_ tag: ExifOrientation) throws {
    for stated in 0...9 {
      let photo = Self.photo(tag, thumbnail: Self.small(160, 120), stated: stated)
      if stated == Int(tag.rawValue) || !(1...8).contains(stated) {
        #expect(try Self.transcode(Self.wish(80), of: photo).embeddedPreview != nil, "\(stated)")
      } else {
        #expect(
          try Self.reason(Self.wish(80), of: photo)
            == "the thumbnail, 160x120, states orientation \(stated), but the image's is \(tag.rawValue)")
      }
    }
  }

  @Test func oneThatBreaksOffIsNotTaken() throws {
    let whole = Self.small(160, 120)
    for lost in 1...40 {
      let photo = Self.photo(.rightTop, thumbnail: Array(whole.dropLast(lost)))
      #expect(try Self.reason(Self.wish(80), of: photo) == "the thumbnail, 160x120, is cut off")
    }
    let longer = Self.photo(.rightTop, thumbnail: whole + [0, 0, 0])
    #expect(try Self.transcode(Self.wish(80), of: longer).embeddedPreview != nil)
  }

  @Test func otherSamplesOrColoursAreNotTaken() throws {
    let sentence = "the thumbnail, 160x120, differs from the image in its kind of samples or colors"
    let gray = Self.photo(.rightTop, thumbnail: Self.small(160, 120, gray: true))
    #expect(try Self.reason(Self.wish(80), of: gray) == sentence)
    let profile = TinySegment.icc(TinySegment.profile(byteCount: 200))
    let colored = Self.photo(.rightTop, thumbnail: Self.small(160, 120, segments: profile))
    #expect(try Self.reason(Self.wish(80), of: colored) == sentence)
  }

  @Test func partsAndImagesInTheirOwnSizeAreTheImages() throws {
    let photo = Self.photo(.rightTop, thumbnail: Self.small(160, 120))
    var part = Self.wish(20)
    part.region = .pixels(PixelRect(x: 0, y: 0, width: 1199, height: 1600))
    #expect(try Self.reason(part, of: photo) == "only part of the image is requested")
    var whole = Self.wish(1600)
    whole.format = .png
    #expect(try Self.reason(whole, of: photo) == "the image is requested at full size")
    let none = Self.photo(.rightTop, thumbnail: nil)
    #expect(
      try Self.reason(Self.wish(80), of: none) == "the file has no thumbnail or preview whose headers can be read")
  }
}

extension EmbeddedDecisionTests {
  /// An image of 320 × 240 with a tag, with a thumbnail of 32 × 24 and a preview of 160 × 120 after it.
  private func previewed(_ tag: ExifOrientation, stated: ExifOrientation? = nil) -> [UInt8] {
    var block = TinyTIFF(orientation: Int(tag.rawValue))
    block.thumbnail = Self.small(32, 24)
    var jpeg = TinyJPEG(TinyImage(width: 320, height: 240, filledWith: [90, 120, 30]), segments: [.exif(block)])
    let own = stated.map { [TinySegment.exif(TinyTIFF(orientation: Int($0.rawValue)))] } ?? []
    jpeg.furtherImages = [Self.small(160, 120, segments: own)]
    jpeg.furtherType = 0x0001_0001
    return jpeg.bytes
  }

  @Test(arguments: ExifOrientation.allCases)
  func theSmallestThatIsLargeEnoughIsTaken(_ tag: ExifOrientation) throws {
    let photo = previewed(tag)
    for (edge, name) in [(8, "thumbnail"), (32, "thumbnail"), (33, "preview"), (160, "preview")] {
      let made = try Self.transcode(Self.wish(edge), of: photo)
      #expect(made.embeddedPreview?.name == name, "\(edge)")
      #expect(made.orientation == Orientation(carrying: Orientation(exif: tag)))
    }
    let reason = try Self.reason(Self.wish(200), of: photo)
    let size = tag.rawValue < 5 ? "200x150" : "150x200"
    #expect(
      reason == "the thumbnail, 32x24, is smaller than the result, \(size); "
        + "the preview, 160x120, is smaller than the result, \(size)")
  }

  @Test(arguments: ExifOrientation.allCases)
  func aPreviewThatStatesAnOrientationHasTheImages(_ tag: ExifOrientation) throws {
    for stated in ExifOrientation.allCases {
      let photo = previewed(tag, stated: stated)
      if stated == tag {
        let made = try Self.transcode(Self.wish(100), of: photo)
        #expect(made.embeddedPreview?.name == "preview")
        #expect(made.orientation == Orientation(carrying: Orientation(exif: tag)))
      } else {
        #expect(try Self.reason(Self.wish(100), of: photo).hasSuffix("but the image's is \(tag.rawValue)"))
      }
    }
  }

  @Test func aPreviewsBytesAreCounted() throws {
    let photo = previewed(.rightTop)
    let made = try Self.transcode(Self.wish(100), of: photo)
    guard case .preview(let range)? = made.embeddedPreview?.location else { throw Unexpected("no preview") }
    #expect(Array(photo[range]) == Self.small(160, 120))
    #expect(made.embeddedPreview?.byteCount == range.count)
    let request = try PlanRequest(Self.wish(100), Probe(photo))
    let embedding = request.embedding(for: made, .full)
    let (probe, small) = (try Probe(photo), try Probe(Self.small(160, 120)))
    #expect(embedding.peakBytes == made.peakBytes(probe, decoding: small) + range.count)
  }

  @Test func thePlanSaysIt() throws {
    let used = try Planner.full.plan(Self.wish(100), for: Probe(Self.photo(.rightTop, thumbnail: Self.small(160, 120))))
    #expect(
      Array(used.explanation.prefix(2)) == [
        "transcode: decode the thumbnail's 0,0,160,120, scale to 100x75, rotate (cw), "
          + "encode jpeg (quality 85, chroma 1x1)",
        "embedded: the thumbnail, 160x120, is decoded in place of the image",
      ])
    #expect(used.explanation.contains("if the thumbnail is damaged: the image itself is decoded"))
    let declined = try Planner.full.plan(Self.wish(100), for: Probe(Self.photo(.rightTop, thumbnail: nil)))
    #expect(
      declined.explanation[1] == "not embedded: the file has no thumbnail or preview whose headers can be read")
    #expect(declined.explanation[0].hasPrefix("transcode: decode stored 0,0,1600,1200"))
  }
}

// The names of embedded previews in plans.

@Suite struct EmbeddedPreviewTests {
  private let thumbnail = EmbeddedPreview(location: .thumbnail, storedSize: PixelSize(width: 160, height: 120))
  private let preview = EmbeddedPreview(location: .preview(900..<1000), storedSize: PixelSize(width: 640, height: 480))

  @Test func bothHaveTheirNames() {
    #expect(thumbnail.name == "thumbnail")
    #expect(preview.name == "preview")
  }

  @Test func onlyWhatTheProbeHasNotIsRead() {
    #expect(thumbnail.byteCount == 0)
    #expect(preview.byteCount == 100)
  }

  @Test func sentencesSayWhatWasTakenOrWhyNot() {
    #expect(
      Plan.Embedding.used(thumbnail).sentence == "embedded: the thumbnail, 160x120, is decoded in place of the image")
    #expect(Plan.Embedding.used(preview).sentence == "embedded: the preview, 640x480, is decoded in place of the image")
    #expect(
      Plan.Embedding.declined([.mismatch(thumbnail, .truncated), .missing]).sentence
        == "not embedded: the thumbnail, 160x120, is cut off; "
        + "the file has no thumbnail or preview whose headers can be read")
  }
}
