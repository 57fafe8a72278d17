// Whether coded data that a route copies as they are get decoded first, so that damage does not pass for success.

internal import UprightMetadata

extension Planner {
  /// The plan, saying what becomes of pixels that it does not make anew.
  ///
  /// - Throws: `.malformed` where they are to be checked, and the headers already say that they are damaged.
  func checkingPixels(_ plan: Plan, _ rendition: Rendition, of probe: Probe) throws(UprightError) -> Plan {
    var result = plan
    if rendition.checksPixels, let broken = probe.brokenHeader { throw .malformed(broken) }
    switch plan.route {
    case .transform, .transcode: return plan
    case .copy, .retag:
      guard rendition.checksPixels else { return plan }
    case .rewrite:
      guard rendition.checksPixels else {
        result.pixelCheck = .unchecked("nobody asked for it (--verify does)")
        return result
      }
    }
    guard !probe.holdsSeveralImages else {
      result.pixelCheck = .undecoded("the file holds several images, and only one of them would be decoded")
      return result
    }
    do throws(UprightError) {
      // Nothing is written, so that neither what a format does not hold nor what goes with the image is in the way; PNG holds all that is decoded.
      var whole = Rendition()
      whole.strip = .allButColor
      if probe.format != .jpeg, capabilities[.png]?.encodes == true { whole.format = .png }
      if probe.format != .png { whole.toneMap = .bt2390 }
      let transcode = try transcode(whole, for: probe)
      let bytes = transcode.peakBytes(probe)
      guard bytes <= limits.memoryBytes else { throw .limit(name: "", asked: bytes, allowed: limits.memoryBytes) }
      result.pixelCheck = .decoded(transcode.pass)
      result.peakBytes = max(plan.peakBytes, bytes)
    } catch {
      if case .malformed = error { throw error }
      if case .limit = error {
        result.pixelCheck = .undecoded("decoding takes more pixels or memory than allowed")
      } else {
        result.pixelCheck = .undecoded("\(probe.format.rawValue) like this is not decoded here")
      }
    }
    return result
  }
}

extension Probe {
  /// Whether there are images beside the one that is shown: further pages, or frames of which none was chosen.
  fileprivate var holdsSeveralImages: Bool { hasAdditionalPages || reasonFramesStay != nil }
}

extension Plan.PixelCheck {
  /// A line of an explanation.
  var sentence: String {
    switch self {
    case .decoded: "pixels checked: the coded image is decoded once, and damage is an error"
    case .undecoded(let reason), .unchecked(let reason): "pixels not checked: \(reason)"
    }
  }

  /// Whether damage is found.
  public var isChecked: Bool { if case .decoded = self { true } else { false } }
}

extension Pipeline {
  /// Decodes coded data that a plan copies as they are, where it says so, and keeps nothing of them.
  ///
  /// - Throws: `.malformed` where anything of them is damaged; `.unsupported`, `.limit`, `.codec`, `.io`, `.cancelled`.
  public func checkPixels(of source: some ByteSource, by plan: Plan) throws(UprightError) {
    guard let check = plan.pixelCheck else { return }
    if case .unchecked = check { return }
    let probe = try Probe(checking: source, rules: plan.rules)
    do { try probe.checkChecksums(in: source) } catch { throw UprightError(error) }
    guard case .decoded(let pass) = check else { return }
    // What can be read of damaged data is no copy of them.
    let strict = tolerating(warnings: 0)
    try strict.codec(probe.format).decode(pass, from: source, limits: strict.limits) { _, _ throws(UprightError) in
      if Task.isCancelled { throw .cancelled }
    }
  }
}
