// Mirroring a UIImage as displayed. UIKit's `withHorizontallyFlippedOrientation` mirrors it as stored: sideways photos
// turn upside down.

#if canImport(UIKit) && canImport(CoreImage)
  import CoreImage
  public import UIKit
  import UprightGeometry

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
