// Takes out where a picture was taken (XMP Specification Part 2, 2.4: exif:GPSLatitude and the like).

/// The properties of a position in a packet.
enum XMPPosition {
  private static let prefix = "exif:GPS"

  /// Whether bytes speak of a position at all.
  static func isIn(_ packet: [UInt8]) -> Bool {
    XMPProperty.firstRange(of: Array("GPS".utf8), in: packet, from: 0) != nil
  }

  /// The packet without them; nil where it speaks of one and cannot be read as elements.
  static func removed(from packet: [UInt8]) -> [UInt8]? {
    guard isIn(packet) else { return packet }
    guard let root = XMPElement(packet) else { return nil }
    let changes = root.descendants.flatMap { element in
      element.attributes.filter { $0.name.hasPrefix(prefix) }.map { XMPChange.removal($0.whole) }
        + element.children.filter { $0.name.hasPrefix(prefix) }.map { $0.removal(in: packet) }
    }
    return XMPChange.apply(changes, to: packet)
  }
}
