// Rewrites which `irot` and `imir` an item has, without turning another that has the same ones (ISO 14496-12, 8.11.14; MIAF, ISO 23000-22, 7.3.6.7).

internal import UprightGeometry

/// The ways to make an item lie otherwise.
///
/// Its planes (transparency, depth, a gain map) turn along where they lie as it does: readers refuse a file in which transparency lies otherwise.
struct ItemRetagging {
  private let header: HEIFHeader
  private let properties: ItemProperties
  /// The lists of all items that turn, the one that is asked for first.
  private let lists: [ItemAssociations]
  /// What turns and mirrors each of them; the same for all.
  private let transforms: [ItemTransforms]

  /// - Throws: `.carrierNotWritable` where the tables could not be read to their end, an item has several lists, or is cropped after it was turned.
  init(_ header: HEIFHeader, item: Int) throws(MetadataError) {
    let tables = header.tables
    guard tables.damage.isEmpty, let properties = tables.properties, let own = properties.list(of: item) else {
      throw MetadataError(.carrierNotWritable, at: tables.box.offset)
    }
    let operations = ItemTransforms(own, in: properties).operations
    let planes = Set(header.pictures.parts(of: item).filter { $0.role == .plane }.map(\.id))
    lists =
      [own]
      + properties.associations.filter {
        planes.contains($0.id) && ItemTransforms($0, in: properties).operations == operations
      }
    transforms = lists.map { ItemTransforms($0, in: properties) }
    let ids = lists.map(\.id)
    guard properties.associations.count(where: { ids.contains($0.id) }) == lists.count,
      lists.allSatisfy({ $0.list.allSatisfy { $0.index <= properties.properties.count } }),
      !transforms.contains(where: \.isCroppedLate)
    else { throw MetadataError(.carrierNotWritable, at: tables.box.offset) }
    self.header = header
    self.properties = properties
  }

  /// The cheapest changes of the tables after which the picture lies as `value` says.
  ///
  /// - Throws: `.carrierNotWritable`.
  func edits(to value: ExifOrientation) throws(MetadataError) -> [BytePatch.Edit] {
    if let edits = valueEdits(to: value) { return edits }
    let ways = HEIFProperty.writings(of: value, turnFirst: true).compactMap(relisted)
    guard let best = ways.min(by: { $0.cost < $1.cost }) else {
      throw MetadataError(.carrierNotWritable, at: lists[0].countOffset)
    }
    return best.edits + (best.growth.isEmpty ? [] : try best.growth.edits(in: header))
  }

  /// Changes of bytes in place, where the lists may stay as they are.
  private func valueEdits(to value: ExifOrientation) -> [BytePatch.Edit]? {
    let former = transforms[0].operations
    guard former.count < 2 || (former.count == 2 && former[0].isMirror != former[1].isMirror) else { return nil }
    let choices = former.indices.map { place in
      transforms.allSatisfy { isOwn($0.placed[place].index) } ? former[place].alternatives : [former[place]]
    }
    let combinations = choices.reduce([[]]) { made, choice in made.flatMap { head in choice.map { head + [$0] } } }
    let right = combinations.filter {
      Orientation($0).exif == value && HEIFProperty.readingTurnFirst($0).exif == value
    }
    return right.map(valueEdits).min { $0.count < $1.count }
  }

  private func valueEdits(to wanted: [HEIFProperty]) -> [BytePatch.Edit] {
    let places = transforms.flatMap { zip($0.placed, wanted) }
    let edits = places.compactMap { $0.property.edit(to: $1) }.filter { $0.old != $0.new }
    return Set(edits).sorted { $0.offset < $1.offset }
  }

  /// Whether only items that turn have a property.
  private func isOwn(_ index: Int) -> Bool {
    properties.useCount(index) == lists.reduce(0) { $0 + $1.list.count { $0.index == index } }
  }
}

extension ItemRetagging {
  /// New lists.
  private struct Way {
    /// The changes of bytes, with what is inserted.
    var edits: [BytePatch.Edit] = []
    /// What the tables grow by.
    var growth = ItemTableGrowth()
    /// Cheaper is less: first that nothing moves, then how many bytes change.
    var cost: Int { growth.total << 16 + BytePatch(edits).changedByteCount }
  }

  /// Lists that end with `wanted`; properties that say so already are named, free ones are changed, missing ones are appended.
  private func relisted(_ wanted: [HEIFProperty]) -> Way? {
    var way = Way()
    var (claims, appended): ([ItemAssociation], [[UInt8]]) = ([], [])
    for transform in wanted {
      let index: Int
      if let found = self.index(where: { $1.transform == transform }) {
        index = found
      } else if let free = self.index(where: { $1.transform?.isMirror == transform.isMirror && isOwn($0) }) {
        index = free
        if let edit = properties[free]?.edit(to: transform) { way.edits.append(edit) }
      } else {
        appended.append(transform.box)
        index = properties.properties.count + appended.count
      }
      claims.append(ItemAssociation(index: index, isEssential: true))
    }
    way.edits += idleEdits(besides: claims.map(\.index))
    if !appended.isEmpty {
      let boxes = Array(appended.joined())
      way.growth.properties = boxes.count
      way.edits.append(BytePatch.Edit(offset: properties.container.end, old: [], new: boxes))
    }
    for list in lists {
      guard let old = list.encoded(list.list), let new = list.encoded(relisted(list, claims)) else { return nil }
      way.edits += listEdits(of: list, old, new)
      if new.count > old.count { way.growth.lists.append(.init(list: list, growth: new.count - old.count)) }
    }
    return way
  }

  /// An `irot` that no item has any more is set to 0, because some readers believe any that is there.
  private func idleEdits(besides used: [Int]) -> [BytePatch.Edit] {
    let idle = transforms.flatMap(\.placed).filter {
      !$0.transform.isMirror && isOwn($0.index) && !used.contains($0.index)
    }
    return Array(Set(idle.compactMap { $0.property.edit(to: .rotation(.zero)) }))
  }

  /// A list with `claims` at its end; where it would become shorter, it is filled up with claims on nothing.
  private func relisted(_ list: ItemAssociations, _ claims: [ItemAssociation]) -> [ItemAssociation] {
    let kept = list.list.filter { $0.index != 0 && properties[$0.index]?.transform == nil }
    let empty = ItemAssociation(index: 0, isEssential: false)
    return kept + claims + Array(repeating: empty, count: max(0, list.list.count - kept.count - claims.count))
  }

  /// One change for the count and one for what differs behind it.
  private func listEdits(of list: ItemAssociations, _ old: [UInt8], _ new: [UInt8]) -> [BytePatch.Edit] {
    let same = zip(old, new).dropFirst().prefix { $0 == $1 }.count + 1
    return [
      BytePatch.Edit(offset: list.countOffset, old: [old[0]], new: [new[0]]),
      BytePatch.Edit(offset: list.countOffset + same, old: Array(old[same...]), new: Array(new[same...])),
    ]
  }

  /// The first property that `fits`, the picture's own before anybody's.
  private func index(where fits: (Int, ItemProperty) -> Bool) -> Int? {
    let own = lists[0].list.map(\.index)
    return (own + Array(0...properties.properties.count)).first { index in
      properties[index].map { fits(index, $0) } ?? false
    }
  }
}
