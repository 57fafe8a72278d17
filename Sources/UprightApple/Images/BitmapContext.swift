// Bitmap contexts of Core Graphics, which measure from the lower left corner (CGBitmapContext.h).

#if canImport(CoreGraphics)
  import CoreGraphics
  import UprightGeometry

  extension CGContext {
    /// A transparent canvas of 8 bits per component, in the image's own color space if it can be drawn in, as most of RGB
    /// can; otherwise in sRGB.
    ///
    /// - Throws: `.unusableSize`.
    static func canvas(_ size: PixelSize<Output>, like image: CGImage) throws(AppleImageError) -> CGContext {
      guard !size.isEmpty, size.pixelCount.map({ $0 <= Self.mostPixels }) == true,
        let context = image.colorSpace.flatMap({ canvas(size, in: $0) })
          ?? CGColorSpace(name: CGColorSpace.sRGB).flatMap({ canvas(size, in: $0) })
      else { throw .unusableSize }
      context.interpolationQuality = .high
      return context
    }

    private static func canvas(_ size: PixelSize<Output>, in space: CGColorSpace) -> CGContext? {
      guard space.model == .rgb, space.supportsOutput else { return nil }
      return unsafe CGContext(
        data: nil, width: size.width, height: size.height, bitsPerComponent: 8, bytesPerRow: 0, space: space,
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    }

    /// Four gigabytes of samples.
    private static var mostPixels: Int { 1 << 30 }
  }
#endif
