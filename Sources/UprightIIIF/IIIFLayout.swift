// The sizes of an image's results: limits, scale factors, tiles (IIIF Image API 3.0, 4.2 and 5.2 to 5.4; Implementation
// Notes, 3 and 4).

public import UprightGeometry

/// An image with what a server offers for it: its scale factors, listed sizes and tiles.
public struct IIIFLayout: Hashable, Sendable {
  /// The image.
  public let image: PixelSize<Displayed>
  /// What the server offers.
  public let service: IIIFService
  /// Powers of two, from 1 to the one at which the whole image fits into a tile.
  public let scaleFactors: [Int]
  /// The width and height of tiles, within the limits.
  public let tileSize: Int

  /// - Throws: `image-size` if the image has no pixel, or a side beyond 2³¹ − 1.
  public init(image: PixelSize<Displayed>, service: IIIFService) throws(IIIFError) {
    guard !image.isEmpty, max(image.width, image.height) <= IIIFNumber.largest else {
      throw IIIFError(
        status: 422, code: "image-size", parameter: "image", message: "the file does not state the image's size")
    }
    self.image = image
    self.service = service
    let side = [service.tileSize, service.maxWidth, service.maxHeight, service.maxArea.map(squareRoot)]
      .compactMap(\.self).min()
    let tile = max(1, side ?? service.tileSize)
    tileSize = tile
    var factors = [1]
    while let last = factors.last, max(image.width, image.height).dividedUp(by: last) > tile {
      factors.append(last * 2)
    }
    scaleFactors = factors
  }

  /// The whole image divided by each scale factor, sides rounded up, smallest first; only sizes within the limits.
  public var sizes: [PixelSize<Displayed>] {
    scaleFactors.reversed().map { image.dividedUp(by: $0) }.filter(isWithinLimits)
  }

  /// The region and the size of a tile; nil outside the image, or if there is no such scale factor.
  public func tile(
    column: Int, row: Int, scaleFactor: Int
  ) -> (region: PixelRect<Displayed>, size: PixelSize<Displayed>)? {
    guard scaleFactors.contains(scaleFactor), column >= 0, row >= 0 else { return nil }
    let side = tileSize * scaleFactor
    let (x, beyondRight) = column.multipliedReportingOverflow(by: side)
    let (y, beyondBottom) = row.multipliedReportingOverflow(by: side)
    guard !beyondRight, !beyondBottom,
      let region = PixelRect<Displayed>(x: x, y: y, width: side, height: side).clipped(to: image)
    else { return nil }
    return (region, region.size.dividedUp(by: scaleFactor))
  }

  func isWithinLimits(_ size: PixelSize<Displayed>) -> Bool {
    size.width <= service.maxWidth ?? .max && size.height <= service.maxHeight ?? .max
      && size.pixelCount ?? .max <= service.maxArea ?? .max
  }

  /// The size that a region is scaled to.
  func size(
    _ size: IIIFSize, of region: PixelRect<Displayed>, _ version: IIIFVersion
  ) throws(IIIFError) -> PixelSize<Displayed> {
    region.size
  }

  /// The canonical size parameter.
  func canonical(_ size: PixelSize<Displayed>, of region: PixelRect<Displayed>, _ version: IIIFVersion) -> String {
    "\(size.width),\(size.height)"
  }
}

extension PixelSize {
  /// Both sides divided, rounded up.
  func dividedUp(by factor: Int) -> Self {
    Self(width: width.dividedUp(by: factor), height: height.dividedUp(by: factor))
  }
}

extension Int {
  /// Divided by a positive number, rounded up.
  func dividedUp(by divisor: Int) -> Int { self / divisor + (self % divisor > 0 ? 1 : 0) }
}

/// The largest number whose square is not larger.
func squareRoot(_ value: Int) -> Int {
  guard value > 0 else { return 0 }
  var root = Int(Double(value).squareRoot())
  while root.multipliedReportingOverflow(by: root).overflow || root * root > value { root -= 1 }
  while let next = Optional(root + 1), !next.multipliedReportingOverflow(by: next).overflow, next * next <= value {
    root = next
  }
  return root
}
