// How a view shows a picture of another size or shape: the thirteen content modes of UIKit's UIView.ContentMode, by name and raw value.

/// How a view lays out the picture that it shows.
///
/// The raw values are UIKit's. Modes that do not scale show one pixel as `1 / pixelsPerPoint` points.
public enum ViewContentMode: Int, Hashable, Sendable, CaseIterable {
  /// Fills the view; the shape is not kept.
  case scaleToFill = 0
  /// As large as fits, centred, the shape kept.
  case scaleAspectFit
  /// As small as covers the view, centred, the shape kept.
  case scaleAspectFill
  /// Drawn anew for the view's size: a picture fills it like `scaleToFill`.
  case redraw
  /// Not scaled, in the middle.
  case center
  /// Not scaled, at the middle of the top edge.
  case top
  /// Not scaled, at the middle of the bottom edge.
  case bottom
  /// Not scaled, at the middle of the left edge.
  case left
  /// Not scaled, at the middle of the right edge.
  case right
  /// Not scaled, in the top left corner.
  case topLeft
  /// Not scaled, in the top right corner.
  case topRight
  /// Not scaled, in the bottom left corner.
  case bottomLeft
  /// Not scaled, in the bottom right corner.
  case bottomRight

  /// How the picture is scaled, or nil where it is not.
  public var scaling: ContentMode? {
    switch self {
    case .scaleToFill, .redraw: .stretch
    case .scaleAspectFit: .fit
    case .scaleAspectFill: .fill
    default: nil
    }
  }

  /// The place of the view that the picture keeps to.
  public var anchor: Anchor {
    switch self {
    case .scaleToFill, .scaleAspectFit, .scaleAspectFill, .redraw, .center: .center
    case .top: Anchor(.middle, .near)
    case .bottom: Anchor(.middle, .far)
    case .left: Anchor(.near, .middle)
    case .right: Anchor(.far, .middle)
    case .topLeft: Anchor(.near, .near)
    case .topRight: Anchor(.far, .near)
    case .bottomLeft: Anchor(.near, .far)
    case .bottomRight: Anchor(.far, .far)
    }
  }
}
