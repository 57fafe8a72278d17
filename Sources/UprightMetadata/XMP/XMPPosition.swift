// Removes the location where a photo was taken (XMP Specification Part 2, 2.4: exif:GPSLatitude and similar;
// manufacturers use other names).

/// The properties of a packet that contain a location.
enum XMPPosition {
  /// The beginning of GPS properties' local names, in any namespace.
  private static let opening = Array("gps".utf8)
  /// Other beginnings of such names: a drone's corrected position, and networks that were near.
  private static let openings = ["rtkstd", "wifi", "what3words", "w3w", "celltower", "cellid", "cellglobal"].map {
    Array($0.utf8)
  }
  /// The last words of such properties' local names, in any namespace, such as Darwin Core's `decimalLatitude` and a
  /// drone's `AbsoluteAltitude`.
  private static let endings = [
    "gps", "latitude", "longitude", "longtitude", "altitude", "coordinates", "geohash", "latlng", "latlon", "wkt",
    "geolocation", "iso6709", "pluscode", "mgrs", "easting", "northing", "elevation", "elevationinmeters",
    "depthinmeters", "locationid", "locationareacode", "mobilecountrycode", "mobilenetworkcode", "mccdata",
    "what3words", "georeferenceremarks",
  ].map { Array($0.utf8) }
  /// The complete names of such properties of drones, places and maps.
  private static let names = ["lat", "long", "lon", "lng", "lat_long", "ssid", "bssid"].map { Array($0.utf8) }
  /// The namespace prefixes whose properties are all locations: W3C Basic Geo, GeoRSS, and Sony Ericsson's cell towers.
  private static let geographic = ["geo:", "georss:", "cell:"]
  /// What values begin with that are locations, in any property: addresses of points, maps and what3words.
  private static let values = [
    "geo:", "///", "https://what3words.com/", "https://w3w.co/", "https://maps.", "https://www.google.com/maps",
    "https://goo.gl/maps/", "https://www.openstreetmap.org/",
  ].map { Array($0.utf8) }
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
      element.attributes.filter { isPosition($0.name, $0.value, in: packet) }.map { XMPChange.removal($0.whole) }
        + element.children.filter { isPosition($0.name, $0.children.isEmpty ? $0.content : nil, in: packet) }
        .map { $0.removal(in: packet) }
    }
    return XMPChange.apply(changes + XMPElement.comments(in: packet).map { .removal($0) }, to: packet)
  }

  /// Whether a property with this name, with or without prefix, is a location.
  static func isPosition(_ name: String) -> Bool {
    guard !name.hasPrefix("xmlns:") else { return false }
    if geographic.contains(where: name.hasPrefix) { return true }
    let local = name.utf8.lastIndex(of: UInt8(ascii: ":")).map { name.utf8[name.utf8.index(after: $0)...] }
    let letters = lowercased(local.map(Array.init) ?? Array(name.utf8))
    return letters.starts(with: opening) || openings.contains(where: letters.starts) || names.contains(letters)
      || letters == furtherPacket
      || endings.contains { letters.suffix($0.count).elementsEqual($0) }
  }

  /// Whether a property is a location by its name, or by its value.
  private static func isPosition(_ name: String, _ value: Range<Int>?, in packet: [UInt8]) -> Bool {
    if isPosition(name) { return true }
    guard let value, !name.hasPrefix("xmlns") else { return false }
    let text = lowercased(Array(packet[XMPProperty.trimmed(value, in: packet)].prefix(64)))
    guard let match = values.first(where: text.starts) else { return false }
    return match != Array("geo:".utf8)
      || text.dropFirst(4).first.map { $0 == 0x2D || (0x30...0x39).contains($0) } == true
  }

  /// Whether a text names a location, ignoring case.
  static func isNamed(in text: some Sequence<UInt8>) -> Bool {
    XMPProperty.firstRange(of: opening, in: lowercased(Array(text)), from: 0) != nil
  }

  private static func lowercased(_ text: [UInt8]) -> [UInt8] {
    text.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }
}
