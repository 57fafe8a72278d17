// How an image is placed in a box of another shape (CSS Images 3, 4.5, object-fit: contain, cover, fill).

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
