// A selection's numbers in one space, from which the page prints all label formats.

public import UprightGeometry

/// The numbers of whole pixels in an image.
public struct BoxNumbers<S: Space>: Sendable {
  /// The pixels.
  public let pixels: PixelRect<S>
  /// 0…1 across the image.
  public let share: Rect2D<Normalized<S>>
  /// The center and the size in millionths of the image's size, rounded (YOLO's six decimals).
  public let millionths: (x: Double, y: Double, width: Double, height: Double)

  /// The numbers of `pixels` in an image of `size`, which is not empty.
  public init(_ pixels: PixelRect<S>, in size: PixelSize<S>) {
    self.pixels = pixels
    let rect = pixels.rect
    share = rect.normalized(in: size)
    let (wide, high) = (Double(size.width), Double(size.height))
    millionths = (
      Self.millionths((2 * rect.x + rect.width) / (2 * wide)), Self.millionths((2 * rect.y + rect.height) / (2 * high)),
      Self.millionths(rect.width / wide), Self.millionths(rect.height / high)
    )
  }

  private static func millionths(_ value: Double) -> Double { (value * 1e6).rounded() }

  /// x, y, width, height, right, bottom, x and y counted from 1, the box in 0…1, and in millionths.
  public var list: [Double] {
    [
      Double(pixels.x), Double(pixels.y), Double(pixels.width), Double(pixels.height), Double(pixels.maxX),
      Double(pixels.maxY), Double(pixels.x + 1), Double(pixels.y + 1), share.x, share.y, share.width, share.height,
      millionths.x, millionths.y, millionths.width,
      millionths.height,
    ]
  }
}
