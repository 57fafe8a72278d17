// The outcome of a whole batch, counted: routes, bytes written, failures by reason.

package import Upright
package import UprightFiles

/// The numbers of a batch, for a line at its end.
package struct BatchSummary: Equatable {
  private var routes = [Int](repeating: 0, count: Plan.RouteName.allCases.count)
  package private(set) var unchanged = 0
  package private(set) var skipped = 0
  package private(set) var copied = 0
  /// The number of rewritten XMP files.
  package private(set) var sidecars = 0
  package private(set) var skippedResults: [NamePolicy.Skip: Int] = [:]
  package private(set) var writtenBytes = 0
  package private(set) var failures: [String: Int] = [:]
  private var reportCount = 0
  private var staleCount = 0
  private var hiddenCount = 0
  private var isWrittenElsewhere = false
  private var keptTagReasons: [ImageReport.KeptTagReason] = []

  /// An empty summary.
  package init() {}

  /// Adds the outcome of the file at `path`.
  package mutating func add(_ report: FileReport, of path: String) {
    reportCount += 1
    switch report {
    case .image(let image): add(image, of: path)
    case .copied(let copy):
      copied += 1
      writtenBytes += copy.writtenBytes
    case .skipped(let skip, _): skippedResults[skip, default: 0] += 1
    }
  }

  private mutating func add(_ report: ImageReport, of path: String) {
    writtenBytes += report.writtenBytes
    if report.plan.skipped != nil { staleCount += 1 }
    if report.hiddenOrientation != nil { hiddenCount += 1 }
    isWrittenElsewhere = isWrittenElsewhere || report.isWrittenElsewhere
    if let reason = report.keptTagReason { keptTagReasons.append(reason) }
    if report.plan.isLeft {
      skipped += 1
    } else if report.isUnchanged(path) {
      unchanged += 1
    } else {
      let route = report.plan.route.name
      if let place = Plan.RouteName.allCases.firstIndex(of: route) { routes[place] += 1 }
    }
  }

  /// Adds the outcome of a family's member.
  package mutating func add(_ part: FamilyReport.MemberOutcome) {
    switch part.outcome {
    case .success(.image(let report)): add(report, of: part.path)
    case .success(.sidecar(_, let isRewritten, let byteCount)):
      if isRewritten { sidecars += 1 } else { unchanged += 1 }
      writtenBytes += byteCount
    case .success(.left): skipped += 1
    case .failure(let error): add(error)
    }
  }

  package mutating func add(_ error: UprightError) { failures[error.codes.name, default: 0] += 1 }

  /// The sentences after the lines of the files: how many were left as they are, why, and what to do.
  ///
  /// - Parameters:
  ///   - rehearsed: Whether this was a dry run.
  ///   - reportsSkips: Whether results that exist are counted.
  ///   - reportsKeptTags: Whether images that keep their tags are counted.
  package func notes(rehearsed: Bool, reportsSkips: Bool, reportsKeptTags: Bool) -> [String] {
    var notes = reportsSkips ? BatchSentences.sentences(skippedResults: skippedResults, of: reportCount) : []
    if hiddenCount > 0 { notes.append(BatchSentences.sentence(hiddenOrientations: hiddenCount, of: reportCount)) }
    if staleCount > 0 { notes.append(BatchSentences.sentence(skipped: staleCount, of: reportCount)) }
    guard reportsKeptTags else { return notes }
    return notes
      + BatchSentences.summary(
        keptTagReasons, of: reportCount, rehearsed: rehearsed, isWrittenElsewhere: isWrittenElsewhere)
  }

  /// One line: `5 files: 3 retag, 1 unchanged, 1 failed (io); 3 bytes written`.
  package var line: String { line(rehearsed: false) }

  /// The same; for a dry run, it states that nothing was written.
  package func line(rehearsed: Bool) -> String {
    let done = routes.indices.filter { routes[$0] > 0 }.map { "\(routes[$0]) \(Plan.RouteName.allCases[$0].rawValue)" }
    let others =
      [
        (sidecars, sidecars == 1 ? "sidecar" : "sidecars"), (copied, "copied as is"), (unchanged, "unchanged"),
        (skipped, "skipped"),
      ]
      + NamePolicy.Skip.allCases.map { (skippedResults[$0] ?? 0, $0.word) }
    let same = others.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let count = others.reduce(0) { $0 + $1.0 } + routes.reduce(0, +) + failures.values.reduce(0, +)
    guard count > 0 else { return "no files" }
    let files = "\(count) file\(count == 1 ? "" : "s")"
    let written = rehearsed ? "nothing was written (dry run)" : "\(Self.text(writtenBytes)) written"
    return "\(files): \((done + same + failed).joined(separator: ", ")); \(written)"
  }

  private var failed: [String] {
    let count = failures.values.reduce(0, +)
    guard count > 0 else { return [] }
    let reasons = failures.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let words = reasons.map { failures.count == 1 ? $0.key : "\($0.value) \($0.key)" }
    return ["\(count) failed (\(words.joined(separator: ", ")))"]
  }

  /// Bytes in the largest unit that gives at least one, in powers of 1,000.
  package static func text(_ bytes: Int) -> String {
    let units = ["bytes", "kB", "MB", "GB", "TB"]
    var (amount, unit) = (Double(bytes), 0)
    while amount >= 999.5, unit + 1 < units.count { (amount, unit) = (amount / 1_000, unit + 1) }
    if unit == 0 { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
    let tenths = Int((amount * 10).rounded())
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10) \(units[unit])" : "\(Int(amount.rounded())) \(units[unit])"
  }
}
