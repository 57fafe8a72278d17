// Many lines of `map`: inputs in blocks with arbitrary boundaries, and one output per line, in order, in bounded
// memory.

package import Upright
import UprightBatch
import UprightFiles
import UprightLabels

/// Input lines and their outputs.
package struct MapStream {
  private let map: SpaceMap
  /// What error messages call a line.
  private let unit: String
  package private(set) var answers: MapOutputWriter
  /// Error messages, one sentence each.
  package private(set) var complaints: [String] = []
  /// The error of the first line without output.
  package private(set) var firstFailure: UprightError?
  private var count = 0
  /// An incomplete line at the end of a block.
  private var pending: [UInt8] = []
  /// Whether the incomplete line was already rejected.
  private var isSkipping = false

  /// A stream without lines yet. With `labelsOf`, each place is written in the coordinates of all label formats for
  /// that image.
  package init(_ map: SpaceMap, json: Bool, unit: String = "line", labelsOf image: SpaceMap.MappedImage? = nil) {
    (self.map, self.unit) = (map, unit)
    answers = MapOutputWriter(json: json, labelsOf: image)
  }

  /// Takes the next bytes.
  package mutating func take(_ block: [UInt8]) {
    guard let end = block.lastIndex(of: MapInputScanner.lineFeed) else { return keep(block[...]) }
    var rest = block[...end]
    if !pending.isEmpty || isSkipping, let first = rest.firstIndex(of: MapInputScanner.lineFeed) {
      keep(rest[...first])
      rest = rest[(first + 1)...]
      endLine()
    }
    if !rest.isEmpty { answer(Array(rest)) }
    keep(block[(end + 1)...])
  }

  /// Ends the input; remaining bytes are a line even without a line feed.
  package mutating func finish() {
    guard !pending.isEmpty || isSkipping else { return }
    pending.append(MapInputScanner.lineFeed)
    endLine()
  }

  /// Removes the outputs and error messages.
  package mutating func clear() {
    answers.clear()
    complaints.removeAll()
  }

  private mutating func keep(_ part: ArraySlice<UInt8>) {
    guard !isSkipping else { return }
    pending += part
    if pending.count > MapInputScanner.longestLine + 1 {
      isSkipping = true
      pending.removeAll()
    }
  }

  private mutating func endLine() {
    if isSkipping {
      isSkipping = false
      count += 1
      refuse(MapInputError(.tooLong))
    } else {
      answer(pending)
      pending.removeAll(keepingCapacity: true)
    }
  }

  /// Processes whole lines.
  private mutating func answer(_ lines: [UInt8]) {
    var scanner = MapInputScanner(lines, readsIIIF: map.from == .iiif)
    if count == 0 { scanner.skipByteOrderMark() }
    while !scanner.isAtEnd {
      count += 1
      do throws(MapInputError) {
        answers.write(try map(try scanner.line()))
      } catch {
        refuse(error)
      }
    }
  }

  private mutating func refuse(_ fault: MapInputError) {
    let error = fault.error(unit, count)
    firstFailure = firstFailure ?? error
    complaints.append(error.sentence)
    answers.write(line: answers.json ? JSONLine.object([.init("error", error.json(about: ""))]).line : "null")
  }
}

/// Collects rectangles and points as lines: JSON (RFC 8259), or numbers with commas.
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

/// A box in the coordinates of all label formats, for the stored and the displayed image (`map --labels`).
package struct LabelNumbers {
  private let spaces: [(space: String, size: [Int], notations: [(BoxConvention, BoxConvention.Notation?)])]

  /// The numbers for a rectangle of the displayed image.
  package init(_ box: Rect2D<Displayed>, of image: SpaceMap.MappedImage) {
    let size = image.orientation.applied(to: image.stored)
    let stored = box.applying(image.orientation.inverse, in: size)
    spaces = [
      ("stored", [image.stored.width, image.stored.height], Self.texts(stored, image.stored)),
      ("displayed", [size.width, size.height], Self.texts(box, size)),
    ]
  }

  private static func texts<S: Space>(
    _ box: Rect2D<S>, _ size: PixelSize<S>
  ) -> [(BoxConvention, BoxConvention.Notation?)] {
    BoxConvention.allCases.map { ($0, $0.notation(box, in: size)) }
  }

  /// One object on one line.
  package var json: String {
    JSONLine.object(
      spaces.map { space in
        let members = space.notations.map { convention, notation in
          JSONLine.Member(convention.rawValue, notation.map(Self.json) ?? .decimal("null"))
        }
        return JSONLine.Member(space.space, .object([.init("size", .list(space.size.map { .number($0) }))] + members))
      }
    ).line
  }

  private static func json(_ notation: BoxConvention.Notation) -> JSONLine {
    switch notation {
    case .numbers(let numbers): .list(numbers.map { .decimal($0) })
    case .text(let text): .text(text)
    }
  }

  /// A heading and a line per convention, for each space.
  package var lines: [String] {
    let widest = BoxConvention.allCases.map(\.rawValue.count).max() ?? 0
    return spaces.flatMap { space in
      ["\(space.space) \(space.size[0])x\(space.size[1])"]
        + space.notations.map { convention, notation in
          let name = convention.rawValue
          let gap = String(repeating: " ", count: widest + 2 - name.count)
          return "  \(name)\(gap)\(notation?.description ?? "null")"
        }
    }
  }
}
