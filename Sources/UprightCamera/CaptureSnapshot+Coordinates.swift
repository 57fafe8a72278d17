// Points mapped between the sensor, the buffer, the displayed image and a view (CameraX
// ImageInfo.getSensorToBufferTransformMatrix; camera2 SCALER_CROP_REGION, CONTROL_AF_REGIONS).

public import UprightGeometry

extension CaptureSnapshot {
  /// The map from the sensor's pixels to the buffer's. The buffer shows `crop` of the sensor, scaled, and rotated or
  /// mirrored if the platform did so.
  ///
  /// - Returns: nil if `crop` or the buffer is empty.
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

  /// The map from the sensor's pixels to those of the displayed image; nil if `crop` or the buffer is empty.
  public func sensorToDisplayed(crop: Rect2D<Sensor>) -> Transform2D<Sensor, Displayed>? {
    sensorToStored(crop: crop)?.then(storedToDisplayed)
  }

  /// The area of the sensor to meter when the user points at a place of the preview.
  ///
  /// - Parameters:
  ///   - area: The user's area, in the view's points.
  ///   - view: The rectangle of the preview.
  ///   - mode: How the preview is placed in it.
  ///   - crop: The part of the sensor that the buffer shows, in the sensor's pixels.
  ///   - sensor: The size of the sensor.
  /// - Returns: A fraction of the sensor, inside the part that the buffer shows. Its axes are the sensor's, so a wide
  ///   area of an upright image may be a high one here. Nil if it is outside the image, such as on the bars of a
  ///   preview, or if something is empty.
  public func meteringArea(
    _ area: Rect2D<Viewport>, in view: Rect2D<Viewport>, mode: FittingMode, crop: Rect2D<Sensor>,
    of sensor: PixelSize<Sensor>
  ) -> Rect2D<Normalized<Sensor>>? {
    guard let toView = sensorToStored(crop: crop)?.then(preview(in: view, mode: mode)), let back = toView.inverse
    else { return nil }
    return area.applying(back).intersection(crop)?.clipped(to: sensor)?.normalized(in: sensor)
  }
}
