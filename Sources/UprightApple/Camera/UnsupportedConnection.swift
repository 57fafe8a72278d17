// Why a connection was not changed (AVCaptureConnection: isVideoRotationAngleSupported, isVideoMirroringSupported).

/// What a capture connection cannot do; it was left as it was.
public enum UnsupportedConnection: Error, Hashable, Sendable, CustomStringConvertible {
  /// It does not rotate by this many degrees.
  case rotation(degrees: Int)
  /// It does not mirror.
  case mirroring

  /// The reason, for people.
  public var description: String {
    switch self {
    case .rotation(let degrees): "the connection does not rotate by \(degrees) degrees"
    case .mirroring: "the connection does not mirror"
    }
  }
}
