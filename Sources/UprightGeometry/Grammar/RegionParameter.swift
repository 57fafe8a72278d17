// A region before its image is known: `x,y,w,h`, `pct:x,y,w,h`, `square`, in addresses `full` (IIIF Image API 3.0, 4.1),
// elsewhere a ratio such as `16:9`, or a size such as `640x480`; of a view or picker also `x,y,w,h` with decimals.

/// The region parameter of a request.
package enum RegionParameter: Hashable, Sendable {
  case full
  case pixels(x: Int, y: Int, width: Int, height: Int)
  case percent(x: Double, y: Double, width: Double, height: Double)
  /// Decimals, which only the points of a view and the crops of pickers have.
  case decimals(x: Double, y: Double, width: Double, height: Double)
  case square
  case ratio(AspectRatio, RegionPosition)
  /// A region of this size, whose place depends on the image's.
  case sized(PixelSize<Displayed>, RegionPosition)

  /// Which forms a text may have.
  package enum Spelling: Hashable, Sendable {
    /// As typed for an image.
    case typed
    /// The same, also with decimals.
    case reported
    /// As in addresses.
    case iiif
    /// The same, with numbers as canonical addresses have them.
    case canonicalIIIF

    fileprivate var isIIIF: Bool { self == .iiif || self == .canonicalIIIF }

    fileprivate var numbers: NumberGrammar {
      switch self {
      case .typed, .reported: .signed
      case .iiif: .iiif
      case .canonicalIIIF: .canonicalIIIF
      }
    }
  }

  /// The region that a text states.
  ///
  /// - Throws: Why it states none.
  package init(_ text: String, as spelling: Spelling) throws(GrammarFault) {
    let numbers = spelling.numbers
    if text == "square" {
      self = .square
    } else if text == "full", spelling.isIIIF {
      self = .full
    } else if text.hasPrefix("pct:") {
      let (x, y, width, height) = try Self.four(text.dropFirst(4), numbers.decimal)
      self = .percent(x: x, y: y, width: width, height: height)
    } else if !spelling.isIIIF, let ratio = AspectRatio(text) {
      self = .ratio(ratio, .center)
    } else if !spelling.isIIIF, let size = Self.size(text) {
      self = .sized(size, .center)
    } else if spelling == .reported, text.utf8.contains(UInt8(ascii: ".")) {
      let (x, y, width, height) = try Self.four(text[...], numbers.decimal)
      self = .decimals(x: x, y: y, width: width, height: height)
    } else {
      let (x, y, width, height) = try Self.four(text[...], numbers.whole)
      self = .pixels(x: x, y: y, width: width, height: height)
    }
  }

  /// As typed for an image; nil if a text states no region, or an empty one.
  package init?(_ text: String) {
    do throws(GrammarFault) { try self.init(text, as: .typed) } catch { return nil }
  }

  /// The same, also with decimals.
  package init?(reported text: String) {
    do throws(GrammarFault) { try self.init(text, as: .reported) } catch { return nil }
  }

  /// Left, top, width and height.
  private static func four<Value: SignedNumeric & Comparable>(
    _ text: Substring, _ read: (Substring) throws(GrammarFault) -> Value
  ) throws(GrammarFault) -> (x: Value, y: Value, width: Value, height: Value) {
    let parts = text.split(separator: ",", maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count == 4 else { throw .malformed }
    let (x, y, width, height) = (try read(parts[0]), try read(parts[1]), try read(parts[2]), try read(parts[3]))
    guard width > 0, height > 0 else { throw .empty }
    return (x, y, width, height)
  }

  /// Two whole numbers above 0 with `x` between them.
  private static func size(_ text: String) -> PixelSize<Displayed>? {
    let sides = text.split(separator: "x", maxSplits: 2, omittingEmptySubsequences: false)
    guard sides.count == 2, let width = try? NumberGrammar.unsigned.whole(sides[0]),
      let height = try? NumberGrammar.unsigned.whole(sides[1]), min(width, height) > 0,
      max(width, height) <= SizeParameter.longestSide
    else { return nil }
    return PixelSize(width: width, height: height)
  }
}

extension RegionParameter {
  /// The four numbers of a region that states its place in another unit than percent; nil for any other region.
  package var numbers: (x: Double, y: Double, width: Double, height: Double)? {
    switch self {
    case .pixels(let x, let y, let width, let height): (Double(x), Double(y), Double(width), Double(height))
    case .decimals(let x, let y, let width, let height): (x, y, width, height)
    case .full, .percent, .square, .ratio, .sized: nil
    }
  }

  /// The pixels of an image that is shown as `image`, neither clipped nor checked.
  package func pixels(of image: PixelSize<Displayed>) -> PixelRect<Displayed> {
    switch self {
    case .full: image.bounds
    case .square: image.middleSquare
    case .pixels(let x, let y, let width, let height): PixelRect(x: x, y: y, width: width, height: height)
    case .percent(let x, let y, let width, let height):
      Rect2D(x: x / 100, y: y / 100, width: width / 100, height: height / 100).region(in: image)
    case .decimals(let x, let y, let width, let height):
      Rect2D(x: x, y: y, width: width, height: height).pixels(.outward)
    case .ratio(let ratio, let position): image.region(ratio, at: position)
    case .sized(let size, let position): image.region(size, at: position)
    }
  }

  /// Whether it states only a size.
  package var isSized: Bool { if case .sized = self { true } else { false } }
  /// Whether it is in whole pixels.
  package var isPixels: Bool { if case .pixels = self { true } else { false } }
  /// Whether it has decimals.
  package var isDecimal: Bool { if case .decimals = self { true } else { false } }

  /// The same region at another position; nil if the region states its own.
  package func placed(at position: RegionPosition) -> Self? {
    switch self {
    case .square: position == .center ? .square : .ratio(.square, position)
    case .ratio(let ratio, _): .ratio(ratio, position)
    case .sized(let size, _): .sized(size, position)
    case .full, .pixels, .percent, .decimals: nil
    }
  }
}

#if !hasFeature(Embedded)
  extension RegionParameter: CustomStringConvertible {
    /// The text that states it, without its position.
    package var description: String {
      func four(_ numbers: Double...) -> String { numbers.map(NumberGrammar.text).joined(separator: ",") }
      return switch self {
      case .full: "full"
      case .pixels(let x, let y, let width, let height): "\(x),\(y),\(width),\(height)"
      case .decimals(let x, let y, let width, let height): four(x, y, width, height)
      case .percent(let x, let y, let width, let height): "pct:" + four(x, y, width, height)
      case .square: "square"
      case .ratio(let ratio, _): ratio.description
      case .sized(let size, _): size.description
      }
    }
  }

  extension RegionParameter: Codable {
    /// Decodes the text of a region, in any spelling.
    package init(from decoder: any Decoder) throws {
      let text: String = try decoder.single("a region is a text such as 16:9")
      guard let region: Self = text == "full" ? .full : Self(reported: text) else {
        throw decoder.fault("\(text) is not a region such as 16:9")
      }
      self = region
    }

    /// Encodes its text, without its position.
    package func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(description)
    }
  }
#endif

// The place of a region as typed: a gravity, or a focal point.
extension RegionPosition {
  /// The eight directions and the middle, as `--gravity` names them.
  package enum Gravity: String, CaseIterable, Sendable {
    case center, north, south, east, west
    case northWest = "north-west"
    case northEast = "north-east"
    case southWest = "south-west"
    case southEast = "south-east"

    /// The place in the displayed image.
    package var position: RegionPosition {
      switch self {
      case .center: .center
      case .north: .anchored(ContentAnchor(.middle, .near))
      case .south: .anchored(ContentAnchor(.middle, .far))
      case .east: .anchored(ContentAnchor(.far, .middle))
      case .west: .anchored(ContentAnchor(.near, .middle))
      case .northWest: .anchored(ContentAnchor(.near, .near))
      case .northEast: .anchored(ContentAnchor(.far, .near))
      case .southWest: .anchored(ContentAnchor(.near, .far))
      case .southEast: .anchored(ContentAnchor(.far, .far))
      }
    }
  }

  /// The focal point that a text states: `x,y`, a displayed pixel, or `pct:x,y`, 0…100; nil if it is none.
  package init?(focus text: String) {
    let isPercent = text.hasPrefix("pct:")
    let parts = text.dropFirst(isPercent ? 4 : 0).split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let numbers = NumberGrammar.unsigned
    if isPercent {
      guard let x = try? numbers.decimal(parts[0]), let y = try? numbers.decimal(parts[1]), max(x, y) <= 100 else {
        return nil
      }
      self = .centeredOn(Point2D(x: x / 100, y: y / 100))
    } else {
      guard let column = try? numbers.whole(parts[0]), let row = try? numbers.whole(parts[1]) else { return nil }
      self = .centered(column: column, row: row)
    }
  }
}

extension RegionPosition {
  /// The gravity that names it; nil for a focal point.
  package var gravity: Gravity? { Gravity.allCases.first { $0.position == self } }
}

#if !hasFeature(Embedded)
  extension RegionPosition.Gravity: Codable {}

  extension RegionPosition {
    /// The text of a focal point; nil for a gravity.
    package var focus: String? {
      switch self {
      case .anchored: nil
      case .centered(let column, let row): "\(column),\(row)"
      case .centeredOn(let point): "pct:\(point.x * 100),\(point.y * 100)"
      }
    }
  }
#endif
