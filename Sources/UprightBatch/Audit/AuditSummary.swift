// An audit's numbers, as lines for people and one object for programs.

import Upright
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
