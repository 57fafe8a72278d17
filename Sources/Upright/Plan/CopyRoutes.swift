// The routes that copy the coded image, byte for byte: as it is, with other bytes of the tag, or with other metadata.

internal import UprightMetadata

// The copy route: the result is the source.

enum CopyRoute {
  static func decide(_ request: PlanRequest, _ planner: Planner) -> RouteDecision {
    if let reason = request.reasonPixelsChange { return .declined(reason) }
    guard request.rendition.upright == .tagged || request.total.isIdentity else {
      return .declined(.pixelsNotUpright(request.total))
    }
    if request.rendition.upright != .tagged, let page = request.rotatedPages.first {
      return .declined(.pagesNotUpright(page))
    }
    guard request.rendition.rotation.isIdentity else { return .declined(.rotationRequested) }
    return unchanged(request)
  }

  /// The copy route for a request that prefers upright pixels but allows keeping them as stored.
  static func keepingTag(_ request: PlanRequest, _ planner: Planner) -> RouteDecision {
    if let reason = request.reasonPixelsChange { return .declined(reason) }
    guard request.mayKeepTag, request.rendition.rotation.isIdentity else {
      return .declined(.tagChanges)
    }
    return unchanged(request)
  }

  private static func unchanged(_ request: PlanRequest) -> RouteDecision {
    if let decision = furtherPages(request) { return decision }
    guard (try? request.patch(normalizing: false))?.isEmpty ?? true else {
      return .declined(.tagNotCanonical)
    }
    guard !request.rendition.normalizes || (try? request.patch(normalizing: true))?.isEmpty ?? true else {
      return .declined(.fieldsContradict)
    }
    return .feasible(
      .copy, remaining: request.total, peakBytes: RunMemory.sum(request.probe.probingByteCount, RunMemory.copying))
  }

  /// Why the tags of further pages must change, or cannot; nil if they stay.
  private static func furtherPages(_ request: PlanRequest) -> RouteDecision? {
    guard request.rendition.upright == .tagged, let pages = request.probe.furtherPages else { return nil }
    do {
      _ = try request.patch(normalizing: request.rendition.normalizes)
      let isSet = request.rendition.setsEveryTag && pages.contains { $0.orientation != request.total }
      return isSet && !request.probe.holdsRaw ? .declined(.tagChanges) : nil
    } catch {
      return .declined(.metadata(error))
    }
  }
}

extension PlanRequest {
  /// Why the result differs from the source apart from its orientation; nil if it does not.
  var reasonPixelsChange: RouteReason? {
    if let reason = reasonImageChanges { return reason }
    return rendition.strip == .none ? nil : .metadataRemoved(rendition.strip)
  }

  /// Whether the first of several pages becomes an image.
  var leavesPages: Bool { rendition.frame != .all && probe.format == .tiff && probe.hasAdditionalPages }

  /// Why the image itself changes, whatever happens to the metadata; nil if it does not.
  var reasonImageChanges: RouteReason? {
    if probe.shownFrame != nil {
      return rendition.frame == .all && format != probe.format ? .formatChanges(format) : .frameRequested
    }
    if probe.shownPage != nil { return .pageRequested }
    if leavesPages { return .firstPageRequested }
    if format != probe.format { return .formatChanges(format) }
    if probe.storedSize.isEmpty, rendition.size != .full { return .sizeUnknown }
    if region != probe.displayedSize.bounds { return .regionIsPartial }
    if outputSize != natural { return .sizeChanges(outputSize) }
    if reducesTones { return .tonesReduced(rendition.tones) }
    if convertsColors { return .colorsConverted }
    if let mapping = askedToneMapping { return .toneMapRequested(mapping.method) }
    return nil
  }

  /// Why no new image is made: only the tag was to change, or the height is unknown; nil if one may be made.
  var pixelsRejection: RouteDecision? {
    do throws(UprightError) { try probe.checkSizeIsKnown() } catch {
      return .declined(.sizeUnknown, error)
    }
    guard rendition.upright == .tagged else { return nil }
    guard let reason = reasonImageChanges else { return .declined(.onlyTagRequested) }
    return rendition.changesOnlyTag ? .declined(.onlyTagPossible(reason)) : nil
  }

  /// Whether the image may stay as stored, with a tag, if its pixels cannot be moved.
  var mayKeepTag: Bool { rendition.upright == .pixelsWherePossible && reasonImageChanges == nil }
}

extension Probe {
  /// Checks that the headers state the image's size.
  ///
  /// - Throws: `.malformed` if they do not; `.unsupported` for a JPEG whose height follows its first scan (ITU T.81,
  ///   B.2.5).
  public func checkSizeIsKnown() throws(UprightError) {
    guard storedSize.isEmpty else { return }
    guard format == .jpeg else { throw .malformed(MetadataError(.imageMissing, at: 0)) }
    throw .unsupported("this JPEG cannot be decoded: its height is stated only after the image (DNL segment)")
  }
}

// The route that changes only the bytes of the tag.

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

// The route that rewrites metadata and keeps the coded image, byte for byte.

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
