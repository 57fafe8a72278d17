// What a plan does with one part of its source (docs/account.md).

import UprightMetadata

extension Plan {
  /// What happens to a part; `notes` are those on what the result lacks.
  func fate(of part: FilePart, _ notes: [CarryNote]) -> Account.Fate {
    switch route {
    case .copy: return .kept
    case .retag(let patch): return patch.touches(part) ? .rewritten : .kept
    case .rewrite, .transform, .transcode: break
    }
    let own = notes.filter { $0.missingKinds.contains(part.kind) || $0.isAboutSmallerVersions(part.kind) }
    if let lost = own.first(where: { !isRequested($0) }) { return fate(of: lost) }
    if !own.isEmpty { return .removed }
    return isRewrite ? .kept : fate(ofCarried: part)
  }

  /// What a note on something that the result lacks says of it.
  func fate(of note: CarryNote) -> Account.Fate { isRequested(note) ? .removed : .lost(note) }

  /// What happens to a part that is not in the result.
  func fate(ofMissing entry: Account.Entry) -> Account.Fate {
    if case .lost = entry.fate { return entry.fate }
    let part = entry.part
    if entry.fate == .removed { return .removed }
    if part.isRemade { return .rewritten }
    if part.kind == .colors, changesFormat { return .rewritten }
    if strip.covers(part) || (showsLess && part.kind.isLeftOut(isReplaced: isLimited)) { return .removed }
    if part.kind == .frame, frame != nil { return .removed }
    if part.kind == .page, showsPage, !isLimited { return .removed }
    return .lost(nil)
  }

  /// Whether the result has another format than its source.
  private var changesFormat: Bool {
    rejections.contains { if case .formatChanges = $0.reason { true } else { false } }
  }

  /// Whether one of several pages was requested.
  private var showsPage: Bool {
    if case .transcode(let transcode) = route { transcode.page != nil && transcode.furtherPages.isEmpty } else { false }
  }

  private var isRewrite: Bool { if case .rewrite = route { true } else { false } }

  /// What happens to a part that a new image takes over.
  private func fate(ofCarried part: FilePart) -> Account.Fate {
    switch part.kind {
    case .image: if case .transform = route { .moved } else { .rewritten }
    case .structure, .exif, .xmp, .extendedXMP, .field, .property, .photoshop: .rewritten
    case .thumbnail, .preview, .gainMap, .depthMap, .auxiliary, .original, .region, .subject, .focusPoint, .panorama,
      .crop:
      .moved
    case .makerNote, .iptc, .layers, .profile, .colors, .comment, .text, .credentials, .flashPix, .page, .item, .frame,
      .video, .audio, .mapLocation, .privateFields, .trailer, .unknown:
      .kept
    }
  }

  func isRequested(_ note: CarryNote) -> Bool {
    note.isRequested(strip, showsLess: showsLess, isReplaced: isLimited)
  }

  /// Whether only some losses are allowed.
  var isLimited: Bool { if case .only = allowedLosses { true } else { false } }

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
  private var showsLess: Bool {
    switch route {
    case .copy, .retag, .rewrite: false
    case .transform(let transform): transform.carry.showsLess
    case .transcode(let transcode): transcode.carry.showsLess
    }
  }
}

extension Strip {
  /// Whether a part goes with the metadata that is removed: what shows the image, or what may hold the location where it
  /// cannot be removed alone.
  func covers(_ part: FilePart) -> Bool {
    switch self {
    case .none: false
    case .thumbnails:
      part.kind.isView || [.photoshop, .unknown].contains(part.kind) || part.kind == .field && part.isInSubdirectory
    case .gps: ![.image, .profile, .colors, .page, .frame].contains(part.kind)
    case .allButColor: ![.image, .page, .frame].contains(part.kind)
    }
  }
}

extension FilePart {
  /// Whether it is a field of a directory that describes a preview.
  fileprivate var isInSubdirectory: Bool {
    !["IFD0:", "Exif:", "GPS:", "Interop:"].contains { name.hasPrefix($0) }
  }
}

extension CarryNote {
  /// Whether it says that smaller versions of the image are left out, which a container may call thumbnails.
  fileprivate func isAboutSmallerVersions(_ kind: FilePart.Kind) -> Bool {
    if case .smallerVersionsDropped = self { kind == .thumbnail } else { false }
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
