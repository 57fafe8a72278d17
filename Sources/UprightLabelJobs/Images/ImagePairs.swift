// Which names in two label sets mean the same image, by the path parts that both contain (RFC 3986, 5.2.4).

import UprightLabels

/// A name without its extension, which formats with one file per image omit.
package struct StemName: Hashable, Sendable {
  /// The maximum number of folders compared, from the innermost.
  private static let maxDepth = 32

  /// Its last part, without the extension.
  package let stem: String
  /// The folders other than those named after their contents, the innermost first.
  package let folders: [String]
  /// Whether it begins at the root of a disk or URL, which may be another machine's.
  package let isRooted: Bool

  /// Parses `name`.
  package init(_ name: String) {
    let parts = ImageNames.parts(name)
    stem = LabelFile.withoutExtension(parts.first ?? "")
    folders = Array(ImageNames.reading(Array(parts.dropFirst().prefix(Self.maxDepth))))
    isRooted = name.hasPrefix("/") || name.hasPrefix("\\") || name.contains(":")
  }

  /// The number of folders that both share, from the innermost; nil if they cannot be the same image.
  package func agreement(with other: Self) -> Int? {
    guard stem == other.stem else { return nil }
    let depth = zip(folders, other.folders).prefix { $0 == $1 }.count
    return agrees(with: other, to: depth) ? depth : nil
  }

  /// Whether both can be the same image if the innermost `depth` folders match and the next do not. Then one name must
  /// have no more folders, or begin at a root that may be another machine's.
  fileprivate func agrees(with other: Self, to depth: Int) -> Bool {
    depth == min(folders.count, other.folders.count) || (depth > 0 && (isRooted || other.isRooted))
  }

  /// The stem with the innermost `depth` folders; nil if it has fewer.
  fileprivate func tail(_ depth: Int) -> [String]? {
    folders.count < depth ? nil : [stem] + folders.prefix(depth)
  }
}

/// Names of images in two sets, paired.
package struct ImagePairs: Sendable {
  /// For each name of the first set, the index of its partner in the second; nil for none.
  package private(set) var partners: [Int?]
  /// The names of the second set that have a partner.
  package private(set) var taken: Set<Int> = []

  /// Pairs equal paths, then paths that share the most folders; ambiguous names stay unpaired.
  package init(_ first: [String], _ second: [String]) {
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

  /// Pairs names that share a key which is unique in both sets.
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

  /// The index of each key; nil if it occurs more than once.
  private static func places<Key: Hashable>(_ indices: some Sequence<Int>, _ key: (Int) -> Key?) -> [Key: Int?] {
    var places: [Key: Int?] = [:]
    for index in indices {
      guard let key = key(index) else { continue }
      places.updateValue(places.index(forKey: key) == nil ? index : nil, forKey: key)
    }
    return places
  }
}
