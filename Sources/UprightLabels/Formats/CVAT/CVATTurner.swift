// CVAT's shapes turned where they stand (docs.cvat.ai, "XML annotation format", 1.1; TIFF 6.0, tag 274).

import UprightGeometry

/// Says what becomes of the numbers of a picture's shapes.
struct CVATTurner<From: Space, To: Space> {
  private let grid: GridTurn
  private let turn: PictureTurn<From, To>
  private let source: [UInt8]

  init(_ turn: PictureTurn<From, To>, _ source: [UInt8]) {
    (self.turn, self.source) = (turn, source)
    grid = GridTurn(turn)
  }

  /// The places of a shape that change.
  func places(_ shape: CVATShape) -> [BytePlace] {
    switch shape.kind {
    case .box: shape.numbers.places(grid.edgeBox(shape.numbers), in: source) + angle(shape)
    case .ellipse: shape.numbers.places(grid.centerBox(shape.numbers), in: source) + angle(shape)
    case .polygon, .polyline, .points: places(shape.numbers)
    case .skeleton: shape.joints.flatMap { places([$0.x, $0.y]) }
    case .mask: shape.numbers.places(grid.cornerBox(shape.numbers), in: source) + runs(shape)
    }
  }

  private func places(_ points: [NumberToken]) -> [BytePlace] {
    var numbers: [TurnedNumber] = []
    for index in stride(from: 0, to: points.count - 1, by: 2) {
      let (x, y) = grid.point(index, index + 1, of: points)
      numbers += [x, y]
    }
    return points.places(numbers, in: source)
  }

  /// A mirror turns the other way round; whole turns stay as they are written.
  private func angle(_ shape: CVATShape) -> [BytePlace] {
    guard turn.orientation.isMirrored, let rotation = shape.rotation,
      rotation.value.truncatingRemainder(dividingBy: 360) != 0
    else { return [] }
    let exact = rotation.exact.flatMap { ExactDecimal(360).minus($0) }
    return [BytePlace(place: rotation.place, text: exact?.text ?? NumberText.exact(360 - rotation.value))]
  }

  /// The runs, with what stood between the first two.
  private func runs(_ shape: CVATShape) -> [BytePlace] {
    guard !turn.orientation.isIdentity, let first = shape.runs.first, let last = shape.runs.last,
      let mask = CVATMask<From>(shape.numbers, shape.runs)
    else { return [] }
    let between =
      shape.runs.count > 1
      ? Array(source[first.place.upperBound..<shape.runs[1].place.lowerBound]) : Array(", ".utf8)
    let texts = mask.turnedRuns(turn.orientation).map { Array(String($0).utf8) }
    return [
      BytePlace(place: first.place.lowerBound..<last.place.upperBound, text: Array(texts.joined(separator: between)))
    ]
  }
}
