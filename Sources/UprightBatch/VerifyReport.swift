// What came of holding two pictures against one another, in a line for people and in one for programs.

package import Upright
package import UprightFiles

/// The answer of `verify`.
package struct VerifyReport {
  /// What counts as the same.
  package struct Terms {
    /// Decibels from which on noise counts as the same; nil where nothing was asked, so that a re-encoded image does, too.
    package let decibels: Double?
    /// Whether nothing but exact agreement counts.
    package let isExact: Bool
    /// Whether the picture may be turned or mirrored.
    package let allowsTurn: Bool

    /// A value with these members.
    package init(
      decibels: Double?, isExact: Bool, allowsTurn: Bool
    ) {
      self.decibels = decibels
      self.isExact = isExact
      self.allowsTurn = allowsTurn
    }
  }

  /// The paths, as given.
  package let first, second: String
  package let terms: Terms
  /// Nil where no turn gives the one the size of the other.
  package let relation: ImageRelation?

  /// A value with these members.
  package init(
    first: String, second: String, terms: Terms, relation: ImageRelation?
  ) {
    self.first = first
    self.second = second
    self.terms = terms
    self.relation = relation
  }

  /// Whether they are the same picture on these terms, in whatever turn.
  package var isSame: Bool {
    guard let relation else { return false }
    return terms.isExact ? relation.isExactlySameImage : relation.isSameImage(atLeast: terms.decibels)
  }

  /// Whether the answer is yes.
  package var isMatch: Bool { isSame && (terms.allowsTurn || relation?.reorientation.isIdentity == true) }

  /// What the two are to one another, whatever is asked.
  package enum Verdict: String {
    /// The same coded data, blocks or pixels; partial blocks at edges may differ.
    case identical
    /// One is a re-encoding of the other.
    case reencoded = "re-encoded"
    /// The same up to noise.
    case similar
    /// The same samples with another profile, so that their colors are displayed otherwise.
    case otherColors = "other-colors"
    /// Another image.
    case another
  }

  /// What the two are to one another.
  package var verdict: Verdict {
    guard let relation else { return .another }
    if case .noise = relation.agreement {
      if relation.isReencoded { return .reencoded }
      return isSame ? .similar : .another
    }
    return relation.sharesProfile ? .identical : .otherColors
  }

  /// The line for people, and the reasons where they are wanted.
  package func text(explained: Bool) -> String {
    let reasons = explained ? (relation?.rejections ?? []).map { "  not by \($0.step): \($0.reason)" } : []
    return ([sentence] + reasons).joined(separator: "\n")
  }

  private var sentence: String {
    guard let relation else { return "another picture: no turn gives the one the size of the other" }
    if case .noise(let decibels, let lowest) = relation.agreement, !isSame, verdict != .reencoded {
      return "another picture: at best \(Self.rounded(decibels)) dB, \(shortcoming(decibels, lowest))"
    }
    let turn = Self.operation(relation.reorientation)
    let shown = turn.map { "the second displayed \($0)" } ?? "displayed alike"
    let stored = Self.operation(relation.storedTurn).map { "stored data \($0), " } ?? ""
    let colors = relation.sharesProfile ? "" : ", but with another colour profile"
    let verdict = verdict == .reencoded ? "re-encoded" : "same picture"
    return "\(verdict), \(shown)\(colors); \(stored)\(agreement(relation))"
  }

  private func shortcoming(_ decibels: Double, _ lowest: Double) -> String {
    if terms.isExact { return "only exact agreement counts" }
    let asked = terms.decibels ?? ImageRelation.defaultDecibels
    if decibels < asked { return "\(Self.rounded(asked)) dB would do" }
    let needed = Self.rounded(asked - ImageRelation.localDecibels)
    return "but \(Self.rounded(lowest)) dB in one place, where \(needed) dB would do"
  }

  private func agreement(_ relation: ImageRelation) -> String {
    switch relation.agreement {
    case .data: "the same coded data"
    case .blocks: "exact in DCT blocks"
    case .innerBlocks: "exact in DCT blocks but for ragged edges"
    case .pixels: "exact in pixels"
    case .noise(let decibels, let lowest):
      "\(Self.rounded(decibels)) dB" + (isSame ? "" : ", \(shortcoming(decibels, lowest))")
    }
  }

  /// What a turn did; nil where nothing moved.
  private static func operation<One: Space, Other: Space>(_ turn: Orientation<One, Other>) -> String? {
    let form = turn.mirrorFirst
    let steps = [
      form.mirrored ? "mirrored left to right" : nil,
      form.thenClockwise > 0 ? "turned \(form.thenClockwise * 90)° clockwise" : nil,
    ]
    let operations = steps.compactMap(\.self)
    return operations.isEmpty ? nil : operations.joined(separator: " and ")
  }

  /// With one digit behind the point, never more than there is.
  private static func rounded(_ decibels: Double) -> String {
    let tenths = Int((decibels * 10).rounded(.down))
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}

extension VerifyReport {
  /// The line for programs.
  package var json: JSONLine {
    let members: [JSONLine.Member] = [
      .init("second", .text(second)), .init("yes", .flag(isMatch)), .init("same", .flag(isSame)),
      .init("verdict", .text(verdict.rawValue)),
    ]
    guard let relation else { return .about(first, members + [.init("agreement", .text("size"))]) }
    var found: [JSONLine.Member] = [
      .init("turn", Self.json(relation.reorientation)), .init("storedTurn", Self.json(relation.storedTurn)),
      .init("agreement", .text(Self.word(relation.agreement))), .init("sharesProfile", .flag(relation.sharesProfile)),
    ]
    if case .noise(let decibels, let lowest) = relation.agreement {
      found += [
        .init("decibels", .decimal(Self.rounded(decibels))), .init("lowestDecibels", .decimal(Self.rounded(lowest))),
      ]
    }
    let reasons = relation.rejections.map {
      JSONLine.object([.init("step", .text($0.step)), .init("reason", .text($0.reason))])
    }
    return .about(first, members + found + [.init("rejections", .list(reasons))])
  }

  private static func word(_ agreement: ImageRelation.Agreement) -> String {
    switch agreement {
    case .data: "data"
    case .blocks: "blocks"
    case .innerBlocks: "inner-blocks"
    case .pixels: "pixels"
    case .noise: "noise"
    }
  }

  private static func json<One: Space, Other: Space>(_ turn: Orientation<One, Other>) -> JSONLine {
    .object([
      .init("word", .text(turn.word)), .init("mirrored", .flag(turn.isMirrored)),
      .init("clockwise", .number(turn.clockwiseQuarters * 90)),
    ])
  }
}
