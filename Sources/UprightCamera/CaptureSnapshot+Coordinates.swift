// Places carried between the sensor, the buffer, the displayed picture and a view (CameraX ImageInfo.getSensorToBufferTransformMatrix; camera2 SCALER_CROP_REGION, CONTROL_AF_REGIONS).

public import UprightGeometry

extension CaptureSnapshot {
  /// From the sensor's pixels to the buffer's, which shows `crop` of the sensor, scaled, and turned or mirrored where the platform has done so.
  ///
  /// - Returns: nil where `crop` or the buffer is empty.
  public func sensorToStored(crop: Rect2D<Sensor>) -> Transform2D<Sensor, Stored>? {
    guard crop.width > 0, crop.height > 0, !storedSize.isEmpty else { return nil }
    let share = Transform2D<Sensor, Normalized<Sensor>>(
      scaleX: 1 / crop.width, scaleY: 1 / crop.height, tx: -crop.x / crop.width, ty: -crop.y / crop.height)
    let turned = Transform2D<Normalized<Sensor>, Normalized<Stored>>(
      Orientation(mirrored: applied.isMirrored, clockwise: applied.clockwiseQuarters),
      in: PixelSize(width: 1, height: 1))
    let pixels = Transform2D<Normalized<Stored>, Stored>(
      scaleX: Double(storedSize.width), scaleY: Double(storedSize.height))
    return share.then(turned).then(pixels)
  }

  /// From the sensor's pixels to those of the displayed picture; nil where `crop` or the buffer is empty.
  public func sensorToDisplayed(crop: Rect2D<Sensor>) -> Transform2D<Sensor, Displayed>? {
    sensorToStored(crop: crop)?.then(storedToDisplayed)
  }

  /// Where a camera has to measure when its user points at a place of the preview.
  ///
  /// - Parameters:
  ///   - area: What the user means, in the view's points.
  ///   - view: Where the preview is shown.
  ///   - mode: How the preview is laid into it.
  ///   - crop: What the buffer shows of the sensor, in the sensor's pixels.
  ///   - sensor: The size of the sensor.
  /// - Returns: Shares of the sensor, within what the buffer shows of it; its sides are those of the sensor, so that a wide area of an upright picture is a
  ///   high one here. Nil where it lies outside, on the bars beside a preview too, or where something is empty.
  public func meteringArea(
    _ area: Rect2D<Viewport>, in view: Rect2D<Viewport>, mode: ContentMode, crop: Rect2D<Sensor>,
    of sensor: PixelSize<Sensor>
  ) -> Rect2D<Normalized<Sensor>>? {
    guard let toView = sensorToStored(crop: crop)?.then(preview(in: view, mode: mode)), let back = toView.inverse
    else { return nil }
    return area.applying(back).intersection(crop)?.clipped(to: sensor)?.normalized(in: sensor)
  }
}
