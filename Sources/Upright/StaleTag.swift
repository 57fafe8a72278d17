// What is done with an image whose pixels look already rotated while its orientation tag was left in place.

internal import UprightMetadata

/// Whom to trust where the tag looks stale (finding `orientation-stale`).
public enum StaleTag: String, Hashable, Sendable, CaseIterable {
  /// The orientation stays as it is, and the plan says so.
  case skip
  /// The tag, as viewers do.
  case trustTag = "trust-tag"
  /// The pixels: they are upright as stored, so that the tag becomes 1.
  case trustPixels = "trust-pixels"
}

extension Probe {
  /// Why the orientation tag looks stale; nil where it does not.
  public var staleTagReason: String? { findings.first { $0.code == .staleTag }?.message }
}

extension Rendition {
  /// The same of an image whose tag looks stale.
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
    }
    result.stale = .trustTag
    return result
  }
}
