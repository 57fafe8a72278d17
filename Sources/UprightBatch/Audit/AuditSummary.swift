// An audit's numbers, as lines for people and one object for programs.

package import Upright
package import UprightFiles

/// The summary at the end of an audit.
package struct AuditSummary {
  package let tally: AuditTally
  /// Elapsed time.
  package let duration: Duration
  /// The number of files in folders that are not images.
  package let nonImageCount: Int
  /// What is skipped in folders.
  package let skipped: SkippedEntries

  /// Memberwise initializer.
  package init(
    tally: AuditTally, duration: Duration, nonImageCount: Int, skipped: SkippedEntries = SkippedEntries()
  ) {
    self.skipped = skipped
    (self.tally, self.duration, self.nonImageCount) = (tally, duration, nonImageCount)
  }

  /// The heads of the number columns.
  package static let columnNames = ["untagged"] + (1...8).map { "tag \($0)" } + ["all"]

  /// What the lines for people contain.
  package struct Groups {
    /// The maximum number of files listed per group.
    package let limit: Int
    /// Whether files that are not upright form a group.
    package var hasNotUpright = false
    /// Whether only groups of findings and failures are listed.
    package var isQuiet = false

    /// Memberwise initializer.
    package init(limit: Int, hasNotUpright: Bool = false, isQuiet: Bool = false) {
      (self.limit, self.hasNotUpright, self.isQuiet) = (limit, hasNotUpright, isQuiet)
    }
  }

  /// The lines for people; at most `limit` files per group are listed.
  package func lines(naming limit: Int) -> [String] { lines(Groups(limit: limit)) }

  /// The lines for people.
  package func lines(_ groups: Groups) -> [String] {
    let limit = groups.limit
    let found = (groups.hasNotUpright ? notUpright(naming: limit) : []) + findings(naming: limit)
    let unseen = limit == .max ? skipped.lines : []
    let parts =
      groups.isQuiet
      ? [found, failures(naming: limit)] : [table, found, failures(naming: limit), unseen, [totals]]
    return Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  /// The rows of the table of formats and tags, with a total row if there are several formats.
  package var rows: [(name: String, numbers: [Int])] {
    let rows = tally.rows
    let all = rows.count > 1 ? [("all", rows.reduce(AuditTally.Row()) { $0 + $1.row })] : []
    return (rows + all).map { ($0.0, $0.1.columns + [$0.1.count]) }
  }

  /// The number of files, the elapsed time, and the number of unusual files.
  package var totals: String {
    let count = tally.fileCount
    let shares = [
      "\(tally.readCount - tally.unusualCount) without findings", "\(tally.unusualCount) with findings",
      "\(tally.failureCount) unreadable",
    ]
    return "\(Self.files(count)): " + shares.joined(separator: ", ") + "; \(seconds) s\(rate)"
  }

  private var table: [String] {
    guard !tally.formats.isEmpty else { return [] }
    let all = [("format", Self.columnNames)] + rows.map { ($0.name, $0.numbers.map { $0 == 0 ? "-" : "\($0)" }) }
    let widths = Self.columnNames.indices.map { column in all.map { $0.1[column].count }.max() ?? 0 }
    let first = all.map(\.0.count).max() ?? 0
    return all.map { name, cells in
      let padded = zip(cells, widths).map { "  " + Columns.padded($0, to: $1, left: true) }
      return Columns.padded(name, to: first) + padded.joined()
    }
  }

  private func notUpright(naming limit: Int) -> [String] {
    let group = tally.notUpright
    guard group.count > 0 else { return [] }
    return [
      "not-upright: \(Self.files(group.count))", "  \(AuditRule.notUpright.sentence)",
    ]
      + Self.examples(group, naming: limit)
  }

  private func findings(naming limit: Int) -> [String] {
    tally.rankedFindings.flatMap { code, group in
      ["\(code.rawValue): \(Self.files(group.count))", "  \(code.sentence)"] + Self.examples(group, naming: limit)
    }
  }

  private func failures(naming limit: Int) -> [String] {
    tally.rankedFailures.flatMap { reason, group in
      ["unreadable (\(reason.code)): \(Self.files(group.count))", "  \(TerminalText.plain(reason.sentence))"]
        + Self.examples(group, naming: limit)
    }
  }

  private static func examples(_ group: AuditTally.Group, naming limit: Int) -> [String] {
    let shown = group.examples.prefix(limit)
    let lines = shown.map { example in
      let message = example.message.isEmpty ? "" : ": \(TerminalText.plain(example.message))"
      return "    \(TerminalText.plain(example.path))\(message)"
    }
    let rest = group.count - shown.count
    return lines + (rest > 0 ? ["    and \(rest) more; \(option: .verbose) lists all"] : [])
  }

  package static func files(_ count: Int) -> String { "\(count) file\(count == 1 ? "" : "s")" }

  private var milliseconds: Int {
    let (seconds, attoseconds) = duration.components
    return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
  }

  /// The elapsed time in seconds, with two decimals.
  package var seconds: String {
    let hundredths = (milliseconds + 5) / 10
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }

  /// The rate; omitted for few files, for which it would measure the startup.
  private var rate: String {
    tally.fileCount < 100 ? "" : ", \(tally.fileCount * 1000 / max(1, milliseconds)) files per second"
  }
}

extension AuditSummary {
  /// The object for programs.
  package var json: JSONLine {
    .object([.schema, .init("summary", .object(members))])
  }

  private var members: [JSONLine.Member] {
    [
      .init("files", .number(tally.fileCount)), .init("read", .number(tally.readCount)),
      .init("withFindings", .number(tally.unusualCount)), .init("notRead", .number(tally.failureCount)),
      .init("notUpright", .number(tally.notUpright.count)),
      .init("passedOver", .number(nonImageCount)), .init("skipped", skipped.json),
      .init("formats", .object(tally.rows.map { .init($0.name, Self.json($0.row)) })),
      .init("findings", .list(tally.rankedFindings.map { Self.json($0.rawValue, $0.sentence, $1) })),
      .init("errors", .list(tally.rankedFailures.map { Self.json($0.code, $0.sentence, $1) })),
      .init("milliseconds", .number(milliseconds)),
    ]
  }

  private static func json(_ row: AuditTally.Row) -> JSONLine {
    let tags = row.tagged.enumerated().filter { $0.element > 0 }
    return .object([
      .init("files", .number(row.count)), .init("untagged", .number(row.untagged)),
      .init("tags", .object(tags.map { .init("\($0.offset + 1)", .number($0.element)) })),
    ])
  }

  private static func json(_ code: String, _ sentence: String, _ group: AuditTally.Group) -> JSONLine {
    .object([.init("code", .text(code)), .init("message", .text(sentence)), .init("files", .number(group.count))])
  }
}

// The counts of an audit: formats and tags, findings by code, unreadable files by reason.

/// The counts of an audit, with example files for each group.
package struct AuditTally {
  /// An example of a group.
  package struct Example: Hashable, Sendable {
    package let path: String
    /// What is unusual about this file; empty if the group's sentence is complete.
    package let message: String
  }

  /// Files with a common property.
  package struct Group: Hashable, Sendable {
    package var count = 0
    /// The first files.
    package var examples: [Example] = []

    fileprivate mutating func add(_ example: Example, keeping limit: Int) {
      count += 1
      if examples.count < limit { examples.append(example) }
    }
  }

  /// Why files could not be read.
  package struct Reason: Hashable, Sendable {
    /// The error's code.
    package let code: String
    /// The error as a sentence.
    package let sentence: String
  }

  /// The number of files of one format without an orientation, and the number displayed under each tag.
  package struct Row: Hashable, Sendable {
    package fileprivate(set) var untagged = 0
    package fileprivate(set) var tagged = [Int](repeating: 0, count: 8)

    /// The total.
    package var count: Int { tagged.reduce(untagged, +) }
    /// The untagged files, then those of tags 1 to 8.
    package var columns: [Int] { [untagged] + tagged }

    package static func + (one: Row, other: Row) -> Row {
      var sum = Row()
      sum.untagged = one.untagged + other.untagged
      sum.tagged = zip(one.tagged, other.tagged).map { $0 + $1 }
      return sum
    }
  }

  package private(set) var formats: [ContainerFormat: Row] = [:]
  /// The files whose stored pixels are not upright.
  package private(set) var notUpright = Group()
  package private(set) var findings: [Finding.Code: Group] = [:]
  package private(set) var failures: [Reason: Group] = [:]
  /// The number of files with at least one finding.
  package private(set) var unusualCount = 0
  /// The number of unreadable files.
  package private(set) var failureCount = 0
  /// The permissions of the files that were read, if collected.
  package private(set) var access: Set<FileAccess> = []
  /// The number of examples kept per group.
  private let limit: Int

  /// An empty tally that keeps the first `limit` files of each group.
  package init(keeping limit: Int) { self.limit = limit }

  /// The number of files that were read.
  package var readCount: Int { formats.values.reduce(0) { $0 + $1.count } }

  /// The number of all files.
  package var fileCount: Int { readCount + failureCount }

  /// Counts a readable file.
  package mutating func add(_ file: ProbedFile, path: String, access: Set<FileAccess> = []) {
    let probe = file.probe
    self.access.formUnion(access)
    if probe.source == .none {
      formats[probe.format, default: Row()].untagged += 1
    } else {
      formats[probe.format, default: Row()].tagged[Int(probe.orientation.exif.rawValue) - 1] += 1
    }
    if !file.findings.isEmpty { unusualCount += 1 }
    if let reason = Self.reasonNotUpright(probe) {
      notUpright.add(Example(path: path, message: reason), keeping: limit)
    }
    var seen: Set<Finding.Code> = []
    for finding in file.findings where seen.insert(finding.code).inserted {
      findings[finding.code, default: Group()].add(Example(path: path, message: finding.message), keeping: limit)
    }
  }

  /// Why the stored pixels are not known to be upright, in a few words; nil if they are.
  static func reasonNotUpright(_ probe: Probe) -> String? {
    if probe.hiddenOrientation != nil { return "orientation unknown: the file is damaged" }
    guard UprightState(of: probe) != .upright else { return nil }
    return probe.hasSeveralPages ? PageWords.tags(probe.rotatedPages) : "tag \(probe.orientation.exif.rawValue)"
  }

  /// Counts an unreadable file.
  package mutating func add(_ error: UprightError, path: String) {
    failureCount += 1
    failures[Reason(error), default: Group()].add(
      Example(path: path, message: error.detail(about: path)), keeping: limit)
  }

  /// The formats that occurred, in declaration order.
  package var rows: [(name: String, row: Row)] {
    ContainerFormat.allCases.compactMap { format in formats[format].map { (format.rawValue, $0) } }
  }

  /// The findings, most frequent first.
  package var rankedFindings: [(code: Finding.Code, group: Group)] {
    let order = Dictionary(uniqueKeysWithValues: zip(Finding.Code.allCases, 0...))
    return findings.map { ($0.key, $0.value) }.sorted { one, other in
      one.1.count != other.1.count ? one.1.count > other.1.count : (order[one.0] ?? 0) < (order[other.0] ?? 0)
    }
  }

  /// The reasons for unreadable files, most frequent first.
  package var rankedFailures: [(reason: Reason, group: Group)] {
    failures.map { ($0.key, $0.value) }.sorted { one, other in
      one.1.count != other.1.count
        ? one.1.count > other.1.count : (one.0.code, one.0.sentence) < (other.0.code, other.0.sentence)
    }
  }
}

extension AuditTally.Reason {
  /// The reason in an error, without its offset.
  package init(_ error: UprightError) {
    code = error.codes.name
    sentence = if case .malformed(let fault) = error { fault.sentence } else { error.sentence }
  }
}

extension UprightError {
  /// The details that the reason omits: the byte offset, or another path.
  fileprivate func detail(about path: String) -> String {
    if case .io(let failed, _) = self, failed != path { return failed }
    return offset.map { "byte \($0)" } ?? ""
  }
}
