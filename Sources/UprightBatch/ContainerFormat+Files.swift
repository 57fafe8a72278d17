// Which formats are decoded and written, and the file extensions that results get.

package import Upright

extension ContainerFormat {
  /// The formats that can be written from pixels.
  package static let written = ImageCodecs.all().filter(\.capabilities.encodes).map(\.format)

  /// The formats whose pixels can be read.
  package static let decoded = ImageCodecs.decoded

  /// The extension that files of this format get.
  package var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .tiff: "tif"
    case .heif: "heic"
    default: rawValue
    }
  }
}
