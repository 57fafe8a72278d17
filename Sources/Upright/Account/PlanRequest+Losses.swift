// What a route would lose of its source although nobody asked for that (docs/account.md).

import UprightMetadata

extension PlanRequest {
  /// What a route would lose and the rendition does not allow to lose.
  func unaskedLosses(of route: Plan.Route) -> [CarryNote] { route.losses(notAllowedBy: rendition.allowedLosses) }

  /// The decision, unless the route would lose content that must stay.
  func keepingContent(_ decision: RouteDecision) -> RouteDecision {
    guard case .feasible(let route, _, _) = decision else { return decision }
    let losses = unaskedLosses(of: route)
    return losses.isEmpty ? decision : .declined(.contentLost(losses))
  }
}

extension Plan {
  /// The kinds of the parts that are lost without being asked to, as far as known in advance, one for each loss.
  package var knownLosses: [FilePart.Kind] {
    (route.losses(isReplaced: isLimited) + losses.filter { !$0.missingKinds.isEmpty && !isRequested($0) }).flatMap(
      \.missingKinds)
  }
}

extension Plan.Route {
  /// What the route loses without being asked to and `allowed` does not list.
  func losses(notAllowedBy allowed: AllowedLosses?) -> [CarryNote] {
    guard let allowed, allowed != .all else { return [] }
    return losses(isReplaced: true).filter { note in note.missingKinds.contains { !allowed.allows($0) } }
  }

  /// What the route loses without being asked to, as known from headers.
  func losses(isReplaced: Bool) -> [CarryNote] {
    switch self {
    case .copy, .retag: []
    case .rewrite(let rewrite):
      rewrite.losses.filter { note in
        !note.missingKinds.isEmpty && !note.isRequested(rewrite.strip, showsLess: false, isReplaced: isReplaced)
      }
    case .transform(let transform): transform.carry.losses(transform.carry.notes, isReplaced: isReplaced)
    case .transcode(let transcode): transcode.carry.losses(transcode.notes(), isReplaced: isReplaced)
    }
  }
}

extension Plan.Carry {
  /// The notes on parts that are lost without being asked to.
  func losses(_ notes: [CarryNote], isReplaced: Bool) -> [CarryNote] {
    notes.filter { note in
      !note.missingKinds.isEmpty && !note.isRequested(strip, showsLess: showsLess, isReplaced: isReplaced)
    }
  }
}

extension CarryNote {
  /// What is lost, as the object of a sentence.
  public var lostContent: String {
    switch self {
    case .contentDropped(let content): content.description
    case .chunksDropped(let names): "the \(names.count == 1 ? "chunk" : "chunks") \(names.joined(separator: ", "))"
    case .loss(.malformedChunks(let names)): "malformed chunks (\(names.joined(separator: ", ")))"
    case .trailerDropped(let count): "\(count) bytes after the end of the image"
    case .attachmentDropped(let name, _): "the \(name)"
    default: missingKinds.first.map { "the \($0.name)" } ?? description
    }
  }
}

extension [CarryNote] {
  /// What is lost, as the object of a sentence: "Photoshop's layers and the comment".
  public var lostContents: String {
    var seen: Set<String> = []
    let names = map(\.lostContent).filter { seen.insert($0).inserted }
    return names.isEmpty ? "nothing" : FilePart.Kind.list(names)
  }

  /// The codes of what is lost, for a list of what may be: "layers,comment".
  public var lostCodes: String {
    var seen: Set<FilePart.Kind> = []
    return flatMap(\.missingKinds).filter { seen.insert($0).inserted }.map(\.rawValue).joined(separator: ",")
  }
}
