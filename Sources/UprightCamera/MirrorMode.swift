// Whether a picture is shown and kept as in a mirror (CameraX MirrorMode; AVCaptureConnection.isVideoMirrored).

/// Whether left and right of the upright picture are swapped.
public enum MirrorMode: String, CaseIterable, Hashable, Sendable {
  /// As others see the scene.
  case off
  /// As a mirror shows it.
  case on
  /// As a mirror shows it where the lens looks at the user. This is what platforms call automatic, where they say what they mean.
  case frontOnly = "front-only"

  /// Whether a picture of a lens that looks that way is mirrored.
  public func mirrors(_ facing: Facing) -> Bool {
    switch self {
    case .off: false
    case .on: true
    case .frontOnly: facing.side == .front
    }
  }
}
