// A bitmap context, as documented: the origin is the lower left corner, y points up, the first row in memory is the top
// one; an image is drawn with its top row at the rectangle's maxY, in user space. A pixel is painted if its center is
// inside. The real one also interpolates and antialiases.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

public final class CGContext {
  public let width: Int
  public let height: Int
  public let colorSpace: CGColorSpace?
  /// From user space to the base space, in pixels.
  public private(set) var ctm = CGAffineTransform.identity
  public var interpolationQuality = CGInterpolationQuality.default
  private var states: [CGAffineTransform] = []
  private var fillColor: [UInt8] = [0, 0, 0, 255]
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
    fillColor = [red * alpha, green * alpha, blue * alpha, alpha].map { UInt8(max(0, min(255, ($0 * 255).rounded()))) }
  }

  public func fill(_ rect: CGRect) { paint(rect) { _, _ in fillColor } }

  public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {
    let (wide, high) = (CGFloat(image.width), CGFloat(image.height))
    paint(rect) { x, y in
      let column = min(image.width - 1, Int(x * wide))
      let row = min(image.height - 1, Int((1 - y) * high))
      let pixel = Array(image.standInSamples[((row * image.width + column) * 4)...].prefix(4))
      guard [.first, .last].contains(image.alphaInfo) else { return pixel }
      return pixel.prefix(3).map { UInt8((Int($0) * Int(pixel[3]) + 127) / 255) } + [pixel[3]]
    }
  }

  /// Paints each pixel whose center is in a rectangle of user space; the color is of a place in it, 0…1, y up.
  private func paint(_ rect: CGRect, _ color: (CGFloat, CGFloat) -> [UInt8]) {
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
          let under = Int(memory[at + channel]) * (255 - Int(source[3])) / 255
          memory[at + channel] = UInt8(min(255, Int(source[channel]) + under))
        }
      }
    }
  }
}
