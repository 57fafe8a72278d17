// A reader of sequential JPEGs down to their coefficients, and the DCT's symmetries on them: a reference that shares
// nothing with libjpeg (ITU T.81, F.2.2 the codes, A.2.3 the order of blocks, E.2.4 restarts, A.3.3 the transform).

import Upright

@testable import UprightSamples

/// The quantized coefficients of an image.
struct Coefficients: Equatable {
  /// One component's blocks, in natural order inside, without those that only pad the last unit.
  struct Plane: Equatable {
    var columns, rows: Int
    var blocks: [[Int]]
    /// Sampling factors.
    var across, down: Int
  }

  var size: PixelSize<Stored>
  var planes: [Plane]

  enum Fault: Error { case noFrame, badCode, badSymbol, missingRestart, missingTable, tooEarlyAnEnd }
}

extension Coefficients {
  /// The image's transformed coefficients: positions by the corner rule, signs by the cosines.
  func turned(_ orientation: Orientation<Stored, Displayed>) -> Coefficients {
    let reversed = orientation.reversesFromAxes
    let swaps = orientation.swapsAxes
    let shape = orientation.applied(to: size)
    var result = Coefficients(size: PixelSize(width: shape.width, height: shape.height), planes: [])
    for plane in planes {
      var turned = plane
      if swaps {
        (turned.columns, turned.rows, turned.across, turned.down) = (
          plane.rows, plane.columns, plane.down, plane.across
        )
      }
      for row in 0..<turned.rows {
        for column in 0..<turned.columns {
          let (along, down) = swaps ? (row, column) : (column, row)
          let x = reversed.horizontal ? plane.columns - 1 - along : along
          let y = reversed.vertical ? plane.rows - 1 - down : down
          let block = plane.blocks[y * plane.columns + x]
          turned.blocks[row * turned.columns + column] = (0..<64).map { place in
            let (v, u) = swaps ? (place % 8, place / 8) : (place / 8, place % 8)
            let odd = (reversed.horizontal && u % 2 == 1) != (reversed.vertical && v % 2 == 1)
            return odd ? -block[v * 8 + u] : block[v * 8 + u]
          }
        }
      }
      result.planes.append(turned)
    }
    return result
  }
}

extension Coefficients {
  /// The coefficients of a sequential Huffman-coded file, in any number of scans.
  init(_ jpeg: [UInt8]) throws(Fault) {
    guard let frame = Frame(jpeg), let header = Marker.all(of: jpeg).first(where: \.isFrame), frame.process < 0xC2
    else { throw .noFrame }
    size = frame.size
    let most = (across: frame.factors.map(\.across).max() ?? 1, down: frame.factors.map(\.down).max() ?? 1)
    let alone = frame.factors.count == 1
    planes = frame.factors.map { factor in
      let (h, v) = alone ? (1, 1) : factor
      let unit = alone ? (1, 1) : most
      let columns = (frame.size.width * h + 8 * unit.0 - 1) / (8 * unit.0)
      let rows = (frame.size.height * v + 8 * unit.1 - 1) / (8 * unit.1)
      return Plane(
        columns: columns, rows: rows,
        blocks: [[Int]](repeating: [Int](repeating: 0, count: 64), count: columns * rows), across: h, down: v)
    }
    let identifiers = (0..<planes.count).map { header.payload[6 + 3 * $0] }
    var tables: [UInt8: HuffmanTable] = [:]
    var restartInterval = 0
    var index = 2
    while index + 4 <= jpeg.count, jpeg[index] == 0xFF, jpeg[index + 1] != 0xD9 {
      let end = index + 2 + (Int(jpeg[index + 2]) << 8 | Int(jpeg[index + 3]))
      guard end <= jpeg.count else { throw .tooEarlyAnEnd }
      let payload = Array(jpeg[index + 4..<end])
      switch jpeg[index + 1] {
      case 0xC4: HuffmanTable.read(payload, into: &tables)
      case 0xDD: restartInterval = Int(payload[0]) << 8 | Int(payload[1])
      case 0xDA:
        var scan = ScanReader(bytes: jpeg, index: end, restartInterval: restartInterval)
        for entry in 0..<Int(payload[0]) {
          let (name, pair) = (payload[1 + 2 * entry], payload[2 + 2 * entry])
          guard let plane = identifiers.firstIndex(of: name), let dc = tables[pair >> 4],
            let ac = tables[0x10 | pair & 15]
          else { throw .missingTable }
          scan.parts.append((plane, dc, ac))
        }
        try scan.read(into: &self, most: most)
        index = scan.index
        continue
      default: break
      }
      index = end
    }
  }
}

/// Codes by length, as DHT lists them.
private struct HuffmanTable {
  var symbols: [Int: UInt8] = [:]

  static func read(_ payload: [UInt8], into tables: inout [UInt8: HuffmanTable]) {
    var at = 0
    while at + 17 <= payload.count {
      var table = HuffmanTable()
      var (code, next) = (0, at + 17)
      for length in 1...16 {
        for _ in 0..<payload[at + length] where next < payload.count {
          table.symbols[length << 16 | code] = payload[next]
          (code, next) = (code + 1, next + 1)
        }
        code <<= 1
      }
      tables[payload[at]] = table
      at = next
    }
  }
}

/// One scan's bits.
private struct ScanReader {
  let bytes: [UInt8]
  var index: Int
  let restartInterval: Int
  var parts: [(plane: Int, dc: HuffmanTable, ac: HuffmanTable)] = []
  private var held = 0
  private var heldCount = 0
  private var last: [Int: Int] = [:]

  init(bytes: [UInt8], index: Int, restartInterval: Int) {
    (self.bytes, self.index, self.restartInterval) = (bytes, index, restartInterval)
  }

  mutating func read(into image: inout Coefficients, most: (across: Int, down: Int)) throws(Coefficients.Fault) {
    let single = parts.count == 1 ? image.planes[parts[0].plane] : nil
    let columns = single?.columns ?? (image.size.width + 8 * most.across - 1) / (8 * most.across)
    let rows = single?.rows ?? (image.size.height + 8 * most.down - 1) / (8 * most.down)
    for unit in 0..<columns * rows {
      if restartInterval > 0, unit > 0, unit % restartInterval == 0 { try restart(unit / restartInterval - 1) }
      for part in parts {
        let plane = image.planes[part.plane]
        let (wide, high) = single == nil ? (plane.across, plane.down) : (1, 1)
        for inner in 0..<wide * high {
          let x = unit % columns * wide + inner % wide
          let y = unit / columns * high + inner / wide
          let block = try self.block(part)
          if x < plane.columns, y < plane.rows { image.planes[part.plane].blocks[y * plane.columns + x] = block }
        }
      }
    }
  }

  private mutating func block(
    _ part: (plane: Int, dc: HuffmanTable, ac: HuffmanTable)
  ) throws(Coefficients.Fault) -> [Int] {
    var values = [Int](repeating: 0, count: 64)
    let difference = try magnitude(Int(symbol(part.dc)))
    last[part.plane, default: 0] += difference
    values[0] = last[part.plane, default: 0]
    var place = 1
    while place < 64 {
      let code = try symbol(part.ac)
      if code == 0 { break }
      place += Int(code >> 4)
      guard place < 64, code & 15 > 0 || code == 0xF0 else { throw .badSymbol }
      values[JPEGQuantization.zigzag[place]] = try magnitude(Int(code & 15))
      place += 1
    }
    return values
  }

  private mutating func bit() throws(Coefficients.Fault) -> Int {
    if heldCount == 0 {
      guard index < bytes.count else { throw .tooEarlyAnEnd }
      held = Int(bytes[index])
      heldCount = 8
      index += 1
      if held == 0xFF {
        guard index < bytes.count, bytes[index] == 0 else { throw .tooEarlyAnEnd }
        index += 1
      }
    }
    heldCount -= 1
    return held >> heldCount & 1
  }

  private mutating func symbol(_ table: HuffmanTable) throws(Coefficients.Fault) -> UInt8 {
    var code = 0
    for length in 1...16 {
      code = code << 1 | (try bit())
      if let symbol = table.symbols[length << 16 | code] { return symbol }
    }
    throw .badCode
  }

  private mutating func magnitude(_ size: Int) throws(Coefficients.Fault) -> Int {
    var value = 0
    for _ in 0..<size { value = value << 1 | (try bit()) }
    return size > 0 && value >> (size - 1) == 0 ? value - (1 << size) + 1 : value
  }

  private mutating func restart(_ number: Int) throws(Coefficients.Fault) {
    heldCount = 0
    guard index + 1 < bytes.count, bytes[index] == 0xFF, bytes[index + 1] == 0xD0 + UInt8(number % 8) else {
      throw .missingRestart
    }
    index += 2
    last = [:]
  }
}
