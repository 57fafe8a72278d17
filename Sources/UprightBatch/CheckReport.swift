// Whether a file is upright, according to its headers.

package import Upright
package import UprightFiles

/// The report of `fix --check` about a file.
package struct CheckReport: Sendable {
  /// Whether it is upright.
  package let state: UprightState
  /// The tag of the stored image.
  package let tag: ExifOrientation
  /// What is unusual about it.
  package let findings: [Finding]
  /// Why `fix` does not rotate its pixels; nil if it does, or has nothing to do.
  package let obstacle: Obstacle?

  /// Why `fix` does not rotate the pixels of an image that is not upright.
  package enum Obstacle: String, Hashable, Sendable, CaseIterable {
    /// The orientation tag looks stale.
    case stale = "orientation-stale"
    /// It is an animation.
    case animation
    /// It has several pages.
    case pages = "further-pages"
    /// Its pixels cannot be decoded or written, or only with a loss that `fix` does not accept.
    case other
  }

  /// The report on a file whose headers were read; `planner` predicts what `fix` would do.
  package init(_ file: ProbedFile, in target: UprightState.Target, by planner: Planner) {
    state = UprightState(of: file.probe, in: target)
    (tag, findings) = (file.probe.orientation.exif, file.findings)
    obstacle = if case .rotated = state { Self.obstacle(file.probe, planner) } else { nil }
  }

  private static func obstacle(_ probe: Probe, _ planner: Planner) -> Obstacle? {
    if probe.staleTag != nil { return .stale }
    var fixed = EdgeMode.auto.rendition(of: probe.format)
    fixed.mayChangeFormat = true
    if let plan = try? planner.plan(fixed, for: probe), plan.remaining.isIdentity { return nil }
    if probe.animation != nil { return .animation }
    return probe.hasSeveralPages ? .pages : .other
  }

  /// The line for people.
  package func text(of path: String) -> String {
    let codes = ProbedFile.codes(findings)
    let odd = codes.isEmpty ? "" : " (\(codes.joined(separator: ", ")))"
    let verdict = state == .untidy ? "orientation metadata needs cleanup" : "not upright"
    return "\(TerminalText.plain(path)): \(verdict), tag \(tag.rawValue)\(odd)"
  }

  /// The line for programs.
  package func json(of path: String) -> JSONLine {
    .about(
      path,
      [
        .init("upright", .flag(state == .upright)), .init("orientation", .number(Int(tag.rawValue))),
        .init("findings", .list(ProbedFile.codes(findings).map { .text($0) })),
      ] + (obstacle.map { [.init("fixSkips", .text($0.rawValue))] } ?? []))
  }
}
