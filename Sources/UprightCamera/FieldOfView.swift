// One field of view for all outputs of a camera, so that what is seen is what is kept (CameraX ViewPort and UseCaseGroup).

public import UprightGeometry

/// What outputs of one camera have in common.
public struct FieldOfView: Hashable, Sendable {
  /// The part of the sensor that all outputs show, cut to the shape that was asked for; with `.fit` it may reach beyond them.
  public let area: Rect2D<Sensor>

  /// The field of view of a shape, as displayed: the largest of it inside what all outputs show (`fill`), or the smallest around that (`fit`); `stretch` keeps
  /// all that they have in common, whatever its shape.
  ///
  /// Each output shows the largest part of the sensor of its own shape, around its middle.
  ///
  /// - Parameters:
  ///   - shape: Width and height as displayed.
  ///   - pose: The pose for which the shape is meant: of a preview's shape the interface's, though the device, and with it the photo, is held otherwise. CameraX's
  ///     `ViewPort` has a rotation for it.
  ///   - mode: How the shape is laid into what all outputs show.
  ///   - outputs: Captures of one camera, in any order; each may follow a pose of its own.
  ///   - sensor: The size of the sensor.
  /// - Returns: nil where there is no output, where they are of different mounts, or where something is empty.
  public init?(
    shape: Size2D<Displayed>, for pose: DevicePose, mode: ContentMode, of outputs: [CaptureSnapshot],
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

  /// The field of view in the buffer of an output, in its pixels; nil where something is empty.
  public func crop(of output: CaptureSnapshot, on sensor: PixelSize<Sensor>) -> Rect2D<Stored>? {
    guard let seen = Self.seen(by: output, of: sensor), let map = output.sensorToStored(crop: seen) else { return nil }
    return area.applying(map)
  }

  /// What an output shows of the sensor; nil where something is empty.
  public static func seen(by output: CaptureSnapshot, of sensor: PixelSize<Sensor>) -> Rect2D<Sensor>? {
    let size = output.applied.inverse.applied(to: output.storedSize)
    guard !size.isEmpty, !sensor.isEmpty else { return nil }
    return largest(Size2D(size), in: whole(sensor), isInside: true)
  }

  private static func whole(_ sensor: PixelSize<Sensor>) -> Rect2D<Sensor> {
    Rect2D(x: 0, y: 0, width: Double(sensor.width), height: Double(sensor.height))
  }

  /// The rectangle of a shape around the middle of an area that touches two of its sides, from inside or from outside.
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
