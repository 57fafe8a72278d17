// Which parts of its source a route would lose although nobody asked for it (docs/account.md).

import UprightMetadata

extension PlanRequest {
  /// The kinds of the parts that a route would lose and that the rendition does not allow to lose, each once, in the
  /// order of the kinds.
  func unaskedLosses(of route: Plan.Route) -> [FilePart.Kind] {
    route.losses(notAllowedBy: rendition.allowedLosses)
  }
}

extension Plan {
  /// The kinds of the parts that are lost without being asked to, as far as known in advance, one for each loss.
  package var knownLosses: [FilePart.Kind] {
    (route.losses(isReplaced: isLimited) + losses.filter { !$0.missingKinds.isEmpty && !isRequested($0) }).flatMap(
      \.missingKinds)
  }

  /// The kinds of the parts that are lost without being asked to and that `allowed` does not list, each once.
  package func losses(notAllowedBy allowed: AllowedLosses?) -> [FilePart.Kind] { route.losses(notAllowedBy: allowed) }
}

extension Plan.Route {
  fileprivate func losses(notAllowedBy allowed: AllowedLosses?) -> [FilePart.Kind] {
    guard let allowed, allowed != .all else { return [] }
    let lost = Set(losses(isReplaced: true).flatMap(\.missingKinds)).filter { !allowed.allows($0) }
    return FilePart.Kind.allCases.filter(lost.contains)
  }

  /// What the route loses without being asked to, as known from headers.
  func losses(isReplaced: Bool) -> [CarryNote] {
    switch self {
    case .copy, .retag, .rewrite: []
    case .transform(let transform): transform.carry.losses(isReplaced: isReplaced)
    case .transcode(let transcode): transcode.carry.losses(isReplaced: isReplaced)
    }
  }
}

extension Plan.Carry {
  /// The notes on parts that are lost without being asked to.
  func losses(isReplaced: Bool) -> [CarryNote] {
    notes.filter { note in
      !note.missingKinds.isEmpty && !note.isRequested(strip, showsLess: showsLess, isReplaced: isReplaced)
    }
  }
}
