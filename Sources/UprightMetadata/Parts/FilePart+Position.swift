// Whether a part is a location by its name (EXIF 2.32, 4.6.6).

extension FilePart {
  /// Whether it is a field of the GPS directory, the pointer to that, or a property that is a location by its name.
  package var namesPosition: Bool {
    switch kind {
    case .field: name.hasPrefix("GPS:") || name.hasSuffix(":0x8825")
    case .property: XMPPosition.isPosition(name)
    default: false
    }
  }
}
