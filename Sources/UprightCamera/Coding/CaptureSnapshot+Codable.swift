// A capture's facts as JSON, to keep beside a recording or to send from a phone to a server.

import UprightGeometry

extension CaptureSnapshot: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case mount, pose, mirror, storedSize, applied
  }

  /// Decodes `{"mount":…,"pose":90,"mirror":"off","storedSize":…,"applied":1}`; `mirror` and `applied` may be missing.
  ///
  /// - Throws: `DecodingError` also for a pose that is not a quarter turn, an orientation outside 1…8, a negative size, an
  ///   unknown key. If `version` is later than 1, the error names it too.
  public init(from decoder: any Decoder) throws { self = try decoder.versioned { try Self(fields: decoder) } }

  private init(fields decoder: any Decoder) throws {
    let values = try decoder.object(Key.allCases, "a capture", isVersioned: true)
    self.init(
      mount: try values.value(.mount, CameraMount.self),
      pose: try values.value(.pose, DevicePose.self),
      mirror: try values.valueIfGiven(.mirror, MirrorMode.self) ?? .off,
      storedSize: try values.value(.storedSize, PixelSize<Stored>.self),
      applied: try values.valueIfGiven(.applied, Orientation<Sensor, Stored>.self) ?? .identity)
  }

  /// Encodes all five.
  ///
  /// - Throws: `EncodingError` for a negative size.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(mount, forKey: .mount)
    try values.encode(pose, forKey: .pose)
    try values.encode(mirror, forKey: .mirror)
    try values.encode(storedSize, forKey: .storedSize)
    try values.encode(applied, forKey: .applied)
  }
}

// How a camera is mounted and a device is held: degrees clockwise, and words.
extension QuarterTurn: Codable {
  /// Decodes 0, 90, 180 or 270: degrees clockwise.
  ///
  /// - Throws: `DecodingError` for any other number.
  public init(from decoder: any Decoder) throws {
    let degrees: Int = try decoder.single("a rotation is 0, 90, 180 or 270")
    guard let turn = Self(rawValue: degrees) else {
      throw decoder.fault("a rotation is 0, 90, 180 or 270, not \(degrees)")
    }
    self = turn
  }

  /// Encodes the degrees clockwise.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

extension DevicePose: Codable {
  /// Decodes the rotation from the natural pose in degrees clockwise.
  public init(from decoder: any Decoder) throws { self.init(turn: try QuarterTurn(from: decoder)) }

  /// Encodes the rotation from the natural pose in degrees clockwise.
  public func encode(to encoder: any Encoder) throws { try turn.encode(to: encoder) }
}

extension MirrorMode: Codable {
  /// Decodes `"off"`, `"on"` or `"front-only"`.
  public init(from decoder: any Decoder) throws {
    self = try decoder.word("a mirror mode")
  }
}

extension Facing: Codable {
  private static let words: [(word: String, value: Self)] =
    [("back", .back), ("front", .front)] + Side.allCases.map { ("external-\($0.rawValue)", .external(turnsAs: $0)) }

  /// Decodes `"back"`, `"front"`, `"external-back"`, `"external-front"` or `"external-neither"`.
  public init(from decoder: any Decoder) throws { self = try decoder.word(Self.words, "a direction of a lens") }

  /// Encodes one of these words.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(self, as: Self.words) }
}

extension CameraMount: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case sensorTurn, facing
  }

  /// Decodes `{"sensorTurn":90,"facing":"back"}`.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.object(Key.allCases, "a mount")
    self.init(
      sensorTurn: try values.value(.sensorTurn, QuarterTurn.self),
      facing: try values.value(.facing, Facing.self))
  }

  /// Encodes `{"sensorTurn":90,"facing":"back"}`.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(sensorTurn, forKey: .sensorTurn)
    try values.encode(facing, forKey: .facing)
  }
}
