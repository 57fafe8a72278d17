// Gestures of UIKit that draw, move and resize selections (UIGestureRecognizer.h).

#if canImport(UIKit) && canImport(CoreImage) && !os(tvOS) && !os(watchOS)
  public import UIKit
  public import UprightGeometry

  extension SelectionSession {
    /// A session without selections, on an image.
    public init(_ image: UIImage) { self.init(size: image.storedSize, orientation: image.storedOrientation) }

    /// Follows a drag in a view that shows the image: call it from the gesture's action.
    ///
    ///     @objc func panned(_ pan: UIPanGestureRecognizer) { session.follow(pan, in: imageView, of: image) }
    ///
    /// A pan is recognized only after some points, so the drag begins where the finger touched.
    @MainActor public mutating func follow(
      _ pan: UIPanGestureRecognizer, in view: UIView, of image: UIImage, reach: Double = 22
    ) {
      let (place, placement) = (pan.location(in: view), view.placement(of: image))
      if pan.state == .began {
        let moved = pan.translation(in: view)
        let start = CGPoint(x: place.x - moved.x, y: place.y - moved.y)
        begin(at: Point2D(viewport: start), in: placement, reach: reach)
      }
      if pan.state == .began || pan.state == .changed { drag(to: Point2D(viewport: place), in: placement) }
      if pan.state == .ended {
        drag(to: Point2D(viewport: place), in: placement)
        end()
      }
      if pan.state == .cancelled || pan.state == .failed { cancel() }
    }
  }
#endif
