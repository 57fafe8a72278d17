// Families by names alone: the stem of a name, whether it is that of an image, a video or a sidecar, and which files
// are one photo.

import Upright
import UprightFiles

/// A file name, read as that of a family's member.
package struct FamilyName: Hashable, Sendable {
  /// What a member is, by its extension; the first bytes decide later what it really is.
  package enum Kind: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// A raw photo: sidecars usually describe it.
    case raw
    /// Any other image.
    case still
    /// A video.
    case movie

    package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
  }

  /// The part that a file plays.
  package enum Role: Hashable, Sendable {
    /// An image or a video.
    case image(Kind)
    /// An XMP file that describes another file: `IMG_1.CR2.xmp` the file `IMG_1.CR2`, `IMG_1.xmp` any.
    case sidecar(named: String?)
  }

  /// The name.
  package let name: String
  /// The name without its extension; of `IMG_1.CR2.xmp`, without both.
  package let stem: String
  package let role: Role

  /// Extensions of raw photos. Formats that are not read are among them, so that such a file is named and not missed.
  private static let raw: Set<String> = [
    "3fr", "ari", "arw", "bay", "cap", "cr2", "cr3", "crw", "dcr", "dcs", "dng", "drf", "eip", "erf", "fff", "gpr",
    "iiq", "k25", "kdc", "mdc", "mef", "mos", "mrw", "nef", "nrw", "orf", "pef", "ptx", "r3d", "raf", "raw", "rw2",
    "rwl", "rwz", "sr2", "srf", "srw", "x3f",
  ]
  /// Extensions of images that are not read, for the same reason.
  private static let unread: Set<String> = ["jp2", "j2k", "jpf", "psd"]

  /// Sidecars that belong to no family, because they are not changed: Apple's edits, and RawTherapee's.
  private static let unchanged: Set<String> = ["aae", "pp3"]

  /// Whether a file with this name is a sidecar, in a family or not.
  static func isAnySidecar(_ name: String) -> Bool {
    split(name).map { $0.1 == "xmp" || unchanged.contains($0.1) } ?? false
  }

  /// The part of a file with this name; nil if it has none in any family.
  ///
  /// - Parameter takingAnySidecar: Whether sidecars that belong to no family are read as XMP files are.
  package init?(_ name: String, takingAnySidecar: Bool = false) {
    guard let (base, ending) = Self.split(name) else { return nil }
    self.name = name
    if ending == "xmp" || takingAnySidecar && Self.unchanged.contains(ending) {
      if let (stem, inner) = Self.split(base), Self.kind(inner) != nil {
        (self.stem, role) = (stem, .sidecar(named: base))
      } else {
        (stem, role) = (base, .sidecar(named: nil))
      }
    } else {
      guard let kind = Self.kind(ending) else { return nil }
      (stem, role) = (base, .image(kind))
    }
  }

  /// Whether it is the name of a sidecar.
  package var isSidecar: Bool { if case .sidecar = role { true } else { false } }

  /// What is before the last dot, and what follows in lower case; nil without either.
  private static func split(_ name: String) -> (String, String)? {
    let ending = FileName.fileExtension(of: name)
    guard !name.hasPrefix("."), !ending.isEmpty, !name.utf8.contains(UInt8(ascii: "/")) else { return nil }
    let base = String(decoding: Array(name.utf8.dropLast(ending.utf8.count + 1)), as: UTF8.self)
    return base.isEmpty ? nil : (base, ending.lowercased())
  }

  private static func kind(_ ending: String) -> Kind? {
    if raw.contains(ending) { return .raw }
    if unread.contains(ending) { return .still }
    return ContainerFormat(fileExtension: ending).map { $0.isMovie ? .movie : .still }
  }

  /// Whether two names are the same but for the case of their extensions.
  static func isSame(_ one: String, _ other: String) -> Bool {
    guard let one = split(one), let other = split(other) else { return false }
    return one.1 == other.1 && one.0.utf8.elementsEqual(other.0.utf8)
  }
}

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
