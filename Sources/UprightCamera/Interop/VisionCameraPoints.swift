// VisionCamera's camera points, in which its frames and previews meet (convertFramePointToCameraPoint, convertViewPointToCameraPoint and the ways back).

public import UprightGeometry

extension Interop {
  /// One output of a camera, its places as VisionCamera's camera points: a pixel of the sensor's active array on Android, a share of the unturned sensor on iOS.
  ///
  /// Outputs of one camera share those points, whatever their sizes, poses and mirrors are. The `inverse` of each map is the way back.
  public struct VisionCameraPoints: Hashable, Sendable {
    /// The output: of a frame its own capture, of a preview the one whose pose is the interface's.
    public let capture: CaptureSnapshot
    /// What the buffer shows of the sensor, in the sensor's pixels.
    public let crop: Rect2D<Sensor>
    /// The size of the sensor; on iOS that of the whole picture which the device is set to.
    public let sensor: PixelSize<Sensor>

    /// An output that shows a part of a sensor.
    public init(_ capture: CaptureSnapshot, crop: Rect2D<Sensor>, of sensor: PixelSize<Sensor>) {
      (self.capture, self.crop, self.sensor) = (capture, crop, sensor)
    }

    /// From a frame's pixels to Android's camera points; nil where something is empty.
    public var frameToArray: Transform2D<Stored, Sensor>? { capture.sensorToStored(crop: crop)?.inverse }

    /// From a frame's pixels to the camera points of iOS, 0…1 of the unturned sensor; nil where something is empty.
    public var frameToShare: Transform2D<Stored, Normalized<Sensor>>? { shared(frameToArray) }

    /// From the points of a view to Android's camera points; nil where something is empty.
    public func viewToArray(in view: Rect2D<Viewport>, mode: ContentMode) -> Transform2D<Viewport, Sensor>? {
      guard let frameToArray else { return nil }
      return capture.preview(in: view, mode: mode).inverse?.then(frameToArray)
    }

    /// From the points of a view to the camera points of iOS, 0…1 of the unturned sensor; nil where something is empty.
    public func viewToShare(in view: Rect2D<Viewport>, mode: ContentMode) -> Transform2D<Viewport, Normalized<Sensor>>?
    {
      shared(viewToArray(in: view, mode: mode))
    }

    /// What iOS makes of a frame's pixels: shares of the *upright* picture, read as if they were those of the unturned sensor.
    ///
    /// ``frameToShare`` is right. The two agree where nothing is to be turned and the whole sensor is seen. Elsewhere a point off the middle lands beside its
    /// place in the view, and a square of a frame at 16:9 that is to be turned by a quarter becomes (16/9)² times as long as wide there.
    ///
    /// - Returns: nil where the buffer is empty, or its pixels were turned or mirrored already.
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
