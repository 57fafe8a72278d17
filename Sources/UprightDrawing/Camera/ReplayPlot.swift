// A replay as an image: the angle and the tilt over time, and the poses as bands.

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
  /// The panels of the two curves; their rows and degrees.
  private static let angles = Panel(top: 84, bottom: 324, from: 315, to: -45)
  private static let tilts = Panel(top: 376, bottom: 556, from: 90, to: -90)
  private static let bands = (top: 580, bottom: 620)

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

  /// A part of the image with a scale of degrees, `from` at its top.
  private struct Panel {
    let top, bottom: Int
    let from, to: Double

    func row(_ degrees: Double) -> Int {
      top + Int(((degrees - from) / (to - from) * Double(bottom - top - 1)).rounded())
    }
  }

  /// The plot.
  package func drawn() -> Canvas {
    var canvas = Canvas(size: Self.size, color: .paper)
    canvas.write("poses by \(title)", x: Self.left, y: 20, color: .ink)
    drawBands(on: &canvas)
    drawScale(Self.angles, [0, 90, 180, 270], "degrees clockwise, as the user sees it", on: &canvas)
    drawScale(Self.tilts, [-90, -45, 0, 45, 90], "tilt in degrees: 90 faces the sky", on: &canvas)
    drawTimes(on: &canvas)
    drawLegend(on: &canvas)
    drawCurves(on: &canvas)
    for (top, bottom) in [(Self.angles.top, Self.angles.bottom), (Self.tilts.top, Self.tilts.bottom), Self.bands] {
      canvas.frame(Self.area(Self.left, top, Self.right, bottom), with: .frame)
    }
    return canvas
  }

  private static func area(_ left: Int, _ top: Int, _ right: Int, _ bottom: Int) -> PixelRect<Output> {
    PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  private func column(_ time: Duration) -> Int {
    let length = max(replay.end - replay.start, .milliseconds(1))
    return Self.left + Int(((time - replay.start) / length * Double(Self.right - Self.left - 2)).rounded())
  }

  // MARK: Bands

  private func drawBands(on canvas: inout Canvas) {
    for span in replay.spans {
      let (from, to) = (column(span.from), column(span.to) + 2)
      let (band, tint) = Palette.pose(span.pose)
      for panel in [Self.angles, Self.tilts] {
        canvas.fill(Self.area(from, panel.top, to, panel.bottom), with: tint)
      }
      canvas.fill(Self.area(from, Self.bands.top, to, Self.bands.bottom), with: band)
      let word = Self.word(span.pose)
      let width = word.count * Canvas.advance - Canvas.dot
      if width + 8 <= to - from {
        canvas.write(word, x: (from + to - width) / 2, y: Self.bands.top + 13, color: Palette.onBand)
      }
    }
    canvas.write("pose", x: 24, y: Self.bands.top + 13, color: .quiet)
  }

  // MARK: Scales

  private func drawScale(_ panel: Panel, _ marks: [Int], _ caption: String, on canvas: inout Canvas) {
    canvas.write(caption, x: Self.left, y: panel.top - 24, color: .quiet)
    for mark in marks {
      let row = panel.row(Double(mark))
      canvas.fill(Self.area(Self.left, row, Self.right, row + 1), with: .line)
      let label = "\(mark)"
      let x = Self.left - 8 - label.count * Canvas.advance + Canvas.dot
      canvas.write(label, x: x, y: row - Canvas.capHeight / 2, color: .quiet)
    }
  }

  /// Draws at most six times, at round numbers of seconds.
  private func drawTimes(on canvas: inout Canvas) {
    let (start, end) = (Self.milliseconds(replay.start), Self.milliseconds(replay.end))
    let step = Self.step(of: end - start)
    var time = start
    if start % step != 0 { time += start > 0 ? step - start % step : -(start % step) }
    while time <= end {
      let x = column(.milliseconds(time))
      for panel in [Self.angles, Self.tilts] {
        canvas.fill(Self.area(x, panel.top, x + 1, panel.bottom), with: .line)
      }
      canvas.fill(Self.area(x, Self.bands.bottom, x + 1, Self.bands.bottom + 8), with: .frame)
      let label = Self.label(time, step: step)
      let width = label.count * Canvas.advance - Canvas.dot
      let left = min(max(x - width / 2, 8), Self.size.width - 8 - width)
      canvas.write(label, x: left, y: Self.bands.bottom + 14, color: .quiet)
      time += step
    }
    canvas.write("seconds", x: Self.left, y: Self.bands.bottom + 44, color: .quiet)
  }

  /// Draws the legend of colors, for bands that are too narrow for text.
  private func drawLegend(on canvas: inout Canvas) {
    var x = Self.right
    for pose in [nil] + DevicePose.allCases.reversed().map(Optional.some) {
      let word = Self.word(pose)
      x -= word.count * Canvas.advance + 44
      canvas.fill(Self.area(x, Self.bands.bottom + 42, x + 18, Self.bands.bottom + 60), with: Palette.pose(pose).band)
      canvas.write(word, x: x + 26, y: Self.bands.bottom + 44, color: .quiet)
    }
  }

  private static func word(_ pose: DevicePose?) -> String { pose.map { "\($0.turn.degrees)" } ?? "unknown" }

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

  /// Draws the curves. The angle is pale if the screen is nearly flat, because it means little there; no line connects
  /// the ends of the scale when the angle wraps around.
  private func drawCurves(on canvas: inout Canvas) {
    var last: GravitySample?
    for sample in replay.samples {
      let before = last.flatMap { sample.time - $0.time <= replay.policy.longestGap ? $0 : nil } ?? sample
      let (from, to) = (Self.onScale(before.clockwise), Self.onScale(sample.clockwise))
      let ink = abs(sample.tilt) > 75 ? Palette.level : .ink
      let comesBack = abs(from - to) > 180
      line(from: comesBack ? (sample, to) : (before, from), to: (sample, to), in: Self.angles, ink, on: &canvas)
      line(from: (before, before.tilt), to: (sample, sample.tilt), in: Self.tilts, .ink, on: &canvas)
      last = sample
    }
  }

  /// Maps to -45…315, so that each pose's degrees are contiguous.
  private static func onScale(_ clockwise: Double) -> Double { clockwise < -45 ? clockwise + 360 : clockwise }

  /// A point on a curve.
  private typealias Point = (sample: GravitySample, degrees: Double)

  /// Draws a line two pixels thick.
  private func line(from: Point, to: Point, in panel: Panel, _ ink: Canvas.Color, on canvas: inout Canvas) {
    let (start, end) = (column(from.sample.time), column(to.sample.time))
    let (first, last) = (panel.row(from.degrees), panel.row(to.degrees))
    var row = first
    for x in start...end {
      let next = end > start ? first + (last - first) * (x - start) / (end - start) : last
      canvas.fill(Self.area(x, min(row, next), x + 2, max(row, next) + 2), with: ink)
      row = next
    }
  }
}
