// A sequential JPEG reoriented and cropped by whole blocks, without decoding samples: byte for byte what libjpeg writes
// (jctrans.c), as jpegtran does.

package import UprightGeometry
package import UprightMetadata

/// A result's headers from its quantization tables on, and its coded data.
package struct ScanReorientation {
  /// The offset in the source one past its end marker.
  package let imageEnd: Int
  private let header: ScanHeader
  private let order: BlockOrder
  private let restartInterval: Int
  private let tables: [Int]
  /// The tables of each component.
  private let codes: [(dc: HuffmanCodes, ac: HuffmanCodes)]
  private let blockCodes: BlockCodes
  private var writer = EntropyWriter()
  private let threads: WalkThreads
  private var parts: ReorientedParts
  /// The band that is being coded; nil at the end.
  private var coding: BlockCoding?
  /// The unit of the band that is coded next, and how many at once.
  private var unit = 0
  private let step: Int
  /// Another thread's units, which it codes while this one takes what it coded before.
  private var ahead: CodedAhead?

  /// Reads all coefficients of a scan, or finds where each band of the result begins and reads the first one.
  ///
  /// - Parameters:
  ///   - region: What is kept; it begins with a block where the reorientation begins.
  ///   - longest: The bytes of memory that all coefficients may take, at two for each, if they are read at once.
  ///     Packed, and with the coded data, they take no more than these. Otherwise the result is made in bands; with 0,
  ///     always.
  ///   - band: The bytes of memory that a band may take; nil if there may be no bands.
  ///   - index: The index of `source`, which is used for bands; nil for none.
  ///   - mostPixels: How many the source may have.
  /// - Throws: `.regionOutside`, `.tooLarge`, `.samplesUnusual` and `.cutTooLong` for what is left to libjpeg, and for
  ///   damage.
  package init(
    _ region: PixelRect<Stored>, as orientation: Orientation<Stored, Displayed>, of source: some ByteSource,
    threads: WalkThreads = .one, longest: Int = .max, band: Int? = nil,
    index: RegionIndex? = nil, mostPixels: Int = .max
  ) throws(ScanFault) {
    let header = try ScanHeader(of: source)
    guard let count = header.size.pixelCount, count <= mostPixels else { throw ScanFault(.tooLarge, at: 0) }
    guard header.invalidTables.isEmpty, let colors = ScanColors(header) else {
      throw ScanFault(.samplesUnusual, at: header.dataStart)
    }
    order = try BlockOrder(region, as: orientation, of: header)
    self.header = header
    self.threads = threads
    tables = colors == .luma ? [0, 1, 1] : header.components.map { _ in 0 }
    restartInterval = Self.restartInterval(header, order.unitsAcross)
    step = Self.step(order, restartInterval)
    let dense = 128 * header.blockCount
    if dense <= longest {
      let blocks = try ScanBlocks(header, of: source, threads: threads, longest: max(dense, 1 << 20))
      (imageEnd, parts) = (blocks.end.imageEnd, .whole(order, blocks.blocks))
    } else {
      guard let band else { throw ScanFault(.cutTooLong, at: header.dataStart) }
      let bands = try ReorientedBands.found(
        region, as: orientation, header, of: source, index: index, threads: threads, longest: band)
      (imageEnd, parts) = (bands.end.imageEnd, .bands(bands))
    }
    if StandardCodes.are(header) {
      codes = tables.map { (StandardCodes.differences[$0], StandardCodes.runs[$0]) }
    } else {
      codes = try Self.fitted(try parts.counts(restartInterval, tables, threads, step), tables, header)
    }
    blockCodes = BlockCodes(codes)
    coding = try parts.first(restartInterval)
  }

  /// The restart interval of the result: the same rows of units if the source has whole rows, otherwise as many units.
  private static func restartInterval(_ header: ScanHeader, _ unitsAcross: Int) -> Int {
    let interval = header.restartInterval
    guard interval > 0, interval % header.unitsAcross == 0 else { return interval }
    return min(interval / header.unitsAcross * unitsAcross, 65_535)
  }

  /// Units that are coded at once: whole restart intervals.
  private static func step(_ order: BlockOrder, _ interval: Int) -> Int {
    let step = min(max(1_024, order.unitCount / 64), 1 << 16)
    return interval > 0 ? (step + interval - 1) / interval * interval : step
  }

  /// The tables that make the result shortest.
  private static func fitted(
    _ counts: SymbolCounts, _ tables: [Int], _ header: ScanHeader
  ) throws(ScanFault) -> [(dc: HuffmanCodes, ac: HuffmanCodes)] {
    var codes: [(dc: HuffmanCodes, ac: HuffmanCodes)] = []
    for table in tables {
      guard let dc = HuffmanCodes.fitted(counts.counts(table).differences),
        let ac = HuffmanCodes.fitted(counts.counts(table).symbols)
      else { throw ScanFault(.samplesUnusual, at: header.dataStart) }
      codes.append((dc, ac))
    }
    return codes
  }

  /// From the first quantization table to the end of the scan header, in libjpeg's order (jcmarker.c).
  package var headers: [UInt8] {
    ScanReorientationHeader(header, order, tables, codes, restartInterval: restartInterval).bytes
  }

  /// The next part of the coded data, and of the end marker; nil after that.
  ///
  /// - Throws: For a band: `.indexMismatch` and `.unreadable` if the file changed, `.samplesUnusual`.
  package mutating func part() throws(ScanFault) -> [UInt8]? {
    guard coding != nil else { return nil }
    if let end = codeStep() {
      // The band is freed before the next one is read.
      (unit, coding) = (0, nil)
      coding = try parts.next(after: end, restartInterval)
    }
    return coding == nil ? writer.finish() + [0xFF, 0xD9] : writer.take()
  }

  /// Codes some units; the end of the band if they are its last.
  private mutating func codeStep() -> ReorientedParts.End? {
    guard let coding else { return nil }
    let first = unit..<end(after: unit, coding)
    let second = ahead ?? begin(after: first.upperBound, coding)
    ahead = nil
    coding.write(first, blockCodes, to: &writer)
    unit = first.upperBound
    if let second {
      let result = second.thread.result()
      unit = second.units.upperBound
      switch result {
      case .none: coding.write(second.units, blockCodes, to: &writer)
      case .ready(let rest), .awaited(let rest):
        ahead = begin(after: end(after: unit, coding), coding)
        if restartInterval > 0 { writer.align() }
        writer.append(rest)
      }
    }
    return unit == coding.unitCount ? ReorientedParts.End(coding) : nil
  }

  /// Lets another thread code the next units from `unit` on; nil if there are none, or no thread is free.
  private func begin(after unit: Int, _ coding: BlockCoding) -> CodedAhead? {
    let units = unit..<end(after: unit, coding)
    guard !units.isEmpty else { return nil }
    return SecondThread.begin(threads) { [blockCodes] in
      var writer = EntropyWriter()
      coding.write(units, blockCodes, to: &writer)
      return writer
    }.map { CodedAhead(units, $0) }
  }

  /// Where units from `unit` on that are coded at once end: with a restart interval, or with the band.
  private func end(after unit: Int, _ coding: BlockCoding) -> Int {
    let end = coding.firstUnit + unit + step
    let whole = restartInterval > 0 ? end / restartInterval * restartInterval : end
    return min(coding.unitCount, whole - coding.firstUnit)
  }
}

/// Units that another thread codes. It refers to all blocks, so it has ended when nobody wants its units any more.
private final class CodedAhead: Sendable {
  let units: Range<Int>
  let thread: SecondThread<EntropyWriter>

  init(_ units: Range<Int>, _ thread: SecondThread<EntropyWriter>) { (self.units, self.thread) = (units, thread) }

  deinit { _ = thread.result() }
}

/// What a result is made of: all blocks at once, or one band after another.
private enum ReorientedParts {
  case whole(BlockOrder, PackedBlocks)
  case bands(ReorientedBands, next: Int = 0)

  /// The end of a band: how many units there are up to it, and the first coefficients of the last blocks.
  struct End {
    let unitCount: Int
    let levels: SIMD4<Int16>

    init(_ coding: BlockCoding) {
      unitCount = coding.firstUnit + coding.unitCount
      levels = coding.last
    }
  }

  mutating func first(_ restartInterval: Int) throws(ScanFault) -> BlockCoding? {
    switch self {
    case .whole(let order, let blocks):
      return BlockCoding(order: order, blocks: blocks, restartInterval: restartInterval)
    case .bands(var bands, _):
      let (order, blocks) = try bands.read(0)
      self = .bands(bands, next: 1)
      return BlockCoding(order: order, blocks: blocks, restartInterval: restartInterval)
    }
  }

  /// The band after another one; nil after the last.
  mutating func next(after end: End, _ restartInterval: Int) throws(ScanFault) -> BlockCoding? {
    guard case .bands(var bands, let index) = self, index < bands.count else { return nil }
    let (order, blocks) = try bands.read(index)
    self = .bands(bands, next: index + 1)
    return BlockCoding(
      order: order, blocks: blocks, restartInterval: restartInterval, firstUnit: end.unitCount, before: end.levels)
  }

  /// How often each symbol is used.
  func counts(
    _ restartInterval: Int, _ tables: [Int], _ threads: WalkThreads, _ step: Int
  ) throws(ScanFault) -> SymbolCounts {
    var parts = self
    var counts = SymbolCounts(tables: tables)
    var end = try parts.first(restartInterval).map { Self.add($0, to: &counts, tables, threads, step) }
    while let last = end {
      end = try parts.next(after: last, restartInterval).map { Self.add($0, to: &counts, tables, threads, step) }
    }
    return counts
  }

  private static func add(
    _ coding: BlockCoding, to counts: inout SymbolCounts, _ tables: [Int], _ threads: WalkThreads, _ step: Int
  ) -> End {
    counts.add(Self.counts(coding, tables, threads, step))
    return End(coding)
  }

  private static func counts(
    _ coding: BlockCoding, _ tables: [Int], _ threads: WalkThreads, _ step: Int
  ) -> SymbolCounts {
    let count = coding.unitCount
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
    coding.count(units, into: &counts)
    return counts
  }
}

/// The headers of a reoriented scan.
private struct ScanReorientationHeader {
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
