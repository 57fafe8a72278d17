// Grids and rectangles of whole pixels, with the keys of their continuous counterparts and whole numbers.

#if !hasFeature(Embedded)
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
#endif
