// Rewrites how the primary item of a HEIF or AVIF file lies, and nothing of any other item (ISO 23008-12, 6.5.10 and 6.5.12).

internal import UprightGeometry

extension HEIFHeader {
  /// The bytes of the picture's own `irot` and `imir` change where they can say it; else its list of properties changes, and what is missing there is
  /// appended, in the order that MIAF asks for. Exif and XMP follow where they said the same before.
  ///
  /// - Throws: `.carrierNotWritable` where the tables are damaged, are shared in a way that cannot be split, or could only grow by moving what others
  ///   point at.
  func retag(to value: ExifOrientation, from answer: OrientationAnswer) throws(MetadataError) -> BytePatch {
    var edits: [BytePatch.Edit] = []
    if transforms?.orientation.exif != value {
      edits = try ItemRetagging(self).edits(to: value)
    }
    let former = answer.orientation.exif
    if former != value { edits += try followingEdits(from: former, to: value) }
    return BytePatch(edits.filter { $0.old != $0.new })
  }

  private func followingEdits(
    from former: ExifOrientation, to value: ExifOrientation
  ) throws(MetadataError) -> [BytePatch.Edit] {
    var edits = xmp.filter { $0.value == former }.map { $0.edit(to: value) }
    if let exif, exif.statement?.value == former { edits += exif.edits(to: value) }
    for edit in edits where !isItemData(edit.offset..<edit.offset + edit.old.count) {
      throw MetadataError(.carrierNotWritable, at: edit.offset)
    }
    return edits
  }

  /// Whether bytes belong to items and to no structure.
  private func isItemData(_ range: Range<Int>) -> Bool {
    let rooms = file.boxes.filter { $0.kind == "mdat" } + (tables.itemData.map { [$0] } ?? [])
    return rooms.contains { $0.payload.lowerBound <= range.lowerBound && range.upperBound <= $0.payload.upperBound }
  }
}

/// The ways to make the primary item lie otherwise.
struct ItemRetagging {
  private let header: HEIFHeader
  private let properties: ItemProperties
  private let list: ItemAssociations
  private let transforms: ItemTransforms

  /// - Throws: `.carrierNotWritable` where the tables could not be read to their end, or the picture has several lists.
  init(_ header: HEIFHeader) throws(MetadataError) {
    let tables = header.tables
    guard tables.damage.isEmpty, let properties = tables.properties, let transforms = header.transforms,
      let list = properties.list(of: tables.primary),
      properties.associations.count(where: { $0.id == tables.primary }) == 1,
      list.list.allSatisfy({ $0.index <= properties.properties.count }), !transforms.isCroppedLate
    else { throw MetadataError(.carrierNotWritable, at: tables.box.offset) }
    self.header = header
    self.properties = properties
    self.list = list
    self.transforms = transforms
  }

  /// The cheapest changes of the tables after which the picture lies as `value` says.
  ///
  /// - Throws: `.carrierNotWritable`.
  func edits(to value: ExifOrientation) throws(MetadataError) -> [BytePatch.Edit] {
    if let edits = valueEdits(to: value) { return edits }
    let ways = HEIFProperty.writings(of: value, turnFirst: true).compactMap(relisted)
    guard let best = ways.min(by: { $0.cost < $1.cost }) else {
      throw MetadataError(.carrierNotWritable, at: list.countOffset)
    }
    guard best.growth > 0 else { return best.edits }
    let growth = ItemTableGrowth(
      properties: best.appended.count, list: list, listGrowth: best.growth - best.appended.count)
    return best.edits + (try growth.edits(in: header))
  }

  /// Changes of bytes in place, where the list may stay as it is.
  private func valueEdits(to value: ExifOrientation) -> [BytePatch.Edit]? {
    let placed = transforms.placed
    guard placed.count < 2 || (placed.count == 2 && placed[0].transform.isMirror != placed[1].transform.isMirror) else {
      return nil
    }
    let choices = placed.map { isOwn($0.index) ? $0.transform.alternatives : [$0.transform] }
    let combinations = choices.reduce([[]]) { made, choice in made.flatMap { head in choice.map { head + [$0] } } }
    let right = combinations.filter {
      Orientation($0).exif == value && HEIFProperty.readingTurnFirst($0).exif == value
    }
    let ways = right.map { combination in
      zip(placed, combination).compactMap { $0.property.edit(to: $1) }.filter { $0.old != $0.new }
    }
    return ways.min { $0.count < $1.count }
  }

  /// Whether a property belongs to the picture and to no other item, or to none.
  private func isOwn(_ index: Int) -> Bool {
    properties.useCount(index) == list.list.count { $0.index == index }
  }
}

extension ItemRetagging {
  /// A new list for the picture.
  private struct Way {
    /// The changes of bytes, the insertions among them.
    var edits: [BytePatch.Edit]
    /// The boxes that are appended to the properties.
    var appended: [UInt8]
    /// How many bytes longer the tables become.
    var growth: Int
    /// Cheaper is less.
    var cost: Int { growth << 16 + BytePatch(edits).changedByteCount }
  }

  /// A list that ends with `wanted`; properties that say so already are named, free ones are changed, missing ones are appended.
  private func relisted(_ wanted: [HEIFProperty]) -> Way? {
    var (edits, appended, entries): ([BytePatch.Edit], [UInt8], [ItemAssociation]) = ([], [], [])
    var missing = 0
    for transform in wanted {
      let index: Int
      if let found = self.index(where: { $1.transform == transform }) {
        index = found
      } else if let free = self.index(where: { $1.transform?.isMirror == transform.isMirror && isOwn($0) }) {
        index = free
        if let edit = properties[free]?.edit(to: transform) { edits.append(edit) }
      } else {
        missing += 1
        index = properties.properties.count + missing
        appended += transform.box
      }
      entries.append(ItemAssociation(index: index, isEssential: true))
    }
    let kept = list.list.filter { $0.index != 0 && properties[$0.index]?.transform == nil }
    let empty = ItemAssociation(index: 0, isEssential: false)
    let full = kept + entries
    let padded = full + Array(repeating: empty, count: max(0, list.list.count - full.count))
    guard let old = list.encoded(list.list), let new = list.encoded(padded) else { return nil }
    edits += listEdits(old, new)
    if !appended.isEmpty { edits.append(BytePatch.Edit(offset: properties.container.end, old: [], new: appended)) }
    return Way(edits: edits, appended: appended, growth: appended.count + new.count - old.count)
  }

  /// One change for the count and one for what differs behind it.
  private func listEdits(_ old: [UInt8], _ new: [UInt8]) -> [BytePatch.Edit] {
    let same = zip(old, new).dropFirst().prefix { $0 == $1 }.count + 1
    return [
      BytePatch.Edit(offset: list.countOffset, old: [old[0]], new: [new[0]]),
      BytePatch.Edit(offset: list.countOffset + same, old: Array(old[same...]), new: Array(new[same...])),
    ]
  }

  /// The first property that `fits`, the picture's own before anybody's.
  private func index(where fits: (Int, ItemProperty) -> Bool) -> Int? {
    let own = list.list.map(\.index)
    return (own + Array(0...properties.properties.count)).first { index in
      properties[index].map { fits(index, $0) } ?? false
    }
  }
}
