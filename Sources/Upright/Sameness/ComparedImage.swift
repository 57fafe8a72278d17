// One of two compared images: what is read from it, and the error if that fails.

/// Which of two images could not be compared, and why.
public struct ComparisonFailure: Error, Hashable, Sendable {
  /// One of the two.
  public enum Side: String, Hashable, Sendable, CaseIterable {
    /// The image named first.
    case first
    /// The image named second.
    case second
  }

  /// The image that failed.
  public let side: Side
  /// The error.
  public let error: UprightError
}

/// An image and its comparable parts.
struct ComparedImage<Source: ByteSource> {
  let source: Source
  let side: ComparisonFailure.Side
  private(set) var probe: Probe
  /// How its high dynamic range is tone-mapped.
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

  /// The same file with one of its pages as its image; nil if there is no such page.
  func page(_ number: Int) -> Self? {
    guard let shown = probe.showing(page: number) else { return nil }
    var image = self
    image.probe = shown
    return image
  }

  /// The bytes that code the image; nil if they are not separated from the rest of the file.
  func codedImage() throws(ComparisonFailure) -> ComparedBytes? {
    try reading { () throws(MetadataError) in try probe.codedImage(in: source) }
      .map { ComparedBytes(source: $0, side: side) }
  }

  /// Its ICC profile; nil for CIELab, which is decoded to sRGB.
  func profile(_ pipeline: Pipeline) throws(ComparisonFailure) -> [UInt8]? {
    if probe.samples?.conversion == .lab { return nil }
    return try failing { () throws(UprightError) in try pipeline.profile(of: probe, in: source) }
  }

  /// The digest of its blocks after `orientation`: of all, or of those in `size`.
  func blocks(
    of size: PixelSize<Stored>, as orientation: Orientation<Stored, Displayed>, _ pipeline: Pipeline
  ) throws(ComparisonFailure) -> [UInt8] {
    try failing { () throws(UprightError) in
      var form = DigestedForm()
      try pipeline.codec(probe.format).requiredBlocks().writeBlocks(
        of: size, as: orientation, from: source, limits: pipeline.limits, into: &form)
      return form.digest
    }
  }

  /// Its pixels as displayed and then reoriented, in its own colors or sRGB. A decoder's first warning is an error,
  /// because damaged data may look like anything.
  func raster(
    turned turn: Orientation<Displayed, Displayed> = .identity, size: Rendition.Size = .full, colors: Rendition.Colors,
    _ pipeline: Pipeline
  ) throws(ComparisonFailure) -> Raster<Output> {
    var rendition = Rendition(size: size, rotation: turn, upright: .pixels, colors: colors)
    // Nothing is written, so limits of writing do not matter.
    let known = pipeline.planner.capabilities
    if known[.png]?.encodes == true, isStorableInPNG || known[probe.format]?.encodes != true { rendition.format = .png }
    // Compressed highlights cannot be told apart afterwards, so a tone map is applied only on request.
    rendition.toneMap = toneMap ?? Rendition.ToneMap.none
    return try failing { () throws(UprightError) in
      try pipeline.tolerating(warnings: 0).raster(rendition, of: probe, from: source)
    }
  }

  /// Whether a PNG can store everything decoded: not CMYK, and not one of several images.
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

/// Bytes of one of two compared images.
struct ComparedBytes {
  let source: any ByteSource
  let side: ComparisonFailure.Side

  /// The bytes of `range`, clipped to what exists.
  func read(_ range: Range<Int>) throws(ComparisonFailure) -> [UInt8] {
    do throws(MetadataError) { return try source.read(range) } catch {
      throw ComparisonFailure(side: side, error: UprightError(error))
    }
  }
}
