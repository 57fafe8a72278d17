// The region parameter (IIIF Image API 3.0, 4.1): `full`, `square`, `x,y,w,h`, `pct:x,y,w,h`.

import UprightGeometry

/// A requested region, before the image is known.
enum IIIFRegion: Hashable, Sendable {
  case full
  case square
  case pixels(PixelRect<Displayed>)
  /// Fractions of the image's width and height, stated in percent.
  case fraction(Rect2D<Normalized<Displayed>>)

  init(_ text: String) throws(IIIFError) {
    switch text {
    case "full": self = .full
    case "square": self = .square
    case _ where text.hasPrefix("pct:"):
      let numbers = Self.fields(text.dropFirst(4)).map(IIIFNumber.decimal)
      guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2], let height = numbers[3]
      else { throw Self.malformed }
      guard width > 0, height > 0 else { throw Self.empty }
      self = .fraction(Rect2D(x: x / 100, y: y / 100, width: width / 100, height: height / 100))
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
    case .fraction(let rect): asked = rect.region(in: image)
    }
    guard let visible = asked.clipped(to: image) else {
      throw IIIFError(
        status: 400, code: "region-outside", parameter: "region",
        message: "\(asked) is outside the image, which has \(image) pixels")
    }
    return visible
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
