// What a region asks of a rendition; how regions are written is in `UprightGeometry`.

package import Upright

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
