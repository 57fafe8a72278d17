// `Frame.orientation` and `Photo.orientation` with their `isMirrored` (react-native-vision-camera 5): what is left to do to a buffer.

public import UprightGeometry

extension Interop {
  /// VisionCamera's pair for a buffer: nothing is lost, but its components read the pair in four ways (``VisionCameraInterpretation``).
  public struct VisionCameraFrame: Hashable, Sendable {
    /// How the content lies in the buffer: `left` is to be turned a quarter clockwise to be displayed, Exif's and UIKit's `right`.
    public let orientation: VisionCameraOrientation
    /// Whether left and right are swapped after turning.
    public let isMirrored: Bool

    /// The pair itself.
    public init(orientation: VisionCameraOrientation, isMirrored: Bool) {
      self.orientation = orientation
      self.isMirrored = isMirrored
    }

    /// What the documentation means a frame to say: the turn first, the mirror after it.
    public init(_ orientation: Orientation<Stored, Displayed>) {
      let (quarters, mirrored) = orientation.rotateFirst
      self.init(orientation: VisionCameraOrientation(QuarterTurn(quarters: -quarters)), isMirrored: mirrored)
    }

    /// What a photo in memory says: on iOS the first part of UIKit's name of its tag, on Android the word of a frame.
    public init(photo orientation: Orientation<Stored, Displayed>, on platform: Platform) {
      switch platform {
      case .android: self.init(orientation)
      case .iOS:
        let turn = QuarterTurn(quarters: orientation.clockwiseQuarters)
        self.init(orientation: VisionCameraOrientation(turn), isMirrored: orientation.isMirrored)
      }
    }

    /// What iOS says of a raw frame: the word of its connection's default less the pose's, whichever way the lens looks.
    ///
    /// Right for back cameras that are mounted at 90 degrees, and for front ones at 90 that are held on a side or at 270 that are held upright or upside down; front
    /// ones at 90 and 270 are half a turn off in their other poses. A back camera at 0, 180 or 270 is off by 90, 270 or 180 degrees in all poses, a front one at
    /// 0 or 180 by a quarter, whose direction changes with every pose. Of ``MirrorMode/frontOnly`` it says that nothing is mirrored.
    ///
    /// - Returns: nil for a buffer whose pixels were turned or mirrored already: the rule is one of raw buffers.
    public init?(iOS snapshot: CaptureSnapshot) {
      guard snapshot.applied.isIdentity else { return nil }
      self.init(rawOnIOS: snapshot)
    }

    /// The word of iOS for the buffer as it was before anything was done to it.
    private init(rawOnIOS snapshot: CaptureSnapshot) {
      let buffer: VisionCameraOrientation = snapshot.mount.facing.side == .front ? .right : .left
      let pose = VisionCameraOrientation(snapshot.pose, on: .iOS)
      let turn = QuarterTurn(quarters: (buffer.degrees - pose.degrees) / 90)
      self.init(orientation: VisionCameraOrientation(turn), isMirrored: snapshot.mirror == .on)
    }

    /// What Android says of a frame: the word of `rotationDegrees`, and whether mirroring was asked for by name.
    ///
    /// Of ``MirrorMode/frontOnly`` it says that nothing is mirrored; of pixels that the pipeline turned it goes on saying that they are to be
    /// mirrored, which is so, though the documentation promises otherwise.
    public init(android snapshot: CaptureSnapshot) {
      let frame = Self(snapshot.orientation)
      self.init(orientation: frame.orientation, isMirrored: snapshot.mirror == .on)
    }

    /// What iOS says of a depth map whose pixels it has turned: what it said of the raw one, right or not (``init(iOS:)``).
    ///
    /// Whoever heeds it turns a map that is upright; what is left to do is what a frame of the capture says.
    public init(iOSRotatedDepth snapshot: CaptureSnapshot) { self.init(rawOnIOS: snapshot) }
  }

  /// The capture as VisionCamera's documentation has it: the pixels of photos and movies are never turned, only tagged.
  ///
  /// On iOS the asset writer turns and mirrors them, and Android's cameras may. Where they have, the tag or matrix that follows from this turns them again.
  public static func visionCameraDocumentation(of snapshot: CaptureSnapshot) -> CaptureSnapshot {
    var untouched = snapshot
    let read = snapshot.applied.inverse.applied(to: snapshot.storedSize)
    untouched.storedSize = PixelSize(width: read.width, height: read.height)
    untouched.applied = .identity
    return untouched
  }

  /// The ways in which VisionCamera's own components read a frame's pair; only the first is the documentation's.
  public enum VisionCameraInterpretation: String, CaseIterable, Hashable, Sendable {
    /// The documentation, Skia's renderer and points, Android's photo as an image: turn against the word, then mirror.
    case documentation
    /// The resizer, iOS' frame as an image and its barcode reader: UIKit's name of the same word.
    case sameWordUIImage
    /// Android's frame as an image: turn by the word, then mirror.
    case androidImage
    /// iOS' map from a frame to its camera: mirror, then turn against the word.
    case cameraMatrix

    /// What a component that reads so does to the buffer.
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
