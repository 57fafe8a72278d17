// Everything that decides which way a captured picture is up, at the moment of its capture (TIFF 6.0, tag 274; ISO 14496-12, 8.3.2).

public import UprightGeometry

/// What is known of a picture when it is captured: all outputs follow from it, and it travels with every frame.
public struct CaptureSnapshot: Hashable, Sendable {
  /// How the camera sits in the device.
  public var mount: CameraMount
  /// What is to be upright: how the device is held, or what the interface or the app takes for it.
  public var pose: DevicePose
  /// Whether left and right of the upright picture are swapped.
  public var mirror: MirrorMode
  /// The size of the buffer, in its own pixels.
  public var storedSize: PixelSize<Stored>
  /// What the platform did already to the pixels of the buffer: nothing, unless its connection turns or mirrors them.
  public var applied: Orientation<Sensor, Stored>

  /// A snapshot; nothing is done to the pixels unless said.
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

  /// From the plane of the device to that of what is to be upright: the pose, which a camera that stands by itself has no part in.
  public var deviceToInterface: Orientation<Device, Interface> {
    mount.facing.side == .neither ? .identity : pose.deviceToInterface
  }

  /// From the plane of what is to be upright to what is displayed.
  ///
  /// The front lens needs no case of its own: its picture is mirrored where it lies in the device's plane, and mirrored back behind the pose unless a mirror
  /// is what is wanted.
  public var interfaceToDisplayed: Orientation<Interface, Displayed> {
    Orientation(mirrored: (mount.facing.side == .front) != mirror.mirrors(mount.facing), clockwise: 0)
  }

  /// From the sensor's picture to what is displayed.
  public var sensorToDisplayed: Orientation<Sensor, Displayed> {
    mount.sensorToDevice.then(deviceToInterface).then(interfaceToDisplayed)
  }

  /// From the buffer to what is displayed: the photo's tag, and of a frame the turn and mirror that are left to do.
  public var orientation: Orientation<Stored, Displayed> { applied.inverse.then(sensorToDisplayed) }

  /// The size as displayed.
  public var displayedSize: PixelSize<Displayed> { orientation.applied(to: storedSize) }

  /// From the buffer's pixels to those of the displayed picture.
  public var storedToDisplayed: Transform2D<Stored, Displayed> { Transform2D(orientation, in: storedSize) }

  /// The track's matrix of a movie of such frames; nil where a side is longer than 32,767.
  public var trackMatrix: TrackMatrix? { TrackMatrix(orientation, in: storedSize) }

  /// For players that know turns only: whether left and right of the buffer are swapped first, in the pixels, and the turn that follows, clockwise as displayed.
  public var mirrorFirst: (mirrorsPixels: Bool, turn: QuarterTurn) {
    let (mirrorsPixels, quarters) = orientation.mirrorFirst
    return (mirrorsPixels, QuarterTurn(quarters: quarters))
  }

  /// The turn, clockwise as displayed, and whether left and right are swapped after it: the order in which platforms speak of a frame.
  public var rotateFirst: (turn: QuarterTurn, mirrorsThen: Bool) {
    let (quarters, mirrorsThen) = orientation.rotateFirst
    return (QuarterTurn(quarters: quarters), mirrorsThen)
  }

  /// The buffer in a view, laid out and mirrored as displayed; the view's points are the numbers.
  public func preview(in view: Rect2D<Viewport>, mode: ContentMode) -> Transform2D<Stored, Viewport> {
    storedToDisplayed.then(.fitting(displayedSize, in: view, mode: mode))
  }
}
