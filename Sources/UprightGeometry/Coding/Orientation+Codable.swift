// Orientations as the number of the tag, 1…8 (TIFF 6.0, tag 274). Between other spaces than stored and displayed, it is
// the number of the tag with the same effect.

#if !hasFeature(Embedded)
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
#endif
