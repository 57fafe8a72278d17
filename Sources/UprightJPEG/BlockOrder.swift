// Which block of a scan each block of a reoriented one is, by the DCT's symmetries (ITU T.81, A.2.3 and A.3.3).

internal import UprightGeometry

/// The units and blocks of a result, as blocks of the scan that it is made of.
struct BlockOrder: Sendable {
  /// One component of the result.
  struct Component: Sendable {
    /// Blocks of a unit.
    let across, down: Int
    /// Blocks that are not only there to fill the last units.
    let width, height: Int
    /// Where the numbers of its columns and of its rows begin in `numbers`.
    let columns, rows: Int
  }

  let size: PixelSize<Displayed>
  let components: [Component]
  /// What a column and a row add up to is the number of a block in the scan.
  let numbers: [Int32]
  let unitsAcross, unitsDown: Int
  /// The place of each coefficient, in zigzag order.
  let places: [UInt8]
  /// What each coefficient is multiplied by, at its new place: 1 or -1.
  let signs: [Int16]
  /// For each place, the new one, and 256 more if the sign changes.
  let moves: [UInt16]
  /// Whether coefficients change their places.
  let isTransposed: Bool

  var unitCount: Int { unitsAcross * unitsDown }

  /// The blocks of `region`, reoriented.
  ///
  /// - Throws: `.regionOutside` for a region that is not in the image, or does not begin with a block as the
  ///   reorientation requires.
  init(
    _ region: PixelRect<Stored>, as orientation: Orientation<Stored, Displayed>, of header: ScanHeader
  ) throws(ScanFault) {
    let (swaps, reversed, unit) = (orientation.swapsAxes, orientation.reversesFromAxes, header.unitSize)
    let start = (
      x: reversed.horizontal ? region.maxX : region.x, y: reversed.vertical ? region.maxY : region.y
    )
    guard region.x >= 0, region.y >= 0, !region.isEmpty, region.maxX <= header.size.width,
      region.maxY <= header.size.height, start.x % unit.width == 0, start.y % unit.height == 0
    else { throw ScanFault(.regionOutside, at: 0) }
    size = orientation.applied(to: region.size)
    let unitSize = orientation.applied(to: unit)
    (unitsAcross, unitsDown) = (
      (size.width + unitSize.width - 1) / unitSize.width, (size.height + unitSize.height - 1) / unitSize.height
    )
    let (places, signs) = Self.symmetry(swaps, reversed)
    (isTransposed, self.places, self.signs) = (swaps, places, signs)
    moves = places.map { UInt16($0) | (signs[Int($0)] < 0 ? 256 : 0) }
    let most = (unit.width / 8, unit.height / 8)
    var (slot, numbers): (Int, [Int32]) = (0, [])
    components = header.components.map { component in
      let (across, down) = header.blocks(of: component)
      let axes = (
        Axis(
          first: start.x / unit.width * across, isReversed: reversed.horizontal,
          count: Self.blocks(region.width, across, most.0), perUnit: across, unit: header.blocksPerUnit, block: 1,
          offset: 0),
        Axis(
          first: start.y / unit.height * down, isReversed: reversed.vertical,
          count: Self.blocks(region.height, down, most.1), perUnit: down,
          unit: header.unitsAcross * header.blocksPerUnit, block: across, offset: slot)
      )
      slot += across * down
      let (columns, rows) = swaps ? (axes.1, axes.0) : axes
      let start = numbers.count
      numbers += columns.numbers + rows.numbers
      return Component(
        across: columns.perUnit, down: rows.perUnit, width: columns.count, height: rows.count, columns: start,
        rows: start + columns.count)
    }
    self.numbers = numbers
  }

  /// Blocks of a component in so many pixels.
  private static func blocks(_ pixels: Int, _ factor: Int, _ most: Int) -> Int {
    (pixels * factor + 8 * most - 1) / (8 * most)
  }

  /// The blocks of a component along one axis of the scan.
  private struct Axis {
    let first: Int
    let isReversed: Bool
    let count, perUnit, unit, block, offset: Int

    /// For each block of the result, what it adds to the number of a block of the scan.
    var numbers: [Int32] {
      (0..<count).map { index in
        let at = isReversed ? first - 1 - index : first + index
        return Int32(truncatingIfNeeded: at / perUnit * unit + at % perUnit * block + offset)
      }
    }
  }

  /// Where coefficients go, and their signs there.
  private static func symmetry(
    _ swaps: Bool, _ reversed: (horizontal: Bool, vertical: Bool)
  ) -> (places: [UInt8], signs: [Int16]) {
    let natural = JPEGQuantization.zigzag
    var (places, signs) = ([UInt8](repeating: 0, count: 64), [Int16](repeating: 1, count: 64))
    for (place, at) in natural.enumerated() {
      let (row, column) = (at / 8, at % 8)
      let isNegative = (reversed.vertical && row % 2 == 1) != (reversed.horizontal && column % 2 == 1)
      let target = swaps ? column * 8 + row : at
      let new = natural.firstIndex(of: target) ?? 0
      places[place] = UInt8(new)
      signs[new] = isNegative ? -1 : 1
    }
    return (places, signs)
  }
}
