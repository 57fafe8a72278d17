// The route that changes only the bytes of the tag.

internal import UprightMetadata

enum RetagRoute {
  static func decide(_ request: PlanRequest, _ planner: Planner) -> RouteDecision {
    if let reason = request.reasonPixelsChange { return .declined(reason) }
    guard request.rendition.upright == .tagged || request.isUprightByTag else {
      return .declined(.pixelsRequested)
    }
    return patch(request)
  }

  /// The retag route for a request that prefers upright pixels but allows keeping them as stored.
  static func keepingTag(_ request: PlanRequest, _ planner: Planner) -> RouteDecision {
    if let reason = request.reasonPixelsChange { return .declined(reason) }
    guard request.mayKeepTag else { return .declined(.pixelsRequested) }
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
        return .declined(.sequenceStays(request.probe.format))
      }
      return .declined(.metadata(error))
    }
  }
}

extension PlanRequest {
  /// The bytes of the tag that change.
  ///
  /// - Throws: As `Probe.retag`.
  func patch(normalizing: Bool) throws(MetadataError) -> BytePatch {
    try probe.retag(
      to: total, normalizing: normalizing, notingSize: rendition.trustsPixels,
      pages: rendition.setsEveryTag ? .sameTag : .alike)
  }

  /// The disagreement of the JPEG that can be reconstructed with a result that a route keeps as stored; nil if none.
  func reconstruction(after route: Plan.Route) -> Finding? {
    switch route {
    case .copy: probe.reconstructionConflict
    case .retag: probe.reconstructionConflict(retaggedTo: total, normalizing: rendition.normalizes)
    case .rewrite, .transform, .transcode: nil
    }
  }

  /// Whether tags alone make the result upright, on every page.
  var isUprightByTag: Bool { total.isIdentity && rotatedPages.isEmpty }

  /// The numbers of the pages after the first whose stored pixels are not as the result shows them.
  var rotatedPages: [Int] {
    guard let pages = probe.furtherPages, !probe.holdsRaw else { return [] }
    return pages.indices.filter { !pages[$0].orientation.then(rendition.rotation).isIdentity }.map { $0 + 2 }
  }
}
