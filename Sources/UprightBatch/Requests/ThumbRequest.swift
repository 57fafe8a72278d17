// A small upright image of each image.

package import Upright

/// A request for small images.
package struct ThumbRequest: ImageRequest {
  /// The default quality.
  package static let defaultQuality = 85

  private let size: SizeParameter
  private let quality: Int
  private let allowsEmbedded: Bool
  private let keepsMetadata: Bool
  private let stale: StaleTag
  package let frame: Int?

  /// Small images within `size`.
  ///
  /// - Parameters:
  ///   - quality: The quality 1…100 of a JPEG.
  ///   - allowsEmbedded: Whether an embedded preview may be used.
  ///   - frame: The frame of an animation; nil for the first.
  package init(
    within size: SizeParameter, quality: Int = defaultQuality, allowsEmbedded: Bool = false,
    keepsMetadata: Bool = false, stale: StaleTag = .trustTag, frame: Int? = nil
  ) {
    (self.size, self.quality, self.allowsEmbedded) = (size, quality, allowsEmbedded)
    (self.keepsMetadata, self.stale, self.frame) = (keepsMetadata, stale, frame)
  }

  package var replacesImages: Bool { true }

  package var changesPixels: Bool { true }

  package var identity: BatchIdentity {
    var identity = BatchIdentity("thumb", size.description)
    identity.state("quality", quality)
    identity.state("embedded-ok", allowsEmbedded)
    identity.state("keep-metadata", keepsMetadata)
    identity.state("stale", stale.rawValue)
    identity.state("frame", frame)
    return identity
  }

  package func rendition(
    of probe: Probe, format: ContainerFormat?, original: EdgeMode.Original = .stays
  ) -> Rendition {
    var wanted = Rendition.thumbnail(size.within, format: format)
    wanted.quality = .level(quality)
    wanted.allowsEmbedded = allowsEmbedded
    if keepsMetadata { wanted.strip = .none }
    wanted.frame = Rendition.Frame(frame)
    wanted.stale = stale
    return wanted
  }
}

// What a size asks of a rendition; how sizes are written is in `UprightGeometry`.

extension SizeParameter {
  /// The size of a result that is never enlarged.
  package var within: Rendition.Size {
    switch self {
    case .full, .max: .full
    case .box(let size), .confined(let size): .within(size)
    case .width(let width): .within(PixelSize(width: width, height: Self.longestSide))
    case .height(let height): .within(PixelSize(width: Self.longestSide, height: height))
    case .percent(let percent): .scaled(by: min(1, percent / 100))
    }
  }

  /// The size of a result that is enlarged if necessary.
  package var exactly: Rendition.Size {
    switch self {
    case .full, .max: .full
    case .box(let size): .exactly(size)
    case .confined(let size): .within(size)
    case .width(let width): .width(width)
    case .height(let height): .height(height)
    case .percent(let percent): .scaled(by: percent / 100)
    }
  }
}
