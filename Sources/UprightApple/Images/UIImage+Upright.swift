// Images of UIKit (UIImage.h): their pixels as stored and as displayed, upright, cropped and mirrored.

public import UprightGeometry

/// In which direction a displayed image is mirrored: which of its sides are swapped.
public enum MirrorDirection: Hashable, Sendable, CaseIterable {
  /// Left and right.
  case horizontally
  /// Top and bottom.
  case vertically

  /// The orientation of the same stored image, displayed mirrored.
  public func applied(to orientation: Orientation<Stored, Displayed>) -> Orientation<Stored, Displayed> {
    switch self {
    case .horizontally: orientation.mirroredHorizontallyAsDisplayed
    case .vertically: orientation.mirroredVerticallyAsDisplayed
    }
  }
}

#if canImport(UIKit) && canImport(CoreImage) && canImport(ImageIO)
  public import Foundation
  public import UIKit

  // Upright pixels of a UIImage or of a file, at a bounded size.
  extension UIImage {
    /// A copy whose stored pixels are upright, and whose longer edge has at most `maxEdge` pixels; never enlarged.
    ///
    /// - Throws: `.noPixels`, `.unusableSize`.
    public func upright(maxEdge: Int = .max) throws(AppleImageError) -> UIImage {
      with(try storedImage().upright(storedOrientation, maxEdge: maxEdge), .up)
    }

    /// An upright image from a file's bytes, such as those of a photo picker, whose longer edge has at most `maxEdge`
    /// pixels; never enlarged.
    ///
    ///     // PhotosPicker: the original, with its tag.
    ///     if let data = try await item.loadTransferable(type: Data.self) { photo = try UIImage.upright(data: data) }
    ///
    /// - Throws: `.unreadable`, `.unusableSize`.
    public static func upright(
      data: Data, maxEdge: Int = .max, scale: CGFloat = 1
    ) throws(AppleImageError) -> UIImage {
      UIImage(cgImage: try ImageFile(data: data).uprightImage(maxEdge: maxEdge), scale: scale, orientation: .up)
    }

    /// An upright image from a file, whose longer edge has at most `maxEdge` pixels; never enlarged.
    ///
    /// The memory is that of the result where ImageIO can decode at a reduced size, as it does for JPEG.
    ///
    /// - Throws: `.unreadable`, `.unusableSize`.
    public static func upright(
      contentsOf url: URL, maxEdge: Int = .max, scale: CGFloat = 1
    ) throws(AppleImageError) -> UIImage {
      UIImage(
        cgImage: try ImageFile(contentsOf: url).uprightImage(maxEdge: maxEdge), scale: scale, orientation: .up)
    }
  }
#endif

#if canImport(UIKit) && canImport(CoreImage)
  import CoreImage
  public import UIKit

  // The pixels of a UIImage, as stored and as displayed: `size` is in points, as displayed (UIImage.h).
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

  // A selected part of a UIImage: the selection is as displayed, the pixels are as stored.
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

  // Mirroring a UIImage as displayed. UIKit's `withHorizontallyFlippedOrientation` mirrors it as stored: sideways
  // photos turn upside down.
  extension UIImage {
    /// The image with left and right, or top and bottom, swapped as displayed. Its pixels are shared, not drawn, so that
    /// nothing happens to their color space; `scale` and rendering mode stay. An image that UIKit flips in interfaces from
    /// right to left stays one: there, it is flipped after this.
    public func mirrored(_ direction: MirrorDirection) -> UIImage {
      if let images, let all = Self.animatedImage(with: images.map { $0.mirrored(direction) }, duration: duration) {
        return all.displayed(like: self)
      }
      let orientation = direction.applied(to: storedOrientation)
      if let cgImage { return with(cgImage, orientation) }
      if let ciImage {
        return UIImage(ciImage: ciImage, scale: scale, orientation: UIImage.Orientation(orientation))
          .displayed(like: self)
      }
      return drawnMirrored(direction)
    }

    /// For images that UIKit draws from neither kind of pixels.
    private func drawnMirrored(_ direction: MirrorDirection) -> UIImage {
      guard size.width > 0, size.height > 0 else { return self }
      return UIGraphicsImageRenderer(size: size, format: imageRendererFormat).image { context in
        let across = direction == .horizontally
        context.cgContext.translateBy(x: across ? size.width : 0, y: across ? 0 : size.height)
        context.cgContext.scaleBy(x: across ? -1 : 1, y: across ? 1 : -1)
        draw(at: .zero)
      }.displayed(like: self)
    }
  }
#endif
