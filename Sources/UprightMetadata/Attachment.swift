// The images, gain maps and videos after a main image, and what happens to them (CIPA DC-007; Ultra HDR 1.1; Motion
// Photo 1.0).

/// The kind of an image, gain map or video after a JPEG's main image.
public enum AttachmentKind: Hashable, Sendable {
  /// Another image.
  case image
  /// A smaller version of the main image.
  case preview
  /// How much brighter each part of the image may be shown.
  case gainMap
  /// A video.
  case video
}

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
