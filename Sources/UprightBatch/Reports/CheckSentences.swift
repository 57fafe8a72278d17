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
