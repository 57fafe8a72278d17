// Removes the location where a photo was taken (XMP Specification Part 2, 2.4: exif:GPSLatitude and similar;
// manufacturers use other names).

/// The properties of a packet that contain a location.
enum XMPPosition {
  /// The prefix of such properties' local names, in any namespace.
  private static let opening = Array("gps".utf8)
  /// The last words of such properties' local names, in any namespace, such as Darwin Core's `decimalLatitude` and a
  /// drone's `AbsoluteAltitude`.
  private static let endings = [
    "gps", "latitude", "longitude", "longtitude", "altitude", "coordinates", "geohash", "latlng", "latlon", "wkt",
  ].map { Array($0.utf8) }
  /// The complete names of such properties of drones, places and maps.
  private static let names = ["lat", "long", "lon", "lng", "lat_long"].map { Array($0.utf8) }
  /// The namespace prefix whose properties are all locations (W3C Basic Geo: geo:lat, geo:long, geo:alt, geo:Point).
  private static let geographic = "geo:"
  /// The property that refers to extended XMP, which is dropped along with any location in it.
  private static let furtherPacket = Array("hasextendedxmp".utf8)

  /// Starts a document type declaration, which may define entities with any text.
  private static let declaration = Array("<!DOCTYPE".utf8)

  /// Whether a packet declares entities.
  static func declaresEntities(_ packet: [UInt8]) -> Bool {
    XMPProperty.firstRange(of: declaration, in: packet, from: 0) != nil
  }

  /// The packet without locations, and without comments and processing instructions, which may contain anything. nil
  /// if it cannot be parsed as UTF-8 XML, or declares entities, so that it might hide a location.
  static func removed(from packet: [UInt8]) -> [UInt8]? {
    let end = (packet.lastIndex { $0 != 0 } ?? -1) + 1
    guard !packet[..<end].contains(0), !declaresEntities(packet), let root = XMPElement(packet) else { return nil }
    let changes = root.descendants.flatMap { element in
      element.attributes.filter { isPosition($0.name) }.map { XMPChange.removal($0.whole) }
        + element.children.filter { isPosition($0.name) }.map { $0.removal(in: packet) }
    }
    return XMPChange.apply(changes + XMPElement.comments(in: packet).map { .removal($0) }, to: packet)
  }

  /// Whether a property with this name, with or without prefix, is a location.
  static func isPosition(_ name: String) -> Bool {
    guard !name.hasPrefix("xmlns:") else { return false }
    if name.hasPrefix(geographic) { return true }
    let local = name.utf8.lastIndex(of: UInt8(ascii: ":")).map { name.utf8[name.utf8.index(after: $0)...] }
    let letters = lowercased(local.map(Array.init) ?? Array(name.utf8))
    return letters.starts(with: opening) || names.contains(letters) || letters == furtherPacket
      || endings.contains { letters.suffix($0.count).elementsEqual($0) }
  }

  /// Whether a text names a location, ignoring case.
  static func isNamed(in text: some Sequence<UInt8>) -> Bool {
    XMPProperty.firstRange(of: opening, in: lowercased(Array(text)), from: 0) != nil
  }

  private static func lowercased(_ text: [UInt8]) -> [UInt8] {
    text.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }
}
