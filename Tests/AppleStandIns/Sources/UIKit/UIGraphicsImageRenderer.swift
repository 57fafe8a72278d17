// Drawing into an image: a context whose y points down, in points.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

public import CoreGraphics
public import Foundation

public final class UIGraphicsImageRendererFormat: NSObject {
  public var scale: CGFloat = 1
  public var opaque = false
}

public final class UIGraphicsImageRendererContext {
  public let cgContext: CGContext

  init(_ context: CGContext) { cgContext = context }
}

public final class UIGraphicsImageRenderer {
  private let size: CGSize
  private let format: UIGraphicsImageRendererFormat

  public init(size: CGSize, format: UIGraphicsImageRendererFormat = UIGraphicsImageRendererFormat()) {
    (self.size, self.format) = (size, format)
  }

  /// The top left corner is the origin: the context's map is scaled, and y is turned around.
  public func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
    let (wide, high) = (Int((size.width * format.scale).rounded(.up)), Int((size.height * format.scale).rounded(.up)))
    let context = CGContext(
      data: nil, width: wide, height: high, bitsPerComponent: 8, bytesPerRow: 0,
      space: CGColorSpace(name: CGColorSpace.sRGB)!, bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)!
    context.concatenate(
      CGAffineTransform(a: format.scale, b: 0, c: 0, d: -format.scale, tx: 0, ty: CGFloat(high)))
    let before = Thread.current.threadDictionary[current]
    Thread.current.threadDictionary[current] = context
    actions(UIGraphicsImageRendererContext(context))
    Thread.current.threadDictionary[current] = before
    return UIImage(cgImage: context.makeImage()!, scale: format.scale, orientation: .up)
  }
}

private let current = "the current context"

public func UIGraphicsGetCurrentContext() -> CGContext? { Thread.current.threadDictionary[current] as? CGContext }
