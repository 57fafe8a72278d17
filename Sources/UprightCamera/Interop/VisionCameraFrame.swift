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

// What react-native-vision-camera 5 does with mirrors, ML Kit's orientations and places, and what is correct.

// How react-native-vision-camera 5 handles a requested mirror, per photo and in a session with several cameras.

extension Interop {
  /// Whether VisionCamera mirrors a photo.
  ///
  /// - Returns: nil for ``MirrorMode/frontOnly``, its `auto`, on iOS: AVFoundation decides, and its documentation does
  ///   not define the result. Request a mirror explicitly there.
  public static func visionCameraMirrorsPhoto(
    _ mode: MirrorMode, of facing: Facing, on platform: Platform
  ) -> Bool? {
    platform == .iOS && mode == .frontOnly ? nil : mode.mirrors(facing)
  }

  /// The mode of an output in a session with this many cameras.
  ///
  /// On Android, a session with several cameras keeps the output's previous mode. The requested mode is correct
  /// everywhere.
  public static func visionCameraMirrorMode(
    wanted: MirrorMode, before: MirrorMode, cameras: Int, on platform: Platform
  ) -> MirrorMode {
    platform == .android && cameras > 1 ? before : wanted
  }
}

// What react-native-vision-camera 5 and its documentation pass to ML Kit on iOS (VisionImage.orientation and
// MLImage.orientation: UIImage.Orientation).

extension Interop {
  /// The correct orientation of a frame for ML Kit on iOS.
  public static func mlKitOrientation(of frame: VisionCameraFrame) -> AppleOrientation {
    AppleOrientation(VisionCameraInterpretation.documentation.orientation(of: frame))
  }

  /// The orientation for ML Kit if the term is passed on unchanged, as VisionCamera's documentation advises.
  ///
  /// It is off by 180 degrees for `left` and `right` without a mirror. With a mirror it is correct, because UIKit
  /// mirrors first and the frame after rotating.
  public static func visionCameraPassedToMLKit(_ frame: VisionCameraFrame) -> AppleOrientation {
    AppleOrientation(VisionCameraInterpretation.sameWordUIImage.orientation(of: frame))
  }

  /// The name in the documentation's snippet for a frame that is `up`: UIKit has no such names, and the two are
  /// swapped.
  ///
  /// The released code uses `upMirrored` and `up`, as ``mlKitOrientation(of:)`` does.
  public static func visionCameraDocumentedMLKitName(isMirrored: Bool) -> String {
    isMirrored ? "portrait" : "portraitMirrored"
  }
}

// Where react-native-vision-camera 5 confuses spaces: the size of a metering point, and the corners of a barcode.

extension Interop {
  /// VisionCamera's size of a metering spot: one number for both sides, used as a fraction of the sensor.
  ///
  /// iOS divides by the ratio of one coordinate of the point in the view and on the sensor. These are different axes if
  /// the image is rotated: the size depends on the position, and at the view's edge it is not a number. Android passes
  /// points where CameraX expects a fraction. ``CaptureSnapshot/meteringArea(_:in:mode:crop:of:)`` is correct on both.
  ///
  /// - Parameters:
  ///   - size: The side of the spot, in the view's points.
  ///   - point: Its center, in the view's points.
  ///   - share: The same center as a fraction of the sensor.
  ///   - platform: The platform that meters.
  public static func visionCameraMeteringSize(
    _ size: Double, at point: Point2D<Viewport>, on share: Point2D<Normalized<Sensor>>, platform: Platform
  ) -> Size2D<Normalized<Sensor>> {
    let side =
      switch platform {
      case .iOS: size / (point.x / share.x)
      case .android: size
      }
    return Size2D(width: side, height: side)
  }

  /// The corner of a barcode as in VisionCamera's documentation: fractions of the buffer, used as its pixels.
  ///
  /// All four corners thus are on the buffer's first pixel. `denormalized(in:)` is correct.
  public static func visionCameraDocumentedCorner(_ corner: Point2D<Normalized<Stored>>) -> Point2D<Stored> {
    Point2D(x: corner.x, y: corner.y)
  }
}

// VisionCamera's camera points, the common coordinates of its frames and previews (convertFramePointToCameraPoint,
// convertViewPointToCameraPoint and their inverses).
extension Interop {
  /// One output of a camera, mapped to VisionCamera's camera points: pixels of the sensor's active array on Android,
  /// fractions of the unrotated sensor on iOS.
  ///
  /// Outputs of one camera share those points, whatever their sizes, poses and mirrors. The `inverse` of each map leads
  /// back.
  public struct VisionCameraPoints: Hashable, Sendable {
    /// The output: for a frame its own capture, for a preview the one with the interface's pose.
    public let capture: CaptureSnapshot
    /// The part of the sensor that the buffer shows, in the sensor's pixels.
    public let crop: Rect2D<Sensor>
    /// The size of the sensor; on iOS, of the whole image in the device's active format.
    public let sensor: PixelSize<Sensor>

    /// An output that shows a part of a sensor.
    public init(_ capture: CaptureSnapshot, crop: Rect2D<Sensor>, of sensor: PixelSize<Sensor>) {
      (self.capture, self.crop, self.sensor) = (capture, crop, sensor)
    }

    /// From a frame's pixels to Android's camera points; nil if something is empty.
    public var frameToArray: Transform2D<Stored, Sensor>? { capture.sensorToStored(crop: crop)?.inverse }

    /// From a frame's pixels to the camera points of iOS, 0…1 of the unrotated sensor; nil if something is empty.
    public var frameToShare: Transform2D<Stored, Normalized<Sensor>>? { shared(frameToArray) }

    /// From the points of a view to Android's camera points; nil if something is empty.
    public func viewToArray(in view: Rect2D<Viewport>, mode: FittingMode) -> Transform2D<Viewport, Sensor>? {
      guard let frameToArray else { return nil }
      return capture.preview(in: view, mode: mode).inverse?.then(frameToArray)
    }

    /// From the points of a view to the camera points of iOS, 0…1 of the unrotated sensor; nil if something is empty.
    public func viewToShare(in view: Rect2D<Viewport>, mode: FittingMode) -> Transform2D<Viewport, Normalized<Sensor>>?
    {
      shared(viewToArray(in: view, mode: mode))
    }

    /// What iOS computes for a frame's pixels: fractions of the *upright* image, used as fractions of the unrotated
    /// sensor.
    ///
    /// ``frameToShare`` is correct. The two agree if nothing is rotated and the whole sensor is visible. Otherwise a
    /// point off the center is misplaced in the view. A square of a 16:9 frame that is rotated by 90 degrees becomes
    /// (16/9)² times as long as wide there.
    ///
    /// - Returns: nil if the buffer is empty, or its pixels were already rotated or mirrored.
    public var frameToShareOnIOS: Transform2D<Stored, Normalized<Sensor>>? {
      guard let frame = VisionCameraFrame(iOS: capture), !capture.storedSize.isEmpty else { return nil }
      let size = Size2D(capture.storedSize)
      let turn = VisionCameraInterpretation.cameraMatrix.orientation(of: frame)
      return Transform2D<Stored, Normalized<Stored>>(scaleX: 1 / size.width, scaleY: 1 / size.height)
        .then(
          Transform2D(
            Orientation(mirrored: turn.isMirrored, clockwise: turn.clockwiseQuarters),
            in: PixelSize(width: 1, height: 1)))
    }

    private func shared<From: Space>(_ map: Transform2D<From, Sensor>?) -> Transform2D<From, Normalized<Sensor>>? {
      guard !sensor.isEmpty else { return nil }
      return map?.then(Transform2D(scaleX: 1 / Double(sensor.width), scaleY: 1 / Double(sensor.height)))
    }
  }
}
