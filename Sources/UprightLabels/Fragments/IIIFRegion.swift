// The region parameter of an IIIF image request (IIIF Image API 3.0, 4.1): `full`, `square`, `x,y,w,h`,
// `pct:x,y,w,h`.

public import UprightGeometry

/// A region of an image in IIIF's syntax; by default it refers to the image as displayed.
public enum IIIFRegion<S: Space>: Hashable, Sendable {
  /// The whole image.
  case full
  /// A square as large as possible; the server chooses its position.
  case square
  /// Left, top, width and height in pixels.
  case pixels(PixelRect<S>)
  /// Left, top, width and height in percent of the image's width and height.
  case percent(Rect2D<S>)

  /// Parses a region; nil if it is invalid, or has no width or height, for which servers return 400.
  public init?(_ text: String) {
    switch try? RegionParameter(text, as: .canonicalIIIF) {
    case .full: self = .full
    case .square: self = .square
    case .pixels(let x, let y, let width, let height):
      self = .pixels(PixelRect(x: x, y: y, width: width, height: height))
    case .percent(let x, let y, let width, let height):
      self = .percent(Rect2D(x: x, y: y, width: width, height: height))
    case nil, .decimals, .ratio, .sized: return nil
    }
  }

  /// The region as text; percentages have as few digits as needed.
  public var text: String {
    switch self {
    case .full: "full"
    case .square: "square"
    case .pixels(let box): "\(box.x),\(box.y),\(box.width),\(box.height)"
    case .percent(let box):
      "pct:" + BoxText.corner(box, .exact).map { String(decoding: $0, as: UTF8.self) }.joined(separator: ",")
    }
  }

  /// The region in an image of `size`, clipped to it; nil if it is outside, for which servers return 400.
  ///
  /// A square is the one that ``PixelSize/middleSquare`` is.
  public func box(in size: PixelSize<S>) -> Rect2D<S>? {
    let all = size.bounds.rect
    switch self {
    case .full: return all
    case .square: return size.middleSquare.rect
    case .pixels(let box): return Self.shown(box.rect, in: all)
    case .percent(let box): return Self.shown(box.scaled(all.width / 100, all.height / 100), in: all)
    }
  }

  private static func shown(_ box: Rect2D<S>, in all: Rect2D<S>) -> Rect2D<S>? {
    box.intersection(all).flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil }
  }
}
