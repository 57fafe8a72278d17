// Which names of two sets of labels mean one picture: by their paths, and by as much of these as both say (RFC 3986, 5.2.4, takes the dots out).

import UprightBatch
import UprightLabels

/// What a name says of its picture beside the extension, which formats that have a file for each picture lack.
struct StemName: Hashable, Sendable {
  /// So many folders are looked at, the innermost ones.
  private static let maxDepth = 32

  /// Its last part without extension.
  let stem: String
  /// The folders that are not only called after what lies in them, the innermost first.
  let folders: [String]
  /// Whether it begins at the root of a disk or of an address, which may be another machine's.
  let isRooted: Bool

  /// What `name` says.
  init(_ name: String) {
    let parts = ImageNames.parts(name)
    stem = LabelFile.withoutExtension(parts.first ?? "")
    folders = Array(ImageNames.reading(Array(parts.dropFirst().prefix(Self.maxDepth))))
    isRooted = name.hasPrefix("/") || name.hasPrefix("\\") || name.contains(":")
  }

  /// How many folders both say, from the innermost on; nil where they cannot be one picture.
  func agreement(with other: Self) -> Int? {
    guard stem == other.stem else { return nil }
    let depth = zip(folders, other.folders).prefix { $0 == $1 }.count
    return agrees(with: other, to: depth) ? depth : nil
  }

  /// Whether nothing speaks against one picture where the innermost `depth` folders are the same and the next are not: one says no
  /// more, or begins at a root that may be another's.
  fileprivate func agrees(with other: Self, to depth: Int) -> Bool {
    depth == min(folders.count, other.folders.count) || (depth > 0 && (isRooted || other.isRooted))
  }

  /// The stem behind the innermost `depth` folders; nil where it does not say as many.
  fileprivate func tail(_ depth: Int) -> [String]? {
    folders.count < depth ? nil : [stem] + folders.prefix(depth)
  }
}

/// Names of pictures in two sets, each with its partner.
struct ImagePairs: Sendable {
  /// For each of the first set the number of its partner in the second; nil where it has none.
  private(set) var partners: [Int?]
  /// Those of the second set that have a partner.
  private(set) var taken: Set<Int> = []

  /// Pairs paths that are the same, then those that agree in most folders; what several could mean is nobody's.
  init(_ first: [String], _ second: [String]) {
    partners = Array(repeating: nil, count: first.count)
    pair({ first[$0] }, { second[$0] }, second.count) { _, _ in true }
    let (ours, theirs) = (first.map(StemName.init), second.map(StemName.init))
    let deepest = min(ours.lazy.map(\.folders.count).max() ?? 0, theirs.lazy.map(\.folders.count).max() ?? 0)
    for depth in (0...deepest).reversed() {
      pair({ ours[$0].tail(depth) }, { theirs[$0].tail(depth) }, second.count) {
        ours[$0].agrees(with: theirs[$1], to: depth)
      }
    }
  }

  /// Pairs what has one key in both sets, and no other beside it.
  private mutating func pair<Key: Hashable>(
    _ first: (Int) -> Key?, _ second: (Int) -> Key?, _ count: Int, where isOne: (Int, Int) -> Bool
  ) {
    let ours = Self.places(partners.indices.lazy.filter { [partners] in partners[$0] == nil }, first)
    let theirs = Self.places((0..<count).lazy.filter { [taken] in !taken.contains($0) }, second)
    for (key, place) in ours {
      guard let place, let partner = theirs[key], let partner, isOne(place, partner) else { continue }
      partners[place] = partner
      taken.insert(partner)
    }
  }

  /// Where each key stands; nil where it stands more than once.
  private static func places<Key: Hashable>(_ indices: some Sequence<Int>, _ key: (Int) -> Key?) -> [Key: Int?] {
    var places: [Key: Int?] = [:]
    for index in indices {
      guard let key = key(index) else { continue }
      places.updateValue(places.index(forKey: key) == nil ? index : nil, forKey: key)
    }
    return places
  }
}
