// The figure of gravity: which pose each policy determines, for every angle and tilt.

import Foundation
import Upright
import UprightCamera

enum GravityFigures {
  /// Degrees of one cell.
  private static let cell = 5

  private static let shown: [(String, GravityPolicy)] = [
    ("VisionCamera, iOS", .visionCameraIOS), ("CameraX", .cameraX), ("Android's window manager", .windowManager),
  ]

  /// A map for each policy: angles to the right, tilts upward.
  static var policies: String {
    var svg = SVG(width: 3 * 420 + 60, height: 290)
    for (index, (name, policy)) in shown.enumerated() {
      let left = 80 + 420 * Double(index)
      svg.write(name, x: left + 180, y: 26, bold: true)
      draw(policy, left: left, top: 42, on: &svg)
      svg.box(Rect2D<Sheet>(x: left, y: 42, width: 360, height: 180), stroke: "#555")
      for angle in [0, 90, 180, 270] { svg.write("\(angle)°", x: left + 45 + Double(angle), y: 240, color: "#555") }
      for tilt in [-90, -45, 0, 45, 90] { svg.write("\(tilt)°", x: left - 20, y: 137 - Double(tilt), color: "#555") }
    }
    svg.write("turned clockwise, as the user sees it", x: 680, y: 262, color: "#555")
    svg.write("upwards: tilt, 90° faces the sky", x: 680, y: 282, color: "#555")
    return svg.text
  }

  private static func draw(_ policy: GravityPolicy, left: Double, top: Double, on svg: inout SVG) {
    for tilt in stride(from: 90 - cell, through: -90, by: -cell) {
      var angle = -45
      while angle < 315 {
        let pose = pose(policy, angle, tilt)
        var end = angle + cell
        while end < 315, Self.pose(policy, end, tilt) == pose { end += cell }
        let area = Rect2D<Sheet>(
          x: left + Double(angle + 45), y: top + Double(90 - cell - tilt), width: Double(end - angle),
          height: Double(cell))
        svg.box(area, fill: color(pose))
        angle = end
      }
    }
  }

  /// The pose of a device placed without history, in the center of a cell, after any waiting time of the policy.
  private static func pose(_ policy: GravityPolicy, _ angle: Int, _ tilt: Int) -> DevicePose? {
    var settled = policy
    (settled.smoothing, settled.settleTime) = (.zero, .none)
    let turn = (Double(angle) + Double(cell) / 2) * .pi / 180
    let lean = (Double(tilt) + Double(cell) / 2) * .pi / 180
    var classifier = GravityClassifier(policy: settled)
    return classifier.ingest(
      GravitySample(x: cos(lean) * sin(turn), y: -cos(lean) * cos(turn), z: -sin(lean), time: .zero))
  }

  private static func color(_ pose: DevicePose?) -> String {
    switch pose?.turn {
    case .zero: "#7da7d9"
    case .clockwise: "#7fbf8a"
    case .half: "#d98880"
    case .counterclockwise: "#d9b26a"
    case nil: "#e6e6e3"
    }
  }
}
