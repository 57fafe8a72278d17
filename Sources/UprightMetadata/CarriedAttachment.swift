// What becomes of a picture, gain map or film that follows a JPEG's picture in its file (CIPA DC-007; Ultra HDR 1.1; Motion Photo 1.0).

/// A follower of a source, and how long it is behind the new picture.
public struct CarriedAttachment: Hashable, Sendable {
  /// Where it lies in the source.
  public let range: Range<Int>
  /// How many bytes it has behind the new picture; nil where it does not come along.
  public let byteCount: Int?

  /// A follower and its new length.
  public init(_ range: Range<Int>, byteCount: Int?) {
    self.range = range
    self.byteCount = byteCount
  }
}
