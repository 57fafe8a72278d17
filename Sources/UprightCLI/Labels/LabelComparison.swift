// Two sets of labels of the same pictures, held against each other as they are, and as if one were in the other space.

import Upright
import UprightFiles
import UprightLabels

/// In which space each of two sets is taken to be.
struct LabelReading: Hashable, Sendable {
  let first: LabelSpaceName
  let second: LabelSpaceName

  /// Both in the same.
  static let alike = [LabelReading(first: .displayed, second: .displayed), .init(first: .stored, second: .stored)]
  /// One in the other.
  static let across = [LabelReading(first: .stored, second: .displayed), .init(first: .displayed, second: .stored)]
}

/// One picture in two sets.
struct PictureComparison: Sendable {
  /// The picture, as the first set that has it names it.
  let name: String
  let first: LabelView?
  let second: LabelView?
  /// What differs as the sets are.
  let matching: LabelMatching
  /// The space in which `matching` looked.
  let reading: LabelReading
  /// The readings across spaces under which all regions would match, where they do not as they are.
  let matchesAcross: [LabelReading]

  /// Compares `first` and `second`, of which at least one is there.
  init(
    _ first: LabelView?, _ second: LabelView?, _ rules: LabelMatching.Rules, _ isSame: @escaping (Int?, Int?) -> Bool
  ) {
    func matching(_ reading: LabelReading) -> LabelMatching {
      LabelMatching(
        first?.regions(reading.first) ?? [], second?.regions(reading.second) ?? [], by: rules, isSameLabel: isSame)
    }
    (self.first, self.second) = (first, second)
    name = (first ?? second)?.name ?? ""
    let facts = (first ?? second)?.facts
    var (best, found) = (LabelReading.alike[0], matching(LabelReading.alike[0]))
    let isTurned = facts.map { !$0.orientation.isIdentity } ?? false
    if isTurned, found.differenceCount > 0 {
      let other = matching(LabelReading.alike[1])
      if other.differenceCount < found.differenceCount { (best, found) = (LabelReading.alike[1], other) }
    }
    (reading, self.matching) = (best, found)
    let mayBeAcross = isTurned && found.differenceCount > 0 && first != nil && second != nil
    matchesAcross = mayBeAcross ? LabelReading.across.filter { matching($0).differenceCount == 0 } : []
  }

  /// Whether both say the same of the picture; one that is only in one set, without regions, is none.
  var isSame: Bool { matching.differenceCount == 0 }
}

/// Two sets of labels, picture by picture.
struct LabelComparison: Sendable {
  let first: LabelViews
  let second: LabelViews
  /// The pictures of the first set in its order, then those that only the second has.
  let pictures: [PictureComparison]

  /// Compares all pictures.
  init(_ first: LabelViews, _ second: LabelViews, by rules: LabelMatching.Rules = .init()) {
    (self.first, self.second) = (first, second)
    pictures = Self.pairs(first.views, second.views).map { one, two in
      PictureComparison(one, two, rules) {
        LabelViews.name(of: $0, in: first.names) == LabelViews.name(of: $1, in: second.names)
      }
    }
  }

  /// The pictures that differ as the sets are.
  var different: [PictureComparison] { pictures.filter { !$0.isSame } }

  /// How many pictures that differ would match under a reading.
  func count(matching reading: LabelReading) -> Int { pictures.count { $0.matchesAcross.contains(reading) } }

  /// The same picture of both sets: by its path, else by its name without folder and extension where that is one picture's only.
  private static func pairs(_ first: [LabelView], _ second: [LabelView]) -> [(LabelView?, LabelView?)] {
    var (partners, taken): ([Int?], Set<Int>) = (Array(repeating: nil, count: first.count), [])
    for key in [{ $0.file.path }, { LabelFile(name: $0.file.path, bytes: []).stem }] as [(LabelView) -> String] {
      let ours = places(first.indices.filter { partners[$0] == nil }) { key(first[$0]) }
      let theirs = places(second.indices.filter { !taken.contains($0) }) { key(second[$0]) }
      for (name, places) in ours where places.count == 1 {
        guard let partner = theirs[name], partner.count == 1 else { continue }
        partners[places[0]] = partner[0]
        taken.insert(partner[0])
      }
    }
    let pairs = first.indices.map { (Optional(first[$0]), partners[$0].map { second[$0] }) }
    return pairs + second.indices.filter { !taken.contains($0) }.map { (nil, second[$0]) }
  }

  private static func places(_ indices: [Int], _ key: (Int) -> String) -> [String: [Int]] {
    Dictionary(grouping: indices, by: key)
  }
}

extension LabelComparison {
  /// Shares of pictures that nobody knows the size of count in so many parts.
  static let parts = 1000

  /// Reads two sets; pictures that are not at hand count as not turned, in the size that one of the sets states.
  static func views(
    _ first: LabelFiles, _ second: LabelFiles, _ pictures: PictureIndex
  ) -> (LabelViews, LabelViews) {
    var stated: [String: PixelSize<Stored>] = [:]
    for files in [first, second] where !files.format.isInShares {
      for picture in files.unplaced({ _ in nil }).0.pictures {
        guard let size = picture.size else { continue }
        stated[LabelFile(name: picture.name, bytes: []).stem] = PixelSize(width: size.width, height: size.height)
      }
    }
    func facts(_ name: String) -> PictureFacts? {
      let size = stated[LabelFile(name: name, bytes: []).stem] ?? PixelSize(width: parts, height: parts)
      return pictures.facts(of: name) ?? PictureFacts(size: size, orientation: Orientation(clockwise: 0))
    }
    func file(_ name: String) -> InputFile? {
      InputFile(path: pictures.path(of: name) ?? name, relativePath: pictures.name(of: name))
    }
    return (LabelViews(first, facts: facts, file: file), LabelViews(second, facts: facts, file: file))
  }
}
