// The quality parameter (IIIF Image API 3.0, 4.4).

import Upright

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
