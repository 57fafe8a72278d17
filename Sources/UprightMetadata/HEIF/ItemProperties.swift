// Item properties and their associations: `iprp`, `ipco`, `ipma` (ISO 14496-12, 8.11.14; ISO 23008-12, 6.5).

internal import UprightGeometry

/// A property of items.
struct ItemProperty: Hashable, Sendable {
  /// Its contents.
  enum Content: Hashable, Sendable {
    /// `ispe`: columns and rows before any transform.
    case size(PixelSize<Stored>)
    /// `irot` or `imir`, and the byte that codes it.
    case transform(HEIFProperty, byte: UInt8)
    /// `clap`: the displayed part.
    case aperture(CleanAperture)
    /// Anything else.
    case other
  }

  /// Its box.
  let box: Box
  /// Its contents.
  let content: Content

  /// The rotation or mirror; nil if it is neither.
  var transform: HEIFProperty? {
    guard case .transform(let transform, _) = content else { return nil }
    return transform
  }

  /// The clean aperture; nil if this is another property.
  var aperture: CleanAperture? {
    guard case .aperture(let aperture) = content else { return nil }
    return aperture
  }

  /// The edit that sets it to `transform`, which must be of the same kind.
  func edit(to transform: HEIFProperty) -> BytePatch.Edit? {
    guard case .transform(_, let byte) = content else { return nil }
    return BytePatch.Edit(offset: box.payload.lowerBound, old: [byte], new: [transform.byte])
  }
}

/// An item's association with a property.
struct ItemAssociation: Hashable, Sendable {
  /// The property's 1-based index; 0 for none.
  let index: Int
  /// Whether the property is essential: a reader must support it to show the item.
  let isEssential: Bool
}

/// An item's properties, in order of application.
struct ItemAssociations: Hashable, Sendable {
  /// The item ID.
  let id: Int
  /// Offset of the one-byte count, which precedes the list.
  let countOffset: Int
  /// The list.
  let list: [ItemAssociation]
  /// Whether entries have two bytes instead of one.
  let isWide: Bool
  /// Its `ipma` box.
  let box: Box

  /// The encoded count and list in the format of this box; nil if it cannot express them.
  func encoded(_ list: [ItemAssociation]) -> [UInt8]? {
    let limit = isWide ? 0x7FFF : 0x7F
    guard list.count <= 255, list.allSatisfy({ $0.index <= limit }) else { return nil }
    return list.reduce(into: [UInt8(truncatingIfNeeded: list.count)]) { bytes, entry in
      let mark: UInt8 = entry.isEssential ? 0x80 : 0
      if isWide { bytes.append(mark | UInt8(truncatingIfNeeded: entry.index >> 8)) }
      bytes.append(UInt8(truncatingIfNeeded: entry.index) | (isWide ? 0 : mark))
    }
  }
}

/// All properties and association lists.
struct ItemProperties: Hashable, Sendable {
  /// `iprp`.
  let box: Box
  /// `ipco`.
  let container: Box
  /// The properties; the first has index 1.
  let properties: [ItemProperty]
  /// Every item's list.
  let associations: [ItemAssociations]
  /// The index of an item's list, by item ID. A table may have thousands of items that are looked up tens of
  /// thousands of times.
  private let places: [Int: Int]
  /// Whether everything could be read.
  let isComplete: Bool

  /// Reads the properties, up to any damage; nil if there is no container.
  ///
  /// - Throws: `.unreadable`, `.tooManyStructures`, `.tooMuchMetadata`.
  init?(
    _ box: Box?, _ reader: inout RangeReader<some ByteSource>, damage: inout [MetadataError]
  ) throws(MetadataError) {
    guard let box else { return nil }
    let (run, former) = (try BoxRun(in: box.payload, &reader), damage.count)
    if let fault = run.damage { damage.append(fault) }
    guard let container = run.first("ipco") else { return nil }
    self.box = box
    self.container = container
    properties = try ItemProperty.all(in: container, &reader, damage: &damage)
    var associations: [ItemAssociations] = []
    for table in run.boxes where table.kind == "ipma" {
      do throws(MetadataError) {
        try ItemAssociations.read(table, &reader, into: &associations)
      } catch {
        guard error.code == .boxInvalid else { throw error }
        damage.append(error)
      }
    }
    self.associations = associations
    places = Dictionary(associations.indices.map { (associations[$0].id, $0) }) { first, _ in first }
    isComplete = damage.count == former && !associations.isEmpty
  }

  /// The list of an item; the first is used.
  func list(of id: Int) -> ItemAssociations? { places[id].map { associations[$0] } }

  /// The property with an index; nil for none.
  subscript(index: Int) -> ItemProperty? {
    index > 0 && index <= properties.count ? properties[index - 1] : nil
  }

  /// How many times items refer to each property, by index.
  var useCounts: [Int] {
    associations.reduce(into: Array(repeating: 0, count: properties.count + 1)) { counts, list in
      for entry in list.list where entry.index <= properties.count { counts[entry.index] += 1 }
    }
  }

  /// All stated sizes, whether used or not.
  var sizes: [PixelSize<Stored>?] {
    properties.map { if case .size(let size) = $0.content { size } else { nil } }
  }

  /// Columns and rows of an item before its transforms.
  func size(of list: ItemAssociations) -> PixelSize<Stored>? {
    for entry in list.list { if case .size(let size)? = self[entry.index]?.content { return size } }
    return nil
  }
}

extension ItemAssociations {
  fileprivate static func read(
    _ box: Box, _ reader: inout RangeReader<some ByteSource>, into lists: inout [ItemAssociations]
  ) throws(MetadataError) {
    var fields = try FieldReader(box, &reader)
    let head = try fields.number(Box.fullHeader)
    let (idSize, isWide) = (head >> 24 == 0 ? 2 : 4, head & 1 == 1)
    for _ in 0..<(try fields.number(4)) {
      guard lists.count < ItemInfo.maxItems else { throw MetadataError(.tooManyStructures, at: box.offset) }
      let id = try fields.number(idSize)
      let countOffset = fields.offset
      var list: [ItemAssociation] = []
      for _ in 0..<(try fields.number(1)) {
        let entry = try fields.number(isWide ? 2 : 1)
        let mark = isWide ? 0x8000 : 0x80
        list.append(ItemAssociation(index: entry & (mark - 1), isEssential: entry & mark != 0))
      }
      lists.append(ItemAssociations(id: id, countOffset: countOffset, list: list, isWide: isWide, box: box))
    }
  }
}

extension ItemProperty {
  fileprivate static func all(
    in container: Box, _ reader: inout RangeReader<some ByteSource>, damage: inout [MetadataError]
  ) throws(MetadataError) -> [ItemProperty] {
    let run = try BoxRun(in: container.payload, &reader)
    if let fault = run.damage { damage.append(fault) }
    var properties: [ItemProperty] = []
    for box in run.boxes {
      let content = try content(of: box, &reader)
      if content == nil { damage.append(MetadataError(.boxInvalid, at: box.offset)) }
      properties.append(ItemProperty(box: box, content: content ?? .other))
    }
    return properties
  }

  /// nil if the box is too short for its contents. Reserved bits are ignored, as in most readers.
  private static func content(
    of box: Box, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> Content? {
    switch box.kind {
    case "ispe":
      guard box.payload.count >= 12 else { return nil }
      let start = box.payload.lowerBound + Box.fullHeader
      return .size(
        PixelSize(width: try reader.number(at: start, size: 4), height: try reader.number(at: start + 4, size: 4)))
    case "irot", "imir":
      guard !box.payload.isEmpty else { return nil }
      let byte = try reader.bytes(at: box.payload.lowerBound, count: 1)[0]
      return HEIFProperty(box.kind, byte: byte).map { .transform($0, byte: byte) }
    case "clap":
      guard box.payload.count >= CleanAperture.byteCount else { return nil }
      return CleanAperture(try reader.bytes(at: box.payload.lowerBound, count: CleanAperture.byteCount))
        .map { .aperture($0) }
    default: return .other
    }
  }
}
