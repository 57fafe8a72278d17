// Makes images upright, in their pixels or by a valid tag, and what happens at edges whose blocks cannot move.

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

// How pixels are rotated if the blocks at an edge cannot move without loss (ITU T.81, A.2.4: the last blocks are
// padded).

/// What happens to edge blocks, and the quality of what is re-encoded.
package struct EdgeRequest: Hashable, Sendable {
  /// What happens to edge blocks; nil for the default, `auto`.
  package let edge: EdgeMode?
  /// The quality 1…100 of JPEGs that are re-encoded; nil for the source's.
  package let quality: Int?

  /// Memberwise initializer.
  package init(edge: EdgeMode? = nil, quality: Int? = nil) { (self.edge, self.quality) = (edge, quality) }

  /// The mode, given or not.
  package var mode: EdgeMode { edge ?? .auto }

  /// An upright still image from one frame of an animation.
  func still(
    _ frame: Int, rotation: Orientation<Displayed, Displayed> = .identity, format: ContainerFormat?
  ) -> Rendition {
    var rendition = Rendition(rotation: rotation, upright: .pixels, quality: .of(quality), format: format)
    rendition.frame = .number(frame)
    return rendition
  }

  /// The rendition of a rotated image; a change of format always re-encodes.
  package func rendition(
    rotation: Orientation<Displayed, Displayed>, of probe: Probe, format: ContainerFormat?, original: EdgeMode.Original,
    bakes: Bool = false
  ) -> Rendition {
    let changesFormat = format != nil && format != probe.format
    let mode: EdgeMode = changesFormat || (bakes && mode == .auto) ? .recode : mode
    var rendition = mode.rendition(rotation: rotation, of: probe.format, original: original)
    rendition.quality = .of(quality)
    rendition.format = format
    return rendition
  }

  /// States each value in a journal's first line.
  package func state(in identity: inout BatchIdentity) {
    identity.state("edge", mode.rawValue)
    identity.state("quality", quality)
  }
}

extension Rendition.Quality {
  /// A level, or the source's quality.
  package static func of(_ level: Int?) -> Self { level.map { .level($0) } ?? .asSource }
}

extension Rendition.Frame {
  /// A frame by its number; nil for the first.
  package init(_ number: Int?) { self = number.map { .number($0) } ?? .first }
}
