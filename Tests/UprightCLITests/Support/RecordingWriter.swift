// A device in a hand, as a recording: angles and tilts held or changed, in comma-separated values.

import Foundation

/// Writes a recording.
struct RecordingWriter {
  private(set) var rows: [(milliseconds: Int, clockwise: Double, tilt: Double)] = []

  /// Starts upright at 0 ms.
  init() { rows = [(0, 0, 0)] }

  /// Moves evenly to an angle and a tilt within this many milliseconds, a row every 20.
  mutating func move(to clockwise: Double, tilt: Double = 0, within milliseconds: Int) {
    guard let from = rows.last else { return }
    for step in stride(from: 20, through: milliseconds, by: 20) {
      let share = Double(step) / Double(milliseconds)
      rows.append(
        (
          from.milliseconds + step, from.clockwise + (clockwise - from.clockwise) * share,
          from.tilt + (tilt - from.tilt) * share
        ))
    }
  }

  /// As Core Motion reports it: g, toward the ground.
  var coreMotion: String { "time_ms,x,y,z\n" + lines(1) }

  /// As Android's accelerometer reports it: m/s², away from the ground.
  var android: String { "time_ms,x,y,z\n" + lines(-9.80665) }

  private func lines(_ scale: Double) -> String {
    rows.map { row in
      let (turn, tilt) = (row.clockwise * .pi / 180, row.tilt * .pi / 180)
      let axes = [cos(tilt) * sin(turn), -cos(tilt) * cos(turn), -sin(tilt)]
      return ([String(row.milliseconds)] + axes.map { String(format: "%.6f", $0 * scale) }).joined(separator: ",")
        + "\n"
    }.joined()
  }

  /// Upright, a quarter clockwise, laid on the table, picked up again, and rotated to the other side.
  static var story: RecordingWriter {
    var hand = RecordingWriter()
    hand.move(to: 0, within: 2000)
    hand.move(to: 90, within: 400)
    hand.move(to: 90, within: 2000)
    hand.move(to: 90, tilt: 88, within: 600)
    hand.move(to: 90, tilt: 88, within: 1500)
    hand.move(to: 0, tilt: 20, within: 600)
    hand.move(to: -8, tilt: 20, within: 1500)
    hand.move(to: -90, tilt: 10, within: 600)
    hand.move(to: -95, tilt: 5, within: 1400)
    return hand
  }
}
