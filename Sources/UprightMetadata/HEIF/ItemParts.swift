// The other pictures of a file, each with transforms of its own: thumbnails, auxiliary pictures, tiles (ISO 23008-12, 6.4).

internal import UprightGeometry

/// One of them.
struct ItemPart: Hashable, Sendable {
  /// What it is to the primary item.
  enum Role: Hashable, Sendable {
    /// A small version (`thmb`).
    case thumbnail
    /// A plane of the same picture: transparency, depth, a gain map (`auxl`), and what is made of both (`tmap`).
    case auxiliary
    /// A piece that it is made of (`dimg`).
    case tile
    /// A picture of its own.
    case other
  }

  /// The item's number.
  let id: Int
  /// What it is to the primary item.
  let role: Role
  /// Columns and rows, before its transforms.
  let storedSize: PixelSize<Stored>
  /// How it is displayed by itself.
  let orientation: Orientation<Stored, Displayed>
}

/// All of them.
struct ItemParts: Hashable, Sendable {
  /// In the order of the table of properties.
  let parts: [ItemPart]
  /// What items are to the primary one, by number.
  let roles: [Int: ItemPart.Role]
  private let primary: ItemPart?

  /// The parts of a file beside its primary item.
  init(_ tables: ItemTables) {
    let roles = Self.roles(tables)
    self.roles = roles
    guard let properties = tables.properties else {
      (parts, primary) = ([], nil)
      return
    }
    let all = properties.associations.compactMap { list in
      properties.size(of: list).map {
        ItemPart(
          id: list.id, role: roles[list.id] ?? .other, storedSize: $0,
          orientation: ItemTransforms(list, in: properties).orientation)
      }
    }
    parts = all.filter { $0.id != tables.primary }
    primary = all.first { $0.id == tables.primary }
  }

  private static func roles(_ tables: ItemTables) -> [Int: ItemPart.Role] {
    var roles: [Int: ItemPart.Role] = [:]
    for reference in tables.references {
      if reference.from == tables.primary, reference.kind == "dimg" {
        for id in reference.to { roles[id] = .tile }
      }
      guard reference.to.contains(tables.primary) else { continue }
      if reference.kind == "thmb" { roles[reference.from] = .thumbnail }
      if reference.kind == "auxl" { roles[reference.from] = .auxiliary }
    }
    let toneMapped = Set(tables.items.filter { $0.kind == "tmap" }.map(\.id))
    for made in tables.references where made.kind == "dimg" && toneMapped.contains(made.from) {
      guard made.to.contains(tables.primary) else { continue }
      for id in [made.from] + made.to where id != tables.primary { roles[id] = .auxiliary }
    }
    return roles
  }

  /// What is odd about how they lie.
  var findings: [Finding] {
    guard let primary else { return [] }
    var found: [Finding] = []
    if parts.contains(where: { $0.role == .thumbnail && $0.liesDifferently(from: primary) }) {
      found.append(Finding(.thumbnailLiesDifferently, "the thumbnail is displayed in another way than the picture"))
    }
    let others = parts.filter { part in
      switch part.role {
      case .thumbnail: false
      case .auxiliary: part.orientation != primary.orientation
      case .tile, .other: !part.orientation.isIdentity
      }
    }
    if !others.isEmpty {
      let ids = others.prefix(8).map { String($0.id) }.joined(separator: ", ")
      found.append(Finding(.furtherPictures, "further pictures have orientations of their own: items \(ids)"))
    }
    return found
  }
}

extension ItemPart {
  /// Whether it lies otherwise than a larger version of it; where one is stored wide and the other high, it was turned before it was stored.
  fileprivate func liesDifferently(from other: ItemPart) -> Bool {
    let isWide = storedSize.width > storedSize.height
    guard storedSize.width != storedSize.height, other.storedSize.width != other.storedSize.height else { return false }
    guard isWide == (other.storedSize.width > other.storedSize.height) else {
      return orientation.swapsAxes == other.orientation.swapsAxes
    }
    return orientation != other.orientation
  }
}
