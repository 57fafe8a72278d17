// A codec's library and its version, as the library states it.

/// The name and version of a linked library.
public struct LibraryVersion: Hashable, Sendable, CustomStringConvertible {
  /// The library's name.
  public let name: String
  /// Its version numbers.
  public let major, minor, patch: Int

  /// A version whose parts are the bytes of `packed`, the patch number lowest; nil for 0, which no library has.
  public init?(_ name: String, packed: UInt32) {
    guard packed != 0 else { return nil }
    self.name = name
    (major, minor, patch) = (Int(packed >> 16), Int(packed >> 8 & 255), Int(packed & 255))
  }

  /// `libpng 1.6.39`.
  public var description: String { "\(name) \(major).\(minor).\(patch)" }
}
