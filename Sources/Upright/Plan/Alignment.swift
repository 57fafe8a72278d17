// Which edges of a region have to lie on blocks so that coefficients can be moved (ITU T.81, A.2.4: partial blocks are padded at the right and the bottom only).

/// A stored region held against the grid of blocks.
///
/// A result's blocks start at its left and top. So the region's edge that becomes left (or top) must lie on a block:
/// the near edge on an axis that keeps its direction, the far edge on one that is reversed.
struct Alignment {
  /// Why the region cannot be moved as it is; nil where it can.
  let reason: String?
  /// The region, shrunk to where it can be moved; nil where nothing is left.
  let region: PixelRect<Stored>?

  init(_ request: PlanRequest, block: PixelSize<Stored>) {
    let region = request.storedRegion
    let reversed = request.total.reversesFromAxes
    let columns = Axis(start: region.x, end: region.maxX, block: block.width, isReversed: reversed.horizontal)
    let rows = Axis(start: region.y, end: region.maxY, block: block.height, isReversed: reversed.vertical)
    reason = Self.sentence(columns: columns, rows: rows)
    let kept = PixelRect<Stored>(
      x: columns.kept.lowerBound, y: rows.kept.lowerBound, width: columns.kept.count, height: rows.kept.count)
    self.region = kept.isEmpty ? nil : kept
  }

  private struct Axis {
    let edge: Int
    let block: Int
    let kept: Range<Int>

    init(start: Int, end: Int, block: Int, isReversed: Bool) {
      self.block = block
      edge = isReversed ? end : start
      let near = isReversed ? start : min(end, (start + block - 1) / block * block)
      let far = isReversed ? max(start, end / block * block) : end
      kept = near..<max(near, far)
    }

    var isAligned: Bool { edge % block == 0 }
  }

  private static func sentence(columns: Axis, rows: Axis) -> String? {
    switch (columns.isAligned, rows.isAligned) {
    case (true, true): nil
    case (false, true): "stored column \(columns.edge) is not on a block of \(columns.block)"
    case (true, false): "stored row \(rows.edge) is not on a block of \(rows.block)"
    case (false, false):
      "stored column \(columns.edge) and row \(rows.edge) are not on blocks of \(columns.block)x\(rows.block)"
    }
  }
}
