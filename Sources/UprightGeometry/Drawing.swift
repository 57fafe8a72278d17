// How a stored image is drawn upright into a canvas, for contexts with y down or y up (Core Graphics:
// CGContext.concatenate, CGContext.draw).

/// A stored image drawn into a canvas, rotated as its tag requires.
///
/// In a bitmap context of Core Graphics, which measures from the lower left corner:
///
///     let drawing = Drawing(stored, orientation, longestEdge: 1024)
///     let (map, rect) = (drawing.toYUpCanvas, drawing.yUpRect)
///     context.concatenate(CGAffineTransform(a: map.a, b: map.b, c: map.c, d: map.d, tx: map.tx, ty: map.ty))
///     context.draw(image, in: CGRect(x: rect.x, y: rect.y, width: rect.width, height: rect.height))
///
/// The rectangle is the stored image's: only the map rotates and scales.
public struct Drawing: Hashable, Sendable {
  /// The stored size of the image.
  public let stored: PixelSize<Stored>
  /// The image's orientation.
  public let orientation: Orientation<Stored, Displayed>
  /// The canvas's size.
  public let canvas: PixelSize<Output>
  /// How the displayed image is placed in a canvas of another shape.
  public let mode: FittingMode

  /// The image on a canvas of any size; covers it completely by default.
  public init(
    _ stored: PixelSize<Stored>, _ orientation: Orientation<Stored, Displayed>, on canvas: PixelSize<Output>,
    mode: FittingMode = .stretch
  ) {
    self.stored = stored
    self.orientation = orientation
    self.canvas = canvas
    self.mode = mode
  }

  /// The image on a canvas of its displayed shape whose longer edge is `edge` pixels; enlarged only on request.
  public init(
    _ stored: PixelSize<Stored>, _ orientation: Orientation<Stored, Displayed>, longestEdge edge: Int,
    enlarging: Bool = false
  ) {
    let canvas: PixelSize<Output> = orientation.applied(to: stored)
      .scaled(toLongestEdge: edge, enlarging: enlarging)
    self.init(stored, orientation, on: canvas)
  }

  /// The displayed size of the image.
  public var displayed: PixelSize<Displayed> { orientation.applied(to: stored) }

  /// The map for y-down contexts that draw images top row first: HTML's canvas, SVG, Cairo, `UIImage.draw`.
  public var toCanvas: Transform2D<Stored, Output> {
    Transform2D(orientation, in: stored).then(.fitting(displayed, in: canvas.bounds.rect, mode: mode))
  }

  /// The map for y-up contexts: a bitmap context of Core Graphics.
  public var toYUpCanvas: Transform2D<YUp<Stored>, YUp<Output>> { toCanvas.yUp(from: stored, to: canvas) }

  /// The map for y-down contexts in which `CGContext.draw` still puts the top row at the greatest y: those of UIKit.
  public var toUIKitCanvas: Transform2D<YUp<Stored>, Output> {
    Transform2D<YUp<Stored>, Stored>.yDown(of: stored).then(toCanvas)
  }

  /// The rectangle in which to draw the image, with `toCanvas`.
  public var rect: Rect2D<Stored> { stored.bounds.rect }

  /// The rectangle in which to draw the image, with `toYUpCanvas` and `toUIKitCanvas`; its top row is at `maxY`.
  public var yUpRect: Rect2D<YUp<Stored>> { rect.yUp(in: stored) }
}
