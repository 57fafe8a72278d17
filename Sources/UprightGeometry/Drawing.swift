// How a stored picture is drawn upright into a canvas, for contexts whose y runs down and for those whose y runs up (Core Graphics: CGContext.concatenate, CGContext.draw).

/// A stored picture on its way onto a canvas, turned as its tag says.
///
/// In a bitmap context of Core Graphics, which measures from the lower left corner:
///
///     let drawing = Drawing(stored, orientation, longestEdge: 1024)
///     let (map, rect) = (drawing.toYUpCanvas, drawing.yUpRect)
///     context.concatenate(CGAffineTransform(a: map.a, b: map.b, c: map.c, d: map.d, tx: map.tx, ty: map.ty))
///     context.draw(image, in: CGRect(x: rect.x, y: rect.y, width: rect.width, height: rect.height))
///
/// The rectangle is the stored picture's own: the map alone turns and scales.
public struct Drawing: Hashable, Sendable {
  /// The picture's size as it is stored.
  public let stored: PixelSize<Stored>
  /// How it is displayed.
  public let orientation: Orientation<Stored, Displayed>
  /// The canvas's size.
  public let canvas: PixelSize<Output>
  /// How the displayed picture is laid into a canvas of another shape.
  public let mode: ContentMode

  /// The picture on a canvas of any size; it covers all of it unless `mode` says otherwise.
  public init(
    _ stored: PixelSize<Stored>, _ orientation: Orientation<Stored, Displayed>, on canvas: PixelSize<Output>,
    mode: ContentMode = .stretch
  ) {
    self.stored = stored
    self.orientation = orientation
    self.canvas = canvas
    self.mode = mode
  }

  /// The picture on a canvas of its own displayed shape whose longer edge is `edge` pixels; never enlarged unless asked.
  public init(
    _ stored: PixelSize<Stored>, _ orientation: Orientation<Stored, Displayed>, longestEdge edge: Int,
    enlarging: Bool = false
  ) {
    let canvas: PixelSize<Output> = orientation.applied(to: stored)
      .scaled(toLongestEdge: edge, enlarging: enlarging)
    self.init(stored, orientation, on: canvas)
  }

  /// The picture's size as displayed.
  public var displayed: PixelSize<Displayed> { orientation.applied(to: stored) }

  /// The map for contexts whose y runs down and that draw pictures top row first: HTML's canvas, SVG, Cairo, `UIImage.draw`.
  public var toCanvas: Transform2D<Stored, Output> {
    Transform2D(orientation, in: stored).then(.fitting(displayed, in: canvas.bounds.rect, mode: mode))
  }

  /// The map for contexts whose y runs up: a bitmap context of Core Graphics.
  public var toYUpCanvas: Transform2D<YUp<Stored>, YUp<Output>> { toCanvas.yUp(from: stored, to: canvas) }

  /// The map for contexts whose y runs down but in which `CGContext.draw` still puts the top row at the greatest y: those of UIKit.
  public var toUIKitCanvas: Transform2D<YUp<Stored>, Output> {
    Transform2D<YUp<Stored>, Stored>.yDown(of: stored).then(toCanvas)
  }

  /// The rectangle to draw the picture in, under `toCanvas`.
  public var rect: Rect2D<Stored> { stored.bounds.rect }

  /// The rectangle to draw the picture in, under `toYUpCanvas` and `toUIKitCanvas`: its top row comes to lie at `maxY`.
  public var yUpRect: Rect2D<YUp<Stored>> { rect.yUp(in: stored) }
}
