// A new image's pixels: decoded in bands, tone-mapped, scaled, reoriented, placed.

extension Execution {
  /// The pixels of a transcode that was planned for the probed bytes.
  func checkedPixels(_ transcode: Plan.Transcode, of probe: Probe) throws(UprightError) -> Raster<Output> {
    try check(probe)
    try probe.checkEnd(below: transcode)
    return try pixels(transcode, of: transcode.page.flatMap { probe.showing(page: $0) } ?? probe)
  }

  /// The pixels of a transcode, from the image or from an embedded preview.
  func pixels(_ transcode: Plan.Transcode, of probe: Probe) throws(UprightError) -> Raster<Output> {
    let profile = try profile(transcode, of: probe)
    let small: [UInt8]
    switch transcode.embeddedPreview?.location {
    case nil: return try pixels(transcode, by: pipeline.codec(probe.format), profile: profile)
    case .thumbnail?: small = probe.thumbnail?.bytes ?? []
    case .preview(let range)?: small = try bytes(in: range)
    }
    let own = Execution<[UInt8]>(pipeline: pipeline, source: small)
    return try own.pixels(transcode, by: pipeline.codec(Probe(checking: small).format), profile: profile)
  }

  /// The profile for color conversion; nil if colors are not converted, or are sRGB because there is no profile.
  func profile(_ transcode: Plan.Transcode, of probe: Probe) throws(UprightError) -> [UInt8]? {
    guard transcode.colors == .srgb else { return nil }
    let profile = try pipeline.profile(of: probe, in: source)
    guard profile == nil, probe.samples?.color == .cmyk else { return profile }
    throw RouteReason.inksWithoutProfile.error
  }

  /// The pixels of a transcode, reoriented, scaled and padded.
  func pixels(
    _ transcode: Plan.Transcode, by codec: any Codec, profile: [UInt8]?
  ) throws(UprightError) -> Raster<Output> {
    let light =
      transcode.scales ? try scaled(transcode, by: codec) : try placed(transcode, by: codec)
    let decoded = try toneMapped(light, transcode)
    let turned =
      try profile.map { profile throws(UprightError) in try pipeline.converted(decoded, from: profile) }
      ?? decoded
    let toned = transcode.tones == .full ? turned : turned.reducedToGray(bitonal: transcode.tones == .bitonal)
    let behind = (transcode.background ?? .black).samples(SampleLayout(.rgb, turned.layout.depth))
    guard let delivered = toned?.converted(to: transcode.channels, over: behind) else { throw .outOfMemory }
    guard delivered.size != transcode.carry.size else { return delivered }
    let fill = transcode.fill.samples(transcode.deliveredLayout)
    guard let padded = delivered.padded(to: transcode.carry.size, at: transcode.placement, fill: fill) else {
      throw .outOfMemory
    }
    return padded
  }

  /// The planes of a transcode, reoriented, with chroma in whole samples.
  func planes(
    _ transcode: Plan.Transcode, chroma: Subsampling, by codec: any Codec
  ) throws(UprightError) -> PlanarRaster<Output> {
    let (pass, turn) = (transcode.pass, transcode.orientation)
    guard var result = PlanarRaster(size: transcode.carry.size, chroma: chroma.applying(turn)) else {
      throw .outOfMemory
    }
    try codec.requiredPlanes().decodePlanes(pass, chroma: chroma, from: source, limits: pipeline.limits) {
      band, row throws(UprightError) in
      if Cancellation.isRequested { throw .cancelled }
      result.place(band, firstRow: row, of: pass.size, by: turn)
    }
    return result
  }

  /// An image in standard dynamic range; in linear light, its rows were tone-mapped before scaling.
  func toneMapped(
    _ image: Raster<Output>, _ transcode: Plan.Transcode
  ) throws(UprightError) -> Raster<Output> {
    guard let mapping = transcode.toneMapping else { return image }
    guard !transcode.scales || transcode.light == .encoded else {
      guard let deep = image.converted(to: mapping.depth) else { throw .outOfMemory }
      return deep
    }
    let mapped = try image.toneMapped(by: mapping.mapper(), to: mapping.depth)
    guard let mapped else { throw .outOfMemory }
    return mapped
  }

  func placed(_ transcode: Plan.Transcode, by codec: any Codec) throws(UprightError) -> Raster<Output> {
    let (pass, turn) = (transcode.pass, transcode.orientation)
    let isFinal = transcode.placesOnResult
    let place = isFinal ? transcode.placement : transcode.placement.size.bounds
    guard var result = Raster<Output>(size: isFinal ? transcode.carry.size : place.size, layout: pass.layout) else {
      throw .outOfMemory
    }
    if place != result.size.bounds { result.fill(transcode.fill.samples(transcode.deliveredLayout)) }
    try decode(pass, by: codec) { band, row in
      result.place(band, firstRow: row, of: pass.size, by: turn, at: place)
    }
    return result
  }

  func scaled(_ transcode: Plan.Transcode, by codec: any Codec) throws(UprightError) -> Raster<Output> {
    let pass = transcode.pass
    guard
      var resampler = Resampler<Decoded>(
        from: pass.size, window: transcode.window, to: transcode.scaled, layout: transcode.scaledLayout,
        filter: transcode.filter)
    else { throw .outOfMemory }
    let isLinear = transcode.light == .linear
    let mapping = isLinear ? transcode.toneMapping : nil
    let mapper = try mapping.map { mapping throws(UprightError) in try mapping.mapper() }
    try decode(pass, by: codec) { band, row in
      let light = isLinear ? (mapper.map { band.toneMapped(by: $0, to: .sixteen) } ?? band)?.linearized() : band
      if let light { resampler.push(light, firstRow: row) }
    }
    let small = resampler.finish()
    let values =
      isLinear ? small?.encodedLight()?.converted(to: transcode.toneMapping?.depth ?? pass.layout.depth) : small
    guard let result = values?.oriented(by: transcode.orientation) else { throw .outOfMemory }
    return result
  }

  func decode(
    _ pass: DecodePass, by codec: any Codec, take: (Raster<Decoded>, Int) -> Void
  ) throws(UprightError) {
    try codec.requiredDecoder().decode(pass, from: source, limits: pipeline.limits) { band, row throws(UprightError) in
      if Cancellation.isRequested { throw .cancelled }
      take(band, row)
    }
  }
}

extension Rendition.Color {
  /// The color as samples of a layout.
  func samples(_ layout: SampleLayout) -> [UInt16] {
    samples(layout.channels).map { $0 * (layout.depth.maximum / 255) }
  }

  /// The color as samples of these channels, 8 bits each.
  func samples(_ channels: SampleLayout.Channels) -> [UInt16] {
    switch channels {
    case .gray: [UInt16(red)]
    case .rgb: [red, green, blue].map(UInt16.init)
    case .rgba: [red, green, blue, alpha].map(UInt16.init)
    case .cmyk: [255 - red, 255 - green, 255 - blue, 0].map(UInt16.init)
    }
  }
}

extension Probe {
  /// Checks that a PNG whose last rows are decoded has its last chunk: decoders stop before it.
  ///
  /// - Throws: `.malformed`.
  func checkEnd(below transcode: Plan.Transcode) throws(UprightError) {
    let pass = transcode.pass
    guard format == .png, isTruncated, transcode.embeddedPreview == nil, pass.imageIndex == nil,
      pass.region.maxY >= storedSize.height
    else { return }
    throw .malformed(MetadataError(.truncated, at: byteCount, format: format))
  }
}
