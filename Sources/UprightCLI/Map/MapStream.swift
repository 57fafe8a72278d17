// Many lines, in blocks that end anywhere: each is answered by one line, in order, and memory stays bounded.

import Upright
import UprightBatch
import UprightFiles

/// Lines that come in, and their answers.
struct MapStream {
  private let map: SpaceMap
  /// What lines are called in complaints.
  private let unit: String
  private(set) var answers: MapOutputWriter
  /// What was wrong, a sentence each.
  private(set) var complaints: [String] = []
  /// What was wrong with the first line that had no answer.
  private(set) var firstFailure: UprightError?
  private var count = 0
  /// A line whose end has not come yet.
  private var pending: [UInt8] = []
  /// Whether the line that is coming was refused already.
  private var isSkipping = false

  /// `labelsOf` a picture: each place is answered in the numbers of all label formats.
  init(_ map: SpaceMap, json: Bool, unit: String = "line", labelsOf picture: SpaceMap.MappedImage? = nil) {
    (self.map, self.unit) = (map, unit)
    answers = MapOutputWriter(json: json, labelsOf: picture)
  }

  /// Takes in the next bytes.
  mutating func take(_ block: [UInt8]) {
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

  /// Nothing more comes: what is there is a line, though its end is missing.
  mutating func finish() {
    guard !pending.isEmpty || isSkipping else { return }
    pending.append(MapInputScanner.lineFeed)
    endLine()
  }

  /// Takes the answers and complaints away.
  mutating func clear() {
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

  /// Answers whole lines.
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
