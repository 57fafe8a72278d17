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
    request.probe.stripRefusal.map { .declined(.notRewritable($0)) }
  }

  private static func rewrite(_ request: PlanRequest) -> RouteDecision {
    let strip = request.rendition.strip
    do {
      let patch = try request.patch(normalizing: request.rendition.normalizes)
      let rewrite = Plan.Rewrite(
        patch: patch, strip: strip,
        losses: request.probe.losses(without: strip).map(CarryNote.loss)
          + request.probe.removedXMPImages(without: strip).map(CarryNote.mark))
      return .feasible(
        .rewrite(rewrite), remaining: request.total,
        peakBytes: RunMemory.sum(
          max(0, patch.growth), request.probe.rewritingByteCount,
          request.probe.probingByteCount, RunMemory.copying))
    } catch {
      return .declined(.metadata(error))
    }
  }
}
