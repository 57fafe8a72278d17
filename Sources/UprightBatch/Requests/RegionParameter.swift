// A region before its image is known: `x,y,w,h`, `pct:x,y,w,h`, `square` (IIIF Image API 3.0, 4.1, without `full`),
// a ratio such as `16:9`, or a size such as `640x480`; of a view or picker also `x,y,w,h` with decimals.

package import Upright

/// The region parameter of a request.
package enum RegionParameter: Hashable, Sendable {
  case pixels(x: Int, y: Int, width: Int, height: Int)
  case percent(x: Double, y: Double, width: Double, height: Double)
  /// Decimals, which only the points of a view and the crops of pickers have.
  case decimals(x: Double, y: Double, width: Double, height: Double)
  case square
  case ratio(AspectRatio, RegionPosition)
  /// A region of this size, whose place depends on the image's.
  case sized(PixelSize<Displayed>, RegionPosition)

  /// The region that a text states; nil if it is none, or empty.
  package init?(_ text: String) {
    if text == "square" {
      self = .square
    } else if let ratio = AspectRatio(text) {
      self = .ratio(ratio, .center)
    } else if let size = Self.size(text) {
      self = .sized(size, .center)
    } else if text.hasPrefix("pct:") {
      let numbers = Self.parts(text.dropFirst(4)).compactMap(Self.decimal)
      guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { return nil }
      self = .percent(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    } else {
      let numbers = Self.parts(text[...]).compactMap { Int($0) }
      guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { return nil }
      self = .pixels(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
  }

  /// As `init(_:)`, also with decimals: see `CropRequest.Origin`.
  package init?(reported text: String) {
    if let region = Self(text) {
      self = region
      return
    }
    let numbers = Self.parts(text[...]).compactMap(Self.decimal)
    guard text.contains("."), numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { return nil }
    self = .decimals(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  /// The four numbers of a region that states its place in another unit than percent; nil for any other region.
  package var numbers: (x: Double, y: Double, width: Double, height: Double)? {
    switch self {
    case .pixels(let x, let y, let width, let height): (Double(x), Double(y), Double(width), Double(height))
    case .decimals(let x, let y, let width, let height): (x, y, width, height)
    case .percent, .square, .ratio, .sized: nil
    }
  }

  /// The region of a size in an image that is shown as `shown`; nil if it is none, or if its focus is outside.
  func pixels(in shown: PixelSize<Displayed>) -> PixelRect<Displayed>? {
    guard case .sized(let size, let position) = self, position.isInside(shown) else { return nil }
    return shown.region(size, at: position)
  }

  package var isSized: Bool { if case .sized = self { true } else { false } }
  package var isPixels: Bool { if case .pixels = self { true } else { false } }
  var isDecimal: Bool { if case .decimals = self { true } else { false } }

  /// The same region at another position; nil if the region states its own.
  package func placed(at position: RegionPosition) -> Self? {
    switch self {
    case .square: position == .center ? .square : .ratio(.square, position)
    case .ratio(let ratio, _): .ratio(ratio, position)
    case .sized(let size, _): .sized(size, position)
    case .pixels, .percent, .decimals: nil
    }
  }

  /// The region for a rendition; in pixels of the stored image if `stored`.
  package func region(stored: Bool) -> Rendition.Region {
    switch self {
    case .pixels(let x, let y, let width, let height):
      stored
        ? .stored(PixelRect(x: x, y: y, width: width, height: height))
        : .pixels(PixelRect(x: x, y: y, width: width, height: height))
    case .percent(let x, let y, let width, let height):
      .fraction(Rect2D(x: x / 100, y: y / 100, width: width / 100, height: height / 100))
    case .decimals(let x, let y, let width, let height):
      .pixels(Rect2D<Displayed>(x: x, y: y, width: width, height: height).pixels(.outward))
    case .square: .square
    case .ratio(let ratio, let position): .ratio(ratio, at: position)
    // Only `pixels(in:)` knows its place. A focus outside the image is the same error as for a ratio.
    case .sized(_, let position): .ratio(.square, at: position)
    }
  }

  /// The region of an image with this stored size. If `stored`, pixels and percent are those of the stored image, and a
  /// ratio too: then the pixels are shown as they are stored, whatever the tag.
  package func region(stored: Bool, in size: PixelSize<Stored>) -> Rendition.Region {
    if stored, case .ratio(let ratio, let position) = self {
      let shown = PixelSize<Displayed>(width: size.width, height: size.height)
      guard position.isInside(shown) else { return region(stored: false) }
      let part = shown.region(ratio, at: position)
      return .stored(PixelRect(x: part.x, y: part.y, width: part.width, height: part.height))
    }
    guard stored, case .percent(let x, let y, let width, let height) = self else { return region(stored: stored) }
    let part = Rect2D<Normalized<Stored>>(x: x / 100, y: y / 100, width: width / 100, height: height / 100)
    return .stored(part.region(in: size))
  }

  /// Two whole numbers above 0 with `x` between them.
  private static func size(_ text: String) -> PixelSize<Displayed>? {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { side in
      side.utf8.allSatisfy { (48...57).contains($0) } ? Int(side) : nil
    }
    guard sides.count == 2, let width = sides[0], let height = sides[1], min(width, height) > 0,
      max(width, height) <= 1 << 31
    else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// Exactly four parts, or none.
  private static func parts(_ text: Substring) -> [Substring] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    return parts.count == 4 ? parts : []
  }

  /// A plain decimal number: no exponent, no infinity, no hexadecimal.
  private static func decimal(_ text: Substring) -> Double? {
    text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") } ? Double(text) : nil
  }
}

extension RegionParameter: CustomStringConvertible {
  /// The text that states it.
  package var description: String {
    switch self {
    case .pixels(let x, let y, let width, let height): "\(x),\(y),\(width),\(height)"
    case .decimals(let x, let y, let width, let height): "\(x),\(y),\(width),\(height)"
    case .percent(let x, let y, let width, let height): "pct:\(x),\(y),\(width),\(height)"
    case .square: "square"
    case .ratio(let ratio, _): ratio.description
    case .sized(let size, _): size.description
    }
  }
}
