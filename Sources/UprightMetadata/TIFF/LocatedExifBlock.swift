// An Exif block in a container, and its orientation (EXIF 2.32, 4.5.2 and 4.6.4.A).

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
