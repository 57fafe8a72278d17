// Bands of a reoriented scan: rows of units of the result that are read and coded one after another, so that only the
// coefficients of one are in memory.

internal import UprightGeometry
internal import UprightMetadata

extension ScanStrips {
  /// The bytes of memory that reading strips of all rows may take.
  fileprivate func cost(_ strips: Range<Int>) throws(ScanFault) -> Int {
    var sum = 0
    for row in grid.rows { sum += try cost(strips, inRow: row) }
    return sum
  }
}

/// The bands of a result, from its first row of units on.
struct ReorientedBands {
  /// One band: strips of the scan in some of its rows, and the order of their blocks.
  private struct Band {
    let strips, rows: Range<Int>
    let order: BlockOrder
  }

  private let scan: ScanStrips
  private let bands: [Band]
  /// The lowest and the highest first coefficients of the bands so far.
  private var levels = LevelBounds()

  var count: Int { bands.count }
  var end: ScanEnd { scan.end }

  /// Strips are not divided further than into so many.
  private static var mostStrips: Int { 128 }

  /// Walks a scan once, unless there is an index, and divides the result.
  ///
  /// - Parameters:
  ///   - region: As for `BlockOrder`, which has accepted it.
  ///   - index: The index of `source`; nil for none.
  ///   - longest: The bytes of memory that a band may take.
  /// - Throws: `.cutTooLong` if there is too much data in a strip, `.extraneousData`, and for damage.
  init(
    _ region: PixelRect<Stored>, as orientation: Orientation<Stored, Displayed>, _ header: ScanHeader,
    of source: some ByteSource, index: RegionIndex? = nil, threads: WalkThreads, longest: Int
  ) throws(ScanFault) {
    let unit = header.unitSize
    let columns = region.x / unit.width..<(region.maxX + unit.width - 1) / unit.width
    let rows = region.y / unit.height..<(region.maxY + unit.height - 1) / unit.height
    let swaps = orientation.swapsAxes
    let width = swaps ? max(1, (columns.count + Self.mostStrips - 1) / Self.mostStrips) : columns.count
    let grid = StripGrid(
      rows: rows,
      columns: Array(stride(from: columns.lowerBound, to: columns.upperBound, by: width)) + [columns.upperBound],
      in: header)
    scan =
      if let index {
        try ScanStrips(grid, index, of: source, threads: threads)
      } else {
        try ScanStrips(grid, header, of: source, threads: threads)
      }
    let reversed = orientation.reversesFromAxes
    var bands: [Band] = []
    for part in try Self.parts(
      of: scan, swaps: swaps, isReversed: swaps ? reversed.horizontal : reversed.vertical, longest)
    {
      let (strips, rows) = swaps ? (part, grid.rows) : (grid.strips, part)
      let bandColumns = grid.columns[strips.lowerBound]..<grid.columns[strips.upperBound]
      let order = try Self.order(region, bandColumns, rows, orientation, header)
      bands.append(Band(strips: strips, rows: rows, order: order))
    }
    self.bands = bands
  }

  /// The bands by an index. By a walk if there is no index, or if reading strips from its checkpoints takes too much
  /// memory: those are up to an interval before a strip.
  ///
  /// - Throws: As `init`.
  static func found(
    _ region: PixelRect<Stored>, as orientation: Orientation<Stored, Displayed>, _ header: ScanHeader,
    of source: some ByteSource, index: RegionIndex?, threads: WalkThreads, longest: Int
  ) throws(ScanFault) -> ReorientedBands {
    if let index {
      do throws(ScanFault) {
        return try ReorientedBands(
          region, as: orientation, header, of: source, index: index, threads: threads, longest: longest)
      } catch {
        guard error.code == .cutTooLong else { throw error }
      }
    }
    return try ReorientedBands(region, as: orientation, header, of: source, threads: threads, longest: longest)
  }

  /// Strips, or rows, that may be in memory together, in the order of the result.
  private static func parts(
    of scan: ScanStrips, swaps: Bool, isReversed: Bool, _ longest: Int
  ) throws(ScanFault) -> [Range<Int>] {
    let (grid, limit) = (scan.grid, ScanFault(.cutTooLong, at: scan.header.dataStart))
    let all = swaps ? grid.strips : grid.rows
    var (parts, start, sum): ([Range<Int>], Int, Int) = ([], all.lowerBound, 0)
    for index in all {
      var cost = swaps ? try scan.cost(start..<index + 1) : try sum + scan.cost(grid.strips, inRow: index)
      if cost > longest, index > start {
        parts.append(start..<index)
        start = index
        cost = swaps ? try scan.cost(index..<index + 1) : try scan.cost(grid.strips, inRow: index)
      }
      guard cost <= longest else { throw limit }
      sum = cost
    }
    parts.append(start..<all.upperBound)
    return isReversed ? parts.reversed() : parts
  }

  /// The order of the blocks of a part of `region`, of which only the units are in memory.
  private static func order(
    _ region: PixelRect<Stored>, _ columns: Range<Int>, _ rows: Range<Int>,
    _ orientation: Orientation<Stored, Displayed>, _ header: ScanHeader
  ) throws(ScanFault) -> BlockOrder {
    let unit = header.unitSize
    var part = header
    part.size = PixelSize(width: columns.count * unit.width, height: rows.count * unit.height)
    let (left, top) = (columns.lowerBound * unit.width, rows.lowerBound * unit.height)
    let (x, y) = (max(region.x, left), max(region.y, top))
    let kept = PixelRect<Stored>(
      x: x - left, y: y - top, width: min(region.maxX, columns.upperBound * unit.width) - x,
      height: min(region.maxY, rows.upperBound * unit.height) - y)
    return try BlockOrder(kept, as: orientation, of: part)
  }

  /// Reads a band.
  ///
  /// - Throws: `.samplesUnusual` for coefficients that no image with 8 bits has; otherwise as `ScanStrips.blocks`.
  mutating func read(_ index: Int) throws(ScanFault) -> (order: BlockOrder, blocks: PackedBlocks) {
    let band = bands[index]
    let blocks = try scan.blocks(band.strips, band.rows)
    guard levels.add(blocks, scan.tables.slots.map(\.component)) else {
      throw ScanFault(.samplesUnusual, at: scan.header.dataStart)
    }
    return (band.order, blocks)
  }
}
