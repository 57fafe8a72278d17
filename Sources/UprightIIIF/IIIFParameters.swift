// The parameters of an image request (IIIF Image API 3.0, 4.1 to 4.5, and 2.1, 4), and the versions of it that are
// answered: 2.1.1 and 3.0.

import Upright
import UprightGeometry
public import UprightMetadata

/// A version of the IIIF Image API.
public enum IIIFVersion: Int, Hashable, Sendable, CaseIterable {
  /// 2.1.1.
  case v2 = 2
  /// 3.0.
  case v3 = 3

  /// The URI of its JSON-LD context.
  public var context: String { "\(Self.protocolURI)/\(rawValue)/context.json" }

  /// The URI of the document that describes a compliance level.
  public func profile(_ level: IIIFLevel) -> String { "\(Self.protocolURI)/\(rawValue)/\(level.rawValue).json" }

  /// What both versions state as their protocol.
  static var protocolURI: String { "http://iiif.io/api/image" }
}

/// A compliance level of the IIIF Image API.
public enum IIIFLevel: String, Hashable, Sendable, CaseIterable {
  /// Only what the image information lists.
  case level0
  /// Any region and size.
  case level1
  /// Rotation, qualities and PNG too.
  case level2
}

// The region parameter (IIIF Image API 3.0, 4.1): `full`, `square`, `x,y,w,h`, `pct:x,y,w,h`.
extension RegionParameter {
  /// The region in an address.
  init(iiif text: String) throws(IIIFError) {
    do throws(GrammarFault) { try self.init(text, as: .iiif) } catch {
      throw error == .empty ? Self.empty : Self.malformed
    }
  }

  /// The pixels of an image, clipped to its edges.
  func visible(in image: PixelSize<Displayed>) throws(IIIFError) -> PixelRect<Displayed> {
    let asked = pixels(of: image)
    guard let visible = asked.clipped(to: image) else {
      throw IIIFError(
        status: 400, code: "region-outside", parameter: "region",
        message: "\(asked) is outside the image, which has \(image) pixels")
    }
    return visible
  }

  private static var malformed: IIIFError {
    IIIFError(
      status: 400, code: "region-syntax", parameter: "region",
      message: "write full, square, x,y,w,h in whole pixels, or pct:x,y,w,h in percent")
  }

  private static var empty: IIIFError {
    IIIFError(
      status: 400, code: "region-empty", parameter: "region", message: "width and height must be greater than zero")
  }
}

// The size parameter (IIIF Image API 3.0 and 2.1, 4.2).

/// A requested size, before the region is known.
struct IIIFSize: Hashable, Sendable {
  let form: SizeParameter
  /// Whether the region may be enlarged: `^` in 3.0, always in 2.1.
  let mayEnlarge: Bool

  init(_ text: String, _ version: IIIFVersion) throws(IIIFError) {
    let hasCaret = version == .v3 && text.hasPrefix("^")
    mayEnlarge = hasCaret || version == .v2
    do throws(GrammarFault) {
      form = try SizeParameter(iiif: hasCaret ? text.dropFirst() : text[...], hasFull: version == .v2)
    } catch { throw error == .empty ? Self.empty : Self.malformed(version) }
  }

  private static func malformed(_ version: IIIFVersion) -> IIIFError {
    let forms =
      version == .v3
      ? "max, w, or ,h or w,h or !w,h in whole pixels, or pct:n, each with ^ before it to enlarge"
      : "full, max, w, or ,h or w,h or !w,h in whole pixels, or pct:n"
    return IIIFError(status: 400, code: "size-syntax", parameter: "size", message: "write \(forms)")
  }

  private static var empty: IIIFError {
    IIIFError(status: 400, code: "size-empty", parameter: "size", message: "a size must be greater than zero")
  }
}

// Sides of images in addresses.

enum IIIFNumber {
  /// No image has a longer side. Products of two such numbers fit an `Int`.
  static let largest = Int(Int32.max)
}

// The rotation parameter (IIIF Image API 3.0, 4.3): `n` or `!n`, degrees clockwise.

/// A requested rotation by quarter turns.
struct IIIFRotationParameter: Hashable, Sendable {
  let orientation: Orientation<Displayed, Displayed>

  init(_ text: String) throws(IIIFError) {
    do throws(GrammarFault) { orientation = try Orientation(iiif: text) } catch { throw Self.error(error) }
  }

  private static func error(_ fault: GrammarFault) -> IIIFError {
    let (status, code, message) =
      switch fault {
      case .malformed, .empty:
        (400, "rotation-syntax", "write degrees clockwise, such as 90, with ! before it to mirror first")
      case .outOfRange: (400, "rotation-range", "write degrees from 0 to 360")
      case .unsupported: (501, "rotation-unsupported", "only multiples of 90 degrees are supported")
      }
    return IIIFError(status: status, code: code, parameter: "rotation", message: message)
  }
}

// The quality parameter (IIIF Image API 3.0, 4.4).

/// The colors of a requested image.
public enum IIIFQuality: String, Hashable, Sendable, CaseIterable {
  /// The image's own colors.
  case `default`
  /// The same: a gray image stays gray.
  case color
  /// Shades of gray.
  case gray
  /// Black and white only.
  case bitonal

  init(parameter text: String) throws(IIIFError) {
    guard let quality = Self(rawValue: text) else {
      throw IIIFError(
        status: 400, code: "quality-unknown", parameter: "quality", message: "write default, color, gray or bitonal")
    }
    self = quality
  }

  /// The shades of the result.
  var tones: Rendition.Tones {
    switch self {
    case .default, .color: .full
    case .gray: .gray
    case .bitonal: .bitonal
    }
  }
}

// The format parameter (IIIF Image API 3.0, 4.5), with AVIF and JPEG XL as extensions.

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
