// Whether coded data that a route copies is decoded first, so that damage is not reported as success.

internal import UprightMetadata

extension Planner {
  /// The plan with its pixel check, for pixels that it copies.
  ///
  /// - Throws: `.malformed` if a check is requested and the headers already show damage.
  func checkingPixels(_ plan: Plan, _ rendition: Rendition, of probe: Probe) throws(UprightError) -> Plan {
    var result = plan
    if rendition.checksPixels, let broken = probe.brokenHeader { throw .malformed(broken) }
    switch plan.route {
    case .transform: return plan
    case .transcode(let transcode):
      if probe.format.codec?.missesDamage == true {
        result.pixelCheck = .uncertain(probe.format, nil)
      } else if transcode.embeddedPreview == nil, probe.leavesRest(of: transcode.pass, capabilities) {
        result.pixelCheck = .undecoded(.region)
      }
      return result
    case .copy, .retag:
      guard rendition.checksPixels else { return plan }
    case .rewrite:
      guard rendition.checksPixels else {
        result.pixelCheck = .unchecked
        return result
      }
    }
    guard !probe.holdsSeveralImages else {
      result.pixelCheck = .undecoded(.severalImages)
      return result
    }
    do throws(UprightError) {
      // Nothing is written, so the result format's limits and the accompanying data do not matter; PNG stores
      // everything decoded.
      var whole = Rendition()
      whole.strip = .allButColor
      if probe.format != .jpeg, capabilities[.png]?.encodes == true { whole.format = .png }
      if probe.format != .png { whole.toneMap = .bt2390 }
      let transcode = try transcode(whole, for: probe)
      let bytes = transcode.peakBytes(probe)
      guard bytes <= limits.memoryBytes else { throw .limit(.memory, asked: bytes, allowed: limits.memoryBytes) }
      result.pixelCheck =
        probe.format.codec?.missesDamage == true
        ? .uncertain(probe.format, transcode.pass) : .decoded(transcode.pass)
      result.peakBytes = max(plan.peakBytes, bytes)
    } catch {
      if case .malformed = error { throw error }
      if case .limit = error {
        result.pixelCheck = .undecoded(.limit)
      } else {
        result.pixelCheck = .undecoded(.unsupported(probe.format))
      }
    }
    return result
  }
}

extension PlanRequest {
  /// Whether a pass over a region reads the coded data below it too: where that costs little for the whole.
  func checksRest(of pass: DecodePass, _ planner: Planner) -> Bool {
    probe.hasRest(below: pass, planner.capabilities) && probe.readsRestCheaply(below: pass)
  }
}

extension Probe {
  /// Pixels that are read in an instant.
  private static let fewPixels = 4 << 20

  /// Whether damage in the region of a pass may show only in the coded data below it.
  ///
  /// An index was made from the whole of the coded data.
  func hasRest(below pass: DecodePass, _ capabilities: [ContainerFormat: Capabilities]) -> Bool {
    guard pass.region.maxY < storedSize.height else { return false }
    switch format {
    case .jpeg: return jpeg?.isProgressive != true && capabilities[.jpeg]?.isIndexed != true
    case .webp: return true
    default: return false
    }
  }

  /// Whether this is little, or a JPEG's decoder has read as much above.
  fileprivate func readsRestCheaply(below pass: DecodePass) -> Bool {
    let rows = storedSize.height - pass.region.maxY
    if format == .jpeg {
      return rows <= pass.region.maxY || storedSize.width.multipliedSaturating(rows) <= Self.fewPixels
    }
    return pass.denominator == 1 && animation == nil
      && pass.region.width.multipliedSaturating(rows) <= Self.fewPixels
  }

  /// Whether the plan's pass leaves coded data below its region unread.
  fileprivate func leavesRest(of pass: DecodePass, _ capabilities: [ContainerFormat: Capabilities]) -> Bool {
    !pass.checksRest && hasRest(below: pass, capabilities)
  }

  /// Whether the file has images besides the one shown: more pages, or frames of which none was chosen.
  fileprivate var holdsSeveralImages: Bool { hasAdditionalPages || reasonFramesStay != nil }
}

extension Plan.PixelCheck {
  /// Whether damage would be found.
  public var isChecked: Bool { if case .decoded = self { true } else { false } }

  /// The pass by which it is decoded for the check.
  fileprivate var pass: DecodePass? {
    switch self {
    case .decoded(let pass): pass
    case .uncertain(_, let pass): pass
    case .undecoded, .unchecked: nil
    }
  }
}

extension Pipeline {
  /// Decodes coded data that a plan copies, if the plan requires it, and discards the pixels.
  ///
  /// - Throws: `.malformed` if any of it is damaged; `.unsupported`, `.limit`, `.codec`, `.io`, `.cancelled`.
  public func checkPixels(of source: some ByteSource, by plan: Plan) throws(UprightError) {
    guard let check = plan.pixelCheck, check != .unchecked else { return }
    if case .uncertain(_, nil) = check { return }
    try checkPixels(of: source, as: Probe(checking: source, rules: plan.rules), by: plan)
  }

  /// The same for bytes whose probe is known.
  ///
  /// - Throws: As `checkPixels(of:by:)`.
  public func checkPixels(of source: some ByteSource, as probe: Probe, by plan: Plan) throws(UprightError) {
    guard let check = plan.pixelCheck, check != .unchecked, check != .uncertain(probe.format, nil) else { return }
    do { try probe.checkChecksums(in: source) } catch { throw UprightError(error) }
    guard let pass = check.pass else { return }
    // Warnings are errors: the readable part of damaged data is not a copy.
    let strict = tolerating(warnings: 0)
    try strict.codec(probe.format).requiredDecoder().decode(pass, from: source, limits: strict.limits) {
      _, _ throws(UprightError) in
      if Cancellation.isRequested { throw .cancelled }
    }
  }
}
