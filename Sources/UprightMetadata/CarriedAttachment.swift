// What happens to an image, gain map or video after a JPEG's main image (CIPA DC-007; Ultra HDR 1.1; Motion Photo
// 1.0).

/// An attachment of a source, and its length after the new image.
public struct CarriedAttachment: Hashable, Sendable {
  /// Its byte range in the source.
  public let range: Range<Int>
  /// Its length in bytes after the new image; nil if it is not carried.
  public let byteCount: Int?

  /// An attachment and its new length.
  public init(_ range: Range<Int>, byteCount: Int?) {
    self.range = range
    self.byteCount = byteCount
  }
}
