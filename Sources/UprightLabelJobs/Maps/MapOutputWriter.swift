// Rectangles and points as output lines: JSON (RFC 8259), or numbers with commas.

import Upright
import UprightBatch

/// Collects lines.
package struct MapOutputWriter {
  /// Whether lines are JSON.
  package let json: Bool
  /// The lines so far.
  package private(set) var bytes: [UInt8] = []

  /// The image whose places are written in the coordinates of all label formats; nil to write places as they are.
  private let image: SpaceMap.MappedImage?

  package init(json: Bool, labelsOf image: SpaceMap.MappedImage? = nil) {
    (self.json, self.image) = (json, image)
  }

  /// Removes the collected lines.
  package mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  /// Writes one line.
  package mutating func write(_ place: MapOutput) {
    switch place {
    case .rect(let rect) where image != nil: labels(rect)
    case .point(let point) where image != nil: labels(Rect2D(x: point.x, y: point.y, width: 0, height: 0))
    case .rect(let rect): json ? object(rect) : list(rect)
    case .point(let point): json ? object(point) : list(point)
    case .nothing: text("null")
    case .blank: break
    }
    byte("\n")
  }

  /// Writes one line unchanged.
  package mutating func write(line: String) {
    text(line)
    byte("\n")
  }

  private mutating func labels(_ rect: Rect2D<Wanted>) {
    guard let image else { return }
    let seen = Rect2D<Displayed>(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
    let numbers = LabelNumbers(seen, of: image)
    text(json ? numbers.json : numbers.lines.joined(separator: "\n"))
  }

  private mutating func list(_ rect: Rect2D<Wanted>) {
    number(rect.x)
    byte(",")
    number(rect.y)
    byte(",")
    number(rect.width)
    byte(",")
    number(rect.height)
  }

  private mutating func list(_ point: Point2D<Wanted>) {
    number(point.x)
    byte(",")
    number(point.y)
  }

  private mutating func object(_ rect: Rect2D<Wanted>) {
    text("{\"x\":")
    number(rect.x)
    text(",\"y\":")
    number(rect.y)
    text(",\"width\":")
    number(rect.width)
    text(",\"height\":")
    number(rect.height)
    byte("}")
  }

  private mutating func object(_ point: Point2D<Wanted>) {
    text("{\"x\":")
    number(point.x)
    text(",\"y\":")
    number(point.y)
    byte("}")
  }

  private mutating func byte(_ scalar: Unicode.Scalar) { bytes.append(UInt8(ascii: scalar)) }

  private mutating func text(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func number(_ number: Double) { ShortestNumber.append(number, to: &bytes) }
}
