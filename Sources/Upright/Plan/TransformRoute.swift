// The route that moves whole blocks of DCT coefficients: nothing is decoded to pixels, nothing lost (ITU T.81, A.3.3).

internal import UprightMetadata

enum TransformRoute {
  static func answer(_ question: Question, _ planner: Planner) -> Answer {
    if let refusal = refusal(question, planner) { return refusal }
    guard let frame = question.probe.jpeg else { return .declined("format", "the source has no blocks") }
    let aligned = Alignment(question, block: frame.blockSize)
    if let reason = aligned.reason, question.rendition.loss != .trim { return .declined("loss", reason) }
    guard let region = aligned.region else { return .declined("region", "trimming leaves no block") }
    let attachments: [Plan.Carry.Attachment]
    do throws(UprightError) { attachments = try question.attachments(planner, shown: region) } catch {
      return .declined(error)
    }
    let transform = Plan.Transform(
      job: LosslessJob(region: region, orientation: question.total),
      carry: question.carry(planner, keepsProfile: true, trimmedTo: region, attachments: attachments),
      keepsTrailer: question.keepsTrailer,
      trimmed: question.trimmed(to: region), hidden: question.hidden(behind: region, block: frame.blockSize))
    return .feasible(
      .transform(transform), remaining: .identity, peakBytes: transform.peakBytes(question.probe, frame: frame))
  }

  private static func refusal(_ question: Question, _ planner: Planner) -> Answer? {
    if let refusal = question.refusalOfPixels { return refusal }
    if question.format != question.probe.format {
      return .declined("format", "the format changes to \(question.format.rawValue)")
    }
    guard planner.capabilities[question.format]?.transforms == true else {
      return .declined(
        "no codec moves blocks of \(question.format.rawValue)",
        .unsupported("lossless turning of \(question.format.rawValue)"))
    }
    if question.isPadded { return .declined("overflow", "padding needs pixels") }
    if question.convertsColors { return .declined("colors", "other colours need pixels") }
    if question.outputSize != question.natural { return .declined("size", "scaling needs pixels") }
    if let coding = question.probe.jpeg?.reasonCoefficientsAreClosed {
      return .declined(coding, .unsupported(coding))
    }
    return planner.pixelRefusal(question)
  }
}

extension Question {
  /// Columns and rows, as displayed, that blocks at the edges of `region` keep of the picture around it.
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
  /// The most memory a run needs besides the source: all coefficients, and the rows of blocks that are being turned.
  func peakBytes(_ probe: Probe, frame: JPEGFrame) -> Int {
    let swaps = job.orientation.swapsAxes
    let most = swaps ? frame.maxSampling.vertical : frame.maxSampling.horizontal
    let columns = frame.components.reduce(0) { sum, component in
      sum + carry.size.width * (swaps ? component.vertical : component.horizontal) / most
    }
    return RunMemory.sum(
      frame.coefficientBytes(of: probe.storedSize), columns.timesSaturating(RunMemory.turnedBytesPerColumn),
      probe.carriedByteCount, probe.probingByteCount, RunMemory.coding, carry.attachmentBytes(probe))
  }
}

extension JPEGFrame {
  /// Why no library opens its coefficients; nil where one does.
  var reasonCoefficientsAreClosed: String? {
    switch process {
    case .lossless, .arithmeticLossless: return "lossless JPEG has no DCT coefficients"
    case .hierarchical: return "hierarchical JPEG is not supported"
    case .baseline, .extended, .progressive, .arithmetic, .arithmeticProgressive: break
    }
    return precision == 8 ? nil : "JPEG with \(precision) bits per sample is not supported"
  }

  /// Bytes of all its coefficients, each component padded to whole blocks.
  func coefficientBytes(of size: PixelSize<Stored>) -> Int {
    let unit = maxSampling
    let across = (size.width + 8 * unit.horizontal - 1) / (8 * unit.horizontal)
    let down = (size.height + 8 * unit.vertical - 1) / (8 * unit.vertical)
    return components.reduce(0) { $0 + across * $1.horizontal * down * $1.vertical * 128 }
  }
}
