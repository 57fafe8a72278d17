// The parts in an XMP packet: its properties, and what some of them hold (XMP Specification Part 1, 7; MWG 2.0, 5.9;
// Google's depth map, panorama and container properties).

/// Finds the properties of a packet.
struct XMPParts {
  /// A part, with its range in the packet.
  struct PacketPart {
    let kind: FilePart.Kind
    let name: String
    let range: Range<Int>
  }

  /// The properties, in the packet's order.
  private(set) var found: [PacketPart] = []
  private let packet: [UInt8]
  private let hasPendingCrop: Bool
  private let hasCorrections: Bool

  /// The properties of a packet; none if it cannot be parsed. In a packet that is not in UTF-8, each has the whole of
  /// it for its range.
  init(_ original: [UInt8]) {
    packet = XMPEncoding.utf8(original)
    guard let root = XMPElement(packet) else {
      (hasPendingCrop, hasCorrections) = (false, false)
      return
    }
    let pending = XMPPendingCrop(root, in: packet)
    (hasPendingCrop, hasCorrections) = (pending?.hasCrop == true, pending?.hasCorrections == true)
    for list in root.all("rdf:RDF") {
      for description in list.children { take(description) }
    }
    if packet != original { found = found.map { PacketPart(kind: $0.kind, name: $0.name, range: original.indices) } }
  }

  private mutating func take(_ description: XMPElement) {
    for attribute in description.attributes where !Self.isOfXML(attribute.name) {
      let range = attribute.value.isEmpty ? attribute.whole : attribute.value
      found.append(PacketPart(kind: kind(of: attribute.name), name: attribute.name, range: range))
    }
    for element in description.children {
      let name = element.name
      let regions = Self.regions(in: element)
      if !regions.isEmpty {
        for region in regions {
          let label = label(of: region)
          found.append(PacketPart(kind: .region, name: label.isEmpty ? name : "\(name) \(label)", range: region.whole))
        }
        continue
      }
      let content = XMPProperty.trimmed(element.content, in: packet)
      let isBare = element.attributes.allSatisfy { ["rdf:parseType", "xml:lang"].contains($0.name) }
      found.append(
        PacketPart(kind: kind(of: name), name: name, range: isBare && !content.isEmpty ? content : element.whole))
    }
  }

  private static func isOfXML(_ name: String) -> Bool {
    name == "xmlns" || ["xmlns:", "rdf:", "xml:"].contains { name.hasPrefix($0) }
  }

  // MARK: Kinds

  private static let crop: Set<String> = [
    "crs:HasCrop", "crs:CropTop", "crs:CropLeft", "crs:CropBottom", "crs:CropRight", "crs:CropAngle",
  ]

  private func kind(of name: String) -> FilePart.Kind {
    switch name {
    case "GDepth:Data": .depthMap
    case "GImage:Data": .original
    case "xmp:Thumbnails": .thumbnail
    case "exif:SubjectArea", "exif:SubjectLocation": .subject
    case "GFocus:FocalPointX", "GFocus:FocalPointY": .focusPoint
    // Lengths of what follows the image, and the digest of further XMP: rewritten with what they describe.
    case "Container:Directory", "xmpNote:HasExtendedXMP": .structure
    case _ where name.hasPrefix("GPano:"): .panorama
    case _ where Self.crop.contains(name): hasPendingCrop ? .crop : .property
    case _ where XMPPendingCrop.corrections.contains(name): hasCorrections ? .crop : .property
    case _ where Self.regionLists.contains(name): .region
    default: .property
    }
  }

  // MARK: Regions

  /// The properties that are lists of regions.
  private static let regionLists: Set<String> = [
    "mwg-rs:Regions", "MP:RegionInfo", "Iptc4xmpExt:ImageRegion", "acdsee-rs:Regions",
  ]

  /// The lists inside them that hold the regions.
  private static let innerLists = ["mwg-rs:RegionList", "MPRI:Regions", "acdsee-rs:RegionList"]

  private static func regions(in element: XMPElement) -> [XMPElement] {
    guard regionLists.contains(element.name) else { return [] }
    if element.name == "Iptc4xmpExt:ImageRegion" { return element.items }
    return innerLists.flatMap { element.child($0)?.items ?? [] }
  }

  /// Who or what a region shows; empty if it does not say.
  private func label(of region: XMPElement) -> String {
    for name in ["mwg-rs:Name", "MPReg:PersonDisplayName", "acdsee-rs:Name"] {
      if let text = region.value(name, in: packet).flatMap(text), !text.isEmpty { return text }
    }
    // A text in several languages: the first.
    let names = region.child("Iptc4xmpExt:Name")?.items ?? []
    return names.first.flatMap { text(XMPProperty.trimmed($0.content, in: packet)) } ?? ""
  }

  private func text(_ range: Range<Int>) -> String? {
    range.count <= 128 ? String(decoding: packet[range], as: UTF8.self) : nil
  }
}

extension FilePart {
  /// Whether it is a list of Camera Raw's local corrections that are not applied.
  package var isCorrection: Bool { kind == .crop && XMPPendingCrop.corrections.contains(name) }
}

extension PartLayout {
  /// Adds the properties of a packet.
  mutating func nestXMP(_ packet: [UInt8], at places: BytePlaces, in owner: Int?) {
    guard owner != nil else { return }
    for found in XMPParts(packet).found {
      nest(found.kind, found.name, places.places(of: found.range), in: owner)
    }
  }
}
