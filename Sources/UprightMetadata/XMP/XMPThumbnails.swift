// Small pictures inside an XMP packet (XMP Specification Part 2, 2.2: xmp:Thumbnails; xmpGImg:image holds a JPEG as Base64).

/// The thumbnails of a packet, which show the picture as it was when they were made.
struct XMPThumbnails {
  /// What takes them out.
  let removals: [XMPChange]

  private static let name = "xmp:Thumbnails"
  /// What names the structure of one, so that a part of a packet can be searched for it.
  private static let structure = Array("xmpGImg:".utf8)

  /// Those of a packet, read as its elements.
  init(_ root: XMPElement, in packet: [UInt8]) { removals = root.all(Self.name).map { $0.removal(in: packet) } }

  /// Whether bytes speak of one.
  static func areNamed(in bytes: [UInt8]) -> Bool {
    XMPProperty.firstRange(of: structure, in: bytes, from: 0) != nil
  }

  /// Whether they stay behind: the new picture shows something else, or they are not wanted, or what they say of themselves is not.
  static func go(_ move: PictureMove) -> Bool {
    !move.showsTheSame || move.edit.strip == .thumbnails || move.edit.strip.removesPosition
  }

  /// What has to change.
  func changes(_ move: PictureMove) -> [XMPChange] { Self.go(move) ? removals : [] }
}
