// A region of each image, scaled to a size if one is given.

package import Upright

/// A request for a region.
package struct CropRequest: ImageRequest {
  /// What the pixels of a region are measured in.
  package enum RegionSpace: String, Hashable, Sendable, CaseIterable {
    case displayed, stored
  }

  private let region: RegionParameter
  private let position: RegionPosition?
  private let size: SizeParameter?
  private let space: RegionSpace
  private let padding: Rendition.Color?
  private let quality: Int?
  private let stale: StaleTag
  private let lossless: Rendition.BlockSnapping?
  package let frame: Int?

  /// A region of each image.
  ///
  /// - Parameters:
  ///   - position: The place of a ratio or square; nil for the middle.
  ///   - size: The size of the result; nil for the region's.
  ///   - padding: The color outside the image; nil to clip the region.
  ///   - quality: The quality 1…100 of a JPEG; nil for the source's.
  ///   - frame: The frame of an animation; nil for the first.
  ///   - lossless: How to crop without loss; nil to re-encode where that is needed.
  package init(
    _ region: RegionParameter, at position: RegionPosition? = nil, size: SizeParameter? = nil,
    space: RegionSpace = .displayed,
    padding: Rendition.Color? = nil, quality: Int? = nil, stale: StaleTag = .trustTag, frame: Int? = nil,
    lossless: Rendition.BlockSnapping? = nil
  ) {
    self.region = position.flatMap(region.placed) ?? region
    self.position = position
    (self.size, self.space, self.padding) = (size, space, padding)
    (self.quality, self.stale, self.frame, self.lossless) = (quality, stale, frame, lossless)
  }

  package static var replacesImages: Bool { true }

  package var changesPixels: Bool { true }

  package var identity: BatchIdentity {
    var identity = BatchIdentity("crop", region.description)
    identity.state("gravity", position?.gravity.flatMap { $0 == .center ? nil : $0.rawValue })
    identity.state("focus", position?.focus)
    identity.state("size", size?.description)
    identity.state("space", space.rawValue)
    identity.state("pad", padding?.css)
    identity.state("stale", stale.rawValue)
    identity.state("quality", quality)
    identity.state("frame", frame)
    identity.state("lossless", lossless?.rawValue)
    return identity
  }

  package func rendition(
    of probe: Probe, format: ContainerFormat?, original: EdgeMode.Original = .stays
  ) -> Rendition {
    let isStored = space == .stored || stale == .trustPixels && probe.staleTag != nil
    var wanted = rendition(of: region.region(stored: isStored, in: probe.storedSize), format: format)
    wanted.stale = stale
    return wanted
  }

  /// The rendition of a region in pixels as displayed, before the image is known.
  package func rendition(format: ContainerFormat?) -> Rendition {
    rendition(of: region.region(stored: false), format: format)
  }

  private func rendition(of region: Rendition.Region, format: ContainerFormat?) -> Rendition {
    var wanted = Rendition(
      region: region, size: size?.exactly ?? .full, upright: .pixels, quality: .of(quality),
      format: format, loss: lossless == nil ? .recode : .none, overflow: padding.map { .pad($0) } ?? .clip)
    wanted.checksPixels = true
    wanted.blockSnapping = lossless
    wanted.frame = Rendition.Frame(frame)
    return wanted
  }
}
