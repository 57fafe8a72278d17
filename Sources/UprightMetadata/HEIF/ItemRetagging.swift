// Rewrites an item's `irot` and `imir` without reorienting other items that share them (ISO 14496-12, 8.11.14; MIAF,
// ISO 23000-22, 7.3.6.7). Rewrites the orientation of a HEIF or AVIF file's primary item and its attachments, and of no
// other item (ISO 23008-12, 6.5.10 and 6.5.12).

internal import UprightGeometry

/// The ways to reorient an item together with its attachments.
///
/// Its planes (alpha, depth, a gain map) are reoriented with it if they have its orientation; readers reject a file
/// whose alpha is oriented differently. So are its thumbnails, including those whose pixels are already rotated, and the
/// other images of its scene: the second view of a stereo pair, alternatives, other sizes.
struct ItemRetagging {
  private let header: HEIFHeader
  private let properties: ItemProperties
  /// Items grouped by orientation; the requested item is in the first group.
  private let groups: [Group]
  /// The stereo pairs whose left and right swap, because what was at the left is displayed at the right.
  private let swappedPairs: [ItemGroup]

  /// Items with the same orientation, before and after.
  fileprivate struct Group {
    var lists: [ItemAssociations]
    /// The rotations and mirrors of each item.
    var transforms: [ItemTransforms]
    /// Their new orientation.
    let value: ExifOrientation
  }

  /// The changes that display `item` and its attachments with orientation `value`; `mendingThumbnails`: also those
  /// that are now displayed differently.
  ///
  /// - Throws: `.fieldNotWritable` if the tables could not be read completely, an item has several lists, or is
  ///   cropped or scaled after rotation. Also if an image sequence would keep its orientation.
  init(
    _ header: HEIFHeader, item: Int, to value: ExifOrientation, mendingThumbnails: Bool = false
  ) throws(MetadataError) {
    let tables = header.tables
    if let sequence = header.sequence, !header.canRotateFrames {
      throw MetadataError(.fieldNotWritable, at: sequence.offset)
    }
    guard tables.damage.isEmpty, let properties = tables.properties, let own = properties.list(of: item) else {
      throw MetadataError(.fieldNotWritable, at: tables.box.offset)
    }
    let turn = ItemTransforms(own, in: properties).orientation.inverse.then(Orientation(exif: value))
    let mended = mendingThumbnails ? header.images.misorientedThumbnails(of: item) : []
    let attachments = header.images.attachments(of: item).union(mended)
    let lists = [own] + properties.associations.filter { attachments.contains($0.id) }
    groups = Self.groups(lists, properties, turn, mended, value)
    let ids = attachments.union([item])
    guard properties.associations.count(where: { ids.contains($0.id) }) == lists.count, lists.count == ids.count,
      lists.allSatisfy({ $0.list.allSatisfy { $0.index <= properties.properties.count } }),
      !groups.contains(where: { $0.transforms.contains(where: \.isResizedLate) })
    else { throw MetadataError(.fieldNotWritable, at: tables.box.offset) }
    self.header = header
    self.properties = properties
    let reversesAcross = Transform2D(turn, in: PixelSize(width: 1, height: 1)).a < 0
    swappedPairs = reversesAcross ? tables.groups.filter { $0.kind == "ster" && !ids.isDisjoint(with: $0.ids) } : []
    if let several = swappedPairs.first(where: { $0.ids.count != 2 }) {
      throw MetadataError(.fieldNotWritable, at: several.offset)
    }
  }

  private static func groups(
    _ lists: [ItemAssociations], _ properties: ItemProperties, _ turn: Orientation<Displayed, Displayed>,
    _ mended: Set<Int>, _ wanted: ExifOrientation
  ) -> [Group] {
    var groups: [Group] = []
    for list in lists {
      let transforms = ItemTransforms(list, in: properties)
      let value = mended.contains(list.id) ? wanted : transforms.orientation.then(turn).exif
      let place = groups.firstIndex { $0.value == value } ?? groups.count
      if place == groups.count { groups.append(Group(lists: [], transforms: [], value: value)) }
      groups[place].lists.append(list)
      groups[place].transforms.append(transforms)
    }
    return groups
  }

  /// The cheapest table edits after which all orientations are correct.
  ///
  /// - Throws: `.fieldNotWritable`.
  func edits() throws(MetadataError) -> [BytePatch.Edit] {
    var draft = ItemDraft(properties)
    for group in groups {
      let ways = HEIFProperty.writings(of: group.value, rotateFirst: true)
      guard
        let next = group.revalued(draft)
          ?? ways.compactMap({ group.relisted($0, draft) }).min(by: { $0.cost < $1.cost })
      else { throw MetadataError(.fieldNotWritable, at: group.lists[0].countOffset) }
      draft = next
    }
    let pairs = swappedPairs.map { pair in
      let ids = pair.ids.map { BigEndian.bytes($0) }
      return BytePatch.Edit(offset: pair.offset, old: ids[0] + ids[1], new: ids[1] + ids[0])
    }
    return draft.edits + pairs + (draft.growth.isEmpty ? [] : try draft.growth.edits(in: header))
  }
}

extension ItemRetagging.Group {
  /// Changes only property values, if the lists may stay as they are.
  func revalued(_ draft: ItemDraft) -> ItemDraft? {
    let former = transforms[0].operations
    guard former.count < 2 || (former.count == 2 && former[0].isMirror != former[1].isMirror),
      transforms.allSatisfy({ $0.operations == former })
    else { return nil }
    let uses = uses
    let choices = former.indices.map { place in
      let isOwn = transforms.allSatisfy { isFree($0.placed[place].index, uses, draft) }
      return isOwn ? former[place].alternatives : [former[place]]
    }
    let combinations = choices.reduce([[]]) { made, choice in made.flatMap { head in choice.map { head + [$0] } } }
    let right = combinations.filter {
      Orientation($0).exif == value && HEIFProperty.readingRotateFirst($0).exif == value
    }
    return right.map { revalued($0, draft) }.min { $0.edits.count < $1.edits.count }
  }

  private func revalued(_ wanted: [HEIFProperty], _ draft: ItemDraft) -> ItemDraft {
    var draft = draft
    for (place, transform) in transforms.flatMap({ zip($0.placed, wanted) }) {
      draft.set(place.index, to: transform)
      draft.normalize([place.index])
    }
    return draft
  }

  /// Lists that end with `wanted`: existing properties are reused, unshared ones are changed, missing ones are
  /// appended.
  func relisted(_ wanted: [HEIFProperty], _ draft: ItemDraft) -> ItemDraft? {
    var draft = draft
    let uses = uses
    var claims: [ItemAssociation] = []
    for transform in wanted {
      let index: Int
      if let found = self.index(draft, where: { $1 == transform }) {
        index = found
      } else if let free = self.index(draft, where: { $1.isMirror == transform.isMirror && isFree($0, uses, draft) }) {
        index = free
        draft.set(free, to: transform)
      } else if let added = draft.append(transform) {
        index = added
      } else {
        return nil
      }
      claims.append(ItemAssociation(index: index, isEssential: true))
    }
    for list in lists where !draft.relist(list, claims) { return nil }
    // An `irot` that no item uses any more is set to 0, because some readers apply any that is present.
    for place in transforms.flatMap(\.placed) where !place.transform.isMirror && isFree(place.index, uses, draft) {
      draft.set(place.index, to: .rotation(.zero))
    }
    return draft
  }

  /// How many times these items refer to each property.
  private var uses: [Int: Int] {
    lists.reduce(into: [:]) { uses, list in for entry in list.list { uses[entry.index, default: 0] += 1 } }
  }

  /// Whether only these items have a property.
  private func isFree(_ index: Int, _ uses: [Int: Int], _ draft: ItemDraft) -> Bool {
    draft.isFree(index, namedTimes: uses[index] ?? 0)
  }

  /// The first property that `fits`; the items' own properties take precedence.
  private func index(_ draft: ItemDraft, where fits: (Int, HEIFProperty) -> Bool) -> Int? {
    (lists[0].list.map(\.index) + draft.indices).first { index in
      draft.transform(index).map { fits(index, $0) } ?? false
    }
  }
}

extension HEIFHeader {
  /// Changes the bytes of the image's own `irot` and `imir` if that suffices. Otherwise its property list changes,
  /// and missing properties are appended in MIAF's order. Exif and XMP follow if they agreed before or if `change`
  /// normalizes them, so that readers which ignore properties agree with the others. So does a motion photo's video, and
  /// thumbnails that lack the image's transforms get them.
  ///
  /// - Throws: `.fieldNotWritable` if the tables are damaged, are shared in a way that cannot be split, or could only
  ///   grow by moving data that others point to.
  func retag(_ change: OrientationChange, from resolved: ResolvedOrientation) throws(MetadataError) -> BytePatch {
    var edits: [BytePatch.Edit] = []
    let mends = change.normalizes && !images.misorientedThumbnails(of: tables.primary).isEmpty
    if transforms?.orientation.exif != change.value || mends {
      edits = try ItemRetagging(self, item: tables.primary, to: change.value, mendingThumbnails: mends).edits()
    }
    if transforms?.orientation.exif != change.value {
      let former = transforms?.orientation ?? .identity
      edits += try frames?.edits(reorienting: former.inverse.then(Orientation(exif: change.value))) ?? []
    }
    edits += try followingEdits(change, from: resolved) + (video?.videoEdits(change) ?? [])
    return BytePatch(edits.filter { $0.old != $0.new })
  }

  /// Whether the animation's frames can rotate with the image: they are displayed like it, and their movie contains
  /// nothing else.
  var canRotateFrames: Bool {
    guard let frames, !frames.hasOtherTracks else { return false }
    return frames.orientation == transforms?.orientation ?? .identity
  }

  private func followingEdits(
    _ change: OrientationChange, from resolved: ResolvedOrientation
  ) throws(MetadataError) -> [BytePatch.Edit] {
    func packetEdits(_ packet: [XMPOrientation]) -> [BytePatch.Edit] {
      packet.filter { change.followsChange($0.value, from: resolved) || change.normalizesXMP(beside: resolved) }
        .map { $0.edit(to: change.value) }
    }
    var edits = packetEdits(xmp)
    if let exif {
      let inExif = packetEdits(exif.packetOrientations).map { $0.shifted(by: exif.offset) }
      edits += inExif.filter { !edits.contains($0) }
      if change.followsChange(exif.statement?.value, from: resolved) || change.normalizes {
        edits += exif.edits(to: change.value)
      }
    }
    edits.removeAll { $0.old == $0.new }
    for edit in edits where !isItemData(edit.range) { throw MetadataError(.fieldNotWritable, at: edit.offset) }
    return edits
  }

  /// Whether bytes belong to items and not to a structure.
  private func isItemData(_ range: Range<Int>) -> Bool {
    let rooms = file.boxes.filter { $0.kind == "mdat" } + (tables.itemData.map { [$0] } ?? [])
    return rooms.contains { $0.payload.lowerBound <= range.lowerBound && range.upperBound <= $0.payload.upperBound }
  }
}

extension HEIFHeader {
  /// Retags an additional image like the main image; only its own properties describe it.
  ///
  /// - Throws: as `retag(_:from:)`, and `.imageMissing` if there is no such page.
  func retag(
    to value: ExifOrientation, ofPage page: Int, _ rules: OrientationRules
  ) throws(MetadataError) -> BytePatch {
    guard page != 0 else { return try retag(to: value, rules) }
    let others = images.independentImages.filter { $0.id != tables.primary }
    guard page > 0, page <= others.count else { throw MetadataError(.imageMissing, at: tables.box.offset) }
    let item = others[page - 1]
    guard item.orientation.exif != value else { return BytePatch([]) }
    return BytePatch(try ItemRetagging(self, item: item.id, to: value).edits().filter { $0.old != $0.new })
  }
}
