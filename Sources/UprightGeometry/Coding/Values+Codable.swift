// The values of this module as JSON (Swift: Codable; RFC 8259).

#if !hasFeature(Embedded)
  // Choices as words: how edges are rounded, how an image is placed in a box of another shape, and where.
  extension PixelRounding: Codable {
    private static var words: [(word: String, value: Self)] {
      [("outward", .outward), ("nearest", .nearest), ("inward", .inward)]
    }

    /// Decodes `"outward"`, `"nearest"` or `"inward"`.
    public init(from decoder: any Decoder) throws { self = try decoder.word(Self.words, "a rounding") }

    /// Encodes `"outward"`, `"nearest"` or `"inward"`.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(self, as: Self.words) }
  }

  extension FittingMode: Codable {
    private static var words: [(word: String, value: Self)] {
      [("fit", .fit), ("fill", .fill), ("stretch", .stretch)]
    }

    /// Decodes `"fit"`, `"fill"` or `"stretch"`.
    public init(from decoder: any Decoder) throws { self = try decoder.word(Self.words, "a mode") }

    /// Encodes `"fit"`, `"fill"` or `"stretch"`.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(self, as: Self.words) }
  }

  extension ContentAnchor.Position: Codable {
    private static var words: [(word: String, value: Self)] {
      [("near", .near), ("middle", .middle), ("far", .far)]
    }

    /// Decodes `"near"`, `"middle"` or `"far"`.
    public init(from decoder: any Decoder) throws { self = try decoder.word(Self.words, "a position") }

    /// Encodes `"near"`, `"middle"` or `"far"`.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(self, as: Self.words) }
  }

  extension ContentAnchor: Codable {
    private enum Key: String, CodingKey, CaseIterable {
      case horizontal, vertical
    }

    /// Decodes `{"horizontal":…,"vertical":…}`.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.object(Key.allCases, "an anchor")
      self.init(
        try values.value(.horizontal, Position.self), try values.value(.vertical, Position.self))
    }

    /// Encodes `{"horizontal":…,"vertical":…}`.
    public func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: Key.self)
      try values.encode(horizontal, forKey: .horizontal)
      try values.encode(vertical, forKey: .vertical)
    }
  }

  extension AspectRatio: Codable {
    /// Decodes text such as `"16:9"`.
    ///
    /// - Throws: `DecodingError` for text that is not a ratio of two positive numbers.
    public init(from decoder: any Decoder) throws {
      let text: String = try decoder.single("a ratio is a text such as 16:9")
      let terms = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
      let whole = terms.count == 2 ? terms[0].flatMap { width in terms[1].flatMap { Self(width, $0) } } : nil
      guard let ratio = whole ?? Self(text) else { throw decoder.fault("\(text) is not a ratio such as 16:9") }
      self = ratio
    }

    /// Encodes text such as `"16:9"`.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(description)
    }
  }

  extension RegionPosition: Codable {
    private enum Key: String, CodingKey {
      case anchor, column, row, point
    }

    /// Decodes `{"anchor":{"horizontal":…,"vertical":…}}`, `{"column":…,"row":…}` or `{"point":{"x":…,"y":…}}`.
    public init(from decoder: any Decoder) throws {
      let key = try decoder.alternative([Key.anchor, .point, .column, .row], "a position")
      if key == .anchor {
        let values = try decoder.object([Key.anchor], "an anchored position")
        self = .anchored(try values.value(.anchor, ContentAnchor.self))
      } else if key == .point {
        let values = try decoder.object([Key.point], "a position on a point")
        self = .centeredOn(try values.value(.point, Point2D<Normalized<Displayed>>.self))
      } else {
        let values = try decoder.object([Key.column, .row], "a position on a pixel")
        self = .centered(
          column: try values.whole(.column), row: try values.whole(.row))
      }
    }

    /// Encodes an object with one of these keys.
    public func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: Key.self)
      switch self {
      case .anchored(let anchor): try values.encode(anchor, forKey: .anchor)
      case .centered(let column, let row):
        try values.encode(column, forKey: .column)
        try values.encode(row, forKey: .row)
      case .centeredOn(let point): try values.encode(point, forKey: .point)
      }
    }
  }

  // Orientations as the number of the tag, 1…8 (TIFF 6.0, tag 274). Between other spaces than stored and displayed, it
  // is the number of the tag with the same effect.
  extension ExifOrientation: Codable {
    /// Decodes a number 1…8.
    ///
    /// - Throws: `DecodingError` for any other number.
    public init(from decoder: any Decoder) throws {
      let number: Int = try decoder.single("an orientation is 1…8")
      guard let tag = Self(exifValue: number) else { throw decoder.fault("an orientation is 1…8, not \(number)") }
      self = tag
    }

    /// Encodes the number 1…8.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(rawValue)
    }
  }

  extension Orientation: Codable {
    /// Decodes a number 1…8.
    ///
    /// - Throws: `DecodingError` for any other number.
    public init(from decoder: any Decoder) throws { self.init(tag: try ExifOrientation(from: decoder)) }

    /// Encodes the number 1…8.
    public func encode(to encoder: any Encoder) throws { try tag.encode(to: encoder) }
  }

  extension AppleOrientation: Codable {
    /// Decodes a name such as `"leftMirrored"`.
    public init(from decoder: any Decoder) throws { self = try decoder.word("an orientation") }
  }

  // Grids and rectangles of whole pixels, with the keys of their continuous counterparts and whole numbers.
  extension PixelSize: Codable {
    /// Decodes `{"width":…,"height":…}`.
    ///
    /// - Throws: `DecodingError` also for a negative side.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.object([PlaneKey.width, .height], "a size")
      self.init(width: try values.count(.width), height: try values.count(.height))
    }

    /// Encodes `{"width":…,"height":…}`.
    ///
    /// - Throws: `EncodingError` for a negative side.
    public func encode(to encoder: any Encoder) throws {
      try encoder.check(width >= 0 && height >= 0, self, "a size in pixels is not negative")
      var values = encoder.container(keyedBy: PlaneKey.self)
      try values.encode(width, forKey: .width)
      try values.encode(height, forKey: .height)
    }
  }

  extension PixelRect: Codable {
    /// Decodes `{"x":…,"y":…,"width":…,"height":…}`.
    ///
    /// - Throws: `DecodingError` also for a negative side.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.object(PlaneKey.allCases, "a rectangle")
      self.init(
        x: try values.whole(.x), y: try values.whole(.y),
        width: try values.count(.width), height: try values.count(.height))
    }

    /// Encodes `{"x":…,"y":…,"width":…,"height":…}`.
    ///
    /// - Throws: `EncodingError` for a negative side.
    public func encode(to encoder: any Encoder) throws {
      try encoder.check(width >= 0 && height >= 0, self, "a rectangle of pixels has no negative side")
      var values = encoder.container(keyedBy: PlaneKey.self)
      try values.encode(x, forKey: .x)
      try values.encode(y, forKey: .y)
      try values.encode(width, forKey: .width)
      try values.encode(height, forKey: .height)
    }
  }

  // Points, sizes and rectangles as `{"x":…,"y":…,"width":…,"height":…}`. The space is in the type, not in the
  // encoding.
  extension Point2D: Codable {
    /// Decodes `{"x":…,"y":…}`.
    ///
    /// - Throws: `DecodingError` also for a number that is not finite.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.object([PlaneKey.x, .y], "a point")
      self.init(x: try values.finite(.x), y: try values.finite(.y))
    }

    /// Encodes `{"x":…,"y":…}`.
    ///
    /// - Throws: `EncodingError` for a number that is not finite.
    public func encode(to encoder: any Encoder) throws {
      try encoder.check(x.isFinite && y.isFinite, self, "a point has finite numbers")
      var values = encoder.container(keyedBy: PlaneKey.self)
      try values.encode(x, forKey: .x)
      try values.encode(y, forKey: .y)
    }
  }

  extension Size2D: Codable {
    /// Decodes `{"width":…,"height":…}`.
    ///
    /// - Throws: `DecodingError` also for an extent that is negative or not finite.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.object([PlaneKey.width, .height], "a size")
      self.init(width: try values.extent(.width), height: try values.extent(.height))
    }

    /// Encodes `{"width":…,"height":…}`.
    ///
    /// - Throws: `EncodingError` for an extent that is negative or not finite.
    public func encode(to encoder: any Encoder) throws {
      let isValid = width.isFinite && height.isFinite && width >= 0 && height >= 0
      try encoder.check(isValid, self, "a size has finite extents that are not negative")
      var values = encoder.container(keyedBy: PlaneKey.self)
      try values.encode(width, forKey: .width)
      try values.encode(height, forKey: .height)
    }
  }

  extension Rect2D: Codable {
    /// Decodes `{"x":…,"y":…,"width":…,"height":…}`.
    ///
    /// - Throws: `DecodingError` also for a number that is not finite, and for a negative extent.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.object(PlaneKey.allCases, "a rectangle")
      self.init(
        x: try values.finite(.x), y: try values.finite(.y), width: try values.extent(.width),
        height: try values.extent(.height))
    }

    /// Encodes `{"x":…,"y":…,"width":…,"height":…}`; encode the ``standardized`` rectangle of a drag.
    ///
    /// - Throws: `EncodingError` for a number that is not finite, and for a negative extent.
    public func encode(to encoder: any Encoder) throws {
      let isFinite = x.isFinite && y.isFinite && width.isFinite && height.isFinite
      let isValid = isFinite && width >= 0 && height >= 0
      try encoder.check(isValid, self, "a rectangle has finite numbers and extents that are not negative")
      var values = encoder.container(keyedBy: PlaneKey.self)
      try values.encode(x, forKey: .x)
      try values.encode(y, forKey: .y)
      try values.encode(width, forKey: .width)
      try values.encode(height, forKey: .height)
    }
  }

  // A selection as its area, `{"x":…,"y":…,"width":…,"height":…}`, 0…1 across the displayed image.
  extension Selection: Codable {
    /// How far the sum of a corner and an extent may exceed 1 by rounding.
    private static var slack: Double { 1e-9 }

    /// Decodes the area; it is kept bit for bit.
    ///
    /// - Throws: `DecodingError` also for an area that is empty, or extends beyond 0…1.
    public init(from decoder: any Decoder) throws {
      let area = try Rect2D<Normalized<Displayed>>(from: decoder)
      guard area.width > 0, area.height > 0 else { throw decoder.fault("a selection is not empty") }
      let bound = 1 + Self.slack
      guard area.x >= 0, area.y >= 0, area.maxX <= bound, area.maxY <= bound else {
        throw decoder.fault("a selection is within 0…1 on both axes")
      }
      self.init(checked: area)
    }

    /// Encodes the area.
    public func encode(to encoder: any Encoder) throws { try area.encode(to: encoder) }
  }
#endif
