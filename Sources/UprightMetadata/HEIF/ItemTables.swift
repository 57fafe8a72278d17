// The meta box of a file: which item is the picture, and the tables about all items (ISO 14496-12, 8.11.1 and 8.11.4).

internal import UprightGeometry

/// What `meta` says.
struct ItemTables: Hashable, Sendable {
  /// More items than this are refused.
  static let maxItems = 10_000

  /// `meta`.
  let box: Box
  /// The item that is the picture.
  let primary: Int
  /// What each item is.
  let items: [ItemInfo]
  /// Which item speaks of which.
  let references: [ItemReference]
  /// The properties, and which item has which.
  let properties: ItemProperties?
  /// Where the items lie.
  let locations: [ItemLocation]
  /// Which of the locations is an item's, by its number.
  private let places: [Int: Int]
  /// `idat`, which holds bytes of items.
  let itemData: Box?
  /// What could not be read.
  let damage: [MetadataError]

  /// Reads the tables, as far as they go; `isTruncated` where the file ends before the box does.
  ///
  /// - Throws: `.imageMissing`, `.truncated` where the cut took away what has to be known, `.tooManyStructures`, `.tooMuchMetadata`, `.unreadable`.
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

  /// The box holds pictures where its handler says `pict`, or where that is missing.
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

  /// The items that describe the picture.
  var describing: [ItemInfo] {
    let ids = Set(references.filter { $0.kind == "cdsc" && $0.to.contains(primary) }.map(\.from))
    return items.filter { ids.contains($0.id) }
  }

  /// Up to where an item reaches that a file of `byteCount` bytes does not hold whole; nil where there is none.
  func firstMissingByte(in byteCount: Int) -> Int? {
    for location in locations where location.origin == .file && location.isInThisFile {
      for extent in location.extents {
        let (end, overflow) = (location.start(of: extent) ?? .max).addingReportingOverflow(extent.length)
        if overflow || end > byteCount { return overflow ? .max : end }
      }
    }
    return nil
  }

  /// The location of an item; the first counts.
  func location(of id: Int) -> ItemLocation? { places[id].map { locations[$0] } }

  /// Where an item's bytes lie, where they lie in one piece in a file of `byteCount` bytes.
  func range(of id: Int, byteCount: Int) -> Range<Int>? {
    guard let location = location(of: id) else { return nil }
    switch location.origin {
    case .file: return location.range(in: 0..<byteCount)
    case .itemData: return itemData.flatMap { location.range(in: $0.payload) }
    case .item: return nil
    }
  }
}
