// Moves the edges of a region to block boundaries, so that its blocks can be copied (ITU T.81, A.2.4: partial blocks
// are only at the right and bottom).

internal import UprightMetadata

/// The block grid of a JPEG whose region is snapped.
struct BlockGrid {
  private let snapping: Rendition.BlockSnapping
  private let probe: Probe
  private let block: PixelSize<Stored>
  private let reversed: (horizontal: Bool, vertical: Bool)

  /// nil if the rendition does not snap, pads or scales its region, or changes the format, and for other formats.
  init?(_ rendition: Rendition, _ probe: Probe) {
    guard let snapping = rendition.blockSnapping, snapping != .fail, let block = probe.jpeg?.blockSize,
      rendition.region != .full, rendition.size == .full, rendition.format ?? probe.format == .jpeg
    else { return nil }
    if case .pad = rendition.overflow { return nil }
    (self.snapping, self.probe, self.block) = (snapping, probe, block)
    reversed = probe.orientation.then(rendition.rotation).reversesFromAxes
  }

  /// The region with its edges on block boundaries or on those of the image.
  ///
  /// - Throws: `.unanswerable` if no whole block is inside.
  func snapped(_ region: PixelRect<Displayed>) throws(UprightError) -> PixelRect<Displayed> {
    let (size, stored) = (probe.storedSize, region.applying(probe.orientation.inverse, in: probe.displayedSize))
    let columns = snapped(stored.x..<stored.maxX, block.width, size.width, reversed.horizontal)
    let rows = snapped(stored.y..<stored.maxY, block.height, size.height, reversed.vertical)
    guard !columns.isEmpty, !rows.isEmpty else {
      throw .unanswerable(
        field: "region", reason: "\(region) contains no whole block of \(block.width)x\(block.height) pixels")
    }
    let snapped = PixelRect<Stored>(
      x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    return snapped.applying(probe.orientation, in: size)
  }

  private func snapped(_ edges: Range<Int>, _ block: Int, _ size: Int, _ isReversed: Bool) -> Range<Int> {
    let (low, high) = (edges.lowerBound, edges.upperBound)
    switch snapping {
    case .fail: return edges
    case .outward: return low / block * block..<min(size, (high + block - 1) / block * block)
    case .inward:
      let start = (low + block - 1) / block * block
      return start..<max(start, high == size && !isReversed ? size : high / block * block)
    }
  }
}
