// UIImage: pixels, a scale, and an orientation. `size` is in points, as displayed; `draw` displays.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

@_exported public import CoreGraphics
@_exported public import Foundation
@_exported public import CoreImage

open class UIImage: NSObject, @unchecked Sendable {
  /// The raw values differ from the tag's.
  public enum Orientation: Int, Sendable {
    case up, down, left, right, upMirrored, downMirrored, leftMirrored, rightMirrored
  }

  public enum RenderingMode: Int, Sendable { case automatic, alwaysOriginal, alwaysTemplate }

  private enum Content {
    case nothing
    case pixels(CGImage)
    case core(CIImage)
  }

  private var content = Content.nothing
  private var frames: [UIImage]?
  public private(set) var scale: CGFloat = 1
  public private(set) var imageOrientation = Orientation.up
  public private(set) var duration: TimeInterval = 0
  open var renderingMode: RenderingMode { mode }
  private var mode = RenderingMode.automatic
  /// "Whether the image should be flipped when it is displayed in a right-to-left layout direction."
  open var flipsForRightToLeftLayoutDirection: Bool { flips }
  private var flips = false

  override public init() {}

  private convenience init(
    _ content: Content, scale: CGFloat, orientation: Orientation, frames: [UIImage]? = nil, duration: TimeInterval = 0,
    mode: RenderingMode = .automatic, flips: Bool = false
  ) {
    self.init()
    (self.content, self.scale, imageOrientation) = (content, scale, orientation)
    (self.frames, self.duration, self.mode, self.flips) = (frames, duration, mode, flips)
  }

  public convenience init(cgImage: CGImage) { self.init(.pixels(cgImage), scale: 1, orientation: .up) }
  public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
    self.init(.pixels(cgImage), scale: scale, orientation: orientation)
  }
  public convenience init(ciImage: CIImage) { self.init(.core(ciImage), scale: 1, orientation: .up) }
  public convenience init(ciImage: CIImage, scale: CGFloat, orientation: Orientation) {
    self.init(.core(ciImage), scale: scale, orientation: orientation)
  }

  public class func animatedImage(with images: [UIImage], duration: TimeInterval) -> UIImage? {
    guard let first = images.first else { return nil }
    return UIImage(
      first.content, scale: first.scale, orientation: first.imageOrientation, frames: images, duration: duration)
  }

  open var images: [UIImage]? { frames }
  open var cgImage: CGImage? { if case .pixels(let image) = content { image } else { nil } }
  open var ciImage: CIImage? { if case .core(let image) = content { image } else { nil } }

  open var size: CGSize {
    guard let stored = cgImage.map({ ($0.width, $0.height) }) ?? ciImage.map({ ($0.pixelsWide, $0.pixelsHigh) }) else {
      return .zero
    }
    let (wide, high) = imageOrientation.standInTag >= 5 ? (stored.1, stored.0) : stored
    return CGSize(width: CGFloat(wide) / scale, height: CGFloat(high) / scale)
  }

  public func withRenderingMode(_ mode: RenderingMode) -> UIImage {
    UIImage(
      content, scale: scale, orientation: imageOrientation, frames: frames, duration: duration, mode: mode,
      flips: flipsForRightToLeftLayoutDirection)
  }

  public func imageFlippedForRightToLeftLayoutDirection() -> UIImage {
    UIImage(
      content, scale: scale, orientation: imageOrientation, frames: frames, duration: duration, mode: renderingMode,
      flips: true)
  }

  /// UIKit's own: "the mirrored version of the original image's orientation", by name.
  public func withHorizontallyFlippedOrientation() -> UIImage {
    let flipped = Orientation(rawValue: (imageOrientation.rawValue + 4) % 8) ?? .up
    return UIImage(content, scale: scale, orientation: flipped, mode: renderingMode)
  }

  open var imageRendererFormat: UIGraphicsImageRendererFormat {
    let format = UIGraphicsImageRendererFormat()
    format.scale = scale
    return format
  }

  open func draw(at point: CGPoint) { draw(in: CGRect(origin: point, size: size)) }

  /// Into the current context, upright.
  open func draw(in rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext(),
      let pixels = cgImage
        ?? ciImage.flatMap({
          CIContext().createCGImage($0, from: $0.extent, format: .RGBA8, colorSpace: $0.colorSpace)
        })
    else { return }
    context.saveGState()
    context.translateBy(x: rect.minX, y: rect.maxY)
    context.scaleBy(x: 1, y: -1)
    context.draw(
      pixels.standInDisplayed(tag: imageOrientation.standInTag), in: CGRect(origin: .zero, size: rect.size))
    context.restoreGState()
  }
}

extension CIImage {
  var pixelsWide: Int { Int(extent.width) }
  var pixelsHigh: Int { Int(extent.height) }
}

extension UIImage.Orientation {
  /// The tag with the same meaning.
  var standInTag: UInt32 {
    switch self {
    case .up: 1
    case .upMirrored: 2
    case .down: 3
    case .downMirrored: 4
    case .leftMirrored: 5
    case .right: 6
    case .rightMirrored: 7
    case .left: 8
    }
  }
}
