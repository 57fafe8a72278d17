// The `meta` box of a file: the primary item, and the tables of all items (ISO 14496-12, 8.11.1 and 8.11.4). The Exif
// block and the XMP packets that describe an image (ISO 23008-12, A.2.1 and A.3).

internal import UprightGeometry

/// The contents of `meta`.
struct ItemTables: Hashable, Sendable {
  /// `meta`.
  let box: Box
  /// The primary item.
  let primary: Int
  /// The types of items.
  let items: [ItemInfo]
  /// The references between items.
  let references: [ItemReference]
  /// The groups of items.
  let groups: [ItemGroup]
  /// The properties and their associations.
  let properties: ItemProperties?
  /// The locations of items.
  let locations: [ItemLocation]
  /// The index of an item's location, by item ID.
  private let places: [Int: Int]
  /// `idat`, which contains item data.
  let itemData: Box?
  /// The parts that could not be read.
  let damage: [MetadataError]

  /// Reads the tables, up to any damage; `isTruncated` means that the file ends before the box does.
  ///
  /// - Throws: `.imageMissing`, `.truncated` if required data is cut off, `.tooManyStructures`, `.tooMuchMetadata`,
  ///   `.unreadable`.
  init(_ box: Box, isTruncated: Bool, _ reader: inout RangeReader<some ByteSource>) throws(MetadataError) {
    guard box.payload.count >= Box.fullHeader else { throw MetadataError(.truncated, at: box.end) }
    let run = try BoxRun(in: box.payload.lowerBound + Box.fullHeader..<box.end, &reader)
    var damage = run.damage.map { [$0] } ?? []
    let fault = MetadataError(isTruncated ? .truncated : .imageMissing, at: isTruncated ? box.end : box.offset)
    try Self.requireImages(run, &reader)
    guard let primary = try Self.primary(run, &reader) else { throw fault }
    self.box = box
    self.primary = primary
    itemData = run.first("idat")
    items = try ItemInfo.all(in: run.first("iinf"), &reader, damage: &damage)
    references = try ItemReference.all(in: run.first("iref"), &reader, damage: &damage)
    groups = try ItemGroup.all(in: run.first("grpl"), &reader, damage: &damage)
    properties = try ItemProperties(run.first("iprp"), &reader, damage: &damage)
    if isTruncated, properties?.isComplete != true { throw fault }
    var locations: [ItemLocation] = []
    do throws(MetadataError) {
      locations = try ItemLocation.all(in: run.first("iloc"), &reader)
    } catch {
      guard error.code == .boxInvalid || error.code == .numberTooLarge else { throw error }
      damage.append(error)
    }
    self.locations = locations
    places = Dictionary(locations.indices.map { (locations[$0].id, $0) }) { first, _ in first }
    self.damage = damage
  }

  /// Requires an image handler: `pict`, or none at all.
  private static func requireImages(_ run: BoxRun, _ reader: inout RangeReader<some ByteSource>) throws(MetadataError) {
    guard let handler = run.first("hdlr"), handler.payload.count >= 12 else { return }
    let kind = FourCC(try reader.bytes(at: handler.payload.lowerBound + 8, count: 4))
    guard kind == "pict" else { throw MetadataError(.imageMissing, at: handler.offset) }
  }

  private static func primary(_ run: BoxRun, _ reader: inout RangeReader<some ByteSource>) throws(MetadataError) -> Int?
  {
    guard let box = run.first("pitm"), box.payload.count >= 6 else { return nil }
    let isWide = try reader.number(at: box.payload.lowerBound, size: 1) > 0
    guard !isWide || box.payload.count >= 8 else { return nil }
    return try reader.number(at: box.payload.lowerBound + Box.fullHeader, size: isWide ? 4 : 2)
  }

  /// The items that describe the image.
  var describing: [ItemInfo] {
    let ids = Set(references.filter { $0.kind == "cdsc" && $0.to.contains(primary) }.map(\.from))
    return items.filter { ids.contains($0.id) }
  }

  /// The end of an item that extends beyond a file of `byteCount` bytes; nil if there is none.
  func firstMissingByte(in byteCount: Int) -> Int? {
    for location in locations where location.origin == .file && location.isInThisFile {
      for extent in location.extents {
        let (end, overflow) = (location.start(of: extent) ?? .max).addingReportingOverflow(extent.length)
        if overflow || end > byteCount { return overflow ? .max : end }
      }
    }
    return nil
  }

  /// The location of an item; the first is used.
  func location(of id: Int) -> ItemLocation? { places[id].map { locations[$0] } }

  /// An item's range in a file of `byteCount` bytes, if it has a single extent.
  func range(of id: Int, byteCount: Int) -> Range<Int>? {
    guard let location = location(of: id) else { return nil }
    return room(of: location, byteCount: byteCount).flatMap(location.range)
  }

  /// What an item's offsets are in, in a file of `byteCount` bytes; nil if that is another item, or missing.
  func room(of location: ItemLocation, byteCount: Int) -> Range<Int>? {
    switch location.origin {
    case .file: 0..<byteCount
    case .itemData: itemData?.payload
    case .item: nil
    }
  }

  /// The ranges of an item's extents, as far as they are in a file of `byteCount` bytes.
  func ranges(of location: ItemLocation, byteCount: Int) -> [Range<Int>] {
    guard location.isInThisFile, let room = room(of: location, byteCount: byteCount) else { return [] }
    return location.extents.compactMap { extent in
      guard let start = location.start(of: extent), start >= 0, start < room.count else { return nil }
      return room.lowerBound + start..<room.lowerBound + start + min(room.count - start, extent.reach)
    }
  }

  /// Whether the colors of an item are premultiplied by an alpha item.
  func isMultiplied(_ item: Int, by opacity: Int) -> Bool {
    references.contains { $0.kind == "prem" && $0.from == item && $0.to.contains(opacity) }
  }
}

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
