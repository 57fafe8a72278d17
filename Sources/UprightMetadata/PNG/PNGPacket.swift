// An XMP packet of a PNG (XMP Specification Part 3, 1.1.5): international text with a reserved keyword.

internal import UprightGeometry

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
