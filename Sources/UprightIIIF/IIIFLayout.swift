// The sizes of an image's results: scale factors, listed sizes, tiles (IIIF Image API 3.0, 5.3 and 5.4; Implementation
// Notes, 3).

public import UprightGeometry

/// An image with what a server offers for it: scale factors, listed sizes and tiles.
public struct IIIFLayout: Hashable, Sendable {
  /// The image.
  public let image: PixelSize<Displayed>
  /// What the server offers.
  public let service: IIIFService
  /// Powers of two, from 1 to the first at which the whole image fits into a tile.
  public let scaleFactors: [Int]
  /// The width and height of tiles, within the limits.
  public let tileSize: Int

  /// The layout of an image of this size.
  ///
  /// - Throws: `image-size` if the image has no pixel, or a side beyond 2³¹ − 1.
  public init(image: PixelSize<Displayed>, service: IIIFService) throws(IIIFError) {
    guard !image.isEmpty, max(image.width, image.height) <= IIIFNumber.largest else {
      throw IIIFError(
        status: 422, code: "image-size", parameter: "image", message: "the file does not state the image's size")
    }
    self.image = image
    self.service = service
    let sides = [service.maxWidth, service.maxHeight, service.maxArea.map { $0.squareRootDown() }]
    tileSize = sides.compactMap(\.self).reduce(service.tileSize, min)
    var factors = [1]
    while let last = factors.last, max(image.width, image.height).dividedUp(by: last) > tileSize {
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
    let (x, isFarRight) = column.multipliedReportingOverflow(by: side)
    let (y, isFarDown) = row.multipliedReportingOverflow(by: side)
    guard !isFarRight, !isFarDown,
      let region = PixelRect<Displayed>(x: x, y: y, width: side, height: side).clipped(to: image)
    else { return nil }
    return (region, region.size.dividedUp(by: scaleFactor))
  }

  /// The scale factors at which a region is the whole image or a tile.
  func listedFactors(of region: PixelRect<Displayed>) -> [Int] {
    scaleFactors.filter { factor in
      let side = tileSize * factor
      return region == image.bounds
        || region.x % side == 0 && region.y % side == 0 && region.width == min(side, image.width - region.x)
          && region.height == min(side, image.height - region.y)
    }
  }

  /// Whether the image information lists this size for a region, or it is the largest of the whole image.
  func isListed(_ size: PixelSize<Displayed>, of region: PixelRect<Displayed>) -> Bool {
    listedFactors(of: region).contains { region.size.dividedUp(by: $0) == size }
      || region == image.bounds && size == largestSize(of: region.size, enlarging: false)
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

  /// This number, at most 2³¹, times `numerator` / `denominator` of the same range, rounded to the nearest, halves up.
  func scaled(by numerator: Int, over denominator: Int) -> Int {
    let product = self * numerator
    let rest = product % denominator
    return product / denominator + (rest >= denominator - rest ? 1 : 0)
  }

  /// The largest number whose square is at most this one, which is at most 2⁶².
  func squareRootDown() -> Int {
    var root = Int(Double(self).squareRoot())
    while root * root > self { root -= 1 }
    while (root + 1) * (root + 1) <= self { root += 1 }
    return root
  }

  /// The square root of this area times `numerator` / `denominator`, rounded down; at most `IIIFNumber.largest`.
  func rootOfShare(_ numerator: Int, over denominator: Int) -> Int {
    let (largest, divisor) = (IIIFNumber.largest, UInt(denominator))
    let product = UInt(self).multipliedFullWidth(by: UInt(numerator))
    guard product.high < divisor else { return largest }
    let quotient = divisor.dividingFullWidth(product).quotient
    return Int(Swift.min(quotient, UInt(largest * largest))).squareRootDown()
  }
}
