// Many lines, in blocks with arbitrary boundaries: one output per line, in order, in bounded memory.

package import Upright
import UprightBatch
import UprightFiles

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

  /// With `labelsOf`, each place is written in the coordinates of all label formats for that image.
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
