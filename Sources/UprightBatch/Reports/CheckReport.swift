// Whether a file is upright, according to its headers.

package import Upright
package import UprightFiles

/// The report of `fix --check` about a file.
package struct CheckReport: Sendable {
  /// Whether it is upright.
  package let state: UprightState
  /// The tag of the stored image.
  package let tag: ExifOrientation
  /// The pages that are not upright, of a TIFF of several pages; empty for other files.
  private let pages: [(number: Int, orientation: ExifOrientation)]
  /// What is unusual about it.
  package let findings: [Finding]
  /// Whether the orientation is unknown, because the file is damaged where it may be stated.
  private let isUnknown: Bool
  /// Whether it is upright, but its headers show that its end is missing.
  package let isCutUpright: Bool
  /// What `fix` does with its pixels; nil if it has nothing to do.
  package let outcome: Outcome?

  /// What `fix` does with the pixels of an image that is not upright.
  package enum Outcome: Hashable, Sendable {
    /// It rotates them without loss, wherever the result goes.
    case rotates
    /// It re-encodes them if the original stays available: with -o, or also in place with a journal.
    case reencodes(orInPlace: Bool)
    /// It does not rotate them; why.
    case skips(SkipReason)
  }

  /// Why `fix` does not rotate the pixels of an image that is not upright.
  package enum SkipReason: String, Hashable, Sendable, CaseIterable {
    /// The end of the file, which may state the orientation, is missing or damaged.
    case damaged
    /// The end of the image data is missing, so `fix` leaves it with its tag.
    case truncated
    /// The orientation tag looks stale.
    case stale = "orientation-stale"
    /// It is an animation.
    case animation
    /// It has several pages.
    case pages = "further-pages"
    /// It would lose other content of the file.
    case content = "content-lost"
    /// Its pixels cannot be decoded or written, or only with a loss that `fix` does not accept.
    case other
  }

  /// The report on a file whose headers were read; `planner` decides as it does for `fix`.
  ///
  /// - Parameter isCut: Whether the end of the image is missing; asked only for one that is not upright.
  package init(
    _ file: ProbedFile, in target: UprightState.Target, by planner: Planner, isCut: @autoclosure () -> Bool = false
  ) {
    state = UprightState(of: file.probe, in: target)
    (tag, findings) = (file.probe.orientation.exif, file.findings)
    pages = file.probe.hasSeveralPages ? file.probe.rotatedPages : []
    isUnknown = file.probe.hiddenOrientation != nil
    isCutUpright = state == .upright && !isUnknown && file.probe.isTruncated
    if isUnknown {
      outcome = .skips(.damaged)
    } else {
      outcome = if case .rotated = state { Self.outcome(file.probe, planner, isCut: isCut()) } else { nil }
    }
  }

  /// Whether the file is known to be upright, or its metadata to be in order.
  package var isUpright: Bool { state == .upright && !isUnknown }

  /// Whether there is nothing to tell of the file.
  package var isInOrder: Bool { isUpright && !isCutUpright }

  private static func outcome(_ probe: Probe, _ planner: Planner, isCut: Bool) -> Outcome {
    if probe.staleTag != nil { return .skips(.stale) }
    var losesContent = false
    // From strict to lenient: what is accepted for a replaced original is also accepted for one that a journal keeps,
    // and so on.
    for original in [EdgeMode.Original.isReplaced, .isKept, .stays] {
      var fixed = EdgeMode.auto.rendition(of: probe.format, original: original)
      fixed.mayChangeFormat = original == .stays
      guard let plan = try? planner.plan(fixed, for: probe) else { continue }
      if plan.leavesOrientation {
        losesContent = losesContent || plan.rejections.contains { $0.reason.code == "content-lost" }
        continue
      }
      if isCut, original != .stays || plan.fallback?.leavesOrientation == true { continue }
      if original == .stays, losesContent { return .skips(.content) }
      return original == .isReplaced ? .rotates : .reencodes(orInPlace: original == .isKept)
    }
    if isCut { return .skips(.truncated) }
    if probe.animation != nil { return .skips(.animation) }
    return .skips(probe.hasSeveralPages ? .pages : .other)
  }

  /// The line for people.
  package func text(of path: String) -> String {
    let codes = ProbedFile.codes(findings)
    let odd = codes.isEmpty ? "" : " (\(codes.joined(separator: ", ")))"
    let name = TerminalText.plain(path)
    if isUnknown { return "\(name): orientation unknown, because the file is damaged\(odd)" }
    if isCutUpright { return "\(name): the file is damaged: its end is missing\(odd)" }
    let verdict = state == .untidy ? "orientation metadata needs cleanup" : "not upright"
    let tags = pages.isEmpty ? "tag \(tag.rawValue)" : PageWords.tags(pages)
    return "\(name): \(verdict), \(tags)\(odd)"
  }

  /// The line for programs.
  package func json(of path: String) -> JSONLine {
    .about(
      path,
      [
        .init("upright", .flag(isUpright)), .init("orientation", .number(Int(tag.rawValue))),
        .init("findings", .list(ProbedFile.codes(findings).map { .text($0) })),
      ] + (isCutUpright ? [.init("damaged", .flag(true))] : []) + pagesJSON + outcomeJSON)
  }

  private var pagesJSON: [JSONLine.Member] {
    guard !pages.isEmpty else { return [] }
    let list = pages.map { page in
      JSONLine.object([
        .init("page", .number(page.number)), .init("orientation", .number(Int(page.orientation.rawValue))),
      ])
    }
    return [.init("rotatedPages", .list(list))]
  }

  private var outcomeJSON: [JSONLine.Member] {
    switch outcome {
    case .rotates, nil: []
    case .reencodes: [.init("fixReencodes", .flag(true))]
    case .skips(let reason): [.init("fixSkips", .text(reason.rawValue))]
    }
  }
}
