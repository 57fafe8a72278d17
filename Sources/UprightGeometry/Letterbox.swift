// A whole image in a canvas of another shape, with margins (CSS Images 3, 5.5, object-fit: contain).

/// The place of an image that is fitted into a canvas with its shape kept, and the free parts of the canvas.
public struct Letterbox: Hashable, Sendable {
  /// The canvas's size.
  public let canvas: PixelSize<Output>
  /// The image's place in it.
  public let image: Rect2D<Output>

  /// As large as fits, aligned by `anchor`; empty or infinite content, or such a canvas, gives an empty image.
  public init<From: Space>(_ content: Size2D<From>, in canvas: PixelSize<Output>, at anchor: ContentAnchor = .center) {
    let box = canvas.bounds.rect
    let sides = [content.width, content.height]
    let isEmpty = canvas.isEmpty || !sides.allSatisfy { $0 > 0 && $0.isFinite }
    let scale = isEmpty ? 0 : FittingMode.fit.scales(content, in: box).x
    let (wide, high) = isEmpty ? (0, 0) : (content.width * scale, content.height * scale)
    self.canvas = canvas
    image = Rect2D(
      x: (box.width - wide) * anchor.horizontal.share, y: (box.height - high) * anchor.vertical.share,
      width: wide, height: high)
  }

  /// The canvas pixels that the image covers completely.
  public var pixels: PixelRect<Output> { image.pixels(.inward) }

  /// The image's place from the canvas's lower left corner: a bitmap context of Core Graphics, an OpenGL texture.
  public var yUp: Rect2D<YUp<Output>> { image.yUp(in: canvas) }

  /// The free extent at each edge of the canvas.
  public var margins: (top: Double, left: Double, bottom: Double, right: Double) {
    (image.y, image.x, Double(canvas.height) - image.maxY, Double(canvas.width) - image.maxX)
  }
}
