// The location of an item's bytes: `iloc` (ISO 14496-12, 8.11.3).

/// The extents of an item, and the fields that state them.
struct ItemLocation: Hashable, Sendable {
  /// A number in the table and its position.
  struct Field: Hashable, Sendable {
    /// File offset.
    let offset: Int
    /// Size in bytes: 0, 4 or 8.
    let size: Int
    /// Its value; 0 if it has no bytes.
    let value: Int
  }

  /// An extent.
  struct Extent: Hashable, Sendable {
    /// Its start, relative to the base.
    let offset: Field
    /// Its length in bytes; 0 for everything to the end.
    let length: Int
    /// Its length, or `.max` if open-ended.
    var reach: Int { length == 0 ? .max : length }
  }

  /// The origin of offsets.
  enum Origin: Int, Hashable, Sendable {
    /// The file's first byte.
    case file = 0
    /// The first byte in `idat`.
    case itemData = 1
    /// The first byte of another item.
    case item = 2
  }

  /// The item ID.
  let id: Int
  /// The origin of offsets.
  let origin: Origin
  /// Whether the bytes are in this file.
  let isInThisFile: Bool
  /// The number added to each extent's offset.
  let base: Field
  /// The extents, in order.
  let extents: [Extent]

  /// The entries of `iloc`, all or none.
  ///
  /// - Throws: `.boxInvalid`, `.numberTooLarge`, `.truncated`, `.unreadable`, `.tooManyStructures`,
  ///   `.tooMuchMetadata`.
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
    guard count <= ItemInfo.maxItems else { throw MetadataError(.tooManyStructures, at: box.offset) }
    var locations: [ItemLocation] = []
    for _ in 0..<count { locations.append(try ItemLocation(&fields, layout, &reader)) }
    return locations
  }

  /// The size in bytes of each field.
  private struct Layout {
    let version, offset, length, base, index: Int
    var idSize: Int { version < 2 ? 2 : 4 }
    /// Extents without fields would all be equal, and a table of any length would have no bytes.
    var maxExtents: Int { index + offset + length == 0 ? 1 : .max }
    var isValid: Bool { [offset, length, base, index].allSatisfy { [0, 4, 8].contains($0) } }
  }

  /// The start of an extent, relative to `origin`; nil on overflow.
  func start(of extent: Extent) -> Int? {
    let (start, overflow) = base.value.addingReportingOverflow(extent.offset.value)
    return overflow ? nil : start
  }

  /// The item's range in the file, if it has one extent within `room`, which is the file or the payload of `idat`.
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
