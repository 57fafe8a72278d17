// Takes out where a picture was taken (XMP Specification Part 2, 2.4: exif:GPSLatitude and the like; makers have names of their own for it).

/// The properties of a position in a packet.
enum XMPPosition {
  /// What names of such properties open with, in whichever namespace.
  private static let opening = Array("gps".utf8)
  /// Such properties of drones, places and maps by their whole names.
  private static let names = ["latitude", "longitude", "longtitude", "lat", "long", "lon", "lng", "lat_long"].map {
    Array($0.utf8)
  }
  /// The prefix of properties of which all are one (W3C Basic Geo: geo:lat, geo:long, geo:alt, geo:Point).
  private static let geographic = "geo:"
  /// What leads to the rest of a packet, which is dropped with the position that it may hold.
  private static let furtherPacket = Array("hasextendedxmp".utf8)

  /// The packet without them and without comments, which may say anything; nil where it cannot be read as elements in UTF-8, so that it might hold any.
  static func removed(from packet: [UInt8]) -> [UInt8]? {
    let end = (packet.lastIndex { $0 != 0 } ?? -1) + 1
    guard !packet[..<end].contains(0), let root = XMPElement(packet) else { return nil }
    let changes = root.descendants.flatMap { element in
      element.attributes.filter { isPosition($0.name) }.map { XMPChange.removal($0.whole) }
        + element.children.filter { isPosition($0.name) }.map { $0.removal(in: packet) }
    }
    return XMPChange.apply(changes + XMPElement.comments(in: packet).map { .removal($0) }, to: packet)
  }

  /// Whether a property with this name, with or without a prefix, is one.
  static func isPosition(_ name: String) -> Bool {
    guard !name.hasPrefix("xmlns:") else { return false }
    if name.hasPrefix(geographic) { return true }
    let local = name.utf8.lastIndex(of: UInt8(ascii: ":")).map { name.utf8[name.utf8.index(after: $0)...] }
    let letters = lowercased(local.map(Array.init) ?? Array(name.utf8))
    return letters.starts(with: opening) || names.contains(letters) || letters == furtherPacket
  }

  /// Whether a text names a position, in letters of any case.
  static func isNamed(in text: some Sequence<UInt8>) -> Bool {
    XMPProperty.firstRange(of: opening, in: lowercased(Array(text)), from: 0) != nil
  }

  private static func lowercased(_ text: [UInt8]) -> [UInt8] {
    text.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }
}
