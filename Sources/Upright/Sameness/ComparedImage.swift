// One of two pictures that are compared: what is read of it, and whose fault it is where that fails.

/// Which of two pictures could not be compared, and why.
public struct ComparisonFailure: Error, Hashable, Sendable {
  /// One of the two.
  public enum Side: String, Hashable, Sendable, CaseIterable {
    /// The one that was named first.
    case first
    /// The other.
    case second
  }

  /// Which.
  public let side: Side
  /// Why.
  public let error: UprightError
}

/// A picture, and what of it is compared.
struct ComparedImage<Source: ByteSource> {
  let source: Source
  let side: ComparisonFailure.Side
  let probe: Probe
  /// How its light becomes less where it is of a high dynamic range.
  private let toneMap: Rendition.ToneMap?

  init(
    _ source: Source, _ side: ComparisonFailure.Side, rules: OrientationRules, toneMap: Rendition.ToneMap? = nil
  ) throws(ComparisonFailure) {
    self.source = source
    self.side = side
    self.toneMap = toneMap
    do throws(UprightError) { probe = try Probe(checking: source, rules: rules) } catch {
      throw ComparisonFailure(side: side, error: error)
    }
  }

  /// What codes the picture; nil where that is not told apart from the rest of the file.
  func codedImage() throws(ComparisonFailure) -> ComparedBytes? {
    try reading { () throws(MetadataError) in try probe.codedImage(in: source) }
      .map { ComparedBytes(source: $0, side: side) }
  }

  /// Its ICC profile; none of CIELab, which is decoded to sRGB.
  func profile(_ pipeline: Pipeline) throws(ComparisonFailure) -> [UInt8]? {
    if probe.samples?.conversion == .lab { return nil }
    return try failing { () throws(UprightError) in try pipeline.profile(of: probe, in: source) }
  }

  /// The digest of its blocks as they lie after `orientation`; of all of them, or of those of `size`.
  func blocks(
    of size: PixelSize<Stored>, as orientation: Orientation<Stored, Displayed>, _ pipeline: Pipeline
  ) throws(ComparisonFailure) -> [UInt8] {
    try failing { () throws(UprightError) in
      var form = DigestedForm()
      try pipeline.codec(probe.format).writeBlocks(
        of: size, as: orientation, from: source, limits: pipeline.limits, into: &form)
      return form.digest
    }
  }

  /// Its pixels as displayed and then turned, in colours of its own or of sRGB; a decoder's first warning is an error, because what is damaged may look like anything.
  func raster(
    turned turn: Orientation<Displayed, Displayed> = .identity, size: Rendition.Size = .full, colors: Rendition.Colors,
    _ pipeline: Pipeline
  ) throws(ComparisonFailure) -> Raster<Output> {
    var rendition = Rendition(size: size, rotation: turn, upright: .pixels, colors: colors)
    // Nothing is written, so that what a format is not written with is no reason to refuse.
    let known = pipeline.planner.capabilities
    if known[.png]?.encodes == true, isStorableInPNG || known[probe.format]?.encodes != true { rendition.format = .png }
    // What a tone map compresses cannot be told apart afterwards, so that only what was made by one is compared by it.
    rendition.toneMap = toneMap ?? Rendition.ToneMap.none
    return try failing { () throws(UprightError) in
      try pipeline.tolerating(warnings: 0).raster(rendition, of: probe, from: source)
    }
  }

  /// Whether a PNG holds all that it decodes to: no inks, and one image of several is not all of it.
  private var isStorableInPNG: Bool {
    probe.format != .jpeg && probe.samples?.color != .cmyk && !probe.hasAdditionalPages
  }

  private func reading<Value>(
    _ body: () throws(MetadataError) -> Value
  ) throws(ComparisonFailure) -> Value {
    do throws(MetadataError) { return try body() } catch {
      throw ComparisonFailure(side: side, error: UprightError(error))
    }
  }

  private func failing<Value>(_ body: () throws(UprightError) -> Value) throws(ComparisonFailure) -> Value {
    do throws(UprightError) { return try body() } catch { throw ComparisonFailure(side: side, error: error) }
  }
}

/// Bytes of one of two pictures that are compared.
struct ComparedBytes {
  let source: any ByteSource
  let side: ComparisonFailure.Side

  /// Some of them, clipped to what exists.
  func read(_ range: Range<Int>) throws(ComparisonFailure) -> [UInt8] {
    do throws(MetadataError) { return try source.read(range) } catch {
      throw ComparisonFailure(side: side, error: UprightError(error))
    }
  }
}
