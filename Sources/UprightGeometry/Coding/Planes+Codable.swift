// Points, sizes and rectangles as `{"x":…,"y":…,"width":…,"height":…}`. The space is in the type, not in the encoding.

#if !hasFeature(Embedded)
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
#endif
