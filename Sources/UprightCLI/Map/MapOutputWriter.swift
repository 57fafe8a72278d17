// Lines of rectangles and points as they are printed: JSON (RFC 8259), or plain numbers with commas.

import Upright
import UprightBatch

/// Collects lines.
struct MapOutputWriter {
  /// Whether lines are JSON.
  let json: Bool
  /// The lines so far.
  private(set) var bytes: [UInt8] = []

  /// The picture of which places are said in the numbers of all label formats; nil where they are said as they are.
  private let picture: SpaceMap.MappedImage?

  init(json: Bool, labelsOf picture: SpaceMap.MappedImage? = nil) { (self.json, self.picture) = (json, picture) }

  /// Takes the lines away.
  mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  /// One line.
  mutating func write(_ place: MapOutput) {
    switch place {
    case .rect(let rect) where picture != nil: labels(rect)
    case .point(let point) where picture != nil: labels(Rect2D(x: point.x, y: point.y, width: 0, height: 0))
    case .rect(let rect): json ? object(rect) : list(rect)
    case .point(let point): json ? object(point) : list(point)
    case .nothing: text("null")
    case .blank: break
    }
    byte("\n")
  }

  /// One line as it is.
  mutating func write(line: String) {
    text(line)
    byte("\n")
  }

  private mutating func labels(_ rect: Rect2D<Wanted>) {
    guard let picture else { return }
    let seen = Rect2D<Displayed>(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
    let numbers = LabelNumbers(seen, of: picture)
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

  /// The shortest digits that read back as the same double; whole numbers without a point, and no zero with a sign.
  mutating func number(_ number: Double) {
    guard number.magnitude < 0x1p54, case let whole = Int(number), Double(whole) == number else {
      return text(number.description)
    }
    if whole < 0 { byte("-") }
    digits(whole.magnitude)
  }

  private mutating func digits(_ number: UInt) {
    if number >= 10 { digits(number / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
