// Whether one of two images is a re-encoding of the other: a JPEG whose blocks match the other's quantized samples.

extension Comparison {
  /// Which of the two is a quantized version of the other; unknown if no tables can tell.
  func reencoding(_ turn: Reorientation) throws(ComparisonFailure) -> ImageRelation.Reencoding {
    let profiled = first.probe.mayHaveColorProfile || second.probe.mayHaveColorProfile
    guard colors == .asSource || !profiled, pipeline.planner.capabilities[.jpeg]?.transforms == true else {
      return .unknown
    }
    guard !first.hasLargeSteps, !second.hasLargeSteps else { return .unknown }
    let shown = first.probe.orientation.then(turn)
    var isKnown = false
    if let mine = try quantizes(second, as: second.probe.orientation, first, as: shown) {
      if mine { return .second }
      isKnown = true
    }
    if let other = try quantizes(first, as: shown, second, as: second.probe.orientation) {
      if other { return .first }
      isKnown = true
    }
    return isKnown ? .neither : .unknown
  }

  /// Whether a re-encoding is quantized more coarsely than the other image, and than at quality 50.
  func isCoarse(_ reencoding: ImageRelation.Reencoding, _ turn: Reorientation) -> Bool {
    let shown = first.probe.orientation.then(turn)
    let (mine, other) = (first.noise(as: shown), second.noise(as: second.probe.orientation))
    switch reencoding {
    case .first: return Self.isCoarse(mine, of: other)
    case .second: return Self.isCoarse(other, of: mine)
    case .neither, .unknown: return false
    }
  }

  private static func isCoarse(_ reencoding: [Float]?, of original: [Float]?) -> Bool {
    guard let reencoding else { return true }
    return reencoding.indices.contains { component in
      let table = component == 0 ? JPEGQuantization.luma : JPEGQuantization.chroma
      // libjpeg uses these tables as they are at quality 50.
      let usual = table.reduce(into: Float(0)) { $0 += Float($1 * $1) }
      let own = original.flatMap { component < $0.count ? $0[component] : nil } ?? 0
      // A hundredth more is what the rounded steps of one quality differ by.
      return reencoding[component] > max(usual, own) * 1.01
    }
  }

  /// Whether the blocks of `quantized`, a JPEG, match the quantized samples of `original`; nil if that cannot be
  /// decided.
  ///
  /// They are compared as `quantized` is stored: encoders round subsampled chroma alternately up and down along stored
  /// rows.
  private func quantizes(
    _ quantized: ComparedImage<some ByteSource>, as displayed: Orientation<Stored, Displayed>,
    _ original: ComparedImage<some ByteSource>, as originalDisplayed: Orientation<Stored, Displayed>
  ) throws(ComparisonFailure) -> Bool? {
    let back: Orientation<Displayed, Displayed> = Orientation(asDisplayed: displayed).inverse
    let orientation = Orientation<Stored, Displayed>.identity
    let shown = originalDisplayed.then(back)
    let size = orientation.applied(to: quantized.probe.storedSize)
    guard let frame = quantized.probe.jpeg, frame.reasonCoefficientsAreClosed == nil, frame.precision == 8,
      [.gray, .ycbcr, .rgb].contains(frame.colorModel), size == shown.applied(to: original.probe.storedSize)
    else { return nil }
    let grids = frame.components.compactMap { ComponentGrid($0, of: frame, as: orientation, in: size) }
    guard grids.count == frame.components.count else { return nil }
    let terms = QuantizationNoise.Terms(
      model: frame.colorModel, grids: grids, earlier: original.tables(as: shown, likeThoseOf: frame))
    if let planes = try original.planes(as: shown, on: grids, pipeline),
      try quantized.agrees(with: .planes(planes), terms, as: orientation, pipeline)
    {
      return true
    }
    guard let raster = try original.samples(as: shown, for: frame.colorModel, pipeline) else { return nil }
    return try quantized.agrees(with: .pixels(raster), terms, as: orientation, pipeline)
  }
}

extension ComparedImage {
  /// Whether a table has steps so large that it explains any difference.
  fileprivate var hasLargeSteps: Bool {
    guard let frame = probe.jpeg else { return false }
    return frame.components.contains { component in
      frame.table(of: component, swapped: false)?.contains { Float($0) > QuantizationNoise.largestStep } ?? false
    }
  }

  /// Whether its blocks, displayed by `orientation`, differ from samples by no more than quantization loses.
  fileprivate func agrees(
    with samples: QuantizedSamples, _ terms: QuantizationNoise.Terms, as orientation: Orientation<Stored, Displayed>,
    _ pipeline: Pipeline
  ) throws(ComparisonFailure) -> Bool {
    var limits = pipeline.limits
    limits.memoryBytes -= samples.byteCount
    var form = BlockForm(receiver: QuantizationNoise(samples, terms))
    do throws(UprightError) {
      try pipeline.codec(probe.format).requiredBlocks().writeBlocks(
        of: probe.storedSize, as: orientation, from: source, limits: limits, into: &form)
    } catch {
      throw ComparisonFailure(side: side, error: error)
    }
    return form.isComplete && form.receiver.isWithinLimits
  }

  /// The tables of its components as displayed, if its components match those of `frame`; nil if it has none.
  fileprivate func tables(as orientation: Orientation<Stored, Displayed>, likeThoseOf frame: JPEGFrame) -> [[Float]]? {
    guard let own = probe.jpeg, own.colorModel == frame.colorModel, own.components.count == frame.components.count
    else { return nil }
    let tables = own.components.compactMap { own.table(of: $0, swapped: orientation.swapsAxes)?.map(Float.init) }
    return tables.count == own.components.count ? tables : nil
  }

  /// The sum of squared steps of each component; nil if it has no tables.
  fileprivate func noise(as orientation: Orientation<Stored, Displayed>) -> [Float]? {
    guard let frame = probe.jpeg else { return nil }
    return tables(as: orientation, likeThoseOf: frame)?.map { $0.reduce(0) { $0 + $1 * $1 } }
  }

  /// Its planes as displayed, with chroma on these grids, which begin at the left and top edges; nil if there are none.
  fileprivate func planes(
    as orientation: Orientation<Stored, Displayed>, on grids: [ComponentGrid], _ pipeline: Pipeline
  ) throws(ComparisonFailure) -> PlanarRaster<Output>? {
    guard pipeline.planner.capabilities[probe.format]?.planes == true, let frame = probe.jpeg,
      let chroma = frame.planarChroma, grids.count == 3
    else { return nil }
    let size = orientation.applied(to: probe.storedSize)
    let own = frame.components.compactMap { ComponentGrid($0, of: frame, as: orientation, in: size) }
    guard own.count == 3, zip(own, grids).allSatisfy({ $0.step == $1.step && $1.missing == (0, 0) }),
      let overhang = chroma.overhang(of: probe.storedSize.bounds, reorientedBy: orientation)
    else { return nil }
    let turn = Orientation<Decoded, Output>(
      mirrored: orientation.isMirrored, clockwise: orientation.clockwiseQuarters)
    let shown = PixelSize<Output>(width: size.width, height: size.height)
    guard var result = PlanarRaster<Output>(size: shown, chroma: chroma.applying(turn)) else { throw outOfMemory }
    let decoded = PixelSize<Decoded>(width: probe.storedSize.width, height: probe.storedSize.height)
    do throws(UprightError) {
      let pass = DecodePass(region: probe.storedSize.bounds, denominator: 1, layout: SampleLayout(.rgb))
      try pipeline.codec(probe.format).requiredPlanes().decodePlanes(
        pass, chroma: chroma, from: source, limits: pipeline.limits
      ) { (band, row) throws(UprightError) in
        if Cancellation.isRequested { throw .cancelled }
        result.place(band, firstRow: row, of: decoded, by: turn)
      }
    } catch {
      throw ComparisonFailure(side: side, error: error)
    }
    guard result.alignChroma(overhang) else { throw outOfMemory }
    return result
  }

  /// Its 8-bit samples as displayed, in the channels that an encoder of this model takes; nil if they are not gray or
  /// RGB.
  fileprivate func samples(
    as orientation: Orientation<Stored, Displayed>, for model: JPEGFrame.ColorModel, _ pipeline: Pipeline
  ) throws(ComparisonFailure) -> Raster<Output>? {
    let raster = try raster(turned: probe.orientation.inverse.then(orientation), colors: .asSource, pipeline)
    let channels = raster.layout.channels
    guard channels == .gray || channels == .rgb && model != .gray else { return nil }
    guard let result = raster.converted(to: .eight) else { throw outOfMemory }
    return result
  }

  private var outOfMemory: ComparisonFailure {
    ComparisonFailure(side: side, error: .outOfMemory)
  }
}

extension QuantizedSamples {
  /// Their memory in bytes.
  fileprivate var byteCount: Int {
    switch self {
    case .pixels(let raster): raster.bytesPerRow * raster.size.height
    case .planes(let planar): PlanarRaster.byteCount(size: planar.size, chroma: planar.chroma)
    }
  }
}
