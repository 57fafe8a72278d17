// Where react-native-vision-camera 5 mistakes one space for another: the size of a metering point, and the corners of a barcode.

public import UprightGeometry

extension Interop {
  /// How large VisionCamera takes a spot to be that is to be measured: one number for both sides, which it takes for a share of the sensor.
  ///
  /// iOS divides by what one coordinate of the place is in the view and on the sensor, which are different axes where the picture is turned: the size hangs on
  /// the place, and at the view's edge it is no number. Android passes points where CameraX expects a share.
  /// ``CaptureSnapshot/meteringArea(_:in:mode:crop:of:)`` is right on both.
  ///
  /// - Parameters:
  ///   - size: The spot's side, in the view's points.
  ///   - point: Its middle, in the view's points.
  ///   - share: The same middle on the sensor.
  ///   - platform: Who measures.
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

  /// The corner of a barcode as VisionCamera's documentation hands it on: shares of the buffer, read as its pixels.
  ///
  /// All four corners so lie on the buffer's first pixel. `denormalized(in:)` is right.
  public static func visionCameraDocumentedCorner(_ corner: Point2D<Normalized<Stored>>) -> Point2D<Stored> {
    Point2D(x: corner.x, y: corner.y)
  }
}
