// Everything that determines a captured image's orientation, at the time of capture (TIFF 6.0, tag 274; ISO 14496-12,
// 8.3.2).

public import UprightGeometry

/// The facts about an image at its capture: all outputs follow from them, and they accompany every frame.
public struct CaptureSnapshot: Hashable, Sendable {
  /// The mount of the camera.
  public var mount: CameraMount
  /// The pose that should be upright: the device's, or the one that the interface or the app uses.
  public var pose: DevicePose
  /// Whether left and right of the upright image are swapped.
  public var mirror: MirrorMode
  /// The size of the buffer, in its own pixels.
  public var storedSize: PixelSize<Stored>
  /// What the platform already did to the buffer's pixels: nothing, unless its connection rotates or mirrors them. For
  /// example, `Orientation(mirrored: true, clockwise: 1)` mirrors first, then rotates.
  public var applied: Orientation<Sensor, Stored>

  /// A snapshot; by default, the pixels are unchanged.
  public init(
    mount: CameraMount, pose: DevicePose, mirror: MirrorMode = .off, storedSize: PixelSize<Stored>,
    applied: Orientation<Sensor, Stored> = .identity
  ) {
    self.mount = mount
    self.pose = pose
    self.mirror = mirror
    self.storedSize = storedSize
    self.applied = applied
  }

  /// From the device's plane to the one that should be upright: the pose, unless the camera is independent.
  public var deviceToInterface: Orientation<Device, Interface> {
    mount.facing.side == .neither ? .identity : pose.deviceToInterface
  }

  /// From the plane that should be upright to the displayed image.
  ///
  /// The front lens needs no case of its own. Its image is mirrored in the device's plane, and mirrored back after the
  /// pose unless a mirror image is wanted.
  public var interfaceToDisplayed: Orientation<Interface, Displayed> {
    Orientation(mirrored: (mount.facing.side == .front) != mirror.mirrors(mount.facing), clockwise: 0)
  }

  /// From the sensor's image to the displayed image.
  public var sensorToDisplayed: Orientation<Sensor, Displayed> {
    mount.sensorToDevice.then(deviceToInterface).then(interfaceToDisplayed)
  }

  /// From the buffer to the displayed image: a photo's tag, or a frame's remaining rotation and mirror.
  public var orientation: Orientation<Stored, Displayed> { applied.inverse.then(sensorToDisplayed) }

  /// The displayed size.
  public var displayedSize: PixelSize<Displayed> { orientation.applied(to: storedSize) }

  /// From the buffer's pixels to those of the displayed image.
  public var storedToDisplayed: Transform2D<Stored, Displayed> { Transform2D(orientation, in: storedSize) }

  /// The track matrix of a movie with such frames; nil if a side is longer than 32,767.
  public var trackMatrix: TrackMatrix? { TrackMatrix(orientation, in: storedSize) }

  /// For players that support only rotation: whether left and right of the buffer's pixels are swapped first, and the
  /// rotation that follows, clockwise as displayed.
  public var mirrorFirst: (mirrorsPixels: Bool, turn: QuarterTurn) {
    let (mirrorsPixels, quarters) = orientation.mirrorFirst
    return (mirrorsPixels, QuarterTurn(quarters: quarters))
  }

  /// The rotation, clockwise as displayed, and whether left and right are swapped after it: the order that platforms
  /// use for frames.
  public var rotateFirst: (turn: QuarterTurn, mirrorsThen: Bool) {
    let (quarters, mirrorsThen) = orientation.rotateFirst
    return (QuarterTurn(quarters: quarters), mirrorsThen)
  }

  /// The map of the buffer into a view, placed and mirrored as displayed, in the view's points.
  public func preview(in view: Rect2D<Viewport>, mode: FittingMode) -> Transform2D<Stored, Viewport> {
    storedToDisplayed.then(.fitting(displayedSize, in: view, mode: mode))
  }
}
