// Where a file's orientation was found: its carrier.

/// The carrier of an orientation.
public enum OrientationSource: Hashable, Sendable {
  /// None: the file counts as upright.
  case none
  /// The Exif tag 274 in IFD0, whose deciding byte lies at `offset` in the file.
  case exif(offset: Int)

  /// The carrier's name, as in JSON.
  public var name: String {
    switch self {
    case .none: "none"
    case .exif: "exif"
    }
  }
}
