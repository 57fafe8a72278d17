// Tag 274 of a directory, read as leniently as most readers do (EXIF 2.32, 4.6.4.A: SHORT, count 1, default 1). All
// entries of one directory with tag 274; the first is used (EXIF 2.32, 4.6.4.A).

internal import UprightGeometry

/// One entry with tag 274, its value, and the bytes that determine it; offsets are in the block or file.
struct OrientationEntry: Hashable, Sendable {
  /// The entry.
  let entry: TIFFEntry
  /// The layout of its numbers.
  let layout: TIFFLayout
  /// The entry's raw bytes.
  let field: [UInt8]
  /// Its first element, if the type is an integer and the bytes exist.
  let number: Int?

  /// An entry of a block.
  init(_ entry: TIFFEntry, in block: TIFFBlock) {
    let field = Array(block.bytes[entry.offset..<entry.offset + block.layout.entrySize])
    self.init(entry, field: field, number: block.integer(of: entry), block.layout)
  }

  /// An entry, its bytes, and its first element, if that exists.
  init(_ entry: TIFFEntry, field: [UInt8], number: Int?, _ layout: TIFFLayout) {
    self.entry = entry
    self.layout = layout
    self.field = field
    self.number = Self.isInteger(entry, layout) ? number : nil
  }

  private static func isInteger(_ entry: TIFFEntry, _ layout: TIFFLayout) -> Bool {
    entry.isInteger || layout.isBigTIFF && entry.isWideInteger
  }

  /// The orientation; nil if the entry is treated as 1.
  var value: ExifOrientation? {
    guard let number, let byte = UInt8(exactly: number) else { return nil }
    return ExifOrientation(rawValue: byte)
  }

  /// Whether it conforms to the standard: SHORT, count 1, a value of 1…8.
  var isCanonical: Bool { entry.type == 3 && entry.count == 1 && value != nil }

  /// Unusual facts about it.
  var findings: [Finding] {
    var found: [Finding] = []
    let isInteger = Self.isInteger(entry, layout)
    if !isInteger {
      found.append(Finding(.wrongType, "the orientation has type \(entry.type), not SHORT; treated as 1"))
    } else if entry.type != 3 {
      found.append(Finding(.unusualType, "the orientation has type \(entry.type), not SHORT; its value is used"))
    }
    if entry.count != 1 {
      found.append(Finding(.wrongCount, "the orientation has \(entry.count) values, not one"))
    }
    if isInteger, entry.count > 0, value == nil {
      let said = number.map(String.init) ?? "missing"
      found.append(Finding(.invalidValue, "the orientation is \(said), not 1–8; treated as 1"))
    }
    return found
  }

  /// Offset of the one byte that distinguishes 1…8; of the entry itself if it has no value.
  var decidingOffset: Int {
    guard number != nil else { return entry.offset }
    return entry.valueOffset + (layout.isBigEndian ? entry.elementSize - 1 : 0)
  }

  /// The edit that makes it a standard entry with `orientation`. It changes one byte of a SHORT, or the whole entry
  /// if readers would interpret it differently.
  func edit(to orientation: ExifOrientation) -> BytePatch.Edit {
    if let number, entry.type == 3, entry.count == 1 {
      guard number > 255 else { return edit(decidingOffset, to: [orientation.rawValue]) }
      return edit(entry.valueOffset, to: layout.encode(Int(orientation.rawValue), size: 2))
    }
    return edit(entry.offset, to: Self.canonical(orientation, layout))
  }

  private func edit(_ offset: Int, to new: [UInt8]) -> BytePatch.Edit {
    let place = offset - entry.offset
    return BytePatch.Edit(offset: offset, old: Array(field[place..<place + new.count]), new: new)
  }

  /// The bytes of a standard entry: 12, or 20 in BigTIFF.
  static func canonical(_ orientation: ExifOrientation, _ layout: TIFFLayout) -> [UInt8] {
    layout.encode(TIFFTag.orientation.rawValue, size: 2) + layout.encode(3, size: 2) + layout.encode(offset: 1)
      + layout.encode(Int(orientation.rawValue), size: 2) + [UInt8](repeating: 0, count: layout.offsetSize - 2)
  }
}

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
