// The size that a region is scaled to, within the limits (IIIF Image API 3.0 and 2.1, 4.2; Implementation Notes, 4).

import UprightGeometry

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
  func largestSize(of natural: PixelSize<Displayed>, enlarging: Bool) -> PixelSize<Displayed> {
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
