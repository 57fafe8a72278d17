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
  fileprivate func dividedUp(by factor: Int) -> Self {
    Self(width: width.dividedUp(by: factor), height: height.dividedUp(by: factor))
  }
}

extension Int {
  /// Divided by a positive number, rounded up.
  fileprivate func dividedUp(by divisor: Int) -> Int { self / divisor + (self % divisor > 0 ? 1 : 0) }

  /// This number, at most 2³¹, times `numerator` / `denominator` of the same range, rounded to the nearest, halves up.
  func scaled(by numerator: Int, over denominator: Int) -> Int {
    let product = self * numerator
    let rest = product % denominator
    return product / denominator + (rest >= denominator - rest ? 1 : 0)
  }

  /// The largest number whose square is at most this one, which is at most 2⁶².
  fileprivate func squareRootDown() -> Int {
    var root = Int(Double(self).squareRoot())
    while root * root > self { root -= 1 }
    while (root + 1) * (root + 1) <= self { root += 1 }
    return root
  }

  /// The square root of this area times `numerator` / `denominator`, rounded down; at most `IIIFNumber.largest`.
  fileprivate func rootOfShare(_ numerator: Int, over denominator: Int) -> Int {
    let (largest, divisor) = (IIIFNumber.largest, UInt(denominator))
    let product = UInt(self).multipliedFullWidth(by: UInt(numerator))
    guard product.high < divisor else { return largest }
    let quotient = divisor.dividingFullWidth(product).quotient
    return Int(Swift.min(quotient, UInt(largest * largest))).squareRootDown()
  }
}

// The size that a region is scaled to, within the limits (IIIF Image API 3.0 and 2.1, 4.2; Implementation Notes, 4).
extension IIIFLayout {
  /// The size that a region is scaled to.
  ///
  /// - Throws: 400 for a size beyond the region without `^`, or beyond the limits; 501 where enlarging is off.
  func size(
    _ asked: IIIFSize, of region: PixelRect<Displayed>, _ version: IIIFVersion
  ) throws(IIIFError) -> PixelSize<Displayed> {
    let natural = region.size
    let enlarges = asked.mayEnlarge && version == .v3
    let size: PixelSize<Displayed>
    switch asked.form {
    case .full: size = natural
    case .max: size = try maximum(natural, enlarging: enlarges)
    case .width(let width): size = PixelSize(width: width, height: height(forWidth: width, of: region))
    case .height(let height): size = PixelSize(width: width(forHeight: height, of: region), height: height)
    case .percent(let percent): size = natural.scaled(percent: percent)
    case .box(let box): size = PixelSize(width: box.width, height: box.height)
    case .confined(let box):
      let box = PixelSize<Displayed>(width: box.width, height: box.height)
      size = fitted(region, in: box, enlarging: enlarges)
    }
    if size.width > natural.width || size.height > natural.height {
      guard asked.mayEnlarge else { throw tooLarge(size, natural, version) }
      guard service.allowsUpscaling else { throw Self.cannotEnlarge }
    }
    guard isWithinLimits(size) else { throw beyondLimits(size) }
    return size
  }

  /// The canonical size parameter.
  func canonical(_ size: PixelSize<Displayed>, of region: PixelRect<Displayed>, _ version: IIIFVersion) -> String {
    let natural = region.size
    switch version {
    case .v3:
      if size == largestSize(of: natural, enlarging: false) { return "max" }
      if service.allowsUpscaling, size == largestSize(of: natural, enlarging: true) { return "^max" }
      let isEnlarged = size.width > natural.width || size.height > natural.height
      return "\(isEnlarged ? "^" : "")\(size.width),\(size.height)"
    case .v2:
      if size == natural { return "full" }
      let keepsShape = height(forWidth: size.width, of: region) == size.height
      return keepsShape ? "\(size.width)," : "\(size.width),\(size.height)"
    }
  }

  func isWithinLimits(_ size: PixelSize<Displayed>) -> Bool {
    size.width <= service.maxWidth ?? .max && size.height <= service.maxHeight ?? .max
      && size.pixelCount ?? .max <= service.maxArea ?? .max
  }

  /// The largest size of the same shape within the limits; without `enlarging`, at most the size itself.
  fileprivate func largestSize(of natural: PixelSize<Displayed>, enlarging: Bool) -> PixelSize<Displayed> {
    var candidates: [PixelSize<Displayed>] = enlarging ? [] : [natural]
    if let width = service.maxWidth {
      candidates.append(PixelSize(width: width, height: natural.height.scaled(by: width, over: natural.width)))
    }
    if let height = service.maxHeight {
      candidates.append(PixelSize(width: natural.width.scaled(by: height, over: natural.height), height: height))
    }
    if let area = service.maxArea {
      let width = area.rootOfShare(natural.width, over: natural.height)
      candidates.append(PixelSize(width: width, height: area.rootOfShare(natural.height, over: natural.width)))
    }
    let smallest = candidates.min { ($0.width, $0.height) < ($1.width, $1.height) } ?? natural
    let (mostWide, mostHigh, area) = (service.maxWidth ?? .max, service.maxHeight ?? .max, service.maxArea ?? .max)
    let width = min(max(1, smallest.width), mostWide, area)
    return PixelSize(width: width, height: min(max(1, smallest.height), mostHigh, area / width))
  }

  /// `max` and `^max`.
  private func maximum(
    _ natural: PixelSize<Displayed>, enlarging: Bool
  ) throws(IIIFError) -> PixelSize<Displayed> {
    let plain = largestSize(of: natural, enlarging: false)
    guard enlarging, plain == natural else { return plain }
    let most = largestSize(of: natural, enlarging: true)
    guard service.allowsUpscaling || service.hasLimits && most == natural else { throw Self.cannotEnlarge }
    return most
  }

  /// The largest size of a region that fits in a box and the limits.
  private func fitted(
    _ region: PixelRect<Displayed>, in box: PixelSize<Displayed>, enlarging: Bool
  ) -> PixelSize<Displayed> {
    let natural = region.size
    let fits = natural.width <= box.width && natural.height <= box.height
    let high = height(forWidth: box.width, of: region)
    let inBox: PixelSize<Displayed> =
      if fits, !enlarging {
        natural
      } else if high <= box.height {
        PixelSize(width: box.width, height: high)
      } else {
        PixelSize(width: min(box.width, width(forHeight: box.height, of: region)), height: box.height)
      }
    guard !isWithinLimits(inBox) else { return inBox }
    let allowed = largestSize(of: natural, enlarging: enlarging)
    return PixelSize(width: min(allowed.width, inBox.width), height: min(allowed.height, inBox.height))
  }

  /// The listed height for a width of the whole image or of a tile, so that both are what `info.json` states; otherwise
  /// the nearest that keeps the shape, at least 1.
  private func height(forWidth width: Int, of region: PixelRect<Displayed>) -> Int {
    if let factor = listedFactors(of: region).first(where: { region.width.dividedUp(by: $0) == width }) {
      return region.height.dividedUp(by: factor)
    }
    return max(1, region.height.scaled(by: width, over: region.width))
  }

  private func width(forHeight height: Int, of region: PixelRect<Displayed>) -> Int {
    if let factor = listedFactors(of: region).first(where: { region.height.dividedUp(by: $0) == height }) {
      return region.width.dividedUp(by: factor)
    }
    return max(1, region.width.scaled(by: height, over: region.height))
  }

  private func tooLarge(
    _ size: PixelSize<Displayed>, _ natural: PixelSize<Displayed>, _ version: IIIFVersion
  ) -> IIIFError {
    let advice =
      service.allowsUpscaling && version == .v3
      ? "write ^ before the size to enlarge" : "this server does not enlarge; request at most the region's size"
    return IIIFError(
      status: 400, code: "size-enlarges", parameter: "size",
      message: "\(size) is larger than the region, which has \(natural) pixels; \(advice)")
  }

  private static var cannotEnlarge: IIIFError {
    IIIFError(
      status: 501, code: "upscaling-unsupported", parameter: "size",
      message: "this server does not enlarge; request at most the region's size")
  }

  private func beyondLimits(_ size: PixelSize<Displayed>) -> IIIFError {
    let limits = [
      service.maxWidth.map { "\($0) columns" }, service.maxHeight.map { "\($0) rows" },
      service.maxArea.map { "\($0) pixels" },
    ].compactMap(\.self).joined(separator: ", ")
    return IIIFError(
      status: 400, code: "size-limit", parameter: "size",
      message: "\(size) is beyond the limits (\(limits)); request max or a smaller size")
  }
}

extension PixelSize {
  /// Each side times a percentage, rounded to the nearest, halves up, at least 1.
  fileprivate func scaled(percent: Double) -> Self {
    let side = { (length: Int) in Swift.max(1, Int((Double(length) * percent / 100 + 0.5).rounded(.down))) }
    return Self(width: side(width), height: side(height))
  }
}
