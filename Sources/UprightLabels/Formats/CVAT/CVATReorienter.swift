// Reorients CVAT's shapes in place (docs.cvat.ai, "XML annotation format", 1.1; TIFF 6.0, tag 274).

import UprightGeometry

/// Determines the new numbers of an image's shapes.
struct CVATReorienter<From: Space, To: Space> {
  private let grid: GridReorientation
  private let reorientation: LabelReorientation<From, To>
  private let source: [UInt8]

  init(_ turn: LabelReorientation<From, To>, _ source: [UInt8]) {
    (self.reorientation, self.source) = (turn, source)
    grid = GridReorientation(turn, source: source)
  }

  /// The edits of a shape.
  func places(_ shape: CVATShape) -> [ByteEdit] {
    switch shape.kind {
    case .box: shape.numbers.places(grid.edgeBox(shape.numbers), in: source) + angle(shape)
    case .ellipse: shape.numbers.places(grid.centerBox(shape.numbers), in: source) + angle(shape)
    case .polygon, .polyline, .points: places(shape.numbers)
    case .skeleton: shape.joints.flatMap { places([$0.x, $0.y]) }
    case .mask: shape.numbers.places(grid.cornerBox(shape.numbers), in: source) + runs(shape)
    }
  }

  private func places(_ points: [NumberToken]) -> [ByteEdit] {
    points.places(grid.points(points), in: source)
  }

  /// A mirror negates the angle; multiples of a full turn stay as written.
  private func angle(_ shape: CVATShape) -> [ByteEdit] {
    reorientation.orientation.isMirrored ? shape.rotation?.mirroredAngle(in: source) ?? [] : []
  }

  /// The runs, with the separator of the first two.
  private func runs(_ shape: CVATShape) -> [ByteEdit] {
    guard !reorientation.orientation.isIdentity, let first = shape.runs.first, let last = shape.runs.last,
      let mask = CVATMask<From>(shape.numbers, shape.runs)
    else { return [] }
    let between =
      shape.runs.count > 1
      ? Array(source[first.range.upperBound..<shape.runs[1].range.lowerBound]) : Array(", ".utf8)
    let texts = mask.reorientedRuns(reorientation.orientation).map { Array(String($0).utf8) }
    return [
      ByteEdit(range: first.range.lowerBound..<last.range.upperBound, text: Array(texts.joined(separator: between)))
    ]
  }
}

extension NumberToken {
  /// The edits that change the sign of an angle; 0 stays as written.
  func negatedAngle(in source: [UInt8]) -> [ByteEdit] {
    guard value != 0 else { return [] }
    let text = LongDecimal(self, in: source).map { LongDecimal(0).minus($0).text } ?? NumberText.exact(-value)
    return [ByteEdit(range: range, text: text)]
  }

  /// The edits that mirror the stated degrees clockwise; multiples of a full turn stay as written.
  func mirroredAngle(in source: [UInt8]) -> [ByteEdit] {
    guard value.truncatingRemainder(dividingBy: 360) != 0 else { return [] }
    let text = LongDecimal(self, in: source).map { LongDecimal(360).minus($0).text } ?? NumberText.exact(360 - value)
    return [ByteEdit(range: range, text: text)]
  }
}
