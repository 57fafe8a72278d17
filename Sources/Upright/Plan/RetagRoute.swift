// The route that changes only the bytes of the tag.

internal import UprightMetadata

enum RetagRoute {
  static func decide(_ request: PlanRequest, _ planner: Planner) -> RouteDecision {
    if let reason = request.reasonPixelsChange { return .declined("region", reason) }
    guard request.rendition.upright == .tagged || request.total.isIdentity else {
      return .declined("upright", "the pixels have to be turned, not the tag")
    }
    return patch(request)
  }

  /// The same where the pixels would have been turned, but may stay as they are.
  static func keepingTag(_ request: PlanRequest, _ planner: Planner) -> RouteDecision {
    if let reason = request.reasonPixelsChange { return .declined("region", reason) }
    guard request.mayKeepTag else { return .declined("upright", "the pixels have to be turned, not the tag") }
    return patch(request)
  }

  private static func patch(_ request: PlanRequest) -> RouteDecision {
    do {
      let patch = try request.patch(normalizing: request.rendition.normalizes)
      return .feasible(
        .retag(patch), remaining: request.total,
        peakBytes: RunMemory.sum(max(0, patch.growth), request.probe.probingByteCount, RunMemory.copying))
    } catch {
      if error.code == .fieldNotWritable, request.probe.animation?.showsStillFirst == true {
        let reason = request.probe.reasonSequenceStays
        return .declined(reason, .unsupported(reason))
      }
      return .declined(String(describing: error), .malformed(error))
    }
  }
}

extension PlanRequest {
  /// The bytes of the tag that change.
  ///
  /// - Throws: as `Probe.retag`.
  func patch(normalizing: Bool) throws(MetadataError) -> BytePatch {
    try probe.retag(to: total, normalizing: normalizing)
  }
}
