// A file of XMP beside an image: what it states of the image's orientation, and its rewriting (XMP Specification Part
// 1, 7; Part 2, 2.3; Part 3, 3.3).

package import UprightGeometry

/// An XMP file that describes another file.
package struct XMPSidecar: Hashable, Sendable {
  /// The maximum bytes of a sidecar; real ones have some kilobytes.
  package static let longest = 8 << 20
  /// The maximum number of orientations; real sidecars have one.
  private static let statementLimit = 64

  private let bytes: [UInt8]
  private let places: [Range<Int>]

  /// The sidecar in these bytes; nil if they are not XMP in UTF-8, state more orientations than the maximum, or state
  /// one that is not plain text.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.longest, !bytes.contains(0), let root = XMPElement(bytes) else { return nil }
    let bodies = root.all("rdf:RDF")
    guard !bodies.isEmpty else { return nil }
    self.bytes = bytes
    let name = "tiff:Orientation"
    var places: [Range<Int>] = []
    // Only properties of the file itself: those of its ingredients and versions are nested further.
    for description in bodies.flatMap(\.children) {
      places += description.attributes.filter { $0.name == name }.map(\.value)
      for property in description.children where property.name == name {
        let value = XMPProperty.trimmed(property.content, in: bytes)
        // Qualified, commented and self-closing values have no place for a digit.
        guard property.children.isEmpty, property.attributes.isEmpty, !bytes[value].contains(UInt8(ascii: "<")),
          property.content.lowerBound < property.whole.upperBound
        else { return nil }
        places.append(value)
      }
    }
    if places.count > Self.statementLimit { return nil }
    self.places = places.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// Each `tiff:Orientation`, in order; nil for a value outside 1…8.
  package var statements: [ExifOrientation?] {
    places.map { place in
      place.count == 1 ? ExifOrientation(rawValue: bytes[place.lowerBound] &- 0x30) : nil
    }
  }

  /// The bytes to change so that every `tiff:Orientation` is `orientation`; all others stay.
  package func retag(to orientation: ExifOrientation) -> BytePatch {
    BytePatch(
      places.map { BytePatch.Edit(offset: $0.lowerBound, old: Array(bytes[$0]), new: [0x30 + orientation.rawValue]) })
  }

  /// The sidecar of a new image made from the probed one: tag 1, its size, and marked regions at their new positions.
  /// Nil if the rewritten sidecar cannot be parsed.
  package func carried(from probe: Probe, _ edit: MetadataEdit) -> [UInt8]? {
    let moved = XMPRewriter.rewritten(bytes, move: ImageMove(probe, edit), limit: .max)
    guard let sidecar = XMPSidecar(moved) else { return nil }
    return try? sidecar.retag(to: .topLeft).applied(to: moved)
  }
}
