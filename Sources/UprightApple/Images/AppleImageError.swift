// Why an image of Apple's frameworks has no result.

/// Why no image was made: an error, never an empty picture.
public enum AppleImageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The image has no pixels, or none that can be reached.
  case noPixels
  /// The file cannot be read, or is not an image.
  case unreadable
  /// The wanted part contains no pixel of the image.
  case outside
  /// The wanted size has no pixel, or its memory cannot be had.
  case unusableSize
  /// The picker's dictionary has no original image or no rectangle.
  case notPicked

  /// The reason, for people.
  public var description: String {
    switch self {
    case .noPixels: "the image has no pixels"
    case .unreadable: "the file cannot be read, or is not an image"
    case .outside: "the selected part contains no pixel of the image"
    case .unusableSize: "there is no memory for an image of this size, or it has no pixel"
    case .notPicked: "the picker's dictionary has no original image, or no crop rectangle"
    }
  }
}
