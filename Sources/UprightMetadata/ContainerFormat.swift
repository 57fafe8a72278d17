// The containers that are told apart by their first bytes, never by their name.

/// A container of pictures.
public enum ContainerFormat: String, Hashable, Sendable, CaseIterable {
  /// ITU T.81 / ISO 10918.
  case jpeg
  /// ISO 15948 (W3C PNG).
  case png

  /// The format whose signature opens `bytes`, or nil.
  public init?(signature bytes: [UInt8]) {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else {
      return nil
    }
  }

  /// The format that a file name's extension asks for, or nil.
  public init?(fileExtension: String) {
    switch fileExtension.lowercased() {
    case "jpg", "jpeg", "jpe", "jfif": self = .jpeg
    case "png": self = .png
    default: return nil
    }
  }
}
