// A selected part of a UIImage: the selection is as displayed, the pixels are as stored.

#if canImport(UIKit) && canImport(CoreImage)
  public import UIKit
  public import UprightGeometry

  extension UIImage {
    /// The selected part, with the scale and the orientation of the image.
    ///
    /// - Throws: `.noPixels`, `.outside`.
    public func cropped(
      to selection: Selection, rounding: PixelRounding = .outward
    ) throws(AppleImageError) -> UIImage {
      guard let rect = selection.pixels(in: displayedSize, rounding: rounding) else { throw .outside }
      return try cropped(to: rect)
    }

    /// The part under a rectangle of displayed pixels, with the scale and the orientation of the image.
    ///
    /// - Throws: `.noPixels`, `.outside`.
    public func cropped(to rect: PixelRect<Displayed>) throws(AppleImageError) -> UIImage {
      with(try storedImage().cropped(to: rect, storedOrientation), storedOrientation)
    }

    /// A square around a point of the displayed image, moved inside it: what a finger points at.
    ///
    /// - Throws: `.noPixels`, `.outside`.
    public func cropped(around point: Point2D<Displayed>, side: Int) throws(AppleImageError) -> UIImage {
      let size = PixelSize<Displayed>(width: side, height: side)
      guard let rect = PixelRect.around(point, size: size, in: displayedSize) else { throw .outside }
      return try cropped(to: rect)
    }
  }
#endif
