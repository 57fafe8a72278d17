// A size before its image is known: `N`, `WxH`, `Wx`, `xH` or `P%`.

package import Upright

/// The size parameter of a request.
package enum SizeParameter: Hashable, Sendable {
  case box(PixelSize<Output>)
  case width(Int)
  case height(Int)
  case percent(Double)

  /// The size that a text states; nil if it is none, or empty.
  package init?(_ text: String) {
    if text.hasSuffix("%") {
      guard let percent = Self.decimal(text.dropLast()), percent > 0, percent.isFinite else { return nil }
      self = .percent(percent)
      return
    }
    guard text.utf8.allSatisfy({ $0 == UInt8(ascii: "x") || (48...57).contains($0) }) else { return nil }
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { $0.isEmpty ? nil : Int($0) ?? 0 }
    switch (sides.count, sides[0], sides[sides.count - 1]) {
    case (1...2, let width?, let height?) where width > 0 && height > 0:
      self = .box(PixelSize(width: width, height: height))
    case (2, let width?, nil) where width > 0: self = .width(width)
    case (2, nil, let height?) where height > 0: self = .height(height)
    default: return nil
    }
  }

  /// Whether it is no percentage above 100.
  package var isReduction: Bool { if case .percent(let percent) = self { percent <= 100 } else { true } }

  /// The size of a result that is never enlarged.
  package var within: Rendition.Size {
    switch self {
    case .box(let size): .within(size)
    case .width(let width): .within(PixelSize(width: width, height: Self.longestSide))
    case .height(let height): .within(PixelSize(width: Self.longestSide, height: height))
    case .percent(let percent): .scaled(by: min(1, percent / 100))
    }
  }

  /// The size of a result that is enlarged if necessary.
  package var exactly: Rendition.Size {
    switch self {
    case .box(let size): .exactly(size)
    case .width(let width): .width(width)
    case .height(let height): .height(height)
    case .percent(let percent): .scaled(by: percent / 100)
    }
  }

  /// No image has a longer side.
  private static let longestSide = 1 << 31

  /// A plain decimal number: no sign, no exponent.
  private static func decimal(_ text: Substring) -> Double? {
    text.utf8.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: ".") } ? Double(text) : nil
  }
}

extension SizeParameter: CustomStringConvertible {
  /// The text that states it.
  package var description: String {
    switch self {
    case .box(let size): size.description
    case .width(let width): "\(width)x"
    case .height(let height): "x\(height)"
    case .percent(let percent): "\(percent)%"
    }
  }
}
