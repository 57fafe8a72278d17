// What a file's name says about its part in a family: its stem, and whether it is an image, a video or a sidecar.

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
