// An XMP packet of a PNG (XMP Specification Part 3, 1.1.5): international text under a keyword of its own.

internal import UprightGeometry

/// A chunk with an XMP packet that states an orientation.
struct PNGPacket: Hashable, Sendable {
  /// The keyword of its chunk.
  static let keyword = "XML:com.adobe.xmp"

  private let chunk: PNGChunk
  private let checksum: [UInt8]
  /// The chunk's data where they are packed; otherwise the text has them already.
  private let packed: [UInt8]?
  private let text: PNGText
  private let places: [XMPOrientation]

  /// The packet, unpacked.
  var packet: [UInt8] { text.text }

  /// Memory that it takes while it and the one of a result are there.
  var byteCount: Int { 4 * text.text.count + 2 * (packed?.count ?? 0) }

  /// The packet of a chunk with this text.
  init(_ record: PNGRecord, text: PNGText) {
    (chunk, checksum) = (record.chunk, record.checksum)
    packed = text.isCompressed ? record.data : nil
    self.text = text
    places = Array(XMPOrientation.all(in: text.text, offset: 0).prefix(Self.statementLimit))
  }

  /// No file repeats its orientation in XMP more often.
  private static let statementLimit = 64

  /// What it states; in a packed packet a digit has no place of its own, and its chunk's stands for it.
  var statements: [XMPOrientation] {
    let start = chunk.payload.lowerBound + text.head.count
    return places.map { place in
      XMPOrientation(
        offset: text.isCompressed ? chunk.offset : start + place.offset, digit: place.digit,
        isElement: place.isElement)
    }
  }

  /// The changes to the file that make all of them say `value`.
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
