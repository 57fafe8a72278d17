// The elements of an XMP packet, read without this program's own reader of XMP, which is judged (XML 1.0, 2.1 and 3.1;
// Namespaces in XML 1.0, 3 to 6). A packet that is not well-formed has none.

/// An element of a packet.
struct PacketElement {
  /// The name of an element or attribute.
  struct Name: Hashable {
    let space: String
    let local: String

    init(_ space: String, _ local: String) { (self.space, self.local) = (space, local) }
  }

  let name: Name
  var attributes: [Name: String] = [:]
  var children: [PacketElement] = []
  var text = ""

  /// The root element of a packet; nil if the bytes are not well-formed XML with namespaces.
  init?(_ packet: [UInt8]) {
    guard String(validating: packet, as: UTF8.self) != nil else { return nil }
    var reader = PacketReader(packet)
    guard let root = reader.document() else { return nil }
    self = root
  }

  init(name: Name) { self.name = name }

  /// All elements with a name, this one included, in document order.
  func all(_ name: Name) -> [PacketElement] {
    (self.name == name ? [self] : []) + children.flatMap { $0.all(name) }
  }

  /// The first value of a property in this element or inside it: an attribute, or the text of an element.
  func value(_ property: Name) -> String? {
    if let value = attributes[property] { return value }
    if name == property, children.isEmpty { return text }
    for child in children {
      if let value = child.value(property) { return value }
    }
    return nil
  }

  /// The first value of a property as a number.
  func number(_ property: Name) -> Double? {
    value(property).flatMap { Double($0.filter { !$0.isWhitespace }) }.flatMap { abs($0) < 1_000_000_000 ? $0 : nil }
  }
}

/// Reads markup from the start to the end; each function is nil where a rule is broken.
private struct PacketReader {
  private static let deepest = 64

  private var rest: ArraySlice<UInt8>

  init(_ packet: [UInt8]) { rest = ArraySlice(packet) }

  /// A document of one root element.
  mutating func document() -> PacketElement? {
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    guard skipBetween(), let root = element(spaces: ["xml": "http://www.w3.org/XML/1998/namespace"], depth: 0),
      skipBetween(), rest.isEmpty
    else { return nil }
    return root
  }

  /// White space, comments and instructions; a document type is refused.
  private mutating func skipBetween() -> Bool {
    while true {
      rest = rest.drop { Self.isSpace($0) }
      if rest.starts(with: "<?".utf8) {
        guard pass(through: "?>") != nil else { return false }
      } else if rest.starts(with: "<!--".utf8) {
        guard pass(through: "-->") != nil else { return false }
      } else {
        return true
      }
    }
  }

  private mutating func element(spaces: [String: String], depth: Int) -> PacketElement? {
    guard depth < Self.deepest, take("<"), let tag = word() else { return nil }
    var pairs: [(String, String)] = []
    while true {
      let hasSpace = rest.first.map(Self.isSpace) ?? false
      rest = rest.drop { Self.isSpace($0) }
      guard let next = rest.first else { return nil }
      if next == UInt8(ascii: ">") || next == UInt8(ascii: "/") { break }
      guard hasSpace, let pair = attribute(), !pairs.contains(where: { $0.0 == pair.0 }) else { return nil }
      pairs.append(pair)
    }
    var inner = spaces
    for (key, value) in pairs where key == "xmlns" || key.hasPrefix("xmlns:") {
      inner[key == "xmlns" ? "" : String(key.dropFirst(6))] = value
    }
    guard let name = Self.name(tag, in: inner, usual: inner[""] ?? "") else { return nil }
    var element = PacketElement(name: name)
    for (key, value) in pairs where key != "xmlns" && !key.hasPrefix("xmlns:") {
      guard let name = Self.name(key, in: inner, usual: "") else { return nil }
      element.attributes[name] = value
    }
    if take("/>") { return element }
    guard take(">"), content(of: &element, spaces: inner, depth: depth), take("</"), word() == tag else { return nil }
    rest = rest.drop { Self.isSpace($0) }
    return take(">") ? element : nil
  }

  private mutating func content(of element: inout PacketElement, spaces: [String: String], depth: Int) -> Bool {
    while !rest.starts(with: "</".utf8) {
      guard let next = rest.first else { return false }
      if next != UInt8(ascii: "<") {
        let text = rest.prefix { $0 != UInt8(ascii: "<") }
        rest = rest.dropFirst(text.count)
        guard let plain = Self.plain(text) else { return false }
        element.text += plain
      } else if rest.starts(with: "<!--".utf8) || rest.starts(with: "<?".utf8) {
        guard pass(through: rest.starts(with: "<?".utf8) ? "?>" : "-->") != nil else { return false }
      } else if take("<![CDATA[") {
        guard let text = pass(through: "]]>") else { return false }
        element.text += String(decoding: text, as: UTF8.self)
      } else {
        guard let child = self.element(spaces: spaces, depth: depth + 1) else { return false }
        element.children.append(child)
      }
    }
    return true
  }

  private mutating func attribute() -> (String, String)? {
    guard let name = word() else { return nil }
    rest = rest.drop { Self.isSpace($0) }
    guard take("=") else { return nil }
    rest = rest.drop { Self.isSpace($0) }
    guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
    let value = rest.prefix { $0 != quote }
    rest = rest.dropFirst(value.count)
    guard rest.popFirst() != nil, !value.contains(UInt8(ascii: "<")), let plain = Self.plain(value) else { return nil }
    return (name, plain)
  }

  /// A name, with its prefix.
  private mutating func word() -> String? {
    let found = rest.prefix { !Self.isSpace($0) && !Array("<>/=\"'&!?".utf8).contains($0) }
    guard let first = found.first, !Array("-.0123456789".utf8).contains(first) else { return nil }
    rest = rest.dropFirst(found.count)
    return String(decoding: found, as: UTF8.self)
  }

  private mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  /// What is before the end of a construct, which is passed, too.
  private mutating func pass(through end: String) -> ArraySlice<UInt8>? {
    var start = rest
    while !start.isEmpty {
      if start.starts(with: end.utf8) {
        defer { rest = start.dropFirst(end.utf8.count) }
        return rest[rest.startIndex..<start.startIndex]
      }
      start = start.dropFirst()
    }
    return nil
  }

  /// The name with its prefix's namespace; nil for a prefix that is not bound.
  private static func name(_ word: String, in spaces: [String: String], usual: String) -> PacketElement.Name? {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    switch parts.count {
    case 1: return PacketElement.Name(usual, parts[0])
    case 2: return parts[1].isEmpty ? nil : spaces[parts[0]].map { PacketElement.Name($0, parts[1]) }
    default: return nil
    }
  }

  /// Text with its references replaced; nil for one that XML does not define.
  private static func plain(_ bytes: ArraySlice<UInt8>) -> String? {
    let known = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]
    var (text, rest) = ("", bytes)
    while let place = rest.firstIndex(of: UInt8(ascii: "&")) {
      text += String(decoding: rest[rest.startIndex..<place], as: UTF8.self)
      guard let end = rest[place...].firstIndex(of: UInt8(ascii: ";")) else { return nil }
      let name = String(decoding: rest[place + 1..<end], as: UTF8.self)
      if name.hasPrefix("#") {
        let number = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
        guard let scalar = number.flatMap(Unicode.Scalar.init) else { return nil }
        text.unicodeScalars.append(scalar)
      } else {
        guard let character = known[name] else { return nil }
        text += character
      }
      rest = rest[(end + 1)...]
    }
    return text + String(decoding: rest, as: UTF8.self)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
