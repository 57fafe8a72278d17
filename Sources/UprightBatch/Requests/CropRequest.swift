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

// Where the numbers of a crop come from: the image itself, a view that shows it, or a photo picker.

extension CropRequest {
  /// What a region's numbers refer to.
  package enum Origin: Hashable, Sendable {
    /// The image.
    case image
    /// Points of a view at `bounds` that shows the image in this mode, at one pixel per point if it does not scale. The
    /// region is rounded outward to whole pixels.
    case view(bounds: Rect2D<Viewport>, mode: ViewContentMode)
    /// The displayed pixels that a photo picker reports as its crop; see `PickerCrop`.
    case picker

    /// States it in a journal's first line.
    func state(in identity: inout BatchIdentity) {
      switch self {
      case .image: break
      case .picker: identity.state("picker", true)
      case .view(let bounds, let mode):
        identity.state("viewport", "\(bounds.x),\(bounds.y),\(bounds.width),\(bounds.height)")
        identity.state("mode", ModeName(mode).rawValue)
      }
    }

    /// A region's numbers as a person stated them, unless they are pixels of the image.
    func stated(_ region: RegionParameter, in shown: PixelSize<Displayed>) -> Rendition.StatedRegion? {
      guard let (x, y, width, height) = region.numbers else { return nil }
      let typed = [x, y, width, height].map(ShortestNumber.text).joined(separator: ",")
      switch self {
      case .image: return nil
      case .view(let bounds, _):
        let place =
          bounds.x == 0 && bounds.y == 0 ? "" : "\(ShortestNumber.text(bounds.x)),\(ShortestNumber.text(bounds.y)),"
        let size = [bounds.width, bounds.height].map(ShortestNumber.text).joined(separator: place.isEmpty ? "x" : ",")
        return Rendition.StatedRegion(text: "\(typed) in the viewport \(place)\(size)")
      case .picker:
        let reported = Rect2D<Displayed>(x: x, y: y, width: width, height: height)
        let isBeyond =
          min(x, y) <= -1 || x + width >= Double(shown.width) + 1 || y + height >= Double(shown.height) + 1
        return Rendition.StatedRegion(
          text: typed, clipped: isBeyond ? reported.clipped(to: shown)?.pixels(.nearest) : nil)
      }
    }

    /// The pixels of a region in an image that is shown as `shown`; nil if the region states them itself. A region that
    /// covers no pixel gives an empty rectangle or one outside the image.
    func pixels(
      of region: RegionParameter, in shown: PixelSize<Displayed>, scaledTo size: SizeParameter?
    ) -> PixelRect<Displayed>? {
      guard let (x, y, width, height) = region.numbers else { return nil }
      switch self {
      case .image: return nil
      case .view(let bounds, let mode):
        let area = Rect2D<Viewport>(x: x, y: y, width: width, height: height)
        guard let toImage = Placement(of: shown, in: bounds, mode: mode).toImage else {
          return PixelRect(x: 0, y: 0, width: 0, height: 0)
        }
        return area.applying(toImage).pixels(.outward)
      case .picker:
        let reported = Rect2D<Displayed>(x: x, y: y, width: width, height: height)
        guard case .box(let canvas) = size, let crop = PickerCrop(reported, of: shown) else {
          return reported.pixels(.outward)
        }
        return crop.pixels(shapedLike: canvas)
      }
    }
  }
}

// What a region asks of a rendition; how regions are written is in `UprightGeometry`.

extension RegionParameter {
  /// The region of a size in an image that is shown as `shown`; nil if it is none, or if its focus is outside.
  func pixels(in shown: PixelSize<Displayed>) -> PixelRect<Displayed>? {
    guard case .sized(_, let position) = self, position.isInside(shown) else { return nil }
    return pixels(of: shown)
  }

  /// The region for a rendition; in pixels of the stored image if `stored`.
  package func region(stored: Bool) -> Rendition.Region {
    switch self {
    case .full: .full
    case .pixels(let x, let y, let width, let height):
      stored
        ? .stored(PixelRect(x: x, y: y, width: width, height: height))
        : .pixels(PixelRect(x: x, y: y, width: width, height: height))
    case .percent(let x, let y, let width, let height):
      .fraction(Rect2D(x: x / 100, y: y / 100, width: width / 100, height: height / 100))
    case .decimals(let x, let y, let width, let height):
      .pixels(Rect2D<Displayed>(x: x, y: y, width: width, height: height).pixels(.outward))
    case .square: .square
    case .ratio(let ratio, let position): .ratio(ratio, at: position)
    // Only `pixels(in:)` knows its place. A focus outside the image is the same error as for a ratio.
    case .sized(_, let position): .ratio(.square, at: position)
    }
  }

  /// The region of an image with this stored size. If `stored`, pixels and percent are those of the stored image, and a
  /// ratio too: then the pixels are shown as they are stored, whatever the tag.
  package func region(stored: Bool, in size: PixelSize<Stored>) -> Rendition.Region {
    guard stored else { return region(stored: false) }
    let shown = PixelSize<Displayed>(width: size.width, height: size.height)
    switch self {
    case .ratio(_, let position) where !position.isInside(shown): return region(stored: false)
    case .ratio, .percent:
      let part = pixels(of: shown)
      return .stored(PixelRect(x: part.x, y: part.y, width: part.width, height: part.height))
    case .full, .pixels, .decimals, .square, .sized: return region(stored: true)
    }
  }
}
