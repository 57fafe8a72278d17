// Regions of each image, scaled to a size if one is given.

package import Upright

/// A request for one region of each image, or for several.
package struct CropRequest: ImageRequest {
  /// What the pixels of a region are measured in.
  package enum RegionSpace: String, Hashable, Sendable, CaseIterable {
    case displayed, stored
  }

  private let regions: [RegionParameter]
  private let origin: Origin
  private let position: RegionPosition?
  private let size: SizeParameter?
  private let space: RegionSpace
  private let padding: Rendition.Color?
  private let quality: Int?
  private let stale: StaleTag
  private let lossless: Rendition.BlockSnapping?
  package let frame: Int?
  /// Which of the regions is requested, from 0.
  private var index = 0

  /// A region of each image, and further ones, each of which is a result of its own, as a request states them.
  init(_ region: RegionParameter, of request: Request) {
    let position = request.focus ?? request.gravity?.position
    regions = ([region] + request.also).map { region in position.flatMap(region.placed) ?? region }
    (origin, self.position) = (request.origin, position)
    (size, space, quality) = (request.size, request.space, request.quality)
    padding = request.padding ?? (request.origin == .picker ? .black : nil)
    (stale, frame, lossless) = (request.stale ?? .trustTag, request.frame, request.lossless)
  }

  package var replacesImages: Bool { true }

  package var changesPixels: Bool { true }

  package var numbersResults: Bool { true }

  package var partCount: Int { regions.count }

  package func part(_ number: Int?) -> Self {
    var request = self
    request.index = (number ?? 1) - 1
    return request
  }

  package var identity: BatchIdentity {
    let further = regions.dropFirst().map { "--also=\($0)" }
    var identity = BatchIdentity(["crop", regions[0].description] + further)
    origin.state(in: &identity)
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
    let shown =
      isStored
      ? PixelSize<Displayed>(width: probe.storedSize.width, height: probe.storedSize.height) : probe.displayedSize
    var wanted = rendition(of: part(of: shown, isStored, stored: probe.storedSize), format: format)
    wanted.stale = stale
    wanted.stated = origin.stated(regions[index], in: shown)
    return wanted
  }

  /// The region of an image that is shown as `shown`; if `isStored`, in the stored image's pixels.
  private func part(
    of shown: PixelSize<Displayed>, _ isStored: Bool, stored: PixelSize<Stored>
  ) -> Rendition.Region {
    let region = regions[index]
    guard let pixels = region.pixels(in: shown) ?? origin.pixels(of: region, in: shown, scaledTo: size) else {
      return region.region(stored: isStored, in: stored)
    }
    return isStored
      ? .stored(PixelRect(x: pixels.x, y: pixels.y, width: pixels.width, height: pixels.height)) : .pixels(pixels)
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
