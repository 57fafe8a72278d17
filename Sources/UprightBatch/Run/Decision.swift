// What is done to one image, decided from its headers and the request alone (Sources/Upright/Design.md).

import Upright

/// The plan of one image, why its tag stays if it does, and what is done instead if its result lacks too much.
struct Decision: Sendable {
  /// What was asked for.
  let wanted: Rendition
  /// What carries it out, with the index that it needs.
  let pipeline: Pipeline
  /// What is done.
  private(set) var plan: Plan
  /// What is done instead if the result turns out to lack what it must not lack; nil for an error.
  let fallback: Plan?
  /// Why an image whose pixels should be rotated keeps its tag, as far as headers tell.
  let keptTagReason: ImageReport.KeptTagReason?

  /// Decides.
  ///
  /// - Throws: Why nothing can be done, with the way out.
  init(
    _ wanted: Rendition, for probe: Probe, by pipeline: Pipeline, toward goal: ImageGoal, at destination: Destination,
    isDryRun: Bool
  ) throws(UprightError) {
    (self.wanted, self.pipeline) = (wanted, pipeline)
    let plan = try Self.plan(wanted, for: probe, by: pipeline, toward: goal, at: destination)
    fallback = plan.fallback.flatMap { $0.leavesOrientation ? $0 : nil }
    self.plan =
      switch (goal.allowsDamage, isDryRun) {
      case (false, false): plan.failingForDamage
      case (true, _) where !goal.verifies && destination != .inPlace:
        pipeline.planner.usingDamaged(plan, wanted, for: probe)
      default: plan
      }
    keptTagReason = Self.keptTagReason(wanted, self.plan, probe, by: pipeline, counting: goal.countsEncodable)
  }

  /// A plan that was made before.
  init(_ plan: Plan, by pipeline: Pipeline) {
    (self.plan, self.pipeline) = (plan, pipeline)
    (wanted, fallback, keptTagReason) = (Rendition(), nil, nil)
  }

  /// The same decision, with what only reading more than headers tells of the result.
  func foreseeing(_ source: SourceImage) -> Self {
    var decision = self
    decision.plan = plan.foreseeing(source.probe, in: source.file)
    return decision
  }

  /// Another decision for the same request.
  private init(_ plan: Plan, of other: Self) {
    (self.plan, wanted, pipeline) = (plan, other.wanted, other.pipeline)
    (fallback, keptTagReason) = (nil, nil)
  }

  /// What is done if the result lacks too much; nil for an error.
  var afterRefusal: Self? { fallback.map { Self($0, of: self) } }

  /// The format that was asked for, if the image is skipped and so has no result of it.
  var missingFormat: ContainerFormat? {
    plan.skipped == nil || wanted.format == plan.format ? nil : wanted.format
  }

  /// Plans; for an in-place change of a format that is not written, the error includes a way out.
  private static func plan(
    _ wanted: Rendition, for probe: Probe, by pipeline: Pipeline, toward goal: ImageGoal, at destination: Destination
  ) throws(UprightError) -> Plan {
    do throws(UprightError) { return try pipeline.plan(wanted, for: probe) } catch {
      if let edgeAdvice = goal.edgeAdvice, case .unanswerable = error, wanted.loss == .none,
        (try? pipeline.plan(wanted.trimmed, for: probe)) != nil
      {
        throw .unanswerable(
          field: "edges",
          reason: """
            the partial blocks at its edges cannot be rotated without loss; \(edgeAdvice(wanted.rotation))
            """)
      }
      guard destination == .inPlace, case .unsupported(let what) = error,
        let own = pipeline.planner.capabilities[probe.format], own.decodes, !own.encodes
      else { throw error }
      throw .unsupported(
        """
        \(what); \(option: .inPlace) keeps the format, \(option: .output, "FOLDER/") converts to one that can be \
        written
        """)
    }
  }

  /// Why an image whose pixels should be rotated keeps its tag: a limit if nothing else prevents it, the edges if
  /// trimming them would be enough.
  private static func keptTagReason(
    _ wanted: Rendition, _ plan: Plan, _ probe: Probe, by pipeline: Pipeline, counting countsEncodable: Bool
  ) -> ImageReport.KeptTagReason? {
    guard wanted.upright == .pixelsWherePossible, plan.leavesOrientation, plan.skipped == nil else { return nil }
    for case .contentLost(let notes) in plan.rejections.map(\.reason) {
      return .losses(contents: notes.lostContents, codes: notes.lostCodes)
    }
    if pipeline.planner.capabilities[probe.format]?.decodes != true { return .format(probe.format) }
    var upright = wanted
    upright.upright = .pixels
    if let limit = limit(upright, probe, by: pipeline) { return limit }
    let free = pipeline.planner.unlimited
    if countsEncodable {
      var reencoded = upright
      (reencoded.loss, reencoded.mayChangeFormat) = (.recode, true)
      if (try? free.plan(reencoded, for: probe)) != nil { return .encoding(isJPEG: probe.format == .jpeg) }
    }
    if (try? free.plan(upright.trimmed, for: probe)) != nil { return .edges }
    if probe.isKnownDamaged { return .damage }
    if probe.animation != nil, wanted.frame == .all { return .animation }
    return pipeline.planner.capabilities[plan.format]?.encodes == true ? .other : .unwritable(plan.format)
  }

  /// The limit that alone keeps an image from becoming upright.
  private static func limit(
    _ upright: Rendition, _ probe: Probe, by pipeline: Pipeline
  ) -> ImageReport.KeptTagReason? {
    do throws(UprightError) { _ = try pipeline.plan(upright, for: probe) } catch {
      guard case .limit(let limit, let asked, let allowed) = error,
        (try? pipeline.planner.unlimited.plan(upright, for: probe)) != nil
      else { return nil }
      return .limit(limit, asked: asked, allowed: allowed)
    }
    return nil
  }
}

extension Rendition {
  /// The same if partial blocks at edges may be lost.
  fileprivate var trimmed: Self {
    var trimmed = self
    trimmed.loss = .trim
    return trimmed
  }
}

extension Plan {
  /// The same plan without a fallback for a damaged image; one for a damaged preview stays.
  fileprivate var failingForDamage: Plan {
    falling(backOn: route.decodesEmbedded ? fallback.map(\.failingForDamage) : nil)
  }
}

extension Plan.Route {
  /// Whether an embedded preview is decoded in place of the image.
  var decodesEmbedded: Bool {
    if case .transcode(let transcode) = self { transcode.embeddedPreview != nil } else { false }
  }

  /// The bytes that change, if only the tag does.
  var patch: BytePatch? { if case .retag(let patch) = self { patch } else { nil } }
}
