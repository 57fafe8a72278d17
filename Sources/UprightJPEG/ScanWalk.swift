// One walk through a whole scan: its damage, its checkpoints, its DC coefficients.

internal import UprightGeometry
package import UprightMetadata

/// What a walk gathered.
package struct ScanWalk: Sendable {
  /// A checkpoint every `interval` units, if requested.
  package let checkpoints: [Checkpoint]
  /// The DC coefficient of each block in scan order, as 16 bits, if requested.
  package let dcValues: [Int16]
  /// Whether whole bytes of data belong to no unit, of which libjpeg may warn.
  package let hasExtraneousBytes: Bool
  /// Where the data of the scan ends in the file.
  package let dataEnd: Int

  /// Walks a scan of `bytes` from its first unit to the end marker.
  ///
  /// - Parameters:
  ///   - interval: units between checkpoints; 0 for none.
  ///   - keepsDC: whether the first coefficients are kept.
  /// - Throws: `ScanFault` for damage.
  package init(_ header: ScanHeader, of bytes: [UInt8], interval: Int = 0, keepsDC: Bool = false) throws(ScanFault) {
    try self.init(header, UnitTables(header), of: bytes, interval: interval, keepsDC: keepsDC)
  }

  init(
    _ header: ScanHeader, _ tables: UnitTables, of bytes: [UInt8], interval: Int = 0, keepsDC: Bool = false
  ) throws(ScanFault) {
    var walker = UnitWalker(EntropyReader(at: header.dataStart), restartInterval: header.restartInterval)
    var sink = WalkSink(interval: interval, keepsDC: keepsDC)
    let count = header.unitCount
    // Each block takes two bits or more.
    if keepsDC { sink.dc.values.reserveCapacity(min(count * header.blocksPerUnit, 4 * bytes.count)) }
    try walker.walk(to: count, bytes.span, tables, into: &sink)
    let end = try ScanEnd(after: walker, in: bytes)
    self.init(checkpoints: sink.places.places, dcValues: sink.dc.values, end: end)
  }

  init(checkpoints: [Checkpoint], dcValues: [Int16], end: ScanEnd) {
    self.checkpoints = checkpoints
    self.dcValues = dcValues
    hasExtraneousBytes = end.hasExtraneousBytes
    dataEnd = end.dataEnd
  }
}

// A walk of a file that is read a part at a time.
extension ScanWalk {
  /// What `ScanWalk(_:of:interval:keepsDC:)` gives, with no more than about a megabyte of the file in memory.
  ///
  /// - Throws: `ScanFault` for damage, `.unreadable`.
  package init(
    _ header: ScanHeader, reading source: some ByteSource, interval: Int = 0, keepsDC: Bool = false,
    threads: WalkThreads = .one
  ) throws(ScanFault) {
    try self.init(
      header, UnitTables(header), reading: source, interval: interval, keepsDC: keepsDC, threads: threads)
  }

  /// `window` is the number of bytes to read at once; more are read only if a few units need them.
  init(
    _ header: ScanHeader, _ tables: UnitTables, reading source: some ByteSource, interval: Int = 0,
    keepsDC: Bool = false, window: Int? = nil, threads: WalkThreads = .one
  ) throws(ScanFault) {
    let window = window ?? (threads == .one ? 1 << 20 : 1 << 19)
    var walk = WindowedWalk(source, header, tables, window: window, threads: threads)
    var sink = WalkSink(interval: interval, keepsDC: keepsDC)
    let count = header.unitCount
    while try walk.step(to: count, into: &sink) {}
    self.init(checkpoints: sink.places.places, dcValues: sink.dc.values, end: try walk.end())
  }
}

// An image at 1/8 size from its DC coefficients, identical to libjpeg's decode at 1/8 (jidctred.c, jpeg_idct_1x1).

/// The first coefficient (DC) of each of a component's blocks, row by row.
package struct DCPlane: Hashable, Sendable {
  /// Blocks across and down, without padding blocks.
  package let columns, rows: Int
  /// Quantized, as 16 bits.
  package let values: [Int16]
  /// What they are multiplied by.
  package let divisor: UInt16

  /// One sample for each block, of 8 bits: what libjpeg makes of the block at 1/8.
  ///
  /// For a subsampled component, libjpeg decodes 2 or 4 samples per block at 1/8; this
  /// plane has one.
  package var samples: [UInt8] {
    let factor = Int(Int16(truncatingIfNeeded: divisor))
    return values.map { Self.limit((Int($0) * factor + 4) >> 3) }
  }

  /// The sample of a value around 0; far outside, values repeat as in libjpeg's table (jdmaster.c,
  /// prepare_range_limit_table).
  private static func limit(_ value: Int) -> UInt8 {
    let wrapped = value & 1_023
    return UInt8(clamping: (wrapped < 512 ? wrapped : wrapped - 1_024) + 128)
  }
}

extension DCPlane {
  /// The planes of a scan's components, from values in the order of the scan.
  static func planes(_ values: [Int16], _ header: ScanHeader) -> [DCPlane] {
    var first = 0
    let unit = header.blocksPerUnit
    return header.components.map { component in
      defer { first += header.blocks(of: component).across * header.blocks(of: component).down }
      return DCPlane(values, header, component, first: first, of: unit)
    }
  }

  private init(
    _ all: [Int16], _ header: ScanHeader, _ component: ScanHeader.Component, first: Int, of unit: Int
  ) {
    let (across, down) = header.blocks(of: component)
    let size = header.unitSize
    columns = (header.size.width * across + size.width - 1) / size.width
    rows = (header.size.height * down + size.height - 1) / size.height
    divisor = header.quantization[component.quantization]?.divisors[0] ?? 1
    var values = [Int16](repeating: 0, count: columns * rows)
    for row in 0..<rows {
      let line = row / down * header.unitsAcross * unit + first + row % down * across
      for column in 0..<columns {
        values[row * columns + column] = all[line + column / across * unit + column % across]
      }
    }
    self.values = values
  }
}

extension ScanWalk {
  /// The planes of the components, if the walk kept their values.
  package func planes(_ header: ScanHeader) -> [DCPlane] {
    dcValues.count == header.unitCount * header.blocksPerUnit ? DCPlane.planes(dcValues, header) : []
  }
}
