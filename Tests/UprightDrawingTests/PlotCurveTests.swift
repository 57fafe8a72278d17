// Curves of few points stay as they are; of many, what they cover stays.

import Testing

@testable import UprightDrawing

@Suite struct PlotCurveTests {
  private func lines(_ points: [PlotCurve.Point], _ ink: PlotCurve.Ink = .strong) -> [[SIMD2<Double>]] {
    var curve = PlotCurve()
    for point in points { curve.add(point) }
    return curve.lines(ink).map { $0.map { SIMD2($0.x, $0.y) } }
  }

  @Test func fewPointsAreKept() {
    let points = [1.25, 1.5, 2, 2.75, 9].map { PlotCurve.Point(x: $0, y: $0 * 10) }
    #expect(lines(points) == [[[1.25, 12.5], [1.5, 15], [2, 20], [2.75, 27.5], [9, 90]]])
    #expect(lines(points, .pale) == [])
    #expect(lines([]) == [])
  }

  @Test func aPointThatIsNotJoinedStartsALine() {
    let points = [
      PlotCurve.Point(x: 1, y: 0), PlotCurve.Point(x: 2, y: 5, isJoined: false),
      PlotCurve.Point(x: 3, y: 6, isJoined: false), PlotCurve.Point(x: 4, y: 7),
    ]
    #expect(lines(points) == [[[1, 0]], [[2, 5]], [[3, 6], [4, 7]]])
  }

  @Test func aLineHasTheInkOfItsEnd() {
    let points = [
      PlotCurve.Point(x: 1, y: 0), PlotCurve.Point(x: 2, y: 5, ink: .pale), PlotCurve.Point(x: 3, y: 6),
    ]
    #expect(lines(points) == [[[1, 0]], [[2, 5], [3, 6]]])
    #expect(lines(points, .pale) == [[[1, 0], [2, 5]]])
  }

  // A thousand points between the same two columns, with one peak.
  @Test func aColumnOfManyKeepsItsExtremesAndItsEnds() {
    let crowd = (0..<1000).map { index in
      PlotCurve.Point(x: 5 + Double(index) / 1024, y: index == 700 ? 90 : 40 + Double(index % 2))
    }
    let points = [PlotCurve.Point(x: 4, y: 40)] + crowd + [PlotCurve.Point(x: 6, y: 44)]
    #expect(lines(points) == [[[4, 40], [5, 40]], [[5.5, 40], [5.5, 90]], [[5 + 999.0 / 1024, 41], [6, 44]]])
  }

  // A curve that leaves the top for the bottom and back, many times within a column, is not drawn in the middle.
  @Test func aColumnOfManyKeepsItsHoles() {
    let points = (0..<1000).map { index in
      PlotCurve.Point(x: 5, y: index % 2 == 0 ? 10 + Double(index % 7) / 2 : 200, isJoined: false)
    }
    let covered = lines(points).filter { $0.count == 2 }
    #expect(covered.contains([[5.5, 10], [5.5, 13]]) && covered.contains([[5.5, 200], [5.5, 200]]))
    #expect(covered.allSatisfy { abs($0[0].y - $0[1].y) <= 3 })
  }

  // More separate points than a column keeps: they are joined to a few ranges, which still cover all.
  @Test func aColumnHasAFewRanges() {
    let ys = (0..<100).map { Double(($0 * 37) % 100 * 3) }
    let ranges = lines(ys.map { PlotCurve.Point(x: 5, y: $0, isJoined: false) }).filter { $0.count == 2 }
    #expect(ranges.count <= 4)
    #expect(ys.allSatisfy { y in ranges.contains { $0[0].y <= y && y <= $0[1].y } })
  }

  @Test func bothInksOfAColumnOfManyAreThere() {
    let points = (0..<100).map { index in
      PlotCurve.Point(x: 5, y: index < 50 ? 10 : 80, ink: index < 50 ? .strong : .pale)
    }
    #expect(lines(points).contains([[5.5, 10], [5.5, 10]]))
    #expect(lines(points, .pale).contains([[5.5, 10], [5.5, 80]]))
  }
}
