// The images of a file, each with its own transforms: thumbnails, planes, tiles, additional images (ISO 23008-12, 6.4
// and 6.6).

internal import UprightGeometry

/// One image.
struct ItemPart: Hashable, Sendable {
  /// Its relation to another item.
  enum Role: Hashable, Sendable {
    /// An independent image.
    case image
    /// A thumbnail (`thmb`).
    case thumbnail
    /// A plane of the same image: alpha, depth, a gain map (`auxl`), and the image derived from both (`tmap`).
    case plane
    /// A tile of the other item (`dimg`).
    case tile
  }

  /// The item ID.
  let id: Int
  /// Its role.
  let role: Role
  /// The item that it belongs to; nil for an independent image.
  let owner: Int?
  /// Columns and rows after `clap`, before rotation and mirror.
  let storedSize: PixelSize<Stored>
  /// How it is displayed on its own.
  let orientation: Orientation<Stored, Displayed>
  /// File offset of its association list.
  let offset: Int

  /// Whether it is oriented differently from its larger version. If one is stored in landscape and the other in
  /// portrait, the pixels of one were rotated.
  fileprivate func isOrientedDifferently(from other: ItemPart) -> Bool {
    let (mine, theirs) = (storedSize, other.storedSize)
    guard mine.width != mine.height, theirs.width != theirs.height else { return false }
    guard (mine.width > mine.height) == (theirs.width > theirs.height) else {
      return orientation.swapsAxes == other.orientation.swapsAxes
    }
    return orientation != other.orientation
  }

  /// Whether it is reoriented along with the image that it belongs to.
  fileprivate func follows(_ leader: ItemPart) -> Bool {
    switch role {
    case .plane: orientation == leader.orientation
    case .thumbnail: !isOrientedDifferently(from: leader)
    case .tile, .image: false
    }
  }
}

/// All images of a file.
struct ItemParts: Hashable, Sendable {
  /// In the order of the association lists.
  let parts: [ItemPart]
  /// The images of each group that shows one scene, and the groups of each item.
  private let scenes: [[ItemPart]]
  private let scenesOf: [Int: [Int]]
  /// The parts of each item, by item ID.
  private let owned: [Int: [ItemPart]]
  /// The item that the file is opened for.
  let primary: Int
  /// Why it is not an independent image; nil if it is one.
  private let primaryFault: String?

  /// The images of a file.
  init(_ tables: ItemTables) {
    primary = tables.primary
    primaryFault = Self.primaryFault(tables)
    parts = tables.properties.map { Self.parts(tables, $0) } ?? []
    owned = Dictionary(grouping: parts.filter { $0.owner != nil }) { $0.owner ?? 0 }
    let known = Dictionary(parts.map { ($0.id, $0) }) { first, _ in first }
    scenes = tables.groups.map { group in Set(group.ids).sorted().compactMap { known[$0] } }
    var places: [Int: [Int]] = [:]
    for (scene, members) in scenes.enumerated() { for part in members { places[part.id, default: []].append(scene) } }
    scenesOf = places
  }

  private static func parts(_ tables: ItemTables, _ properties: ItemProperties) -> [ItemPart] {
    let roles = roles(tables)
    return properties.associations.compactMap { list in
      guard let size = properties.size(of: list) else { return nil }
      let role = roles[list.id]
      let transforms = ItemTransforms(list, in: properties)
      return ItemPart(
        id: list.id, role: role?.role ?? .image, owner: role?.owner, storedSize: transforms.shown(of: size).size,
        orientation: transforms.orientation, offset: list.countOffset)
    }
  }

  /// The roles of items, starting with the primary item.
  private static func roles(_ tables: ItemTables) -> [Int: (role: ItemPart.Role, owner: Int)] {
    var roles: [Int: (role: ItemPart.Role, owner: Int)] = [:]
    let toneMapped = Set(tables.items.filter { $0.kind == "tmap" }.map(\.id))
    func note(_ item: Int, _ role: ItemPart.Role, _ owner: Int) {
      guard item != tables.primary, item != owner, roles[item] == nil || owner == tables.primary else { return }
      roles[item] = (role, owner)
    }
    for reference in tables.references {
      guard let first = reference.to.contains(tables.primary) ? tables.primary : reference.to.first else { continue }
      switch reference.kind {
      case "thmb": note(reference.from, .thumbnail, first)
      case "auxl": note(reference.from, .plane, first)
      case "dimg" where toneMapped.contains(reference.from):
        for item in [reference.from] + reference.to { note(item, .plane, first) }
      case "dimg": for item in reference.to { note(item, .tile, reference.from) }
      default: break
      }
    }
    return roles
  }

  private static func primaryFault(_ tables: ItemTables) -> String? {
    let grids = Set(tables.items.filter { $0.kind == "grid" }.map(\.id))
    for reference in tables.references {
      let others = reference.to.filter { $0 != reference.from }
      switch reference.kind {
      case "thmb" where reference.from == tables.primary && !others.isEmpty:
        return "the primary item (pitm) is a thumbnail of item \(others[0]); viewers show the thumbnail"
      case "auxl" where reference.from == tables.primary && !others.isEmpty:
        return "the primary item (pitm) is an auxiliary image of item \(others[0]); viewers show that"
      case "dimg" where grids.contains(reference.from) && others.contains(tables.primary):
        return "the primary item (pitm) is a tile of item \(reference.from); viewers show that tile alone"
      default: break
      }
    }
    return nil
  }

  /// The parts that belong to an item.
  func parts(of owner: Int) -> [ItemPart] { owned[owner] ?? [] }

  /// The items that are reoriented along with an item. These are its planes with the same orientation, its thumbnails
  /// that are displayed like it, the other views, sizes and alternatives of its scene, and the parts of those.
  func attachments(of item: Int) -> Set<Int> {
    var (attachments, seen): (Set<Int>, Set<Int>) = ([], [])
    var leaders = parts.filter { $0.id == item }
    while let leader = leaders.popLast() {
      var following = parts(of: leader.id).filter { $0.follows(leader) }
      for scene in scenesOf[leader.id] ?? [] where seen.insert(scene).inserted { following += scenes[scene] }
      for part in following where part.id != item {
        if attachments.insert(part.id).inserted { leaders.append(part) }
      }
    }
    return attachments
  }

  /// The independent images, the primary one first.
  var independentImages: [ItemPart] {
    parts.filter { $0.id == primary }.prefix(1) + parts.filter { $0.id != primary && $0.role == .image }
  }

  /// Unusual facts about their orientations.
  var findings: [Finding] {
    guard let main = parts.first(where: { $0.id == primary }) else { return [] }
    var found = primaryFault.map { [Finding(.primaryIsPart, $0)] } ?? []
    let own = parts(of: primary)
    if own.contains(where: { $0.role == .thumbnail && $0.isOrientedDifferently(from: main) }) {
      found.append(Finding(.thumbnailOrientedDifferently, "the thumbnail is rotated differently from the image"))
    }
    let planes = own.filter { $0.role == .plane && $0.orientation != main.orientation }
    let tiles = own.filter { $0.role == .tile && !$0.orientation.isIdentity }
    if !tiles.isEmpty {
      found.append(
        Finding(
          .furtherImages,
          "tiles have their own orientation; libheif and programs that use it rotate each tile, other readers do not: "
            + "items \(Self.names(tiles.map(\.id)))"))
    }
    let turned = parts.filter {
      ($0.role == .tile && $0.owner != primary || $0.role == .image) && !$0.orientation.isIdentity
    }
    let companions = (scenesOf[primary] ?? []).flatMap { scenes[$0] }
    let alike = Set(companions.filter { $0.orientation == main.orientation }.map(\.id))
    let others = (planes + turned).map(\.id).filter { $0 != primary && !alike.contains($0) }
    if !others.isEmpty {
      found.append(Finding(.furtherImages, "other images have their own orientation: items \(Self.names(others))"))
    }
    return found
  }

  /// The first of these IDs.
  private static func names(_ ids: [Int]) -> String { ids.prefix(8).map { String($0) }.joined(separator: ", ") }

  /// The thumbnails of an item whose pixels are stored like its own, but which are displayed differently.
  func misorientedThumbnails(of item: Int) -> Set<Int> {
    guard let leader = parts.first(where: { $0.id == item }) else { return [] }
    return Set(
      parts(of: item).filter { part in
        let (mine, theirs) = (part.storedSize, leader.storedSize)
        return part.role == .thumbnail && part.isOrientedDifferently(from: leader)
          && (mine.width > mine.height) == (theirs.width > theirs.height)
      }.map(\.id))
  }
}
