// A replay as an SVG: the angle and the tilt over time, and the poses as bands.

package import Upright
package import UprightCamera
import UprightFiles

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

// A gravity recording, read from a file or from standard input, block by block.
extension GravityRecording {
  private static let blockSize = 1 << 16

  /// Reads the file at `path`, or standard input for `-`, to its end or to the first invalid line.
  ///
  /// - Throws: `.io`, `.unsupported`.
  package mutating func read(_ path: String) throws(UprightError) {
    if path == "-" {
      while fault == nil {
        let block = try StandardInput.next(atMost: Self.blockSize)
        if block.isEmpty { break }
        take(block)
      }
    } else {
      let bytes = try FileBytes(path: path)
      for start in stride(from: 0, to: bytes.byteCount, by: Self.blockSize) where fault == nil {
        do throws(MetadataError) { take(try bytes.read(start..<start + Self.blockSize)) } catch {
          throw UprightError(error)
        }
      }
    }
    finish()
  }
}

extension ReplayPlot {
  /// Writes the drawing as an SVG that grants no more access than the recording.
  ///
  /// - Parameter recording: The recording's path; `-` for standard input.
  /// - Throws: `.exists`, `.io`.
  package func write(to path: String, of recording: String, overwriting: Bool) throws(UprightError) {
    let access = recording == "-" ? [] : [FileAccess(of: try FileBytes(path: recording))]
    try SafeReplace.create(path, noMoreOpenThan: Set(access), overwriting: overwriting) {
      (sink: inout FileSink) throws(UprightError) in
      try sink.write(Array(drawn().text.utf8))
    }
  }
}
