// The route that rewrites metadata and leaves all that codes the picture as it is, byte for byte.

internal import UprightMetadata

enum RewriteRoute {
  static func decide(_ request: PlanRequest, _ planner: Planner) -> RouteDecision {
    if let reason = request.reasonImageChanges { return .declined("region", reason) }
    if let unsupportedReason = rejection(request) { return unsupportedReason }
    guard request.rendition.upright == .tagged || request.total.isIdentity else {
      return .declined("upright", "the pixels have to be turned, not the tag")
    }
    return rewrite(request)
  }

  /// The same where the pixels would have been turned, but may stay as they are.
  static func keepingTag(_ request: PlanRequest, _ planner: Planner) -> RouteDecision {
    guard request.mayKeepTag else { return .declined("upright", "the pixels have to be turned, not the tag") }
    return rejection(request) ?? rewrite(request)
  }

  private static func rejection(_ request: PlanRequest) -> RouteDecision? {
    request.probe.reasonNotRewritable(request.rendition.strip).map { .declined($0, .unsupported($0)) }
  }

  private static func rewrite(_ request: PlanRequest) -> RouteDecision {
    let strip = request.rendition.strip
    do {
      let patch = try request.patch(normalizing: request.rendition.normalizes)
      let rewrite = Plan.Rewrite(patch: patch, strip: strip, losses: request.probe.losses(without: strip))
      return .feasible(
        .rewrite(rewrite), remaining: request.total,
        peakBytes: RunMemory.sum(
          max(0, patch.growth), request.probe.rewritingByteCount,
          request.probe.probingByteCount, RunMemory.copying))
    } catch {
      return .declined(String(describing: error), .malformed(error))
    }
  }
}
