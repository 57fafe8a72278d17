// Two sets of labels of the same images, compared as they are and as if one were in the other space.

import Upright
import UprightBatch
import UprightFiles
import UprightLabels

/// The space in which each of two sets is read.
package struct LabelReading: Hashable, Sendable {
  package let first: LabelSpaceName
  package let second: LabelSpaceName

  /// Both in the same space.
  package static let alike = [
    LabelReading(first: .displayed, second: .displayed), .init(first: .stored, second: .stored),
  ]
  /// One set in the other space.
  package static let across = [
    LabelReading(first: .stored, second: .displayed), .init(first: .displayed, second: .stored),
  ]
}

/// One image in two sets.
package struct ImageLabelComparison: Sendable {
  /// The image's name in the first set that has it.
  package let name: String
  package let first: LabelView?
  package let second: LabelView?
  /// The differences between the sets as they are.
  package let matching: LabelMatching
  /// The spaces that `matching` used.
  package let reading: LabelReading
  /// The readings across spaces under which all regions would match, if they do not match as they are.
  package let matchesAcross: [LabelReading]

  /// Compares `first` and `second`, at least one of which is not nil.
  package init(
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

  /// Whether both sets have the same regions for the image. An image without regions in only one set counts as the
  /// same.
  package var isSame: Bool { matching.differenceCount == 0 }
}

/// Two sets of labels, image by image.
package struct LabelComparison: Sendable {
  package let first: LabelViews
  package let second: LabelViews
  /// The images of the first set in its order, then those only in the second.
  package let images: [ImageLabelComparison]

  /// Compares all images.
  package init(_ first: LabelViews, _ second: LabelViews, by rules: LabelMatching.Rules = .init()) {
    (self.first, self.second) = (first, second)
    images = Self.pairs(first.views, second.views).map { one, two in
      ImageLabelComparison(one, two, rules) {
        LabelViews.name(of: $0, in: first.names) == LabelViews.name(of: $1, in: second.names)
      }
    }
  }

  /// The images that differ between the sets as they are.
  package var different: [ImageLabelComparison] { images.filter { !$0.isSame } }

  /// The number of differing images that would match under `reading`.
  package func count(matching reading: LabelReading) -> Int { images.count { $0.matchesAcross.contains(reading) } }

  /// The images of the first set with their partners, then those only in the second.
  private static func pairs(_ first: [LabelView], _ second: [LabelView]) -> [(LabelView?, LabelView?)] {
    let names = ImagePairs(first.map(\.file.path), second.map(\.file.path))
    let pairs = first.indices.map { (Optional(first[$0]), names.partners[$0].map { second[$0] }) }
    return pairs + second.indices.filter { !names.taken.contains($0) }.map { (nil, second[$0]) }
  }
}

extension LabelComparison {
  /// Relative coordinates of images with unknown size are multiplied by this.
  package static let parts = 1000

  /// Reads two sets. Images that are not available count as upright, in the size that one of the sets states.
  package static func views(
    _ first: LabelFiles, _ second: LabelFiles, _ images: ImageIndex
  ) -> (LabelViews, LabelViews) {
    let called = { name, folder in Self.name(name, in: folder, images) }
    var stated = StatedSizes()
    for files in [first, second] where !files.format.isInShares {
      for image in files.unplaced(calling: called, { _ in nil }).0.images {
        if let size = image.size { stated.add(size, of: image.name) }
      }
    }
    func facts(_ name: String) -> ImageFacts? {
      if let facts = images.facts(of: name) { return facts }
      let size = stated[name] ?? PixelSize(width: parts, height: parts)
      return ImageFacts(size: size, orientation: Orientation(clockwise: 0))
    }
    func file(_ name: String) -> InputFile? {
      InputFile(path: images.path(of: name) ?? name, relativePath: images.name(of: name))
    }
    return (
      LabelViews(first, calling: called, facts: facts, file: file),
      LabelViews(second, calling: called, facts: facts, file: file)
    )
  }

  /// The image's name; an image that is not available is assumed in its label file's folder if the name has none.
  private static func name(_ name: String, in folder: String, _ images: ImageIndex) -> String {
    let known = images.name(of: name, in: folder)
    guard images.path(of: known) == nil, folder != ".", ImageNames.parts(name).count < 2 else { return known }
    return FileName.joined(folder, name)
  }
}

/// Sizes stated in labels, found by any name of the image.
private struct StatedSizes {
  private var byName: [String: PixelSize<Stored>] = [:]
  private var byStem: [String: [(name: StemName, size: PixelSize<Stored>)]] = [:]

  mutating func add(_ size: PixelSize<Labelled>, of name: String) {
    let (spoken, size) = (StemName(name), PixelSize<Stored>(width: size.width, height: size.height))
    if byName.updateValue(size, forKey: name) == nil { byStem[spoken.stem, default: []].append((spoken, size)) }
  }

  /// The stated size of the image under this name, or under the name that shares the most folders.
  subscript(name: String) -> PixelSize<Stored>? {
    if let size = byName[name] { return size }
    let spoken = StemName(name)
    let fits = (byStem[spoken.stem] ?? []).compactMap { other in
      spoken.agreement(with: other.name).map { ($0, other.size) }
    }
    return fits.max { $0.0 < $1.0 }?.1
  }
}

// The differences between two sets of labels, as lines for people and for programs.

extension LabelReading {
  /// `the first is of the stored and the second of the displayed images`.
  package var words: String {
    "the first is of the \(first.rawValue) and the second of the \(second.rawValue) images"
  }

  /// The options that convert the first set to the space of the second.
  package var conversion: String { LabelSpaceChange(from: first, to: second).options }

  fileprivate var json: JSONLine {
    .object([.init("first", .text(first.rawValue)), .init("second", .text(second.rawValue))])
  }
}

extension LabelComparison {
  /// The lines for people; regions of images that would match in the other space are listed only on request.
  package func lines(naming all: Bool) -> [String] {
    let images = different.flatMap { image -> [String] in
      let name = TerminalText.plain(image.name)
      let head = "\(name): \(image.matching.matchCount) match, \(image.matching.differenceCount) differ"
      let note = image.matchesAcross.isEmpty ? "" : "; all would match if one set were converted to the other space"
      let isNamed = all || image.matchesAcross.isEmpty
      return [head + note] + (isNamed ? LabelDifference.all(image, first, second).map { "  " + $0.text } : [])
    }
    return images + [summary] + across
  }

  /// What would be gained by reading one set in the other space.
  private var across: [String] {
    let counts = LabelReading.across.map { ($0, count(matching: $0)) }
    guard let most = counts.map(\.1).max(), most > 0 else { return [] }
    let best = counts.filter { $0.1 == most }
    let whose =
      best.count == 1
      ? "if \(best[0].0.words): convert the first with labels convert \(best[0].0.conversion)"
      : "if one set were converted to the other space; `upright labels audit` may show which"
    return ["\(most) of \(different.count) images that differ would match \(whose)"]
  }

  private var summary: String {
    let (all, other) = (totals, different.count)
    let kinds = LabelDifference.Kind.allCases.map { "\(all[$0] ?? 0) \($0.rawValue)" }
    let matches = images.reduce(0) { $0 + $1.matching.matchCount }
    return
      "\(CountedNoun("image", images.count)), \(other) differ; \(CountedNoun("region", matches).withVerb("match")), "
      + kinds.joined(separator: ", ")
  }

  private var totals: [LabelDifference.Kind: Int] {
    var totals: [LabelDifference.Kind: Int] = [:]
    for image in images {
      for difference in LabelDifference.all(image, first, second) { totals[difference.kind, default: 0] += 1 }
    }
    return totals
  }

  /// The lines for programs.
  package var jsonLines: [String] {
    let regions = different.flatMap { image -> [String] in
      let differences = LabelDifference.all(image, first, second).map { $0.json(image.name).line }
      return differences + [
        JSONLine.object([
          .schema, .init("picture", .text(image.name)),
          .init("matches", .number(image.matching.matchCount)),
          .init("differences", .number(image.matching.differenceCount)),
          .init("wouldMatch", .list(image.matchesAcross.map(\.json))),
        ]).line
      ]
    }
    let all = totals
    let kinds = LabelDifference.Kind.allCases.map { JSONLine.Member($0.rawValue, .number(all[$0] ?? 0)) }
    let matches = images.reduce(0) { $0 + $1.matching.matchCount }
    let end: [JSONLine.Member] = [
      .schema, .init("pictures", .number(images.count)),
      .init("differ", .number(different.count)), .init("matches", .number(matches)),
    ]
    let spaces = LabelReading.across.filter { count(matching: $0) > 0 }.map { reading in
      JSONLine.object([
        .init("first", .text(reading.first.rawValue)), .init("second", .text(reading.second.rawValue)),
        .init("pictures", .number(count(matching: reading))),
      ])
    }
    return regions + [JSONLine.object(end + kinds + [.init("wouldMatch", .list(spaces))]).line]
  }
}
