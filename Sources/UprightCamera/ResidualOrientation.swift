// What remains to be done to a frame from a platform, without its camera (CameraX ImageInfo.rotationDegrees;
// VisionCamera Frame.orientation).

public import UprightGeometry

/// The orientation of a frame relative to a pose, and what is known about its lens.
public struct ResidualOrientation: Hashable, Sendable {
  /// From the buffer to the displayed image.
  public let orientation: Orientation<Stored, Displayed>
  /// The pose to which it applies.
  public let pose: DevicePose
  /// The direction of the lens; nil if unknown.
  public let facing: Facing?
  /// Whether the displayed image is mirrored. The orientation alone does not show that: the buffer may already be
  /// mirrored.
  public let isMirrored: Bool

  /// The remaining orientation of a frame, for a pose, with a lens that may be unknown, displayed mirrored or not.
  public init(_ orientation: Orientation<Stored, Displayed>, for pose: DevicePose, facing: Facing?, mirrored: Bool) {
    self.orientation = orientation
    self.pose = pose
    self.facing = facing
    isMirrored = mirrored
  }

  /// The same frame for another pose.
  ///
  /// - Returns: nil if the lens is unknown, unless the poses are equal. Rotating the device rotates the image of a
  ///   front lens the other way, and that of an independent camera not at all.
  public func retargeted(to pose: DevicePose) -> Self? {
    let turn = pose.turn - self.pose.turn
    guard let side = facing?.side ?? (turn == .zero ? .neither : nil) else { return nil }
    let clockwise: QuarterTurn =
      switch side {
      case .back: isMirrored ? turn.inverse : turn
      case .front: isMirrored ? turn : turn.inverse
      case .neither: .zero
      }
    let next = orientation.then(Orientation<Displayed, Displayed>(clockwise: clockwise.quarters))
    return Self(next, for: pose, facing: facing, mirrored: isMirrored)
  }
}

extension CaptureSnapshot {
  /// The remaining orientation of its frame.
  public var residual: ResidualOrientation {
    ResidualOrientation(orientation, for: pose, facing: mount.facing, mirrored: mirror.mirrors(mount.facing))
  }
}
