// The outcome of a whole batch, counted (routes, bytes written, failures by reason), and the sentences at its end.

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

// The sentences at the end of a batch: how many files were left unchanged, why, and what to do.

/// The sentences after the lines of the files.
package enum BatchSentences {
  /// How many of `count` files were skipped because their results exist.
  package static func sentences(skippedResults: [NamePolicy.Skip: Int], of count: Int) -> [String] {
    NamePolicy.Skip.allCases.compactMap { skip in
      guard let found = skippedResults[skip] else { return nil }
      let (was, exist, are) =
        found == 1
        ? ("was", "its result already exists", "its result is")
        : ("were", "their results already exist", "their results are")
      return switch skip {
      case .exists: "\(found) of \(count) \(was) skipped: \(exist) (\(option: .skipExisting))"
      case .current: "\(found) of \(count) \(was) skipped: \(are) not older than the source (\(option: .update))"
      }
    }
  }

  /// How many of `count` files were skipped because their tags look stale, and what to do.
  package static func sentence(skipped: Int, of count: Int) -> String {
    let (files, them) = skipped == 1 ? ("was", "it") : ("were", "them")
    return
      "\(skipped) of \(count) \(files) skipped: the pixels look rotated already, but the orientation tag was left in "
      + "place. Look at \(them): \(option: .stale, "trust-tag") rotates by the tag, "
      + "\(option: .stale, "trust-pixels") sets the tag to 1"
  }

  /// How many of `count` files keep their orientation tags, and what would help.
  package static func summary(
    _ keptTagReasons: [ImageReport.KeptTagReason], of count: Int, rehearsed: Bool = false,
    isWrittenElsewhere: Bool = false
  ) -> [String] {
    func line(_ keptTagReason: ImageReport.KeptTagReason, because reason: (Bool) -> String) -> [String] {
      let found = keptTagReasons.count { $0 == keptTagReason }
      let tags = found == 1 ? "its orientation tag" : "their orientation tags"
      let kept = (rehearsed ? "would keep " : "kept ") + tags
      return found > 0 ? ["\(found) of \(count) \(kept): \(reason(found == 1))"] : []
    }
    return line(.edges) {
      "edges do not fall on whole JPEG blocks. "
        + "\(option: .edge, "recode") or \(option: .edge, "trim") rotates \($0 ? "its" : "their") pixels"
    }
      + ContainerFormat.allCases.flatMap { format in
        line(.format(format)) { _ in "\(format.name) pixels cannot be decoded yet" }
          + line(.unwritable(format)) { isOne in
            "\(format.name) cannot be written; with another format, such as .jpg, \(isOne ? "its" : "their") pixels "
              + "are rotated"
          }
      }
      + line(.animation) { isOne in
        "\(isOne ? "it is an animation" : "they are animations"), whose pixels are not rotated; "
          + "\(option: .frame, "N") makes a still image of one frame"
      }
      + lossesLine(keptTagReasons, of: count, rehearsed: rehearsed, isWrittenElsewhere: isWrittenElsewhere)
      + line(.other) { _ in "the pixels cannot be rotated without loss; see \(option: .explain)" }
      + rotationLine(keptTagReasons, rehearsed: rehearsed)
  }

  private static func lossesLine(
    _ keptTagReasons: [ImageReport.KeptTagReason], of count: Int, rehearsed: Bool, isWrittenElsewhere: Bool
  ) -> [String] {
    let found = keptTagReasons.count { if case .losses = $0 { true } else { false } }
    guard found > 0 else { return [] }
    let way = isWrittenElsewhere ? "\(option: .allowedLosses)" : "\(option: .output, "FOLDER/")"
    let (kept, tags, them) =
      found == 1 ? ("its orientation tag", "its", "it") : ("their orientation tags", "their", "them")
    return [
      "\(found) of \(count) \(rehearsed ? "would keep" : "kept") \(kept): rotating \(tags) pixels would lose other "
        + "content. \(way) rotates \(them)\(isWrittenElsewhere ? "" : " and keeps the original")"
    ]
  }

  /// How many of `count` files are damaged so that their orientation is unknown.
  package static func sentence(hiddenOrientations found: Int, of count: Int) -> String {
    found == 1
      ? "1 of \(count) is damaged, so its orientation is unknown"
      : "\(found) of \(count) are damaged, so their orientation is unknown"
  }

  /// The images that are not rotated because that takes re-encoding, because they are damaged, or because of a limit,
  /// in capitals: they look unchanged, so the failure would go unnoticed.
  private static func rotationLine(_ keptTagReasons: [ImageReport.KeptTagReason], rehearsed: Bool) -> [String] {
    let jpegs = keptTagReasons.count { $0 == .encoding(isJPEG: true) }
    let encoded = jpegs + keptTagReasons.count { $0 == .encoding(isJPEG: false) }
    let damaged = keptTagReasons.count { $0 == .damage }
    let limited = keptTagReasons.count { if case .limit = $0 { true } else { false } }
    let found = encoded + damaged + limited
    guard found > 0 else { return [] }
    /// `owned` is a noun of these photos: `their pixels`, or `the pixels of 3` if it is not all of them.
    func part(_ count: Int, _ sentence: (_ owned: (String) -> String) -> String) -> [String] {
      guard count > 0 else { return [] }
      return [sentence { count < found ? "the \($0) of \(count)" : "\(found == 1 ? "its" : "their") \($0)" }]
    }
    let journal = jpegs > 0 ? ", or add \(option: .journal, "FILE"), so that `upright undo FILE` can revert it" : ""
    let reasons =
      part(damaged) { "\($0("image data")) is damaged" }
      + part(limited) {
        "rotating \($0("pixels")) exceeds a limit; \(option: .maxMemory) or \(option: .maxPixels) allows more"
      }
      + part(encoded) {
        "rotating \($0("pixels")) means re-encoding. "
          + "Write the result elsewhere with \(option: .output, "FOLDER/")\(journal)"
      }
    let photos = found == 1 ? "PHOTO" : "PHOTOS"
    let need = rehearsed ? "WOULD STILL NEED" : found == 1 ? "STILL NEEDS" : "STILL NEED"
    return ["\(found) \(photos) \(need) ROTATION: " + reasons.joined(separator: "; ")]
  }
}
