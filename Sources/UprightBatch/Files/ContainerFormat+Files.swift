// Which formats are decoded and written.

package import Upright

extension ContainerFormat {
  /// The formats that can be written from pixels.
  package static let written = ImageCodecs.all().filter(\.capabilities.encodes).map(\.format)

  /// The formats whose pixels can be read.
  package static let decoded = ImageCodecs.decoded
}
