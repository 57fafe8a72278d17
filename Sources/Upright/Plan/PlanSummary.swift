// What a plan decided and what it costs, as a value to log, send or store. A plan itself is neither encoded nor decoded:
// it is only valid for the bytes and the version that it was made with.

public import UprightGeometry

extension Plan {
  /// A plan's decision and cost, with the keys that `upright plan --json` has for them. Decoding
  /// ignores other keys, so that it reads those lines too.
  public struct Summary: Hashable, Sendable, Codable {
    /// A cheaper route that was not taken.
    public struct Rejection: Hashable, Sendable, Codable {
      /// The route.
      public var route: RouteName
      /// The stable code of the reason.
      public var code: String
      /// The reason as a sentence, which later versions may change.
      public var reason: String
    }

    /// What will be done.
    public var route: RouteName
    /// The cheaper routes, and why they were not taken.
    public var rejections: [Rejection]
    /// The orientation that remains in the result's tag.
    public var orientation: ExifOrientation
    /// The result's displayed size.
    public var size: PixelSize<Output>
    /// The run's peak memory in bytes.
    public var peakBytes: Int
  }

  /// The plan's decision and cost.
  public var summary: Summary {
    Summary(
      route: route.name,
      rejections: rejections.map {
        Summary.Rejection(route: $0.route, code: $0.reason.code, reason: $0.reason.description)
      },
      orientation: remaining.exif, size: outputSize, peakBytes: peakBytes)
  }
}

extension Plan.Summary {
  /// Decodes an object, whatever other keys it has.
  ///
  /// - Throws: `DecodingError` with the path of the first key that is missing or has another type.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.fields(CodingKeys.self, "a summary")
    self.init(
      route: try values.value(.route), rejections: try values.list(.rejections),
      orientation: try values.value(.orientation), size: try values.value(.size),
      peakBytes: try values.whole(.peakBytes))
  }
}

extension Plan.Summary.Rejection {
  /// Decodes an object, whatever other keys it has.
  ///
  /// - Throws: `DecodingError` with the path of the first key that is missing or has another type.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.fields(CodingKeys.self, "a rejection")
    self.init(
      route: try values.value(.route), code: try values.text(.code), reason: try values.text(.reason))
  }
}
