// Carries out a plan step by step; every choice was made by the planner.

/// One run of a plan on a source.
struct Execution<Source: ByteSource> {
  let pipeline: Pipeline
  let source: Source

  /// Carries out `plan`, or what it names instead where the source turns out damaged; says which.
  func run(_ plan: Plan, into sink: inout some ByteSink) throws(UprightError) -> Plan {
    let probe = try Probe(checking: source, rules: plan.rules)
    try check(probe, against: plan.fingerprint)
    try pipeline.checkPixels(of: source, by: plan)
    if case .rewrite(let rewrite) = plan.route { return try run(rewrite, by: plan, of: probe, into: &sink) }
    var counted = CountingSink(inner: sink)
    do throws(UprightError) {
      let losses = try run(plan.route, of: probe, into: &counted)
      sink = counted.inner
      var done = plan
      done.losses = losses
      return done
    } catch {
      sink = counted.inner
      guard case .malformed = error, counted.byteCount == 0, let other = plan.fallbacks.first else { throw error }
      return try run(other, into: &sink)
    }
  }

  private func check(_ probe: Probe, against fingerprint: SourceFingerprint) throws(UprightError) {
    guard probe.fingerprint == fingerprint else { throw .differentSource }
  }

  /// Carries out a route; says what stayed behind that no header tells.
  private func run(
    _ route: Plan.Route, of probe: Probe, into sink: inout some ByteSink
  ) throws(UprightError) -> [String] {
    switch route {
    case .copy: try copy(0..<source.byteCount, into: &sink)
    case .retag(let patch): try apply(patch, into: &sink)
    case .rewrite: break
    case .transform(let transform): return try run(.transform(transform), transform.carry, of: probe, into: &sink)
    case .transcode(let transcode): return try run(.transcode(transcode), transcode.carry, of: probe, into: &sink)
    }
    return []
  }

  private func copy(_ range: Range<Int>, into sink: inout some ByteSink) throws(UprightError) {
    var from = range.lowerBound
    while from < range.upperBound {
      if Task.isCancelled { throw .cancelled }
      let part = from..<min(range.upperBound, from + RunMemory.chunk)
      try sink.write(bytes(in: part))
      from = part.upperBound
    }
  }

  /// The source without what is taken out; where it had nothing of that, what was carried out is a copy.
  private func run(
    _ rewrite: Plan.Rewrite, by plan: Plan, of probe: Probe, into sink: inout some ByteSink
  ) throws(UprightError) -> Plan {
    try check(rewrite.patch)
    let retagged = PatchedSource(source, rewrite.patch)
    let change = try reading { () throws(MetadataError) in
      try Probe(retagged, rules: plan.rules).rewriting(without: rewrite.strip, in: retagged)
    }
    let result = PatchedSource(retagged, change)
    let made = try Probe(checking: result, rules: plan.rules)
    guard made.orientation == plan.remaining, made.storedSize == probe.storedSize, made.format == probe.format else {
      throw .malformed(MetadataError(.metadataNotRemovable, at: 0))
    }
    try Execution<PatchedSource<PatchedSource<Source>>>(pipeline: pipeline, source: result)
      .copy(0..<result.byteCount, into: &sink)
    var done = plan
    if change.isEmpty { done.route = rewrite.patch.isEmpty ? .copy : .retag(rewrite.patch) }
    return done
  }

  private func check(_ patch: BytePatch) throws(UprightError) {
    for edit in patch.edits where try bytes(in: edit.offset..<edit.offset + edit.old.count) != edit.old {
      throw .differentSource
    }
  }

  private func apply(_ patch: BytePatch, into sink: inout some ByteSink) throws(UprightError) {
    var from = 0
    for edit in patch.edits {
      try copy(from..<edit.offset, into: &sink)
      let place = edit.offset..<edit.offset + edit.old.count
      guard try reading({ () throws(MetadataError) in try source.read(place) }) == edit.old else {
        throw .differentSource
      }
      try sink.write(edit.new)
      from = place.upperBound
    }
    try copy(from..<source.byteCount, into: &sink)
  }

  /// A new picture, and what follows it. Lists in front of it name the lengths of all, so that it waits in memory for them where there are any.
  private func run(
    _ writeMode: WriteMode, _ carry: Plan.Carry, of probe: Probe, into sink: inout some ByteSink
  ) throws(UprightError) -> [String] {
    let attachments = try attachments(carry)
    let changes = zip(carry.attachments, attachments).map { CarriedAttachment($0.range, byteCount: $1?.count) }
    let raster = try raster(writeMode, of: probe)
    var (metadata, losses) = try metadata(writeMode, carry, changes, of: probe, showing: raster)
    var end: Int
    if attachments.isEmpty {
      end = try write(writeMode, raster, &metadata, of: probe, noting: &losses, into: &sink)
    } else {
      var picture: [UInt8] = []
      end = try write(writeMode, raster, &metadata, of: probe, noting: &losses, into: &picture)
      try sink.write(probe.relisted(picture, changes))
      for case let attachment? in attachments { try sink.write(attachment) }
      end = carry.attachments.reduce(end) { max($0, $1.range.upperBound) }
    }
    if writeMode.keepsTrailer, end < source.byteCount { try copy(end..<source.byteCount, into: &sink) }
    return try losses + (writeMode.keepsTrailer ? [] : droppedTrailer(of: probe))
  }

  /// What is said of bytes behind a JPEG's end that stay behind.
  private func droppedTrailer(of probe: Probe) throws(UprightError) -> [String] {
    guard probe.format == .jpeg else { return [] }
    let trailer = try reading { () throws(MetadataError) in
      try probe.mayHaveTrailer(in: source) ? try probe.trailer(in: source) : nil
    }
    return trailer.map { ["\($0.range.count) bytes after the end of the image stay behind"] } ?? []
  }

  /// The new picture's pixels where they are at hand side by side.
  private func raster(_ writeMode: WriteMode, of probe: Probe) throws(UprightError) -> Raster<Output>? {
    guard case .transcode(let transcode) = writeMode, transcode.form == .samples else { return nil }
    return try pixels(transcode, of: probe)
  }

  /// As below; a profile that JPEG XL's encoder refuses, or dies of, is left out and named: other formats hold profiles as bytes, and this one has to
  /// understand them to code them (ISO 18181-1, annex E).
  private func write(
    _ writeMode: WriteMode, _ raster: Raster<Output>?, _ metadata: inout CarriedMetadata, of probe: Probe,
    noting losses: inout [String], into sink: inout some ByteSink
  ) throws(UprightError) -> Int {
    guard case .transcode(let transcode) = writeMode, transcode.settings.format == .jpegXL, metadata.icc != nil else {
      return try write(writeMode, raster, metadata, of: probe, into: &sink)
    }
    var counted = CountingSink(inner: sink)
    do throws(UprightError) {
      defer { sink = counted.inner }
      return try write(writeMode, raster, metadata, of: probe, into: &counted)
    } catch {
      guard case .codec = error, counted.byteCount == 0 else { throw error }
      metadata.icc = nil
      guard let end = try? write(writeMode, raster, metadata, of: probe, into: &sink) else { throw error }
      losses.append(
        "the color profile stays behind: it is damaged, and JPEG XL cannot hold it; viewers take the colors for sRGB")
      return end
    }
  }

  /// Writes the picture alone, and says where the source's ends.
  private func write(
    _ writeMode: WriteMode, _ raster: Raster<Output>?, _ metadata: CarriedMetadata, of probe: Probe,
    into sink: inout some ByteSink
  ) throws(UprightError) -> Int {
    switch writeMode {
    case .transform(let transform):
      return try pipeline.codec(probe.format).transform(
        transform.job, from: source, metadata: metadata, limits: pipeline.limits, into: &sink)
    case .transcode(let transcode):
      try encode(transcode, raster, metadata, of: probe, into: &sink)
      guard transcode.keepsTrailer else { return source.byteCount }
      return try reading { () throws(MetadataError) in try probe.imageEnd(in: source) }
    }
  }

  private func encode(
    _ transcode: Plan.Transcode, _ raster: Raster<Output>?, _ metadata: CarriedMetadata, of probe: Probe,
    into sink: inout some ByteSink
  ) throws(UprightError) {
    let target = try pipeline.codec(transcode.settings.format)
    if let raster {
      return try target.encode(
        raster, settings: transcode.settings, metadata: metadata, limits: pipeline.limits, into: &sink)
    }
    guard case .planes(let chroma) = transcode.form else { return }
    try target.encode(
      planes(transcode, chroma: chroma, by: pipeline.codec(probe.format)), settings: transcode.settings,
      metadata: metadata, limits: pipeline.limits, into: &sink)
  }

  /// What follows the picture, made as planned; nil for what stays behind.
  private func attachments(_ carry: Plan.Carry) throws(UprightError) -> [[UInt8]?] {
    var made: [[UInt8]?] = []
    for attachment in carry.attachments {
      guard case .make(let plan) = attachment.disposition else {
        made.append(nil)
        continue
      }
      made.append(try pipeline.run(plan, on: bytes(in: attachment.range)))
    }
    return made
  }

  private func bytes(in range: Range<Int>) throws(UprightError) -> [UInt8] {
    let bytes = try reading { () throws(MetadataError) in try source.read(range) }
    guard bytes.count == range.count else {
      throw .malformed(MetadataError(.truncated, at: range.lowerBound + bytes.count))
    }
    return bytes
  }

  private func metadata(
    _ writeMode: WriteMode, _ carry: Plan.Carry, _ attachments: [CarriedAttachment], of probe: Probe,
    showing raster: Raster<Output>?
  ) throws(UprightError) -> (CarriedMetadata, losses: [String]) {
    let small = try thumbnail(carry.thumbnail, of: probe, raster)
    var edit = MetadataEdit(
      size: carry.size, map: carry.map, thumbnail: small,
      keepsProfile: carry.keepsProfile, keepsCoding: writeMode.keepsCoding)
    (edit.attachments, edit.strip, edit.becomesSRGB) = (attachments, carry.strip, carry.becomesSRGB)
    var carried = try reading { () throws(MetadataError) in try probe.carry(edit, from: source) }
    var losses: [String] = []
    if let small, !carried.hasThumbnail, probe.thumbnail != nil, carried.exif != nil {
      for level in Self.levelsOfSmallerThumbnails where !carried.hasThumbnail {
        guard let smaller = try? recoded(small, at: level) else { break }
        edit.thumbnail = smaller
        carried = try reading { () throws(MetadataError) in try probe.carry(edit, from: source) }
      }
      if !carried.hasThumbnail { losses.append(Plan.thumbnailLoss) }
    }
    if carry.keepsProfile, probe.hasProfileOfDecoder, let profile = try pipeline.profile(of: probe, in: source) {
      carried.take(profile: profile)
    }
    if case .transcode(let transcode) = writeMode, let raster {
      transcode.fit(&carried, of: probe, to: raster.layout.channels)
    }
    return (carried, losses)
  }

  /// Qualities at which a thumbnail is tried that no longer fits into its segment.
  private static var levelsOfSmallerThumbnails: [Int] { [90, 80, 70, 60, 45, 30] }

  /// A small JPEG with codes of its own, at a quality.
  private func recoded(_ small: [UInt8], at level: Int) throws(UprightError) -> [UInt8] {
    let raster = try pipeline.raster(Rendition(upright: .pixels), of: Probe(checking: small), from: small)
    let settings = EncodeSettings(
      format: .jpeg, fidelity: .level(level), sampling: Subsampling(horizontal: 2, vertical: 2))
    var bytes: [UInt8] = []
    try pipeline.codec(.jpeg).encode(
      raster, settings: settings, metadata: CarriedMetadata(), limits: pipeline.limits, into: &bytes)
    return bytes
  }

  /// The thumbnail as planned; one whose bytes are damaged is dropped, because a lying one is worse than none.
  private func thumbnail(
    _ disposition: Plan.Carry.Thumbnail, of probe: Probe, _ raster: Raster<Output>?
  ) throws(UprightError) -> [UInt8]? {
    switch disposition {
    case .drop: return nil
    case .shrink(let size):
      guard let raster else { return nil }
      return try small(raster, size)
    case .decode(let transcode):
      var bytes: [UInt8] = []
      try encode(transcode, self.raster(.transcode(transcode), of: probe), CarriedMetadata(), of: probe, into: &bytes)
      return bytes
    case .make(let plan):
      guard let bytes = probe.thumbnail?.bytes else { return nil }
      do throws(UprightError) {
        return try pipeline.run(plan, on: bytes)
      } catch {
        guard case .malformed = error else { throw error }
        return nil
      }
    }
  }

  private func small(_ raster: Raster<Output>, _ size: PixelSize<Output>) throws(UprightError) -> [UInt8]? {
    guard
      var resampler = Resampler<Output>(
        from: raster.size, window: raster.size.bounds.rect, to: size, layout: raster.layout,
        filter: Plan.Transcode.filter)
    else { return nil }
    resampler.push(raster, firstRow: 0)
    guard let small = resampler.finish() else { return nil }
    var bytes: [UInt8] = []
    try pipeline.codec(.jpeg).encode(
      small, settings: .thumbnail, metadata: CarriedMetadata(), limits: pipeline.limits, into: &bytes)
    return bytes
  }

  /// The pixels of a transcode that was decided for the probed bytes.
  func picture(_ transcode: Plan.Transcode, of probe: Probe) throws(UprightError) -> Raster<Output> {
    try check(Probe(checking: source), against: probe.fingerprint)
    return try pixels(transcode, of: probe)
  }

  /// The pixels of a transcode, out of the picture or of a small one inside the file.
  private func pixels(_ transcode: Plan.Transcode, of probe: Probe) throws(UprightError) -> Raster<Output> {
    let profile = try profile(transcode, of: probe)
    let small: [UInt8]
    switch transcode.embeddedPreview?.location {
    case nil: return try picture(transcode, by: pipeline.codec(probe.format), profile: profile)
    case .thumbnail?: small = probe.thumbnail?.bytes ?? []
    case .preview(let range)?: small = try bytes(in: range)
    }
    let own = Execution<[UInt8]>(pipeline: pipeline, source: small)
    return try own.picture(transcode, by: pipeline.codec(Probe(checking: small).format), profile: profile)
  }

  /// The profile by which colours are converted; nil where they are not, or are sRGB's already for want of one.
  private func profile(_ transcode: Plan.Transcode, of probe: Probe) throws(UprightError) -> [UInt8]? {
    guard transcode.colors == .srgb else { return nil }
    let profile = try pipeline.profile(of: probe, in: source)
    guard profile == nil, probe.samples?.color == .cmyk else { return profile }
    throw .unanswerable(field: "colors", reason: "the inks come without a profile that says what they look like")
  }

  /// The pixels of a transcode, turned, scaled and padded.
  private func picture(
    _ transcode: Plan.Transcode, by codec: any Codec, profile: [UInt8]?
  ) throws(UprightError) -> Raster<Output> {
    let light =
      transcode.scales ? try scaled(transcode, by: codec) : try placed(transcode, by: codec)
    let decoded = try toneMapped(light, transcode)
    let turned =
      try profile.map { profile throws(UprightError) in try pipeline.converted(decoded, from: profile) }
      ?? decoded
    guard let delivered = turned.converted(to: transcode.channels) else { throw .outOfMemory }
    guard delivered.size != transcode.carry.size else { return delivered }
    let fill = transcode.fill.samples(transcode.deliveredLayout)
    guard let padded = delivered.padded(to: transcode.carry.size, at: transcode.placement, fill: fill) else {
      throw .outOfMemory
    }
    return padded
  }

  /// The planes of a transcode, turned.
  private func planes(
    _ transcode: Plan.Transcode, chroma: Subsampling, by codec: any Codec
  ) throws(UprightError) -> PlanarRaster<Output> {
    let (pass, turn) = (transcode.pass, transcode.orientation)
    guard var result = PlanarRaster(size: transcode.carry.size, chroma: chroma.applying(turn)) else {
      throw .outOfMemory
    }
    try codec.decodePlanes(of: pass.region, chroma: chroma, from: source, limits: pipeline.limits) {
      band, row throws(UprightError) in
      if Task.isCancelled { throw .cancelled }
      result.place(band, firstRow: row, of: pass.size, by: turn)
    }
    return result
  }

  /// A picture whose light is that of a usual one; in linear light, its rows were that before they were scaled.
  private func toneMapped(
    _ picture: Raster<Output>, _ transcode: Plan.Transcode
  ) throws(UprightError) -> Raster<Output> {
    guard let mapping = transcode.toneMapping else { return picture }
    guard !transcode.scales || transcode.light == .encoded else {
      guard let deep = picture.converted(to: mapping.depth) else { throw .outOfMemory }
      return deep
    }
    let mapped = try picture.toneMapped(by: mapping.mapper(), to: mapping.depth)
    guard let mapped else { throw .outOfMemory }
    return mapped
  }

  private func placed(_ transcode: Plan.Transcode, by codec: any Codec) throws(UprightError) -> Raster<Output> {
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

  private func scaled(_ transcode: Plan.Transcode, by codec: any Codec) throws(UprightError) -> Raster<Output> {
    let pass = transcode.pass
    guard
      var resampler = Resampler<Decoded>(
        from: pass.size, window: transcode.window, to: transcode.scaled, layout: transcode.scaledLayout,
        filter: Plan.Transcode.filter)
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

  private func decode(
    _ pass: DecodePass, by codec: any Codec, take: (Raster<Decoded>, Int) -> Void
  ) throws(UprightError) {
    try codec.decode(pass, from: source, limits: pipeline.limits) { band, row throws(UprightError) in
      if Task.isCancelled { throw .cancelled }
      take(band, row)
    }
  }

  private func reading<Value>(_ body: () throws(MetadataError) -> Value) throws(UprightError) -> Value {
    do { return try body() } catch { throw UprightError(error) }
  }
}

/// How a new picture is made.
private enum WriteMode {
  case transform(Plan.Transform)
  case transcode(Plan.Transcode)

  var keepsCoding: Bool { if case .transform = self { true } else { false } }

  var keepsTrailer: Bool {
    switch self {
    case .transform(let transform): transform.keepsTrailer
    case .transcode(let transcode): transcode.keepsTrailer
    }
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
