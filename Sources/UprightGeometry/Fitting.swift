// How a picture is laid into a box of another shape (CSS Images 3, 5.5, object-fit: contain, cover, fill).

/// How content is laid into a box of another shape.
public enum ContentMode: Hashable, Sendable, CaseIterable {
  /// All of it is seen; the box may keep a margin (contain).
  case fit
  /// The box is covered; content may be cut (cover).
  case fill
  /// Both directions are scaled on their own (distorts).
  case stretch
}

extension Transform2D {
  /// The map that lays a picture of `content` into `box`, centred; an empty picture or box gives the map that flattens everything (no inverse).
  public static func fitting(
    _ content: PixelSize<From>, in box: Rect2D<To>, mode: ContentMode = .fit
  ) -> Self {
    guard !content.isEmpty, box.width > 0, box.height > 0 else {
      return Self(scaleX: 0, scaleY: 0, tx: box.x, ty: box.y)
    }
    let (wide, high) = (Double(content.width), Double(content.height))
    let (across, down) = (box.width / wide, box.height / high)
    let (sx, sy): (Double, Double) =
      switch mode {
      case .fit: (min(across, down), min(across, down))
      case .fill: (max(across, down), max(across, down))
      case .stretch: (across, down)
      }
    return Self(
      scaleX: sx, scaleY: sy,
      tx: box.x + (box.width - wide * sx) / 2, ty: box.y + (box.height - high * sy) / 2)
  }
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

  private static func whole(_ extent: Double, atMost most: Int) -> Int {
    max(1, min(most, Int(exactly: extent.rounded()) ?? most))
  }
}
