// Maps marked regions from the source to the new image (MWG 2.0, 5.9: regions use normalized coordinates).

internal import UprightGeometry

/// The space in which regions were marked: the image as stored or as displayed.
enum Marked: Space {}

/// A marked region in fractions of the width and height; a circle's diameter is a fraction of the shorter side.
enum MarkedShape: Hashable, Sendable {
  case point(x: Double, y: Double)
  case circle(x: Double, y: Double, diameter: Double)
  case rectangle(Rect2D<Normalized<Marked>>)
  /// One vertex is a point, two are a line.
  case polygon([Point2D<Normalized<Marked>>])
}

/// Maps regions; drops those outside the new image and clips those that cross its edge.
struct RegionMap {
  /// From normalized source coordinates to normalized coordinates of the new image.
  private let map: Transform2D<Normalized<Marked>, Normalized<Marked>>
  /// Scale factor of diameters, which are fractions of the shorter side.
  private let diameters: Double
  /// How the image is reoriented.
  let reorientation: RegionReorientation

  /// The map for regions marked on the image as stored.
  init(stored move: ImageMove) { self.init(move.edit.map, from: move.storedSize, to: move.edit.size) }

  /// The map for regions marked on the image as displayed.
  init(displayed move: ImageMove) { self.init(move.displayedMap, from: move.displayedSize, to: move.edit.size) }

  private init<S: Space>(_ way: Transform2D<S, Output>, from size: PixelSize<S>, to output: PixelSize<Output>) {
    let (width, height) = (Double(size.width), Double(size.height))
    let (across, down) = (Double(max(1, output.width)), Double(max(1, output.height)))
    map = Transform2D(
      a: way.a * width / across, b: way.b * width / down, c: way.c * height / across, d: way.d * height / down,
      tx: way.tx / across, ty: way.ty / down)
    let scale = (way.a * way.d - way.b * way.c).magnitude.squareRoot()
    diameters = scale * min(width, height) / min(across, down)
    reorientation = RegionReorientation(way)
  }

  /// Minimum side length; anything smaller is a rounding error in a region that ends at the edge.
  private static let minSide = 1e-7

  /// The mapped shape; nil if it is outside.
  func moved(_ shape: MarkedShape) -> MarkedShape? {
    switch shape {
    case .point(let x, let y):
      return inside(x, y).map { .point(x: $0.x, y: $0.y) }
    case .circle(let x, let y, let diameter):
      return inside(x, y).map { .circle(x: $0.x, y: $0.y, diameter: diameter * diameters) }
    case .rectangle(let rect):
      let all = Rect2D<Normalized<Marked>>(x: 0, y: 0, width: 1, height: 1)
      guard let kept = rect.applying(map).intersection(all), kept.width >= Self.minSide,
        kept.height >= Self.minSide
      else { return nil }
      return .rectangle(kept)
    case .polygon(let points):
      let mapped = points.map(map.apply)
      if mapped.allSatisfy(Self.isInside) { return .polygon(mapped) }
      if points.count < 3 { return mapped.contains(where: Self.isInside) ? .polygon(mapped.map(Self.clamped)) : nil }
      let kept = Self.clipped(mapped)
      return Self.area(kept) < Self.minSide * Self.minSide ? nil : .polygon(kept)
    }
  }

  private static func isInside(_ point: Point2D<Normalized<Marked>>) -> Bool {
    (0...1).contains(point.x) && (0...1).contains(point.y)
  }

  private static func clamped(_ point: Point2D<Normalized<Marked>>) -> Point2D<Normalized<Marked>> {
    Point2D(x: min(1, max(0, point.x)), y: min(1, max(0, point.y)))
  }

  /// The part of a polygon inside the image, clipped at one edge after the other (Sutherland and Hodgman, 1974).
  private static func clipped(_ points: [Point2D<Normalized<Marked>>]) -> [Point2D<Normalized<Marked>>] {
    let edges: [(Point2D<Normalized<Marked>>) -> Double] = [{ $0.x }, { 1 - $0.x }, { $0.y }, { 1 - $0.y }]
    return edges.reduce(points) { points, distance in
      zip(points, points.dropFirst() + points.prefix(1)).flatMap { one, next in
        let (here, there) = (distance(one), distance(next))
        let part = here / (here - there)
        let crossing = Point2D<Normalized<Marked>>(
          x: one.x + part * (next.x - one.x), y: one.y + part * (next.y - one.y))
        return (here >= 0 ? [one] : []) + ((here >= 0) != (there >= 0) ? [crossing] : [])
      }
    }
  }

  private static func area(_ points: [Point2D<Normalized<Marked>>]) -> Double {
    let doubled = zip(points, points.dropFirst() + points.prefix(1)).reduce(0) {
      $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y
    }
    return doubled.magnitude / 2
  }

  private func inside(_ x: Double, _ y: Double) -> Point2D<Normalized<Marked>>? {
    let point = map.apply(Point2D(x: x, y: y))
    return (0...1).contains(point.x) && (0...1).contains(point.y) ? point : nil
  }
}

/// The effect of a map on directions: an optional mirror, then quarter turns clockwise.
struct RegionReorientation: Hashable, Sendable {
  /// Whether left and right are swapped first.
  let isMirrored: Bool
  /// Quarter turns clockwise after the mirror.
  let quarters: Int

  /// The effect of a map with right angles only.
  init<From: Space, To: Space>(_ map: Transform2D<From, To>) {
    isMirrored = map.a * map.d - map.b * map.c < 0
    let (x, y) = isMirrored ? (-map.a, -map.b) : (map.a, map.b)
    quarters = x > 0 ? 0 : y > 0 ? 1 : x < 0 ? 2 : 3
  }

  /// Whether directions stay the same.
  var isIdentity: Bool { !isMirrored && quarters == 0 }

  /// The new angle of something rotated clockwise by `angle`; `full` is the value of a full turn.
  func applied(to angle: Double, full: Double) -> Double {
    let turned = (isMirrored ? -angle : angle) + Double(quarters) * full / 4
    return turned - (turned / full).rounded(.down) * full
  }
}
