// A shape as listed in a file: its numbers and their meaning (each format's documentation states which kinds it has).

import UprightGeometry

/// The coordinate system of positions.
struct LabelPlane: Hashable {
  /// The extent of the image in both directions: 1 for relative coordinates, 100 for percent; nil for pixels.
  let extent: Int?
  /// Whether y increases upwards from the lower edge.
  let risesUp: Bool

  static let pixels = Self(extent: nil, risesUp: false)
  static let percent = Self(extent: 100, risesUp: false)

  /// The reorientation of an image's shapes, in a file with this number style.
  func reorient<From: Space, To: Space>(
    _ turn: LabelReorientation<From, To>, _ style: NumberStyle, _ source: [UInt8]
  ) -> ShapeTurn {
    let grid = GridReorientation(
      turn.orientation, across: ExactDecimal(extent ?? turn.size.width), down: ExactDecimal(extent ?? turn.size.height),
      style: style, risesUp: risesUp, source: source)
    return ShapeTurn(
      grid: grid,
      pixelGrid: GridReorientation(
        turn.orientation, across: ExactDecimal(turn.size.width - 1), down: ExactDecimal(turn.size.height - 1),
        style: style, source: source),
      isMirrored: turn.orientation.isMirrored, degrees: 90 * turn.orientation.clockwiseQuarters,
      units: extent == nil ? (1, 1) : (turn.size.width, turn.size.height), style: style, source: source)
  }

  /// The size of a unit in pixels.
  func scale<S: Space>(on size: PixelSize<S>?) -> (across: Double, down: Double) {
    guard let extent, let size else { return (1, 1) }
    return (Double(size.width) / Double(extent), Double(size.height) / Double(extent))
  }
}

/// The reorientation of one image's shapes.
struct ShapeTurn {
  let grid: GridReorientation
  /// That of the numbers of pixels, from 0.
  let pixelGrid: GridReorientation
  let isMirrored: Bool
  /// The rotation, clockwise, after the mirror.
  let degrees: Int
  /// The ratio of a horizontal to a vertical extent of equal pixel length, in the file's unit.
  let units: (across: Int, down: Int)
  let style: NumberStyle
  let source: [UInt8]
}

/// The numbers of a shape.
struct ListedShape {
  /// The meaning of the numbers, in the order in which they are kept here.
  enum Kind {
    /// The corner nearest to the origin, then width and height.
    case cornerBox
    /// The center, then width and height.
    case centerBox
    /// Two opposite corners, the lower coordinates first.
    case edgeBox
    /// Two opposite corners in any order (LabelMe).
    case corners
    /// A corner, width and height before rotation, and optionally degrees clockwise about that corner (Label Studio).
    case turnedBox
    /// The center, two radii, and optionally degrees clockwise.
    case ellipse
    /// The center and a point on the circumference (LabelMe).
    case circle
    /// Two numbers for each point.
    case polygon, line, points
    /// Two numbers for each of four corners, and optionally radians clockwise (X-AnyLabeling).
    case turnedCorners
    /// The first and the last pixel of a mask (LabelMe).
    case mask
  }

  let kind: Kind
  let numbers: [NumberToken]

  /// Whether the size is subtracted if a corner is measured from the opposite side.
  var isCornerBox: Bool { kind == .cornerBox || kind == .turnedBox }

  /// The degrees, unless they are missing or 0.
  private var angle: NumberToken? {
    guard kind == .turnedBox || kind == .ellipse, numbers.count == 5, numbers[4].value != 0 else { return nil }
    return numbers[4]
  }
}

// MARK: Reading

extension ListedShape {
  /// The region of these numbers in an image of `size`, which is optional only for pixels from the top.
  func region<S: Space>(on size: PixelSize<S>?, _ plane: LabelPlane) -> Region<S> {
    let (across, down) = plane.scale(on: size)
    let precision: LabelPrecision<S> =
      plane.extent == nil ? .exact : LabelPrecision(across: tolerance * across, down: tolerance * down)
    func point(_ index: Int) -> Point2D<S> {
      let y = numbers[index + 1].value * down
      return Point2D(x: numbers[index].value * across, y: plane.risesUp ? Double(size?.height ?? 0) - y : y)
    }
    func size2(_ factor: Double = 1) -> Size2D<S> {
      Size2D(width: numbers[2].value * across * factor, height: numbers[3].value * down * factor)
    }
    func around(_ center: Point2D<S>, _ size: Size2D<S>) -> Region<S> {
      let (x, y) = (center.x - size.width / 2, center.y - size.height / 2)
      return Region(box: Rect2D(x: x, y: y, width: size.width, height: size.height), precision: precision)
    }
    switch kind {
    case .cornerBox, .turnedBox:
      let (corner, size) = (point(0), size2())
      if let angle { return reoriented(corner, size, angle.value, precision) }
      let y = plane.risesUp ? corner.y - size.height : corner.y
      return Region(box: Rect2D(x: corner.x, y: y, width: size.width, height: size.height), precision: precision)
    case .centerBox: return around(point(0), size2())
    case .edgeBox, .corners:
      let (one, two) = (point(0), point(2))
      let (top, bottom) = plane.risesUp ? (two.y, one.y) : (one.y, two.y)
      let box = Rect2D<S>(x: one.x, y: top, width: two.x - one.x, height: bottom - top)
      return Region(box: kind == .corners ? box.standardized : box, precision: precision)
    case .ellipse:
      return outlined(.ellipse(RotatedRect(center: point(0), size: size2(2), degrees: angle?.value ?? 0)), precision)
    case .circle:
      return outlined(circle(around: point(0), through: point(2)), precision)
    case .mask:
      let (first, last) = (point(0), point(2))
      return Region(
        box: Rect2D(x: first.x, y: first.y, width: last.x - first.x + 1, height: last.y - first.y + 1),
        precision: precision)
    case .polygon, .line, .points, .turnedCorners:
      return outlined(outline(of: stride(from: 0, to: numbers.count - 1, by: 2).map(point)), precision)
    }
  }

  private func circle<S: Space>(around center: Point2D<S>, through rim: Point2D<S>) -> Outline<S> {
    let (x, y) = (rim.x - center.x, rim.y - center.y)
    let width = 2 * (x * x + y * y).squareRoot()
    return .ellipse(RotatedRect(center: center, size: Size2D(width: width, height: width), degrees: 0))
  }

  private func outline<S: Space>(of points: [Point2D<S>]) -> Outline<S> {
    switch kind {
    case .line: .line(points)
    case .points: .points(points)
    default: .polygon(Polygon(rings: [points]))
    }
  }

  /// The tolerance of a side or the center of a box, in the file's unit, due to the rounding of its corners.
  ///
  /// Numbers with fewer than nine decimals are exact: their value in pixels is printed completely, and restores them.
  private var tolerance: Double {
    let unit = numbers.map(\.halfUnit).min() ?? 0
    return unit < 1e-9 ? 2 * unit : 0
  }

  private func outlined<S: Space>(_ outline: Outline<S>, _ precision: LabelPrecision<S>) -> Region<S> {
    Region(box: outline.box ?? Rect2D(x: 0, y: 0, width: 0, height: 0), outline: outline, precision: precision)
  }

  private func reoriented<S: Space>(
    _ corner: Point2D<S>, _ size: Size2D<S>, _ degrees: Double, _ precision: LabelPrecision<S>
  ) -> Region<S> {
    let angle = DegreeAngle(degrees)
    let (across, down) = (size.width / 2, size.height / 2)
    let center = Point2D<S>(
      x: corner.x + across * angle.cosine - down * angle.sine, y: corner.y + across * angle.sine + down * angle.cosine)
    return outlined(.rotated(RotatedRect(center: center, size: size, degrees: degrees)), precision)
  }
}

// MARK: Reorienting

extension ListedShape {
  /// The reoriented numbers.
  func reoriented(_ turn: ShapeTurn) -> [ReorientedNumber] {
    let grid = turn.grid
    var result = numbers.indices.map { ReorientedNumber.kept($0) }
    switch kind {
    case .turnedBox where angle != nil: return turnedBox(turn)
    case .cornerBox, .turnedBox: result.replaceSubrange(0..<4, with: grid.cornerBox(Array(numbers[0..<4])))
    case .centerBox: result = grid.centerBox(numbers)
    case .edgeBox, .corners: result = grid.edgeBox(numbers)
    case .ellipse:
      (result[0], result[1]) = grid.point(0, 1, of: numbers)
      if grid.swapsAxes { (result[2], result[3]) = (.kept(3), .kept(2)) }
      if let angle, turn.isMirrored { result[4] = Self.degrees(angle, from: 0, plus: 0, turn.source) }
    case .mask: result = turn.pixelGrid.edgeBox(numbers)
    case .circle, .polygon, .line, .points, .turnedCorners:
      for index in stride(from: 0, to: numbers.count - 1, by: 2) {
        (result[index], result[index + 1]) = grid.point(index, index + 1, of: numbers)
      }
      if kind == .turnedCorners, numbers.count == 9 { result[8] = Self.radians(numbers[8], turn) ?? .kept(8) }
    }
    return result
  }

  /// A box rotated about its corner. The corner remains the same, so that only the box's angle and the unit of its
  /// sides change.
  ///
  /// With a mirror, the angle refers to the other side. Sides that become relative to the other extent are scaled by
  /// both.
  private func turnedBox(_ turn: ShapeTurn) -> [ReorientedNumber] {
    var result = numbers.indices.map { ReorientedNumber.kept($0) }
    guard !turn.grid.isIdentity, let angle else { return result }
    (result[0], result[1]) = turn.grid.point(0, 1, of: numbers)
    let sides = turn.isMirrored ? (3, 2) : (2, 3)
    (result[2], result[3]) = (.kept(sides.0), .kept(sides.1))
    if turn.isMirrored != turn.grid.swapsAxes {
      let units = turn.isMirrored ? (turn.units.down, turn.units.across) : turn.units
      result[2] = scaled(sides.0, by: units.0, over: units.1, turn)
      result[3] = scaled(sides.1, by: units.1, over: units.0, turn)
    }
    result[4] = Self.degrees(angle, from: turn.isMirrored ? 90 : nil, plus: turn.degrees, turn.source)
    return result
  }

  private func scaled(_ index: Int, by factor: Int, over divisor: Int, _ turn: ShapeTurn) -> ReorientedNumber {
    guard factor != divisor else { return .kept(index) }
    guard let number = LongDecimal(numbers[index], in: turn.source) else {
      return .written(NumberText.exact(numbers[index].value * Double(factor) / Double(divisor)))
    }
    let scaled = number.scaled(by: factor, over: divisor)
    return .written((scaled.significantCount > LongDecimal.writtenDigits ? scaled : turn.style.written(scaled)).text)
  }

  /// Radians within one turn, measured clockwise from the x axis; nil for no change.
  ///
  /// All multiples of a right angle come from one decimal, so that the inverse restores the same digits.
  private static func radians(_ angle: NumberToken, _ turn: ShapeTurn) -> ReorientedNumber? {
    let digits = Array("1.57079632679489661923".utf8)
    guard turn.isMirrored || turn.degrees != 0, let own = LongDecimal(angle, in: turn.source),
      angle.value.magnitude <= 100, let token = NumberToken(digits, digits.indices),
      let right = LongDecimal(token, in: digits)
    else { return nil }
    let half = right.plus(right)
    let full = half.plus(half)
    var turned = turn.isMirrored ? half.minus(own) : own
    for _ in 0..<turn.degrees / 90 { turned = turned.plus(right) }
    while turned.isNegative { turned = turned.plus(full) }
    while !turned.minus(full).isNegative { turned = turned.minus(full) }
    return .written(turn.style.written(turned.trimmed()).text)
  }

  /// The angle, or its difference from `start`, plus an angle. It keeps its sign and stays within one turn, and is
  /// never 0, so that the box remains a rotated one.
  private static func degrees(_ angle: NumberToken, from start: Int?, plus: Int, _ source: [UInt8]) -> ReorientedNumber
  {
    let own = LongDecimal(angle, in: source)
    guard let own, angle.value.magnitude <= 720 else {
      return .written(NumberText.exact((start.map { Double($0) - angle.value } ?? angle.value) + Double(plus)))
    }
    var turned = (start.map { LongDecimal($0).minus(own) } ?? own).plus(LongDecimal(plus))
    let full = LongDecimal(360)
    if own.isNegative {
      while !turned.isNegative { turned = turned.minus(full) }
      while turned.plus(full).isNegative { turned = turned.plus(full) }
    } else {
      while turned.isNegative || turned.isZero { turned = turned.plus(full) }
      while !turned.minus(full).isNegative, !turned.minus(full).isZero { turned = turned.minus(full) }
    }
    return .written(turned.text)
  }
}
