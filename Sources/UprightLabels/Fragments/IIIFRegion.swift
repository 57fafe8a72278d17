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
    switch text {
    case "full": self = .full
    case "square": self = .square
    default:
      let isPercent = text.hasPrefix("pct:")
      let bytes = Array(text.dropFirst(isPercent ? 4 : 0).utf8)
      let fields = bytes.split(separator: 0x2C, omittingEmptySubsequences: false)
      let numbers = fields.compactMap { NumberToken(bytes, $0.startIndex..<$0.endIndex, strictly: true) }
      guard fields.count == 4, numbers.count == 4, numbers.allSatisfy({ $0.isPlace && $0.value >= 0 }),
        numbers[2].value > 0, numbers[3].value > 0
      else { return nil }
      let values = numbers.map(\.value)
      if isPercent {
        self = .percent(Rect2D(x: values[0], y: values[1], width: values[2], height: values[3]))
      } else {
        let whole = numbers.compactMap(\.whole)
        guard whole.count == 4 else { return nil }
        self = .pixels(PixelRect(x: whole[0], y: whole[1], width: whole[2], height: whole[3]))
      }
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
