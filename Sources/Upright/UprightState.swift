// What is left to do until a file is upright, decided by its headers alone.

internal import UprightMetadata

/// Whether a file is upright as it is.
public enum UprightState: Hashable, Sendable {
  /// Where the orientation is wanted.
  public enum Target: Hashable, Sendable {
    /// In the pixels: the stored image is the displayed one.
    case pixels
    /// In the tag, written as the standard wants it.
    case tag
  }

  /// There is nothing to do.
  case upright
  /// The stored image is not the displayed one: viewers have to follow this tag.
  case rotated(ExifOrientation)
  /// The orientation tag, or another field that states an orientation, would be rewritten.
  case untidy

  /// The state of a probed file.
  public init(of probe: Probe, in target: Target = .pixels) {
    switch target {
    case .pixels: self = probe.isUpright ? .upright : .rotated(probe.orientation.exif)
    case .tag: self = probe.isCanonical ? .upright : .untidy
    }
  }
}

extension Probe {
  /// Whether the stored image is upright, so that viewers show it alike whether or not they follow orientation tags.
  public var isUpright: Bool { orientation.isIdentity }

  /// Whether every field that states the orientation is as the standard wants it, and none contradicts the one in use. A format without
  /// such a field has nothing to rewrite.
  var isCanonical: Bool { (try? retag(to: orientation, normalizing: true))?.isEmpty ?? true }
}
