// A photo picker's crop, rendered from the original at full resolution.

public import UprightGeometry

extension Rendition {
  /// What a person saw in a picker's window: the crop scaled to `canvas`, with `fill` where the window extended beyond
  /// the image.
  ///
  /// Everything of the image inside the window is shown. `PickerCrop.pixels(shapedLike:gap:)` defines how the crop is
  /// rounded to whole pixels.
  public init(
    picker crop: PickerCrop, on canvas: PixelSize<Output>, gap: PickerCrop.Gap = .asDragged(), fill: Color = .black,
    quality: Quality = .asSource, format: ContainerFormat? = nil
  ) {
    self.init(
      region: .pixels(crop.pixels(shapedLike: canvas, gap: gap)), size: .exactly(canvas), upright: .pixels,
      quality: quality, format: format, overflow: .pad(fill))
  }

  /// The same for a picker that interpreted the tag of `orientation` as Photos did. An image stored as `size` stays as
  /// the person saw it there, mirrored or sideways.
  ///
  /// The crop is in the image as it was shown: see `Orientation.asPhotosRead`.
  public init(
    picker crop: PickerCrop, on canvas: PixelSize<Output>, gap: PickerCrop.Gap = .asDragged(), fill: Color = .black,
    quality: Quality = .asSource, format: ContainerFormat? = nil,
    readByPhotos size: PixelSize<Stored>, _ orientation: Orientation<Stored, Displayed>
  ) {
    let shown = orientation.asPhotosRead
    let seen = crop.pixels(shapedLike: canvas, gap: gap)
    let stored = seen.applying(shown.inverse, in: shown.applied(to: size))
    self.init(
      region: .pixels(stored.applying(orientation, in: size)), size: .exactly(canvas),
      rotation: orientation.inverse.then(shown), upright: .pixels, quality: quality, format: format,
      overflow: .pad(fill))
  }
}
