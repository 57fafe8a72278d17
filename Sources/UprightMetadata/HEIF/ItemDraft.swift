// A draft of new item tables: properties, and their association with items (ISO 14496-12, 8.11.14).

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
