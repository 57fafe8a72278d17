// Where the numbers of a crop come from: the image itself, a view that shows it, or a photo picker.

package import Upright

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
