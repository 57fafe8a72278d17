// Where a marked region of the source comes to lie in the new picture (MWG 2.0, 5.9: regions count in parts of the picture).

internal import UprightGeometry

/// The space in which somebody marked regions: the picture as stored or as displayed.
enum Marked: Space {}

/// A marked region; numbers are parts of the width and height, a circle's diameter one of the shorter side.
enum MarkedShape: Hashable, Sendable {
  case point(x: Double, y: Double)
  case circle(x: Double, y: Double, diameter: Double)
  case rectangle(Rect2D<Normalized<Marked>>)
}

/// Carries regions over; what falls outside is gone, what is cut is clipped.
struct RegionMap {
  /// From parts of the source to parts of the new picture.
  private let map: Transform2D<Normalized<Marked>, Normalized<Marked>>
  /// How many times longer a part of the shorter side becomes.
  private let diameters: Double
  /// How the picture is turned.
  let reorientation: RegionReorientation

  /// The way of what was marked on the picture as stored.
  init(stored move: ImageMove) { self.init(move.edit.map, from: move.storedSize, to: move.edit.size) }

  /// The way of what was marked on the picture as displayed.
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

  /// Less is no region, but the rounding of one that ends at the edge.
  private static let minSide = 1e-7

  /// Where a shape comes to lie; nil where that is outside.
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
    }
  }

  private func inside(_ x: Double, _ y: Double) -> Point2D<Normalized<Marked>>? {
    let point = map.apply(Point2D(x: x, y: y))
    return (0...1).contains(point.x) && (0...1).contains(point.y) ? point : nil
  }
}

/// What a map does to directions: mirrored first, then so many quarter turns clockwise.
struct RegionReorientation: Hashable, Sendable {
  /// Whether left and right change places first.
  let isMirrored: Bool
  /// Quarter turns clockwise after that.
  let quarters: Int

  /// What a map of right angles does.
  init<From: Space, To: Space>(_ map: Transform2D<From, To>) {
    isMirrored = map.a * map.d - map.b * map.c < 0
    let (x, y) = isMirrored ? (-map.a, -map.b) : (map.a, map.b)
    quarters = x > 0 ? 0 : y > 0 ? 1 : x < 0 ? 2 : 3
  }

  /// Whether all stays as it lies.
  var isIdentity: Bool { !isMirrored && quarters == 0 }

  /// How something lies afterwards that lay turned by so much clockwise; `full` is the number of a full turn.
  func applied(to angle: Double, full: Double) -> Double {
    let turned = (isMirrored ? -angle : angle) + Double(quarters) * full / 4
    return turned - (turned / full).rounded(.down) * full
  }
}
