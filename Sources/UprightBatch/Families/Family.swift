// The files of one photo: the same name but for the extension, in one folder. Decided by names alone.

/// A raw photo with its JPEG, a still image with its video, and the XMP files beside them.
package struct Family: Hashable, Sendable {
  /// One file.
  package struct Member: Hashable, Sendable {
    /// Its position in the list of names.
    package let index: Int
    package let name: String
    package let role: FamilyName.Role
    /// The positions in `members` of the files that a sidecar describes; empty for others.
    package fileprivate(set) var described: [Int] = []

    /// What an image is; nil for a sidecar.
    package var kind: FamilyName.Kind? { if case .image(let kind) = role { kind } else { nil } }
  }

  /// The maximum number of members; no camera writes more than a few.
  package static let memberLimit = 16

  /// What the names have in common.
  package let stem: String
  /// The images in the order of their names, then the sidecars.
  package let members: [Member]

  /// Whether it has more members than are processed as one.
  package var isTooLarge: Bool { members.count > Self.memberLimit }

  /// The first of its positions in the list of names.
  package var firstIndex: Int { members.map(\.index).min() ?? 0 }

  /// A file that belongs to no other.
  package init(alone name: String, index: Int) {
    (stem, members) = (name, [Member(index: index, name: name, role: .image(.still))])
  }

  private init(stem: String, members: [Member]) { (self.stem, self.members) = (stem, members) }

  /// The families among the names of one folder's files, in the order of their first names. A file that belongs to no
  /// other is a family of its own; a sidecar without an image, and any other file, is in none.
  ///
  /// Letter case matters in names, but not in extensions.
  ///
  /// - Parameter takingAnySidecar: As for `FamilyName`.
  package static func families(of names: [String], takingAnySidecar: Bool = false) -> [Family] {
    let known = names.indices.compactMap { index in
      FamilyName(names[index], takingAnySidecar: takingAnySidecar).map { (index: index, name: $0) }
    }
    let images = Dictionary(grouping: known.filter { !$0.name.isSidecar }) { Array($0.name.stem.utf8) }
    var sidecars: [[UInt8]: [(index: Int, name: FamilyName)]] = [:]
    for sidecar in known where sidecar.name.isSidecar {
      guard case .sidecar(let named) = sidecar.name.role else { continue }
      let stem = Array(sidecar.name.stem.utf8)
      // IMG_1.CR2.xmp may describe IMG_1.CR2, or be the short form for IMG_1.CR2.jpg.
      if let named, images[stem]?.contains(where: { FamilyName.isSame($0.name.name, named) }) != true {
        sidecars[Array(named.utf8), default: []].append(sidecar)
      } else {
        sidecars[stem, default: []].append(sidecar)
      }
    }
    return images.map { stem, found in
      family(found.sorted { less($0.name, $1.name) }, (sidecars[stem] ?? []).sorted { less($0.name, $1.name) })
    }
    .sorted { $0.firstIndex < $1.firstIndex }
  }

  private static func less(_ one: FamilyName, _ other: FamilyName) -> Bool {
    one.name.utf8.lexicographicallyPrecedes(other.name.utf8)
  }

  private static func family(
    _ images: [(index: Int, name: FamilyName)], _ sidecars: [(index: Int, name: FamilyName)]
  ) -> Family {
    var members = (images + sidecars).map { Member(index: $0.index, name: $0.name.name, role: $0.name.role) }
    let first = members.compactMap(\.kind).min()
    for place in members.indices.dropFirst(images.count) {
      guard case .sidecar(let named) = members[place].role else { continue }
      let alike = images.indices.filter { index in named.map { FamilyName.isSame(members[index].name, $0) } ?? false }
      // Of two names that differ in the extension's case, the one spelled alike is meant.
      let exact = alike.filter { index in named.map { members[index].name.utf8.elementsEqual($0.utf8) } ?? false }
      let usual = images.indices.filter { members[$0].kind == first }
      members[place].described = !exact.isEmpty ? exact : !alike.isEmpty ? alike : Array(usual)
    }
    return Family(stem: images.first?.name.stem ?? "", members: members)
  }
}
