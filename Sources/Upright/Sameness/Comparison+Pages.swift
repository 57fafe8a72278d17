// Compares files of several pages: they are the same if every page is, in the same reorientation.

extension Comparison {
  /// How the pages of both relate: the least agreement of any; nil if no reorientation maps all of them.
  ///
  /// - Throws: `.unsupported` if the files have different numbers of pages.
  func relationOfPages() throws(ComparisonFailure) -> ImageRelation? {
    let (count, other) = (first.probe.pageCount, second.probe.pageCount)
    guard count == other else {
      let reason: Phrase =
        "the first file has \(count) pages, the second \(other): compare single pages, made with \(option: .page)"
      throw ComparisonFailure(side: .second, error: .unsupported(reason))
    }
    guard let relations = try relations(expecting: expected) else { return nil }
    // A blank page looks the same in several reorientations.
    for turn in [expected] + relations.map(\.reorientation) {
      let again = turn == expected ? relations : try self.relations(expecting: turn)
      guard let again, again.allSatisfy({ $0.reorientation == turn }) else { continue }
      return again.max { $0.agreement.isStricter(than: $1.agreement) }
    }
    return nil
  }

  /// How each page relates, with this reorientation where several are possible; nil if any does not.
  private func relations(expecting turn: Reorientation) throws(ComparisonFailure) -> [ImageRelation]? {
    var found: [ImageRelation] = []
    for number in 1...first.probe.pageCount {
      guard let one = first.page(number), let other = second.page(number),
        let relation = try Comparison(
          pipeline: pipeline, first: one, second: other, colors: colors, expected: turn
        ).relation()
      else { return nil }
      found.append(relation)
    }
    return found
  }
}

extension ImageRelation.Agreement {
  /// Whether two images agree more closely than two others; equal ones are not.
  func isStricter(than other: Self) -> Bool {
    switch (self, other) {
    case (.noise(let one, let lowest), .noise(let two, let least)): min(one, lowest) > min(two, least)
    default: rank < other.rank
    }
  }

  private var rank: Int {
    switch self {
    case .data: 0
    case .blocks: 1
    case .innerBlocks: 2
    case .pixels: 3
    case .noise: 4
    }
  }
}
