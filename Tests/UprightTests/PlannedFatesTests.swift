// What headers and the request alone tell of a part is planned as it comes about.

import Testing
@testable import Upright
import UprightFixtures
import UprightMetadata

@Suite struct PlannedFatesTests {
  private static let planner = Planner(capabilities: [
    .jpeg: Capabilities(decodes: true, encodes: true, transforms: true, planes: true),
    .png: Capabilities(decodes: false, encodes: true, transforms: false),
    .tiff: Capabilities(decodes: false, encodes: true, transforms: false),
    .jpegXL: Capabilities(decodes: true, encodes: false, transforms: false),
  ])

  /// The planned fate of the only part of a kind.
  private static func fate(_ kind: FilePart.Kind, _ bytes: [UInt8], _ wish: Rendition) throws -> Account.Fate {
    let probe = try Probe(bytes)
    let account = Account(of: try probe.fileParts(in: bytes), planned: try planner.plan(wish, for: probe))
    let entries = account.entries.filter { $0.part.kind == kind }
    try #require(entries.count == 1, "\(kind)")
    return entries[0].fate
  }

  private static func wish(_ format: ContainerFormat?, _ strip: Strip = .none) -> Rendition {
    var wish = Rendition(upright: .pixels, format: format)
    wish.strip = strip
    return wish
  }

  private static func photo(_ segments: [TinySegment] = [], trailer: [UInt8] = []) -> [UInt8] {
    let image = TinyImage.sixColors.enlarged(by: 16).stored(as: .rightTop)
    var file = TinyJPEG(image, segments: [.exif(TinyTIFF(orientation: 6))] + segments)
    file.trailer = trailer
    return file.bytes
  }

  /// Bytes of unknown meaning after a JPEG's image stay in a JPEG only.
  @Test func dataAfterTheImageIsPlannedToBeLost() throws {
    let bytes = Self.photo(trailer: Array("behind".utf8))
    #expect(try Self.fate(.trailer, bytes, Self.wish(nil)) == .kept)
    #expect(try Self.fate(.trailer, bytes, Self.wish(.png)) == .lost(.trailerDropped(6)))
    #expect(try Self.fate(.trailer, bytes, Self.wish(.png, .gps)) == .removed)
    #expect(try Self.fate(.trailer, bytes, Self.wish(.png, .thumbnails)) == .lost(.trailerDropped(6)))
  }

  /// IPTC is inside Photoshop's resources; a TIFF has a field for it.
  @Test func iptcGoesWithTheResourcesThatHoldIt() throws {
    let record: [UInt8] = [0x1C, 2, 120, 0, 3, 72, 105, 33]
    let resource = Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, UInt8(record.count)] + record
    let bytes = Self.photo([TinySegment(0xED, Array("Photoshop 3.0\0".utf8) + resource)])
    #expect(try Self.fate(.iptc, bytes, Self.wish(.png)) == .lost(.contentDropped(.photoshopResources)))
    #expect(try Self.fate(.iptc, bytes, Self.wish(nil)) == .kept)
    #expect(try Self.fate(.iptc, bytes, Self.wish(.tiff)) == .kept)
    #expect(try Self.fate(.iptc, bytes, Self.wish(.png, .allButColor)) == .removed)
  }

  /// A new codestream is no JPEG's.
  @Test func dataThatReconstructAJPEGArePlannedToBeLost() throws {
    var file = TinyJXL(as: .rightTop)
    file.container = .box(.short)
    file.boxesBefore = TinyBox.bytes("jbrd", [1, 2, 3])
    #expect(try Self.fate(.item, file.bytes, Self.wish(.png)) == .lost(nil))
    #expect(try Self.fate(.item, file.bytes, Self.wish(.png, .allButColor)) == .removed)
  }

  /// A copy of XMP in an Exif block is the panorama's only place.
  @Test func aPanoramaInExifIsPlannedToBeLost() throws {
    var block = TinyTIFF(orientation: 1)
    let packet = TinyXMP.packet(attributes: #"GPano:ProjectionType="equirectangular""#)
    block.ifd0.append(TinyEntry(700, .byte, packet.map(Int.init)))
    let bytes = TinyJPEG(TinyImage.sixColors.enlarged(by: 16), exif: block).bytes
    let turned = Rendition(rotation: .rotate90, upright: .pixels)
    #expect(try Self.fate(.panorama, bytes, turned) == .lost(.mark(.photoSphereUnplaced)))
  }
}

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
