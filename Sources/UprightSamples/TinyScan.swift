// Entropy-coded data of one baseline scan (ITU T.81, A.3.3 the transform; F.1.2 the codes; E.1.4 restarts).

internal import UprightGeometry

/// Encodes components to the bytes between a scan header and the next marker.
struct TinyScan {
  private let tables: [[UInt8]]
  private let codes: [(dc: JPEGTables.Codes, ac: JPEGTables.Codes)] = [
    (JPEGTables.Huffman.lumaDC.codes, JPEGTables.Huffman.lumaAC.codes),
    (JPEGTables.Huffman.chromaDC.codes, JPEGTables.Huffman.chromaAC.codes),
  ]
  private var output = EntropyBits()
  private var lastDC: [Int]
  private var values = Array(repeating: 0.0, count: 64)

  private init(tables: [[UInt8]], componentCount: Int) {
    self.tables = tables
    lastDC = Array(repeating: 0, count: componentCount)
  }

  /// One scan of all `planes`, with quantization tables in natural order.
  static func bytes(of planes: [TinyPlane], tables: [[UInt8]], restartInterval: Int) -> [UInt8] {
    var scan = TinyScan(tables: tables, componentCount: planes.count)
    guard let first = planes.first else { return [] }
    let across = (first.width + 8 * first.horizontal - 1) / (8 * first.horizontal)
    let down = (first.height + 8 * first.vertical - 1) / (8 * first.vertical)
    for unit in 0..<across * down {
      if restartInterval > 0, unit > 0, unit % restartInterval == 0 { scan.restart(number: unit / restartInterval - 1) }
      for (index, plane) in planes.enumerated() {
        scan.codeUnit(of: plane, index: index, column: unit % across, row: unit / across)
      }
    }
    scan.output.flush()
    return scan.output.bytes
  }

  private mutating func codeUnit(of plane: TinyPlane, index: Int, column: Int, row: Int) {
    for y in 0..<plane.vertical {
      for x in 0..<plane.horizontal {
        let isFlat = plane.block(column: column * plane.horizontal + x, row: row * plane.vertical + y, into: &values)
        code(isFlat: isFlat, index: index, table: plane.table)
      }
    }
  }

  private mutating func code(isFlat: Bool, index: Int, table: Int) {
    let divisors = tables[table]
    guard !isFlat else {
      codeDC(quantized(values[0] * 8, by: divisors[0]), index: index, table: table)
      return put(codes[table].ac[0x00])
    }
    TinyTransform.forward(&values)
    codeDC(quantized(values[0], by: divisors[0]), index: index, table: table)
    var zeros = 0
    for place in JPEGQuantization.zigzag.dropFirst() {
      let value = quantized(values[place], by: divisors[place])
      guard value != 0 else {
        zeros += 1
        continue
      }
      while zeros > 15 {
        put(codes[table].ac[0xF0])
        zeros -= 16
      }
      put(codes[table].ac[zeros << 4 | EntropyBits.category(value)])
      output.put(magnitude: value)
      zeros = 0
    }
    if zeros > 0 { put(codes[table].ac[0x00]) }
  }

  private mutating func codeDC(_ value: Int, index: Int, table: Int) {
    let difference = value - lastDC[index]
    lastDC[index] = value
    put(codes[table].dc[EntropyBits.category(difference)])
    output.put(magnitude: difference)
  }

  /// Clamped to ten bits of magnitude; a black block's mean of -1024 becomes -1023, which is also black.
  private func quantized(_ value: Double, by divisor: UInt8) -> Int {
    max(-1023, min(1023, Int((value / Double(divisor)).rounded())))
  }

  private mutating func put(_ code: (bits: Int, count: Int)) { output.put(code.bits, count: code.count) }

  private mutating func restart(number: Int) {
    output.restart(number: number)
    for index in lastDC.indices { lastDC[index] = 0 }
  }
}
