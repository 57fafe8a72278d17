// The Exif block and the XMP packets that describe an image (ISO 23008-12, A.2.1 and A.3).

/// Reads the items that describe the primary item.
struct HEIFDescriptions {
  /// The first Exif block with a valid TIFF header.
  private(set) var exif: LocatedExifBlock?
  /// The orientations in XMP packets, in the file's order.
  private(set) var xmp: [XMPOrientation] = []
  /// The first packet, if it contains positions in the image.
  private(set) var marked: [[UInt8]] = []
  /// Unusual facts about them.
  private(set) var findings: [Finding] = []

  private let tables: ItemTables

  /// Maximum number of descriptions; files have one of each kind.
  private static var maxItems: Int { 64 }

  init(_ tables: ItemTables) { self.tables = tables }

  /// Reads the descriptions, up to any damage.
  ///
  /// - Throws: `.unreadable`.
  mutating func read(_ reader: inout RangeReader<some ByteSource>) throws(MetadataError) {
    let items = tables.describing.filter { $0.kind == "Exif" || $0.isXMP }
    if items.count(where: { $0.kind == "Exif" }) > 1 {
      findings.append(Finding(.duplicateExif, "there is more than one Exif block; the first is used"))
    }
    for item in items.prefix(Self.maxItems) {
      guard let range = tables.range(of: item.id, byteCount: reader.byteCount) else { continue }
      do throws(MetadataError) {
        if item.isXMP {
          let packet = try reader.bytes(range)
          if item.id == items.first(where: \.isXMP)?.id { marked = XMPContents.marked(packet) }
          xmp += XMPOrientation.all(in: packet, offset: range.lowerBound)
        } else if exif == nil {
          exif = try readExif(range, &reader)
        }
      } catch {
        guard error.code != .unreadable else { throw error }
        findings.append(
          Finding(.metadataDamaged, "the \(item.isXMP ? "XMP packet" : "Exif block") could not be read: \(error)"))
      }
    }
  }

  /// Four bytes give the number of further bytes before the TIFF header.
  private mutating func readExif(
    _ range: Range<Int>, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> LocatedExifBlock? {
    guard range.count >= 4 else { return malformed() }
    let skipped = try reader.number(at: range.lowerBound, size: 4)
    guard skipped <= range.count - 4 else { return malformed() }
    let start = range.lowerBound + 4 + skipped
    guard let block = TIFFBlock(try reader.bytes(start..<range.upperBound)) else { return malformed() }
    return LocatedExifBlock(block: block, offset: start)
  }

  private mutating func malformed() -> LocatedExifBlock? {
    findings.append(Finding(.exifMalformed, "the Exif block has no valid TIFF header"))
    return nil
  }
}
