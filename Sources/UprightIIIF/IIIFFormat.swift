// The format parameter (IIIF Image API 3.0, 4.5), with AVIF and JPEG XL as extensions.

public import UprightMetadata

/// A format that a request can name.
public enum IIIFFormat: String, Hashable, Sendable, CaseIterable {
  /// JPEG.
  case jpg
  /// PNG.
  case png
  /// WebP.
  case webp
  /// TIFF.
  case tif
  /// AVIF.
  case avif
  /// JPEG XL.
  case jxl
  /// GIF.
  case gif
  /// JPEG 2000.
  case jp2
  /// PDF.
  case pdf

  /// The container that is written for it; nil if none is.
  public var container: ContainerFormat? {
    switch self {
    case .jpg: .jpeg
    case .png: .png
    case .webp: .webp
    case .tif: .tiff
    case .avif: .avif
    case .jxl: .jpegXL
    case .gif: .gif
    case .jp2, .pdf: nil
    }
  }

  init(parameter text: String) throws(IIIFError) {
    guard let format = Self(rawValue: text) else {
      throw IIIFError(
        status: 400, code: "format-unknown", parameter: "format",
        message: "write one of the formats in info.json, such as jpg or png")
    }
    self = format
  }
}
