// What is done with an image whose pixels look already rotated although its orientation tag was left in place.

internal import UprightMetadata

/// What to trust if the tag looks stale (finding `orientation-stale`).
public enum StaleTag: String, Hashable, Sendable, CaseIterable {
  /// Neither: the orientation stays, and the plan reports it.
  case skip
  /// The tag, as viewers do.
  case trustTag = "trust-tag"
  /// The pixels: they are upright as stored, so the tag becomes 1.
  case trustPixels = "trust-pixels"
}

extension Probe {
  /// The finding if the orientation tag looks stale; otherwise nil.
  public var staleTag: Finding? { findings.first { $0.code == .staleTag } }
}

extension Rendition {
  /// The rendition for an image whose tag looks stale.
  func ofStale(_ probe: Probe) -> Rendition {
    var result = self
    switch stale {
    case .trustTag: return self
    case .skip:
      result = Rendition()
      result.strip = strip
    case .trustPixels:
      let stored: Orientation<Displayed, Displayed> = Orientation(asDisplayed: probe.orientation).inverse
      result.rotation = stored.then(rotation)
      result.normalizes = true
      result.trustsPixels = true
    }
    result.stale = .trustTag
    return result
  }
}
