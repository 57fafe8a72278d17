// Images in an XMP packet (XMP Specification Part 2, 2.2: xmp:Thumbnails; xmpGImg:image contains a Base64 JPEG;
// GImage and GDepth of Google's camera contain a full-size image and its depth map).

internal import UprightGeometry

/// The thumbnails of a packet, which show the image at the time they were made, and full-size images.
struct XMPThumbnails {
  /// The changes that remove thumbnails.
  let small: [XMPChange]
  /// The changes that remove the second image in `GImage:Data`.
  let image: [XMPChange]
  /// The changes that remove the depth map and everything that describes it.
  let depth: [XMPChange]
  private let root: XMPElement
  private let packet: [UInt8]

  /// The changes that remove all of them.
  var removals: [XMPChange] { small + image + depth }

  private static let name = "xmp:Thumbnails"
  /// Names of such properties and namespaces, to search parts of a packet that cannot be parsed.
  private static let structures = [
    "xmpGImg:", "GImage:", "GDepth:", "/photos/1.0/image/", "/photos/1.0/depthmap/",
  ].map { Array($0.utf8) }

  /// From a packet with the root element `root`.
  init(_ root: XMPElement, in packet: [UInt8]) {
    (self.root, self.packet) = (root, packet)
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

  /// Whether bytes contain such a name.
  static func areNamed(in bytes: [UInt8]) -> Bool {
    structures.contains { XMPProperty.firstRange(of: $0, in: bytes, from: 0) != nil }
  }

  /// Whether they are dropped: the new image shows something else, or thumbnails or the location are stripped, since
  /// thumbnails may contain a location too.
  static func go(_ move: ImageMove) -> Bool {
    !move.showsTheSame || move.edit.strip == .thumbnails || move.edit.strip.removesPosition
  }

  /// Whether full-size images are dropped: the new image shows something else, or has another size.
  static func fullGo(_ move: ImageMove) -> Bool {
    move.edit.showsLess || move.edit.strip == .thumbnails || move.edit.strip.removesPosition || !move.showsAll
  }

  /// The roles of which the packet has properties.
  var roles: Set<XMPImage.Role> { Set((image.isEmpty ? [] : [.image]) + (depth.isEmpty ? [] : [.depth])) }

  /// The necessary changes. Where the image is reoriented, full-size images are replaced by reoriented ones; those
  /// without one are removed with everything that describes them.
  func changes(_ move: ImageMove) -> [XMPChange] {
    (Self.go(move) ? small : []) + (Self.fullGo(move) ? image + depth : move.showsTheSame ? [] : replacements(move))
  }

  private func replacements(_ move: ImageMove) -> [XMPChange] {
    let new = Set(move.edit.xmpImages.map(\.old.role))
    var changes = (new.contains(.image) ? [] : image) + (new.contains(.depth) ? [] : depth)
    if !new.contains(.confidence) {
      changes += Self.properties("GDepth:Confidence", root, packet)
    }
    for (role, range) in XMPImage.places(root, in: packet) where new.contains(role) {
      let match = move.edit.xmpImages.first { $0.old.role == role && packet[range].elementsEqual($0.old.text) }
      changes.append(XMPChange(range, String(decoding: match?.text ?? [], as: UTF8.self)))
    }
    return changes + (new.contains(.depth) && move.edit.swapsAxes ? swappedSizes : [])
  }

  /// The size of the photo that a depth map belongs to.
  private var swappedSizes: [XMPChange] {
    root.all("rdf:Description").flatMap { element -> [XMPChange] in
      guard let width = element.value("GDepth:ImageWidth", in: packet),
        let height = element.value("GDepth:ImageHeight", in: packet)
      else { return [] }
      return [
        XMPChange(width, XMPNumber.text(height, in: packet)), XMPChange(height, XMPNumber.text(width, in: packet)),
      ]
    }
  }
}

extension XMPImage {
  /// The images in a packet.
  static func all(in packet: [UInt8]) -> [XMPImage] {
    guard XMPThumbnails.areNamed(in: packet), let root = XMPElement(packet) else { return [] }
    return places(root, in: packet).map { XMPImage(role: $0.role, text: Array(packet[$0.range])) }
  }
}
