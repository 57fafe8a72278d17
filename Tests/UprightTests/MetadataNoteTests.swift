import Testing
import Upright
import UprightMetadata

/// The notes on metadata as codes for programs and sentences for people.
@Suite struct MetadataNoteTests {
  static let contents: [FileContent] = [
    .parts(.page, 1), .parts(.preview, 2), .parts(.auxiliary, 1), .parts(.video, 1), .video, .compressedMetadata,
    .largeCompressedMetadata(limit: 1_000), .photoshopResources, .photoshopResourcesBesidesIPTC, .comment, .drawnText,
    .extendedXMP, .contentCredentials, .flashPix, .thermalImage, .otherData, .mapLocation(tags: [33_550]),
    .privateFields(tags: [40_000, 40_001]),
    .layers, .clipPath, .colorFields(tags: [318]),
  ]

  static let removals: [RemovalNote] = [
    .attachment(.gainMap, .unreadable), .video(.gps), .parts(.page, 2), .unreadableAttachments, .extendedXMP,
    .xmpWithEntities, .compressedMetadata, .largeCompressedMetadata(limit: 1_000), .possibleTrailer, .trailer,
    .bytesAfterLastBox, .contentCredentials,
    .photoshopPreviews(.thumbnails), .flashPix, .exifPreviews, .makerNote, .mapLocation, .privateFields(tags: [40_000]),
    .reconstructionData, .unknownBlocks(["tEST"], .chunks, .gps), .unknownBlocksStay(["APP4"], count: 1, .thumbnails),
    .unreferencedBytesStay,
  ]

  static let marks: [MarkNote] = [
    .subjectMoved, .subjectRemoved, .regionsMoved(1), .regionsRemoved(2), .photoSphereMoved, .photoSphereRemoved,
    .thumbnailsRemoved, .imageRemoved, .depthMapRemoved, .subjectUnreadable, .photoSphereExceeded,
    .photoSphereUnplaced, .pendingCropMoved, .pendingCropRemoved, .pendingCropOutside, .correctionsRemoved,
  ]

  static let refusals: [StripRefusal] = [
    .format(.gif), .video(.mp4), .raw, .firstPageNoImage, .brokenPages, .sequence,
  ]

  @Test func everyNoteHasACodeAndASentenceOfItsOwn() {
    let codes = [
      Self.contents.map(\.code), Self.removals.map(\.code), Self.marks.map(\.code), Self.refusals.map(\.code),
    ]
    for codes in codes { #expect(Set(codes).count == codes.count) }
    for code in codes.joined() { #expect(code.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }, "\(code)") }
    let sentences = [
      Self.contents.map(\.description), Self.removals.map(\.description), Self.marks.map(\.description),
      Self.refusals.map(\.description),
    ]
    for sentences in sentences {
      #expect(Set(sentences).count == sentences.count)
      for sentence in sentences { #expect(!sentence.isEmpty && !sentence.hasSuffix(".")) }
    }
  }

  @Test func countsAndNamesAreInTheSentence() {
    #expect(FileContent.parts(.auxiliary, 1).description == "1 auxiliary image")
    #expect(FileContent.parts(.page, 3).description == "3 other pages")
    #expect(FileContent.privateFields(tags: [40_000, 40_001]).description == "private fields (tags 40000, 40001)")
    #expect(MarkNote.regionsRemoved(1).description == "1 marked region is removed: the result does not show it")
    #expect(
      RemovalNote.unknownBlocksStay(["8BIM 9", "APP4"], count: 2, .gps).description
        == "2 blocks of unknown content stay (8BIM 9, APP4): they may contain the location")
    #expect(
      RemovalNote.attachment(.video, .mayHoldPosition).description
        == "the video is removed: it may contain the location (gps)")
    #expect(StripRefusal.video(.mp4).description.contains("OUT.mp4"))
  }

  @Test func onlyContentThatNobodyNamedIsAnUnexpectedLoss() {
    let unexpected = Self.removals.filter { CarryNote.loss($0).isUnexpectedLoss }
    #expect(
      unexpected == [
        .attachment(.gainMap, .unreadable), .video(.gps), .unreadableAttachments, .compressedMetadata,
        .largeCompressedMetadata(limit: 1_000),
      ])
    #expect(!CarryNote.loss(.attachment(.preview, .requested(.thumbnails))).isUnexpectedLoss)
    #expect(CarryNote.loss(.attachment(.preview, .requested(.allButColor))).isUnexpectedLoss)
    #expect(CarryNote.contentDropped(.comment).isUnexpectedLoss)
    #expect(!CarryNote.smallerVersionsDropped(2).isUnexpectedLoss)
  }
}
