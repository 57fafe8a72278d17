// The comparison of two images, as a line for people and one for programs.

package import Upright
package import UprightFiles

/// The result of `verify`.
package struct VerifyReport {
  /// The criteria for a match.
  package struct Terms {
    /// The minimum decibels of noise for a match; nil for the default, which also accepts a re-encoded image.
    package let decibels: Double?
    /// Whether only exact agreement matches.
    package let isExact: Bool
    /// Whether the image may be rotated or mirrored.
    package let allowsTurn: Bool

    /// Memberwise initializer.
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
  /// nil if no reorientation makes their sizes equal.
  package let relation: ImageRelation?

  /// Memberwise initializer.
  package init(
    first: String, second: String, terms: Terms, relation: ImageRelation?
  ) {
    self.first = first
    self.second = second
    self.terms = terms
    self.relation = relation
  }

  /// Whether they are the same image by these criteria, in any orientation.
  package var isSame: Bool {
    guard let relation else { return false }
    return terms.isExact ? relation.isExactlySameImage : relation.isSameImage(atLeast: terms.decibels)
  }

  /// Whether they match.
  package var isMatch: Bool { isSame && (terms.allowsTurn || relation?.reorientation.isIdentity == true) }

  /// How the two relate, whatever the criteria.
  package enum Verdict: String, CaseIterable {
    /// The same coded data, blocks or pixels; partial edge blocks may differ.
    case identical
    /// One is a re-encoding of the other.
    case reencoded = "re-encoded"
    /// The same up to noise.
    case similar
    /// The same samples with another profile, so that their colors are displayed differently.
    case otherColors = "other-colors"
    /// Another image.
    case another
  }

  /// How the two relate.
  package var verdict: Verdict {
    guard let relation else { return .another }
    if case .noise = relation.agreement {
      if relation.isReencoded { return .reencoded }
      return isSame ? .similar : .another
    }
    return relation.sharesProfile ? .identical : .otherColors
  }

  /// The line for people, with the reasons on request.
  package func text(explained: Bool) -> String {
    let reasons = explained ? (relation?.rejections ?? []).map { "  not by \($0.step.rawValue): \($0.reason)" } : []
    return ([sentence] + reasons).joined(separator: "\n")
  }

  private var sentence: String {
    guard let relation else { return "different image: no rotation makes the sizes equal" }
    if case .noise(let decibels, let lowest) = relation.agreement, !isSame, verdict != .reencoded {
      return "different image: at best \(Self.rounded(decibels)) dB, \(shortcoming(decibels, lowest))"
    }
    let turn = Self.operation(relation.reorientation)
    let shown = turn.map { "the second is displayed \($0)" } ?? "same displayed orientation"
    let stored = Self.operation(relation.storedTurn).map { "stored data \($0), " } ?? ""
    let colors = relation.sharesProfile ? "" : ", but with a different color profile"
    let verdict = verdict == .reencoded ? "re-encoded" : "same image"
    return "\(verdict), \(shown)\(colors); \(stored)\(agreement(relation))"
  }

  private func shortcoming(_ decibels: Double, _ lowest: Double) -> String {
    if terms.isExact { return "\(option: .exact) requires an exact match" }
    let asked = terms.decibels ?? ImageRelation.defaultDecibels
    if decibels < asked { return "\(Self.rounded(asked)) dB required" }
    let needed = Self.rounded(asked - ImageRelation.localDecibels)
    return "but \(Self.rounded(lowest)) dB in one place, where \(needed) dB is required"
  }

  private func agreement(_ relation: ImageRelation) -> String {
    switch relation.agreement {
    case .data: "the same encoded data"
    case .blocks: "identical DCT blocks"
    case .innerBlocks: "identical DCT blocks except partial edge blocks"
    case .pixels: "identical pixels"
    case .noise(let decibels, let lowest):
      "\(Self.rounded(decibels)) dB" + (isSame ? "" : ", \(shortcoming(decibels, lowest))")
    }
  }

  /// The reorientation in words; nil for the identity.
  private static func operation<One: Space, Other: Space>(_ turn: Orientation<One, Other>) -> String? {
    let form = turn.mirrorFirst
    let steps = [
      form.mirrored ? "mirrored left to right" : nil,
      form.thenClockwise > 0 ? "rotated \(form.thenClockwise * 90)° clockwise" : nil,
    ]
    let operations = steps.compactMap(\.self)
    return operations.isEmpty ? nil : operations.joined(separator: " and ")
  }

  /// With one decimal, rounded down.
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
      JSONLine.object([
        .init("step", .text($0.step.rawValue)), .init("code", .text($0.reason.code)),
        .init("reason", .text($0.reason.description)),
      ])
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
