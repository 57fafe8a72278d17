// An image's place in the view that shows it, and the pixels under a drag or a tap there.

/// A displayed image laid out in a view by its content mode.
///
///     let placement = Placement(of: probe.displayedSize, in: imageViewFrame, mode: .scaleAspectFit)
///     let selection = placement.selection(drag)          // nil if the drag contains nothing of the image
public struct Placement<View: Space>: Hashable, Sendable {
  /// The displayed size of the image, in pixels.
  public let size: PixelSize<Displayed>
  /// The view's rectangle, in points.
  public let bounds: Rect2D<View>
  /// How the image is laid out in it.
  public let mode: ViewContentMode
  /// The image's pixels per point (UIImage.scale); used by modes that do not scale.
  public let pixelsPerPoint: Double
  /// Whether what extends beyond the view is hidden, so that it cannot be selected.
  public let clipsToBounds: Bool

  /// An image of `size` in the view at `bounds`; a scale that is not a positive number is taken as 1.
  public init(
    of size: PixelSize<Displayed>, in bounds: Rect2D<View>, mode: ViewContentMode = .scaleAspectFit,
    pixelsPerPoint: Double = 1, clipsToBounds: Bool = false
  ) {
    self.size = size
    self.bounds = bounds.standardized
    self.mode = mode
    self.pixelsPerPoint = pixelsPerPoint > 0 && pixelsPerPoint.isFinite ? pixelsPerPoint : 1
    self.clipsToBounds = clipsToBounds
  }

  /// The map from the image's pixels to the view's points; degenerate (no inverse) if image or view is empty.
  public var toView: Transform2D<Displayed, View> {
    let unscaled = 1 / pixelsPerPoint
    let scale = mode.scaling?.scales(size, in: bounds) ?? (unscaled, unscaled)
    return .placing(size, scaledBy: scale, in: bounds, at: mode.anchor)
  }

  /// The map from the view's points to the image's pixels; nil if image or view is empty.
  public var toImage: Transform2D<View, Displayed>? { toView.inverse }

  /// What a drag's area, in any direction, selects; nil if it covers none of the image's pixels: outside, at its edge,
  /// without area, NaN.
  @inlinable public func selection(_ area: Rect2D<View>) -> Selection? {
    guard let toImage else { return nil }
    return selection(area, through: toImage)
  }

  /// What each area selects, in order.
  @inlinable public func selections(_ areas: [Rect2D<View>]) -> [Selection?] {
    guard let toImage else { return areas.map { _ in nil } }
    return areas.map { selection($0, through: toImage) }
  }

  /// The stored pixels that each area selects, in order; nil for nothing, or if rounding leaves none.
  ///
  /// Equivalent to ``selection(_:)`` and its ``Selection/pixels(in:_:rounding:)`` for each; optimized for large
  /// numbers.
  @inlinable public func pixels(
    of areas: [Rect2D<View>], _ orientation: Orientation<Stored, Displayed>, rounding: PixelRounding = .outward
  ) -> [PixelRect<Stored>?] {
    guard let toImage else { return areas.map { _ in nil } }
    let (window, size, toStored) = (clipsToBounds ? bounds : nil, size, orientation.inverse)
    return areas.map { area in
      guard let shown = window == nil ? area : window?.intersection(area) else { return nil }
      let seen = shown.applying(toImage)
      guard seen.maxX > seen.x, seen.maxY > seen.y else { return nil }
      return seen.pixels(rounding).clipped(to: size)?.applying(toStored, in: size)
    }
  }

  /// A selection's place in the view, including what `clipsToBounds` hides.
  public func area(of selection: Selection) -> Rect2D<View> {
    selection.rect(in: size).applying(toView)
  }

  /// The image point under a point of the view, inside the image or not; nil if image or view is empty.
  public func displayedPoint(under point: Point2D<View>) -> Point2D<Displayed>? { toImage?.apply(point) }

  @inlinable func selection(_ area: Rect2D<View>, through toImage: Transform2D<View, Displayed>) -> Selection? {
    guard clipsToBounds else { return Selection(area.applying(toImage), in: size) }
    return area.intersection(bounds).flatMap { Selection($0.applying(toImage), in: size) }
  }
}
