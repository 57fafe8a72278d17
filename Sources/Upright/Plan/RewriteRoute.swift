// The route that rewrites metadata and leaves all that codes the picture as it is, byte for byte.

internal import UprightMetadata

enum RewriteRoute {
  static func answer(_ question: Question, _ planner: Planner) -> Answer {
    if let reason = question.reasonPictureChanges { return .declined("region", reason) }
    if let obstacle = obstacle(question) { return obstacle }
    guard question.rendition.upright == .tagged || question.total.isIdentity else {
      return .declined("upright", "the pixels have to be turned, not the tag")
    }
    return rewrite(question)
  }

  /// The same where the pixels would have been turned, but may stay as they are.
  static func keepingTag(_ question: Question, _ planner: Planner) -> Answer {
    guard question.mayKeepTag else { return .declined("upright", "the pixels have to be turned, not the tag") }
    return obstacle(question) ?? rewrite(question)
  }

  private static func obstacle(_ question: Question) -> Answer? {
    question.probe.obstacleOfRewriting(question.rendition.strip).map { .declined($0, .unsupported($0)) }
  }

  private static func rewrite(_ question: Question) -> Answer {
    let strip = question.rendition.strip
    do {
      let patch = try question.patch(settling: question.rendition.settles)
      let rewrite = Plan.Rewrite(patch: patch, strip: strip, losses: question.probe.losses(without: strip))
      return .feasible(
        .rewrite(rewrite), remaining: question.total,
        peakBytes: RunMemory.sum(
          max(0, patch.growth), question.probe.rewritingByteCount,
          question.probe.probingByteCount, RunMemory.copying))
    } catch {
      return .declined(String(describing: error), .malformed(error))
    }
  }
}
