// What remains until a file is upright, decided by its headers alone.

internal import UprightMetadata

/// Whether a file is upright as it is.
public enum UprightState: Hashable, Sendable {
  /// Where the orientation should be.
  public enum Target: Hashable, Sendable {
    /// In the pixels: the stored image is the displayed one. A video is judged as its matrix displays it, because every
    /// player follows that, and its frames stay as they are.
    case pixels
    /// In the tag, written as the standard requires.
    case tag
  }

  /// Nothing remains.
  case upright
  /// The stored image differs from the displayed one: viewers must follow this tag. In a TIFF of several pages it is the
  /// first such page's.
  case rotated(ExifOrientation)
  /// The orientation tag, or another field that states an orientation, would be rewritten.
  case untidy

  /// The state of a probed file.
  public init(of probe: Probe, in target: Target = .pixels) {
    switch target {
    case .pixels:
      let rotated = probe.format.isMovie ? nil : probe.rotatedPages.first
      self = rotated.map { .rotated($0.orientation) } ?? .upright
    case .tag: self = probe.isCanonical ? .upright : .untidy
    }
  }
}

extension Probe {
  /// Whether the stored image, and every other page of a TIFF, is upright, so that viewers show the same whether or not
  /// they follow orientation tags.
  public var isUpright: Bool { rotatedPages.isEmpty }

  /// Whether every field that states the orientation conforms to the standard, and none contradicts the one in use. A
  /// format without such a field has nothing to rewrite.
  var isCanonical: Bool { (try? retag(to: orientation, normalizing: true))?.isEmpty ?? true }
}

// What is done with an image whose pixels look already rotated although its orientation tag was left in place.

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
