// Which edges of a region must be on block boundaries so that coefficients can be moved (ITU T.81, A.2.4: only the
// right and bottom have partial blocks).

/// A stored region compared with the block grid.
///
/// A result's blocks begin at its left and top. So the edge of the region that becomes left (or top) must be on a block
/// boundary. That is the near edge on an axis that keeps its direction, the far edge on a reversed one.
struct Alignment {
  /// The edges that prevent moving the region as it is; nil if none does.
  let misalignment: RouteReason.Misalignment?
  /// The region, shrunk until it can be moved; nil if nothing remains.
  let region: PixelRect<Stored>?

  init(_ request: PlanRequest, block: PixelSize<Stored>) {
    let region = request.storedRegion
    let reversed = request.total.reversesFromAxes
    let columns = Axis(start: region.x, end: region.maxX, block: block.width, isReversed: reversed.horizontal)
    let rows = Axis(start: region.y, end: region.maxY, block: block.height, isReversed: reversed.vertical)
    misalignment =
      columns.isAligned && rows.isAligned
      ? nil
      : RouteReason.Misalignment(
        column: columns.isAligned ? nil : columns.edge, row: rows.isAligned ? nil : rows.edge, block: block)
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
}
