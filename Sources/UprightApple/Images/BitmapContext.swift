// Bitmap contexts of Core Graphics, which measure from the lower left corner (CGBitmapContext.h).

#if canImport(CoreGraphics)
  import CoreGraphics
  import UprightGeometry

  extension CGContext {
    /// A transparent canvas of 8 bits per component, in the image's own color space if that is RGB, otherwise in sRGB.
    ///
    /// - Throws: `.unusableSize`.
    static func canvas(_ size: PixelSize<Output>, like image: CGImage) throws(AppleImageError) -> CGContext {
      let own = image.colorSpace.flatMap { $0.model == .rgb && $0.supportsOutput ? $0 : nil }
      guard !size.isEmpty, size.pixelCount.map({ $0 <= Self.mostPixels }) == true,
        let space = own ?? CGColorSpace(name: CGColorSpace.sRGB),
        let context = unsafe CGContext(
          data: nil, width: size.width, height: size.height, bitsPerComponent: 8, bytesPerRow: 0, space: space,
          bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
      else { throw .unusableSize }
      context.interpolationQuality = .high
      return context
    }

    /// Four gigabytes of samples.
    private static var mostPixels: Int { 1 << 30 }
  }
#endif
