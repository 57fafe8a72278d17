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
  static let routes: [PlannerRoute] =
    [
      PlannerRoute(name: .copy, decide: CopyRoute.decide),
      PlannerRoute(name: .retag, decide: RetagRoute.decide),
      PlannerRoute(name: .rewrite, decide: RewriteRoute.decide),
      PlannerRoute(name: .transform, decide: TransformRoute.decide),
      PlannerRoute(name: .transcode, decide: TranscodeRoute.decide),
    ] + keepingTag

  /// The routes that leave the orientation to the tag.
  private static let keepingTag: [PlannerRoute] = [
    PlannerRoute(name: .copy, decide: CopyRoute.keepingTag),
    PlannerRoute(name: .retag, decide: RetagRoute.keepingTag),
    PlannerRoute(name: .rewrite, decide: RewriteRoute.keepingTag),
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
      !(rendition.frame == .all && probe.hasAdditionalPages && rendition.region == .full && rendition.size == .full)
    else { return nil }
    return probe.samples?.hasTransparency == true ? .png : .jpeg
  }

  private func decide(_ rendition: Rendition, for probe: Probe) throws(UprightError) -> Plan {
    let request = try PlanRequest(rendition, probe)
    var rejections: [Plan.Rejection] = []
    var failures: [UprightError] = []
    for (index, plannerRoute) in Self.routes.enumerated() where plannerRoute.concerns(request) {
      switch bounded(plannerRoute.decide(request, self)) {
      case .feasible(let route, let remaining, let peakBytes):
        let others = fallbacks(route, request, after: index)
        return Plan(
          route: route, format: request.format, outputSize: request.outputSize(of: route), remaining: remaining,
          rejections: rejections, fallbacks: others, peakBytes: others.map(\.peakBytes).reduce(peakBytes, max),
          fingerprint: probe.fingerprint, rules: probe.rules)
      case .declined(let reason, let error):
        if !rejections.contains(where: { $0.route == plannerRoute.name }) {
          rejections.append(Plan.Rejection(route: plannerRoute.name, reason: reason))
          failures.append(error)
        }
      }
    }
    throw Self.failure(failures, rejections)
  }

  /// What is done instead where the coded data turn out damaged: a damaged image is not re-encoded where its tag may stay.
  private func fallbacks(_ route: Plan.Route, _ request: PlanRequest, after index: Int) -> [Plan] {
    switch route {
    case .transform: instead(request, after: index)
    case .transcode(let transcode):
      transcode.embeddedPreview == nil && request.mayKeepTag
        ? instead(request, after: index) : unembedded(route, request)
    case .copy, .retag, .rewrite: []
    }
  }

  /// The next route that can do without the source's coefficients being whole, where there is one.
  private func instead(_ request: PlanRequest, after index: Int) -> [Plan] {
    let rest = request.mayKeepTag ? Self.keepingTag : Array(Self.routes[(index + 1)...])
    for plannerRoute in rest where plannerRoute.concerns(request) {
      guard case .feasible(let route, let remaining, let peakBytes) = bounded(plannerRoute.decide(request, self)) else {
        continue
      }
      let reason = Plan.Rejection(route: Self.routes[index].name, reason: "the source's coded data are damaged")
      return [
        Plan(
          route: route, format: request.format, outputSize: request.outputSize, remaining: remaining,
          rejections: [reason], fallbacks: [], peakBytes: peakBytes, fingerprint: request.probe.fingerprint,
          rules: request.probe.rules)
      ]
    }
    return []
  }

  /// The plan that decodes the picture itself where a small one inside the file turns out damaged.
  private func unembedded(_ route: Plan.Route, _ request: PlanRequest) -> [Plan] {
    guard case .transcode(let transcode) = route, transcode.embeddedPreview != nil else { return [] }
    var rendition = request.rendition
    rendition.allowsEmbedded = false
    return (try? plan(rendition, for: request.probe)).map { [$0] } ?? []
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
    switch bounded(TranscodeRoute.decide(try PlanRequest(upright, probe), planner)) {
    case .feasible(.transcode(let transcode), _, _): return transcode
    case .feasible: throw .unanswerable(field: "rendition", reason: "no pixels are decoded")
    case .declined(_, let error): throw error
    }
  }

  /// A route is declined that needs more memory than allowed, or that scales longer lines than can be scaled.
  private func bounded(_ decision: RouteDecision) -> RouteDecision {
    if case .feasible(.transcode(let transcode), _, _) = decision, transcode.scales {
      let (side, longest) = (max(transcode.pass.size.width, transcode.pass.size.height), Resampler<Decoded>.longestLine)
      if side > longest {
        return .declined(
          "a side of it has \(side) pixels, and up to \(longest) can be scaled",
          .limit(name: "pixels along a side", asked: side, allowed: longest))
      }
    }
    guard case .feasible(_, _, let peakBytes) = decision, peakBytes > limits.memoryBytes else { return decision }
    return .declined(
      "it needs \(peakBytes) bytes of memory, and \(limits.memoryBytes) are allowed",
      .limit(name: "bytes of memory", asked: peakBytes, allowed: limits.memoryBytes))
  }

  /// Why pixels may not be touched at all, or nil.
  func pixelLimitRejection(_ request: PlanRequest) -> RouteDecision? {
    let inputs = request.probe.samples?.inputPixels ?? 0
    let source = (request.probe.storedSize.pixelCount ?? .max).addingSaturating(inputs)
    let largest = max(source, request.outputSize.pixelCount ?? .max)
    let allowed = min(limits.pixels, Self.countablePixels)
    guard largest > allowed else { return nil }
    return .declined(
      "it has \(largest) pixels, and \(allowed) are allowed",
      .limit(name: "pixels", asked: largest, allowed: allowed))
  }

  /// Whatever the limit says: up to here all sums of bytes stay far from where integers overflow.
  private static let countablePixels = 1 << 40
}

extension PlanRequest {
  /// The displayed size of what a route delivers: trimmed edges are gone, and what stays in the tag is displayed all the same.
  func outputSize(of route: Plan.Route) -> PixelSize<Output> {
    guard case .transform(let transform) = route else { return outputSize }
    return PixelSize(
      width: outputSize.width - transform.trimmed.width, height: outputSize.height - transform.trimmed.height)
  }
}
