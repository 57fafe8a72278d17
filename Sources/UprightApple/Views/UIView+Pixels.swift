// The pixels under a rectangle or a point of a view that shows an image (UIView.h: bounds, contentMode, convert).

#if canImport(UIKit) && canImport(CoreImage)
  public import UIKit
  public import UprightGeometry

  extension UIView {
    /// The layout of an image that this view shows by its content mode.
    public func placement(of image: UIImage) -> Placement<Viewport> {
      Placement(
        of: image.displayedSize, in: bounds.isNull ? Rect2D(x: 0, y: 0, width: 0, height: 0) : Rect2D(viewport: bounds),
        mode: ViewContentMode(contentMode), pixelsPerPoint: Double(image.scale), clipsToBounds: clipsToBounds)
    }

    /// The part of an image under an area of this view, in its own coordinates; nil for nothing.
    public func selection(for area: CGRect, of image: UIImage) -> Selection? {
      area.isNull ? nil : placement(of: image).selection(Rect2D(viewport: area))
    }

    /// The part of an image under another view in the same window; nil for nothing.
    public func selection(for view: UIView, of image: UIImage) -> Selection? {
      selection(for: convert(view.bounds, from: view), of: image)
    }

    /// The stored pixels under an area of this view, in its own coordinates: what `CGImage.cropping(to:)` takes. Nil for
    /// nothing.
    public func pixelRect(
      for area: CGRect, of image: UIImage, rounding: PixelRounding = .outward
    ) -> PixelRect<Stored>? {
      selection(for: area, of: image)?.pixels(in: image.storedSize, image.storedOrientation, rounding: rounding)
    }

    /// The stored pixels under another view in the same window; nil for nothing.
    public func pixelRect(
      for view: UIView, of image: UIImage, rounding: PixelRounding = .outward
    ) -> PixelRect<Stored>? {
      pixelRect(for: convert(view.bounds, from: view), of: image, rounding: rounding)
    }

    /// The displayed pixel under a point of this view, in its own coordinates; nil if image or view is empty.
    public func displayedPoint(under point: CGPoint, of image: UIImage) -> Point2D<Displayed>? {
      placement(of: image).displayedPoint(under: Point2D(viewport: point))
    }
  }
#endif

#if canImport(UIKit)
  public import UIKit
  public import UprightGeometry

  // UIKit's content modes, which have the raw values of ours (UIView.h).
  extension ViewContentMode {
    /// The mode with this name; a value that this version does not know is UIKit's default, `scaleToFill`.
    public init(_ mode: UIView.ContentMode) { self = Self(rawValue: mode.rawValue) ?? .scaleToFill }
  }

  extension UIView.ContentMode {
    /// The mode with this name.
    public init(_ mode: ViewContentMode) { self = Self(rawValue: mode.rawValue) ?? .scaleToFill }
  }
#endif

#if canImport(UIKit) && canImport(CoreImage) && !os(tvOS) && !os(watchOS)
  public import UIKit
  public import UprightGeometry

  // Gestures of UIKit that draw, move and resize selections (UIGestureRecognizer.h).
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
