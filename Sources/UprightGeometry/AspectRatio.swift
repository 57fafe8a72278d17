// A ratio of width to height in whole numbers, and the largest region of an image that has it.

/// A ratio of width to height, such as 16:9, in whole numbers without a common divisor.
public struct AspectRatio: Hashable, Sendable {
  /// The part of the width.
  public let width: Int
  /// The part of the height.
  public let height: Int

  /// The ratio `width` : `height`, reduced; nil unless both are positive.
  public init?(_ width: Int, _ height: Int) {
    guard width > 0, height > 0 else { return nil }
    var (divisor, rest) = (width, height)
    while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
    (self.width, self.height) = (width / divisor, height / divisor)
  }

  private init() { (width, height) = (1, 1) }

  /// 1:1.
  public static let square = Self()
}

extension AspectRatio: LosslessStringConvertible {
  /// The ratio that a text states, such as `16:9` or `1.85:1`: two positive numbers with up to six digits before the
  /// point and four after it; nil for any other text.
  public init?(_ text: String) {
    let terms = text.split(separator: ":", omittingEmptySubsequences: false).compactMap(Self.tenThousandths)
    guard terms.count == 2, text.utf8.count(where: { $0 == UInt8(ascii: ":") }) == 1 else { return nil }
    self.init(terms[0], terms[1])
  }

  /// `16:9`.
  public var description: String { "\(width):\(height)" }

  private static func tenThousandths(_ text: Substring) -> Int? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let (whole, places) = (parts[0], parts.count == 2 ? parts[1] : "0")
    let isDecimal = [whole, places].allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }
    guard isDecimal, whole.utf8.count <= 6, places.utf8.count <= 4 else { return nil }
    return Int(whole + places + String(repeating: "0", count: 4 - places.utf8.count))
  }
}

/// Where a region is in an image that is larger.
public enum RegionPosition: Hashable, Sendable {
  /// At an edge, in a corner, or in the middle.
  case anchored(ContentAnchor)
  /// Centered on this pixel, as far as the image allows.
  case centered(column: Int, row: Int)
  /// Centered on the pixel that contains this point, 0…1 on both axes, as far as the image allows.
  case centeredOn(Point2D<Normalized<Displayed>>)

  /// In the middle.
  public static var center: Self { .anchored(.center) }

  /// Whether the pixel that the region is to be centered on, if any, is one of the image's.
  public func isInside(_ size: PixelSize<Displayed>) -> Bool {
    guard case .centered(let column, let row) = self else { return true }
    return 0..<max(0, size.width) ~= column && 0..<max(0, size.height) ~= row
  }
}

extension PixelSize where S == Displayed {
  /// The size of the largest region of this ratio. One side is the image's, and the other is rounded to the nearest
  /// pixel, halves up, and is at least 1.
  public func largest(_ ratio: AspectRatio) -> Self {
    guard !isEmpty else { return Self(width: 0, height: 0) }
    let (across, down) = (width.multipliedFullWidth(by: ratio.height), height.multipliedFullWidth(by: ratio.width))
    return across >= down
      ? Self(width: max(1, Self.rounded(down, dividedBy: ratio.height)), height: height)
      : Self(width: width, height: max(1, Self.rounded(across, dividedBy: ratio.width)))
  }

  /// The largest region of this ratio, at `position`.
  ///
  /// In the middle, an odd remainder goes to the right or bottom. If the region is centered on a pixel, that pixel is
  /// its middle one, or the first after its middle if a side is even; then the region moves into the image.
  public func region(_ ratio: AspectRatio, at position: RegionPosition = .center) -> PixelRect<S> {
    region(largest(ratio), at: position)
  }

  /// The region of this size, as close to `position` as possible without leaving the image. If it is longer than a side
  /// of the image, it extends beyond both ends.
  public func region(_ size: PixelSize, at position: RegionPosition = .center) -> PixelRect<S> {
    let (x, y): (Int, Int)
    switch position {
    case .anchored(let anchor):
      x = anchor.horizontal.offset(of: size.width, in: width)
      y = anchor.vertical.offset(of: size.height, in: height)
    case .centered(let column, let row):
      x = Self.first(of: size.width, around: column, in: width)
      y = Self.first(of: size.height, around: row, in: height)
    case .centeredOn(let point):
      x = Self.first(of: size.width, around: Self.pixel(at: point.x, in: width), in: width)
      y = Self.first(of: size.height, around: Self.pixel(at: point.y, in: height), in: height)
    }
    return PixelRect(x: x, y: y, width: size.width, height: size.height)
  }

  /// The quotient to the nearest integer, halves up; it fits an `Int`, because it is at most a side.
  private static func rounded(_ dividend: (high: Int, low: UInt), dividedBy divisor: Int) -> Int {
    let (quotient, remainder) = divisor.dividingFullWidth(dividend)
    return remainder >= divisor - remainder ? quotient + 1 : quotient
  }

  private static func first(of length: Int, around pixel: Int, in side: Int) -> Int {
    guard length <= side else { return -((length - side) / 2) }
    return max(0, min(side - length, pixel.subtractingSaturating(length / 2)))
  }

  /// The pixel that contains the point at `share` of a side; NaN is the middle.
  private static func pixel(at share: Double, in side: Int) -> Int {
    guard !share.isNaN else { return side / 2 }
    let edge = max(0, min(1, share)) * Double(side) + PixelRounding.slack
    return min(side - 1, Int(exactly: edge.rounded(.down)) ?? side - 1)
  }
}

extension ContentAnchor.Position {
  /// The pixels before `length` pixels in a side.
  fileprivate func offset(of length: Int, in side: Int) -> Int {
    switch self {
    case .near: 0
    case .middle: (side - length) / 2
    case .far: side - length
    }
  }
}
