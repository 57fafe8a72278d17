// The eight orientations applied to decimals in a file (TIFF 6.0, tag 274). They are exact, so that the inverse
// restores the same digits.

import UprightGeometry

/// A number after a reorientation: one from the file with its bytes, or a new one.
enum ReorientedNumber: Hashable {
  /// The unchanged number with this index.
  case kept(Int)
  /// A new number with these bytes.
  case written([UInt8])
}

/// The reorientation of an image's coordinates in the unit of its file, in which the image's extent is (`across`,
/// `down`).
struct GridReorientation {
  private let isMirrored: Bool
  private let quarters: Int
  private let across: ExactDecimal
  private let down: ExactDecimal
  private let style: NumberStyle
  /// The file, for the digits of numbers too long for `ExactDecimal`; empty if those may be rounded.
  private let source: [UInt8]

  /// For a plane of `across` by `down`. These are the size in pixels, 1 for relative coordinates or 100 for percent;
  /// one more if pixels are counted from 1.
  ///
  /// `risesUp` means that y increases upwards, so that a clockwise rotation of the image is not clockwise in its
  /// numbers.
  init<From: Space, To: Space>(
    _ orientation: Orientation<From, To>, across: ExactDecimal, down: ExactDecimal, style: NumberStyle = .plain,
    risesUp: Bool = false, source: [UInt8] = []
  ) {
    (isMirrored, self.source) = (orientation.isMirrored, source)
    quarters = risesUp ? (4 - orientation.clockwiseQuarters) & 3 : orientation.clockwiseQuarters
    (self.across, self.down, self.style) = (across, down, style)
  }

  /// For an image with pixel coordinates between edges.
  init<From: Space, To: Space>(
    _ turn: LabelReorientation<From, To>, style: NumberStyle = .plain, source: [UInt8] = []
  ) {
    self.init(
      turn.orientation, across: ExactDecimal(turn.size.width), down: ExactDecimal(turn.size.height), style: style,
      source: source)
  }

  /// Whether no number changes.
  var isIdentity: Bool { !isMirrored && quarters == 0 }
  /// Whether x and y are swapped.
  var swapsAxes: Bool { quarters & 1 == 1 }

  /// The side of the source from which a coordinate of the result is measured.
  private enum Side { case left, right, top, bottom }

  private var sides: (x: Side, y: Side) {
    let (near, far): (Side, Side) = isMirrored ? (.right, .left) : (.left, .right)
    switch quarters {
    case 0: return (near, .top)
    case 1: return (.bottom, near)
    case 2: return (far, .bottom)
    default: return (.top, far)
    }
  }

  /// The distance from a side to the point at indices `x` and `y`, or to a box with its size at `width` and `height`.
  private func number(
    _ side: Side, _ tokens: [NumberToken], _ x: Int, _ y: Int, _ width: Int? = nil, _ height: Int? = nil
  ) -> ReorientedNumber {
    switch side {
    case .left: .kept(x)
    case .top: .kept(y)
    case .right: mirrored(tokens[x], less: width.map { tokens[$0] }, in: across)
    case .bottom: mirrored(tokens[y], less: height.map { tokens[$0] }, in: down)
    }
  }

  /// A point, at indices `x` and `y` of `tokens`.
  func point(_ x: Int, _ y: Int, of tokens: [NumberToken]) -> (ReorientedNumber, ReorientedNumber) {
    (number(sides.x, tokens, x, y), number(sides.y, tokens, x, y))
  }

  /// Points, as x and y of each.
  func points(_ tokens: [NumberToken]) -> [ReorientedNumber] {
    stride(from: 0, to: tokens.count - 1, by: 2).flatMap { index in
      let (x, y) = point(index, index + 1, of: tokens)
      return [x, y]
    }
  }

  /// A corner and a size (COCO, Label Studio): four numbers in that order.
  func cornerBox(_ tokens: [NumberToken]) -> [ReorientedNumber] {
    let (x, y) = (number(sides.x, tokens, 0, 1, 2, 3), number(sides.y, tokens, 0, 1, 2, 3))
    return swapsAxes ? [x, y, .kept(3), .kept(2)] : [x, y, .kept(2), .kept(3)]
  }

  /// A center and a size (YOLO, Create ML).
  func centerBox(_ tokens: [NumberToken]) -> [ReorientedNumber] {
    let (x, y) = point(0, 1, of: tokens)
    return swapsAxes ? [x, y, .kept(3), .kept(2)] : [x, y, .kept(2), .kept(3)]
  }

  /// Two opposite corners (Pascal VOC, CVAT): left, top, right, bottom; the result keeps that order if the input has
  /// it.
  func edgeBox(_ tokens: [NumberToken]) -> [ReorientedNumber] {
    let (one, two) = (point(0, 1, of: tokens), point(2, 3, of: tokens))
    let reversed = reversesAxes
    return [
      reversed.across ? two.0 : one.0, reversed.down ? two.1 : one.1,
      reversed.across ? one.0 : two.0, reversed.down ? one.1 : two.1,
    ]
  }

  /// Whether the axes that become x and y are reversed.
  private var reversesAxes: (across: Bool, down: Bool) {
    let reversesX = isMirrored != (quarters >= 2)
    let reversesY = quarters == 1 || quarters == 2
    return swapsAxes ? (reversesY, reversesX) : (reversesX, reversesY)
  }

  private func mirrored(_ own: NumberToken, less other: NumberToken?, in extent: ExactDecimal) -> ReorientedNumber {
    if let exact = own.exact, let rest = extent.minus(exact) {
      guard let other else { return .written(rest.text) }
      if let length = other.exact, let sum = rest.minus(length) {
        return .written(style.decimals(of: sum, own: exact, other: length).text)
      }
    }
    if let text = long(own, less: other, in: extent) { return .written(text) }
    return .written(NumberText.exact(extent.value - own.value - (other?.value ?? 0)))
  }

  /// The same for numbers with more digits than an `Int` holds.
  private func long(_ own: NumberToken, less other: NumberToken?, in extent: ExactDecimal) -> [UInt8]? {
    guard extent.decimals == 0, own.range.upperBound <= source.count, let number = LongDecimal(own, in: source) else {
      return nil
    }
    let rest = LongDecimal(extent.digits).minus(number)
    guard let other else { return rest.text }
    guard other.range.upperBound <= source.count, let length = LongDecimal(other, in: source) else { return nil }
    return style.decimals(of: rest.minus(length), own: number, other: length).text
  }
}
