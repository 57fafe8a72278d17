// Options that override a container's rule for which orientation field is used.

/// How the orientation of a file is decided.
public struct OrientationRules: Hashable, Sendable {
  /// Whether Exif decides if the container has its own orientation (HEIF, AVIF, JPEG XL); for cameras known to write
  /// that one incorrectly.
  public var prefersExif: Bool
  /// Whether XMP decides if nothing else does; few readers do that.
  public var readsXMP: Bool

  /// By default, Exif decides only if the container's rule requires it, and XMP never does.
  public init(prefersExif: Bool = false, readsXMP: Bool = false) {
    self.prefersExif = prefersExif
    self.readsXMP = readsXMP
  }
}
