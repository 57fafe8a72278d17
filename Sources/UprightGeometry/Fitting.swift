// How a picture is laid into a box of another shape (CSS Images 3, 4.5, object-fit: contain, cover, fill).

/// How content is laid into a box of another shape.
public enum ContentMode: Hashable, Sendable, CaseIterable {
  /// All of it is seen; the box may keep a margin (contain).
  case fit
  /// The box is covered; content may be cut (cover).
  case fill
  /// Both directions are scaled on their own (distorts).
  case stretch
}

extension ContentMode {
  /// How much both directions of a picture are scaled in `box`; means nothing where the picture is empty.
  func scales<From: Space, To: Space>(_ content: PixelSize<From>, in box: Rect2D<To>) -> (x: Double, y: Double) {
    scales(Size2D(content), in: box)
  }

  /// How much both directions of what is `content` large are scaled in `box`; it is not empty.
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
  /// The map that lays a picture of `content` into `box`, centred; an empty picture or box gives the map that flattens everything (no inverse).
  public static func fitting(
    _ content: PixelSize<From>, in box: Rect2D<To>, mode: ContentMode = .fit
  ) -> Self {
    placing(content, scaledBy: mode.scales(content, in: box), in: box, at: .center)
  }

  /// The map that scales a picture of `content` and lays it into `box`, its margin or overflow distributed by `anchor`;
  /// an empty picture or box gives the map that flattens everything.
  static func placing(
    _ content: PixelSize<From>, scaledBy scale: (x: Double, y: Double), in box: Rect2D<To>, at anchor: Anchor
  ) -> Self {
    guard !content.isEmpty, box.width > 0, box.height > 0 else { return flattening(at: box) }
    let across = box.width - Double(content.width) * scale.x
    let down = box.height - Double(content.height) * scale.y
    return Self(
      scaleX: scale.x, scaleY: scale.y,
      tx: box.x + across * anchor.horizontal.share, ty: box.y + down * anchor.vertical.share)
  }

  /// The map that carries everything to the corner of `box`: it has no inverse.
  static func flattening(at box: Rect2D<To>) -> Self { Self(scaleX: 0, scaleY: 0, tx: box.x, ty: box.y) }
}

extension PixelSize {
  /// The largest size of the same shape inside `box`, at least 1 × 1, never larger than this one unless `enlarging`.
  public func fitted<To: Space>(in box: PixelSize<To>, enlarging: Bool = false) -> PixelSize<To> {
    guard !isEmpty else { return PixelSize<To>(width: 0, height: 0) }
    let across = Double(box.width) / Double(width)
    let down = Double(box.height) / Double(height)
    let scale = enlarging ? min(across, down) : min(1, across, down)
    return PixelSize<To>(
      width: Self.whole(Double(width) * scale, atMost: box.width),
      height: Self.whole(Double(height) * scale, atMost: box.height))
  }

  /// The size of the same shape whose longer edge is `edge`, rounded, at least 1 × 1; this one where that is no larger, unless `enlarging`.
  public func scaled<To: Space>(toLongestEdge edge: Int, enlarging: Bool = false) -> PixelSize<To> {
    fitted(in: PixelSize<To>(width: edge, height: edge), enlarging: enlarging)
  }

  private static func whole(_ extent: Double, atMost most: Int) -> Int {
    max(1, min(most, Int(exactly: extent.rounded()) ?? most))
  }
}
