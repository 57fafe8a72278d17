// Sets the orientation tag to a given value, whatever it was.

package import Upright

/// A request to set a tag.
package struct OrientRequest: ImageRequest {
  private let tag: ExifOrientation

  /// This tag for each image.
  package init(_ tag: ExifOrientation) { self.tag = tag }

  package var changesPixels: Bool { false }

  package var identity: BatchIdentity { BatchIdentity("orient", "\(tag.rawValue)") }

  package func rendition(
    of probe: Probe, format: ContainerFormat?, original: EdgeMode.Original = .stays
  ) -> Rendition {
    .oriented(tag, of: probe, format: format)
  }
}
