// `Frame.orientation` and `Photo.orientation` with their `isMirrored` (react-native-vision-camera 5): what remains to
// be done to a buffer.

public import UprightGeometry

extension Interop {
  /// VisionCamera's pair for a buffer; lossless, but its components interpret the pair in four ways
  /// (``VisionCameraInterpretation``).
  public struct VisionCameraFrame: Hashable, Sendable {
    /// The orientation of the content in the buffer: `left` is displayed after a rotation by 90 degrees clockwise, like
    /// `right` in Exif and UIKit.
    public let orientation: VisionCameraOrientation
    /// Whether left and right are swapped after rotating.
    public let isMirrored: Bool

    /// The pair.
    public init(orientation: VisionCameraOrientation, isMirrored: Bool) {
      self.orientation = orientation
      self.isMirrored = isMirrored
    }

    /// The pair according to the documentation: the rotation first, then the mirror.
    public init(_ orientation: Orientation<Stored, Displayed>) {
      let (quarters, mirrored) = orientation.rotateFirst
      self.init(orientation: VisionCameraOrientation(QuarterTurn(quarters: -quarters)), isMirrored: mirrored)
    }

    /// The pair of a photo in memory: on iOS the first part of UIKit's name for its tag, on Android the term for a
    /// frame.
    public init(photo orientation: Orientation<Stored, Displayed>, on platform: Platform) {
      switch platform {
      case .android: self.init(orientation)
      case .iOS:
        let turn = QuarterTurn(quarters: orientation.clockwiseQuarters)
        self.init(orientation: VisionCameraOrientation(turn), isMirrored: orientation.isMirrored)
      }
    }

    /// The pair that iOS reports for a raw frame: the term for its connection's default minus the pose's, whatever the
    /// direction of the lens.
    ///
    /// It is correct for back cameras mounted at 90 degrees. For front cameras it is correct at 90 degrees if held
    /// sideways, and at 270 if held upright or upside down. In their
    /// other poses, both are off by 180 degrees. A back
    /// camera at 0, 180 or 270 is off by 90, 270 or 180 degrees in all poses. A front camera at 0 or 180 is off by 90
    /// degrees, in a direction that changes with every pose. For ``MirrorMode/frontOnly`` it reports no mirror.
    ///
    /// - Returns: nil for a buffer whose pixels were already rotated or mirrored: the rule is for raw buffers.
    public init?(iOS snapshot: CaptureSnapshot) {
      guard snapshot.applied.isIdentity else { return nil }
      self.init(rawOnIOS: snapshot)
    }

    /// The iOS term for the buffer before anything was done to it.
    private init(rawOnIOS snapshot: CaptureSnapshot) {
      let buffer: VisionCameraOrientation = snapshot.mount.facing.side == .front ? .right : .left
      let pose = VisionCameraOrientation(snapshot.pose, on: .iOS)
      let turn = QuarterTurn(quarters: (buffer.degrees - pose.degrees) / 90)
      self.init(orientation: VisionCameraOrientation(turn), isMirrored: snapshot.mirror == .on)
    }

    /// The pair that Android reports for a frame: the term for `rotationDegrees`, and whether mirroring was requested
    /// explicitly.
    ///
    /// For ``MirrorMode/frontOnly`` it reports no mirror. For pixels that the pipeline rotated, it still reports that
    /// they must be mirrored; that is correct, although the documentation promises otherwise.
    public init(android snapshot: CaptureSnapshot) {
      let frame = Self(snapshot.orientation)
      self.init(orientation: frame.orientation, isMirrored: snapshot.mirror == .on)
    }

    /// The pair that iOS reports for a depth map whose pixels it has rotated: that of the raw map, correct or not
    /// (``init(iOS:)``).
    ///
    /// Following it rotates a map that is already upright; the capture's frame has the correct remaining orientation.
    public init(iOSRotatedDepth snapshot: CaptureSnapshot) { self.init(rawOnIOS: snapshot) }
  }

  /// The capture according to VisionCamera's documentation: the pixels of photos and movies are never rotated, only
  /// tagged.
  ///
  /// On iOS, the asset writer rotates and mirrors them, and Android's cameras may. Then the resulting tag or matrix
  /// rotates them again.
  public static func visionCameraDocumentation(of snapshot: CaptureSnapshot) -> CaptureSnapshot {
    var untouched = snapshot
    let read = snapshot.applied.inverse.applied(to: snapshot.storedSize)
    untouched.storedSize = PixelSize(width: read.width, height: read.height)
    untouched.applied = .identity
    return untouched
  }

  /// How VisionCamera's own components interpret a frame's pair; only the first follows the documentation.
  public enum VisionCameraInterpretation: String, CaseIterable, Hashable, Sendable {
    /// The documentation, Skia's renderer and points, Android's photo as an image: rotate against the term, then
    /// mirror.
    case documentation
    /// The resizer, iOS' frame as an image and its barcode reader: UIKit's orientation with the same name.
    case sameWordUIImage
    /// Android's frame as an image: rotate by the term, then mirror.
    case androidImage
    /// iOS' map from a frame to its camera: mirror, then rotate against the term.
    case cameraMatrix

    /// The effect on the buffer of a component with this interpretation.
    public func orientation(of frame: VisionCameraFrame) -> Orientation<Stored, Displayed> {
      let turn = frame.orientation.degrees / 90
      return switch self {
      case .documentation: Orientation(clockwiseFirst: -turn, thenMirrored: frame.isMirrored)
      case .sameWordUIImage: Orientation(mirrored: frame.isMirrored, clockwise: turn)
      case .androidImage: Orientation(clockwiseFirst: turn, thenMirrored: frame.isMirrored)
      case .cameraMatrix: Orientation(mirrored: frame.isMirrored, clockwise: -turn)
      }
    }
  }
}
