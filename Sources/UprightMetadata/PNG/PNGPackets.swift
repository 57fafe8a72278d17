// An Exif block of a PNG: in an `eXIf` chunk (PNG 3rd edition, 11.3.4.5), or as hexadecimal digits in a text chunk. An
// XMP packet of a PNG (XMP Specification Part 3, 1.1.5): international text with a reserved keyword. An XMP packet of a
// PNG as hexadecimal digits in a text chunk, as ImageMagick writes it: alone, or as a JPEG's segment.

internal import UprightGeometry

/// A chunk with an Exif block.
struct PNGExif: Hashable, Sendable {
  /// The block.
  let locatedBlock: LocatedExifBlock
  /// The chunk.
  let record: PNGRecord
  private let digits: Digits?

  private struct Digits: Hashable, Sendable {
    let text: PNGText
    let profile: RawProfile
  }

  /// An `eXIf` chunk; nil if it does not begin with a TIFF header.
  init?(_ record: PNGRecord) {
    let count = Self.prefixCount(of: record.data)
    guard let block = TIFFBlock(Array(record.data.dropFirst(count))) else { return nil }
    self.record = record
    digits = nil
    locatedBlock = LocatedExifBlock(block: block, offset: record.chunk.payload.lowerBound + count)
  }

  /// A text chunk with a raw profile; nil if that is not Exif.
  init?(_ record: PNGRecord, text: PNGText) {
    guard let profile = RawProfile(text.text),
      let block = TIFFBlock(Array(profile.bytes.dropFirst(Self.prefixCount(of: profile.bytes))))
    else { return nil }
    self.record = record
    digits = Digits(text: text, profile: profile)
    locatedBlock = LocatedExifBlock(block: block, offset: record.chunk.offset, isText: true)
  }

  /// Whether the chunk contains the six bytes before the block that belong only in JPEG.
  var isPrefixed: Bool { digits == nil && Self.prefixCount(of: record.data) > 0 }

  /// The edits that make the block state the orientation of `change`; they remove the six bytes if it normalizes. The
  /// chunk is moved to `place` if that is given. A text block stays for readers that know nothing else, and a chunk
  /// is added at `place`.
  ///
  /// - Throws: as `LocatedExifBlock.change`.
  func edits(
    _ change: OrientationChange, mayGo: Bool, mayGrow: Bool, movingTo place: Int? = nil
  ) throws(MetadataError) -> [BytePatch.Edit] {
    guard case .edits(let edits) = try locatedBlock.change(change, mayGo: mayGo, mayGrow: mayGrow) else {
      return [record.removal]
    }
    let changed = try BytePatch(edits).applied(to: locatedBlock.block.bytes)
    let chunk = place.map { BytePatch.Edit(offset: $0, old: [], new: PNGChunk.bytes("eXIf", changed)) }
    guard let digits else {
      if let chunk { return [chunk, record.removal] }
      let shifted = edits.map { $0.shifted(by: Self.prefixCount(of: record.data)) }
      return try record.edits((change.normalizes ? prefixRemoval : []) + shifted)
    }
    return (chunk.map { [$0] } ?? []) + textEdits(digits, changed)
  }

  private var prefixRemoval: [BytePatch.Edit] {
    let prefix = Array(record.data.prefix(Self.prefixCount(of: record.data)))
    return isPrefixed && locatedBlock.statement != nil ? [BytePatch.Edit(offset: 0, old: prefix, new: [])] : []
  }

  private func textEdits(_ digits: Digits, _ changed: [UInt8]) -> [BytePatch.Edit] {
    guard changed != locatedBlock.block.bytes else { return [] }
    let prefix = digits.profile.bytes.prefix(Self.prefixCount(of: digits.profile.bytes))
    let profile = RawProfile(name: digits.profile.name, bytes: prefix + changed)
    return record.replaced(by: digits.text.data(with: profile.text))
  }

  /// Number of bytes before a block that belong to JPEG.
  static func prefixCount(of bytes: [UInt8]) -> Int {
    bytes.starts(with: JPEGSegment.Identifier.exif) ? JPEGSegment.Identifier.exif.count : 0
  }
}

/// A chunk with an XMP packet.
struct PNGPacket: Hashable, Sendable {
  /// The keyword of its chunk.
  static let keyword = "XML:com.adobe.xmp"

  private let chunk: PNGChunk
  private let checksum: [UInt8]
  /// The chunk's data if they are compressed; otherwise the text contains them.
  private let packed: [UInt8]?
  private let text: PNGText
  private let places: [XMPOrientation]

  /// The decompressed packet.
  var packet: [UInt8] { text.text }

  /// Memory in bytes for this packet and that of a result.
  var byteCount: Int { 4 * text.text.count + 2 * (packed?.count ?? 0) }

  /// The packet of a chunk with this text.
  init(_ record: PNGRecord, text: PNGText) {
    (chunk, checksum) = (record.chunk, record.checksum)
    packed = text.isCompressed ? record.data : nil
    self.text = text
    places = Array(XMPOrientation.all(in: text.text, offset: 0).prefix(Self.statementLimit))
  }

  /// Maximum number of orientation statements; real files have fewer.
  private static let statementLimit = 64

  /// The stated orientations. A digit in a compressed packet has no file offset and gets that of the chunk.
  var statements: [XMPOrientation] {
    let start = chunk.payload.lowerBound + text.head.count
    return places.map { place in
      XMPOrientation(
        offset: text.isCompressed ? chunk.offset : start + place.offset, digit: place.digit,
        isElement: place.isElement)
    }
  }

  /// The edits that set all of them to `value`.
  ///
  /// - Throws: as `PNGRecord.edits`.
  func edits(to value: ExifOrientation) throws(MetadataError) -> [BytePatch.Edit] {
    let edits = places.map { $0.edit(to: value) }
    let record = PNGRecord(chunk: chunk, data: packed ?? text.head + text.text, checksum: checksum)
    guard text.isCompressed else { return try record.edits(edits.map { $0.shifted(by: text.head.count) }) }
    let changed = try BytePatch(edits).applied(to: text.text)
    return changed == text.text ? [] : record.replaced(by: text.data(with: changed))
  }
}

/// A text chunk whose digits are XMP. Few readers decode it, so that it states nothing; but its
/// orientation follows a change of the tag.
struct PNGProfilePacket: Hashable, Sendable {
  private let record: PNGRecord
  private let text: PNGText
  private let profile: RawProfile
  /// Number of bytes before the packet.
  private let start: Int

  /// The packet of a chunk with this text; nil if it has none.
  init?(_ record: PNGRecord, text: PNGText) {
    guard let profile = RawProfile(text.text) else { return nil }
    if PNGText.keyword(of: record.data) == RawProfile.packetKeyword {
      start = 0
    } else {
      guard profile.segmentPacket != nil else { return nil }
      start = JPEGSegment.Identifier.xmp.count
    }
    (self.record, self.text, self.profile) = (record, text, profile)
  }

  /// The packet.
  var packet: [UInt8] { Array(profile.bytes.dropFirst(start)) }

  /// Memory in bytes for this packet and that of a result.
  var byteCount: Int { 4 * text.text.count + 2 * record.data.count }

  /// The edits that set each orientation to `value`.
  ///
  /// - Throws: as `PNGRecord.replaced`.
  func edits(to value: ExifOrientation) throws(MetadataError) -> [BytePatch.Edit] {
    let places = XMPOrientation.all(in: packet, offset: start)
    let changed = try BytePatch(places.map { $0.edit(to: value) }).applied(to: profile.bytes)
    guard changed != profile.bytes else { return [] }
    return record.replaced(by: text.data(with: RawProfile(name: profile.name, bytes: changed).text))
  }
}
