// A bitmap context, as documented: the origin is the lower left corner, y points up, the first row in memory is the top
// one; an image is drawn with its top row at the rectangle's maxY, in user space. A pixel is painted if its center is
// inside; with high quality, it has the mean of what is under it. The real one also antialiases.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

public final class CGContext {
  public let width: Int
  public let height: Int
  public let colorSpace: CGColorSpace?
  /// From user space to the base space, in pixels.
  public private(set) var ctm = CGAffineTransform.identity
  public var interpolationQuality = CGInterpolationQuality.default
  private var states: [CGAffineTransform] = []
  private var fillColor = SIMD4(0, 0, 0, 255)
  private let memory: UnsafeMutableBufferPointer<UInt8>
  private let channels: Int

  /// Only what is used: 8 bits, own memory; RGBA, premultiplied, or gray without alpha.
  public init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: UInt32
  ) {
    let alpha: CGImageAlphaInfo = space.model == .monochrome ? .none : .premultipliedLast
    guard data == nil, width > 0, height > 0, bitsPerComponent == 8, bytesPerRow == 0,
      [.rgb, .monochrome].contains(space.model), space.name != CGColorSpace.extendedSRGB, bitmapInfo == alpha.rawValue
    else { return nil }
    (self.width, self.height, colorSpace) = (width, height, space)
    channels = space.model == .monochrome ? 1 : 4
    memory = .allocate(capacity: width * height * channels)
    memory.initialize(repeating: 0)
  }

  deinit { memory.deallocate() }

  public var data: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(memory.baseAddress) }
  public var bytesPerRow: Int { width * channels }

  public func makeImage() -> CGImage? {
    let samples = channels == 4 ? Array(memory) : memory.flatMap { [$0, $0, $0, 255] }
    return CGImage(
      standIn: samples, width: width, height: height, colorSpace: colorSpace,
      alphaInfo: channels == 4 ? .premultipliedLast : .none)
  }

  public func saveGState() { states.append(ctm) }
  public func restoreGState() { ctm = states.popLast() ?? ctm }

  /// "The transformation to apply to the current transformation matrix": what is drawn next passes it first.
  public func concatenate(_ transform: CGAffineTransform) { ctm = transform.concatenating(ctm) }
  public func translateBy(x: CGFloat, y: CGFloat) { concatenate(CGAffineTransform(translationX: x, y: y)) }
  public func scaleBy(x: CGFloat, y: CGFloat) { concatenate(CGAffineTransform(scaleX: x, y: y)) }
  public func rotate(by angle: CGFloat) { concatenate(CGAffineTransform(rotationAngle: angle)) }

  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    let parts = [red * alpha, green * alpha, blue * alpha, alpha].map { Int(max(0, min(255, ($0 * 255).rounded()))) }
    fillColor = SIMD4(parts)
  }

  public func fill(_ rect: CGRect) { paint(rect) { _, _ in fillColor } }

  public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {
    guard interpolationQuality == .high else { return paint(rect) { Self.pixel(of: image, at: $0, $1) } }
    // The mean of what is under a pixel.
    let back = ctm.inverted()
    let (across, down) = (
      CGPoint(x: back.a / rect.width, y: back.b / rect.height), CGPoint(x: back.c / rect.width, y: back.d / rect.height)
    )
    paint(rect) { x, y in
      var sum = SIMD4<Int>(repeating: 8)
      for part in 0..<16 {
        let (i, j) = (CGFloat(part % 4) / 4 - 0.375, CGFloat(part / 4) / 4 - 0.375)
        let place = CGPoint(x: x + i * across.x + j * down.x, y: y + i * across.y + j * down.y)
        sum &+= Self.pixel(of: image, at: max(0, min(1, place.x)), max(0, min(1, place.y)))
      }
      return sum / 16
    }
  }

  /// The premultiplied color at a place of an image, 0…1, y up.
  private static func pixel(of image: CGImage, at x: CGFloat, _ y: CGFloat) -> SIMD4<Int> {
    let column = min(image.width - 1, Int(x * CGFloat(image.width)))
    let row = min(image.height - 1, Int((1 - y) * CGFloat(image.height)))
    let at = (row * image.width + column) * 4
    let samples = image.standInSamples
    let pixel = SIMD4(Int(samples[at]), Int(samples[at + 1]), Int(samples[at + 2]), Int(samples[at + 3]))
    guard image.alphaInfo == .first || image.alphaInfo == .last else { return pixel }
    let alpha = pixel.w
    var colors = (pixel &* alpha &+ 127) / 255
    colors.w = alpha
    return colors
  }

  /// Paints each pixel whose center is in a rectangle of user space; the color is of a place in it, 0…1, y up.
  private func paint(_ rect: CGRect, _ color: (CGFloat, CGFloat) -> SIMD4<Int>) {
    let toUser = ctm.inverted()
    let rect = rect.standardized
    guard rect.width > 0, rect.height > 0, ctm.a * ctm.d != ctm.b * ctm.c else { return }
    for row in 0..<height {
      for column in 0..<width {
        let place = CGPoint(x: CGFloat(column) + 0.5, y: CGFloat(height - row) - 0.5).applying(toUser)
        let (x, y) = ((place.x - rect.minX) / rect.width, (place.y - rect.minY) / rect.height)
        guard x >= 0, x < 1, y > 0, y <= 1 else { continue }
        let (source, at) = (color(x, y), (row * width + column) * channels)
        for channel in 0..<channels {
          let under = Int(memory[at + channel]) * (255 - source[3]) / 255
          memory[at + channel] = UInt8(min(255, source[channel] + under))
        }
      }
    }
  }
}
