// A draft of new item tables: properties, and their association with items (ISO 14496-12, 8.11.14). Makes room in the
// item tables: the enclosing boxes grow, and all file offsets after an insertion shift (ISO 14496-12, 8.11.3).

internal import UprightGeometry

/// Collects changes of the tables, which become byte edits together.
struct ItemDraft {
  private let properties: ItemProperties
  /// How many times items refer to each property in the file.
  private let useCounts: [Int]
  /// New values of the file's properties.
  private var stated: [Int: HEIFProperty] = [:]
  /// Properties to append.
  private var appended: [HEIFProperty] = []
  /// Properties on whose value in this draft an item relies.
  private var normalized: Set<Int> = []
  /// Edits of association lists.
  private var listEdits: [BytePatch.Edit] = []
  private var grownLists: [ItemTableGrowth.GrownList] = []

  /// An unchanged draft.
  init(_ properties: ItemProperties) {
    self.properties = properties
    useCounts = properties.useCounts
  }

  /// The indices of all properties, including 0 for none.
  var indices: ClosedRange<Int> { 0...properties.properties.count + appended.count }

  /// The rotation or mirror of a property; nil if it is neither.
  func transform(_ index: Int) -> HEIFProperty? {
    let beyond = index - properties.properties.count - 1
    if appended.indices.contains(beyond) { return appended[beyond] }
    return stated[index] ?? properties[index]?.transform
  }

  /// Whether items that refer to a property `count` times may change it: no other item has it, and no item relies on
  /// its value.
  func isFree(_ index: Int, namedTimes count: Int) -> Bool {
    !normalized.contains(index) && useCounts.indices.contains(index) && useCounts[index] == count
  }

  /// Changes the value of a property in the file.
  mutating func set(_ index: Int, to transform: HEIFProperty) { stated[index] = transform }

  /// Appends a property and returns its index; nil if an item's list refers to missing properties, since it would
  /// refer to this one.
  mutating func append(_ transform: HEIFProperty) -> Int? {
    let count = properties.properties.count
    guard properties.associations.allSatisfy({ $0.list.allSatisfy { $0.index <= count } }) else { return nil }
    appended.append(transform)
    return properties.properties.count + appended.count
  }

  /// Makes an item rely on the current values of properties.
  mutating func normalize(_ indices: some Sequence<Int>) { normalized.formUnion(indices) }

  /// Replaces the rotations and mirrors in an item's list by `claims` at its end. A list that would become shorter is
  /// padded with references to no property.
  ///
  /// - Returns: whether the list can express it.
  mutating func relist(_ list: ItemAssociations, _ claims: [ItemAssociation]) -> Bool {
    let kept = list.list.filter { $0.index != 0 && properties[$0.index]?.transform == nil }
    let empty = ItemAssociation(index: 0, isEssential: false)
    let wanted = kept + claims + Array(repeating: empty, count: max(0, list.list.count - kept.count - claims.count))
    guard let old = list.encoded(list.list), let new = list.encoded(wanted) else { return false }
    let same = zip(old, new).dropFirst().prefix { $0 == $1 }.count + 1
    listEdits += [
      BytePatch.Edit(offset: list.countOffset, old: [old[0]], new: [new[0]]),
      BytePatch.Edit(offset: list.countOffset + same, old: Array(old[same...]), new: Array(new[same...])),
    ]
    if new.count > old.count { grownLists.append(.init(list: list, growth: new.count - old.count)) }
    normalize(claims.map(\.index))
    return true
  }

  // MARK: Byte edits

  /// The byte edits, including insertions, without the edits of offsets that the insertions shift.
  var edits: [BytePatch.Edit] {
    var edits = stated.compactMap { properties[$0]?.edit(to: $1) }.filter { $0.old != $0.new } + listEdits
    if !appended.isEmpty {
      edits.append(BytePatch.Edit(offset: properties.container.end, old: [], new: appended.flatMap(\.box)))
    }
    return edits
  }

  /// By how much the tables grow.
  var growth: ItemTableGrowth {
    ItemTableGrowth(properties: appended.reduce(0) { $0 + $1.box.count }, lists: grownLists)
  }

  /// Lower is better: first that nothing moves, then how few bytes change.
  var cost: Int { growth.total << 16 + BytePatch(edits).changedByteCount }
}

/// Bytes inserted at the end of `ipco` and of association lists.
struct ItemTableGrowth {
  /// A list that grows.
  struct GrownList {
    /// The list.
    let list: ItemAssociations
    /// By how many bytes.
    let growth: Int
  }

  /// Number of bytes inserted at the end of `ipco`.
  var properties = 0
  /// The lists that grow.
  var lists: [GrownList] = []

  /// Total number of inserted bytes.
  var total: Int { lists.reduce(properties) { $0 + $1.growth } }

  /// Whether nothing is inserted.
  var isEmpty: Bool { total == 0 }

  /// Boxes with file offsets that are not rewritten here.
  private static let pointing: [FourCC] = ["moof", "mfra", "sidx", "ssix", "meco"]

  /// The edits of lengths and offsets, without the insertions.
  ///
  /// - Throws: `.fieldNotWritable` if other structures contain file offsets, if an insertion would be inside an
  ///   item's bytes or a frame's, or if a field is too small.
  func edits(in header: HEIFHeader) throws(MetadataError) -> [BytePatch.Edit] {
    let tables = header.tables
    guard header.isWhole, let all = tables.properties,
      !header.file.boxes.contains(where: { Self.pointing.contains($0.kind) })
    else { throw MetadataError(.fieldNotWritable, at: tables.box.offset) }
    let tablesOfLists = Dictionary(grouping: lists, by: \.list.box).mapValues { $0.reduce(0) { $0 + $1.growth } }
    let grown = [(tables.box, total), (all.box, total), (all.container, properties)] + tablesOfLists.map { ($0, $1) }
    let places = [(all.container.end, properties)] + lists.map { ($0.list.end, $0.growth) }
    var edits: [BytePatch.Edit] = []
    for (box, growth) in grown where !box.isOpenEnded && growth > 0 {
      let offset = box.isLong ? box.offset + 8 : box.offset
      let length = ItemLocation.Field(offset: offset, size: box.isLong ? 8 : 4, value: box.end - box.offset)
      edits.append(try edit(of: length, by: growth))
    }
    for location in tables.locations where location.origin == .file {
      edits += try moved(location, places: places)
    }
    return try edits + movedFrames(in: header, places: places)
  }

  /// The edits of the offsets of a sequence's frames.
  private func movedFrames(
    in header: HEIFHeader, places: [(offset: Int, growth: Int)]
  ) throws(MetadataError) -> [BytePatch.Edit] {
    guard let movie = header.sequence else { return [] }
    guard let chunks = header.frames?.chunks else { throw MetadataError(.fieldNotWritable, at: movie.offset) }
    let rooms = header.file.boxes.filter { $0.kind == "mdat" }.map(\.payload)
    var edits: [BytePatch.Edit] = []
    for field in chunks {
      guard rooms.contains(where: { $0.contains(field.value) }) else {
        throw MetadataError(.fieldNotWritable, at: field.offset)
      }
      let shift = places.reduce(0) { $0 + ($1.offset <= field.value ? $1.growth : 0) }
      if shift > 0 { edits.append(try edit(of: field, by: shift)) }
    }
    return edits
  }

  /// The edits of an item's location.
  private func moved(
    _ location: ItemLocation, places: [(offset: Int, growth: Int)]
  ) throws(MetadataError) -> [BytePatch.Edit] {
    var shifts: [Int] = []
    for extent in location.extents {
      guard location.isInThisFile, let start = location.start(of: extent),
        !places.contains(where: { $0.growth > 0 && start < $0.offset && $0.offset - start < extent.reach })
      else { throw MetadataError(.fieldNotWritable, at: extent.offset.offset) }
      shifts.append(places.reduce(0) { $0 + ($1.offset <= start ? $1.growth : 0) })
    }
    guard let first = shifts.first, shifts.contains(where: { $0 > 0 }) else { return [] }
    let offsets = location.extents.map(\.offset)
    if shifts.allSatisfy({ $0 == first }), location.base.value > 0 || offsets[0].size == 0 {
      return [try edit(of: location.base, by: first)]
    }
    var edits: [BytePatch.Edit] = []
    for (field, shift) in zip(offsets, shifts) where shift > 0 { edits.append(try edit(of: field, by: shift)) }
    return edits
  }

  /// The edit that increases a number of the tables by `growth`.
  ///
  /// - Throws: `.fieldNotWritable` if the field is too small.
  func edit(of field: ItemLocation.Field, by growth: Int) throws(MetadataError) -> BytePatch.Edit {
    let (value, overflow) = field.value.addingReportingOverflow(growth)
    guard !overflow, field.size == 8 || value >> (8 * field.size) == 0 else {
      throw MetadataError(.fieldNotWritable, at: field.offset)
    }
    return BytePatch.Edit(
      offset: field.offset, old: BigEndian.bytes(field.value, size: field.size),
      new: BigEndian.bytes(value, size: field.size))
  }
}

extension ItemAssociations {
  /// One past the list.
  fileprivate var end: Int { countOffset + 1 + list.count * (isWide ? 2 : 1) }
}
