// Everything that determines a captured image's orientation, at the time of capture (TIFF 6.0, tag 274; ISO 14496-12,
// 8.3.2).

public import UprightGeometry

/// The facts about an image at its capture: all outputs follow from them, and they accompany every frame.
public struct CaptureSnapshot: Hashable, Sendable {
  /// The mount of the camera.
  public var mount: CameraMount
  /// The pose that should be upright: the device's, or the one that the interface or the app uses.
  public var pose: DevicePose
  /// Whether left and right of the upright image are swapped.
  public var mirror: MirrorMode
  /// The size of the buffer, in its own pixels.
  public var storedSize: PixelSize<Stored>
  /// What the platform already did to the buffer's pixels: nothing, unless its connection rotates or mirrors them. For
  /// example, `Orientation(mirrored: true, clockwise: 1)` mirrors first, then rotates.
  public var applied: Orientation<Sensor, Stored>

  /// A snapshot; by default, the pixels are unchanged.
  public init(
    mount: CameraMount, pose: DevicePose, mirror: MirrorMode = .off, storedSize: PixelSize<Stored>,
    applied: Orientation<Sensor, Stored> = .identity
  ) {
    self.mount = mount
    self.pose = pose
    self.mirror = mirror
    self.storedSize = storedSize
    self.applied = applied
  }

  /// From the device's plane to the one that should be upright: the pose, unless the camera is independent.
  public var deviceToInterface: Orientation<Device, Interface> {
    mount.facing.side == .neither ? .identity : pose.deviceToInterface
  }

  /// From the plane that should be upright to the displayed image.
  ///
  /// The front lens needs no case of its own. Its image is mirrored in the device's plane, and mirrored back after the
  /// pose unless a mirror image is wanted.
  public var interfaceToDisplayed: Orientation<Interface, Displayed> {
    Orientation(mirrored: (mount.facing.side == .front) != mirror.mirrors(mount.facing), clockwise: 0)
  }

  /// From the sensor's image to the displayed image.
  public var sensorToDisplayed: Orientation<Sensor, Displayed> {
    mount.sensorToDevice.then(deviceToInterface).then(interfaceToDisplayed)
  }

  /// From the buffer to the displayed image: a photo's tag, or a frame's remaining rotation and mirror.
  public var orientation: Orientation<Stored, Displayed> { applied.inverse.then(sensorToDisplayed) }

  /// The displayed size.
  public var displayedSize: PixelSize<Displayed> { orientation.applied(to: storedSize) }

  /// From the buffer's pixels to those of the displayed image.
  public var storedToDisplayed: Transform2D<Stored, Displayed> { Transform2D(orientation, in: storedSize) }

  /// The track matrix of a movie with such frames; nil if a side is longer than 32,767.
  public var trackMatrix: TrackMatrix? { TrackMatrix(orientation, in: storedSize) }

  /// For players that support only rotation: whether left and right of the buffer's pixels are swapped first, and the
  /// rotation that follows, clockwise as displayed.
  public var mirrorFirst: (mirrorsPixels: Bool, turn: QuarterTurn) {
    let (mirrorsPixels, quarters) = orientation.mirrorFirst
    return (mirrorsPixels, QuarterTurn(quarters: quarters))
  }

  /// The rotation, clockwise as displayed, and whether left and right are swapped after it: the order that platforms
  /// use for frames.
  public var rotateFirst: (turn: QuarterTurn, mirrorsThen: Bool) {
    let (quarters, mirrorsThen) = orientation.rotateFirst
    return (QuarterTurn(quarters: quarters), mirrorsThen)
  }

  /// The map of the buffer into a view, placed and mirrored as displayed, in the view's points.
  public func preview(in view: Rect2D<Viewport>, mode: FittingMode) -> Transform2D<Stored, Viewport> {
    storedToDisplayed.then(.fitting(displayedSize, in: view, mode: mode))
  }
}

// Points mapped between the sensor, the buffer, the displayed image and a view (CameraX
// ImageInfo.getSensorToBufferTransformMatrix; camera2 SCALER_CROP_REGION, CONTROL_AF_REGIONS).

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

// What a preview shows of a capture, and where it shows what the camera found (AVCaptureVideoPreviewLayer's
// transformedMetadataObject and layerRectConverted; VisionCamera's convertScannedObjectCoordinatesToViewCoordinates).

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

// What is written to a photo file: a tag with the pixels as captured, or upright pixels with tag 1 (TIFF 6.0, tag 274).

/// A photo to write.
public struct CapturedPhoto: Hashable, Sendable {
  /// Where the orientation is stored.
  public enum OrientationField: String, CaseIterable, Hashable, Sendable {
    /// In the tag; the pixels are written as captured.
    case tag
    /// In the pixels, for readers that ignore the tag.
    case pixels
  }

  /// What is done to the buffer's pixels before encoding: from the buffer's grid to the file's; the identity if the tag
  /// is used.
  public let turn: Orientation<Stored, Stored>
  /// The tag to write, 1 if the pixels are upright: never keep an older one.
  public let tag: ExifOrientation
  /// The stored size of the image in the file, in pixels.
  public let storedSize: PixelSize<Stored>
}

extension CaptureSnapshot {
  /// The photo of the capture, with its orientation in the given field; both fields display the same image.
  public func photo(uprightIn field: CapturedPhoto.OrientationField = .tag) -> CapturedPhoto {
    let upright = Orientation<Stored, Stored>(
      mirrored: orientation.isMirrored, clockwise: orientation.clockwiseQuarters)
    return switch field {
    case .tag: CapturedPhoto(turn: .identity, tag: orientation.exif, storedSize: storedSize)
    case .pixels:
      CapturedPhoto(turn: upright, tag: .topLeft, storedSize: upright.applied(to: storedSize))
    }
  }
}

// What remains to be done to a frame from a platform, without its camera (CameraX ImageInfo.rotationDegrees;
// VisionCamera Frame.orientation).

/// The orientation of a frame relative to a pose, and what is known about its lens.
public struct ResidualOrientation: Hashable, Sendable {
  /// From the buffer to the displayed image.
  public let orientation: Orientation<Stored, Displayed>
  /// The pose to which it applies.
  public let pose: DevicePose
  /// The direction of the lens; nil if unknown.
  public let facing: Facing?
  /// Whether the displayed image is mirrored. The orientation alone does not show that: the buffer may already be
  /// mirrored.
  public let isMirrored: Bool

  /// The remaining orientation of a frame, for a pose, with a lens that may be unknown, displayed mirrored or not.
  public init(_ orientation: Orientation<Stored, Displayed>, for pose: DevicePose, facing: Facing?, mirrored: Bool) {
    self.orientation = orientation
    self.pose = pose
    self.facing = facing
    isMirrored = mirrored
  }

  /// The same frame for another pose.
  ///
  /// - Returns: nil if the lens is unknown, unless the poses are equal. Rotating the device rotates the image of a
  ///   front lens the other way, and that of an independent camera not at all.
  public func retargeted(to pose: DevicePose) -> Self? {
    let turn = pose.turn - self.pose.turn
    guard let side = facing?.side ?? (turn == .zero ? .neither : nil) else { return nil }
    let clockwise: QuarterTurn =
      switch side {
      case .back: isMirrored ? turn.inverse : turn
      case .front: isMirrored ? turn : turn.inverse
      case .neither: .zero
      }
    let next = orientation.then(Orientation<Displayed, Displayed>(clockwise: clockwise.quarters))
    return Self(next, for: pose, facing: facing, mirrored: isMirrored)
  }
}

extension CaptureSnapshot {
  /// The remaining orientation of its frame.
  public var residual: ResidualOrientation {
    ResidualOrientation(orientation, for: pose, facing: mount.facing, mirrored: mirror.mirrors(mount.facing))
  }
}
