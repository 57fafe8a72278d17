// The tables of items: types, references, places (ISO 14496-12, 8.11). The type of each item in a file: `iinf` and
// `infe` (ISO 14496-12, 8.11.6). References between items: `iref` (ISO 14496-12, 8.11.12). The location of an item's
// bytes: `iloc` (ISO 14496-12, 8.11.3).

/// One item's type.
struct ItemInfo: Hashable, Sendable {
  /// Maximum number of items.
  static let maxItems = 10_000

  /// The item ID.
  let id: Int
  /// Its type; `mime` items are distinguished by `contentType`.
  let kind: FourCC
  /// The MIME type of a `mime` item, otherwise empty.
  let contentType: [UInt8]
  /// The content encoding of a `mime` item; empty if not compressed.
  let contentEncoding: [UInt8]

  /// Whether it is an uncompressed XMP packet (ISO 23008-12, A.3).
  var isXMP: Bool {
    kind == "mime" && contentEncoding.isEmpty && contentType.elementsEqual("application/rdf+xml".utf8)
  }

  /// The entries of `iinf`, as far as they can be read.
  ///
  /// - Throws: `.unreadable`, `.tooManyStructures`, `.tooMuchMetadata`.
  static func all(
    in box: Box?, _ reader: inout RangeReader<some ByteSource>, damage: inout [MetadataError]
  ) throws(MetadataError) -> [ItemInfo] {
    guard let box else { return [] }
    guard box.payload.count >= 6 else {
      damage.append(MetadataError(.boxInvalid, at: box.offset))
      return []
    }
    let countSize = try reader.number(at: box.payload.lowerBound, size: 1) == 0 ? 2 : 4
    let start = min(box.end, box.payload.lowerBound + Box.fullHeader + countSize)
    let run = try BoxRun(in: start..<box.end, &reader)
    if let fault = run.damage { damage.append(fault) }
    var items: [ItemInfo] = []
    for entry in run.boxes where entry.kind == "infe" {
      guard items.count < Self.maxItems else { throw MetadataError(.tooManyStructures, at: entry.offset) }
      do throws(MetadataError) {
        items.append(try ItemInfo(entry, &reader))
      } catch {
        guard error.code == .boxInvalid else { throw error }
        damage.append(error)
      }
    }
    return items
  }

  private init(_ box: Box, _ reader: inout RangeReader<some ByteSource>) throws(MetadataError) {
    var fields = try FieldReader(box, &reader)
    let version = try fields.version()
    id = try fields.number(version < 3 ? 2 : 4)
    _ = try fields.number(2)
    kind = version < 2 ? "mime" : try fields.code()
    _ = fields.text()
    contentType = kind == "mime" ? fields.text() : []
    contentEncoding = kind == "mime" ? fields.text() : []
  }
}

/// Items that belong together (`grpl`, ISO 14496-12, 8.18; ISO 23008-12, 6.8).
struct ItemGroup: Hashable, Sendable {
  /// Its type: `ster` for a stereo pair, `altr` for alternatives, `pymd` for a pyramid of sizes.
  let kind: FourCC
  /// The types of groups whose items show one scene, so that they are reoriented together.
  private static let kindsOfOneScene: [FourCC] = ["ster", "altr", "pymd"]
  /// The item IDs in order; of a stereo pair, the left view first.
  let ids: [Int]
  /// File offset of the first ID. Each has four bytes.
  let offset: Int

  /// The groups of `grpl` whose items show one scene, as far as they can be read.
  ///
  /// - Throws: `.unreadable`, `.tooManyStructures`, `.tooMuchMetadata`.
  static func all(
    in box: Box?, _ reader: inout RangeReader<some ByteSource>, damage: inout [MetadataError]
  ) throws(MetadataError) -> [ItemGroup] {
    guard let box else { return [] }
    let run = try BoxRun(in: box.payload, &reader)
    if let fault = run.damage { damage.append(fault) }
    var groups: [ItemGroup] = []
    for entry in run.boxes where kindsOfOneScene.contains(entry.kind) {
      guard groups.count < ItemInfo.maxItems else { throw MetadataError(.tooManyStructures, at: entry.offset) }
      do throws(MetadataError) {
        groups.append(try ItemGroup(entry, &reader))
      } catch {
        guard error.code == .boxInvalid else { throw error }
        damage.append(error)
      }
    }
    return groups
  }

  private init(_ box: Box, _ reader: inout RangeReader<some ByteSource>) throws(MetadataError) {
    var fields = try FieldReader(box, &reader)
    _ = try fields.version()
    _ = try fields.number(4)
    let count = try fields.number(4)
    guard count <= ItemInfo.maxItems else { throw MetadataError(.tooManyStructures, at: box.offset) }
    (kind, offset) = (box.kind, fields.offset)
    var ids: [Int] = []
    for _ in 0..<count { ids.append(try fields.number(4)) }
    self.ids = ids
  }
}

/// A reference from one item to others.
struct ItemReference: Hashable, Sendable {
  /// Its type: `cdsc` describes, `thmb` is a thumbnail of, `auxl` is auxiliary to, `dimg` is derived from.
  let kind: FourCC
  /// The referring item.
  let from: Int
  /// The items referred to, in order.
  let to: [Int]

  /// The references in `iref`, as far as they can be read.
  ///
  /// - Throws: `.unreadable`, `.tooManyStructures`, `.tooMuchMetadata`.
  static func all(
    in box: Box?, _ reader: inout RangeReader<some ByteSource>, damage: inout [MetadataError]
  ) throws(MetadataError) -> [ItemReference] {
    guard let box else { return [] }
    guard box.payload.count >= Box.fullHeader else {
      damage.append(MetadataError(.boxInvalid, at: box.offset))
      return []
    }
    let idSize = try reader.number(at: box.payload.lowerBound, size: 1) == 0 ? 2 : 4
    let run = try BoxRun(in: box.payload.lowerBound + Box.fullHeader..<box.end, &reader)
    if let fault = run.damage { damage.append(fault) }
    var references: [ItemReference] = []
    for entry in run.boxes {
      do throws(MetadataError) {
        references.append(try ItemReference(entry, idSize: idSize, &reader))
      } catch {
        guard error.code == .boxInvalid else { throw error }
        damage.append(error)
      }
    }
    return references
  }

  private init(
    _ box: Box, idSize: Int, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) {
    var fields = try FieldReader(box, &reader)
    kind = box.kind
    from = try fields.number(idSize)
    var targets: [Int] = []
    for _ in 0..<(try fields.number(2)) {
      try reader.count(at: fields.offset)
      targets.append(try fields.number(idSize))
    }
    to = targets
  }
}

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
