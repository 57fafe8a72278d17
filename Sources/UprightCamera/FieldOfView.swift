// One field of view for all outputs of a camera, so that the preview shows what is kept (CameraX ViewPort and
// UseCaseGroup).

public import UprightGeometry

/// The common part of a camera's outputs.
public struct FieldOfView: Hashable, Sendable {
  /// The part of the sensor that all outputs show, cropped to the requested shape; with `.fit` it may extend beyond
  /// them.
  public let area: Rect2D<Sensor>

  /// The field of view of a displayed shape: the largest one inside what all outputs show (`fill`), or the smallest
  /// around it (`fit`). `stretch` keeps everything that they have in common, in any shape.
  ///
  /// Each output shows the largest centered part of the sensor with its own shape.
  ///
  /// - Parameters:
  ///   - shape: Width and height as displayed.
  ///   - pose: The pose of the shape: for a preview, the interface's, even if the device, and with it the photo, has
  ///     another. CameraX's `ViewPort` has a rotation for it.
  ///   - mode: How the shape is fitted to what all outputs show.
  ///   - outputs: Captures of one camera, in any order; each may have its own pose.
  ///   - sensor: The size of the sensor.
  /// - Returns: nil if there is no output, if mounts differ, or if something is empty.
  public init?(
    shape: Size2D<Displayed>, for pose: DevicePose, mode: FittingMode, of outputs: [CaptureSnapshot],
    on sensor: PixelSize<Sensor>
  ) {
    let seen = outputs.compactMap { Self.seen(by: $0, of: sensor) }
    guard var shown = outputs.first, outputs.allSatisfy({ $0.mount == shown.mount }), seen.count == outputs.count,
      let wide = seen.map(\.width).min(), let high = seen.map(\.height).min(), shape.width > 0, shape.height > 0
    else { return nil }
    let common = Self.middle(Size2D(width: wide, height: high), of: Self.whole(sensor))
    shown.pose = pose
    let swaps = shown.sensorToDisplayed.swapsAxes
    let onSensor = Size2D<Sensor>(
      width: swaps ? shape.height : shape.width, height: swaps ? shape.width : shape.height)
    switch mode {
    case .fill: area = Self.largest(onSensor, in: common, isInside: true)
    case .fit: area = Self.largest(onSensor, in: common, isInside: false)
    case .stretch: area = common
    }
  }

  /// The field of view in an output's buffer, in its pixels; nil if something is empty.
  public func crop(of output: CaptureSnapshot, on sensor: PixelSize<Sensor>) -> Rect2D<Stored>? {
    guard let seen = Self.seen(by: output, of: sensor), let map = output.sensorToStored(crop: seen) else { return nil }
    return area.applying(map)
  }

  /// The part of the sensor that an output shows; nil if something is empty.
  public static func seen(by output: CaptureSnapshot, of sensor: PixelSize<Sensor>) -> Rect2D<Sensor>? {
    let size = output.applied.inverse.applied(to: output.storedSize)
    guard !size.isEmpty, !sensor.isEmpty else { return nil }
    return largest(Size2D(size), in: whole(sensor), isInside: true)
  }

  private static func whole(_ sensor: PixelSize<Sensor>) -> Rect2D<Sensor> {
    Rect2D(x: 0, y: 0, width: Double(sensor.width), height: Double(sensor.height))
  }

  /// The centered rectangle of a shape that touches two sides of an area, from inside or outside.
  private static func largest(
    _ shape: Size2D<Sensor>, in area: Rect2D<Sensor>, isInside: Bool
  ) -> Rect2D<Sensor> {
    let isWider = shape.width * area.height >= area.width * shape.height
    let (wide, high) =
      isWider == isInside
      ? (area.width, area.width * shape.height / shape.width) : (area.height * shape.width / shape.height, area.height)
    return middle(Size2D(width: wide, height: high), of: area)
  }

  private static func middle(_ size: Size2D<Sensor>, of area: Rect2D<Sensor>) -> Rect2D<Sensor> {
    Rect2D(
      x: area.x + (area.width - size.width) / 2, y: area.y + (area.height - size.height) / 2, width: size.width,
      height: size.height)
  }
}

// The intrinsic matrix of a camera (AVFoundation: kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix; camera2
// LENS_INTRINSIC_CALIBRATION), for the image as it is after rotating, mirroring, cropping and scaling.

/// Focal lengths and principal point in pixels of an image in space `S`, without skew.
///
/// A point x, y, z in front of the camera is seen at `focalLength.width` · x / z + `center.x`, and likewise for y. The
/// camera's x and y axes are those of the image, so they rotate and mirror with it.
public struct CameraIntrinsics<S: Space>: Hashable, Sendable {
  /// The focal lengths along both axes, in pixels.
  public let focalLength: Size2D<S>
  /// The principal point, from the image's top left corner.
  public let center: Point2D<S>

  /// Focal lengths and the principal point, in pixels.
  public init(focalLength: Size2D<S>, center: Point2D<S>) { (self.focalLength, self.center) = (focalLength, center) }

  /// Nine numbers of the matrix, column by column: fx 0 0, 0 fy 0, cx cy 1.
  ///
  /// - Returns: nil for any other count, for skew, and unless the focal lengths are positive.
  public init?(columns numbers: [Double]) {
    guard numbers.count == 9, numbers[0] > 0, numbers[4] > 0, numbers[8] == 1, numbers.allSatisfy(\.isFinite),
      [1, 2, 3, 5].allSatisfy({ numbers[$0] == 0 })
    else { return nil }
    self.init(focalLength: Size2D(width: numbers[0], height: numbers[4]), center: Point2D(x: numbers[6], y: numbers[7]))
  }

  /// The matrix's nine numbers, column by column.
  public var columns: [Double] { [focalLength.width, 0, 0, 0, focalLength.height, 0, center.x, center.y, 1] }

  /// Those of the image after a map of its pixels: an orientation, a crop, a scale, or all of them.
  ///
  /// - Returns: nil if the map rotates by other angles than multiples of 90, skews, or is degenerate.
  public func applying<To: Space>(_ map: Transform2D<S, To>) -> CameraIntrinsics<To>? {
    let (swaps, keeps) = (map.a == 0 && map.d == 0, map.b == 0 && map.c == 0)
    guard swaps != keeps else { return nil }
    let size = Size2D<To>(
      width: (swaps ? focalLength.height * map.c : focalLength.width * map.a).magnitude,
      height: (swaps ? focalLength.width * map.b : focalLength.height * map.d).magnitude)
    guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else { return nil }
    return CameraIntrinsics<To>(focalLength: size, center: center.applying(map))
  }

  /// Those of the image after an orientation.
  public func applying<To: Space>(
    _ orientation: Orientation<S, To>, in size: PixelSize<S>
  ) -> CameraIntrinsics<To> {
    let swaps = orientation.swapsAxes
    return CameraIntrinsics<To>(
      focalLength: Size2D(
        width: swaps ? focalLength.height : focalLength.width, height: swaps ? focalLength.width : focalLength.height),
      center: center.applying(Transform2D(orientation, in: size)))
  }

  /// Those of a part of the image, whose top left corner is the new origin.
  public func cropped(to rect: Rect2D<S>) -> Self {
    let part = rect.standardized
    return Self(focalLength: focalLength, center: Point2D(x: center.x - part.x, y: center.y - part.y))
  }
}
