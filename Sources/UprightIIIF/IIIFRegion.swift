// The region parameter (IIIF Image API 3.0, 4.1): `full`, `square`, `x,y,w,h`, `pct:x,y,w,h`.

import UprightGeometry

/// A requested region, before the image is known.
enum IIIFRegion: Hashable, Sendable {
  case full
  case square
  case pixels(PixelRect<Displayed>)
  /// Percentages of the image's width and height.
  case percent(x: Double, y: Double, width: Double, height: Double)

  init(_ text: String) throws(IIIFError) {
    switch text {
    case "full": self = .full
    case "square": self = .square
    case _ where text.hasPrefix("pct:"):
      let numbers = Self.fields(text.dropFirst(4)).map(IIIFNumber.decimal)
      guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2], let height = numbers[3]
      else { throw Self.malformed }
      guard width > 0, height > 0 else { throw Self.empty }
      self = .percent(x: x, y: y, width: width, height: height)
    default:
      let numbers = Self.fields(text[...]).map(IIIFNumber.integer)
      guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2], let height = numbers[3]
      else { throw Self.malformed }
      guard width > 0, height > 0 else { throw Self.empty }
      self = .pixels(PixelRect(x: x, y: y, width: width, height: height))
    }
  }

  /// The pixels of an image, clipped to its edges.
  func pixels(in image: PixelSize<Displayed>) throws(IIIFError) -> PixelRect<Displayed> {
    let asked: PixelRect<Displayed>
    switch self {
    case .full: return image.bounds
    case .square: return image.middleSquare
    case .pixels(let rect): asked = rect
    case .percent(let x, let y, let width, let height):
      let columns = Self.span(from: x, length: width, of: image.width)
      let rows = Self.span(from: y, length: height, of: image.height)
      asked = PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }
    guard let visible = asked.clipped(to: image) else {
      throw IIIFError(
        status: 400, code: "region-outside", parameter: "region",
        message: "\(asked) is outside the image, which has \(image) pixels")
    }
    return visible
  }

  /// Both edges rounded to the nearest pixel, so that regions that touch share an edge; at least one
  /// pixel.
  private static func span(from start: Double, length: Double, of side: Int) -> Range<Int> {
    let (first, last) = (start * Double(side) / 100, (start + length) * Double(side) / 100)
    let low = first < Double(side) ? min(rounded(first), side - 1) : side
    return low..<max(low + 1, rounded(last))
  }

  private static func rounded(_ value: Double) -> Int {
    Int(min((value + 0.5).rounded(.down), Double(IIIFNumber.largest)))
  }

  private static func fields(_ text: Substring) -> [Substring] {
    text.split(separator: ",", maxSplits: 4, omittingEmptySubsequences: false)
  }

  private static var malformed: IIIFError {
    IIIFError(
      status: 400, code: "region-syntax", parameter: "region",
      message: "write full, square, x,y,w,h in whole pixels, or pct:x,y,w,h in percent")
  }

  private static var empty: IIIFError {
    IIIFError(
      status: 400, code: "region-empty", parameter: "region", message: "width and height must be greater than zero")
  }
}
