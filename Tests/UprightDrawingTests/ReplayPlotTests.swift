// The drawing of a replay: bands and curves where the numbers put them, and few bytes for any numbers.

import Foundation
import Testing
import Upright
@testable import UprightBatch
import UprightCamera
@testable import UprightDrawing

@Suite struct ReplayPlotTests {
  private static let (ink, level) = ("#22221f", "#a8a8a4")
  /// In the bands, and behind the curves.
  private static let (blue, green) = (["#e3ecf6", "#1d5fa6"], ["#e3f1e5", "#2c7a3f"])

  private func plot(_ samples: [GravitySample]) -> ReplayPlot {
    ReplayPlot(replay: GravityReplay(samples, through: .nearest), title: "nearest")
  }

  private func parsed(_ samples: [GravitySample]) throws -> ParsedSVG { try ParsedSVG(plot(samples).drawn().text) }

  private func sample(_ degrees: Double, tilt: Double = 0, at milliseconds: Int) -> GravitySample {
    let (turn, tilt) = (degrees * .pi / 180, tilt * .pi / 180)
    return GravitySample(
      x: cos(tilt) * sin(turn), y: -cos(tilt) * cos(turn), z: -sin(tilt), time: .milliseconds(milliseconds))
  }

  /// Upright for a second, then a quarter clockwise for another.
  private var quarter: [GravitySample] { (0...200).map { sample($0 < 100 ? 0 : 90, at: $0 * 10) } }

  private func rectangles(_ parsed: ParsedSVG, _ colors: [String]) -> [[Double]] {
    parsed.named("rect").filter { colors.contains($0["fill"]) && $0.number("width") != 18 }.map(\.edges)
  }

  /// The lines of the panel of angles in one color.
  private func angles(_ parsed: ParsedSVG, _ color: String = Self.ink) -> [[SIMD2<Double>]] {
    parsed.named("path").filter { $0["stroke"] == color }.flatMap(\.lines).filter { $0[0].y < 350 }
  }

  private func tilts(_ parsed: ParsedSVG) -> [[SIMD2<Double>]] {
    parsed.named("path").flatMap(\.lines).filter { $0[0].y > 350 }
  }

  // The middle of the time is the middle of the columns 84…1176.
  @Test func bandsAreWhereTheTimesSay() throws {
    let parsed = try parsed(quarter)
    #expect(rectangles(parsed, Self.blue) == [[84, 84, 630, 324], [84, 376, 630, 556], [84, 580, 630, 620]])
    #expect(rectangles(parsed, Self.green) == [[630, 84, 1176, 324], [630, 376, 1176, 556], [630, 580, 1176, 620]])
    let words = parsed.named("text").filter { $0["fill"] == "#ffffff" }
    #expect(words.map(\.text) == ["0°", "90°"] && words.map { $0.number("x") } == [357, 903])
  }

  // The panel of angles has 315 at its row 84 and -45 at its row 324; that of tilts 90 at 376 and -90 at 556.
  @Test func curvesAreWhereTheSamplesSay() throws {
    let parsed = try parsed((0...20).map { sample($0 < 10 ? 0 : 90, tilt: Double($0) * 3, at: $0 * 100) })
    let angles = try #require(angles(parsed).first)
    #expect(self.angles(parsed).count == 1 && angles.count == 21)
    #expect(angles.first == [84, 294] && angles[9] == [575.4, 294] && angles[10] == [630, 234])
    #expect(angles.last == [1176, 234])
    #expect(tilts(parsed).map(\.count) == [21])
    #expect(tilts(parsed).first?.first == [84, 466] && tilts(parsed).first?.last == [1176, 406])
  }

  // From 300 over 315 to 330: the curve leaves at the top and returns at the bottom, and no line crosses.
  @Test func anAngleThatComesBackIsNotJoined() throws {
    let parsed = try parsed((0...20).map { sample($0 < 10 ? 300 : 330, at: $0 * 100) })
    #expect(angles(parsed).map(\.count) == [10, 11])
    #expect(angles(parsed).map { $0.map(\.y) } == [Array(repeating: 94, count: 10), Array(repeating: 314, count: 11)])
    #expect(tilts(parsed).map(\.count) == [21])
  }

  @Test func aGapBreaksBothCurves() throws {
    let parsed = try parsed([0, 500, 1000, 3000, 3500, 9000].map { sample(0, at: $0) })
    #expect(angles(parsed).map(\.count) == [3, 2, 2] && tilts(parsed).map(\.count) == [3, 2, 2])
    let dot = try #require(angles(parsed).last)
    #expect(dot == [[1176, 294], [1176, 294]])
  }

  @Test func theAngleOfALevelScreenIsPale() throws {
    let parsed = try parsed((0...20).map { sample(90, tilt: $0 < 10 ? 0 : 80, at: $0 * 100) })
    #expect(angles(parsed).map(\.count) == [10])
    #expect(angles(parsed, Self.level).map(\.count) == [12])
  }

  // Half a second of an hour.
  @Test func aPoseThatIsTooShortForAColumnGetsOne() throws {
    let times = Array(stride(from: 0, through: 3_600_000, by: 500))
    let samples = times.map { sample($0 == 1_800_000 ? 90 : 0, at: $0) }
    let parsed = try parsed(samples)
    #expect(rectangles(parsed, Self.green) == [[630, 84, 631, 324], [630, 376, 631, 556], [630, 580, 631, 620]])
    #expect(rectangles(parsed, Self.blue).map { $0[2] - $0[0] }.max() == 546)
  }

  @Test func screenReadersHaveATitleAndADescription() throws {
    let parsed = try parsed(quarter)
    let root = try #require(parsed.elements.first)
    #expect(root["viewBox"] == "0 0 1200 700" && root["role"] == "img" && root["font-family"] == "sans-serif")
    #expect(parsed.elements[1].name == "title" && parsed.elements[1].text == "Poses by nearest")
    #expect(parsed.elements[2].name == "desc")
    #expect(
      parsed.elements[2].text.hasSuffix("201 samples in 2.000 s. Poses: 0° from 0.000 s, 90° from 1.000 s."))
  }

  @Test func aDescriptionNamesOnlyTheFirstChanges() throws {
    let text = try parsed((0..<20).map { sample($0 % 2 == 0 ? 0 : 90, at: $0 * 100) }).elements[2].text
    #expect(text.hasSuffix(", 90° from 1.100 s, and 8 more changes."))
    #expect(try parsed([]).elements[2].text.hasSuffix("; 0 samples in 0.000 s."))
  }

  @Test func theLegendNamesEveryColor() throws {
    let parsed = try parsed(quarter)
    let words = parsed.named("text").filter { $0.number("y") == 677 }.map(\.text)
    #expect(Set(words) == ["seconds", "0°", "90°", "180°", "270°", "unknown"])
    #expect(parsed.named("rect").filter { $0.number("width") == 18 }.count == 5)
  }

  @Test func theSameReplayGivesTheSameBytes() {
    #expect(plot(quarter).drawn().text.utf8.elementsEqual(plot(quarter).drawn().text.utf8))
  }

  // One tilt among a quarter of a million is seen; the drawing is as small as one of a few thousand samples.
  @Test func manySamplesAreDrawnAsTheirExtremes() throws {
    let text = plot((0..<250_000).map { sample(Double($0 % 20), tilt: $0 == 123_456 ? 60 : 0, at: $0) }).drawn().text
    #expect(text.utf8.count < 300_000)
    let parsed = try ParsedSVG(text)
    #expect(tilts(parsed).filter { line in line.contains { $0.y == 406 } }.count == 1)
    let heights = angles(parsed).map { $0.map(\.y) }.filter { $0.count == 2 }.map { abs($0[0] - $0[1]) }
    #expect(heights.filter { $0 > 12 }.count >= 1_090)
  }

  /// Samples that change everything all the time: pose, ink, gaps, and both ends of the scale.
  @Test(arguments: [1, 7, 1_500])
  func noRecordingGivesAMegabyte(_ step: Int) throws {
    var noise = UInt64(1)
    let samples = (0..<60_000).map { index in
      noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let (turn, tilt) = (Double(noise >> 40 & 0xFFF) / 4096 * 360, Double(noise >> 52) / 4096 * 180 - 90)
      return sample(turn, tilt: tilt, at: index * step)
    }
    let text = plot(samples).drawn().text
    #expect(text.utf8.count < 1_000_000)
    #expect(try ParsedSVG(text).named("rect").count > 2_000)
  }

  @Test func aMarkEveryRoundNumberOfMilliseconds() {
    for (length, step) in [
      (0, 1), (5, 1), (6, 2), (11, 2), (12, 5), (29, 5), (30, 10), (10_600, 2_000), (60_000, 20_000),
    ] {
      #expect(ReplayPlot.step(of: length) == step, "\(length)")
    }
    for length in [1, 999, 1_234_567, Int(2e14)] {
      let step = ReplayPlot.step(of: length)
      #expect(length / step < 6 && (step == 1 || length / step >= 2))
    }
  }

  @Test func noSampleStopsItOrIsDrawnOutside() throws {
    let numbers = [0, -1, 1, 1e300, -1e300, 1e-300]
    var samples: [GravitySample] = []
    for x in numbers {
      for y in numbers {
        for z in numbers {
          samples.append(
            GravitySample(x: x, y: y, z: z, time: .seconds(-100_000_000_000 + 900_000_000 * samples.count)))
        }
      }
    }
    for samples in [samples, [samples[0]], [], Array(repeating: samples[0], count: 10)] {
      let parsed = try parsed(samples)
      let points = parsed.named("path").flatMap(\.lines).flatMap { $0 }
      #expect(points.isEmpty == samples.isEmpty)
      #expect(points.allSatisfy { (84...1176).contains($0.x) && (84...556).contains($0.y) })
      let edges = parsed.named("rect").map(\.edges)
      #expect(edges.allSatisfy { $0[0] >= 0 && $0[1] >= 0 && $0[2] <= 1200 && $0[3] <= 700 })
    }
  }
}

// Curves of few points stay as they are; of many, what they cover stays.

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
