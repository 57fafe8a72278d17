// An image's place in the view that shows it, the pixels under a drag or a tap there, and places of nested views.

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

// How a view shows an image of another size or shape: the thirteen content modes of UIKit's UIView.ContentMode, by name
// and raw value.

/// How a view lays out its image.
///
/// The raw values are UIKit's. Modes that do not scale show one pixel as `1 / pixelsPerPoint` points.
public enum ViewContentMode: Int, Hashable, Sendable, CaseIterable {
  /// Fills the view; the shape is not kept.
  case scaleToFill = 0
  /// As large as fits, centered, with the shape kept.
  case scaleAspectFit
  /// As small as covers the view, centered, with the shape kept.
  case scaleAspectFill
  /// Redrawn for the view's size: an image fills it like `scaleToFill`.
  case redraw
  /// Not scaled, centered.
  case center
  /// Not scaled, at the center of the top edge.
  case top
  /// Not scaled, at the center of the bottom edge.
  case bottom
  /// Not scaled, at the center of the left edge.
  case left
  /// Not scaled, at the center of the right edge.
  case right
  /// Not scaled, in the top left corner.
  case topLeft
  /// Not scaled, in the top right corner.
  case topRight
  /// Not scaled, in the bottom left corner.
  case bottomLeft
  /// Not scaled, in the bottom right corner.
  case bottomRight

  /// How the image is scaled; nil if it is not.
  public var scaling: FittingMode? {
    switch self {
    case .scaleToFill, .redraw: .stretch
    case .scaleAspectFit: .fit
    case .scaleAspectFill: .fill
    default: nil
    }
  }

  /// The image's alignment in the view.
  public var anchor: ContentAnchor {
    switch self {
    case .scaleToFill, .scaleAspectFit, .scaleAspectFill, .redraw, .center: .center
    case .top: ContentAnchor(.middle, .near)
    case .bottom: ContentAnchor(.middle, .far)
    case .left: ContentAnchor(.near, .middle)
    case .right: ContentAnchor(.far, .middle)
    case .topLeft: ContentAnchor(.near, .near)
    case .topRight: ContentAnchor(.far, .near)
    case .bottomLeft: ContentAnchor(.near, .far)
    case .bottomRight: ContentAnchor(.far, .far)
    }
  }
}

// A view's place in its parent, to convert coordinates between nested views (UIKit: frame, bounds).

/// A view's frame in its parent, and the part of its own plane that it shows there.
///
/// Declare a space for each view, and map a point up to the common parent and down again:
///
///     enum Scroller: Space {}
///     enum Photo: Space {}
///     enum Overlay: Space {}
///     let scroller = ViewFrame<Scroller, Viewport>(frame: scrollerFrame, bounds: visiblePart)
///     let photo = ViewFrame<Photo, Scroller>(frame: photoFrame).within(scroller)
///     let overlay = ViewFrame<Overlay, Viewport>(frame: overlayFrame)
///     let inPhoto = overlay.map(to: photo).map(drag.applying)      // nil if the photo's view has no area
public struct ViewFrame<Local: Space, Parent: Space>: Hashable, Sendable {
  /// Its rectangle in its parent, in the parent's points.
  public let frame: Rect2D<Parent>
  /// The visible part of its own plane, in its own points: scrolling moves it, zooming changes its extent.
  public let bounds: Rect2D<Local>

  /// A view that is not scrolled or zoomed.
  public init(frame: Rect2D<Parent>) {
    let frame = frame.standardized
    self.init(frame: frame, bounds: Rect2D(x: 0, y: 0, width: frame.width, height: frame.height))
  }

  /// A view that shows `bounds` of its plane in `frame`.
  public init(frame: Rect2D<Parent>, bounds: Rect2D<Local>) {
    self.frame = frame.standardized
    self.bounds = bounds.standardized
  }

  /// The map from the view's plane to its parent's; degenerate (no inverse) if the view has no area.
  public var toParent: Transform2D<Local, Parent> {
    guard bounds.width > 0, bounds.height > 0 else { return .flattening(at: frame) }
    let (across, down) = (frame.width / bounds.width, frame.height / bounds.height)
    return Transform2D(
      scaleX: across, scaleY: down, tx: frame.x - bounds.x * across, ty: frame.y - bounds.y * down)
  }

  /// The map from the parent's plane to the view's; nil if the view has no area.
  public var fromParent: Transform2D<Parent, Local>? { toParent.inverse }

  /// The map to the plane of another view in the same parent; nil if that view has no area.
  public func map<Other: Space>(to other: ViewFrame<Other, Parent>) -> Transform2D<Local, Other>? {
    other.fromParent.map(toParent.then)
  }

  /// The same view in its parent's parent, so that views of different depths have a common parent.
  public func within<Around: Space>(_ parent: ViewFrame<Parent, Around>) -> ViewFrame<Local, Around> {
    ViewFrame<Local, Around>(frame: frame.applying(parent.toParent), bounds: bounds)
  }
}
