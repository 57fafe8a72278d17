// The elements of an SVG, read back by Foundation's XML parser.

import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// All elements in the order of their starts.
struct ParsedSVG {
  struct Element {
    let name: String
    let attributes: [String: String]
    var text = ""

    subscript(_ name: String) -> String { attributes[name] ?? "" }
    func number(_ name: String) -> Double { Double(self[name]) ?? .nan }

    /// The left, top, right and bottom edge of a rectangle.
    var edges: [Double] {
      let (x, y) = (number("x"), number("y"))
      return [x, y, x + number("width"), y + number("height")]
    }

    /// The lines of a path, each as its points.
    var lines: [[SIMD2<Double>]] {
      self["d"].split(separator: "M").map { line in
        line.split(separator: "L").map { point in
          let numbers = point.split(whereSeparator: \.isWhitespace).map { Double($0) ?? .nan }
          return numbers.count == 2 ? SIMD2(numbers[0], numbers[1]) : SIMD2(.nan, .nan)
        }
      }
    }
  }

  struct Damage: Error {
    let line: Int
  }

  let elements: [Element]

  init(_ text: String) throws {
    let parser = XMLParser(data: Data(text.utf8))
    let collector = Collector()
    parser.delegate = collector
    guard parser.parse() else { throw Damage(line: parser.lineNumber) }
    elements = collector.elements
  }

  func named(_ name: String) -> [Element] { elements.filter { $0.name == name } }

  private final class Collector: NSObject, XMLParserDelegate {
    var elements: [Element] = []
    private var open: [Int] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      open.append(elements.count)
      elements.append(Element(name: name, attributes: attributes))
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
      open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      if let last = open.last { elements[last].text += text }
    }
  }
}
