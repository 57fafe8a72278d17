// Carries out a plan step by step; the planner made every decision.

extension Plan {
  /// Whether an error before anything is written leads to the fallback: damage, and required strips that are not
  /// possible.
  fileprivate func isFallback(for error: UprightError) -> Bool {
    switch error {
    case .malformed: true
    case .limit(.memory, _, _): if case .transcode(let transcode) = route { transcode.isOnlyInStrips } else { false }
    default: false
    }
  }
}

/// One run of a plan on a source.
struct Execution<Source: ByteSource> {
  let pipeline: Pipeline
  let source: Source

  /// Carries out `plan`, made for `probe`, or its fallback if the source turns out damaged; returns the one carried
  /// out.
  func run(_ plan: Plan, checking probe: Probe, into sink: inout some ByteSink) throws(UprightError) -> Plan {
    guard probe.fingerprint == plan.fingerprint, probe.rules == plan.rules else { throw .differentSource }
    try check(probe)
    return try run(plan, of: probe, into: &sink)
  }

  private func run(_ plan: Plan, of probe: Probe, into sink: inout some ByteSink) throws(UprightError) -> Plan {
    do throws(UprightError) { try pipeline.checkPixels(of: source, as: probe, by: plan) } catch {
      guard plan.pixelCheck?.isChecked == true, plan.isFallback(for: error), let other = plan.fallback
      else { throw error }
      return try run(other, of: probe, into: &sink)
    }
    if case .rewrite(let rewrite) = plan.route { return try run(rewrite, by: plan, of: probe, into: &sink) }
    var counted = CountingSink(inner: sink)
    do throws(UprightError) {
      let losses = try run(plan.route, of: probe, into: &counted)
      sink = counted.inner
      var done = plan
      done.losses = losses.filter { $0 != .thumbnailRecoded }
      done.recodesThumbnail = losses.contains(.thumbnailRecoded)
      return done
    } catch {
      sink = counted.inner
      guard plan.isFallback(for: error), counted.byteCount == 0, let other = plan.fallback else { throw error }
      return try run(other, of: probe, into: &sink)
    }
  }

  /// Checks that the source is what was probed.
  func check(_ probe: Probe) throws(UprightError) {
    guard try reading({ () throws(MetadataError) in try probe.describes(source) }) else { throw .differentSource }
  }

  /// Carries out a route; returns what was dropped without notice in any header.
  func run(
    _ route: Plan.Route, of probe: Probe, into sink: inout some ByteSink
  ) throws(UprightError) -> [CarryNote] {
    switch route {
    case .copy: try copy(0..<source.byteCount, into: &sink)
    case .retag(let patch): try apply(patch, into: &sink)
    case .rewrite: break
    case .transform(let transform): return try run(.transform(transform), transform.carry, of: probe, into: &sink)
    case .transcode(let transcode) where !transcode.furtherPages.isEmpty:
      return try runPages(transcode, of: probe, into: &sink)
    case .transcode(let transcode):
      let shown = transcode.page.flatMap { probe.showing(page: $0) } ?? probe
      try shown.checkEnd(below: transcode)
      return try run(.transcode(transcode), transcode.carry, of: shown, into: &sink)
    }
    return []
  }

  func copy(_ range: Range<Int>, into sink: inout some ByteSink) throws(UprightError) {
    var from = range.lowerBound
    while from < range.upperBound {
      if Cancellation.isRequested { throw .cancelled }
      let part = from..<min(range.upperBound, from + RunMemory.chunk)
      try sink.write(bytes(in: part))
      from = part.upperBound
    }
  }

  /// The source without the removed metadata; if it had none, a copy is carried out.
  func run(
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
    let unknown = try reading { () throws(MetadataError) in
      try probe.unknownResources(without: rewrite.strip, in: source)
    }
    let damaged = try reading { () throws(MetadataError) in
      try probe.hasDamagedResources(without: rewrite.strip, in: source)
    }
    if damaged {
      done.losses.append(.loss(.damagedResources))
    }
    if !unknown.isEmpty {
      done.route = .rewrite(
        Plan.Rewrite(patch: rewrite.patch, strip: rewrite.strip, losses: rewrite.losses + unknown.map(CarryNote.loss)))
    }
    if change.isEmpty {
      done.route = rewrite.patch.isEmpty ? .copy : .retag(rewrite.patch)
    } else if rewrite.strip.removesPosition {
      done.losses += try droppedTrailer(of: probe)
    }
    return done
  }

  func check(_ patch: BytePatch) throws(UprightError) {
    for edit in patch.edits where try bytes(in: edit.offset..<edit.offset + edit.old.count) != edit.old {
      throw .differentSource
    }
  }

  func apply(_ patch: BytePatch, into sink: inout some ByteSink) throws(UprightError) {
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

  func bytes(in range: Range<Int>) throws(UprightError) -> [UInt8] {
    let bytes = try reading { () throws(MetadataError) in try source.read(range) }
    guard bytes.count == range.count else {
      throw .malformed(MetadataError(.truncated, at: range.lowerBound + bytes.count))
    }
    return bytes
  }

  func reading<Value>(_ body: () throws(MetadataError) -> Value) throws(UprightError) -> Value {
    do { return try body() } catch { throw UprightError(error) }
  }
}

/// Counts the bytes that pass to another sink.
struct CountingSink<Inner: ByteSink>: ByteSink {
  var inner: Inner
  var byteCount = 0

  mutating func write(_ bytes: [UInt8]) throws(UprightError) {
    byteCount += bytes.count
    try inner.write(bytes)
  }
}
