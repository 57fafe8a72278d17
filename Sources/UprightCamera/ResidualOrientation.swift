// What is left to be done to a frame, as platforms hand it out: without the camera it came from (CameraX ImageInfo.rotationDegrees; VisionCamera Frame.orientation).

public import UprightGeometry

/// The orientation of a frame relative to a pose, and what is known of its lens.
public struct ResidualOrientation: Hashable, Sendable {
  /// From the buffer to what is displayed.
  public let orientation: Orientation<Stored, Displayed>
  /// The pose for which that is so.
  public let pose: DevicePose
  /// The way the lens looks; nil where nobody said.
  public let facing: Facing?
  /// Whether the displayed picture is as in a mirror. That the orientation mirrors does not say so: the buffer may be mirrored already.
  public let isMirrored: Bool

  /// What is left to be done to a frame, for a pose, from a lens that is known or not, displayed as in a mirror or not.
  public init(_ orientation: Orientation<Stored, Displayed>, for pose: DevicePose, facing: Facing?, mirrored: Bool) {
    self.orientation = orientation
    self.pose = pose
    self.facing = facing
    isMirrored = mirrored
  }

  /// The same frame for another pose.
  ///
  /// - Returns: nil where the lens is not known, unless the poses are the same: a turn of the device turns the picture of a front lens the other way, and that
  ///   of a camera that stands by itself not at all.
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
  /// What is left to be done to a frame of it.
  public var residual: ResidualOrientation {
    ResidualOrientation(orientation, for: pose, facing: mount.facing, mirrored: mirror.mirrors(mount.facing))
  }
}
