// What a photo picker with a square window reports, and the square that a person saw in it (UIKit:
// UIImagePickerController, cropRect).

/// The part of a displayed image in a picker's window.
///
/// A person can drag an image so far that the window shows a gap beside it. The picker then reports only the part
/// inside the image:
///
///     let crop = PickerCrop(reported, of: displayed)?.snappedToSquare()
///     let seen = crop?.square()        // extends beyond the image where the gap was
public struct PickerCrop: Hashable, Sendable {
  /// The side of the window without image; the axis follows from the crop's shape.
  public enum Gap: Hashable, Sendable {
    /// At the top, or at the left.
    case near
    /// Half of it on either side.
    case both
    /// At the bottom, or at the right.
    case far
    /// Beyond the single image edge that the crop touches, or comes within this many pixels of; on both sides if it
    /// touches none or both.
    case asDragged(within: Double = 1.1)
  }

  /// The part inside the image, in displayed pixels.
  public let rect: Rect2D<Displayed>
  /// The displayed size of the image.
  public let size: PixelSize<Displayed>

  /// The part of `rect` in an image of `size`; nil if its area is not positive.
  public init?(_ rect: Rect2D<Displayed>, of size: PixelSize<Displayed>) {
    guard let inside = rect.clipped(to: size) else { return nil }
    self.init(inside: inside, of: size)
  }

  private init(inside rect: Rect2D<Displayed>, of size: PixelSize<Displayed>) {
    self.rect = rect
    self.size = size
  }

  /// A crop whose sides differ by less than `tolerance` of the image's shorter side, made square with its shorter side.
  ///
  /// Its top left corner stays, or its center if `recentred`. Any other crop is unchanged.
  public func snappedToSquare(tolerance: Double = 0.0295, recentred: Bool = false) -> Self {
    let difference = (rect.height - rect.width).magnitude
    guard difference / Double(min(size.width, size.height)) < tolerance else { return self }
    let side = min(rect.width, rect.height)
    let share = recentred ? 0.5 : 0
    return Self(
      inside: Rect2D(
        x: rect.x + (rect.width - side) * share, y: rect.y + (rect.height - side) * share, width: side, height: side),
      of: size)
  }

  /// The square window that a person saw.
  public func square(gap: Gap = .asDragged()) -> Rect2D<Displayed> {
    window(shapedLike: PixelSize(width: 1, height: 1), gap: gap)
  }

  /// The smallest window of the shape of `canvas` around the crop; it may extend beyond the image. For an empty canvas,
  /// the crop itself.
  public func window(shapedLike canvas: PixelSize<Output>, gap: Gap = .asDragged()) -> Rect2D<Displayed> {
    let size = Self.extent(around: rect, shapedLike: canvas)
    let kept = anchor(gap)
    return Rect2D(
      x: rect.x - (size.width - rect.width) * kept.horizontal.share,
      y: rect.y - (size.height - rect.height) * kept.vertical.share, width: size.width, height: size.height)
  }

  /// The same window in whole pixels.
  ///
  /// The crop's edges are rounded to the nearest pixel first, then the gap is added. If it is on both sides, the odd
  /// pixel is at the bottom or right.
  public func pixels(shapedLike canvas: PixelSize<Output>, gap: Gap = .asDragged()) -> PixelRect<Displayed> {
    let crop = wholePixels
    let size = Self.extent(around: crop.rect, shapedLike: canvas)
    let whole = Rect2D<Displayed>(x: 0, y: 0, width: size.width, height: size.height).pixels(.nearest)
    let kept = anchor(gap)
    let (across, down) = (whole.width - crop.width, whole.height - crop.height)
    return PixelRect(
      x: crop.x - Int((Double(across) * kept.horizontal.share).rounded(.down)),
      y: crop.y - Int((Double(down) * kept.vertical.share).rounded(.down)), width: whole.width, height: whole.height)
  }

  /// The crop's place in a canvas that shows all of it, and the margins.
  public func letterbox(in canvas: PixelSize<Output>, gap: Gap = .asDragged()) -> Letterbox {
    Letterbox(Size2D<Displayed>(width: rect.width, height: rect.height), in: canvas, at: anchor(gap))
  }

  /// The nearest whole pixels, at least one on each axis.
  private var wholePixels: PixelRect<Displayed> {
    let nearest = rect.pixels(.nearest)
    return PixelRect(
      x: min(nearest.x, size.width - 1), y: min(nearest.y, size.height - 1), width: max(1, nearest.width),
      height: max(1, nearest.height))
  }

  private static func extent(
    around rect: Rect2D<Displayed>, shapedLike canvas: PixelSize<Output>
  ) -> Size2D<Displayed> {
    guard !canvas.isEmpty else { return Size2D(width: rect.width, height: rect.height) }
    let (wide, high) = (Double(canvas.width), Double(canvas.height))
    return Size2D(width: max(rect.width, rect.height * wide / high), height: max(rect.height, rect.width * high / wide))
  }

  /// The alignment of the crop in the window: opposite to the gap.
  private func anchor(_ gap: Gap) -> ContentAnchor {
    switch gap {
    case .near: ContentAnchor(.far, .far)
    case .both: .center
    case .far: ContentAnchor(.near, .near)
    case .asDragged(let slack):
      ContentAnchor(
        Self.place(rect.x, rect.maxX, of: Double(size.width), slack),
        Self.place(rect.y, rect.maxY, of: Double(size.height), slack))
    }
  }

  /// The gap is beyond a touched edge of the image, so the crop is aligned to the other side.
  private static func place(_ low: Double, _ high: Double, of extent: Double, _ slack: Double) -> ContentAnchor.Position
  {
    switch (low <= slack, extent - high <= slack) {
    case (true, false): .far
    case (false, true): .near
    default: .middle
    }
  }
}
