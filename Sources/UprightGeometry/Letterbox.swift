// All of a picture in a canvas of another shape, and the margins beside it (CSS Images 3, 5.5, object-fit: contain).

/// Where a picture lies in a canvas that it fits into, its shape kept, and what of the canvas it leaves free.
public struct Letterbox: Hashable, Sendable {
  /// The canvas's size.
  public let canvas: PixelSize<Output>
  /// Where the picture lies in it.
  public let image: Rect2D<Output>

  /// As large as fits, keeping to `anchor`; content or a canvas without area, or without end, gives a picture without area.
  public init<From: Space>(_ content: Size2D<From>, in canvas: PixelSize<Output>, at anchor: Anchor = .center) {
    let box = canvas.bounds.rect
    let sides = [content.width, content.height]
    let isEmpty = canvas.isEmpty || !sides.allSatisfy { $0 > 0 && $0.isFinite }
    let scale = isEmpty ? 0 : ContentMode.fit.scales(content, in: box).x
    let (wide, high) = isEmpty ? (0, 0) : (content.width * scale, content.height * scale)
    self.canvas = canvas
    image = Rect2D(
      x: (box.width - wide) * anchor.horizontal.share, y: (box.height - high) * anchor.vertical.share,
      width: wide, height: high)
  }

  /// The pixels of the canvas that the picture covers all of.
  public var pixels: PixelRect<Output> { image.pixels(.inward) }

  /// Where the picture lies, measured from the canvas's lower left corner: a bitmap context of Core Graphics, an OpenGL texture.
  public var yUp: Rect2D<YUp<Output>> { image.yUp(in: canvas) }

  /// How much of the canvas is free at each of its edges.
  public var margins: (top: Double, left: Double, bottom: Double, right: Double) {
    (image.y, image.x, Double(canvas.height) - image.maxY, Double(canvas.width) - image.maxX)
  }
}
