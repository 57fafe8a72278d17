// Which fields of a source stay although all metadata but colors is removed (JFIF 1.02; TIFF 6.0, section 8).

import UprightMetadata

/// The parts of a source, with what an account has to know of all of them to tell what becomes of one.
struct SourceParts {
  private let parts: [FilePart]
  /// Whether a JFIF segment states the density of the pixels.
  private let hasDensityInJFIF: Bool
  /// The names of the directories of pages, as they begin the names of fields.
  private let pages: Set<String>

  /// The parts, in the order of the file.
  init(_ parts: [FilePart]) {
    self.parts = parts
    let owners = parts.filter { $0.isDensity || $0.repeatsDensity }.compactMap(\.owner)
    hasDensityInJFIF = owners.contains { parts.indices.contains($0) && parts[$0].isJFIF }
    pages = Set(parts.filter { $0.kind == .page }.map { "page \($0.name)" } + ["IFD0"])
  }

  /// The part that contains another one.
  func owner(of part: FilePart) -> FilePart? {
    part.owner.flatMap { parts.indices.contains($0) ? parts[$0] : nil }
  }

  /// Whether a field stays in the result of a plan although all metadata but colors is removed: what defines samples,
  /// and the density where a file has to state one.
  func staysAmongColors(_ part: FilePart, by plan: Plan) -> Bool {
    switch plan.route {
    case .copy, .retag: true
    case .rewrite: staysInPlace(part, in: plan.format)
    case .transform(let transform): stays(part, in: plan.format, transform.carry.shared)
    case .transcode(let transcode):
      stays(part, in: plan.format, transcode.page == nil ? transcode.carry.shared : .none)
    }
  }

  /// Whether a field stays in a file whose coded image stays as it is.
  private func staysInPlace(_ part: FilePart, in format: ContainerFormat) -> Bool {
    if part.isDensity, format != .tiff { return owner(of: part)?.kind == .structure }
    guard format == .tiff, part.owner == nil, pages.contains(part.directory) || part.isDensity else { return false }
    return part.isDensity || part.fieldTag.map(TIFFCoding.keeps) == true
  }

  /// Whether a new image gets a field; a JPEG has the density of its source's JFIF segment.
  private func stays(_ part: FilePart, in format: ContainerFormat, _ shared: SharedSamples) -> Bool {
    if hasDensityInJFIF, part.isDensity { return format == .jpeg }
    guard part.owner == nil, part.directory == "IFD0", let tag = part.fieldTag else { return false }
    return shared.keepsAmongColors(TIFFFieldFate(ofTag: tag))
  }
}

extension FilePart {
  /// Whether it is a segment that only JPEG has, with the density of the pixels.
  fileprivate var isJFIF: Bool { kind == .structure && name == "JFIF" }

  /// The name of the directory that has the field.
  fileprivate var directory: String { String(name.prefix { $0 != ":" }) }
}

// Which parts of a source a new image replaces by its own, so that their absence is no loss (TIFF 6.0; EXIF 2.32).
extension FilePart {
  /// Whether it describes how the source's samples were coded or where its bytes were, which a new image states itself.
  var isRemade: Bool {
    switch kind {
    case .image, .structure: true
    // The second directory describes the thumbnail.
    case .field: name.hasPrefix("IFD1:") || (fieldTag.map(Self.isRemade) ?? false)
    case .property: Self.codingProperties.contains(name) || Self.claims.contains { name.hasPrefix($0) }
    default: false
    }
  }

  /// Whether it says what a TIFF's image is among those of its file: no other format has such pages.
  var isRole: Bool { kind == .field && fieldTag.map { TIFFFieldFate(ofTag: $0) == .role } ?? false }

  /// The tag at the end of a field's name, such as 0x0112 of `IFD0:0x0112`.
  var fieldTag: Int? {
    guard let start = name.firstRange(of: "0x") else { return nil }
    return Int(name[start.upperBound...].prefix { $0.isHexDigit }, radix: 16)
  }

  private static func isRemade(_ tag: Int) -> Bool { TIFFFieldFate.describesSamples(tag) || remadeTags.contains(tag) }

  /// The number of a page; Exif's version, color space, dimensions, pointer and components; padding.
  private static let remadeTags: Set<Int> = [
    297, 37_121, 37_122, 40_960, 40_961, 40_962, 40_963, 40_965, 59_932,
  ]

  /// Properties that describe another part: a motion photo's video, a gain map, an image in XMP, a focus point. They go
  /// with it.
  private static let claims = [
    "GCamera:MotionPhoto", "GCamera:MicroVideo", "hdrgm:", "GDepth:", "GImage:", "GFocus:BlurAtInfinity",
  ]

  /// XMP's copies of the same (XMP part 2, 3.3), and what an extended packet needs.
  private static let codingProperties: Set<String> = [
    "tiff:Orientation", "tiff:ImageWidth", "tiff:ImageLength", "tiff:BitsPerSample", "tiff:Compression",
    "tiff:PhotometricInterpretation", "tiff:SamplesPerPixel", "tiff:PlanarConfiguration", "tiff:YCbCrSubSampling",
    "tiff:YCbCrPositioning", "exif:PixelXDimension", "exif:PixelYDimension", "exif:ComponentsConfiguration",
    "exif:CompressedBitsPerPixel", "exif:ColorSpace", "xmpNote:HasExtendedXMP",
  ]
}

// Which parts of a source a note on its result is about, and whether they are lost or removed on request.
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
