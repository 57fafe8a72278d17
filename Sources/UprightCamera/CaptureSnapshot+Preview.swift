// What a preview shows of a capture, and where it shows what the camera found (AVCaptureVideoPreviewLayer's
// transformedMetadataObject and layerRectConverted; VisionCamera's convertScannedObjectCoordinatesToViewCoordinates).

public import UprightGeometry

extension CaptureSnapshot {
  /// The part of the displayed image that a preview shows: a snapshot of the preview is the photo, cropped to it.
  ///
  /// - Returns: nil if something is empty.
  public func previewed(in view: Rect2D<Viewport>, mode: FittingMode) -> Selection? {
    let map = Transform2D<Displayed, Viewport>.fitting(displayedSize, in: view, mode: mode)
    guard let back = map.inverse else { return nil }
    return Selection(view.applying(back), in: displayedSize)
  }

  /// Where a preview shows an area of the sensor, such as a scanned code or a detected face.
  ///
  /// - Parameters:
  ///   - area: 0…1 of the unrotated sensor: AVFoundation's metadata objects.
  ///   - view: The rectangle of the preview, in the view's points.
  ///   - mode: How the preview is placed in it.
  ///   - crop: The part of the sensor that the buffer shows, in the sensor's pixels.
  ///   - sensor: The size of the sensor.
  /// - Returns: In the view's points, also beyond the view if the preview is cropped; nil if something is empty.
  public func previewArea(
    ofScanned area: Rect2D<Normalized<Sensor>>, in view: Rect2D<Viewport>, mode: FittingMode, crop: Rect2D<Sensor>,
    of sensor: PixelSize<Sensor>
  ) -> Rect2D<Viewport>? {
    scannedToView(in: view, mode: mode, crop: crop, of: sensor).map(area.applying)
  }

  /// The same for corners, in their order: on the mirrored preview of a front lens they run the other way round.
  public func previewCorners(
    ofScanned corners: [Point2D<Normalized<Sensor>>], in view: Rect2D<Viewport>, mode: FittingMode,
    crop: Rect2D<Sensor>, of sensor: PixelSize<Sensor>
  ) -> [Point2D<Viewport>]? {
    scannedToView(in: view, mode: mode, crop: crop, of: sensor).map { map in corners.map(map.apply) }
  }

  /// Where this preview shows what was found in a frame of the same camera, such as a detector's box in the upright frame.
  ///
  /// The frame may be in another pose, mirrored in another way, rotated by its connection, and of another size. Both must
  /// show the same part of the sensor.
  ///
  /// - Parameters:
  ///   - found: A part of the displayed frame.
  ///   - frame: The facts about the frame.
  ///   - view: The rectangle of the preview, in the view's points.
  ///   - mode: How the preview is placed in it.
  /// - Returns: In the view's points, also beyond the view if the preview is cropped; nil if the preview or the view is
  ///   empty, or if mounts differ.
  public func previewArea(
    of found: Selection, in frame: CaptureSnapshot, view: Rect2D<Viewport>, mode: FittingMode
  ) -> Rect2D<Viewport>? {
    guard mount == frame.mount, !storedSize.isEmpty, view.width > 0, view.height > 0 else { return nil }
    let stored: Rect2D<Normalized<Stored>> = found.stored(frame.orientation).applying(frame.applied.inverse)
      .applying(applied)
    return stored.denormalized(in: storedSize).applying(preview(in: view, mode: mode))
  }

  private func scannedToView(
    in view: Rect2D<Viewport>, mode: FittingMode, crop: Rect2D<Sensor>, of sensor: PixelSize<Sensor>
  ) -> Transform2D<Normalized<Sensor>, Viewport>? {
    guard !sensor.isEmpty, !displayedSize.isEmpty, view.width > 0, view.height > 0 else { return nil }
    let pixels = Transform2D<Normalized<Sensor>, Sensor>(
      scaleX: Double(sensor.width), scaleY: Double(sensor.height))
    return sensorToStored(crop: crop).map { pixels.then($0).then(preview(in: view, mode: mode)) }
  }
}
