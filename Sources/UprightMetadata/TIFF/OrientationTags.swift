// All entries of one directory with tag 274; the first is used (EXIF 2.32, 4.6.4.A).

internal import UprightGeometry

/// The entries with tag 274 of one directory.
struct OrientationTags: Hashable, Sendable {
  /// In the directory's order.
  let entries: [OrientationEntry]
  /// File offset of their block.
  let blockOffset: Int
  /// Whether the block is hexadecimal text, so that all entries have the offset `blockOffset`.
  let isText: Bool
  /// The offset of the compressed box that contains the block; all entries have it.
  var compressedOffset: Int?

  /// Entries whose offsets are relative to `blockOffset`.
  init(_ entries: [OrientationEntry], from blockOffset: Int = 0, isText: Bool = false) {
    self.entries = entries
    self.blockOffset = blockOffset
    self.isText = isText
  }

  /// The entries of a directory of a block.
  init(of directory: TIFFDirectory?, in block: TIFFBlock, from blockOffset: Int, isText: Bool = false) {
    self.init(
      (directory?.all(.orientation) ?? []).map { OrientationEntry($0, in: block) }, from: blockOffset, isText: isText)
  }

  /// The value of the first entry; nil if there is none or it is invalid.
  var value: ExifOrientation? { entries.first?.value }

  /// File offset of the deciding byte; nil if there is no entry.
  var offset: Int? {
    entries.first.map { compressedOffset ?? (isText ? blockOffset : blockOffset + $0.decidingOffset) }
  }

  /// The statement of the first entry; nil if there is none.
  var statement: OrientationStatement? {
    offset.map { OrientationStatement(isText ? .profile(offset: $0) : .exif(offset: $0), value) }
  }

  /// The statement of the first entry as that of a thumbnail's directory; nil if it has no value.
  var thumbnailStatement: OrientationStatement? {
    guard let offset, let value else { return nil }
    return OrientationStatement(.thumbnail(offset: offset), value)
  }

  /// Unusual facts about them.
  var findings: [Finding] {
    var found: [Finding] = []
    if entries.contains(where: { $0.value != value }) {
      found.append(
        Finding(
          .duplicateTag, "the orientation appears \(entries.count) times with different values; the first is used"))
    }
    return found + (entries.first?.findings ?? [])
  }

  /// The edit that reorients the first entry along with an image, at a file offset; empty if it has no value.
  func edits(reorienting change: OrientationChange) -> [BytePatch.Edit] {
    guard let first = entries.first, let value = first.value else { return [] }
    return [first.edit(to: change.applied(to: value)).shifted(by: blockOffset)]
  }

  /// The edits that set every entry to `value`, at file offsets.
  func edits(to value: ExifOrientation) -> [BytePatch.Edit] {
    entries.map { $0.edit(to: value).shifted(by: blockOffset) }
  }
}

extension ResolvedOrientation {
  /// Records the statement of a thumbnail's directory, which is ignored.
  mutating func compareThumbnail(_ tags: OrientationTags) {
    guard let statement = tags.thumbnailStatement, let value = statement.value else { return }
    statements.append(statement)
    let finding = Finding(.thumbnailConflict, sentence("the thumbnail's", value))
    if value != orientation.exif, !findings.contains(finding) { findings.append(finding) }
  }
}
