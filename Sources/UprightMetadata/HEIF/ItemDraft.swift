// The tables of items as they shall be: which property says what, and which item has which (ISO 14496-12, 8.11.14).

internal import UprightGeometry

/// Changes of the tables that are decided one after the other, and become changes of bytes together.
struct ItemDraft {
  private let properties: ItemProperties
  /// How many times items name each property, as the file stands.
  private let useCounts: [Int]
  /// What properties of the file shall say.
  private var stated: [Int: HEIFProperty] = [:]
  /// Properties that the file does not have yet.
  private var appended: [HEIFProperty] = []
  /// The properties that an item relies on as they are in this draft.
  private var normalized: Set<Int> = []
  /// The changes of lists.
  private var listEdits: [BytePatch.Edit] = []
  private var grownLists: [ItemTableGrowth.GrownList] = []

  /// The tables as they are.
  init(_ properties: ItemProperties) {
    self.properties = properties
    useCounts = properties.useCounts
  }

  /// The indices of all properties, and that of none.
  var indices: ClosedRange<Int> { 0...properties.properties.count + appended.count }

  /// How a property turns or mirrors; nil where it does neither.
  func transform(_ index: Int) -> HEIFProperty? {
    let beyond = index - properties.properties.count - 1
    if appended.indices.contains(beyond) { return appended[beyond] }
    return stated[index] ?? properties[index]?.transform
  }

  /// Whether a property may be changed by items that name it `count` times: nobody else has it, and nobody relies on it.
  func isFree(_ index: Int, namedTimes count: Int) -> Bool {
    !normalized.contains(index) && useCounts.indices.contains(index) && useCounts[index] == count
  }

  /// Makes a property of the file say something else.
  mutating func set(_ index: Int, to transform: HEIFProperty) { stated[index] = transform }

  /// Adds a property, and gives its index; nil where an item's list names properties that are not there: it would have this one then.
  mutating func append(_ transform: HEIFProperty) -> Int? {
    let count = properties.properties.count
    guard properties.associations.allSatisfy({ $0.list.allSatisfy { $0.index <= count } }) else { return nil }
    appended.append(transform)
    return properties.properties.count + appended.count
  }

  /// Lets an item rely on properties as they are now.
  mutating func normalize(_ indices: some Sequence<Int>) { normalized.formUnion(indices) }

  /// Puts `claims` at the end of an item's list, in the place of what turned and mirrored it. Where the list would become shorter, it is filled up with
  /// claims on nothing.
  ///
  /// - Returns: whether the list can say it.
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

  // MARK: As bytes

  /// The changes of bytes, what is inserted among them, but for what the insertions move.
  var edits: [BytePatch.Edit] {
    var edits = stated.compactMap { properties[$0]?.edit(to: $1) }.filter { $0.old != $0.new } + listEdits
    if !appended.isEmpty {
      edits.append(BytePatch.Edit(offset: properties.container.end, old: [], new: appended.flatMap(\.box)))
    }
    return edits
  }

  /// What the tables grow by.
  var growth: ItemTableGrowth {
    ItemTableGrowth(properties: appended.reduce(0) { $0 + $1.box.count }, lists: grownLists)
  }

  /// Cheaper is less: first that nothing moves, then how many bytes change.
  var cost: Int { growth.total << 16 + BytePatch(edits).changedByteCount }
}
