// What a photo picker with a square window reports of a picture, and the square that a person saw in it (UIKit: UIImagePickerController, cropRect).

/// The part of a displayed picture that lay in a picker's window.
///
/// A person can drag a picture so far that the window shows a gap beside it. The picker then reports only the part with picture:
///
///     let crop = PickerCrop(reported, of: displayed)?.snappedToSquare()
///     let seen = crop?.square()        // reaches beyond the picture where the gap was
public struct PickerCrop: Hashable, Sendable {
  /// On which side of the window there was no picture; the direction follows from the crop's shape.
  public enum Gap: Hashable, Sendable {
    /// At the top, or at the left.
    case near
    /// Half of it on either side.
    case both
    /// At the bottom, or at the right.
    case far
    /// Beyond the one edge of the picture that the crop touches, or comes `within` so many pixels of; on both sides where it touches none or both.
    case asDragged(within: Double = 1.1)
  }

  /// The part, in displayed pixels, inside the picture.
  public let rect: Rect2D<Displayed>
  /// The picture's size as displayed.
  public let size: PixelSize<Displayed>

  /// The part of `rect` that lies in a picture of `size`; nil where nothing of positive area does.
  public init?(_ rect: Rect2D<Displayed>, of size: PixelSize<Displayed>) {
    guard let inside = rect.clipped(to: size) else { return nil }
    self.init(inside: inside, of: size)
  }

  private init(inside rect: Rect2D<Displayed>, of size: PixelSize<Displayed>) {
    self.rect = rect
    self.size = size
  }

  /// A crop whose sides differ by less than `tolerance` of the picture's shorter side, made square by its shorter side.
  ///
  /// Its top left corner stays, or its centre where `recentred`. Another crop stays as it is.
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

  /// The smallest window of the shape of `canvas` around the crop; it may reach beyond the picture. An empty canvas has no shape: the crop itself.
  public func window(shapedLike canvas: PixelSize<Output>, gap: Gap = .asDragged()) -> Rect2D<Displayed> {
    let size = Self.extent(around: rect, shapedLike: canvas)
    let kept = anchor(gap)
    return Rect2D(
      x: rect.x - (size.width - rect.width) * kept.horizontal.share,
      y: rect.y - (size.height - rect.height) * kept.vertical.share, width: size.width, height: size.height)
  }

  /// The same window in whole pixels.
  ///
  /// The crop's edges go to the nearest pixel first, then the gap is added: of one on both sides, the odd pixel lies at the bottom or at the right.
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

  /// Where the crop lies in a canvas that shows all of it, and the margins beside it.
  public func letterbox(in canvas: PixelSize<Output>, gap: Gap = .asDragged()) -> Letterbox {
    Letterbox(Size2D<Displayed>(width: rect.width, height: rect.height), in: canvas, at: anchor(gap))
  }

  /// The nearest whole pixels, at least one in each direction.
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

  /// The place of the window that the crop keeps to: the one opposite to the gap.
  private func anchor(_ gap: Gap) -> Anchor {
    switch gap {
    case .near: Anchor(.far, .far)
    case .both: .center
    case .far: Anchor(.near, .near)
    case .asDragged(let slack):
      Anchor(
        Self.place(rect.x, rect.maxX, of: Double(size.width), slack),
        Self.place(rect.y, rect.maxY, of: Double(size.height), slack))
    }
  }

  /// Beyond a touched edge of the picture is the gap, so that the crop keeps to the other side.
  private static func place(_ low: Double, _ high: Double, of extent: Double, _ slack: Double) -> Anchor.Position {
    switch (low <= slack, extent - high <= slack) {
    case (true, false): .far
    case (false, true): .near
    default: .middle
    }
  }
}
