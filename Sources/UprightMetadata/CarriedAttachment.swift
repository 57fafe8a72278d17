// What happens to an image, gain map or video after a JPEG's main image (CIPA DC-007; Ultra HDR 1.1; Motion Photo
// 1.0).

/// An attachment of a source, and its length after the new image.
public struct CarriedAttachment: Hashable, Sendable {
  /// Its byte range in the source.
  public let range: Range<Int>
  /// Its length in bytes after the new image; nil if it is not carried.
  public let byteCount: Int?

  /// Bytes of other data that are kept before it.
  package let gap: Int

  /// An attachment and its new length.
  public init(_ range: Range<Int>, byteCount: Int?) { self.init(range, byteCount: byteCount, gap: 0) }

  /// The same with other data before it.
  package init(_ range: Range<Int>, byteCount: Int?, gap: Int) {
    self.range = range
    self.byteCount = byteCount
    self.gap = gap
  }
}
