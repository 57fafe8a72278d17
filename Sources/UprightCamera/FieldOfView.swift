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
