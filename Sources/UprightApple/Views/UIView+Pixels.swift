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
