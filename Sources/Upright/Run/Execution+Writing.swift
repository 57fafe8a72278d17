// Writes a new image with its metadata and attachments (CIPA DC-007, 5.2: the index states lengths in advance).

/// How a new image is made.
enum NewImage {
  case transform(Plan.Transform)
  case transcode(Plan.Transcode)

  var keepsCoding: Bool { if case .transform = self { true } else { false } }

  /// The format of the result.
  func format(_ probe: Probe) -> ContainerFormat {
    switch self {
    case .transform: probe.format
    case .transcode(let transcode): transcode.settings.format
    }
  }

  var keepsTrailer: Bool {
    switch self {
    case .transform(let transform): transform.keepsTrailer
    case .transcode(let transcode): transcode.keepsTrailer
    }
  }
}

extension Execution {
  /// A new image and its attachments. Lists before it state all lengths, so with attachments it waits in memory for
  /// them.
  func run(
    _ image: NewImage, _ carry: Plan.Carry, of probe: Probe, into sink: inout some ByteSink
  ) throws(UprightError) -> [CarryNote] {
    var counted = CountingSink(inner: sink)
    defer { sink = counted.inner }
    return try writeAll(image, carry, of: probe, into: &counted)
  }

  /// The same, counted, so that offsets after the image can follow it.
  private func writeAll(
    _ image: NewImage, _ carry: Plan.Carry, of probe: Probe, into sink: inout CountingSink<some ByteSink>
  ) throws(UprightError) -> [CarryNote] {
    let attachments = try attachments(carry)
    let changes = zip(carry.attachments, attachments).map { CarriedAttachment($0.range, byteCount: $1?.count) }
    let images = try xmpImages(carry, of: probe)
    let raster = try raster(image, of: probe)
    var (metadata, losses) = try metadata(image, carry, changes, images.changes, of: probe, showing: raster)
    losses += images.losses
    var end: Int
    if attachments.isEmpty {
      end = try write(image, raster, &metadata, of: probe, noting: &losses, into: &sink)
    } else {
      var encoded: [UInt8] = []
      end = try write(image, raster, &metadata, of: probe, noting: &losses, into: &encoded)
      var gaps: [[UInt8]] = []
      for attachment in carry.attachments {
        gaps.append(image.keepsTrailer ? try gap(end, attachment.range.lowerBound) : [])
        end = max(end, attachment.range.upperBound)
      }
      let places = zip(changes, gaps).map { CarriedAttachment($0.range, byteCount: $0.byteCount, gap: $1.count) }
      try sink.write(probe.relisted(encoded, places))
      for (gap, attachment) in zip(gaps, attachments) { try sink.write(gap + (attachment ?? [])) }
    }
    if image.keepsTrailer { try copyTrailer(from: end, after: changes, of: probe, into: &sink) }
    return try losses + (image.keepsTrailer ? [] : droppedTrailer(of: probe))
  }

  /// Copies what follows the last attachment; an index there gets the attachments' new lengths, or its offsets follow.
  private func copyTrailer(
    from end: Int, after changes: [CarriedAttachment], of probe: Probe, into sink: inout CountingSink<some ByteSink>
  ) throws(UprightError) {
    if let index = probe.trailerIndex(after: changes, in: source), index.start >= end {
      try copy(end..<index.start, into: &sink)
      return try sink.write(index.bytes)
    }
    let moved = probe.concatenatedTrailer?.edits(movingBy: sink.byteCount - end, from: end) ?? []
    var next = end
    for edit in BytePatch(moved).edits where edit.offset >= next {
      try copy(next..<edit.offset, into: &sink)
      try sink.write(edit.new)
      next = edit.offset + edit.old.count
    }
    if next < source.byteCount { try copy(next..<source.byteCount, into: &sink) }
  }

  /// The bytes between two attachments, or between the image and the first one; none if they are padding.
  private func gap(_ start: Int, _ end: Int) throws(UprightError) -> [UInt8] {
    guard start < end else { return [] }
    let bytes = try bytes(in: start..<end)
    return bytes.allSatisfy { $0 == 0 } ? [] : bytes
  }

  /// The note on bytes after a JPEG's end that are dropped.
  func droppedTrailer(of probe: Probe) throws(UprightError) -> [CarryNote] {
    guard probe.format == .jpeg else { return [] }
    let dataEnd = try? pipeline.codec(.jpeg).requiredDecoder().dataEnd(of: source)
    let trailer = try reading { () throws(MetadataError) in
      try probe.mayHaveTrailer(in: source, after: dataEnd ?? nil) ? try probe.trailer(in: source) : nil
    }
    return trailer.map { [.trailerDropped($0.range.count)] } ?? []
  }

  /// The new image's interleaved pixels, if available.
  func raster(_ image: NewImage, of probe: Probe) throws(UprightError) -> Raster<Output>? {
    guard case .transcode(let transcode) = image, transcode.form == .samples else { return nil }
    return try pixels(transcode, of: probe)
  }

  /// As below. If JPEG XL's encoder rejects a profile or crashes on it, the profile is dropped with a note. Other
  /// formats copy profiles as bytes, but this one must parse them (ISO 18181-1, annex E).
  func write(
    _ image: NewImage, _ raster: Raster<Output>?, _ metadata: inout CarriedMetadata, of probe: Probe,
    noting losses: inout [CarryNote], into sink: inout some ByteSink
  ) throws(UprightError) -> Int {
    guard case .transcode(let transcode) = image, metadata.icc != nil,
      transcode.settings.format.codec?.encoderReadsProfile == true
    else {
      return try write(image, raster, metadata, of: probe, into: &sink)
    }
    var counted = CountingSink(inner: sink)
    do throws(UprightError) {
      defer { sink = counted.inner }
      return try write(image, raster, metadata, of: probe, into: &counted)
    } catch {
      guard case .codec = error, counted.byteCount == 0 else { throw error }
      metadata.icc = nil
      guard let end = try? write(image, raster, metadata, of: probe, into: &sink) else { throw error }
      losses.append(.profileDamaged)
      return end
    }
  }

  /// Writes the image alone, and returns the end of the source's image.
  func write(
    _ image: NewImage, _ raster: Raster<Output>?, _ metadata: CarriedMetadata, of probe: Probe,
    into sink: inout some ByteSink
  ) throws(UprightError) -> Int {
    switch image {
    case .transform(let transform):
      return try pipeline.codec(probe.format).requiredBlocks().transform(
        transform.job, from: source, metadata: metadata, limits: pipeline.limits, into: &sink)
    case .transcode(let transcode):
      try encode(transcode, raster, metadata, of: probe, into: &sink)
      guard transcode.keepsTrailer else { return source.byteCount }
      return try reading { () throws(MetadataError) in try probe.imageEnd(in: source) }
    }
  }

  func encode(
    _ transcode: Plan.Transcode, _ raster: Raster<Output>?, _ metadata: CarriedMetadata, of probe: Probe,
    into sink: inout some ByteSink
  ) throws(UprightError) {
    let target = try pipeline.codec(transcode.settings.format)
    if let raster {
      return try target.requiredEncoder().encode(
        raster, settings: transcode.settings, metadata: metadata, limits: pipeline.limits, into: &sink)
    }
    guard case .planes(let chroma, let overhang) = transcode.form else { return }
    if let strips = transcode.strips {
      let isDone = try target.requiredPlanes().recode(
        transcode.pass, strips: strips, by: transcode.orientation, settings: transcode.settings, metadata: metadata,
        from: source, limits: pipeline.limits, into: &sink)
      if isDone { return }
      guard !strips.isRequired else { throw transcode.planesTooLarge(probe, for: pipeline.limits) }
    }
    var planes = try planes(transcode, chroma: chroma, by: pipeline.codec(probe.format))
    guard planes.alignChroma(overhang) else { throw .outOfMemory }
    try target.requiredPlanes().encode(
      planes, settings: transcode.settings,
      metadata: metadata, limits: pipeline.limits, into: &sink)
  }

  /// The attachments, made as planned; nil for each one that is dropped.
  func attachments(_ carry: Plan.Carry) throws(UprightError) -> [[UInt8]?] {
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
}
