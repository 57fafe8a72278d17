// Rotates and mirrors as displayed, by the tag or in the pixels; or sets the tag to a given value.

package import Upright

/// A request to rotate or mirror images.
package struct RotateRequest: ImageRequest {
  private let operation: RotationParameter
  private let bakes: Bool
  private let edges: EdgeRequest
  package let frame: Int?

  /// A rotation of each image, by its tag; in the pixels if `bakes`, or if a `frame` becomes a still image.
  package init(
    _ operation: RotationParameter, bakes: Bool = false, edges: EdgeRequest = EdgeRequest(), frame: Int? = nil
  ) {
    (self.operation, self.bakes, self.edges, self.frame) = (operation, bakes, edges, frame)
  }

  package var changesPixels: Bool { bakes || frame != nil }

  package var identity: BatchIdentity {
    var identity = BatchIdentity("rotate", operation.rawValue)
    identity.state("bake", bakes)
    if bakes { edges.state(in: &identity) }
    identity.state("frame", frame)
    return identity
  }

  package func rendition(
    of probe: Probe, format: ContainerFormat?, original: EdgeMode.Original = .stays
  ) -> Rendition {
    if let frame { return edges.still(frame, rotation: operation.rotation, format: format) }
    if bakes {
      return edges.rendition(rotation: operation.rotation, of: probe, format: format, original: original, bakes: true)
    }
    return operation.retagged(format: format)
  }
}

extension RotationParameter {
  /// The rotation by the tag alone.
  package func retagged(format: ContainerFormat? = nil) -> Rendition {
    Rendition(rotation: rotation, upright: .tagged, format: format)
  }
}

// Sets the orientation tag to a given value, whatever it was.

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
