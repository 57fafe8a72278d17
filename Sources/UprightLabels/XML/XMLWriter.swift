// Writes XML documents (XML 1.0): start and end tags on their lines, and text.

/// Writes XML, indented by two spaces per level.
struct XMLWriter {
  private(set) var bytes: [UInt8] = []
  private var depth = 0

  private mutating func indent() { bytes += [UInt8](repeating: 0x20, count: depth * 2) }

  /// Appends text unchanged.
  mutating func put(_ text: String) { bytes += text.utf8 }

  /// A start tag on its line.
  mutating func open(_ name: String, _ attributes: [(String, String)] = []) {
    tag(name, attributes, end: ">\n")
    depth += 1
  }

  /// An end tag on its line.
  mutating func close(_ name: String) {
    depth -= 1
    indent()
    bytes += "</\(name)>\n".utf8
  }

  /// An empty element.
  mutating func empty(_ name: String, _ attributes: [(String, String)]) { tag(name, attributes, end: "/>\n") }

  private mutating func tag(_ name: String, _ attributes: [(String, String)], end: String) {
    indent()
    bytes += "<\(name)".utf8
    for (name, value) in attributes {
      bytes += " \(name)=\"".utf8
      XMLText.append(value, to: &bytes)
      bytes.append(0x22)
    }
    bytes += end.utf8
  }

  /// An element with text on its line.
  mutating func element(_ name: String, _ text: String, _ attributes: [(String, String)] = []) {
    tag(name, attributes, end: ">")
    XMLText.append(text, to: &bytes)
    bytes += "</\(name)>\n".utf8
  }
}
