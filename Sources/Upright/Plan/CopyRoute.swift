// The route that changes nothing: the result is the source.

internal import UprightMetadata

enum CopyRoute {
  static func decide(_ request: PlanRequest, _ planner: Planner) -> RouteDecision {
    if let reason = request.reasonPixelsChange { return .declined("region", reason) }
    guard request.rendition.upright == .tagged || request.total.isIdentity else {
      return .declined("upright", "the stored pixels have to be turned (\(request.total.word))")
    }
    guard request.rendition.rotation.isIdentity else { return .declined("turn", "the result is turned") }
    return unchanged(request)
  }

  /// The same where the pixels would have been turned, but may stay as they are.
  static func keepingTag(_ request: PlanRequest, _ planner: Planner) -> RouteDecision {
    if let reason = request.reasonPixelsChange { return .declined("region", reason) }
    guard request.mayKeepTag, request.rendition.rotation.isIdentity else {
      return .declined("upright", "the tag has to change")
    }
    return unchanged(request)
  }

  private static func unchanged(_ request: PlanRequest) -> RouteDecision {
    guard (try? request.patch(normalizing: false))?.isEmpty ?? true else {
      return .declined("upright", "the tag is not written as the standard wants it")
    }
    guard !request.rendition.normalizes || (try? request.patch(normalizing: true))?.isEmpty ?? true else {
      return .declined("upright", "carriers contradict the one that counts, or stand where some readers do not look")
    }
    return .feasible(
      .copy, remaining: request.total, peakBytes: RunMemory.sum(request.probe.probingByteCount, RunMemory.copying))
  }
}

extension PlanRequest {
  /// Why the result is another file than the source, whatever its orientation; nil where it is the same.
  var reasonPixelsChange: String? {
    if let reason = reasonImageChanges { return reason }
    return rendition.strip == .none ? nil : "metadata are taken out (\(rendition.strip.rawValue))"
  }

  /// Whether the first page of several becomes an image of its own.
  var leavesPages: Bool { rendition.frame != .all && probe.format == .tiff && probe.hasAdditionalPages }

  /// The same, whatever becomes of the metadata.
  var reasonImageChanges: String? {
    if probe.shownFrame != nil { return "one frame of the animation is wanted" }
    if leavesPages { return "only the first page is wanted" }
    if format != probe.format { return "the format changes to \(format.rawValue)" }
    if probe.storedSize.isEmpty, rendition.size != .full { return "the picture's size is not known" }
    if region != probe.displayedSize.bounds { return "only a part of the picture is wanted" }
    if outputSize != natural { return "the size changes to \(outputSize)" }
    if convertsColors { return "the colours become those of sRGB" }
    if let mapping = askedToneMapping { return "a tone map was asked for (\(mapping.method.rawValue))" }
    return nil
  }

  /// Why no new picture is made of this one: only its tag was to change, or its height is not known; nil where one may be.
  var pixelsRejection: RouteDecision? {
    do throws(UprightError) { try probe.checkSizeIsKnown() } catch {
      return .declined("the picture's size is not known", error)
    }
    guard rendition.upright == .tagged else { return nil }
    guard let reason = reasonImageChanges else { return .declined("upright", "only the tag was to change") }
    return rendition.changesOnlyTag ? .declined("format", "only the tag was to change, and \(reason)") : nil
  }

  /// Whether the picture may stay as stored, its tag saying how it is displayed, because pixels could not be moved.
  var mayKeepTag: Bool { rendition.upright == .pixelsWherePossible && reasonImageChanges == nil }
}

extension Probe {
  /// Makes sure that the headers state the size of the image.
  ///
  /// - Throws: `.malformed` where they do not; `.unsupported` for a JPEG whose height follows its first scan (ITU T.81, B.2.5).
  public func checkSizeIsKnown() throws(UprightError) {
    guard storedSize.isEmpty else { return }
    guard format == .jpeg else { throw .malformed(MetadataError(.imageMissing, at: 0)) }
    throw .unsupported("a JPEG whose height stands behind its first scan (DNL) is not decoded")
  }
}
