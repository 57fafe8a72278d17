// One route's decision, taken apart for tests.

import Testing
import UprightFixtures

@testable import Upright

extension RouteDecision {
  /// The route, if it is feasible.
  var route: Plan.Route? {
    guard case .feasible(let route, _, _) = self else { return nil }
    return route
  }

  /// What stays in the tag, if it is feasible.
  var remaining: Orientation<Stored, Displayed>? {
    guard case .feasible(_, let remaining, _) = self else { return nil }
    return remaining
  }

  /// The memory it needs, if it is feasible.
  var peakBytes: Int? {
    guard case .feasible(_, _, let peakBytes) = self else { return nil }
    return peakBytes
  }

  /// Why not, if it is not.
  var reason: String? {
    guard case .declined(let reason, _) = self else { return nil }
    return reason.description
  }

  /// The matching error, if it is not.
  var error: UprightError? {
    guard case .declined(_, let error) = self else { return nil }
    return error
  }

  /// The lossless step, if that is the route.
  var transform: Plan.Transform? {
    guard case .transform(let transform) = route else { return nil }
    return transform
  }

  /// The step through pixels, if that is the route.
  var transcode: Plan.Transcode? {
    guard case .transcode(let transcode) = route else { return nil }
    return transcode
  }

  /// The change of bytes, if that is the route.
  var patch: BytePatch? {
    guard case .retag(let patch) = route else { return nil }
    return patch
  }
}
