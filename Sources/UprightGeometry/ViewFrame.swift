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
