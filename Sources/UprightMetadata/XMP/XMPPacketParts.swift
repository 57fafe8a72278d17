// Joins the two packets of a JPEG for formats that hold one, and divides one for a JPEG (XMP Specification Part 3,
// 1.1.3.1).

/// One packet with all properties, or two of which the first fits into a segment.
enum XMPPacketParts {
  /// The first packet with the properties of others; nil if it has no place for them.
  static func joined(_ packet: [UInt8], _ others: [[UInt8]]) -> [UInt8]? {
    guard !others.isEmpty else { return packet }
    guard let root = XMPElement(packet), let body = root.all("rdf:RDF").first,
      body.content.upperBound < body.whole.upperBound
    else { return nil }
    var inserted: [UInt8] = []
    for other in others {
      guard let root = XMPElement(other) else { return nil }
      for body in root.all("rdf:RDF") {
        for description in body.children where description.name == "rdf:Description" {
          inserted += whole(description, declaring: declarations(around: description, root), in: other) + [0x0A]
        }
      }
    }
    let reference = root.all("rdf:Description").flatMap { element in
      element.attributes.filter { $0.name == ExtendedXMP.reference }.map { XMPChange.removal($0.whole) }
        + element.children.filter { $0.name == ExtendedXMP.reference }.map { $0.removal(in: packet) }
    }
    let place = body.content.upperBound
    let insertion = XMPChange(place..<place, String(decoding: inserted, as: UTF8.self))
    return XMPChange.apply(reference + [insertion], to: packet)
  }

  /// A packet's largest properties in a second one, so that the first has at most `limit` bytes; nil if that is not
  /// possible.
  static func divided(_ packet: [UInt8], limit: Int) -> (first: [UInt8], rest: [UInt8])? {
    guard let root = XMPElement(packet), let body = root.all("rdf:RDF").first else { return nil }
    let descriptions = body.children.filter { $0.name == "rdf:Description" }
    guard let first = descriptions.first else { return nil }
    var properties: [(owner: Int, text: ArraySlice<UInt8>, removal: XMPChange, isAttribute: Bool)] = []
    for (index, description) in descriptions.enumerated() {
      for attribute in description.attributes where isProperty(attribute.name) {
        properties.append((index, packet[attribute.whole], .removal(attribute.whole), true))
      }
      for child in description.children where isProperty(child.name) {
        properties.append((index, packet[child.whole], child.removal(in: packet), false))
      }
    }
    var (excess, moved) = (packet.count + referenceRoom - limit, Set<Int>())
    for index in properties.indices.sorted(by: { properties[$0].text.count > properties[$1].text.count })
    where excess > 0 {
      moved.insert(index)
      excess -= properties[index].text.count
    }
    guard excess <= 0, !moved.isEmpty else { return nil }
    var rest = opening
    for (index, description) in descriptions.enumerated() {
      let own = properties.indices.filter { moved.contains($0) && properties[$0].owner == index }
      guard !own.isEmpty else { continue }
      rest += Array("<rdf:Description rdf:about=\"\"".utf8)
      rest += declarations(around: description, root).filter { !$0.name.hasSuffix(":rdf") }.flatMap { packet[$0.whole] }
      rest += own.filter { properties[$0].isAttribute }.flatMap { properties[$0].text } + Array(">".utf8)
      rest += own.filter { !properties[$0].isAttribute }.flatMap { properties[$0].text }
      rest += Array("</rdf:Description>".utf8)
    }
    rest += closing
    let place = nameEnd(of: first, in: packet)
    let hasSpace = first.attributes.contains { $0.name == "xmlns:xmpNote" }
    let reference =
      (hasSpace ? "" : " xmlns:xmpNote=\"http://ns.adobe.com/xmp/note/\"")
      + " \(ExtendedXMP.reference)=\"\(String(decoding: MD5.name(of: rest), as: UTF8.self))\""
    let changes = moved.map { properties[$0].removal } + [XMPChange(place..<place, reference)]
    let short = XMPChange.apply(changes, to: packet)
    return short.count <= limit ? (short, rest) : nil
  }

  /// Space for the reference to the second packet.
  private static let referenceRoom = 160
  private static let opening = Array(
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    """.utf8)
  private static let closing = Array("</rdf:RDF></x:xmpmeta>".utf8)

  /// Properties other than the reference and RDF's own attributes.
  private static func isProperty(_ name: String) -> Bool {
    !name.hasPrefix("xmlns") && !name.hasPrefix("rdf:") && !name.hasPrefix("xml:") && name != "about"
      && name != ExtendedXMP.reference
  }

  /// The namespace declarations that apply to an element: its own, and those of the elements around it.
  private static func declarations(around element: XMPElement, _ root: XMPElement) -> [XMPElement.Attribute] {
    var (found, names): ([XMPElement.Attribute], Set<String>) = ([], [])
    let around = root.descendants.filter {
      $0.whole.lowerBound <= element.whole.lowerBound && $0.whole.upperBound >= element.whole.upperBound
    }
    for one in around.reversed() {
      for attribute in one.attributes where attribute.name.hasPrefix("xmlns:") {
        if names.insert(attribute.name).inserted { found.append(attribute) }
      }
    }
    return found
  }

  /// An element with further declarations.
  private static func whole(
    _ element: XMPElement, declaring attributes: [XMPElement.Attribute], in packet: [UInt8]
  ) -> [UInt8] {
    let own = Set(element.attributes.map(\.name))
    let place = nameEnd(of: element, in: packet)
    let more = attributes.filter { !own.contains($0.name) }.flatMap { packet[$0.whole] }
    return packet[element.whole.lowerBound..<place] + more + packet[place..<element.whole.upperBound]
  }

  /// One past the name in an element's tag.
  private static func nameEnd(of element: XMPElement, in packet: [UInt8]) -> Int {
    packet[element.whole].firstIndex { XMPProperty.isSpace($0) || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "/") }
      ?? element.whole.upperBound
  }
}
