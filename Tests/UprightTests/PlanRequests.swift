// Requests for photos of which only the header matters.

import Testing
@testable import Upright
import UprightFixtures
import UprightTestTools

extension Orientation where From == Displayed, To == Displayed {
  /// The rotation with this index, 0…7.
  static func number(_ index: Int) -> Self { all[index] }
}

enum Photos {
  /// A photo's probe by its stored size.
  static func probe(
    _ tag: ExifOrientation? = nil, _ width: Int, _ height: Int, sampling: TinyJPEG.Sampling = .full,
    segments: [TinySegment] = []
  ) throws -> Probe {
    try Probe(
      PlanTable.photo(tag, storedWidth: width, storedHeight: height, sampling: sampling, segments: segments))
  }

  /// One probe per tag, all of the same stored size.
  static func probes(_ width: Int, _ height: Int) throws -> [(tag: ExifOrientation, probe: Probe)] {
    try ExifOrientation.allCases.map { ($0, try probe($0, width, height)) }
  }
}

extension PixelRect {
  /// Any rectangle that shares a pixel with an image of `size`, extending up to `margin` beyond it.
  static func random(in size: PixelSize<S>, margin: Int = 0, using random: inout SplitMix64) -> Self {
    let left = Int.random(in: -margin..<size.width, using: &random)
    let top = Int.random(in: -margin..<size.height, using: &random)
    return PixelRect(
      x: left, y: top, width: Int.random(in: max(1, 1 - left)...size.width + margin - left, using: &random),
      height: Int.random(in: max(1, 1 - top)...size.height + margin - top, using: &random))
  }

  /// Every rectangle of whole pixels inside an image of `size`.
  static func all(in size: PixelSize<S>) -> [Self] {
    (0..<size.width).flatMap { x in
      (0..<size.height).flatMap { y in
        (1...size.width - x).flatMap { width in
          (1...size.height - y).map { PixelRect(x: x, y: y, width: width, height: $0) }
        }
      }
    }
  }
}

// One route's decision, taken apart for tests.
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
