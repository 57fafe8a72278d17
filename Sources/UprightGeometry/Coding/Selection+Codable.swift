// A selection as its area, `{"x":…,"y":…,"width":…,"height":…}`, 0…1 across the displayed image.

#if !hasFeature(Embedded)
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
