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
  /// - Returns: nil where there is no output, or where something is empty.
  public init?(
    shape: Size2D<Displayed>, mode: ContentMode, of outputs: [CaptureSnapshot], on sensor: PixelSize<Sensor>
  ) {
    let seen = outputs.compactMap { Self.seen(by: $0, of: sensor) }
    guard seen.count == outputs.count, let first = seen.first, shape.width > 0, shape.height > 0 else { return nil }
    let common = seen.dropFirst().reduce(first) { $0.intersection($1) ?? $0 }
    let swaps = outputs[0].sensorToDisplayed.swapsAxes
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
    let all = Rect2D<Sensor>(x: 0, y: 0, width: Double(sensor.width), height: Double(sensor.height))
    return largest(Size2D(size), in: all, isInside: true)
  }

  /// The rectangle of a shape around the middle of an area that touches two of its sides, from inside or from outside.
  private static func largest(
    _ shape: Size2D<Sensor>, in area: Rect2D<Sensor>, isInside: Bool
  ) -> Rect2D<Sensor> {
    let isWider = shape.width * area.height >= area.width * shape.height
    let (wide, high) =
      isWider == isInside
      ? (area.width, area.width * shape.height / shape.width) : (area.height * shape.width / shape.height, area.height)
    return Rect2D(
      x: area.x + (area.width - wide) / 2, y: area.y + (area.height - high) / 2, width: wide, height: high)
  }
}
