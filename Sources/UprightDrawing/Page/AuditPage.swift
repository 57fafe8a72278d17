// The HTML page of an audit (WHATWG HTML).

package import Upright
package import UprightBatch
import UprightFiles

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

// One image of an audit's page: stored beside displayed, or a drawing if it cannot be decoded.

/// What a page shows of a file.
package struct AuditCard: Sendable {
  /// Pixels of the box that each side fits into.
  package static let box = 144
  /// The maximum number of images on a page.
  package static let imageLimit = 120

  /// The two sides.
  package enum Sides: Hashable, Sendable {
    /// Both as JPEGs.
    case images(stored: [UInt8], displayed: [UInt8])
    /// Only a drawing of the orientation.
    case drawing
  }

  package let probe: Probe
  package let sides: Sides
  /// Whether the images show only what could be read.
  package let damage: SourceDamage

  /// Reads the file at `path` again; nil if that fails now.
  package init?(path: String, rules: OrientationRules, pipeline: Pipeline) {
    guard let file = try? FileBytes(path: path), let probe = try? file.probe(rules: rules) else {
      return nil
    }
    self.probe = probe
    (sides, damage) = Self.images(of: probe, from: file, pipeline) ?? (.drawing, .none)
  }

  /// The paths of the images on a page: examples of each finding, up to the maximum.
  package static func paths(in tally: AuditTally) -> [String] {
    var paths: [String] = []
    var seen: Set<String> = []
    for (_, group) in tally.rankedFindings {
      for example in group.examples where paths.count < imageLimit && seen.insert(example.path).inserted {
        paths.append(example.path)
      }
    }
    return paths
  }

  private static func images(
    of probe: Probe, from file: FileBytes, _ pipeline: Pipeline
  ) -> (Sides, SourceDamage)? {
    guard ContainerFormat.decoded.contains(probe.format),
      let pair = try? ImagePair(of: probe, from: file, pipeline, box: box),
      let stored = try? jpeg(pair.stored), let displayed = try? jpeg(pair.displayed)
    else { return nil }
    return (.images(stored: stored, displayed: displayed), pair.damage)
  }

  private static func jpeg(_ canvas: Canvas) throws(UprightError) -> [UInt8] {
    var bytes: [UInt8] = []
    try DrawnJPEG(canvas: canvas).write(into: &bytes)
    return bytes
  }
}

// An image as stored and as displayed, as elements of a page (WHATWG HTML; SVG 1.1 for images that cannot be decoded).

/// The two sides of a card.
package struct AuditSides {
  package let card: AuditCard

  /// Both sides and the arrow between them.
  package var text: String {
    let (stored, displayed) = elements
    return side("stored \(card.probe.storedSize)", stored) + "<span class=\"arrow\">→</span>"
      + side("displayed \(card.probe.displayedSize)", displayed)
  }

  private func side(_ caption: String, _ element: String) -> String {
    "<div class=\"side\"><div class=\"frame\">\(element)</div><small>\(caption)</small></div>"
  }

  private var elements: (stored: String, displayed: String) {
    switch card.sides {
    case .images(let stored, let displayed):
      (Self.image(stored, as: "as stored"), Self.image(displayed, as: "as displayed"))
    case .drawing: drawings
    }
  }

  private static func image(_ jpeg: [UInt8], as name: String) -> String {
    "<img alt=\"\(name)\" src=\"data:image/jpeg;base64,\(Base64.text(jpeg))\">"
  }

  /// A letter F in a box of the image's shape: upright as displayed, and as stored.
  private var drawings: (stored: String, displayed: String) {
    let shown = card.probe.displayedSize
    let longest = Double(max(1, shown.width, shown.height))
    let box = PixelSize<Displayed>(
      width: max(12, Int(Double(shown.width) / longest * 96)), height: max(12, Int(Double(shown.height) / longest * 96))
    )
    let back = card.probe.orientation.inverse
    return (
      Self.drawing(back.applied(to: box), of: box, by: Transform2D(back, in: box)),
      Self.drawing(box, of: box, by: Transform2D<Displayed, Displayed>(scaleX: 1, scaleY: 1))
    )
  }

  private static func drawing<S: Space>(
    _ size: PixelSize<S>, of box: PixelSize<Displayed>, by map: Transform2D<Displayed, S>
  ) -> String {
    let matrix = [map.a, map.b, map.c, map.d, map.tx, map.ty].map { "\(Int($0))" }.joined(separator: " ")
    let side = min(box.width, box.height)
    let (left, top, unit) = ((box.width - side) / 2, (box.height - side) / 2, Double(side) / 10)
    let path = "M3 2h5v1.5h-3.3v2h2.6v1.5h-2.6v3h-1.7z"
    return """
      <svg role="img" aria-label="orientation" width="\(size.width)" height="\(size.height)" \
      viewBox="0 0 \(size.width) \(size.height)"><rect width="\(size.width)" height="\(size.height)"/>\
      <g transform="matrix(\(matrix))"><path transform="translate(\(left) \(top)) scale(\(unit)) translate(-0.5 -1)" \
      d="\(path)"/></g></svg>
      """
  }
}
