// All that one directory says about orientation: its entries with tag 274, the first of which counts (EXIF 2.32, 4.6.4.A).

internal import UprightGeometry

/// The entries with tag 274 of one directory.
struct OrientationTags: Hashable, Sendable {
  /// In the directory's order.
  let entries: [OrientationEntry]
  /// Where the block that they stand in starts in the file.
  let blockOffset: Int
  /// Whether the block is digits in a text, so that all of it stands at `blockOffset`.
  let isText: Bool

  /// Entries whose offsets count from `blockOffset`.
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

  /// What the first says; nil where there is none or it says nothing.
  var value: ExifOrientation? { entries.first?.value }

  /// Where the byte that decides stands in the file; nil where there is no entry.
  var offset: Int? { entries.first.map { isText ? blockOffset : blockOffset + $0.decidingOffset } }

  /// The first one's word, nil where there is none.
  var statement: OrientationStatement? {
    offset.map { OrientationStatement(isText ? .profile(offset: $0) : .exif(offset: $0), value) }
  }

  /// The first one's word as that of a thumbnail's directory, nil where it says nothing.
  var thumbnailStatement: OrientationStatement? {
    guard let offset, let value else { return nil }
    return OrientationStatement(.thumbnail(offset: offset), value)
  }

  /// What is odd about them.
  var findings: [Finding] {
    var found: [Finding] = []
    if entries.contains(where: { $0.value != value }) {
      found.append(
        Finding(.duplicateTag, "the orientation stands \(entries.count) times and differs; the first counts"))
    }
    return found + (entries.first?.findings ?? [])
  }

  /// The change that turns what the first says along with a picture, at an offset in the file; none where it says nothing.
  func edits(reorienting change: OrientationChange) -> [BytePatch.Edit] {
    guard let first = entries.first, let value = first.value else { return [] }
    return [first.edit(to: change.applied(to: value)).shifted(by: blockOffset)]
  }

  /// The changes that make every one of them say `value`, at offsets in the file.
  func edits(to value: ExifOrientation) -> [BytePatch.Edit] {
    entries.map { $0.edit(to: value).shifted(by: blockOffset) }
  }
}

extension ResolvedOrientation {
  /// Notes what a small picture's own directory says, which does not count.
  mutating func compareThumbnail(_ tags: OrientationTags) {
    guard let statement = tags.thumbnailStatement, let value = statement.value else { return }
    statements.append(statement)
    let finding = Finding(.thumbnailConflict, sentence("the thumbnail's", value))
    if value != orientation.exif, !findings.contains(finding) { findings.append(finding) }
  }
}
