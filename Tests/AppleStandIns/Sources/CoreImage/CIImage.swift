// Core Image: an image of pixels, which a context renders.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

@_exported public import CoreGraphics
@_exported public import ImageIO

public final class CIImage: @unchecked Sendable {
  let pixels: CGImage

  public init(cgImage: CGImage) { pixels = cgImage }

  public var extent: CGRect { CGRect(x: 0, y: 0, width: CGFloat(pixels.width), height: CGFloat(pixels.height)) }
  public var colorSpace: CGColorSpace? { pixels.colorSpace }

  public func oriented(_ orientation: CGImagePropertyOrientation) -> CIImage {
    CIImage(cgImage: pixels.standInDisplayed(tag: orientation.rawValue))
  }
}

public struct CIFormat: Equatable, Sendable {
  let name: String
  public static let RGBA8 = CIFormat(name: "RGBA8")
}

public final class CIContext {
  public init() {}

  /// The result has the requested color space.
  public func createCGImage(
    _ image: CIImage, from rect: CGRect, format: CIFormat, colorSpace: CGColorSpace?
  ) -> CGImage? {
    guard rect == image.extent else { return image.pixels.cropping(to: rect) }
    return CGImage(
      standIn: image.pixels.standInSamples, width: image.pixels.width, height: image.pixels.height,
      colorSpace: colorSpace)
  }
}
