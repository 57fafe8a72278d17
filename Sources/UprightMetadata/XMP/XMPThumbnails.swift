// Pictures inside an XMP packet (XMP Specification Part 2, 2.2: xmp:Thumbnails; xmpGImg:image holds a JPEG as Base64; GImage and GDepth of
// Google's camera hold a whole picture and its depth).

internal import UprightGeometry

/// The thumbnails of a packet, which show the picture as it was when they were made, and pictures in full size.
struct XMPThumbnails {
  /// What takes thumbnails out.
  let small: [XMPChange]
  /// What takes out the second picture that `GImage:Data` holds.
  let image: [XMPChange]
  /// What takes out the depth map, with all that describes it.
  let depth: [XMPChange]
  /// What takes all of them out.
  var removals: [XMPChange] { small + image + depth }

  private static let name = "xmp:Thumbnails"
  /// What names one, or the namespace of one, so that a part of a packet can be searched for it.
  private static let structures = [
    "xmpGImg:", "GImage:", "GDepth:", "/photos/1.0/image/", "/photos/1.0/depthmap/",
  ].map { Array($0.utf8) }

  /// Those of a packet, read as its elements.
  init(_ root: XMPElement, in packet: [UInt8]) {
    small = root.all(Self.name).map { $0.removal(in: packet) }
    image = Self.properties("GImage:", root, packet)
    depth = Self.properties("GDepth:", root, packet)
  }

  private static func properties(_ prefix: String, _ root: XMPElement, _ packet: [UInt8]) -> [XMPChange] {
    root.descendants.flatMap { element in
      element.attributes.filter { $0.name.hasPrefix(prefix) }.map { XMPChange.removal($0.whole) }
        + element.children.filter { $0.name.hasPrefix(prefix) }.map { $0.removal(in: packet) }
    }
  }

  /// Whether bytes speak of one.
  static func areNamed(in bytes: [UInt8]) -> Bool {
    structures.contains { XMPProperty.firstRange(of: $0, in: bytes, from: 0) != nil }
  }

  /// Whether they stay behind: the new picture shows something else, or they are not wanted, or what they say of themselves is not.
  static func go(_ move: ImageMove) -> Bool {
    !move.showsTheSame || move.edit.strip == .thumbnails || move.edit.strip.removesPosition
  }

  /// Whether pictures in full size stay behind: the new one shows something else, or has another size.
  static func fullGo(_ move: ImageMove) -> Bool {
    go(move) || move.edit.size.width != move.storedSize.width || move.edit.size.height != move.storedSize.height
  }

  /// What has to change.
  func changes(_ move: ImageMove) -> [XMPChange] {
    (Self.go(move) ? small : []) + (Self.fullGo(move) ? image + depth : [])
  }
}
