// The pixels of a UIImage, as stored and as displayed: `size` is in points, as displayed (UIImage.h).

#if canImport(UIKit) && canImport(CoreImage)
  import CoreImage
  public import UIKit
  public import UprightGeometry

  extension UIImage {
    /// The orientation of its stored pixels.
    public var storedOrientation: UprightGeometry.Orientation<Stored, Displayed> {
      UprightGeometry.Orientation<Stored, Displayed>(imageOrientation)
    }

    /// Columns and rows, as stored; empty if it has no pixels.
    public var storedSize: PixelSize<Stored> {
      if let cgImage { return cgImage.storedSize }
      guard let extent = ciImage?.extent, extent.width < CGFloat(Int32.max), extent.height < CGFloat(Int32.max) else {
        return PixelSize(width: 0, height: 0)
      }
      return PixelSize(width: Int(extent.width), height: Int(extent.height))
    }

    /// Columns and rows, as displayed: `size` times `scale`.
    public var displayedSize: PixelSize<Displayed> { storedOrientation.applied(to: storedSize) }

    /// Its stored pixels. Those of a Core Image are rendered, in that image's own color space.
    ///
    /// - Throws: `.noPixels`.
    public func storedImage() throws(AppleImageError) -> CGImage {
      if let cgImage { return cgImage }
      guard let ciImage, !storedSize.isEmpty,
        let space = ciImage.colorSpace ?? CGColorSpace(name: CGColorSpace.sRGB),
        let image = CIContext().createCGImage(ciImage, from: ciImage.extent, format: .RGBA8, colorSpace: space)
      else { throw .noPixels }
      return image
    }

    /// Other pixels with its scale, its rendering mode, and whether UIKit flips it in interfaces from right to left.
    func with(
      _ pixels: CGImage, _ orientation: UprightGeometry.Orientation<Stored, Displayed>, scale: CGFloat? = nil
    ) -> UIImage {
      UIImage(cgImage: pixels, scale: scale ?? self.scale, orientation: UIImage.Orientation(orientation))
        .displayed(like: self)
    }

    /// The same pixels, displayed by UIKit like another image.
    func displayed(like other: UIImage) -> UIImage {
      let image = other.flipsForRightToLeftLayoutDirection ? imageFlippedForRightToLeftLayoutDirection() : self
      return image.withRenderingMode(other.renderingMode)
    }
  }
#endif
