// Whether a file is upright, according to its headers, and the summary of `fix --check`.

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

// The summary of `fix --check`: how many files are not upright, which of them `fix` rotates, what helps the others.

/// The sentences after the lines of the files.
package struct CheckSentences {
  /// Where the orientation is wanted.
  package let target: UprightState.Target
  /// Files that were looked at.
  package private(set) var count = 0
  /// Those of them that are not upright.
  package private(set) var found = 0
  /// Those that are upright, but whose end is missing.
  package private(set) var cut = 0
  private let unsearched: UnsearchedFolders
  private let unsupported: UnsupportedFiles
  private var outcomes: [CheckReport.Outcome: Int] = [:]

  /// Nothing looked at yet; `unsearched` are the subfolders, `unsupported` the files that are not looked at.
  package init(
    _ target: UprightState.Target, unsearched: UnsearchedFolders = UnsearchedFolders(),
    unsupported: UnsupportedFiles = UnsupportedFiles()
  ) {
    (self.target, self.unsearched, self.unsupported) = (target, unsearched, unsupported)
  }

  /// Counts a file.
  package mutating func add(_ report: CheckReport) {
    count += 1
    if !report.isUpright { found += 1 }
    if report.isCutUpright { cut += 1 }
    if let outcome = report.outcome { outcomes[outcome, default: 0] += 1 }
  }

  /// How many files are not upright, what helps, and what was not looked at.
  package var lines: [String] {
    (count > 0 ? verdict : []) + [cutSentence, unsupported.imageSentence].compactMap(\.self)
  }

  private var verdict: [String] {
    let files = count == 1 ? "1 file" : "\(count) files"
    let (are, them) = found == 1 ? ("is", "it") : ("are", "them")
    switch target {
    case .tag:
      return [
        found == 0
          ? "\(files), all orientation tags in order\(rest)"
          : "the orientation metadata of \(found) of \(files) needs cleanup; "
            + "`\(command: "upright fix", .to, "tag")` rewrites \(them)"
      ]
    case .pixels where found == 0: return ["\(files), all upright\(rest)"]
    case .pixels:
      return ["\(found) of \(files) \(are) not upright" + rotated(them)] + reencoded + skipped
    }
  }

  private var cutSentence: String? {
    guard cut > 0 else { return nil }
    return "\(cut) of \(count) \(cut == 1 ? "is damaged: its end is" : "are damaged: their ends are") missing"
  }

  private var rest: String { unsearched.count == 0 ? "" : "; \(unsearched.short)" }

  /// How many files `fix` rotates without loss; nothing if it re-encodes some and rotates no other.
  private func rotated(_ them: String) -> String {
    let rotated = outcomes[.rotates] ?? 0
    if rotated == found { return "; `upright fix` rotates \(them)" }
    if rotated > 0 { return "; `upright fix` rotates \(rotated) of them" }
    guard reencoded.isEmpty else { return "" }
    return found == 1 ? "; `upright fix` does not rotate it" : "; `upright fix` rotates none of them"
  }

  private var reencoded: [String] {
    [true, false].compactMap { orInPlace in
      guard let count = outcomes[.reencodes(orInPlace: orInPlace)] else { return nil }
      let inPlace = orInPlace ? " or with \(option: .inPlace) \(option: .journal, "FILE")" : ""
      let way = "\(option: .output, "FOLDER/")\(inPlace)"
      return "\(count) of \(found): rotating \(count == 1 ? "its" : "their") pixels means re-encoding; "
        + "`upright fix` does so only with \(way)"
    }
  }

  private var skipped: [String] {
    CheckReport.SkipReason.allCases.compactMap { reason in
      guard let count = outcomes[.skips(reason)] else { return nil }
      let (isOne, keeps) = (count == 1, count == 1 ? "it keeps its tag" : "they keep their tags")
      let (has, is_, its) = count == 1 ? ("has", "is an animation", "its") : ("have", "are animations", "their")
      return switch reason {
      case .damaged:
        "\(count) of \(found) \(count == 1 ? "is" : "are") damaged, so \(its) orientation is unknown"
      case .truncated:
        "\(count) of \(found) \(isOne ? "is" : "are") truncated, so `upright fix` does not rotate \(isOne ? "it" : "them"): "
          + keeps
      case .stale:
        "\(count) of \(found) \(count == 1 ? "looks" : "look") rotated already, but \(has) an old orientation tag; "
          + "choose \(option: .stale, "trust-tag") or \(option: .stale, "trust-pixels")"
      case .animation:
        "\(count) of \(found) \(is_); \(option: .frame, "N") makes a still image of one frame"
      case .pages:
        "\(count) of \(found) \(has) several pages, whose pixels cannot be rotated here; "
          + "`upright plan fix` gives the reason, \(option: .page, "N") makes an image of one page"
      case .content:
        "\(count) of \(found): rotating \(its) pixels would lose other content of the file; `upright fix` does so only "
          + "with \(option: .output, "FOLDER/")"
      case .other:
        "\(count) of \(found): \(its) pixels cannot be rotated here; `upright plan fix` gives the reason"
      }
    }
  }
}
