// The tiles of an image at one of its scale factors (IIIF Image API 3.0, 5.4 and implementation notes, 3).

public import UprightGeometry

/// A grid of tiles over an image: all have the same size, except those at the right and bottom edge.
public struct TileGrid<Content: Space>: Hashable, Sendable {
  /// The image's size.
  public let image: PixelSize<Content>
  /// The image's columns and rows that a tile covers.
  public let region: PixelSize<Content>
  /// The image's pixels per pixel of a tile, on either axis.
  public let factor: Int

  /// Tiles of `tile` pixels, each of `factor` pixels of the image; nil unless all are positive.
  public init?(_ image: PixelSize<Content>, tile: PixelSize<Device>, factor: Int) {
    let (width, tooWide) = tile.width.multipliedReportingOverflow(by: factor)
    let (height, tooHigh) = tile.height.multipliedReportingOverflow(by: factor)
    guard !image.isEmpty, !tile.isEmpty, factor > 0, !tooWide, !tooHigh else { return nil }
    self.image = image
    self.factor = factor
    region = PixelSize(width: width, height: height)
  }

  /// The largest power of two, up to `most`, whose tiles still have a pixel for each pixel of the screen.
  public static func factor(pixelsPerPixel: Double, most: Int) -> Int {
    var factor = 1
    while factor <= most / 2, Double(2 * factor) * pixelsPerPixel <= 1 { factor *= 2 }
    return factor
  }

  /// The tiles that a part of the image touches.
  public func tiles(touching part: Rect2D<Content>) -> (columns: Range<Int>, rows: Range<Int>) {
    guard let seen = part.pixels(.outward).clipped(to: image) else { return (0..<0, 0..<0) }
    return (
      seen.x / region.width..<(seen.maxX - 1) / region.width + 1,
      seen.y / region.height..<(seen.maxY - 1) / region.height + 1
    )
  }

  /// The pixels of a tile; nil if there is none there.
  public func pixels(column: Int, row: Int) -> PixelRect<Content>? {
    let (x, tooFar) = column.multipliedReportingOverflow(by: region.width)
    let (y, tooLow) = row.multipliedReportingOverflow(by: region.height)
    guard column >= 0, row >= 0, !tooFar, !tooLow else { return nil }
    return PixelRect(x: x, y: y, width: region.width, height: region.height).clipped(to: image)
  }

  /// The size in which a tile is requested: rounded up.
  public func delivered(_ pixels: PixelRect<Content>) -> PixelSize<Device> {
    PixelSize(width: (pixels.width - 1) / factor + 1, height: (pixels.height - 1) / factor + 1)
  }
}

/// Where a tile is drawn on the screen, on whole pixels, so that there is no gap between two tiles.
public struct TilePlace: Hashable, Sendable {
  /// The size in which the tile is drawn, before `map`.
  public let size: PixelSize<Device>
  /// Rotates the tile as the view, and moves it to its place.
  public let map: Transform2D<Device, Device>

  init<Content: Space>(_ area: Rect2D<Device>, _ orientation: Orientation<Content, Window>) {
    let box = area.pixels(.nearest)
    let turn = Orientation<Device, Device>(
      mirrored: orientation.isMirrored, clockwise: orientation.clockwiseQuarters)
    size = turn.inverse.applied(to: box.size)
    map = Transform2D<Device, Device>(turn, in: size)
      .then(Transform2D(scaleX: 1, scaleY: 1, tx: Double(box.x), ty: Double(box.y)))
  }
}
