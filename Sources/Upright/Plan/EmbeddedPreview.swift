// A small image inside the file that may replace the image (EXIF 2.32, 4.5.8: the thumbnail of IFD1; CIPA DC-007, table
// 4: previews).

/// A small image that a file contains besides its main image.
public struct EmbeddedPreview: Hashable, Sendable {
  /// Where its bytes are.
  public enum Location: Hashable, Sendable {
    /// In the Exif block, which the probe contains.
    case thumbnail
    /// After the main image, in this range of the file.
    case preview(Range<Int>)
  }

  /// Where its bytes are.
  public let location: Location
  /// Its columns and rows as stored.
  public let storedSize: PixelSize<Stored>

  /// Its name for people: "thumbnail" or "preview".
  public var name: String {
    switch location {
    case .thumbnail: "thumbnail"
    case .preview: "preview"
    }
  }

  /// Bytes that are read for it beyond the probe.
  var byteCount: Int {
    switch location {
    case .thumbnail: 0
    case .preview(let range): range.count
    }
  }
}

/// Why an embedded preview is not decoded in place of the image.
public enum PreviewReason: Hashable, Sendable {
  /// A frame of an animation is requested, and a preview may show another.
  case frameRequested
  /// Part of the image is requested.
  case regionIsPartial
  /// The image is requested at full size.
  case fullSizeRequested
  /// The file has no preview whose headers can be read.
  case missing
  /// Previews in files of this format are not used.
  case formatNotUsed(ContainerFormat)
  /// This preview is not suitable.
  case mismatch(EmbeddedPreview, Mismatch)

  /// Why a preview is not suitable.
  public enum Mismatch: Hashable, Sendable {
    /// It has no pixels.
    case empty
    /// It is smaller than the result.
    case smaller(PixelSize<Output>)
    /// Its samples or colors differ in kind from the image's.
    case samples
    /// Its shape differs from the image's.
    case shape(PixelSize<Stored>)
    /// Its orientation differs from the image's.
    case orientation(ExifOrientation, image: ExifOrientation)
    /// Its format cannot be decoded here.
    case notDecoded(ContainerFormat)
    /// It cannot be decoded; why.
    case unsupported(UnsupportedPixels)
    /// It is truncated.
    case truncated
  }
}
