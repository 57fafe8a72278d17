// The summary of `fix --check`: how many files are not upright, which of them `fix` rotates, what helps the others.

package import Upright

/// The sentences after the lines of the files.
package struct CheckSentences {
  /// Where the orientation is wanted.
  package let target: UprightState.Target
  /// Files that were looked at.
  package private(set) var count = 0
  /// Those of them that are not upright.
  package private(set) var found = 0
  private var obstacles: [CheckReport.Obstacle: Int] = [:]

  /// Nothing looked at yet.
  package init(_ target: UprightState.Target) { self.target = target }

  /// Counts a file.
  package mutating func add(_ report: CheckReport) {
    count += 1
    if report.state != .upright { found += 1 }
    if let obstacle = report.obstacle { obstacles[obstacle, default: 0] += 1 }
  }

  /// How many files are not upright, and what helps.
  package var lines: [String] {
    let files = count == 1 ? "1 file" : "\(count) files"
    let (are, them) = found == 1 ? ("is", "it") : ("are", "them")
    switch target {
    case .tag:
      return [
        found == 0
          ? "\(files), all orientation tags in order"
          : "the orientation metadata of \(found) of \(files) needs cleanup; `upright fix --to tag` rewrites \(them)"
      ]
    case .pixels where found == 0: return ["\(files), all upright"]
    case .pixels:
      let rotated = found - obstacles.values.reduce(0, +)
      let all = "\(found) of \(files) \(are) not upright"
      let fix =
        rotated == found
        ? "; `upright fix` rotates \(them)"
        : rotated == 0
          ? "; `upright fix` rotates none of them" : "; `upright fix` rotates \(rotated) of them"
      return [all + (found == 1 && rotated == 0 ? "; `upright fix` does not rotate it" : fix)] + others
    }
  }

  private var others: [String] {
    CheckReport.Obstacle.allCases.compactMap { obstacle in
      guard let count = obstacles[obstacle] else { return nil }
      let (has, is_, its) = count == 1 ? ("has", "is an animation", "its") : ("have", "are animations", "their")
      return switch obstacle {
      case .stale:
        "\(count) of \(found) \(count == 1 ? "looks" : "look") rotated already, but \(has) an old orientation tag; "
          + "choose --stale trust-tag or --stale trust-pixels"
      case .animation:
        "\(count) of \(found) \(is_); --frame N makes a still image of one frame"
      case .pages:
        "\(count) of \(found) \(has) several pages, whose pixels are not rotated; "
          + "--format png converts the first page"
      case .other:
        "\(count) of \(found): \(its) pixels cannot be rotated here; `upright plan fix` gives the reason"
      }
    }
  }
}
