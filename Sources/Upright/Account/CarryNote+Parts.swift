// Which parts of a source a note on its result is about, and whether they are lost or removed on request.

import UprightMetadata

extension CarryNote {
  /// The kinds of the parts that the result lacks; empty if the note is about something that it has.
  package var missingKinds: [FilePart.Kind] {
    switch self {
    case .rewritten, .retagged, .removed, .thumbnailReoriented, .thumbnailRecoded, .thumbnailRemade,
      .imageIndexDropped, .profileLarge, .trailerRemoved,
      .attachmentCopied, .attachmentRewritten, .attachmentReoriented,
      // Only if it contains thumbnails, which the result tells.
      .extendedXMPMayHoldThumbnails:
      []
    case .fieldsDropped: [.field]
    case .chunksDropped(let names): FilePart.Kind.allCases.filter(Set(names.map(FilePart.Kind.init(chunk:))).contains)
    case .thumbnailDropped, .thumbnailTooLarge: [.thumbnail]
    case .contentDropped(let content): [content.kind]
    case .smallerVersionsDropped, .exifPreviewsDropped: [.preview]
    case .makerNoteDropped: [.makerNote]
    case .extendedXMPMayHoldPosition: [.extendedXMP]
    case .trailerDropped: [.trailer]
    case .profileDropped, .profileDamaged: [.profile]
    case .colorsDropped: [.colors]
    case .mark(let note): note.missingKinds
    case .loss(let note): note.missingKinds
    case .attachmentDropped(let name, _): [Self.attachmentKinds[name] ?? .item]
    }
  }

  /// Whether it is about something that only repeats the image, in a result whose format has no place for it.
  var hasNoPlace: Bool {
    switch self {
    case .smallerVersionsDropped, .thumbnailDropped(.format): true
    default: false
    }
  }

  private static let attachmentKinds: [String: FilePart.Kind] = [
    "gain map": .gainMap, "video": .video, "preview": .preview,
    "depth map": .depthMap, "confidence map": .depthMap, "original image": .original,
  ]

  /// Whether the request itself removes what the note says the result lacks.
  ///
  /// - Parameters:
  ///   - strip: The metadata to remove.
  ///   - showsLess: Whether the result is a part of the source's image, or smaller.
  ///   - isReplaced: Whether losses are limited, because the result takes its source's place: then its other pages are
  ///     lost with it, whatever the request shows of one page.
  package func isRequested(_ strip: Strip, showsLess: Bool, isReplaced: Bool) -> Bool {
    switch self {
    case .loss(.malformedChunks): return false
    case .loss, .extendedXMPMayHoldPosition: return true
    // They show nothing that the result does not.
    case .thumbnailDropped(.format), .thumbnailDropped(.small), .thumbnailDropped(.notRemade), .smallerVersionsDropped:
      return true
    case .attachmentDropped(_, .requested), .attachmentDropped(_, .mayHoldPosition): return true
    case .attachmentDropped(_, .unreadable), .attachmentDropped(_, .notReoriented): return strip == .allButColor
    // They only held for the stored image.
    case .fieldsDropped, .chunksDropped: return showsLess || strip == .allButColor
    case .trailerDropped: return strip.removesPosition || showsLess
    case .profileDropped, .colorsDropped, .profileDamaged: return false
    default: break
    }
    let kinds = missingKinds
    if isReplaced, kinds.contains(.page) { return false }
    if strip == .allButColor { return !kinds.contains { [.page, .video, .frame].contains($0) } || showsLess }
    if strip != .none, kinds.allSatisfy(strip.asks) { return true }
    return showsLess && (isOutside || kinds.allSatisfy { $0.isLeftOut(isReplaced: isReplaced) })
  }

  /// Whether it is about a place in the image that the result does not show.
  private var isOutside: Bool {
    switch self {
    case .mark(.subjectRemoved), .mark(.regionsRemoved), .mark(.pendingCropOutside): true
    default: false
    }
  }
}

extension Strip {
  /// Whether removing this metadata asks for the removal of images and blocks of this kind too: versions of the image
  /// (thumbnails), or what may contain the location and cannot be searched for it (gps). Whatever else shows the scene
  /// is lost if a result cannot hold it.
  func asks(for kind: FilePart.Kind) -> Bool {
    switch self {
    case .none: false
    case .thumbnails:
      [.thumbnail, .preview, .original, .depthMap, .makerNote, .flashPix, .credentials, .extendedXMP].contains(kind)
    case .gps:
      [
        .preview, .original, .depthMap, .thermalImage, .item, .video, .makerNote, .flashPix, .credentials, .extendedXMP,
      ].contains(kind)
    case .allButColor: kind.isView
    }
  }
}

extension FilePart.Kind {
  /// Whether it shows, or may show, more of the scene than a part of the image does.
  package var isView: Bool {
    [
      .thumbnail, .preview, .gainMap, .depthMap, .thermalImage, .auxiliary, .original, .item, .page, .frame, .video,
      .makerNote, .flashPix, .credentials, .extendedXMP,
    ].contains(self)
  }

  /// Whether a part of the image, or a smaller image, is not expected to have it. A place in the image is only if the
  /// result does not show it.
  package func isLeftOut(isReplaced: Bool) -> Bool { self == .page ? !isReplaced : isView }

  /// Whether it is a place in the image, or the image's place elsewhere.
  package var isPlace: Bool { [.region, .subject, .focusPoint, .panorama, .crop, .mapLocation].contains(self) }
}

extension FileContent {
  /// The kind of part that it is.
  package var kind: FilePart.Kind {
    switch self {
    case .parts(.page, _): .page
    case .parts(.preview, _): .preview
    case .parts(.auxiliary, _): .auxiliary
    case .parts(.video, _), .video: .video
    case .parts(.main, _): .image
    case .compressedMetadata, .largeCompressedMetadata, .xmp: .xmp
    case .exif: .exif
    case .photoshopResources, .photoshopResourcesBesidesIPTC: .photoshop
    case .comment: .comment
    case .textChunks, .drawnText: .text
    case .extendedXMP: .extendedXMP
    case .contentCredentials: .credentials
    case .flashPix: .flashPix
    case .thermalImage: .thermalImage
    case .otherData: .unknown
    case .mapLocation: .mapLocation
    case .layers: .layers
    case .clipPath: .field
    case .colorFields: .colors
    case .privateFields: .privateFields
    }
  }
}

extension MarkNote {
  /// Whether something is lost that the result shows.
  var isLoss: Bool {
    switch self {
    case .subjectUnreadable, .photoSphereRemoved, .photoSphereExceeded, .photoSphereUnplaced, .pendingCropRemoved,
      .correctionsRemoved:
      true
    default: false
    }
  }

  fileprivate var missingKinds: [FilePart.Kind] {
    switch self {
    case .subjectMoved, .regionsMoved, .photoSphereMoved, .pendingCropMoved: []
    case .pendingCropRemoved, .pendingCropOutside, .correctionsRemoved: [.crop]
    case .subjectRemoved, .subjectUnreadable: [.subject]
    case .regionsRemoved: [.region]
    case .photoSphereRemoved, .photoSphereExceeded, .photoSphereUnplaced: [.panorama]
    case .thumbnailsRemoved: [.thumbnail]
    case .imageRemoved: [.original]
    case .depthMapRemoved: [.depthMap]
    }
  }
}

extension RemovalNote {
  fileprivate var missingKinds: [FilePart.Kind] {
    switch self {
    case .attachment(let kind, _):
      switch kind {
      case .gainMap: [.gainMap]
      case .video: [.video]
      case .preview: [.preview]
      case .image: [.item]
      }
    case .video: [.video]
    case .parts(let kind, _): [FileContent.parts(kind, 1).kind]
    case .unreadableAttachments: [.item]
    case .extendedXMP: [.extendedXMP]
    case .xmpWithEntities, .compressedMetadata, .largeCompressedMetadata: [.xmp]
    case .trailer, .bytesAfterLastBox: [.trailer]
    case .contentCredentials: [.credentials]
    case .flashPix: [.flashPix]
    case .exifPreviews: [.preview]
    case .makerNote: [.makerNote]
    case .mapLocation: [.mapLocation]
    case .privateFields: [.privateFields]
    case .reconstructionData: [.item]
    case .unknownBlocks: [.unknown]
    case .damagedResources: [.photoshop]
    case .malformedChunks(let names): MalformedChunk.kinds(names)
    case .photoshopPreviews, .possibleTrailer, .unknownBlocksStay, .unreferencedBytesStay: []
    }
  }
}
