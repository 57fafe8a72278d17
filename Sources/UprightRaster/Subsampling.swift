// How much coarser the grid of chroma is than that of luma (ITU T.81, A.1.1; JFIF 1.02 says where its samples lie).

public import UprightGeometry

/// Luma samples per chroma sample, across and down: 2 × 2 is "4:2:0", 2 × 1 "4:2:2", 1 × 2 "4:4:0", 1 × 1 "4:4:4".
///
/// A chroma sample lies in the middle of the pixels that it stands for; at the far edges it may stand for fewer.
public struct Subsampling: Hashable, Sendable {
  /// Luma samples across per chroma sample: 1, 2 or 4.
  public let horizontal: Int
  /// Luma samples down per chroma sample: 1, 2 or 4.
  public let vertical: Int

  /// Across and down.
  public init(horizontal: Int, vertical: Int) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// Chroma as fine as luma.
  public static var none: Subsampling { Subsampling(horizontal: 1, vertical: 1) }

  /// The same in the axes of a picture that `orientation` has turned.
  public func applying<From: Space, To: Space>(_ orientation: Orientation<From, To>) -> Subsampling {
    orientation.swapsAxes ? Subsampling(horizontal: vertical, vertical: horizontal) : self
  }

  /// The samples that it takes to cover pixels of `size`, the last ones perhaps in part.
  public func covering<S: Space>(_ size: PixelSize<S>) -> PixelSize<S> {
    PixelSize(width: Self.count(size.width, by: horizontal), height: Self.count(size.height, by: vertical))
  }

  /// The sample that stands for the first whole group of pixels from row `row` on.
  func row(of row: Int) -> Int { Self.count(row, by: vertical) }

  private static func count(_ pixels: Int, by step: Int) -> Int {
    let (whole, rest) = pixels.quotientAndRemainder(dividingBy: step)
    return rest > 0 ? whole + 1 : whole
  }
}
