// Decides the cheapest correct way to a rendition: a pure function over an ordered list of routes.

/// The planner: what is wanted, what the file is, what codecs can do and what it may cost → a plan.
public struct Planner: Sendable {
  /// What codecs can do.
  public let capabilities: [ContainerFormat: Capabilities]
  /// What a run may cost.
  public let limits: Limits

  /// A planner for these codecs and limits.
  public init(capabilities: [ContainerFormat: Capabilities], limits: Limits = Limits()) {
    self.capabilities = capabilities
    self.limits = limits
  }

  /// The routes, cheapest first; the first that can, wins. The last leaves everything to the tag where that is allowed.
  static let candidates: [Candidate] =
    [
      Candidate(name: .copy, answer: CopyRoute.answer),
      Candidate(name: .retag, answer: RetagRoute.answer),
      Candidate(name: .rewrite, answer: RewriteRoute.answer),
      Candidate(name: .transform, answer: TransformRoute.answer),
      Candidate(name: .transcode, answer: TranscodeRoute.answer),
    ] + keepingTag

  /// The routes that leave the orientation to the tag.
  private static let keepingTag: [Candidate] = [
    Candidate(name: .copy, answer: CopyRoute.keepingTag),
    Candidate(name: .retag, answer: RetagRoute.keepingTag),
    Candidate(name: .rewrite, answer: RewriteRoute.keepingTag),
  ]

  /// Decides how `rendition` of the probed file is made.
  ///
  /// - Throws: `.limit` where only a limit stands in the way, else `.unsupported` or `.unanswerable` with every reason.
  public func plan(_ rendition: Rendition, for probe: Probe) throws(UprightError) -> Plan {
    guard rendition.stale != .trustTag, let reason = probe.staleTagReason else {
      return try checkingPixels(try planFollowingTag(rendition, for: probe), rendition, of: probe)
    }
    var plan = try planFollowingTag(rendition.ofStale(probe), for: probe)
    if rendition.stale == .skip { plan.skipped = reason }
    return try checkingPixels(plan, rendition, of: probe)
  }

  private func planFollowingTag(_ rendition: Rendition, for probe: Probe) throws(UprightError) -> Plan {
    let own: Plan
    do throws(UprightError) {
      own = try decide(rendition, for: probe)
      if own.remaining.isIdentity { return own }
    } catch {
      guard let format = formatInstead(rendition, probe) else { throw error }
      return try decide(rendition, for: probe, as: format)
    }
    guard let format = formatInstead(rendition, probe) else { return own }
    return (try? decide(rendition, for: probe, as: format)) ?? own
  }

  private func decide(
    _ rendition: Rendition, for probe: Probe, as format: ContainerFormat
  ) throws(UprightError) -> Plan {
    var other = rendition
    (other.format, other.upright) = (format, .pixels)
    var plan = try decide(other, for: probe)
    plan.formatReason = "the result is a \(format.rawValue), because \(probe.format.rawValue) is not written here"
    return plan
  }

  /// The format that the result has where the source's own is read and not written; nil where it has to stay.
  private func formatInstead(_ rendition: Rendition, _ probe: Probe) -> ContainerFormat? {
    guard rendition.mayChangeFormat, rendition.format == nil, rendition.upright != .tagged, rendition.loss == .recode,
      let own = capabilities[probe.format], own.decodes, !own.encodes,
      // A whole sequence does not become a still image without anybody asking for it.
      !(rendition.frame == .all && probe.hasFurtherPages && rendition.region == .full && rendition.size == .full)
    else { return nil }
    return probe.samples?.hasTransparency == true ? .png : .jpeg
  }

  private func decide(_ rendition: Rendition, for probe: Probe) throws(UprightError) -> Plan {
    let question = try Question(rendition, probe)
    var rejections: [Plan.Rejection] = []
    var failures: [UprightError] = []
    for (index, candidate) in Self.candidates.enumerated() where candidate.concerns(question) {
      switch bounded(candidate.answer(question, self)) {
      case .feasible(let route, let remaining, let peakBytes):
        let others = whenDamaged(route, question, after: index)
        return Plan(
          route: route, format: question.format, outputSize: question.outputSize(of: route), remaining: remaining,
          rejections: rejections, whenDamaged: others, peakBytes: others.map(\.peakBytes).reduce(peakBytes, max),
          fingerprint: probe.fingerprint, rules: probe.rules)
      case .declined(let reason, let error):
        if !rejections.contains(where: { $0.route == candidate.name }) {
          rejections.append(Plan.Rejection(route: candidate.name, reason: reason))
          failures.append(error)
        }
      }
    }
    throw Self.failure(failures, rejections)
  }

  /// What is done instead where the coded data turn out damaged: a damaged image is not re-encoded where its tag may stay.
  private func whenDamaged(_ route: Plan.Route, _ question: Question, after index: Int) -> [Plan] {
    switch route {
    case .transform: instead(question, after: index)
    case .transcode(let transcode):
      transcode.standIn == nil && question.mayKeepTag ? instead(question, after: index) : unembedded(route, question)
    case .copy, .retag, .rewrite: []
    }
  }

  /// The next route that can do without the source's coefficients being whole, where there is one.
  private func instead(_ question: Question, after index: Int) -> [Plan] {
    let rest = question.mayKeepTag ? Self.keepingTag : Array(Self.candidates[(index + 1)...])
    for candidate in rest where candidate.concerns(question) {
      guard case .feasible(let route, let remaining, let peakBytes) = bounded(candidate.answer(question, self)) else {
        continue
      }
      let reason = Plan.Rejection(route: Self.candidates[index].name, reason: "the source's coded data are damaged")
      return [
        Plan(
          route: route, format: question.format, outputSize: question.outputSize, remaining: remaining,
          rejections: [reason], whenDamaged: [], peakBytes: peakBytes, fingerprint: question.probe.fingerprint,
          rules: question.probe.rules)
      ]
    }
    return []
  }

  /// The plan that decodes the picture itself where a small one inside the file turns out damaged.
  private func unembedded(_ route: Plan.Route, _ question: Question) -> [Plan] {
    guard case .transcode(let transcode) = route, transcode.standIn != nil else { return [] }
    var rendition = question.rendition
    rendition.allowsEmbedded = false
    return (try? plan(rendition, for: question.probe)).map { [$0] } ?? []
  }

  /// What to tell of several refusals: a limit can be raised, so it comes first; a tag that cannot be
  /// written next; the routes through pixels know best otherwise.
  private static func failure(_ failures: [UprightError], _ rejections: [Plan.Rejection]) -> UprightError {
    for case .limit(let name, let asked, let allowed) in failures {
      return .limit(name: name, asked: asked, allowed: allowed)
    }
    for case .malformed(let error) in failures { return .malformed(error) }
    for (rejection, failure) in zip(rejections, failures) where [.retag, .rewrite].contains(rejection.route) {
      if case .unsupported = failure { return failure }
    }
    guard case .unanswerable(let field, _) = failures.last else {
      return failures.last ?? .unsupported("a planner without routes")
    }
    let reasons = rejections.filter { $0.route == .transform || $0.route == .transcode }.map(\.reason)
    let distinct = reasons.first == reasons.last ? Array(reasons.prefix(1)) : reasons
    return .unanswerable(field: field, reason: distinct.joined(separator: "; "))
  }

  /// Decides how the pixels of a rendition are got, whatever cheaper way there is to a file.
  ///
  /// - Throws: as `plan(_:for:)`.
  func transcode(_ rendition: Rendition, for probe: Probe) throws(UprightError) -> Plan.Transcode {
    var upright = rendition
    upright.upright = .pixels
    let planner = Planner(capabilities: capabilities.mapValues(\.withoutPlanes), limits: limits)
    switch bounded(TranscodeRoute.answer(try Question(upright, probe), planner)) {
    case .feasible(.transcode(let transcode), _, _): return transcode
    case .feasible: throw .unanswerable(field: "rendition", reason: "no pixels are decoded")
    case .declined(_, let error): throw error
    }
  }

  /// A route that needs more memory than allowed does not count.
  private func bounded(_ answer: Answer) -> Answer {
    guard case .feasible(_, _, let peakBytes) = answer, peakBytes > limits.memoryBytes else { return answer }
    return .declined(
      "it needs \(peakBytes) bytes of memory, and \(limits.memoryBytes) are allowed",
      .limit(name: "bytes of memory", asked: peakBytes, allowed: limits.memoryBytes))
  }

  /// Why pixels may not be touched at all, or nil.
  func pixelRefusal(_ question: Question) -> Answer? {
    let inputs = question.probe.samples?.inputPixels ?? 0
    let source = (question.probe.storedSize.pixelCount ?? .max).plusSaturating(inputs)
    let largest = max(source, question.outputSize.pixelCount ?? .max)
    let allowed = min(limits.pixels, Self.countablePixels)
    guard largest > allowed else { return nil }
    return .declined(
      "it has \(largest) pixels, and \(allowed) are allowed",
      .limit(name: "pixels", asked: largest, allowed: allowed))
  }

  /// Whatever the limit says: up to here all sums of bytes stay far from where integers overflow.
  private static let countablePixels = 1 << 40
}

extension Question {
  /// The displayed size of what a route delivers: trimmed edges are gone, and what stays in the tag is displayed all the same.
  func outputSize(of route: Plan.Route) -> PixelSize<Output> {
    guard case .transform(let transform) = route else { return outputSize }
    return PixelSize(
      width: outputSize.width - transform.trimmed.width, height: outputSize.height - transform.trimmed.height)
  }
}
