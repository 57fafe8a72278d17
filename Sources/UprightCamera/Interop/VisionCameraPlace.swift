// Where react-native-vision-camera 5 confuses spaces: the size of a metering point, and the corners of a barcode.

public import UprightGeometry

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
