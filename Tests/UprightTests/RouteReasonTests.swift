// Reasons and notes: each has its own code, a sentence, and the matching error.

import Testing
@testable import Upright
import UprightFixtures

@Suite struct RouteReasonTests {
  private static let size = PixelSize<Output>(width: 3, height: 2)
  private static let gainMap = PixelSize<Stored>(width: 4, height: 5)
  private static let edges = RouteReason.Misalignment(column: 8, row: nil, block: PixelSize(width: 16, height: 8))

  /// One of each kind.
  private static let all: [RouteReason] = [
    .frameRequested, .firstPageRequested, .pageRequested, .formatChanges(.png), .sizeUnknown, .regionIsPartial,
    .sizeChanges(size),
    .colorsConverted, .tonesReduced(.gray), .toneMapRequested(.clip), .metadataRemoved(.gps),
    .pixelsNotUpright(.init(exif: .rightTop)), .pagesNotUpright(3), .contentLost([.contentDropped(.layers)]),
    .rotationRequested, .tagChanges, .tagNotCanonical, .fieldsContradict, .pixelsRequested, .onlyTagRequested,
    .onlyTagPossible(.colorsConverted), .metadata(MetadataError(.truncated, at: 7)), .notRewritable(.raw),
    .sequenceStays(.heif), .noBlocks, .partialBlocks(edges), .noWholeBlock, .blocksNotMovable(.png),
    .coefficientsUnsupported(.lossless), .paddingNeedsPixels, .colorsNeedPixels, .scalingNeedsPixels, .furtherImages,
    .unknownAttachments, .gainMapOriented(gainMap), .gainMapPadded, .gainMapEmpty, .gainMapMisaligned,
    .attachment(.cancelled), .unknownColors(.tiff), .opacityLost(.jpeg), .paddingNeedsOpacity(.jpeg),
    .formatNotBuilt(.webp, trait: "WebP"), .videoPixels, .videoNotDecoded, .formatNotDecoded(.mp4),
    .formatNotWritten(.heif),
    .linearInks, .samplesUnsupported(.coefficients(.hierarchical)), .colorsUnsupported(.narrowRange),
    .inksWithoutProfile, .qualityLost(isCrop: false),
    .sizeTooLarge(size, .webp), .furtherPages(.tiff), .highRangeNotHeld(.pq, .jpeg), .highRangeLost(.hlg, .avif),
    .otherSamplesLost(.tiff), .samplesRounded(.lab, .tiff), .limit(.pixels, asked: 9, allowed: 8),
    .codedDataDamaged,
  ]

  @Test func everyKindHasACodeOfItsOwn() {
    let codes = Self.all.map(\.code)
    #expect(Set(codes).count == codes.count)
    #expect(codes.allSatisfy { $0.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil }, "\(codes)")
    let limits = Limit.allCases.map { RouteReason.limit($0, asked: 1, allowed: 0).code }
    #expect(Set(limits).count == limits.count && limits.contains("limit-memory"))
  }

  @Test func everyKindHasASentence() {
    for reason in Self.all {
      #expect(reason.description.contains(" ") || reason == .attachment(.cancelled), "\(reason.code)")
      #expect(!reason.description.hasSuffix("."), "\(reason.code)")
    }
    #expect(Self.edges.description == "stored column 8 is not on a boundary of 16-pixel blocks")
  }

  @Test func theErrorSaysWhoseFaultItIs() {
    #expect(RouteReason.qualityLost(isCrop: false).error.codes.exitCode == 64)
    #expect(RouteReason.formatNotWritten(.heif).error.codes.exitCode == 69)
    #expect(
      RouteReason.metadata(MetadataError(.truncated, at: 7)).error == .malformed(MetadataError(.truncated, at: 7)))
    #expect(RouteReason.limit(.memory, asked: 9, allowed: 8).error == .limit(.memory, asked: 9, allowed: 8))
    #expect(RouteReason.attachment(.cancelled).error == .cancelled)
    let page = RouteReason.furtherPage(2, .limit(.memory, asked: 9, allowed: 8))
    #expect(page.error == .limit(.memory, asked: 9, allowed: 8) && page.code == "limit-memory")
    #expect(RouteReason.furtherPage(2, .videoPixels).description.hasPrefix("page 2: "))
    #expect(RouteReason.blocksNotMovable(.png).error == .unsupported("PNG cannot be rotated without loss"))
  }

  /// A crop has no edge mode, and nothing else is lossless by request.
  @Test func aWayOutIsAnOptionOfTheCommand() {
    let (crop, rotation) = (RouteReason.qualityLost(isCrop: true), RouteReason.qualityLost(isCrop: false))
    #expect(crop.phrase.options == [.lossless] && crop.description.contains("lossless: inward"))
    #expect(rotation.phrase.options == [.edge, .inPlace, .edge, .output])
    #expect(rotation.description.contains("edge: recode"))
    #expect(crop.code == rotation.code && crop.code == "quality-lost")
  }

  @Test func notesHaveCodesAndSentences() {
    let notes: [CarryNote] = [
      .rewritten(.gps), .retagged(BytePatch([])), .removed(.gps), .thumbnailReoriented(.transform),
      .thumbnailRecoded, .thumbnailRemade(Self.size), .thumbnailDropped(.shape), .thumbnailTooLarge, .imageIndexDropped,
      .contentDropped(.comment), .smallerVersionsDropped(1), .loss(.video(.gps)), .fieldsDropped([286]),
      .exifPreviewsDropped, .extendedXMPMayHoldPosition,
      .extendedXMPMayHoldThumbnails, .trailerDropped(3), .trailerRemoved(.gps), .profileDropped, .profileDamaged,
      .profileLarge(9, pixelBytes: 8),
      .colorsDropped(.primaries(10)), .mark(.subjectMoved), .loss(.extendedXMP), .attachmentCopied("video"),
      .attachmentRewritten("preview"), .attachmentReoriented("gain map", .transform),
      .attachmentDropped("video", .showsMore),
    ]
    #expect(Set(notes.map(\.code)).count == notes.count && Set(notes.map(\.description)).count == notes.count)
    #expect(
      CarryNote.attachmentDropped("video", .mayHoldPosition(.gps)).description
        == "the video is not copied: a video may contain the location (gps)")
  }
}

// Why pixels or coefficients are not decoded, and why a comparison did not decide: each has its code and its sentence.

@Suite struct UnsupportedPixelsTests {
  @Test func anAnimationNamesWhatIsPossible() {
    #expect(
      UnsupportedPixels.animation(.webp, frameCount: 3).description == """
        this WebP is an animation of 3 frames, whose pixels cannot be rotated: change its tag with rotate without \
        bake or fix to: tag, or make a still image of the first frame with frame: 1
        """)
    #expect(
      UnsupportedPixels.animation(.gif, frameCount: nil).description == """
        this GIF is an animation, whose pixels cannot be rotated: make a still image of the first frame with frame: 1
        """)
  }

  @Test func anUprightAnimationIsNotCalledOneThatCannotBeRotated() {
    let other = UnsupportedPixels.frames(.gif, frameCount: 3, as: .png)
    let same = UnsupportedPixels.frames(.webp, frameCount: nil, as: .webp)
    #expect(
      other.description == """
        this GIF is an animation of 3 frames, and as PNG, only one frame would be left: make a still image of one with \
        frame: N
        """)
    #expect(
      same.description == """
        this WebP is an animation, whose frames stay as they are: make a still image of one with frame: N
        """)
    #expect(other.code == "animation" && same.code == "animation")
  }

  @Test func whatIsBelowKeepsItsCodeAndSentence() {
    let (samples, coefficients) = (UnsupportedSamples.tiff(.raw), UnsupportedCoefficients.depth(12))
    #expect(UnsupportedPixels.samples(samples).code == samples.code)
    #expect(UnsupportedPixels.samples(samples).description == samples.description)
    #expect(UnsupportedPixels.coefficients(coefficients).code == coefficients.code)
    #expect(UnsupportedPixels.coefficients(coefficients).description == coefficients.description)
  }

  @Test func coefficientsHaveCodesAndSentences() {
    for (reason, code, sentence) in [
      (.lossless, "jpeg-lossless", "lossless JPEG has no DCT coefficients"),
      (.hierarchical, "jpeg-hierarchical", "hierarchical JPEG is not supported"),
      (.depth(12), "jpeg-depth", "JPEG with 12 bits per sample is not supported"),
    ] as [(UnsupportedCoefficients, String, String)] {
      #expect(reason.code == code && reason.description == sentence)
    }
  }

  @Test func comparisonsHaveCodesAndSentences() {
    let reasons: [(ImageRelation.Rejection.Reason, String)] = [
      (.dataDiffers, "the encoded data differs"), (.notBothJPEG, "the files are not both JPEGs"),
      (.coefficientsUnsupported(.hierarchical), "hierarchical JPEG is not supported"),
      (.colorsConverted, "the colors are converted"), (.blocksNotReadable, "no codec can read the blocks"),
      (.codingDiffers, "sizes, sampling or quantization tables differ"),
      (.blocksDiffer, "no rotation maps the blocks of one image to the other's"),
      (.samplesDiffer, "the decoded samples differ"),
      (.quantizationExceeded, "the difference exceeds what a JPEG's quantization tables can lose"),
    ]
    for (reason, sentence) in reasons { #expect(reason.description == sentence) }
    #expect(Set(reasons.map(\.0.code)).count == reasons.count)
    #expect(ImageRelation.Rejection.Step.allCases.map(\.rawValue) == ["data", "blocks", "pixels", "quantization"])
  }
}
