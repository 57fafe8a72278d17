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
