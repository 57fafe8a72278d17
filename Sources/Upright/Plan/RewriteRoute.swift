// The route that rewrites metadata and keeps the coded image, byte for byte.

internal import UprightMetadata

enum RewriteRoute {
  static func decide(_ request: PlanRequest, _ planner: Planner) -> RouteDecision {
    if let reason = request.reasonImageChanges { return .declined(reason) }
    if let unsupportedReason = rejection(request) { return unsupportedReason }
    guard request.rendition.upright == .tagged || request.isUprightByTag else {
      return .declined(.pixelsRequested)
    }
    return rewrite(request)
  }

  /// The rewrite route for a request that prefers upright pixels but allows keeping them as stored.
  static func keepingTag(_ request: PlanRequest, _ planner: Planner) -> RouteDecision {
    guard request.mayKeepTag else { return .declined(.pixelsRequested) }
    return rejection(request) ?? rewrite(request)
  }

  private static func rejection(_ request: PlanRequest) -> RouteDecision? {
    request.probe.reasonNotRewritable(request.rendition.strip).map { .declined(.notRewritable($0)) }
  }

  private static func rewrite(_ request: PlanRequest) -> RouteDecision {
    let strip = request.rendition.strip
    do {
      let patch = try request.patch(normalizing: request.rendition.normalizes)
      let rewrite = Plan.Rewrite(
        patch: patch, strip: strip, losses: losses(request.probe, strip))
      return .feasible(
        .rewrite(rewrite), remaining: request.total,
        peakBytes: RunMemory.sum(
          max(0, patch.growth), request.probe.rewritingByteCount,
          request.probe.probingByteCount, RunMemory.copying))
    } catch {
      return .declined(.metadata(error))
    }
  }

  /// What is removed in addition to what was requested.
  private static func losses(_ probe: Probe, _ strip: Strip) -> [CarryNote] {
    let content = probe.removedContent(without: strip)
    return probe.losses(without: strip).map { content.contains($0) ? .contentRemoved($0) : .loss($0) }
  }
}
