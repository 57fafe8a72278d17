// A replay as text, CSV and JSON Lines.

import UprightBatch
package import UprightCamera
import UprightFiles

/// What `camera replay` prints.
package struct ReplayReport {
  package let replay: GravityReplay
  /// The policy's name.
  package let policy: String

  /// Memberwise initializer.
  package init(replay: GravityReplay, policy: String) {
    (self.replay, self.policy) = (replay, policy)
  }

  /// For people: the changes, then the times.
  package var text: String {
    let width = Self.seconds(replay.end).count
    let changes = replay.changes.map { change in
      Columns.padded(Self.seconds(change.time), to: width, left: true) + " s  " + Self.word(change.pose)
    }
    let length = replay.end - replay.start
    let totals = replay.totals.map { total in
      let share = length > .zero ? Int((total.time / length * 100).rounded()) : 100
      return Columns.padded(Self.word(total.pose), to: 10)
        + Columns.padded(Self.seconds(total.time), to: width, left: true) + " s  "
        + Columns.padded("\(share)", to: 3, left: true) + " %"
    }
    return (changes + ["", "\(policy): \(count)"] + totals).map { $0 + "\n" }.joined()
  }

  private static let describedChanges = 12

  /// In sentences, what a drawing shows, with the first changes.
  package var description: String {
    let changes = replay.changes.prefix(Self.describedChanges).map { change in
      "\(Self.word(change.pose)) from \(Self.seconds(change.time)) s"
    }
    let left = replay.changes.count - changes.count
    let more = left > 0 ? ", and \(left) more \(left == 1 ? "change" : "changes")" : ""
    return """
      Over time: the rotation in degrees clockwise as the user sees it, the tilt, and the pose as colored bands; \
      \(count).\(changes.isEmpty ? "" : " Poses: ")\(changes.joined(separator: ", "))\(more)\
      \(changes.isEmpty ? "" : ".")
      """
  }

  /// How many samples, in how much time, with how many gaps.
  private var count: String {
    let samples = "\(replay.samples.count) \(replay.samples.count == 1 ? "sample" : "samples")"
    let gaps = replay.gaps == 0 ? "" : ", \(replay.gaps) \(replay.gaps == 1 ? "gap" : "gaps")"
    return "\(samples) in \(Self.seconds(replay.end - replay.start)) s\(gaps)"
  }

  /// For spreadsheets: the changes; no pose is an empty cell.
  package var commaSeparated: String {
    CommaSeparated.record(["time_s", "pose_cw"])
      + replay.changes.map { change in
        CommaSeparated.record([Self.seconds(change.time), change.pose.map { "\($0.turn.degrees)" } ?? ""])
      }.joined()
  }

  /// For programs: a line per change, and one with the times.
  package var jsonLines: String {
    let changes = replay.changes.map { change in
      JSONLine.object([
        .schema, .init("time", .decimal(Self.seconds(change.time))),
        .init("pose", Self.json(change.pose)),
      ])
    }
    let totals = replay.totals.map { total in
      JSONLine.object([.init("pose", Self.json(total.pose)), .init("seconds", .decimal(Self.seconds(total.time)))])
    }
    let end = JSONLine.object([
      .schema, .init("policy", .text(policy)), .init("samples", .number(replay.samples.count)),
      .init("seconds", .decimal(Self.seconds(replay.end - replay.start))), .init("gaps", .number(replay.gaps)),
      .init("poses", .list(totals)),
    ])
    return (changes + [end]).map { $0.line + "\n" }.joined()
  }

  /// A pose in degrees clockwise.
  package static func word(_ pose: DevicePose?) -> String { pose.map { "\($0.turn.degrees)°" } ?? "unknown" }

  private static func json(_ pose: DevicePose?) -> JSONLine {
    pose.map { .number($0.turn.degrees) } ?? .decimal("null")
  }

  /// Seconds with three decimals, rounded to the nearest.
  package static func seconds(_ time: Duration) -> String {
    let milliseconds = Int((time / .milliseconds(1)).rounded())
    let (whole, rest) = milliseconds.magnitude.quotientAndRemainder(dividingBy: 1000)
    let decimals = String(1000 + rest).dropFirst()
    return (milliseconds < 0 ? "-" : "") + "\(whole).\(decimals)"
  }
}
