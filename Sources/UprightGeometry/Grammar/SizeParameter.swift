// A size before its image is known: `N`, `WxH`, `Wx`, `xH` or `P%`, in addresses `w,h`, `!w,h`, `w,`, `,h`, `pct:n`, `max`
// and `full` (IIIF Image API 3.0 and 2.1, 4.2).

/// The size parameter of a request.
package enum SizeParameter: Hashable, Sendable {
  /// The region's own size.
  case full
  /// The largest that is offered.
  case max
  /// This box: a request fills it, or fits into it.
  case box(PixelSize<Output>)
  /// The largest of the same shape inside this box.
  case confined(PixelSize<Output>)
  case width(Int)
  case height(Int)
  case percent(Double)

  /// As typed; nil if a text states no size, or an empty one.
  package init?(_ text: String) {
    if text.utf8.last == UInt8(ascii: "%") {
      guard let percent = try? NumberGrammar.unsigned.decimal(text.dropLast()), percent > 0 else { return nil }
      self = .percent(percent)
      return
    }
    let sides = text.split(separator: "x", maxSplits: 2, omittingEmptySubsequences: false)
    func side(_ text: Substring) -> Int? { text.isEmpty ? nil : (try? NumberGrammar.unsigned.whole(text)) ?? 0 }
    guard let first = sides.first, let last = sides.last, sides.count <= 2 else { return nil }
    switch (sides.count, side(first), side(last)) {
    case (_, let width?, let height?) where width > 0 && height > 0:
      self = .box(PixelSize(width: width, height: height))
    case (2, let width?, nil) where width > 0: self = .width(width)
    case (2, nil, let height?) where height > 0: self = .height(height)
    default: return nil
    }
  }

  /// As in an address, without `^`.
  ///
  /// - Parameter hasFull: Whether `full` is a size, as in version 2.1.
  /// - Throws: Why a text states no size.
  package init(iiif text: Substring, hasFull: Bool) throws(GrammarFault) {
    if text == "max" {
      self = .max
    } else if text == "full", hasFull {
      self = .full
    } else if text.hasPrefix("pct:") {
      let percent = try NumberGrammar.iiif.decimal(text.dropFirst(4))
      guard percent > 0 else { throw .empty }
      self = .percent(percent)
    } else {
      self = try Self.sides(text)
    }
  }

  private static func sides(_ text: Substring) throws(GrammarFault) -> Self {
    let isConfined = text.hasPrefix("!")
    let fields = (isConfined ? text.dropFirst() : text)
      .split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
    guard fields.count == 2 else { throw .malformed }
    let (width, height) = (try? NumberGrammar.iiif.whole(fields[0]), try? NumberGrammar.iiif.whole(fields[1]))
    guard width != 0, height != 0 else { throw .empty }
    switch (width, height) {
    case (let width?, let height?):
      let box = PixelSize<Output>(width: width, height: height)
      return isConfined ? .confined(box) : .box(box)
    case (let width?, nil) where fields[1].isEmpty && !isConfined: return .width(width)
    case (nil, let height?) where fields[0].isEmpty && !isConfined: return .height(height)
    default: throw .malformed
    }
  }

  /// Whether it is no percentage above 100.
  package var isReduction: Bool { if case .percent(let percent) = self { percent <= 100 } else { true } }

  /// No image has a longer side.
  package static var longestSide: Int { Int(clamping: 1 << 31 as Int64) }
}

#if !hasFeature(Embedded)
  extension SizeParameter: CustomStringConvertible {
    /// The text that states it, as typed; the forms that only addresses have, as there.
    package var description: String {
      switch self {
      case .full: "full"
      case .max: "max"
      case .box(let size): size.description
      case .confined(let size): "!\(size.width),\(size.height)"
      case .width(let width): "\(width)x"
      case .height(let height): "x\(height)"
      case .percent(let percent): NumberGrammar.text(percent) + "%"
      }
    }
  }

  extension SizeParameter: Codable {
    /// Decodes the text of a size, in any spelling.
    package init(from decoder: any Decoder) throws {
      let text: String = try decoder.single("a size is a text such as 640x480")
      guard let size = Self(text) ?? (try? Self(iiif: text[...], hasFull: true)) else {
        throw decoder.fault("\(text) is not a size such as 640x480")
      }
      self = size
    }

    /// Encodes its text.
    package func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(description)
    }
  }
#endif
