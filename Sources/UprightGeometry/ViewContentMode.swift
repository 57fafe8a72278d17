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
