// The differences between two sets of labels, as lines for people and for programs.

import UprightBatch
import UprightFiles
import UprightLabels

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
