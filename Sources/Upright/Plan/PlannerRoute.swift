// A route's decision on a request: how it would be done, or why not.

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
