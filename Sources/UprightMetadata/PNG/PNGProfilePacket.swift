// An XMP packet of a PNG as hexadecimal digits in a text chunk, as ImageMagick writes it: alone, or as a JPEG's segment.

internal import UprightGeometry

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
