// The eight maps on decimals as files state them (TIFF 6.0, tag 274): exact, so that what is turned and turned back is the same digits.

import UprightGeometry

/// One number after a turn: one of the file's own, which keeps its bytes, or a new one.
enum ReorientedNumber: Hashable {
  /// The number with this index, as it stands.
  case kept(Int)
  /// A new one, in these bytes.
  case written([UInt8])
}

/// How a picture's numbers turn, in the unit of its file: its extent is (`across`, `down`).
struct GridReorientation {
  private let isMirrored: Bool
  private let quarters: Int
  private let across: ExactDecimal
  private let down: ExactDecimal
  private let style: NumberStyle
  /// The file, whose bytes say the digits of numbers that are longer than `ExactDecimal`; empty where those may be rounded.
  private let source: [UInt8]

  /// Of a plane of `across` by `down`: pixels, 1 or 100 for parts and percent, one more where pixels are counted from 1.
  ///
  /// `risesUp` says that y is counted from the lower edge, so that what is clockwise on the picture is not in its numbers.
  init<From: Space, To: Space>(
    _ orientation: Orientation<From, To>, across: ExactDecimal, down: ExactDecimal, style: NumberStyle = .plain,
    risesUp: Bool = false, source: [UInt8] = []
  ) {
    (isMirrored, self.source) = (orientation.isMirrored, source)
    quarters = risesUp ? (4 - orientation.clockwiseQuarters) & 3 : orientation.clockwiseQuarters
    (self.across, self.down, self.style) = (across, down, style)
  }

  /// Of a picture in pixels between edges.
  init<From: Space, To: Space>(
    _ turn: LabelReorientation<From, To>, style: NumberStyle = .plain, source: [UInt8] = []
  ) {
    self.init(
      turn.orientation, across: ExactDecimal(turn.size.width), down: ExactDecimal(turn.size.height), style: style,
      source: source)
  }

  /// Whether nothing moves.
  var isIdentity: Bool { !isMirrored && quarters == 0 }
  /// Whether x and y change places.
  var swapsAxes: Bool { quarters & 1 == 1 }

  /// From which side of the source the numbers of the result are measured.
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

  /// What is measured from a side, of a place at numbers `x` and `y`, or of a box with a size at `width` and `height`.
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

  /// A place: numbers `x` and `y` of `tokens`.
  func point(_ x: Int, _ y: Int, of tokens: [NumberToken]) -> (ReorientedNumber, ReorientedNumber) {
    (number(sides.x, tokens, x, y), number(sides.y, tokens, x, y))
  }

  /// Places: x and y of each.
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

  /// A centre and a size (YOLO, Create ML).
  func centerBox(_ tokens: [NumberToken]) -> [ReorientedNumber] {
    let (x, y) = point(0, 1, of: tokens)
    return swapsAxes ? [x, y, .kept(3), .kept(2)] : [x, y, .kept(2), .kept(3)]
  }

  /// Two opposite corners (Pascal VOC, CVAT): left, top, right, bottom; they are so again afterwards, if they were.
  func edgeBox(_ tokens: [NumberToken]) -> [ReorientedNumber] {
    let (one, two) = (point(0, 1, of: tokens), point(2, 3, of: tokens))
    let reversed = reversesAxes
    return [
      reversed.across ? two.0 : one.0, reversed.down ? two.1 : one.1,
      reversed.across ? one.0 : two.0, reversed.down ? one.1 : two.1,
    ]
  }

  /// Whether what becomes x and y runs backwards.
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

  /// The same with more digits than fit a word.
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
