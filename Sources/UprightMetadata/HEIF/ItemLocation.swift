// Where the bytes of an item lie: `iloc` (ISO 14496-12, 8.11.3).

/// The pieces that an item consists of, and the fields that say so.
struct ItemLocation: Hashable, Sendable {
  /// A number of the table and where it stands.
  struct Field: Hashable, Sendable {
    /// Where in the file.
    let offset: Int
    /// In how many bytes: 0, 4 or 8.
    let size: Int
    /// What it says; 0 where it has no bytes.
    let value: Int
  }

  /// A piece.
  struct Extent: Hashable, Sendable {
    /// Where it starts, behind the base.
    let offset: Field
    /// How many bytes it has; 0 for all there are.
    let length: Int
    /// How far it reaches.
    var reach: Int { length == 0 ? .max : length }
  }

  /// What offsets count from.
  enum Origin: Int, Hashable, Sendable {
    /// The file's first byte.
    case file = 0
    /// The first byte in `idat`.
    case itemData = 1
    /// The first byte of another item.
    case item = 2
  }

  /// The item's number.
  let id: Int
  /// What offsets count from.
  let origin: Origin
  /// Whether the bytes lie in this file.
  let isInThisFile: Bool
  /// What is added to each piece's offset.
  let base: Field
  /// The pieces in their order.
  let extents: [Extent]

  /// The entries of `iloc`, all or none.
  ///
  /// - Throws: `.boxInvalid`, `.numberTooLarge`, `.truncated`, `.unreadable`, `.tooManyStructures`, `.tooMuchMetadata`.
  static func all(in box: Box?, _ reader: inout RangeReader<some ByteSource>) throws(MetadataError) -> [ItemLocation] {
    guard let box else { return [] }
    var fields = try FieldReader(box, &reader)
    let version = try fields.version()
    let sizes = try fields.number(2)
    guard version <= 2 else { throw MetadataError(.boxInvalid, at: box.payload.lowerBound) }
    let layout = Layout(
      version: version, offset: sizes >> 12, length: sizes >> 8 & 15, base: sizes >> 4 & 15,
      index: version == 0 ? 0 : sizes & 15)
    guard layout.isValid else { throw MetadataError(.boxInvalid, at: box.payload.lowerBound + Box.fullHeader) }
    let count = try fields.number(layout.idSize)
    guard count <= ItemTables.maxItems else { throw MetadataError(.tooManyStructures, at: box.offset) }
    var locations: [ItemLocation] = []
    for _ in 0..<count { locations.append(try ItemLocation(&fields, layout, &reader)) }
    return locations
  }

  /// How many bytes each field has.
  private struct Layout {
    let version, offset, length, base, index: Int
    var idSize: Int { version < 2 ? 2 : 4 }
    /// Pieces without fields would all be the same one, and a table of any length would cost no byte.
    var maxExtents: Int { index + offset + length == 0 ? 1 : .max }
    var isValid: Bool { [offset, length, base, index].allSatisfy { [0, 4, 8].contains($0) } }
  }

  /// Where a piece starts, counted from `origin`; nil where that is no number.
  func start(of extent: Extent) -> Int? {
    let (start, overflow) = base.value.addingReportingOverflow(extent.offset.value)
    return overflow ? nil : start
  }

  /// The item's bytes in the file, where they lie in one piece inside `room`, which is the file, or the payload of `idat`.
  func range(in room: Range<Int>) -> Range<Int>? {
    guard isInThisFile, extents.count == 1, let extent = extents.first, let start = start(of: extent),
      start <= room.count
    else { return nil }
    let length = extent.length == 0 ? room.count - start : extent.length
    guard length <= room.count - start else { return nil }
    return room.lowerBound + start..<room.lowerBound + start + length
  }
}

extension ItemLocation {
  private init(
    _ fields: inout FieldReader, _ layout: Layout, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) {
    id = try fields.number(layout.idSize)
    let method = layout.version == 0 ? 0 : try fields.number(2) & 15
    guard let origin = Origin(rawValue: method) else { throw MetadataError(.boxInvalid, at: fields.offset) }
    self.origin = origin
    isInThisFile = try fields.number(2) == 0
    base = try Self.field(&fields, layout.base)
    var extents: [Extent] = []
    let count = try fields.number(2)
    guard count <= layout.maxExtents else { throw MetadataError(.boxInvalid, at: fields.offset - 2) }
    for _ in 0..<count {
      try reader.count(at: fields.offset)
      _ = try fields.number(layout.index)
      let offset = try Self.field(&fields, layout.offset)
      extents.append(Extent(offset: offset, length: try fields.number(layout.length)))
    }
    self.extents = extents
  }

  private static func field(_ fields: inout FieldReader, _ size: Int) throws(MetadataError) -> Field {
    Field(offset: fields.offset, size: size, value: try fields.number(size))
  }
}
