// Sequential JPEGs with coefficients and codes written by hand, however unusual (ITU T.81, B.2, F.1.2).

@testable import UprightSamples

/// A gray or full-sampled image by its coefficients.
struct CraftedJPEG {
  /// Codes for differences (0…15) and for runs of zeros with categories.
  struct Codes {
    let dc, ac: JPEGTables.Huffman

    /// Tables K.3 and K.5.
    static let standard = Codes(dc: .lumaDC, ac: .lumaAC)
    /// Codes of five bits for every difference, of eight and nine for every run and category.
    static let wide = Codes(
      dc: JPEGTables.Huffman(counts: [0, 0, 0, 0, 16] + [UInt8](repeating: 0, count: 11), values: Array(0...15)),
      ac: JPEGTables.Huffman(
        counts: [0, 0, 0, 0, 0, 0, 0, 128, 128] + [UInt8](repeating: 0, count: 7), values: Array(0...255)))
  }

  /// Blocks across and down.
  let columns, rows: Int
  /// For each component the blocks row by row, each with its coefficients in zigzag order, without trailing zeros.
  let components: [[[Int]]]
  /// The components of each scan, and their codes, which are written before it.
  let scans: [(components: [Int], codes: Codes)]
  /// Blocks between restart markers; 0 for none.
  var restartInterval = 0

  init(columns: Int, rows: Int, components: [[[Int]]], scans: [(components: [Int], codes: Codes)]) {
    (self.columns, self.rows, self.components, self.scans) = (columns, rows, components, scans)
  }

  /// A gray image in one scan.
  init(columns: Int, rows: Int, gray blocks: [[Int]], codes: Codes) {
    self.init(columns: columns, rows: rows, components: [blocks], scans: [([0], codes)])
  }

  var size: (width: Int, height: Int) { (8 * columns, 8 * rows) }

  var bytes: [UInt8] {
    let order = TinyTIFF.ByteOrder.big
    var result: [UInt8] = [0xFF, 0xD8] + TinySegment(0xDB, [0] + [UInt8](repeating: 1, count: 64)).bytes
    let shape = order.bytes(size.height, width: 2) + order.bytes(size.width, width: 2)
    let listed = components.indices.flatMap { index -> [UInt8] in [UInt8(index + 1), 0x11, 0] }
    result += TinySegment(0xC1, [8] + shape + [UInt8(components.count)] + listed).bytes
    if restartInterval > 0 { result += TinySegment(0xDD, order.bytes(restartInterval, width: 2)).bytes }
    for scan in scans {
      let tables = [(0x00, scan.codes.dc), (0x10, scan.codes.ac)] as [(UInt8, JPEGTables.Huffman)]
      result += TinySegment(0xC4, tables.flatMap { [$0] + $1.counts + $1.values }).bytes
      let listed = scan.components.flatMap { index -> [UInt8] in [UInt8(index + 1), 0] }
      result += TinySegment(0xDA, [UInt8(scan.components.count)] + listed + [0, 63, 0]).bytes
      result += coded(scan.components, scan.codes)
    }
    return result + [0xFF, 0xD9]
  }

  private func coded(_ chosen: [Int], _ codes: Codes) -> [UInt8] {
    let (dc, ac) = (codes.dc.codes, codes.ac.codes)
    var output = EntropyBits()
    var last = [Int](repeating: 0, count: components.count)
    for block in 0..<columns * rows {
      if restartInterval > 0, block > 0, block % restartInterval == 0 {
        output.restart(number: block / restartInterval - 1)
        last = last.map { _ in 0 }
      }
      for component in chosen {
        let values = components[component][block]
        Self.put(values[0] - last[component], 0, dc, to: &output)
        last[component] = values[0]
        var zeros = 0
        for value in values.dropFirst() {
          guard value != 0 else {
            zeros += 1
            continue
          }
          while zeros > 15 {
            output.put(ac[0xF0].bits, count: ac[0xF0].count)
            zeros -= 16
          }
          Self.put(value, zeros, ac, to: &output)
          zeros = 0
        }
        if values.count < 64 || zeros > 0 { output.put(ac[0].bits, count: ac[0].count) }
      }
    }
    output.flush()
    return output.bytes
  }

  private static func put(_ value: Int, _ zeros: Int, _ codes: JPEGTables.Codes, to output: inout EntropyBits) {
    let code = codes[zeros << 4 | EntropyBits.category(value)]
    precondition(code.count > 0, "the table has no code for \(value) after \(zeros) zeros")
    output.put(code.bits, count: code.count)
    output.put(magnitude: value)
  }
}
