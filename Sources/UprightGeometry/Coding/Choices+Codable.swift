// Choices as words: how edges are rounded, how an image is placed in a box of another shape, and where.

#if !hasFeature(Embedded)
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
#endif
