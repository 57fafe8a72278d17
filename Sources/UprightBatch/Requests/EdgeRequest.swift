// How pixels are rotated if the blocks at an edge cannot move without loss (ITU T.81, A.2.4: the last blocks are
// padded).

package import Upright

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
