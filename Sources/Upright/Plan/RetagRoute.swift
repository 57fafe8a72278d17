// The route that changes only the bytes of the tag.

internal import UprightMetadata

enum RetagRoute {
  static func answer(_ question: Question, _ planner: Planner) -> Answer {
    if let reason = question.reasonPixelsChange { return .declined("region", reason) }
    guard question.rendition.upright == .tagged || question.total.isIdentity else {
      return .declined("upright", "the pixels have to be turned, not the tag")
    }
    return patch(question)
  }

  /// The same where the pixels would have been turned, but may stay as they are.
  static func keepingTag(_ question: Question, _ planner: Planner) -> Answer {
    if let reason = question.reasonPixelsChange { return .declined("region", reason) }
    guard question.mayKeepTag else { return .declined("upright", "the pixels have to be turned, not the tag") }
    return patch(question)
  }

  private static func patch(_ question: Question) -> Answer {
    do {
      let patch = try question.patch(settling: question.rendition.settles)
      return .feasible(
        .retag(patch), remaining: question.total,
        peakBytes: RunMemory.sum(max(0, patch.growth), question.probe.probingByteCount, RunMemory.copying))
    } catch {
      if error.code == .carrierNotWritable, question.probe.animation?.showsStillFirst == true {
        let reason = question.probe.reasonSequenceStays
        return .declined(reason, .unsupported(reason))
      }
      return .declined(String(describing: error), .malformed(error))
    }
  }
}

extension Question {
  /// The bytes of the tag that change.
  ///
  /// - Throws: as `Probe.retag`.
  func patch(settling: Bool) throws(MetadataError) -> BytePatch { try probe.retag(to: total, settling: settling) }
}
