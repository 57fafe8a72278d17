// A library behind codecs, with the version that it states itself.

/// Which version of which library is linked.
public struct LibraryVersion: Hashable, Sendable, CustomStringConvertible {
  /// The library's name.
  public let name: String
  /// Its version, the larger steps first.
  public let major, minor, patch: Int

  /// A library of the version whose steps are the bytes of `packed`, the lowest for the smallest step; nil for 0, which no library has.
  public init?(_ name: String, packed: UInt32) {
    guard packed != 0 else { return nil }
    self.name = name
    (major, minor, patch) = (Int(packed >> 16), Int(packed >> 8 & 255), Int(packed & 255))
  }

  /// `libpng 1.6.39`.
  public var description: String { "\(name) \(major).\(minor).\(patch)" }
}
