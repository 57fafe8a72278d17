// A sequential JPEG reoriented and cropped by whole blocks, without decoding samples: byte for byte what libjpeg writes
// (jctrans.c), as jpegtran does.

package import UprightGeometry
package import UprightMetadata

/// A result's headers from its quantization tables on, and its coded data.
package struct ScanTurn: Sendable {
  /// The offset in the source one past its end marker.
  package let imageEnd: Int
  private let header: ScanHeader
  private let coding: BlockCoding
  private let tables: [Int]
  /// The tables of each component.
  private let codes: [(dc: HuffmanCodes, ac: HuffmanCodes)]
  private let blockCodes: BlockCodes
  private var sink: CodeSink
  private let threads: WalkThreads
  /// The unit that is coded next, and how many at once.
  private var unit = 0
  private let step: Int

  /// Reads all coefficients of a scan.
  ///
  /// - Parameters:
  ///   - region: What is kept; it begins with a block where the reorientation begins.
  ///   - longest: The bytes of memory that two for each coefficient may take. The coefficients and the coded data take
  ///     no more than these.
  ///   - pixels: How many pixels the source may have.
  /// - Throws: `.regionOutside`, `.tooLarge`, `.samplesUnusual` and `.cutTooLong` for what is left to libjpeg, and for
  ///   damage.
  package init(
    _ region: PixelRect<Stored>, as orientation: Orientation<Stored, Displayed>, of source: some ByteSource,
    threads: WalkThreads = .one, longest: Int = .max, pixels: ClosedRange<Int> = 0...Int.max
  ) throws(ScanFault) {
    let header = try ScanHeader(of: source)
    guard let count = header.size.pixelCount, pixels.contains(count) else { throw ScanFault(.tooLarge, at: 0) }
    guard header.invalidTables.isEmpty, let colors = ScanColors(header) else {
      throw ScanFault(.samplesUnusual, at: header.dataStart)
    }
    let order = try BlockOrder(region, as: orientation, of: header)
    let dense = 128 * header.blockCount
    guard dense <= longest else { throw ScanFault(.cutTooLong, at: header.dataStart) }
    let blocks = try ScanBlocks(header, of: source, threads: threads, longest: max(dense, 1 << 20))
    self.header = header
    self.threads = threads
    imageEnd = blocks.end.imageEnd
    tables = colors == .luma ? [0, 1, 1] : header.components.map { _ in 0 }
    coding = BlockCoding(
      order: order, blocks: blocks.store, restartInterval: Self.restartInterval(header, order.unitsAcross))
    step = Self.step(order, coding.restartInterval)
    codes = try Self.codes(header, coding, tables, threads, step)
    blockCodes = BlockCodes(codes)
    sink = CodeSink(blockCodes)
  }

  /// The restart interval of the result: the same rows of units if the source has whole rows, otherwise as many units.
  private static func restartInterval(_ header: ScanHeader, _ unitsAcross: Int) -> Int {
    let interval = header.restartInterval
    guard interval > 0, interval % header.unitsAcross == 0 else { return interval }
    return min(interval / header.unitsAcross * unitsAcross, 65_535)
  }

  /// Units that are coded at once: whole restart intervals.
  private static func step(_ order: BlockOrder, _ interval: Int) -> Int {
    let step = max(1_024, order.unitCount / 64)
    return interval > 0 ? (step + interval - 1) / interval * interval : step
  }

  /// The tables of the source if they are the standard's, otherwise those that make the result shortest.
  private static func codes(
    _ header: ScanHeader, _ coding: BlockCoding, _ tables: [Int], _ threads: WalkThreads, _ step: Int
  ) throws(ScanFault) -> [(dc: HuffmanCodes, ac: HuffmanCodes)] {
    if StandardCodes.are(header) {
      return tables.map { (StandardCodes.differences[$0], StandardCodes.runs[$0]) }
    }
    let counts = counts(coding, tables, threads, step)
    var codes: [(dc: HuffmanCodes, ac: HuffmanCodes)] = []
    for table in tables {
      guard let dc = HuffmanCodes.fitted(counts.differences[table]), let ac = HuffmanCodes.fitted(counts.symbols[table])
      else { throw ScanFault(.samplesUnusual, at: header.dataStart) }
      codes.append((dc, ac))
    }
    return codes
  }

  private static func counts(
    _ coding: BlockCoding, _ tables: [Int], _ threads: WalkThreads, _ step: Int
  ) -> SymbolCounts {
    let count = coding.order.unitCount
    let half = count / 2 / step * step
    let second = SecondThread.begin(threads) { Self.count(coding, half..<count, tables) }
    var counts = Self.count(coding, 0..<half, tables)
    switch second?.result() ?? .none {
    case .none: counts.add(Self.count(coding, half..<count, tables))
    case .ready(let rest), .awaited(let rest): counts.add(rest)
    }
    return counts
  }

  private static func count(_ coding: BlockCoding, _ units: Range<Int>, _ tables: [Int]) -> SymbolCounts {
    var counts = SymbolCounts(tables: tables)
    coding.code(units, into: &counts)
    return counts
  }

  /// From the first quantization table to the end of the scan header, in libjpeg's order (jcmarker.c).
  package var headers: [UInt8] {
    ScanTurnHeader(header, coding.order, tables, codes, restartInterval: coding.restartInterval).bytes
  }

  /// The next part of the coded data, and of the end marker; nil after that.
  package mutating func part() -> [UInt8]? {
    let count = coding.order.unitCount
    guard unit < count else { return nil }
    let first = unit..<min(count, unit + step)
    let later = first.upperBound..<min(count, first.upperBound + step)
    let second =
      later.isEmpty
      ? nil
      : SecondThread.begin(threads) { [coding, blockCodes] in
        var sink = CodeSink(blockCodes)
        coding.code(later, into: &sink)
        return sink.writer
      }
    coding.code(first, into: &sink)
    unit = first.upperBound
    if let second {
      switch second.result() {
      case .none: coding.code(later, into: &sink)
      case .ready(let writer), .awaited(let writer):
        if coding.restartInterval > 0 { sink.writer.align() }
        sink.writer.append(writer)
      }
      unit = later.upperBound
    }
    guard unit == count else { return sink.writer.take() }
    return sink.writer.finish() + [0xFF, 0xD9]
  }
}

/// The headers of a reoriented scan.
private struct ScanTurnHeader {
  private let header: ScanHeader
  private let order: BlockOrder
  private let tables: [Int]
  private let codes: [(dc: HuffmanCodes, ac: HuffmanCodes)]
  private let restartInterval: Int

  init(
    _ header: ScanHeader, _ order: BlockOrder, _ tables: [Int], _ codes: [(dc: HuffmanCodes, ac: HuffmanCodes)],
    restartInterval: Int
  ) {
    (self.header, self.order, self.tables, self.codes) = (header, order, tables, codes)
    self.restartInterval = restartInterval
  }

  var bytes: [UInt8] {
    let interval = restartInterval > 0 ? SmallHeader.segment(0xDD, SmallHeader.two(restartInterval)) : []
    return quantization + frame + huffman + interval + scan
  }

  /// Each table once, in the order of the components, transposed with the coefficients.
  private var quantization: [UInt8] {
    var (result, written): ([UInt8], Set<Int>) = ([], [])
    for component in header.components where written.insert(component.quantization).inserted {
      let divisors = divisors(component.quantization)
      let isWide = divisors.contains { $0 > 255 }
      let values = divisors.flatMap { isWide ? SmallHeader.two(Int($0)) : [UInt8(truncatingIfNeeded: $0)] }
      result += SmallHeader.segment(0xDB, [UInt8(component.quantization) | (isWide ? 0x10 : 0)] + values)
    }
    return result
  }

  private func divisors(_ table: Int) -> [UInt16] {
    let divisors = header.quantization[table]?.divisors ?? []
    guard order.isTransposed, divisors.count == 64 else { return divisors }
    var turned = divisors
    for (place, new) in order.places.enumerated() { turned[Int(new)] = divisors[place] }
    return turned
  }

  /// Baseline, unless a divisor takes two bytes.
  private var frame: [UInt8] {
    let isWide = header.components.contains { divisors($0.quantization).contains { $0 > 255 } }
    let listed = zip(header.components, order.components).flatMap { component, turned in
      [component.identifier, UInt8(turned.across << 4 | turned.down), UInt8(component.quantization)]
    }
    return SmallHeader.segment(
      isWide ? 0xC1 : 0xC0,
      [8] + SmallHeader.two(order.size.height) + SmallHeader.two(order.size.width)
        + [UInt8(header.components.count)] + listed)
  }

  private var huffman: [UInt8] {
    var (result, written): ([UInt8], Set<Int>) = ([], [])
    for (table, codes) in zip(tables, codes) where written.insert(table).inserted {
      result += SmallHeader.codes(UInt8(table), codes.dc) + SmallHeader.codes(0x10 | UInt8(table), codes.ac)
    }
    return result
  }

  private var scan: [UInt8] {
    let listed = zip(header.components, tables).flatMap { [$0.identifier, UInt8($1 << 4 | $1)] }
    return SmallHeader.segment(0xDA, [UInt8(header.components.count)] + listed + [0, 63, 0])
  }
}
