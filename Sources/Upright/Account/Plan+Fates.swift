// What a plan does with one part of its source (docs/account.md).

import UprightMetadata

extension Plan {
  /// What happens to a part of `source`; `notes` are those on what the result lacks.
  func fate(of part: FilePart, in source: SourceParts, _ notes: [CarryNote]) -> Account.Fate {
    switch route {
    case .copy: return .kept
    case .retag(let patch): return patch.touches(part) ? .rewritten : .kept
    case .rewrite, .transform, .transcode: break
    }
    let own = notes.filter { $0.concerns(part) || $0.concerns(part, in: source.owner(of: part)) }
    if let lost = own.first(where: { !isRequested($0) }) { return fate(of: lost) }
    if let note = own.first { return fate(of: note) }
    if part.isOpacity, let fate = fateOfOpacity { return fate }
    if part.kind == .trailer, leavesTrailer { return fate(of: .trailerDropped(part.byteCount)) }
    if part.isReconstruction, case .transcode = route { return fate(ofMissing: Account.Entry(part, .kept), in: source) }
    if removes(part, of: source) { return fate(ofMissing: Account.Entry(part, .kept), in: source) }
    return isRewrite ? .kept : fate(ofCarried: part)
  }

  /// Whether bytes after the image's end are not written.
  private var leavesTrailer: Bool {
    switch route {
    case .copy, .retag, .rewrite: false
    case .transform(let transform): !transform.keepsTrailer
    case .transcode(let transcode): !transcode.keepsTrailer
    }
  }

  /// What happens to a part that the result lacks according to `note`.
  func fate(of note: CarryNote) -> Account.Fate {
    if !isRequested(note) { return .lost(note) }
    return note.hasNoPlace && strip == .none && !showsLess ? .omitted : .removed
  }

  /// What happens to a part of `source` that is not in the result.
  func fate(ofMissing entry: Account.Entry, in source: SourceParts) -> Account.Fate {
    if entry.fate.isAbsent { return entry.fate }
    let part = entry.part
    if entry.fate == .rewritten, part.isOpacity || codesProfile(part) { return .rewritten }
    if part.isRemade { return .rewritten }
    if part.kind == .colors || part.isRole, changesFormat { return .rewritten }
    if let fate = fate(ofMissingColors: part) { return fate }
    if covers(part, of: source) || (showsLess && part.kind.isLeftOut(isReplaced: isLimited)) { return .removed }
    if part.kind == .frame, frame != nil { return .removed }
    if part.kind == .page, showsPage, !isLimited { return .removed }
    return .lost(nil)
  }

  /// Whether a part is missing although the result has one of its name with other bytes: a new file's gaps hold nothing
  /// of a source's unknown bytes.
  func cannotHold(_ part: FilePart) -> Bool {
    guard part.kind == .unknown, !part.isReconstruction, case .transcode = route else { return false }
    return true
  }

  /// What a new image's samples make of opacity that was an image of its own; nil if they have nothing to do with it.
  private var fateOfOpacity: Account.Fate? {
    guard case .transcode(let transcode) = route else { return nil }
    return transcode.background != nil ? .removed : transcode.channels == .rgba ? .rewritten : nil
  }

  /// What happens to a missing profile, or to other definitions of colors: they are kept, whatever else is removed,
  /// unless colors were to be converted. nil for other parts.
  private func fate(ofMissingColors part: FilePart) -> Account.Fate? {
    if part.kind == .colors, becomesSRGB { return .rewritten }
    guard part.definesColors else { return nil }
    if becomesSRGB { return .removed }
    return .lost(changesFormat ? .profileDamaged : nil)
  }

  /// Whether colors were converted to sRGB.
  private var becomesSRGB: Bool { carry?.becomesSRGB ?? false }

  /// Whether the result has a profile in its coded image, where only a decoder finds it.
  private func codesProfile(_ part: FilePart) -> Bool {
    part.definesColors && part.name.isEmpty && format == .jpegXL && changesFormat
  }

  /// Whether a missing part goes with the metadata that is removed.
  private func covers(_ part: FilePart, of source: SourceParts) -> Bool {
    strip.covers(part) && !(strip == .allButColor && part.kind == .field && source.staysAmongColors(part, by: self))
  }

  /// Whether the result has another format than its source.
  private var changesFormat: Bool {
    rejections.contains { if case .formatChanges = $0.reason { true } else { false } }
  }

  /// Whether one of several pages was requested.
  private var showsPage: Bool {
    if case .transcode(let transcode) = route { transcode.page != nil && transcode.furtherPages.isEmpty } else { false }
  }

  /// Whether a part is never in the result, as the request alone tells.
  private func removes(_ part: FilePart, of source: SourceParts) -> Bool {
    if part.kind == .frame { return frame != nil }
    if part.definesColors, becomesSRGB { return true }
    if part.isPhotoshopThumbnail { return showsLess || strip != .none }
    if part.kind == .exif, part.owner == nil, leavesTagInExif { return false }
    guard strip == .allButColor else { return strip.removes(part) }
    if part.isColorInChunk { return changesFormat }
    if isRewrite, part.staysWithCoding { return false }
    if part.kind == .field, source.staysAmongColors(part, by: self) { return false }
    return strip.removes(part) || source.owner(of: part).map(strip.removes) == true
  }

  /// Whether only a block with the tag is left of the metadata.
  private var leavesTagInExif: Bool {
    isRewrite && !remaining.isIdentity && [.jpeg, .png, .webp].contains(format)
  }

  /// Whether metadata is rewritten while the coded image stays as it is.
  private var isRewrite: Bool { if case .rewrite = route { true } else { false } }

  /// What happens to a part that a new image takes over.
  private func fate(ofCarried part: FilePart) -> Account.Fate {
    switch part.kind {
    case .image: if case .transform = route { .moved } else { .rewritten }
    case .structure, .exif, .xmp, .extendedXMP, .field, .property, .photoshop: .rewritten
    case .thumbnail: movesThumbnail ? .moved : .rewritten
    case .preview, .gainMap, .depthMap, .auxiliary, .original, .region, .subject, .focusPoint, .panorama, .crop: .moved
    case .profile: codesProfile(part) ? .rewritten : .kept
    case .makerNote, .iptc, .layers, .colors, .comment, .text, .credentials, .flashPix, .thermalImage,
      .page, .item, .frame, .video, .audio, .mapLocation, .privateFields, .trailer, .unknown:
      .kept
    }
  }

  /// Whether the blocks of the thumbnail move with those of the image; otherwise it is encoded anew.
  private var movesThumbnail: Bool {
    guard !recodesThumbnail, case .make(let plan)? = carry?.thumbnail else { return false }
    return plan.route.name != .transcode
  }

  /// What a new image takes over from its source; nil if there is none.
  private var carry: Carry? {
    switch route {
    case .transform(let transform): transform.carry
    case .transcode(let transcode): transcode.carry
    case .copy, .retag, .rewrite: nil
    }
  }

  /// Whether a note is about something that was to be removed.
  func isRequested(_ note: CarryNote) -> Bool {
    note.isRequested(strip, showsLess: showsLess, isReplaced: isLimited)
  }

  /// Whether only some losses are allowed.
  package var isLimited: Bool { if case .only = allowedLosses { true } else { false } }

  /// The metadata to remove.
  private var strip: Strip {
    switch route {
    case .copy, .retag: .none
    case .rewrite(let rewrite): rewrite.strip
    case .transform(let transform): transform.carry.strip
    case .transcode(let transcode): transcode.carry.strip
    }
  }

  /// Whether the result is a part of its source, or smaller.
  package var showsLess: Bool {
    switch route {
    case .copy, .retag, .rewrite: false
    case .transform(let transform): transform.carry.showsLess
    case .transcode(let transcode): transcode.carry.showsLess
    }
  }
}

extension Strip {
  /// Whether a part goes with the metadata that is removed: what shows the image, or what may hold the location where
  /// it cannot be removed alone.
  func covers(_ part: FilePart) -> Bool {
    switch self {
    case .none: false
    case .thumbnails: asks(for: part.kind) || part.kind == .photoshop || part.isInPreviewDirectory
    case .gps: Self.mayHoldPosition.contains(part.kind) || part.holdsPosition || part.isPhotoshopThumbnail
    case .allButColor: ![.image, .page, .frame].contains(part.kind)
    }
  }

  /// Whether a part goes whatever it contains.
  func removes(_ part: FilePart) -> Bool {
    switch self {
    case .none: false
    case .thumbnails: part.kind == .thumbnail || part.isImageInXMP
    case .gps: part.kind == .layers || part.isImageInXMP || part.namesPosition
    case .allButColor:
      Self.descriptions.contains(part.kind) || part.isImageInXMP || part.isTaggedField || part.isDensity
        || part.isFactInChunk || part.isProfileAsText
    }
  }

  /// What describes an image, and neither codes it nor its colors.
  private static let descriptions: Set<FilePart.Kind> = [
    .exif, .xmp, .extendedXMP, .iptc, .photoshop, .property, .comment, .text, .makerNote, .layers, .thumbnail,
    .credentials, .flashPix, .panorama, .subject, .focusPoint, .region, .crop,
  ]

  /// Blocks and images that hold a location, or other images with one.
  private static let mayHoldPosition: Set<FilePart.Kind> = [
    .exif, .xmp, .extendedXMP, .makerNote, .photoshop, .text, .credentials, .flashPix, .preview, .depthMap,
    .thermalImage, .original, .item, .video, .audio, .mapLocation, .privateFields, .layers, .trailer, .unknown,
  ]
}

extension FilePart {
  /// Whether it is a field of a directory that describes a thumbnail or a preview.
  fileprivate var isInPreviewDirectory: Bool {
    kind == .field && (name.hasPrefix("IFD1:") || name.contains("SubIFD"))
  }

  /// Whether it is the profile of the image or of a page, not of a preview or inside another block.
  fileprivate var definesColors: Bool {
    kind == .profile && owner == nil && (name.isEmpty || (name.hasPrefix("page ") && !name.contains("/")))
  }

  /// Whether it is a text of a PNG that repeats a profile, which no reader applies.
  fileprivate var isProfileAsText: Bool { kind == .profile && name.hasPrefix("Raw profile") }

  /// Whether it is a thumbnail among Photoshop's resources, which only whole images keep.
  fileprivate var isPhotoshopThumbnail: Bool { kind == .thumbnail && isResource }

  /// Whether it is an image that an XMP packet contains.
  fileprivate var isImageInXMP: Bool { owner != nil && [.depthMap, .original].contains(kind) }

  /// Whether it is a field of a directory, or one of Photoshop's resources.
  fileprivate var isTaggedField: Bool { kind == .field && (fieldTag != nil || isResource) }

  private var isResource: Bool { name.hasPrefix("8BIM:") }

  /// Whether it is a field or a property that states where the photo was taken (EXIF 2.32, 4.6.6).
  fileprivate var holdsPosition: Bool {
    switch kind {
    // They are files of their own, which may hold it too; the one in the Exif block is rewritten.
    case .thumbnail: isResource || name.hasPrefix("JFXX")
    case .field: name.hasPrefix("GPS:") || fieldTag == 0x8825 || isInPreviewDirectory
    case .property: true
    default: false
    }
  }
}

extension CarryNote {
  /// Whether it is about this part because it is about its owner: IPTC goes with the resources that contain it.
  fileprivate func concerns(_ part: FilePart, in owner: FilePart?) -> Bool {
    self == .contentDropped(.photoshopResources) && part.kind == .iptc && owner?.kind == .photoshop
  }

  /// Whether it is about this part.
  func concerns(_ part: FilePart) -> Bool {
    switch self {
    case .fieldsDropped(let tags): part.kind == .field && (part.fieldTag.map(tags.contains) ?? false)
    case .chunksDropped(let names): [.field, .gainMap].contains(part.kind) && names.contains(part.name)
    case .contentDropped(.clipPath): part.kind == .field && (part.fieldTag.map((343...345).contains) ?? false)
    case .mark(.subjectRemoved): [.subject, .focusPoint].contains(part.kind)
    case .mark(.correctionsRemoved): part.isCorrection
    case .mark(.pendingCropRemoved), .mark(.pendingCropOutside): part.kind == .crop && !part.isCorrection
    case .loss(.malformedChunks(let names)): MalformedChunk.are(names, part)
    // A container may call smaller versions thumbnails, unlike those inside its metadata.
    case .smallerVersionsDropped, .contentDropped(.parts(.preview, _)):
      part.kind == .preview || (part.kind == .thumbnail && part.owner == nil)
    // It is a part of the main image's samples.
    default: missingKinds.contains(part.kind) && !part.isOpacity
    }
  }
}

extension BytePatch {
  /// Whether an edit changes bytes of a part.
  fileprivate func touches(_ part: FilePart) -> Bool {
    edits.contains { edit in
      let changed = edit.offset..<edit.offset + max(1, edit.old.count)
      return part.ranges.contains { $0.overlaps(changed) }
    }
  }
}
