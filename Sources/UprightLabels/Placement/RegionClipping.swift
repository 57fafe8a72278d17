// A region's box, outline and keypoints in a result, and what its edges leave of them.

public import UprightGeometry

extension Region {
  /// The parts of the region that a result shows: none, one, or several of a line that it shows in pieces.
  public func placed(_ placement: LabelPlacement<S>, _ clipping: LabelClipping = LabelClipping()) -> [Region<Output>] {
    let mapped = box.applying(placement.map)
    let whole = outline.map { $0.placed(placement) }
    let precision = precision.placed(placement)
    let boxPart = Self.part(of: mapped, in: placement.bounds)
    var parts = whole?.parts(in: placement, clipping) ?? boxPart.map { [PlacedPart(box: $0, outline: nil)] } ?? []
    if whole?.isOfArea ?? true { parts.removeAll { Self.isSliver($0.box, of: mapped, precision) } }
    // A mask without the center of a pixel in the result is too thin to show there; its box is left.
    if parts.isEmpty, let boxPart, (outline?.maskShare(in: placement) ?? 0) > 0 {
      parts = [PlacedPart(box: boxPart, outline: nil)]
    }
    guard !parts.isEmpty else { return [] }
    if clipping.minVisible > 0 {
      let shown =
        outline?.maskShare(in: placement) ?? whole?.shownShare(of: parts)
        ?? Self.share(of: mapped, parts)
      guard shown + Self.shareTolerance >= clipping.minVisible else { return [] }
    }
    let isTight = outline?.box.map { Self.isNear($0, box, self.precision) } ?? true
    let points = keypoints.map { $0.placed(placement) }
    return parts.enumerated().map { index, part in
      return Region<Output>(
        box: isTight ? part.box : boxPart ?? part.box, outline: part.outline, keypoints: index == 0 ? points : [],
        label: label, attributes: attributes, precision: precision, location: location)
    }
  }

  /// How much of a share the arithmetic may lose.
  private static var shareTolerance: Double { 1e-6 }

  /// Whether a part is thinner than the file's digits tell, and the whole is not.
  private static func isSliver(
    _ part: Rect2D<Output>, of whole: Rect2D<Output>, _ precision: LabelPrecision<Output>
  ) -> Bool {
    let (across, down) = (max(1e-6, 2 * Double(precision.across)), max(1e-6, 2 * Double(precision.down)))
    return part.width <= across && whole.width.magnitude > across
      || part.height <= down && whole.height.magnitude > down
  }

  /// The part of a box inside `bounds`. A box without an area has one where it touches them.
  static func part(of box: Rect2D<Output>, in bounds: Rect2D<Output>) -> Rect2D<Output>? {
    let box = box.standardized
    if let part = box.intersection(bounds) { return part }
    guard box.width == 0 || box.height == 0, box.x <= bounds.maxX, box.maxX >= bounds.x, box.y <= bounds.maxY,
      box.maxY >= bounds.y
    else { return nil }
    let (left, top) = (max(box.x, bounds.x), max(box.y, bounds.y))
    return Rect2D(
      x: left, y: top, width: min(box.maxX, bounds.maxX) - left, height: min(box.maxY, bounds.maxY) - top)
  }

  private static func share(of box: Rect2D<Output>, _ parts: [PlacedPart]) -> Double {
    let (area, shown) = ((box.width * box.height).magnitude, parts.reduce(0) { $0 + $1.box.width * $1.box.height })
    return area > 0 ? shown / area : parts.isEmpty ? 0 : 1
  }

  /// Whether boxes are equal to the precision of the file's digits.
  private static func isNear(_ one: Rect2D<S>, _ other: Rect2D<S>, _ precision: LabelPrecision<S>) -> Bool {
    let (across, down) = (max(1e-6, 2 * Double(precision.across)), max(1e-6, 2 * Double(precision.down)))
    return abs(one.x - other.x) <= across && abs(one.maxX - other.maxX) <= across && abs(one.y - other.y) <= down
      && abs(one.maxY - other.maxY) <= down
  }
}

/// A part of a region that a result shows.
struct PlacedPart {
  var box: Rect2D<Output>
  var outline: Outline<Output>?
  /// What is shown, if the outline may be larger.
  var shown: Outline<Output>?
}

extension LabelPrecision {
  func placed(_ placement: LabelPlacement<S>) -> LabelPrecision<Output> {
    let turned = applying(placement.orientation)
    return LabelPrecision<Output>(
      across: Double(turned.across) * placement.scale.width, down: Double(turned.down) * placement.scale.height)
  }
}

extension Keypoint {
  /// The keypoint in a result; one outside is not labeled there.
  func placed(_ placement: LabelPlacement<S>) -> Keypoint<Output> {
    let (point, bounds) = (placement.map.apply(point), placement.bounds)
    guard visibility != .absent, bounds.x...bounds.maxX ~= point.x, bounds.y...bounds.maxY ~= point.y else {
      return Keypoint<Output>(Point2D(x: 0, y: 0), .absent)
    }
    return Keypoint<Output>(point, Keypoint<Output>.Visibility(rawValue: visibility.rawValue) ?? .absent)
  }
}

extension Outline {
  /// The whole outline in the coordinates of a result, of which it may show a part. A mask is what the result shows.
  func placed(_ placement: LabelPlacement<S>) -> Outline<Output> {
    func moved(_ points: [Point2D<S>]) -> [Point2D<Output>] { points.map { placement.map.apply($0) } }
    switch self {
    case .rotated(let rect):
      return rect.placed(placement).map { .rotated($0) } ?? .polygon(Polygon(rings: [moved(rect.corners)]))
    case .ellipse(let rect):
      return rect.placed(placement).map { .ellipse($0) } ?? .polygon(Polygon(rings: [moved(rect.ellipsePoints)]))
    case .polygon(let polygon):
      return .polygon(
        Polygon<Output>(rings: polygon.rings.map(moved), filling: polygon.filling == .union ? .union : .evenOdd))
    case .mask(let mask): return .mask(mask.placed(placement))
    case .line(let points): return .line(moved(points))
    case .points(let points): return .points(moved(points))
    }
  }
}

extension Outline {
  /// The share of a mask's area that is in a result, by the pixels of the mask; nil for other outlines.
  fileprivate func maskShare(in placement: LabelPlacement<S>) -> Double? {
    guard case .mask(let mask) = self, let back = placement.map.inverse else { return nil }
    let window = placement.bounds.applying(back).pixels(.nearest)
    return mask.area > 0 ? Double(mask.area(inside: window)) / Double(mask.area) : 0
  }
}

extension RunMask {
  /// The mask in a result: each of its pixels is the one that its center is in. A result with too many pixels has none.
  func placed(_ placement: LabelPlacement<S>) -> RunMask<Output> {
    var result = placement.size
    guard let back = placement.map.inverse, let count = result.pixelCount, count <= Self.maxPixels else {
      result = PixelSize(width: 0, height: 0)
      return sampled(size: result, across: [], down: [], swaps: false)
    }
    func places(_ count: Int, _ place: (Double) -> Double) -> [Int] {
      (0..<count).map { index in Int(exactly: place(Double(index) + 0.5).rounded(.down)) ?? -1 }
    }
    let swaps = placement.orientation.swapsAxes
    func across(_ x: Double) -> Double {
      let point = back.apply(Point2D<Output>(x: x, y: 0.5))
      return swaps ? point.y : point.x
    }
    func down(_ y: Double) -> Double {
      let point = back.apply(Point2D<Output>(x: 0.5, y: y))
      return swaps ? point.x : point.y
    }
    return sampled(
      size: result, across: places(result.width, across), down: places(result.height, down), swaps: swaps)
  }
}

extension RotatedRect {
  /// nil if it is no rectangle in the result, whose sides are scaled differently.
  fileprivate func placed(_ placement: LabelPlacement<S>) -> RotatedRect<Output>? {
    guard placement.keepsAngles || DegreeAngle(degrees).isQuarter else { return nil }
    let turned = applying(placement.orientation, in: PixelSize<S>(width: 0, height: 0))
    let isOnSide = DegreeAngle(degrees).sine.magnitude == 1
    let (across, down) =
      isOnSide ? (placement.scale.height, placement.scale.width) : (placement.scale.width, placement.scale.height)
    return RotatedRect<Output>(
      center: placement.map.apply(center),
      size: Size2D(width: turned.size.width * across, height: turned.size.height * down),
      degrees: turned.degrees)
  }

  /// A polygon with the area of the inscribed ellipse, and at most 720 corners: up to a radius of 8,000 pixels, it is at
  /// most a twentieth of a pixel from it.
  fileprivate var ellipsePoints: [Point2D<S>] {
    let radius = max(size.width.magnitude, size.height.magnitude) / 2
    let count = min(720, max(16, 4 * Int((min(1e6, radius).squareRoot() * 2).rounded(.up))))
    let (angle, step) = (DegreeAngle(degrees), 360 / Double(count))
    let growth = (2 * .pi / (Double(count) * DegreeAngle(step).sine)).squareRoot()
    return (0..<count).map { index in
      let around = DegreeAngle(Double(index) * step)
      let (x, y) = (around.cosine * size.width / 2 * growth, around.sine * size.height / 2 * growth)
      return Point2D(x: center.x + x * angle.cosine - y * angle.sine, y: center.y + x * angle.sine + y * angle.cosine)
    }
  }
}

extension Outline where S == Output {
  /// What a result shows of an outline in its coordinates.
  fileprivate func parts(in placement: LabelPlacement<some Space>, _ clipping: LabelClipping) -> [PlacedPart] {
    let bounds = placement.bounds
    if let box, isInside(box, bounds) { return [PlacedPart(box: box, outline: self)] }
    switch self {
    case .rotated(let rect):
      guard let left = Polygon(rings: [rect.corners]).clipped(to: bounds), let box = left.box else { return [] }
      let kept = clipping.rotatedBox == .fit ? Outline.rotated(rect.fitted(to: left.rings.flatMap(\.self))) : self
      return [PlacedPart(box: box, outline: kept, shown: .polygon(left))]
    case .ellipse(let rect): return Self.part(of: Polygon(rings: [rect.ellipsePoints]), in: bounds)
    case .polygon(let polygon):
      guard clipping.areCornersBoxes, polygon.rings.count == 1, polygon.rings[0].count == 4 else {
        return Self.part(of: polygon, in: bounds)
      }
      return Self.box(of: polygon, in: bounds, clipping)
    case .mask(let mask): return mask.box.map { [PlacedPart(box: $0.rect, outline: self)] } ?? []
    case .line(let points): return Self.pieces(of: points, in: bounds)
    case .points(let points):
      let shown = points.filter { bounds.x...bounds.maxX ~= $0.x && bounds.y...bounds.maxY ~= $0.y }
      return Rect2D(around: shown).map { [PlacedPart(box: $0, outline: .points(shown))] } ?? []
    }
  }

  private func isInside(_ box: Rect2D<Output>, _ bounds: Rect2D<Output>) -> Bool {
    box.x >= bounds.x && box.y >= bounds.y && box.maxX <= bounds.maxX && box.maxY <= bounds.maxY
  }

  private static func part(of polygon: Polygon<Output>, in bounds: Rect2D<Output>) -> [PlacedPart] {
    guard let left = polygon.clipped(to: bounds), let box = left.box else { return [] }
    return [PlacedPart(box: box, outline: .polygon(left))]
  }

  /// The part of a rotated box that is given by its corners.
  private static func box(
    of corners: Polygon<Output>, in bounds: Rect2D<Output>, _ clipping: LabelClipping
  ) -> [PlacedPart] {
    guard let left = corners.clipped(to: bounds), let box = left.box else { return [] }
    let kept = clipping.rotatedBox == .fit ? left.smallestRectangle ?? corners.rings[0] : corners.rings[0]
    return [PlacedPart(box: box, outline: .polygon(Polygon(rings: [kept])), shown: .polygon(left))]
  }

  /// The pieces of a line inside.
  private static func pieces(of points: [Point2D<Output>], in bounds: Rect2D<Output>) -> [PlacedPart] {
    var pieces: [[Point2D<Output>]] = []
    for (from, to) in zip(points, points.dropFirst()) {
      guard let (start, end) = segment(from, to, in: bounds) else { continue }
      if pieces.last?.last == start {
        pieces[pieces.count - 1].append(end)
      } else {
        pieces.append([start, end])
      }
    }
    return pieces.compactMap { piece in
      Rect2D(around: piece).map { PlacedPart(box: $0, outline: .line(piece)) }
    }
  }

  /// The part of a segment inside (Y.-D. Liang, B. A. Barsky, 1984); nil if there is none, or only a point.
  private static func segment(
    _ from: Point2D<Output>, _ to: Point2D<Output>, in bounds: Rect2D<Output>
  ) -> (Point2D<Output>, Point2D<Output>)? {
    var (first, last) = (0.0, 1.0)
    let (across, down) = (to.x - from.x, to.y - from.y)
    for (step, room) in [
      (-across, from.x - bounds.x), (across, bounds.maxX - from.x), (-down, from.y - bounds.y),
      (down, bounds.maxY - from.y),
    ] {
      if step == 0 {
        if room < 0 { return nil }
      } else if step < 0 {
        first = max(first, room / step)
      } else {
        last = min(last, room / step)
      }
    }
    guard first < last else { return nil }
    func point(_ share: Double) -> Point2D<Output> {
      let (x, y) = (from.x + across * share, from.y + down * share)
      return Point2D(x: min(max(x, bounds.x), bounds.maxX), y: min(max(y, bounds.y), bounds.maxY))
    }
    return (first == 0 ? from : point(first), last == 1 ? to : point(last))
  }

  /// The share of the outline's area, length or points that its parts have.
  fileprivate func shownShare(of parts: [PlacedPart]) -> Double {
    let (all, shown) = (measure, parts.reduce(0) { $0 + (($1.shown ?? $1.outline)?.measure ?? 0) })
    return all > 0 ? shown / all : parts.isEmpty ? 0 : 1
  }

  /// Whether it has an area, and is not a line or points.
  fileprivate var isOfArea: Bool {
    switch self {
    case .line, .points: false
    case .rotated, .polygon, .mask, .ellipse: true
    }
  }

  /// Its area, a line's length, or the number of points.
  fileprivate var measure: Double {
    switch self {
    case .rotated(let rect): (rect.size.width * rect.size.height).magnitude
    case .ellipse(let rect): (rect.size.width * rect.size.height).magnitude * .pi / 4
    case .polygon(let polygon): polygon.area
    case .mask(let mask): Double(mask.area)
    case .line(let points):
      zip(points, points.dropFirst()).reduce(0) { sum, ends in
        let (across, down) = (ends.1.x - ends.0.x, ends.1.y - ends.0.y)
        return sum + (across * across + down * down).squareRoot()
      }
    case .points(let points): Double(points.count)
    }
  }
}

extension RotatedRect where S == Output {
  /// The smallest rectangle around the corners of what an edge leaves of this one.
  ///
  /// One of its sides is along a side of the convex hull (H. Freeman, R. Shapira, 1975), whose sides are those of this
  /// rectangle and of the result.
  fileprivate func fitted(to points: [Point2D<Output>]) -> RotatedRect {
    let candidates = [degrees, 0].compactMap { Self.around(points, degrees: $0) }
    return candidates.min { $0.size.width * $0.size.height < $1.size.width * $1.size.height } ?? self
  }

  private static func around(_ points: [Point2D<Output>], degrees: Double) -> RotatedRect? {
    let angle = DegreeAngle(degrees)
    let turned = points.map { point in
      Point2D<Output>(
        x: point.x * angle.cosine + point.y * angle.sine, y: point.y * angle.cosine - point.x * angle.sine)
    }
    guard let box = Rect2D(around: turned) else { return nil }
    let (x, y) = (box.x + box.width / 2, box.y + box.height / 2)
    return RotatedRect(
      center: Point2D(x: x * angle.cosine - y * angle.sine, y: x * angle.sine + y * angle.cosine),
      size: Size2D(width: box.width, height: box.height), degrees: degrees)
  }
}
