// Which carriers are believed where a container's own rule is to be overridden.

/// How the orientation of a file is decided.
public struct OrientationRules: Hashable, Sendable {
  /// Whether Exif decides where the container has an orientation of its own (HEIF, AVIF, JPEG XL): for cameras known to write that one wrong.
  public var prefersExif: Bool
  /// Whether XMP decides where nothing else does; few readers do that.
  public var readsXMP: Bool

  /// Exif only where the container says so, and XMP never.
  public init(prefersExif: Bool = false, readsXMP: Bool = false) {
    self.prefersExif = prefersExif
    self.readsXMP = readsXMP
  }
}
