// Whether an image is shown and kept mirrored (CameraX MirrorMode; camera2 OutputConfiguration;
// AVCaptureConnection.isVideoMirrored).

/// Whether left and right of the upright image are swapped.
public enum MirrorMode: String, CaseIterable, Hashable, Sendable {
  /// As others see the scene.
  case off
  /// As a mirror shows it.
  case on
  /// Mirrored only for the device's own front lens: CameraX' `MIRROR_MODE_ON_FRONT_ONLY`, camera2's `MIRROR_MODE_AUTO`.
  ///
  /// This is what platforms call automatic, if they define it. An external camera is on neither side of the device,
  /// whichever side it rotates like.
  case frontOnly = "front-only"

  /// Whether an image of a lens with this direction is mirrored.
  public func mirrors(_ facing: Facing) -> Bool {
    switch self {
    case .off: false
    case .on: true
    case .frontOnly: facing == .front
    }
  }
}
