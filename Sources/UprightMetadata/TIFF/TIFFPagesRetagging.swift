// Rewrites the orientation of every page of a TIFF at once (TIFF 6.0, section 2).

internal import UprightGeometry

/// What happens to one page.
private struct PageChange {
  let page: TIFFPage
  let change: OrientationChange
  let resolved: ResolvedOrientation
  /// Whether a page without a tag stays untagged.
  let keepsUntagged: Bool
}

extension TIFFHeader {
  /// Each page gets its own orientation, and its previews follow. The further directories of a raw file are versions of
  /// its image: those with a tag change, and the others stay as they are.
  ///
  /// - Throws: as `retag(_:from:)`, with the page's number; `.tooManyStructures` or `.truncated` if not all pages were
  ///   read.
  func retag(
    _ change: OrientationChange, from resolved: ResolvedOrientation, pages: PageRetagging, _ rules: OrientationRules
  ) throws(MetadataError) -> BytePatch {
    guard !further.isEmpty || unreadPages != nil else { return try retag(change, from: resolved) }
    let changes = changes(change, from: resolved, pages, rules)
    let patch = BytePatch(try edits(of: changes).filter { $0.old != $0.new })
    guard !patch.isEmpty || !change.isNone || pages == .sameTag else { return patch }
    if let unreadPages { throw MetadataError(unreadPages, at: 0, page: changes.count + 1) }
    return patch
  }

  private func changes(
    _ change: OrientationChange, from resolved: ResolvedOrientation, _ pages: PageRetagging, _ rules: OrientationRules
  ) -> [PageChange] {
    let others = further.map { page in
      let resolved = page.resolvedOrientation(rules)
      let value =
        switch pages {
        case .alike: change.applied(to: resolved.orientation.exif)
        case .sameTag: change.value
        }
      let own = OrientationChange(from: resolved.orientation, to: value, normalizes: change.normalizes)
      return PageChange(page: page, change: own, resolved: resolved, keepsUntagged: holdsRaw)
    }
    return [PageChange(page: first, change: change, resolved: resolved, keepsUntagged: false)] + others
  }

  private func edits(of changes: [PageChange]) throws(MetadataError) -> [BytePatch.Edit] {
    var edits: [BytePatch.Edit] = []
    for each in changes {
      let own = followingEdits(of: each.page, each.change, from: each.resolved)
      try check(own, of: each.page)
      edits += own
    }
    return try edits + tagEdits(of: changes)
  }

  private func tagEdits(of changes: [PageChange]) throws(MetadataError) -> [BytePatch.Edit] {
    var untagged: [(page: TIFFPage, value: ExifOrientation)] = []
    for each in changes where each.page.own.tags.entries.isEmpty && !each.keepsUntagged {
      guard each.change.value != .topLeft else { continue }
      guard !hasOverlaps else { throw unwritable(each.page) }
      untagged.append((each.page, each.change.value))
    }
    let removed = untagged.isEmpty ? removablePages(changes) : []
    var edits = try untagged.isEmpty ? [] : insertion(of: untagged)
    for each in changes where !removed.contains(each.page) {
      let own = each.page.own.tags.edits(to: each.change.value)
      try check(own, of: each.page)
      edits += own
    }
    return removed.isEmpty ? edits : edits + removal(of: removed)
  }

  /// The pages whose moved directories are no longer needed and end the file.
  private func removablePages(_ changes: [PageChange]) -> [TIFFPage] {
    var (removable, end): ([TIFFPage], Int) = ([], byteCount)
    for each in changes where each.change.value == .topLeft {
      guard let note = each.page.note, movedEnd(of: each.page) == end else { continue }
      removable.append(each.page)
      end = note.formerCount
    }
    // Without its end, a damaged file might have other pages.
    let isDamaged = findings.contains { $0.code == .metadataDamaged }
    return hasOverlaps || isDamaged ? [] : removable
  }

  /// Makes sure that what changes is not part of anything else.
  private func check(_ edits: [BytePatch.Edit], of page: TIFFPage) throws(MetadataError) {
    guard hasOverlaps, edits.contains(where: { $0.old != $0.new }) else { return }
    throw unwritable(page)
  }

  private func unwritable(_ page: TIFFPage) -> MetadataError {
    error(.fieldNotWritable, at: page.table.directory.offset, page)
  }
}
