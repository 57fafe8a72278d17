// VisionCamera's camera points, the common coordinates of its frames and previews (convertFramePointToCameraPoint,
// convertViewPointToCameraPoint and their inverses).

public import UprightGeometry

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
