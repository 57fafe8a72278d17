// What one route answers to a question: how it would do it, or one sentence why not.

/// A route's answer.
enum RouteDecision {
  /// It can: how, what orientation stays in the tag, and the most memory it needs.
  case feasible(Plan.Route, remaining: Orientation<Stored, Displayed>, peakBytes: Int)
  /// It cannot: why, and the error where nothing else can either.
  case declined(String, UprightError)

  /// A route that an error rules out, in its words.
  static func declined(_ error: UprightError) -> RouteDecision {
    if case .unanswerable(let field, let reason) = error { return declined(field, reason) }
    return .declined(error.description, error)
  }

  /// A route that the request itself rules out.
  static func declined(_ field: String, _ reason: String) -> RouteDecision {
    .declined(reason, .unanswerable(field: field, reason: reason))
  }
}

/// A route as the planner asks it.
struct PlannerRoute: Sendable {
  let name: Plan.RouteName
  let decide: @Sendable (PlanRequest, Planner) -> RouteDecision

  /// Whether it is worth a word: metadata that stay are nothing to rewrite.
  func concerns(_ request: PlanRequest) -> Bool { name != .rewrite || request.rendition.strip != .none }
}
