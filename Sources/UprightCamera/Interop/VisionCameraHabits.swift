// What react-native-vision-camera 5 does with mirrors, ML Kit's orientations and places, and what is correct.

public import UprightGeometry

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
