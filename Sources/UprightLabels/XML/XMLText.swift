// Text in XML: character references, CDATA sections and comments (XML 1.0, 2.4, 2.7 and 4.6). Documents that
// are written, line by line.

/// Decodes and encodes text in elements and attributes.
enum XMLText {
  /// The text in a range of a well-formed document.
  static func decoded(_ bytes: [UInt8], _ place: Range<Int>) -> String {
    var (text, at): ([UInt8], Int) = ([], place.lowerBound)
    while at < place.upperBound {
      let rest = bytes[at..<place.upperBound]
      if bytes[at] == 0x26, let end = rest.firstIndex(of: 0x3B) {
        text += character(bytes[(at + 1)..<end])
        at = end + 1
      } else if rest.starts(with: "<![CDATA[".utf8) {
        let end = index(of: "]]>", in: bytes, at + 9, place.upperBound)
        text += bytes[(at + 9)..<end]
        at = min(place.upperBound, end + 3)
      } else if rest.starts(with: "<!--".utf8) {
        at = min(place.upperBound, index(of: "-->", in: bytes, at + 4, place.upperBound) + 3)
      } else if bytes[at] == 0x3C {
        at = min(place.upperBound, index(of: "?>", in: bytes, at, place.upperBound) + 2)
      } else {
        text.append(bytes[at])
        at += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func index(of mark: String, in bytes: [UInt8], _ first: Int, _ end: Int) -> Int {
    var at = min(first, end)
    while at < end, !bytes[at..<end].starts(with: mark.utf8) { at += 1 }
    return at
  }

  private static func character(_ name: ArraySlice<UInt8>) -> [UInt8] {
    switch String(decoding: name, as: UTF8.self) {
    case "lt": return [0x3C]
    case "gt": return [0x3E]
    case "amp": return [0x26]
    case "quot": return [0x22]
    case "apos": return [0x27]
    case let other:
      let isHex = other.hasPrefix("#x")
      let value = UInt32(other.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10)
      return value.flatMap(Unicode.Scalar.init).map { Array(String($0).utf8) } ?? []
    }
  }

  /// Appends text, escaped for elements and attributes; characters that XML does not allow become U+FFFD.
  static func append(_ text: String, to bytes: inout [UInt8]) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": bytes += "&lt;".utf8
      case ">": bytes += "&gt;".utf8
      case "&": bytes += "&amp;".utf8
      case "\"": bytes += "&quot;".utf8
      case "\n": bytes += "&#10;".utf8
      case "\r": bytes += "&#13;".utf8
      case "\t": bytes += "&#9;".utf8
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: bytes += "\u{FFFD}".utf8
      default: bytes += String(scalar).utf8
      }
    }
  }
}

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
