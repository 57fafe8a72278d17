// RDF structures in XMP (XMP Specification Part 1, 7.4 to 7.9): fields as attributes, as elements, or in nested
// descriptions.

/// Finds fields by namespace, whatever prefixes a document uses.
struct XMPFields {
  /// The namespaces of region metadata.
  enum Namespace: String, CaseIterable {
    case rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    case regions = "http://www.metadataworkinggroup.com/schemas/regions/"
    case area = "http://ns.adobe.com/xmp/sType/Area#"
    case dimensions = "http://ns.adobe.com/xap/1.0/sType/Dimensions#"
    case microsoft = "http://ns.microsoft.com/photo/1.2/"
    case regionInfo = "http://ns.microsoft.com/photo/1.2/t/RegionInfo#"
    case region = "http://ns.microsoft.com/photo/1.2/t/Region#"
    case apple = "http://ns.apple.com/faceinfo/1.0/"
  }

  let document: XMLDocument
  private var prefixes: [Namespace: Set<String>] = [:]

  init(_ document: XMLDocument) {
    self.document = document
    let bytes = document.file.bytes
    for element in document.elements.indices {
      for attribute in document.attributes(of: element) where bytes[attribute.name].starts(with: "xmlns:".utf8) {
        let address = XMLText.decoded(bytes, attribute.value)
        guard let namespace = Namespace(rawValue: address) else { continue }
        prefixes[namespace, default: []].insert(String(decoding: bytes[attribute.name.dropFirst(6)], as: UTF8.self))
      }
    }
  }

  private func isNamed(_ name: Range<Int>, _ namespace: Namespace, _ local: String) -> Bool {
    let parts = document.file.bytes[name].split(separator: 0x3A, maxSplits: 1)
    return parts.count == 2 && parts[1].elementsEqual(local.utf8)
      && prefixes[namespace, default: []].contains(String(decoding: parts[0], as: UTF8.self))
  }

  /// All elements with a name, at any level.
  func all(_ namespace: Namespace, _ local: String) -> [Int] {
    document.elements.indices.filter { isNamed(document.elements[$0].name, namespace, local) }
  }

  /// The elements that hold an element's fields: itself, and nested descriptions.
  private func containers(of element: Int) -> [Int] {
    [element] + document.children(of: element).filter { isNamed(document.elements[$0].name, .rdf, "Description") }
  }

  /// A field in element form.
  func field(of element: Int, _ namespace: Namespace, _ local: String) -> Int? {
    containers(of: element).lazy.flatMap { document.children(of: $0) }
      .first { isNamed(document.elements[$0].name, namespace, local) }
  }

  /// The range of a text field, without surrounding whitespace.
  func place(of element: Int, _ namespace: Namespace, _ local: String) -> Range<Int>? {
    for holder in containers(of: element) {
      if let found = document.attributes(of: holder).first(where: { isNamed($0.name, namespace, local) }) {
        return document.trimmed(found.value)
      }
    }
    return field(of: element, namespace, local).flatMap { document.textPlace(of: $0) }
  }

  /// A text field.
  func text(of element: Int, _ namespace: Namespace, _ local: String) -> String? {
    place(of: element, namespace, local).map { XMLText.decoded(document.file.bytes, $0) }
  }

  /// A number field.
  func number(of element: Int, _ namespace: Namespace, _ local: String) -> NumberToken? {
    place(of: element, namespace, local).flatMap { NumberToken(document.file.bytes, $0) }
  }

  /// The items of a bag, sequence or alternative.
  func items(of element: Int) -> [Int] {
    document.children(of: element)
      .filter { child in ["Bag", "Seq", "Alt"].contains { isNamed(document.elements[child].name, .rdf, $0) } }
      .flatMap { document.children(of: $0) }.filter { isNamed(document.elements[$0].name, .rdf, "li") }
  }
}
