// How much coarser the chroma grid is than the luma grid (ITU T.81, A.1.1; JFIF 1.02 defines its sample positions).

public import UprightGeometry

/// Luma samples per chroma sample, horizontally and vertically: 2 × 2 is "4:2:0", 2 × 1 "4:2:2", 1 × 2 "4:4:0", 1 × 1
/// "4:4:4".
///
/// A chroma sample is centered on the pixels that it covers; at the far edges it may cover fewer.
public struct Subsampling: Hashable, Sendable {
  /// Luma samples per chroma sample horizontally: 1, 2 or 4.
  public let horizontal: Int
  /// Luma samples per chroma sample vertically: 1, 2 or 4.
  public let vertical: Int

  /// Horizontally and vertically.
  public init(horizontal: Int, vertical: Int) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// Chroma at full resolution.
  public static var none: Subsampling { Subsampling(horizontal: 1, vertical: 1) }

  /// The same in the axes of an image reoriented by `orientation`.
  public func applying<From: Space, To: Space>(_ orientation: Orientation<From, To>) -> Subsampling {
    orientation.swapsAxes ? Subsampling(horizontal: vertical, vertical: horizontal) : self
  }

  /// The samples needed to cover pixels of `size`; the last ones may be partial.
  public func covering<S: Space>(_ size: PixelSize<S>) -> PixelSize<S> {
    PixelSize(width: Self.count(size.width, by: horizontal), height: Self.count(size.height, by: vertical))
  }

  /// The sample of the first whole group of pixels from row `row`.
  func row(of row: Int) -> Int { Self.count(row, by: vertical) }

  private static func count(_ pixels: Int, by step: Int) -> Int {
    let (whole, rest) = pixels.quotientAndRemainder(dividingBy: step)
    return rest > 0 ? whole + 1 : whole
  }
}
