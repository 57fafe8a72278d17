// Chooses the cheapest correct route to a rendition: a pure function over an ordered list of routes.

extension Planner {
  /// The routes, cheapest first; the first feasible one wins. The last ones leave the orientation to the tag, if
  /// allowed.
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
  /// - Throws: `.limit` if only a limit prevents it; otherwise `.unsupported` or `.unanswerable` with every reason.
  public func plan(_ rendition: Rendition, for probe: Probe) throws(UprightError) -> Plan {
    let probe = try rendition.shownPage(of: probe)
    guard rendition.stale != .trustTag, let finding = probe.staleTag else {
      return try checkingPixels(try planFollowingTag(rendition, for: probe), rendition, of: probe)
    }
    if rendition.stale == .skip, rendition.region != .full || rendition.size != .full {
      throw .unanswerable(field: "stale", reason: "skipped: \(finding.message)")
    }
    var plan = try planFollowingTag(rendition.ofStale(probe), for: probe)
    if rendition.stale == .skip { plan.skipped = finding }
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
    plan.unwrittenFormat = probe.format
    return plan
  }

  /// The format of the result if the source's is read but not written; nil if it must stay.
  private func formatInstead(_ rendition: Rendition, _ probe: Probe) -> ContainerFormat? {
    guard rendition.mayChangeFormat, rendition.format == nil, rendition.upright != .tagged, rendition.loss == .recode,
      let own = capabilities[probe.format], own.decodes, !own.encodes,
      // A whole sequence becomes a still image only on request.
      !(rendition.frame == .all && probe.hasAdditionalPages && rendition.region == .full && rendition.size == .full)
    else { return nil }
    // A losslessly coded image stays lossless.
    return probe.samples?.hasTransparency == true || probe.samples?.isLossless == true ? .png : .jpeg
  }

  private func decide(_ rendition: Rendition, for probe: Probe) throws(UprightError) -> Plan {
    let request = try PlanRequest(rendition, probe)
    var rejections: [Plan.Rejection] = []
    var failures: [UprightError] = []
    for (index, plannerRoute) in Self.routes.enumerated() where plannerRoute.concerns(request) {
      switch request.keepingContent(bounded(plannerRoute.decide(request, self))) {
      case .feasible(let route, let remaining, let peakBytes):
        let other = fallback(route, request, after: index)
        var plan = Plan(
          route: route, format: request.format, outputSize: request.outputSize(of: route), remaining: remaining,
          rejections: rejections, fallback: other, peakBytes: max(peakBytes, other?.peakBytes ?? 0),
          of: probe)
        plan.allowedLosses = rendition.allowedLosses
        plan.reconstruction = request.reconstruction(after: route)
        if route.keepsPages { plan.pages = request.probe.furtherPages.map { $0.count + 1 } }
        if rendition.upright != .tagged, route.keepsPixels { plan.rotatedPages = request.rotatedPages }
        return plan
      case .declined(let reason, let error):
        if !rejections.contains(where: { $0.route == plannerRoute.name }) {
          rejections.append(Plan.Rejection(route: plannerRoute.name, reason: reason))
          failures.append(error)
        }
      }
    }
    throw Self.failure(failures, rejections)
  }

  /// The plan for coded data that turns out damaged: a damaged image is not re-encoded if its tag may stay.
  private func fallback(_ route: Plan.Route, _ request: PlanRequest, after index: Int) -> Plan? {
    switch route {
    case .transform: instead(request, after: index)
    case .transcode(let transcode):
      transcode.embeddedPreview == nil && request.mayKeepTag
        ? instead(request, after: index) : unembedded(route, request)
    case .copy, .retag, .rewrite: nil
    }
  }

  /// The next route that does not need intact coefficients, if there is one.
  private func instead(_ request: PlanRequest, after index: Int) -> Plan? {
    let rest = request.mayKeepTag ? Self.keepingTag : Array(Self.routes[(index + 1)...])
    for plannerRoute in rest where plannerRoute.concerns(request) {
      let decision = request.keepingContent(bounded(plannerRoute.decide(request, self)))
      guard case .feasible(let route, let remaining, let peakBytes) = decision else { continue }
      let reason = Plan.Rejection(route: Self.routes[index].name, reason: .codedDataDamaged)
      var plan = Plan(
        route: route, format: request.format, outputSize: request.outputSize, remaining: remaining,
        rejections: [reason], peakBytes: peakBytes, of: request.probe)
      plan.allowedLosses = request.rendition.allowedLosses
      plan.reconstruction = request.reconstruction(after: route)
      if request.rendition.upright != .tagged, route.keepsPixels { plan.rotatedPages = request.rotatedPages }
      return plan
    }
    return nil
  }

  /// The formats whose decoders return what can be read of damaged data.
  private static let partlyRead: Set<ContainerFormat> = [.jpeg, .webp]

  /// The same plan; if its pixel check finds damage, what can be read is re-encoded.
  ///
  /// - Parameters:
  ///   - rendition: The rendition that it was made for.
  ///   - probe: The image.
  package func usingDamaged(_ plan: Plan, _ rendition: Rendition, for probe: Probe) -> Plan {
    guard rendition.checksPixels, plan.pixelCheck?.isChecked == true, plan.fallback == nil,
      Self.partlyRead.contains(probe.format), let shown = try? rendition.shownPage(of: probe)
    else { return plan }
    var wanted = shown.staleTag == nil ? rendition : rendition.ofStale(shown)
    wanted.allowsEmbedded = false
    guard let request = try? PlanRequest(wanted, shown),
      case .feasible(let route, let remaining, let peakBytes) =
        request.keepingContent(bounded(TranscodeRoute.decide(request, self)))
    else { return plan }
    let damage = Plan.Rejection(route: plan.route.name, reason: .codedDataDamaged)
    var other = Plan(
      route: route, format: request.format, outputSize: request.outputSize(of: route), remaining: remaining,
      rejections: [damage], peakBytes: peakBytes, of: probe)
    other.allowedLosses = rendition.allowedLosses
    var result = plan.falling(backOn: other)
    result.peakBytes = max(plan.peakBytes, peakBytes)
    return result
  }

  /// The plan that decodes the image itself if its embedded preview turns out damaged.
  private func unembedded(_ route: Plan.Route, _ request: PlanRequest) -> Plan? {
    guard case .transcode(let transcode) = route, transcode.embeddedPreview != nil else { return nil }
    var rendition = request.rendition
    rendition.allowsEmbedded = false
    return try? plan(rendition, for: request.probe)
  }

  /// Which of several errors to report: first a limit, which can be raised; then a tag that cannot be written;
  /// otherwise the error of the pixel routes.
  private static func failure(_ failures: [UprightError], _ rejections: [Plan.Rejection]) -> UprightError {
    for case .limit(let limit, let asked, let allowed) in failures {
      return .limit(limit, asked: asked, allowed: allowed)
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
    return .unanswerable(field: field, reason: distinct.map(\.phrase).joined(separator: "; "))
  }

  /// Decides how the pixels of a rendition are made, even if there is a cheaper route to a file.
  ///
  /// - Throws: As `plan(_:for:)`.
  func transcode(_ rendition: Rendition, for probe: Probe) throws(UprightError) -> Plan.Transcode {
    var upright = rendition
    upright.upright = .pixels
    let planner = with(capabilities.mapValues(\.withoutPlanes), limits)
    var request = try PlanRequest(upright, probe)
    request.isForPixels = true
    switch bounded(TranscodeRoute.decide(request, planner)) {
    case .feasible(.transcode(let transcode), _, _): return transcode
    case .feasible: throw .unanswerable(field: "rendition", reason: "no pixels are decoded")
    case .declined(_, let error): throw error
    }
  }

  /// Declines a route that needs more memory than allowed, or scales longer lines than supported.
  private func bounded(_ decision: RouteDecision) -> RouteDecision {
    if case .feasible(.transcode(let transcode), _, _) = decision, transcode.scales {
      let (side, longest) = (max(transcode.pass.size.width, transcode.pass.size.height), Resampler<Decoded>.longestLine)
      if side > longest {
        return .declined(.limit(.side, asked: side, allowed: longest))
      }
    }
    guard case .feasible(_, _, let peakBytes) = decision, peakBytes > limits.memoryBytes else { return decision }
    return .declined(.limit(.memory, asked: peakBytes, allowed: limits.memoryBytes))
  }
}

extension Plan.Route {
  /// Whether every stored pixel stays.
  fileprivate var keepsPixels: Bool {
    switch self {
    case .copy, .retag, .rewrite: true
    case .transform, .transcode: false
    }
  }

  /// Whether every page of the file is in the result.
  fileprivate var keepsPages: Bool {
    switch self {
    case .copy, .retag, .rewrite: true
    case .transform: false
    case .transcode(let transcode): !transcode.furtherPages.isEmpty
    }
  }
}

extension PlanRequest {
  /// The displayed size of a route's result: without trimmed edges, and with the remaining tag applied.
  func outputSize(of route: Plan.Route) -> PixelSize<Output> {
    guard case .transform(let transform) = route else { return outputSize }
    return PixelSize(
      width: outputSize.width - transform.trimmed.width, height: outputSize.height - transform.trimmed.height)
  }
}
