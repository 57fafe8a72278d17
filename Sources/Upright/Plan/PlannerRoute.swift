// The planner's facts, from which every route decides, and what a route decides: how a request would be carried out, or
// why not. `Planner.swift` tries the routes.

/// The planner: from a request, a file's headers, codec capabilities and limits to a plan.
public struct Planner: Sendable {
  /// What codecs can do.
  public let capabilities: [ContainerFormat: Capabilities]
  /// What a run may cost.
  public let limits: Limits

  /// The number of images that the one to plan is nested in.
  private(set) var depth = 0

  /// A planner for these codecs and limits.
  public init(capabilities: [ContainerFormat: Capabilities], limits: Limits = Limits()) {
    self.capabilities = capabilities
    self.limits = limits
  }

  /// The same planner without the limits that a user can raise.
  package var unlimited: Planner {
    var free = limits
    (free.pixels, free.memoryBytes) = (.max, .max)
    return with(capabilities, free)
  }

  /// The same planner for the images inside the one to plan.
  var inner: Planner {
    var inner = self
    inner.depth += 1
    return inner
  }

  /// Whether images inside the one to plan are reoriented too: an attachment's thumbnail is. Each level multiplies the
  /// plans, and a file can contain hundreds.
  var followsInnerImages: Bool { depth < 2 }

  /// The same planner for other codecs and limits.
  func with(_ capabilities: [ContainerFormat: Capabilities], _ limits: Limits) -> Planner {
    var other = Planner(capabilities: capabilities, limits: limits)
    other.depth = depth
    return other
  }

  /// The same planner with an index of the source, if it is a JPEG.
  package var assumingIndex: Planner {
    var capabilities = capabilities
    capabilities[.jpeg]?.isIndexed = true
    return with(capabilities, limits)
  }

  /// Why pixels may not be touched at all; nil if they may.
  func pixelLimitRejection(_ request: PlanRequest) -> RouteDecision? {
    let inputs = request.probe.samples?.inputPixels ?? 0
    let source = (request.probe.storedSize.pixelCount ?? .max).addingSaturating(inputs)
    let largest = max(source, request.outputSize.pixelCount ?? .max)
    let allowed = min(limits.pixels, Self.countablePixels)
    guard largest > allowed else { return nil }
    return .declined(.limit(.pixels, asked: largest, allowed: allowed))
  }

  /// The maximum pixels regardless of limits: up to here, sums of bytes stay far from integer overflow.
  private static let countablePixels = 1 << 40
}

/// A route's decision.
enum RouteDecision {
  /// Feasible: how, the orientation that remains in the tag, and the peak memory.
  case feasible(Plan.Route, remaining: Orientation<Stored, Displayed>, peakBytes: Int)
  /// Declined: why, and the error if no other route can do it.
  case declined(RouteReason, UprightError)

  /// Declined for a reason, with the reason's own error.
  static func declined(_ reason: RouteReason) -> RouteDecision { .declined(reason, reason.error) }
}

/// A route that the planner tries.
struct PlannerRoute: Sendable {
  let name: Plan.RouteName
  let decide: @Sendable (PlanRequest, Planner) -> RouteDecision

  /// Whether a rejection is worth listing: without metadata to remove, a rewrite is not.
  func concerns(_ request: PlanRequest) -> Bool { name != .rewrite || request.rendition.strip != .none }
}
