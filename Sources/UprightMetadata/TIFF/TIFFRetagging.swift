// Rewrites a page's orientation, or moves its directory to the end to make room for an orientation tag (TIFF 6.0,
// section 2). Rewrites the orientation of every page of a TIFF at once (TIFF 6.0, section 2).

internal import UprightGeometry

extension TIFFHeader {
  func retag(_ change: OrientationChange, from resolved: ResolvedOrientation) throws(MetadataError) -> BytePatch {
    try retag(first, change, from: resolved)
  }

  func retag(
    to value: ExifOrientation, ofPage page: Int, _ rules: OrientationRules
  ) throws(MetadataError) -> BytePatch {
    guard page >= 0, page <= further.count else { throw MetadataError(.imageMissing, at: byteCount) }
    let page = page == 0 ? first : further[page - 1]
    let resolved = page.resolvedOrientation(rules)
    return try retag(page, OrientationChange(from: resolved.orientation, to: value), from: resolved)
  }

  /// If the tag is one SHORT, one byte of it changes; another type or count becomes one SHORT. XMP and the tags of
  /// the page's previews follow if the orientation changes or `change` normalizes them. If there is no tag, a copy of
  /// the directory with one more entry is appended. Setting such a file back to upright removes it again, as long as
  /// it ends the file.
  ///
  /// - Throws: `.fieldNotWritable` if damage means that something might point into the appended bytes, if a value
  ///   overlaps a directory, or if the file would outgrow its offsets.
  private func retag(
    _ page: TIFFPage, _ change: OrientationChange, from resolved: ResolvedOrientation
  ) throws(MetadataError) -> BytePatch {
    guard !hasOverlaps else { throw MetadataError(.fieldNotWritable, at: page.table.directory.offset) }
    let edits = try followingEdits(of: page, change, from: resolved) + tagEdits(of: page, to: change.value)
    return BytePatch(edits.filter { $0.old != $0.new })
  }

  /// The changes to XMP and to the tags of the page's previews.
  func followingEdits(
    of page: TIFFPage, _ change: OrientationChange, from resolved: ResolvedOrientation
  ) -> [BytePatch.Edit] {
    let xmp = change.reachesXMP(beside: resolved) ? page.xmp.map { $0.edit(to: change.value) } : []
    return xmp + previewEdits(of: page, change)
  }

  /// A preview that clearly differs from the page's image in shape was rotated before it was stored; it keeps its
  /// orientation.
  private func previewEdits(of page: TIFFPage, _ change: OrientationChange) -> [BytePatch.Edit] {
    page.inside.flatMap { image in
      let liesDifferently = Shape(clearly: image.size).opposes(Shape(clearly: page.main.size))
      if change.normalizes, !liesDifferently { return image.tags.edits(to: change.value) }
      return change.isNone ? [] : image.tags.edits(reorienting: change)
    }
  }

  private func tagEdits(of page: TIFFPage, to value: ExifOrientation) throws(MetadataError) -> [BytePatch.Edit] {
    if value == .topLeft, page.note != nil, movedEnd(of: page) == byteCount { return removal(of: [page]) }
    let edits = page.own.tags.edits(to: value)
    guard edits.isEmpty, value != .topLeft else { return edits }
    return try insertion(of: [(page, value)])
  }

  /// Where the copy of the page's directory ends together with its note.
  func movedEnd(of page: TIFFPage) -> Int { page.table.directory.endOffset + MovedDirectory.Note.size(layout) }

  /// The changes that add tags to untagged pages, given in the chain's order. Copies of their directories are appended,
  /// the last page's first, so that each copy names the copy of the page after it. A list of data of other programs that
  /// ends the file is repeated behind them, because its readers look for it there.
  ///
  /// - Throws: `.fieldNotWritable` if the file is damaged, or would outgrow its offsets.
  func insertion(of pages: [(page: TIFFPage, value: ExifOrientation)]) throws(MetadataError) -> [BytePatch.Edit] {
    var edits: [BytePatch.Edit] = []
    var appended: [UInt8] = []
    for (page, value) in pages.reversed() {
      let directory = page.table.directory
      guard directory.isComplete, !findings.contains(where: { $0.code == .metadataDamaged }) else {
        throw error(.fieldNotWritable, at: directory.offset, page)
      }
      let end = byteCount + appended.count
      var bytes = page.table.bytes
      for edit in edits where edit.offset == directory.nextFieldOffset {
        bytes.replaceSubrange(bytes.count - edit.new.count..<bytes.count, with: edit.new)
      }
      appended += MovedDirectory.tail(of: directory, in: bytes, startingAt: directory.offset, behind: end, with: value)
      guard layout.isBigTIFF || byteCount + appended.count <= UInt32.max else {
        throw error(.fieldNotWritable, at: byteCount, page)
      }
      edits.append(pointer(at: page.pointerOffset, from: directory.offset, to: MovedDirectory.offset(behind: end)))
    }
    if let concatenatedTrailer {
      guard let list = concatenatedTrailer.copy(behind: byteCount + appended.count) else {
        throw MetadataError(.fieldNotWritable, at: byteCount)
      }
      appended += list
    }
    return edits + [BytePatch.Edit(offset: byteCount, old: [], new: appended)]
  }

  /// The changes that remove appended directories from the end of the file, given in the chain's order: the first
  /// page's is last in the file.
  func removal(of pages: [TIFFPage]) -> [BytePatch.Edit] {
    var edits: [BytePatch.Edit] = []
    var (start, removed): (Int, [UInt8]) = (byteCount, [])
    for (index, page) in pages.enumerated() {
      guard let note = page.note else { continue }
      let directory = page.table.directory
      let before = pages[..<index].first { $0.table.directory.nextFieldOffset == page.pointerOffset }
      edits.append(
        pointer(
          at: before.flatMap(formerLinkOffset) ?? page.pointerOffset, from: directory.offset, to: note.formerOffset))
      let padding = [UInt8](repeating: 0, count: directory.offset - note.formerCount)
      removed = padding + page.table.bytes + note.bytes(layout) + removed
      start = note.formerCount
    }
    return edits + [BytePatch.Edit(offset: start, old: removed, new: [])]
  }

  /// The position of the next directory's offset in the page's directory before it was moved; nil if it was not moved.
  private func formerLinkOffset(_ page: TIFFPage) -> Int? {
    let directory = page.table.directory
    return page.note.map { $0.formerOffset + directory.nextFieldOffset - directory.offset - layout.entrySize }
  }

  private func pointer(at offset: Int, from old: Int, to new: Int) -> BytePatch.Edit {
    BytePatch.Edit(offset: offset, old: layout.encode(offset: old), new: layout.encode(offset: new))
  }

  /// An error of a page; includes the page's number if there are several.
  func error(_ code: MetadataError.Code, at offset: Int, _ page: TIFFPage) -> MetadataError {
    let index = further.firstIndex { $0.pointerOffset == page.pointerOffset }
    return MetadataError(code, at: offset, page: further.isEmpty ? nil : index.map { $0 + 2 } ?? 1)
  }
}

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
