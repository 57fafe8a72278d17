// Where a picture lies in the view that shows it, and which of its pixels a drag or a tap there means.

/// A displayed picture laid into a view by its content mode.
///
///     let placement = Placement(of: probe.displayedSize, in: imageViewFrame, mode: .scaleAspectFit)
///     let selection = placement.selection(drag)          // nil where the drag holds nothing of the picture
public struct Placement<View: Space>: Hashable, Sendable {
  /// The picture's size as displayed, in pixels.
  public let size: PixelSize<Displayed>
  /// Where the view lies, in points.
  public let bounds: Rect2D<View>
  /// How the picture is laid out in it.
  public let mode: ViewContentMode
  /// How many of the picture's pixels make one of its points (UIImage.scale); matters to modes that do not scale.
  public let pixelsPerPoint: Double
  /// Whether what reaches beyond the view is hidden, so that it cannot be selected.
  public let clipsToBounds: Bool

  /// A picture of `size` in the view at `bounds`; a scale that is not a positive number counts as 1.
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

  /// The map from the picture's pixels to the view's points; where picture or view are empty it flattens everything (no inverse).
  public var toView: Transform2D<Displayed, View> {
    let unscaled = 1 / pixelsPerPoint
    let scale = mode.scaling?.scales(size, in: bounds) ?? (unscaled, unscaled)
    return .placing(size, scaledBy: scale, in: bounds, at: mode.anchor)
  }

  /// The map from the view's points to the picture's pixels, or nil where picture or view are empty.
  public var toImage: Transform2D<View, Displayed>? { toView.inverse }

  /// What the area of a drag, in any direction, selects; nil where it covers none of the picture's pixels: beside it, at its
  /// edge, without area, not a number.
  @inlinable public func selection(_ area: Rect2D<View>) -> Selection? {
    guard let toImage else { return nil }
    return selection(area, through: toImage)
  }

  /// What each of the areas selects, in their order.
  @inlinable public func selections(_ areas: [Rect2D<View>]) -> [Selection?] {
    guard let toImage else { return areas.map { _ in nil } }
    return areas.map { selection($0, through: toImage) }
  }

  /// The stored pixels of what each of the areas selects, in their order; nil where it is nothing, or rounding leaves none.
  ///
  /// The same as ``selection(_:)`` and its ``Selection/pixels(in:_:rounding:)`` for each; made for very many.
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

  /// Where a selection lies in the view, what `clipsToBounds` hides included.
  public func area(of selection: Selection) -> Rect2D<View> {
    selection.rect(in: size).applying(toView)
  }

  /// The place of the picture under a point of the view, inside the picture or not; nil where picture or view are empty.
  public func displayedPoint(under point: Point2D<View>) -> Point2D<Displayed>? { toImage?.apply(point) }

  @inlinable func selection(_ area: Rect2D<View>, through toImage: Transform2D<View, Displayed>) -> Selection? {
    guard clipsToBounds else { return Selection(area.applying(toImage), in: size) }
    return area.intersection(bounds).flatMap { Selection($0.applying(toImage), in: size) }
  }
}
