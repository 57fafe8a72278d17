// A replay as an SVG: the angle and the tilt over time, and the poses as bands.

import Upright
package import UprightCamera

/// Draws a replay.
package struct ReplayPlot {
  package let replay: GravityReplay
  /// The policy's name.
  package let title: String

  /// Memberwise initializer.
  package init(replay: GravityReplay, title: String) {
    (self.replay, self.title) = (replay, title)
  }

  private static let size = PixelSize<Output>(width: 1200, height: 700)
  private static let (left, right) = (84, 1176)
  /// The panels of the two curves, with their rows and degrees.
  private static let angles = Panel(top: 84, bottom: 324, from: 315, to: -45)
  private static let tilts = Panel(top: 376, bottom: 556, from: 90, to: -90)
  private static let bands = (top: 580, bottom: 620)
  /// The width of a digit, at most, in the wider fonts without serifs.
  private static let advance = 10

  private enum Palette {
    static let level = Canvas.Color(0xA8A8A4)
    static let onBand = Canvas.Color(0xFFFFFF)

    /// A pose's color in the bands, and its tint in the background of the curves.
    static func pose(_ pose: DevicePose?) -> (band: Canvas.Color, tint: Canvas.Color) {
      switch pose?.turn {
      case .zero: (.blue, Canvas.Color(0xE3ECF6))
      case .clockwise: (Canvas.Color(0x2C7A3F), Canvas.Color(0xE3F1E5))
      case .half: (Canvas.Color(0xB23A2E), Canvas.Color(0xF8E6E3))
      case .counterclockwise: (Canvas.Color(0x8A5A00), Canvas.Color(0xF6EDDB))
      case nil: (Canvas.Color(0x6E6E6A), .panel)
      }
    }
  }

  /// A part of the drawing with a scale of degrees, `from` at its top.
  private struct Panel {
    let top, bottom: Int
    let from, to: Double

    func y(_ degrees: Double) -> Double { Double(top) + (degrees - from) / (to - from) * Double(bottom - top) }
  }

  /// The plot.
  package func drawn() -> SVGDrawing {
    let report = ReplayReport(replay: replay, policy: title)
    var drawing = SVGDrawing(size: Self.size, title: "Poses by \(title)", description: report.description)
    drawing.fill(Self.size.bounds, with: .paper)
    drawing.write("poses by \(title)", x: Self.left, baseline: 36, size: 18, color: .ink)
    drawBands(on: &drawing)
    drawScale(Self.angles, [0, 90, 180, 270], "degrees clockwise, as the user sees it", on: &drawing)
    drawScale(Self.tilts, [-90, -45, 0, 45, 90], "tilt in degrees: 90 faces the sky", on: &drawing)
    drawTimes(on: &drawing)
    drawLegend(on: &drawing)
    drawCurves(on: &drawing)
    for (top, bottom) in [(Self.angles.top, Self.angles.bottom), (Self.tilts.top, Self.tilts.bottom), Self.bands] {
      drawing.frame(Self.area(Self.left, top, Self.right, bottom), with: .frame)
    }
    return drawing
  }

  private static func area(_ left: Int, _ top: Int, _ right: Int, _ bottom: Int) -> PixelRect<Output> {
    PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  private func x(_ time: Duration) -> Double {
    let length = max(replay.end - replay.start, .milliseconds(1))
    return Double(Self.left) + min(max((time - replay.start) / length, 0), 1) * Double(Self.right - Self.left)
  }

  // MARK: Bands

  private func drawBands(on drawing: inout SVGDrawing) {
    let poses = poses()
    var from = Self.left
    for (column, pose) in zip(Self.left..., poses) {
      let to = column + 1
      if to < Self.left + poses.count, poses[to - Self.left] == pose { continue }
      let (band, tint) = Palette.pose(pose)
      for panel in [Self.angles, Self.tilts] {
        drawing.fill(Self.area(from, panel.top, to, panel.bottom), with: tint)
      }
      drawing.fill(Self.area(from, Self.bands.top, to, Self.bands.bottom), with: band)
      let word = ReplayReport.word(pose)
      if word.count * Self.advance + 8 <= to - from {
        drawing.write(
          word, x: (from + to) / 2, baseline: Self.bands.top + 26, anchor: .middle, color: Palette.onBand)
      }
      from = to
    }
    drawing.write("pose", x: Self.left - 8, baseline: Self.bands.top + 26, anchor: .end, color: .quiet)
  }

  /// The pose of each column of pixels; empty without samples. A pose that is too short for a column still gets one.
  private func poses() -> [DevicePose?] {
    guard !replay.changes.isEmpty else { return [] }
    var poses = [DevicePose?](repeating: nil, count: Self.right - Self.left)
    let starts = replay.changes.map { Int(x($0.time).rounded()) - Self.left }
    let spans = zip(replay.changes, zip(starts, starts.dropFirst() + [poses.count]))
    for (change, (start, end)) in spans where start < end {
      for column in start..<end { poses[column] = change.pose }
    }
    for (change, (start, end)) in spans where start == end { poses[min(start, poses.count - 1)] = change.pose }
    return poses
  }

  // MARK: Scales

  private func drawScale(_ panel: Panel, _ marks: [Int], _ caption: String, on drawing: inout SVGDrawing) {
    drawing.write(caption, x: Self.left, baseline: panel.top - 10, color: .quiet)
    for mark in marks {
      let row = min(Int(panel.y(Double(mark))), panel.bottom - 1)
      drawing.fill(Self.area(Self.left, row, Self.right, row + 1), with: .line)
      drawing.write("\(mark)", x: Self.left - 8, baseline: row + 6, anchor: .end, color: .quiet)
    }
  }

  /// Draws at most six times, at round numbers of seconds.
  private func drawTimes(on drawing: inout SVGDrawing) {
    let (start, end) = (Self.milliseconds(replay.start), Self.milliseconds(replay.end))
    let step = Self.step(of: end - start)
    var time = start
    if start % step != 0 { time += start > 0 ? step - start % step : -(start % step) }
    while time <= end {
      let x = min(max(Int(x(.milliseconds(time)).rounded()), Self.left), Self.right - 1)
      for panel in [Self.angles, Self.tilts] {
        drawing.fill(Self.area(x, panel.top, x + 1, panel.bottom), with: .line)
      }
      drawing.fill(Self.area(x, Self.bands.bottom, x + 1, Self.bands.bottom + 8), with: .frame)
      let label = Self.label(time, step: step)
      let half = label.count * Self.advance / 2
      let middle = min(max(x, 8 + half), Self.size.width - 8 - half)
      drawing.write(label, x: middle, baseline: Self.bands.bottom + 27, anchor: .middle, color: .quiet)
      time += step
    }
    drawing.write("seconds", x: Self.left, baseline: Self.bands.bottom + 57, color: .quiet)
  }

  /// Draws the legend of colors, for bands that are too narrow for text.
  private func drawLegend(on drawing: inout SVGDrawing) {
    var x = Self.right
    for pose in [nil] + DevicePose.allCases.reversed().map(Optional.some) {
      let word = ReplayReport.word(pose)
      x -= word.count * Self.advance + 44
      drawing.fill(Self.area(x, Self.bands.bottom + 42, x + 18, Self.bands.bottom + 60), with: Palette.pose(pose).band)
      drawing.write(word, x: x + 26, baseline: Self.bands.bottom + 57, color: .quiet)
    }
  }

  private static func milliseconds(_ time: Duration) -> Int { Int((time / .milliseconds(1)).rounded()) }

  /// Milliseconds between two marks: 1, 2 or 5 times a power of ten.
  package static func step(of length: Int) -> Int {
    var power = 1
    while true {
      for factor in [1, 2, 5] where length / (power * factor) < 6 { return power * factor }
      power *= 10
    }
  }

  /// Seconds without trailing zeros.
  private static func label(_ milliseconds: Int, step: Int) -> String {
    let text = ReplayReport.seconds(.milliseconds(milliseconds))
    return step % 1000 == 0 ? String(text.dropLast(4)) : text
  }

  // MARK: Curves

  /// Draws the curves. The angle is pale if the screen is nearly flat, because it is unreliable there; no line connects
  /// the ends of the scale when the angle wraps around.
  private func drawCurves(on drawing: inout SVGDrawing) {
    var (angle, tilt) = (PlotCurve(), PlotCurve())
    var last: (time: Duration, angle: Double)?
    for sample in replay.samples {
      let (x, degrees, level) = (x(sample.time), Self.onScale(sample.clockwise), sample.tilt)
      let isNear = last.map { sample.time - $0.time <= replay.policy.longestGap } ?? false
      let comesBack = last.map { abs($0.angle - degrees) > 180 } ?? false
      angle.add(
        PlotCurve.Point(
          x: x, y: Self.angles.y(degrees), ink: abs(level) > 75 ? .pale : .strong, isJoined: isNear && !comesBack))
      tilt.add(PlotCurve.Point(x: x, y: Self.tilts.y(level), isJoined: isNear))
      last = (sample.time, degrees)
    }
    drawing.draw(angle.lines(.pale), in: Palette.level)
    drawing.draw(angle.lines(.strong), in: .ink)
    drawing.draw(tilt.lines(.strong), in: .ink)
  }

  /// Maps to -45…315, so that each pose's degrees are contiguous.
  private static func onScale(_ clockwise: Double) -> Double { clockwise < -45 ? clockwise + 360 : clockwise }
}
