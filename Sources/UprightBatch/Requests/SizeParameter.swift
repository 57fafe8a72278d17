// What a size asks of a rendition; how sizes are written is in `UprightGeometry`.

package import Upright

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
