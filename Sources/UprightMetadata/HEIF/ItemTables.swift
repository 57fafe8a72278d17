// The `meta` box of a file: the primary item, and the tables of all items (ISO 14496-12, 8.11.1 and 8.11.4).

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
    switch location.origin {
    case .file: return location.range(in: 0..<byteCount)
    case .itemData: return itemData.flatMap { location.range(in: $0.payload) }
    case .item: return nil
    }
  }
  /// Whether the colors of an item are premultiplied by an alpha item.
  func isMultiplied(_ item: Int, by opacity: Int) -> Bool {
    references.contains { $0.kind == "prem" && $0.from == item && $0.to.contains(opacity) }
  }
}
