// The HTML page of an audit (WHATWG HTML).

import Upright
package import UprightBatch

/// The page of one audit.
package struct AuditPage {
  /// The audited paths, as given.
  package let title: String
  package let summary: AuditSummary
  /// The cards of files, by path.
  package let cards: [String: AuditCard]

  /// Memberwise initializer.
  package init(title: String, summary: AuditSummary, cards: [String: AuditCard]) {
    (self.title, self.summary, self.cards) = (title, summary, cards)
  }

  private var tally: AuditTally { summary.tally }

  /// The whole HTML file.
  package var text: String {
    HTMLPage(
      title: "Audit of \(title)", totals: MarkupText.escaped(summary.totals),
      sections: [tiles, table, overview] + findings + [failures],
      footer: """
        Written by <code>upright audit</code>. “Stored” is the pixel grid in the file, “displayed” the image as a \
        viewer shows it. An F represents images that cannot be decoded yet.
        """
    ).text
  }

  private var tiles: String {
    let tiles = [
      ("files", tally.fileCount, ""), ("without findings", tally.readCount - tally.unusualCount, "good"),
      ("with findings", tally.unusualCount, tally.unusualCount > 0 ? "odd" : ""),
      ("unreadable", tally.failureCount, tally.failureCount > 0 ? "bad" : ""),
    ]
    let items = tiles.map { "<li class=\"\($0.2)\"><strong>\($0.1)</strong> \($0.0)</li>" }
    return "<ul class=\"tiles\">\(items.joined())</ul>"
  }

  private var table: String {
    guard !tally.formats.isEmpty else { return "" }
    let heads = AuditSummary.columnNames.map { "<th scope=\"col\">\($0)</th>" }.joined()
    let rows = summary.rows.map { name, numbers in
      let cells = numbers.map { "<td\($0 == 0 ? " class=\"none\"" : "")>\($0 == 0 ? "–" : "\($0)")</td>" }
      return "<tr><th scope=\"row\">\(name)</th>\(cells.joined())</tr>"
    }
    return """
      <section>
      <h2>Formats and tags</h2>
      <div class="wide"><table><thead><tr><th scope="col">format</th>\(heads)</tr></thead>
      <tbody>\(rows.joined(separator: "\n"))</tbody></table></div>
      </section>
      """
  }

  /// One row per group below.
  private var overview: String {
    let findings = tally.rankedFindings.map { (name: $0.rawValue, count: $1.count, sentence: $0.sentence) }
    let failed = (name: "not-read", count: tally.failureCount, sentence: "files that could not be read")
    let groups = findings + (tally.failureCount > 0 ? [failed] : [])
    guard !groups.isEmpty else { return "" }
    let rows = groups.map { group in
      "<tr><th scope=\"row\"><a href=\"#\(group.name)\">\(group.name)</a></th><td>\(group.count)</td>"
        + "<td class=\"words\">\(MarkupText.escaped(group.sentence))</td></tr>"
    }
    return """
      <section>
      <h2>Findings</h2>
      <div class="wide"><table><tbody>\(rows.joined(separator: "\n"))</tbody></table></div>
      </section>
      """
  }

  private var findings: [String] {
    if tally.findings.isEmpty { return ["<section><p class=\"fine\">Nothing unusual was found.</p></section>"] }
    return tally.rankedFindings.map { code, group in
      """
      <section id="\(code.rawValue)">
      <h2><code>\(code.rawValue)</code> <span class="count">\(AuditSummary.files(group.count))</span></h2>
      <p>\(MarkupText.escaped(Self.sentence(code.sentence)))</p>
      <div class="cards">
      \(shown(group).map(figure).joined(separator: "\n"))
      </div>\(rest(of: group))
      </section>
      """
    }
  }

  private var failures: String {
    guard !tally.failures.isEmpty else { return "" }
    let items = tally.rankedFailures.map { reason, group in
      let names = group.examples.prefix(Self.namedFiles).map { example in
        let detail = example.message.isEmpty ? "" : " <small>\(MarkupText.escaped(example.message))</small>"
        return "<span class=\"path\">\(MarkupText.escaped(example.path))</span>\(detail)"
      }
      return """
        <h3>\(MarkupText.escaped(Self.sentence(reason.sentence))) <code>\(MarkupText.escaped(reason.code))</code> \
        <span class="count">\(AuditSummary.files(group.count))</span></h3>
        \(HTMLPage.list(names, of: group.count))
        """
    }
    return "<section id=\"not-read\">\n<h2>Unreadable files</h2>\n\(items.joined(separator: "\n"))\n</section>"
  }

  /// The number of files listed per reason why files could not be read.
  private static let namedFiles = 12

  private func shown(_ group: AuditTally.Group) -> [AuditTally.Example] {
    group.examples.filter { cards[$0.path] != nil }
  }

  private func rest(of group: AuditTally.Group) -> String {
    let left = group.count - shown(group).count
    guard left > 0 else { return "" }
    return "\n<p class=\"rest\">\(left) more \(left == 1 ? "file is" : "files are") not shown here; "
      + "<code>\(command: "upright audit", .verbose)</code> lists all.</p>"
  }

  private func figure(_ example: AuditTally.Example) -> String {
    guard let card = cards[example.path] else { return "" }
    let (probe, name) = (card.probe, MarkupText.escaped(example.path))
    let tag = probe.orientation.exif
    let carried = probe.source == .none ? "untagged" : "tag \(tag.rawValue) \(tag.word) · \(probe.source.name)"
    return """
      <figure>
      <div class="pair">\(AuditSides(card: card).text)</div>
      <figcaption><span class="path" title="\(name)">\(name)</span>
      <small>\(probe.format.rawValue) · \(carried)</small>
      <span>\(MarkupText.escaped(example.message))</span></figcaption>
      </figure>
      """
  }

  /// The words as a sentence, with capital and period.
  private static func sentence(_ words: String) -> String { words.prefix(1).uppercased() + words.dropFirst() + "." }
}
