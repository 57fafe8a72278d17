// Makes images upright, in their pixels or by a valid tag.

package import Upright

/// A request to make images upright.
package struct FixRequest: ImageRequest {
  /// Where the orientation goes.
  package enum Target: String, Hashable, Sendable, CaseIterable {
    case pixels, tag
  }

  private let target: Target
  private let stale: StaleTag
  private let edges: EdgeRequest
  package let frame: Int?
  package let rules: OrientationRules

  /// Memberwise initializer.
  package init(
    to target: Target = .pixels, stale: StaleTag = .skip, edges: EdgeRequest = EdgeRequest(), frame: Int? = nil,
    rules: OrientationRules = OrientationRules()
  ) {
    (self.target, self.stale, self.edges, self.frame, self.rules) = (target, stale, edges, frame, rules)
  }

  /// The rendition with a valid tag.
  package static func retagged(format: ContainerFormat? = nil) -> Rendition {
    var wanted = Rendition(upright: .tagged, normalizes: true, format: format)
    wanted.stale = .skip
    return wanted
  }

  package var keepsTimeOfCopies: Bool { true }

  package var makesUpright: Bool { true }

  package var changesPixels: Bool { target == .pixels }

  package var edgeMode: EdgeMode? { target == .pixels ? edges.mode : nil }

  package var keepsWholeImages: Bool { edges.edge != .trim }

  package var identity: BatchIdentity {
    var identity = BatchIdentity("fix")
    identity.state("to", target.rawValue)
    identity.state("stale", stale.rawValue)
    if target == .pixels { edges.state(in: &identity) }
    identity.state("frame", frame)
    identity.state("prefer", rules.prefersExif ? "exif" : nil)
    identity.state("xmp", rules.readsXMP)
    return identity
  }

  package func rendition(
    of probe: Probe, format: ContainerFormat?, original: EdgeMode.Original = .stays
  ) -> Rendition {
    var wanted = upright(probe, format, original)
    wanted.stale = stale
    return wanted
  }

  private func upright(_ probe: Probe, _ format: ContainerFormat?, _ original: EdgeMode.Original) -> Rendition {
    if let frame { return edges.still(frame, format: format) }
    return switch target {
    case .pixels: edges.rendition(rotation: .identity, of: probe, format: format, original: original)
    case .tag: Self.retagged(format: format)
    }
  }
}
