// What a request must yield, found by trying all sizes: the table of section 4.2 in other words than the program's.

import UprightGeometry
import UprightIIIF

struct SizeOracle {
  enum Form {
    case max
    case width(Int)
    case height(Int)
    case percent(Int)
    case exactly((Int, Int))
    case within((Int, Int))

    var text: String {
      switch self {
      case .max: "max"
      case .width(let width): "\(width),"
      case .height(let height): ",\(height)"
      case .percent(let percent): "pct:\(percent)"
      case .exactly(let (width, height)): "\(width),\(height)"
      case .within(let (width, height)): "!\(width),\(height)"
      }
    }

    var isEmpty: Bool {
      switch self {
      case .max: false
      case .width(let side), .height(let side), .percent(let side): side == 0
      case .exactly(let (width, height)), .within(let (width, height)): width == 0 || height == 0
      }
    }
  }

  let image: PixelSize<Displayed>
  let service: IIIFService
  let version: IIIFVersion
  let mayEnlarge: Bool
  /// The scale factors at which a region is a tile or the whole image.
  private let listed: [PixelRect<Displayed>: [Int]]

  init(image: PixelSize<Displayed>, service: IIIFService, version: IIIFVersion, mayEnlarge: Bool) {
    (self.image, self.service, self.version, self.mayEnlarge) = (image, service, version, mayEnlarge)
    let root = service.maxArea.map { area in (1...99).last { $0 * $0 <= area } ?? 1 }
    let tile = [service.maxWidth, service.maxHeight, root].compactMap(\.self).reduce(service.tileSize, min)
    var listed: [PixelRect<Displayed>: [Int]] = [:]
    var factor = 1
    repeat {
      let tiles = Set(Tiles.all(of: image, tile: tile, factor: factor).map(\.region))
      for region in tiles.union([image.bounds]) { listed[region, default: []].append(factor) }
      factor *= 2
    } while max(image.width, image.height) > tile * factor / 2
    self.listed = listed
  }

  /// `w,h`, or the status and code of the error.
  func answer(_ asked: PixelRect<Displayed>, _ form: Form, hasCaret: Bool) -> String {
    if asked.width == 0 || asked.height == 0 { return "400 region-empty" }
    if form.isEmpty { return "400 size-empty" }
    let columns = (0..<image.width).filter { $0 >= asked.x && $0 < asked.x + asked.width }
    let rows = (0..<image.height).filter { $0 >= asked.y && $0 < asked.y + asked.height }
    guard let x = columns.first, let y = rows.first else { return "400 region-outside" }
    let region = PixelRect<Displayed>(x: x, y: y, width: columns.count, height: rows.count)
    let (wide, high) = (region.width, region.height)
    let size: (Int, Int)
    switch form {
    case .max:
      let plain = largest(wide, high, enlarging: false)
      guard hasCaret, plain == (wide, high) else { return text(plain) }
      let most = largest(wide, high, enlarging: true)
      if !service.allowsUpscaling, !hasLimits || most != plain { return "501 upscaling-unsupported" }
      return text(most)
    case .width(let width): size = (width, matching(width, of: wide, other: high, region))
    case .height(let height): size = (matching(height, of: high, other: wide, region), height)
    case .percent(let percent): size = (nearest(wide, percent, 100), nearest(high, percent, 100))
    case .exactly(let both): size = both
    case .within(let (width, height)):
      let found = within(region, width, height, enlarging: hasCaret)
      size = isAllowed(found) ? found : smaller(largest(wide, high, enlarging: hasCaret), found)
    }
    if size.0 > wide || size.1 > high {
      if !mayEnlarge { return "400 size-enlarges" }
      if !service.allowsUpscaling { return "501 upscaling-unsupported" }
    }
    return isAllowed(size) ? text(size) : "400 size-limit"
  }

  private var hasLimits: Bool { service.maxWidth != nil || service.maxArea != nil }

  private func text(_ size: (Int, Int)) -> String { "\(size.0),\(size.1)" }

  private func smaller(_ one: (Int, Int), _ other: (Int, Int)) -> (Int, Int) {
    (min(one.0, other.0), min(one.1, other.1))
  }

  private func isAllowed(_ size: (Int, Int)) -> Bool {
    size.0 <= service.maxWidth ?? 99 && size.1 <= service.maxHeight ?? 99 && size.0 * size.1 <= service.maxArea ?? 9_801
  }

  /// The whole number nearest to `side * part / whole`, of two the larger, at least 1.
  private func nearest(_ side: Int, _ part: Int, _ whole: Int) -> Int {
    max(1, (2 * side * part + whole) / (2 * whole))
  }

  /// The other side for one side: the listed one for a tile or the whole image, otherwise the nearest.
  private func matching(_ side: Int, of own: Int, other: Int, _ region: PixelRect<Displayed>) -> Int {
    for factor in listed[region] ?? [] where (own + factor - 1) / factor == side {
      return (other + factor - 1) / factor
    }
    return nearest(other, side, own)
  }

  /// The largest size in the box whose sides match each other.
  private func within(
    _ region: PixelRect<Displayed>, _ width: Int, _ height: Int, enlarging: Bool
  ) -> (Int, Int) {
    let (wide, high) = (region.width, region.height)
    if !enlarging, wide <= width, high <= height { return (wide, high) }
    let byWidth = (width, matching(width, of: wide, other: high, region))
    let byHeight = (min(width, matching(height, of: high, other: wide, region)), height)
    return byWidth.1 <= height ? byWidth : byHeight
  }

  /// The largest size within the limits whose shape is nearest, tried from above.
  private func largest(_ wide: Int, _ high: Int, enlarging: Bool) -> (Int, Int) {
    var sizes: [(Int, Int)] = enlarging ? [] : [(wide, high)]
    if let most = service.maxWidth { sizes.append((most, nearestOrNone(high, most, wide))) }
    if let most = service.maxHeight { sizes.append((nearestOrNone(wide, most, high), most)) }
    if let area = service.maxArea {
      // The largest sides that keep the shape and the area; exact, rounded down.
      let width = (0...99).last { $0 * $0 * high <= area * wide } ?? 0
      sizes.append((width, (0...99).last { $0 * $0 * wide <= area * high } ?? 0))
    }
    let found = sizes.min { ($0.0, $0.1) < ($1.0, $1.1) } ?? (wide, high)
    let width = min(max(1, found.0), service.maxWidth ?? 99, service.maxArea ?? 99)
    return (width, min(max(1, found.1), service.maxHeight ?? 99, (service.maxArea ?? 9_801) / width))
  }

  private func nearestOrNone(_ side: Int, _ part: Int, _ whole: Int) -> Int {
    side * part * 2 < whole ? 0 : nearest(side, part, whole)
  }
}
