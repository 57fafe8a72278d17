// The route that moves whole blocks of DCT coefficients: no pixels are decoded and nothing is lost (ITU T.81, A.3.3).
// The edges that must be on block boundaries for that (A.2.4: only the right and bottom have partial blocks), and the
// memory that it takes (Sources/UprightJPEG/Design.md#lossless-transforms).

internal import UprightMetadata

enum TransformRoute {
  static func decide(_ request: PlanRequest, _ planner: Planner) -> RouteDecision {
    if let rejection = rejection(request, planner) { return rejection }
    guard let frame = request.probe.jpeg else { return .declined(.noBlocks) }
    let aligned = Alignment(request, block: frame.blockSize)
    if let edges = aligned.misalignment, request.rendition.loss != .trim { return .declined(.partialBlocks(edges)) }
    guard let region = aligned.region else { return .declined(.noWholeBlock) }
    let (attachments, xmpImages): ([Plan.Carry.Attachment], [Plan.Carry.XMPImage])
    do throws(RouteReason) {
      attachments = try request.attachments(planner, shown: region)
      xmpImages = try request.xmpImages(planner, shown: region)
    } catch {
      return .declined(error)
    }
    let access = request.losslessAccess(to: region, planner)
    let transform = Plan.Transform(
      job: LosslessJob(region: region, orientation: request.total, readsOnlyRegion: access != nil),
      carry: request.carry(
        planner, keepsProfile: true, trimmedTo: region, attachments: attachments, xmpImages: xmpImages),
      keepsTrailer: request.keepsTrailer,
      trimmed: request.trimmed(to: region), hidden: request.hidden(behind: region, block: frame.blockSize),
      access: access)
    return .feasible(
      .transform(transform), remaining: .identity,
      peakBytes: transform.peakBytes(request.probe, frame: frame, planner.limits))
  }

  private static func rejection(_ request: PlanRequest, _ planner: Planner) -> RouteDecision? {
    if let rejection = request.pixelsRejection { return rejection }
    if request.format != request.probe.format {
      return .declined(.formatChanges(request.format))
    }
    guard planner.capabilities[request.format]?.transforms == true else {
      return .declined(.blocksNotMovable(request.format))
    }
    if request.isPadded { return .declined(.paddingNeedsPixels) }
    if request.reducesTones { return .declined(.tonesReduced(request.rendition.tones)) }
    if request.convertsColors { return .declined(.colorsNeedPixels) }
    if request.outputSize != request.natural { return .declined(.scalingNeedsPixels) }
    if let coding = request.probe.jpeg?.reasonCoefficientsAreClosed {
      return .declined(.coefficientsUnsupported(coding))
    }
    return planner.pixelLimitRejection(request)
  }
}

extension PlanRequest {
  /// Displayed columns and rows that edge blocks of `region` keep from the surrounding image.
  fileprivate func hidden(behind region: PixelRect<Stored>, block: PixelSize<Stored>) -> PixelSize<Displayed> {
    func rest(_ low: Int, _ high: Int, _ block: Int, _ size: Int) -> Int {
      low % block + min((high + block - 1) / block * block, size) - high
    }
    let size = probe.storedSize
    let across = rest(region.x, region.x + region.width, block.width, size.width)
    let down = rest(region.y, region.y + region.height, block.height, size.height)
    return total.swapsAxes ? PixelSize(width: down, height: across) : PixelSize(width: across, height: down)
  }
}

extension Plan.Transform {
  /// The peak memory of a run in addition to the source: all coefficients and the rows of blocks being reoriented. If
  /// not all coefficients may be in memory, a band of the result.
  func peakBytes(_ probe: Probe, frame: JPEGFrame, _ limits: Limits) -> Int {
    let swaps = job.orientation.swapsAxes
    let most = swaps ? frame.maxSampling.vertical : frame.maxSampling.horizontal
    let columns = frame.components.reduce(0) { sum, component in
      sum + carry.size.width * (swaps ? component.vertical : component.horizontal) / most
    }
    let besides = RunMemory.sum(
      probe.carriedByteCount, probe.probingByteCount, RunMemory.coding, carry.attachmentBytes(probe))
    let all = RunMemory.sum(
      frame.coefficientBytes(of: probe.storedSize), columns.multipliedSaturating(RunMemory.reorientBytesPerColumn),
      besides)
    guard all > limits.memoryBytes, frame.canBeReadInBands else { return all }
    return min(all, TransformMemory.banded.addingSaturating(besides))
  }
}

extension JPEGFrame {
  /// Why no library reads its coefficients; nil if one does.
  var reasonCoefficientsAreClosed: UnsupportedCoefficients? {
    switch process {
    case .lossless, .arithmeticLossless: .lossless
    case .hierarchical: .hierarchical
    case .baseline, .extended, .progressive, .arithmetic, .arithmeticProgressive:
      precision == 8 ? nil : .depth(precision)
    }
  }

  /// Whether a walk finds places to read its coefficients from, unless they are in several scans.
  fileprivate var canBeReadInBands: Bool {
    [.baseline, .extended].contains(process) && precision == 8 && [1, 3].contains(components.count)
  }

  /// Bytes of all its coefficients, with each component padded to whole blocks.
  func coefficientBytes(of size: PixelSize<Stored>) -> Int {
    let unit = maxSampling
    let across = (size.width + 8 * unit.horizontal - 1) / (8 * unit.horizontal)
    let down = (size.height + 8 * unit.vertical - 1) / (8 * unit.vertical)
    return components.reduce(0) { $0 + across * $1.horizontal * down * $1.vertical * 128 }
  }
}

/// How a JPEG's coefficients are held.
package enum TransformMemory {
  /// The bytes that all coefficients may take, at two for each, if they are read at once.
  package static let whole = 1 << 30
  /// The bytes that a band may take if nothing limits it further.
  private static let usualBand = 128 << 20
  /// The bytes for places in the file, and for parts of it and of the result.
  private static let besides = 48 << 20

  /// The bytes of memory that a band may take.
  package static func band(_ limits: Limits) -> Int { min(usualBand, max(0, limits.memoryBytes - besides)) }

  /// The memory of a transform in bands.
  static var banded: Int { usualBand + besides }
}

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
