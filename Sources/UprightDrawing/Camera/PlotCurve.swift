// A curve through any number of points, as lines of a bounded number of points.

/// Takes points from left to right, and reduces a column of pixels with many of them to the extremes: what the lines
/// through all of them cover.
package struct PlotCurve {
  /// How a point is drawn.
  package enum Ink: CaseIterable {
    case strong, pale
  }

  /// A point of the curve.
  package struct Point {
    package let x, y: Double
    /// Of the point and of the line to it.
    package let ink: Ink
    /// Whether a line connects it with the point before.
    package let isJoined: Bool

    /// Memberwise initializer.
    package init(x: Double, y: Double, ink: Ink = .strong, isJoined: Bool = true) {
      (self.x, self.y, self.ink, self.isJoined) = (x, y, ink, isJoined)
    }
  }

  /// The largest number of points that a column keeps as they are.
  private static let mostPoints = 4

  private var complete: [(ink: Ink, line: SVGDrawing.Line)] = []
  private var line: (ink: Ink, line: SVGDrawing.Line)?
  /// The first points of the current column.
  private var column: [Point] = []
  /// The number of all points of the current column.
  private var count = 0
  private var last: Point?
  private var extents: [Ink: Extents] = [:]

  /// An empty curve.
  package init() {}

  /// Takes the next point, which is not left of the last.
  package mutating func add(_ point: Point) {
    if let first = column.first, Int(first.x) != Int(point.x) { endColumn() }
    if count < Self.mostPoints { column.append(point) }
    let from = count > 0 && point.isJoined ? last?.y ?? point.y : point.y
    extents[point.ink, default: Extents()].insert(min(from, point.y)...max(from, point.y))
    count += 1
    last = point
  }

  /// The lines so far.
  package func lines(_ ink: Ink) -> [SVGDrawing.Line] {
    var all = self
    all.endColumn()
    all.endLine()
    return all.complete.filter { $0.ink == ink }.map(\.line)
  }

  private mutating func endColumn() {
    guard let first = column.first, let last else { return }
    if count == column.count {
      for point in column { extend(to: point) }
    } else {
      extend(to: first)
      endLine()
      let middle = first.x.rounded(.down) + 0.5
      for ink in Ink.allCases {
        for range in extents[ink]?.ranges ?? [] {
          complete.append((ink, [(middle, range.lowerBound), (middle, range.upperBound)]))
        }
      }
      line = (last.ink, [(last.x, last.y)])
    }
    (column, count, extents) = ([], 0, [:])
  }

  private mutating func extend(to point: Point) {
    if point.isJoined, let (ink, before) = line, let end = before.last {
      if ink != point.ink {
        endLine()
        line = (point.ink, [end])
      }
      line?.line.append((point.x, point.y))
    } else {
      endLine()
      line = (point.ink, [(point.x, point.y)])
    }
  }

  private mutating func endLine() {
    if let line { complete.append(line) }
    line = nil
  }
}

/// A few separate ranges that cover all inserted ones, and more only where those are too many.
private struct Extents {
  private static let most = 4

  private(set) var ranges: [ClosedRange<Double>] = []

  /// Ranges less than a pixel apart become one.
  mutating func insert(_ range: ClosedRange<Double>) {
    if ranges.contains(where: { $0.contains(range.lowerBound) && $0.contains(range.upperBound) }) { return }
    var whole = range
    ranges.removeAll { other in
      guard other.lowerBound - 1 < whole.upperBound, whole.lowerBound - 1 < other.upperBound else { return false }
      whole = min(whole.lowerBound, other.lowerBound)...max(whole.upperBound, other.upperBound)
      return true
    }
    ranges.append(whole)
    if ranges.count > Self.most { joinNearest() }
  }

  private mutating func joinNearest() {
    ranges.sort { $0.lowerBound < $1.lowerBound }
    let distances = zip(ranges, ranges.dropFirst()).map { $1.lowerBound - $0.upperBound }
    guard let nearest = distances.indices.min(by: { distances[$0] < distances[$1] }) else { return }
    let joined = ranges[nearest].lowerBound...max(ranges[nearest].upperBound, ranges[nearest + 1].upperBound)
    ranges.replaceSubrange(nearest...nearest + 1, with: [joined])
  }
}
