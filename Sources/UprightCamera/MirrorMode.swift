// Whether a picture is shown and kept as in a mirror (CameraX MirrorMode; camera2 OutputConfiguration; AVCaptureConnection.isVideoMirrored).

/// Whether left and right of the upright picture are swapped.
public enum MirrorMode: String, CaseIterable, Hashable, Sendable {
  /// As others see the scene.
  case off
  /// As a mirror shows it.
  case on
  /// As a mirror shows it where the lens is the device's own front one, and there alone: CameraX' `MIRROR_MODE_ON_FRONT_ONLY`, camera2's `MIRROR_MODE_AUTO`.
  ///
  /// This is what platforms call automatic, where they say what they mean. An external camera is none of the device's sides, whichever of them it turns as.
  case frontOnly = "front-only"

  /// Whether a picture of a lens that looks that way is mirrored.
  public func mirrors(_ facing: Facing) -> Bool {
    switch self {
    case .off: false
    case .on: true
    case .frontOnly: facing == .front
    }
  }
}
