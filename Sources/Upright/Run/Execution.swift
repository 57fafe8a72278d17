// Carries out a plan step by step; every choice was made by the planner.

/// One run of a plan on a source.
struct Execution<Source: ByteSource> {
  let pipeline: Pipeline
  let source: Source

  /// Carries out `plan`, or what it names instead where the source turns out damaged; says which.
  func run(_ plan: Plan, into sink: inout some ByteSink) throws(UprightError) -> Plan {
    let probe = try Probe(checking: source)
    try check(probe, against: plan.fingerprint)
    var counted = CountingSink(inner: sink)
    do throws(UprightError) {
      try run(plan.route, of: probe, into: &counted)
      sink = counted.inner
      return plan
    } catch {
      sink = counted.inner
      guard case .malformed = error, counted.byteCount == 0, let other = plan.whenDamaged.first else { throw error }
      return try run(other, into: &sink)
    }
  }

  private func check(_ probe: Probe, against fingerprint: SourceFingerprint) throws(UprightError) {
    guard probe.fingerprint == fingerprint else {
      throw .unanswerable(field: "source", reason: "these are not the bytes the plan was made for")
    }
  }

  private func run(_ route: Plan.Route, of probe: Probe, into sink: inout some ByteSink) throws(UprightError) {
    switch route {
    case .copy: try copy(0..<source.byteCount, into: &sink)
    case .retag(let patch): try apply(patch, into: &sink)
    case .transform(let transform): try run(transform, of: probe, into: &sink)
    case .transcode(let transcode): try run(transcode, of: probe, into: &sink)
    }
  }

  private func copy(_ range: Range<Int>, into sink: inout some ByteSink) throws(UprightError) {
    var from = range.lowerBound
    while from < range.upperBound {
      if Task.isCancelled { throw .cancelled }
      let part = from..<min(range.upperBound, from + RunMemory.chunk)
      let bytes = try reading { () throws(MetadataError) in try source.read(part) }
      guard bytes.count == part.count else { throw .malformed(MetadataError(.truncated, at: from + bytes.count)) }
      try sink.write(bytes)
      from = part.upperBound
    }
  }

  private func apply(_ patch: BytePatch, into sink: inout some ByteSink) throws(UprightError) {
    var from = 0
    for edit in patch.edits {
      try copy(from..<edit.offset, into: &sink)
      let place = edit.offset..<edit.offset + edit.old.count
      guard try reading({ () throws(MetadataError) in try source.read(place) }) == edit.old else {
        throw .malformed(MetadataError(.carrierNotWritable, at: edit.offset))
      }
      try sink.write(edit.new)
      from = place.upperBound
    }
    try copy(from..<source.byteCount, into: &sink)
  }

  private func run(
    _ transform: Plan.Transform, of probe: Probe, into sink: inout some ByteSink
  ) throws(UprightError) {
    let metadata = try metadata(transform.carry, of: probe, keepsCoding: true)
    let end = try pipeline.codec(probe.format).transform(
      transform.job, from: source, metadata: metadata, limits: pipeline.limits, into: &sink)
    if transform.keepsTrailer, end < source.byteCount { try copy(end..<source.byteCount, into: &sink) }
  }

  private func run(
    _ transcode: Plan.Transcode, of probe: Probe, into sink: inout some ByteSink
  ) throws(UprightError) {
    let metadata = try metadata(transcode.carry, of: probe, keepsCoding: false)
    let (source, target) = (try pipeline.codec(probe.format), try pipeline.codec(transcode.settings.format))
    switch transcode.form {
    case .samples:
      try target.encode(
        picture(transcode, by: source), settings: transcode.settings, metadata: metadata, limits: pipeline.limits,
        into: &sink)
    case .planes(let chroma):
      try target.encode(
        planes(transcode, chroma: chroma, by: source), settings: transcode.settings, metadata: metadata,
        limits: pipeline.limits, into: &sink)
    }
    guard transcode.keepsTrailer else { return }
    let end = try reading { () throws(MetadataError) in try probe.pictureEnd(in: self.source) }
    try copy(end..<self.source.byteCount, into: &sink)
  }

  private func metadata(
    _ carry: Plan.Carry, of probe: Probe, keepsCoding: Bool
  ) throws(UprightError) -> CarriedMetadata {
    let edit = MetadataEdit(
      size: carry.size, map: carry.map, thumbnail: try thumbnail(carry.thumbnail, of: probe),
      keepsProfile: carry.keepsProfile, keepsCoding: keepsCoding)
    return try reading { () throws(MetadataError) in try probe.carry(edit, from: source) }
  }

  /// The thumbnail as planned; one whose bytes are damaged is dropped, because a lying one is worse than none.
  private func thumbnail(_ fate: Plan.Carry.Thumbnail, of probe: Probe) throws(UprightError) -> [UInt8]? {
    guard case .make(let plan) = fate, let bytes = probe.thumbnail?.bytes else { return nil }
    do throws(UprightError) {
      return try pipeline.run(plan, on: bytes)
    } catch {
      guard case .malformed = error else { throw error }
      return nil
    }
  }

  /// The pixels of a transcode that was decided for the probed bytes.
  func picture(_ transcode: Plan.Transcode, of probe: Probe) throws(UprightError) -> Raster<Output> {
    try check(Probe(checking: source), against: probe.fingerprint)
    return try picture(transcode, by: pipeline.codec(probe.format))
  }

  /// The pixels of a transcode, turned, scaled and padded.
  private func picture(_ transcode: Plan.Transcode, by codec: any Codec) throws(UprightError) -> Raster<Output> {
    let turned =
      transcode.scales ? try scaled(transcode, by: codec) : try placed(transcode, by: codec)
    guard let delivered = turned.converted(to: transcode.channels) else { throw Self.outOfMemory(transcode) }
    guard delivered.size != transcode.carry.size else { return delivered }
    let fill = transcode.fill.samples(transcode.deliveredLayout)
    guard let padded = delivered.padded(to: transcode.carry.size, at: transcode.placement, fill: fill) else {
      throw Self.outOfMemory(transcode)
    }
    return padded
  }

  /// The planes of a transcode, turned.
  private func planes(
    _ transcode: Plan.Transcode, chroma: Subsampling, by codec: any Codec
  ) throws(UprightError) -> PlanarRaster<Output> {
    let (pass, turn) = (transcode.pass, transcode.orientation)
    guard var result = PlanarRaster(size: transcode.carry.size, chroma: chroma.applying(turn)) else {
      throw Self.outOfMemory(transcode)
    }
    try codec.decodePlanes(of: pass.region, chroma: chroma, from: source, limits: pipeline.limits) {
      band, row throws(UprightError) in
      if Task.isCancelled { throw .cancelled }
      result.place(band, firstRow: row, of: pass.size, by: turn)
    }
    return result
  }

  private func placed(_ transcode: Plan.Transcode, by codec: any Codec) throws(UprightError) -> Raster<Output> {
    let (pass, turn) = (transcode.pass, transcode.orientation)
    let isFinal = transcode.placesOnResult
    let place = isFinal ? transcode.placement : transcode.placement.size.bounds
    guard var result = Raster<Output>(size: isFinal ? transcode.carry.size : place.size, layout: pass.layout) else {
      throw Self.outOfMemory(transcode)
    }
    if place != result.size.bounds { result.fill(transcode.fill.samples(transcode.deliveredLayout)) }
    try decode(pass, by: codec) { band, row in
      result.place(band, firstRow: row, of: pass.size, by: turn, at: place)
    }
    return result
  }

  private func scaled(_ transcode: Plan.Transcode, by codec: any Codec) throws(UprightError) -> Raster<Output> {
    let pass = transcode.pass
    guard
      var resampler = Resampler<Decoded>(
        from: pass.size, window: transcode.window, to: transcode.scaled, layout: pass.layout,
        filter: Plan.Transcode.filter)
    else { throw Self.outOfMemory(transcode) }
    try decode(pass, by: codec) { band, row in resampler.push(band, firstRow: row) }
    guard let result = resampler.finish()?.oriented(by: transcode.orientation) else {
      throw Self.outOfMemory(transcode)
    }
    return result
  }

  private func decode(
    _ pass: DecodePass, by codec: any Codec, take: (Raster<Decoded>, Int) -> Void
  ) throws(UprightError) {
    try codec.decode(pass, from: source, limits: pipeline.limits) { band, row throws(UprightError) in
      if Task.isCancelled { throw .cancelled }
      take(band, row)
    }
  }

  private static func outOfMemory(_ transcode: Plan.Transcode) -> UprightError {
    .limit(name: "bytes of memory", asked: transcode.carry.size.pixelCount ?? .max, allowed: 0)
  }

  private func reading<Value>(_ body: () throws(MetadataError) -> Value) throws(UprightError) -> Value {
    do { return try body() } catch { throw UprightError(error) }
  }
}

/// Counts what goes through to another sink.
private struct CountingSink<Inner: ByteSink>: ByteSink {
  var inner: Inner
  var byteCount = 0

  mutating func write(_ bytes: [UInt8]) throws(UprightError) {
    byteCount += bytes.count
    try inner.write(bytes)
  }
}

extension Rendition.Color {
  /// The colour in the samples of a layout.
  func samples(_ layout: SampleLayout) -> [UInt16] {
    samples(layout.channels).map { $0 * (layout.depth.maximum / 255) }
  }

  /// The colour in the samples of these channels, 8 bits each.
  func samples(_ channels: SampleLayout.Channels) -> [UInt16] {
    switch channels {
    case .gray: [UInt16(red)]
    case .rgb: [red, green, blue].map(UInt16.init)
    case .rgba: [red, green, blue, alpha].map(UInt16.init)
    case .cmyk: [255 - red, 255 - green, 255 - blue, 0].map(UInt16.init)
    }
  }
}
