// An Exif block in a container, and its orientation (EXIF 2.32, 4.5.2 and 4.6.4.A). The change that makes an Exif block
// state an orientation, in any container (EXIF 2.32, 4.6.4.A).

internal import UprightGeometry

/// An Exif block and its file offset.
struct LocatedExifBlock: Hashable, Sendable {
  /// The block.
  let block: TIFFBlock
  /// File offset of its byte order mark; for a hexadecimal text block, the offset of the text chunk.
  let offset: Int
  /// Whether the block is hexadecimal text, so that its bytes have no file offsets.
  var isText = false
  /// The file offset of the compressed box that contains it; then its bytes have no file offsets.
  var compressedOffset: Int?

  /// The entries of IFD0 with tag 274; the first is used.
  var tags: OrientationTags { tags(of: block.ifd0) }

  /// The entries of the thumbnail's directory.
  var thumbnailTags: OrientationTags { tags(of: block.ifd1) }

  /// The statement of its first tag 274; nil if there is none.
  var statement: OrientationStatement? { tags.statement }

  /// Unusual facts about the block.
  var findings: [Finding] {
    var found: [Finding] = []
    if block.ifd0?.isComplete != true {
      found.append(Finding(.exifMalformed, "the Exif directory is incomplete; read up to the damage"))
    }
    return found + tags.findings
  }

  /// The edits that set every tag 274 of IFD0 to `value`; empty if there is no such tag. Offsets are file offsets.
  /// A block in a compressed box has none.
  func edits(to value: ExifOrientation) -> [BytePatch.Edit] {
    compressedOffset == nil ? tags.edits(to: value) : []
  }

  /// The orientations in a copy of XMP (tag 700 of IFD0), at offsets in the block. Few readers use it, so that it states
  /// nothing; but it follows a change of the tag.
  var packetOrientations: [XMPOrientation] {
    guard let place = packetPlace else { return [] }
    return Array(XMPOrientation.all(in: Array(block.bytes[place]), offset: place.lowerBound).prefix(Self.packetLimit))
  }

  /// The copy of XMP; nil if there is none.
  var packet: [UInt8]? { packetPlace.map { Array(block.bytes[$0]) } }

  /// Where the copy of XMP is in the block; nil if it overlaps a directory.
  private var packetPlace: Range<Int>? {
    guard let entry = block.ifd0?.first(.xmp), entry.elementSize == 1,
      let place = block.place(of: entry)
    else { return nil }
    let directories = [block.ifd0, block.ifd1, block.exifDirectory].compactMap(\.self)
    return directories.allSatisfy { !place.overlaps($0.offset..<$0.endOffset) } ? place : nil
  }

  /// Whether it has a tag, or a copy of XMP that states an orientation.
  var statesOrientation: Bool { !tags.entries.isEmpty || !packetOrientations.isEmpty }

  /// Maximum number of orientations in a copy of XMP; real ones have fewer.
  private static let packetLimit = 64

  private func tags(of directory: TIFFDirectory?) -> OrientationTags {
    var tags = OrientationTags(of: directory, in: block, from: offset, isText: isText)
    tags.compressedOffset = compressedOffset
    return tags
  }
}

extension ResolvedOrientation {
  /// Makes an Exif block decide if it has an orientation.
  mutating func take(_ exif: LocatedExifBlock) {
    findings += exif.findings
    if let statement = exif.statement { decide(statement) }
    compareThumbnail(exif.thumbnailTags)
  }

  /// Makes an Exif block decide if `rules` prefer it to the container's orientation, and reports a conflict.
  mutating func takeOrCompare(_ exif: LocatedExifBlock, _ rules: OrientationRules) {
    prefersExif = rules.prefersExif
    guard prefersExif, exif.statement?.value != nil else { return compare(exif) }
    let (former, own) = (source, orientation.exif)
    take(exif)
    guard former != .none, own != orientation.exif else { return }
    findings.append(
      Finding(.exifConflict, "the container's own orientation is \(own.rawValue); Exif is used, as requested"))
  }

  /// Compares an Exif block if the container decides.
  mutating func compare(_ exif: LocatedExifBlock) {
    guard let statement = exif.statement else { return }
    statements.append(statement)
    guard let value = statement.value, isContradicted(by: value) else { return }
    findings.append(Finding(.exifConflict, sentence("Exif's", value)))
  }
}

/// A change of an Exif block.
enum ExifChange: Hashable, Sendable {
  /// Replacements at offsets in the block; one at its end makes the block longer or shorter.
  case edits([BytePatch.Edit])
  /// The block is one that Upright inserted, and is removed completely.
  case removal
}

extension LocatedExifBlock {
  /// Makes the block state the orientation of `change`. If the tag is one SHORT, one byte changes; if there is no
  /// tag, the block grows, unless it may not, because another decides. The edit that changes the length comes last.
  ///
  /// If the image becomes upright, an insertion by Upright is removed. A complete block is removed only if it
  /// `mayGo`, because nothing else would be read instead. The thumbnail's tag is reoriented too, or agrees if
  /// `change` normalizes it, and so does a copy of XMP. The recorded size becomes the one in `change`.
  ///
  /// - Throws: `.fieldNotWritable` if the directory is damaged.
  func change(
    _ change: OrientationChange, mayGo: Bool = true, mayGrow: Bool = true
  ) throws(MetadataError) -> ExifChange {
    let value = change.value
    if value == .topLeft, statement?.value != .topLeft {
      if mayGo, InsertedExifBlock.isWhole(block.bytes) { return .removal }
      if let edits = InsertedExifBlock.relocationRemoval(in: block) {
        return .edits(withOthers(edits, change))
      }
    }
    let edits = tags.entries.map { $0.edit(to: value) }
    guard edits.isEmpty, value != .topLeft, mayGrow else { return .edits(withOthers(edits, change)) }
    guard let edits = InsertedExifBlock.relocation(in: block, with: value) else {
      throw MetadataError(.fieldNotWritable, at: offset)
    }
    return .edits(withOthers(edits, change))
  }

  /// The edits in a block that does not decide; its length stays the same. Offsets are file offsets.
  func edits(_ change: OrientationChange) -> [BytePatch.Edit] {
    let edits = tags.entries.map { $0.edit(to: change.value) }
    return withOthers(edits, change).map { $0.shifted(by: offset) }
  }

  /// Puts the tag's edits after the edits of everything else that changes with it.
  private func withOthers(_ edits: [BytePatch.Edit], _ change: OrientationChange) -> [BytePatch.Edit] {
    let thumbnail = thumbnailEdits(change, besides: edits)
    let others = packetEdits(change, besides: thumbnail + edits) + thumbnail
    return sizeEdits(change, besides: others + edits) + others + edits
  }

  /// Makes a copy of XMP in the block state the new orientation too.
  private func packetEdits(_ change: OrientationChange, besides others: [BytePatch.Edit]) -> [BytePatch.Edit] {
    guard change.normalizesPackets || !change.isNone else { return [] }
    return packetOrientations.map { $0.edit(to: change.value) }.filter { edit in
      edit.old != edit.new && !others.contains { $0.range.overlaps(edit.range) }
    }
  }

  /// Sets the recorded size to that of the pixels, if both sides are recorded and no other edit overlaps them.
  private func sizeEdits(_ change: OrientationChange, besides others: [BytePatch.Edit]) -> [BytePatch.Edit] {
    guard let size = change.notedSize, let directory = block.exifDirectory,
      let width = directory.first(.pixelXDimension), let height = directory.first(.pixelYDimension),
      let across = edit(of: width, to: size.width), let down = edit(of: height, to: size.height),
      !across.range.overlaps(down.range)
    else { return [] }
    let edits = [across, down]
    guard !edits.contains(where: { edit in others.contains { $0.range.overlaps(edit.range) } }) else { return [] }
    return edits.filter { $0.old != $0.new }
  }

  /// Replaces an integer; nil if the entry is not an integer or the value does not fit.
  private func edit(of entry: TIFFEntry, to value: Int) -> BytePatch.Edit? {
    let end = entry.valueOffset + entry.elementSize
    guard block.integer(of: entry) != nil, value > 0, value < 1 << (8 * entry.elementSize - (entry.isSigned ? 1 : 0)),
      entry.valueOffset >= 8, end <= block.bytes.count
    else { return nil }
    return BytePatch.Edit(
      offset: entry.valueOffset, old: Array(block.bytes[entry.valueOffset..<end]),
      new: block.encode(value, size: entry.elementSize))
  }

  /// Reorients the thumbnail's tag or makes it agree, unless its directory overlaps other edits.
  private func thumbnailEdits(_ change: OrientationChange, besides others: [BytePatch.Edit]) -> [BytePatch.Edit] {
    guard change.normalizesThumbnail || !change.isNone, let main = block.ifd0, let second = block.ifd1,
      !(main.offset..<main.endOffset).overlaps(second.offset..<second.endOffset)
    else { return [] }
    let tags = OrientationTags(of: second, in: block, from: 0)
    return (change.normalizesThumbnail ? tags.edits(to: change.value) : tags.edits(reorienting: change))
      .filter { edit in !others.contains { $0.range.overlaps(edit.range) } }
  }
}

extension BytePatch.Edit {
  /// The same replacement, `distance` bytes later.
  func shifted(by distance: Int) -> BytePatch.Edit { BytePatch.Edit(offset: offset + distance, old: old, new: new) }

  /// The replaced range of the source.
  var range: Range<Int> { offset..<offset + old.count }

  /// By how many bytes the result is longer.
  var growth: Int { new.count - old.count }
}
