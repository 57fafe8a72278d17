// One line of a YOLO label file (docs.ultralytics.com, "Datasets": detect, segment, OBB and pose): a class and
// relative coordinates.

import UprightGeometry

/// The number of keypoints per row of a pose dataset, and of numbers per keypoint (`kpt_shape` of `data.yaml`).
public struct YOLOKeypoints: Hashable, Sendable {
  /// Number of keypoints per row.
  public var count: Int
  /// Whether each has a third number, its visibility.
  public var hasVisibility: Bool

  /// `count` keypoints of two or three numbers.
  public init(count: Int, hasVisibility: Bool) { (self.count, self.hasVisibility) = (count, hasVisibility) }

  /// Numbers per keypoint.
  var step: Int { hasVisibility ? 3 : 2 }
}

/// The numbers of a row, and their meaning.
struct YOLORow {
  /// The contents after the class.
  enum Kind { case box, polygon, pose }

  let kind: Kind
  let label: Int
  /// All coordinates after the class.
  let numbers: [NumberToken]
  /// The confidence after them, as written.
  let score: Range<Int>?

  /// - Returns: nil with a finding if the line is invalid.
  init?(_ bytes: [UInt8], _ line: Range<Int>, _ number: Int, _ keypoints: YOLOKeypoints?, _ findings: inout FindingList)
  {
    guard line.count <= Self.maxLength else {
      findings.add(.rowMalformed, line: number, "", "\(line.count) bytes; a row has at most \(Self.maxLength)")
      return nil
    }
    let fields = TextLines.fields(of: line, in: bytes)
    guard let first = fields.first, let label = NumberToken(bytes, first)?.exact, label.trimmed().decimals == 0,
      (0...Self.maxClasses).contains(label.trimmed().digits)
    else {
      findings.add(.numberInvalid, line: number, "column 1", "expected a class, a whole number from 0")
      return nil
    }
    guard let kind = Self.kind(fields.count, keypoints) else {
      findings.add(.rowMalformed, line: number, "", "\(fields.count) columns; expected \(Self.expected(keypoints))")
      return nil
    }
    var numbers: [NumberToken] = []
    for (column, field) in fields.enumerated().dropFirst().dropLast(kind.hasScore ? 1 : 0) {
      guard let token = NumberToken(bytes, field), token.isPlace else {
        findings.add(.numberInvalid, line: number, "column \(column + 1)", "expected a number")
        return nil
      }
      numbers.append(token)
    }
    let score = fields.suffix(kind.hasScore ? 1 : 0)
    if kind.kind == .polygon, Self.isPose(numbers + score.compactMap { NumberToken(bytes, $0) }) {
      findings.add(
        .rowMalformed, line: number, "",
        "this looks like a pose, not a polygon; its kpt_shape is in data.yaml", remedy: .names)
      return nil
    }
    self.label = label.trimmed().digits
    (self.kind, self.numbers, self.score) = (kind.kind, numbers, score.first)
  }

  /// Whether numbers of unknown shape are keypoints: a box, then points each followed by a visibility of 0, 1 or 2.
  /// One visibility must be 2, far outside the image, or there must be at least three, written as integers unlike
  /// some of the other numbers.
  private static func isPose(_ numbers: [NumberToken]) -> Bool {
    let marks = stride(from: 6, to: numbers.count, by: 3).map { numbers[$0] }
    guard marks.allSatisfy({ [0, 1, 2].contains($0.value) }) else { return false }
    let isSpelledSo = marks.allSatisfy { $0.exact?.decimals == 0 } && !numbers.allSatisfy { $0.exact?.decimals == 0 }
    return marks.contains { $0.value == 2 } || marks.count >= 3 && isSpelledSo
  }

  /// Maximum size in bytes of a row; outlines of fifty thousand points take less.
  static let maxLength = 1 << 20

  /// Maximum number of classes; no dataset has more.
  static let maxClasses = 1_000_000

  private static func expected(_ keypoints: YOLOKeypoints?) -> String {
    guard let keypoints else { return "5 (box), 9 (rotated box), or 7 or more (polygon)" }
    return "5 (box), or 5 and the numbers of kpt_shape [\(keypoints.count), \(keypoints.step)] (pose)"
  }

  private static func kind(_ columns: Int, _ keypoints: YOLOKeypoints?) -> (kind: Kind, hasScore: Bool)? {
    if let keypoints {
      let all = keypoints.count.multipliedReportingOverflow(by: keypoints.step)
      if !all.overflow, columns - 5 == all.partialValue { return (.pose, false) }
      if !all.overflow, columns - 6 == all.partialValue { return (.pose, true) }
      return columns == 5 || columns == 6 ? (.box, columns == 6) : nil
    }
    switch columns {
    case 5: return (.box, false)
    case 6: return (.box, true)
    case 7...: return (.polygon, columns.isMultiple(of: 2))
    default: return nil
    }
  }
}

extension YOLORow {
  /// Half a unit of YOLO's six decimals. A number with fewer decimals has the same precision; its zeros were omitted.
  private static let minHalfUnit = 0.5e-6

  /// The row as a region of an image of `size`.
  func region<S: Space>(in size: PixelSize<S>, _ keypoints: YOLOKeypoints?) -> Region<S> {
    let (width, height) = (Double(size.width), Double(size.height))
    let unit = min(numbers.map(\.halfUnit).min() ?? 0, Self.minHalfUnit)
    let precision = LabelPrecision<S>(across: unit * width, down: unit * height)
    func place(_ index: Int) -> Point2D<S> {
      Point2D(x: numbers[index].value * width, y: numbers[index + 1].value * height)
    }
    if kind == .polygon {
      let ring = stride(from: 0, to: numbers.count - 1, by: 2).map(place)
      let outline = Polygon(rings: [ring])
      return Region(
        box: outline.box ?? Rect2D(x: 0, y: 0, width: 0, height: 0), outline: .polygon(outline), precision: precision)
    }
    let (across, down) = (numbers[2].value * width, numbers[3].value * height)
    let box = Rect2D<S>(x: place(0).x - across / 2, y: place(0).y - down / 2, width: across, height: down)
    guard kind == .pose, let keypoints else { return Region(box: box, precision: precision) }
    let points = stride(from: 4, to: numbers.count - keypoints.step + 1, by: keypoints.step).map { index in
      let visibility = keypoints.hasVisibility ? numbers[index + 2].value : 2
      return Keypoint(place(index), visibility == 0 ? .absent : visibility == 1 ? .hidden : .visible)
    }
    return Region(box: box, keypoints: points, precision: precision)
  }

  /// The reoriented numbers.
  func reoriented(_ grid: GridReorientation, _ keypoints: YOLOKeypoints?) -> [ReorientedNumber] {
    var result = numbers.indices.map { ReorientedNumber.kept($0) }
    var first = 0
    if kind != .polygon {
      result.replaceSubrange(0..<4, with: grid.centerBox(Array(numbers[0..<4])))
      first = 4
    }
    let step = kind == .pose ? keypoints?.step ?? 2 : 2
    for index in stride(from: first, to: numbers.count - 1, by: step) {
      if step == 3, numbers[index + 2].value == 0 { continue }
      (result[index], result[index + 1]) = grid.point(index, index + 1, of: numbers)
    }
    return result
  }
}
