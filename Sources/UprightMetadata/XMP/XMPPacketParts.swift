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
    var (inserted, room): ([UInt8], Int) = ([], 2 * ExtendedXMP.longest)
    for other in others {
      guard let root = XMPElement(other) else { return nil }
      for list in DescriptionList.all(in: root) {
        let attributes = list.declarations
        let extra = attributes.reduce(0) { $0 + $1.whole.count }
        room -= extra
        for description in list.descriptions {
          room -= extra + description.whole.count
          guard room >= 0 else { return nil }
          inserted += whole(description, declaring: attributes, in: other) + [0x0A]
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
    guard let root = XMPElement(packet), let list = DescriptionList.all(in: root).first else { return nil }
    let (descriptions, around) = (list.descriptions, list.declarations)
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
    var owned = [[Int]](repeating: [], count: descriptions.count)
    for index in moved.sorted() { owned[properties[index].owner].append(index) }
    var rest = opening
    for (description, own) in zip(descriptions, owned) where !own.isEmpty {
      let names = description.declarations(inside: around).filter { !$0.name.hasSuffix(":rdf") }
      rest += Array("<rdf:Description rdf:about=\"\"".utf8) + names.flatMap { packet[$0.whole] }
      rest += own.filter { properties[$0].isAttribute }.flatMap { properties[$0].text } + Array(">".utf8)
      rest += own.filter { !properties[$0].isAttribute }.flatMap { properties[$0].text }
      rest += Array("</rdf:Description>".utf8)
      guard rest.count <= ExtendedXMP.longest else { return nil }
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

/// A packet's descriptions in one `rdf:RDF`, which is in none itself.
private struct DescriptionList {
  /// The descriptions, in order.
  let descriptions: [XMPElement]
  /// The elements around them, from the outside.
  private let around: [XMPElement]

  /// The lists of a packet, in order.
  static func all(in element: XMPElement, inside around: [XMPElement] = []) -> [DescriptionList] {
    let around = around + [element]
    guard element.name != "rdf:RDF" else {
      let own = element.children.filter { $0.name == "rdf:Description" }
      return [DescriptionList(descriptions: own, around: around)]
    }
    return element.children.flatMap { all(in: $0, inside: around) }
  }

  /// The namespace declarations around them; of two with one name, the inner one.
  var declarations: [XMPElement.Attribute] {
    around.reduce([]) { outer, element in element.declarations(inside: outer) }
  }
}

extension XMPElement {
  /// The namespace declarations that apply in an element: its own, then those around it.
  fileprivate func declarations(inside outer: [Attribute]) -> [Attribute] {
    let own = attributes.filter { $0.name.hasPrefix("xmlns:") }
    let names = Set(own.map(\.name))
    return own + outer.filter { !names.contains($0.name) }
  }
}
