// How an image is placed in a box of another shape, and drawn upright there (CSS Images 3, 4.5, object-fit: contain,
// cover, fill).

/// How content is placed in a box of another shape.
public enum FittingMode: Hashable, Sendable, CaseIterable {
  /// All of it is visible; the box may have a margin (contain).
  case fit
  /// The box is covered; content may be cropped (cover).
  case fill
  /// Both axes are scaled independently (distorts).
  case stretch
}

extension FittingMode {
  /// The scale of an image on each axis in `box`; meaningless for an empty image.
  func scales<From: Space, To: Space>(_ content: PixelSize<From>, in box: Rect2D<To>) -> (x: Double, y: Double) {
    scales(Size2D(content), in: box)
  }

  /// The scale on each axis in `box` of content with this size, which is not empty.
  func scales<From: Space, To: Space>(_ content: Size2D<From>, in box: Rect2D<To>) -> (x: Double, y: Double) {
    let across = box.width / content.width
    let down = box.height / content.height
    return switch self {
    case .fit: (min(across, down), min(across, down))
    case .fill: (max(across, down), max(across, down))
    case .stretch: (across, down)
    }
  }
}

extension Transform2D {
  /// The map that centers an image of size `content` in `box`; for an empty image or box, a degenerate map (no
  /// inverse).
  public static func fitting(
    _ content: PixelSize<From>, in box: Rect2D<To>, mode: FittingMode = .fit
  ) -> Self {
    placing(content, scaledBy: mode.scales(content, in: box), in: box, at: .center)
  }

  /// The map that scales an image and places it in `box`, with its margin or overflow distributed by `anchor`; for an
  /// empty image or box, a degenerate map.
  static func placing(
    _ content: PixelSize<From>, scaledBy scale: (x: Double, y: Double), in box: Rect2D<To>, at anchor: ContentAnchor
  ) -> Self {
    guard !content.isEmpty, box.width > 0, box.height > 0 else { return flattening(at: box) }
    let across = box.width - Double(content.width) * scale.x
    let down = box.height - Double(content.height) * scale.y
    return Self(
      scaleX: scale.x, scaleY: scale.y,
      tx: box.x + across * anchor.horizontal.share, ty: box.y + down * anchor.vertical.share)
  }

  /// The map of everything to the corner of `box`: it has no inverse.
  static func flattening(at box: Rect2D<To>) -> Self { Self(scaleX: 0, scaleY: 0, tx: box.x, ty: box.y) }
}

extension PixelSize {
  /// The largest size of the same shape inside `box`, at least 1 × 1; enlarged only if `enlarging`.
  public func fitted<To: Space>(in box: PixelSize<To>, enlarging: Bool = false) -> PixelSize<To> {
    guard !isEmpty else { return PixelSize<To>(width: 0, height: 0) }
    let across = Double(box.width) / Double(width)
    let down = Double(box.height) / Double(height)
    let scale = enlarging ? min(across, down) : min(1, across, down)
    return PixelSize<To>(
      width: Self.whole(Double(width) * scale, atMost: box.width),
      height: Self.whole(Double(height) * scale, atMost: box.height))
  }

  /// The size of the same shape whose longer edge is `edge`, rounded, at least 1 × 1; enlarged only if `enlarging`.
  public func scaled<To: Space>(toLongestEdge edge: Int, enlarging: Bool = false) -> PixelSize<To> {
    fitted(in: PixelSize<To>(width: edge, height: edge), enlarging: enlarging)
  }

  private static func whole(_ extent: Double, atMost most: Int) -> Int {
    max(1, min(most, Int(exactly: extent.rounded()) ?? most))
  }
}

// Which points of a box and of its content coincide if one is smaller than the other (CSS Images 3, 4.6,
// object-position).

/// Where content is aligned in a box: the margin or the overflow is on the other side.
public struct ContentAnchor: Hashable, Sendable {
  /// A position along one axis.
  public enum Position: Hashable, Sendable, CaseIterable {
    /// The left or the top edge.
    case near
    /// The middle.
    case middle
    /// The right or the bottom edge.
    case far

    /// The fraction of the margin before the content.
    var share: Double {
      switch self {
      case .near: 0
      case .middle: 0.5
      case .far: 1
      }
    }
  }

  /// Along x: `near` is the left.
  public var horizontal: Position
  /// Along y: `near` is the top.
  public var vertical: Position

  /// Centered by default.
  public init(_ horizontal: Position = .middle, _ vertical: Position = .middle) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// Centered on both axes.
  public static var center: Self { Self() }
}

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
