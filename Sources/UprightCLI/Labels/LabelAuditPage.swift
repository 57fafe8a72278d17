// An audit of labels as a page of its own (WHATWG HTML).

import Upright
import UprightBatch
import UprightFiles
import UprightLabels

/// The page of one audit of labels.
struct LabelAuditPage {
  /// Pictures that are shown, at most, of those that contradict something and of those that cannot be told.
  static let imageLimit = 60
  /// The longer side of one.
  static let side = 420
  /// Defects of each kind that are named.
  private static let named = 12

  /// What was looked at, as given.
  let title: String
  let files: LabelFiles
  let views: LabelViews
  /// What could not be read.
  let unread: [LabelFinding]
  let audit: LabelAudit
  /// JPEGs of pictures whose space contradicts something or cannot be told, by the pictures' paths: one for each space.
  let drawings: [String: [Drawing]]

  /// A picture with its labels in one space.
  struct Drawing: Sendable {
    let space: LabelSpaceName
    let jpeg: [UInt8]
    let note: String
    /// Who may do what with the picture.
    let access: FileAccess
  }

  /// The pictures that somebody has to look at: those that contradict something, then those that cannot be told.
  static func ambiguous(_ views: LabelViews) -> [LabelView] {
    let (contradicting, undecided) = kinds(views)
    return Array(contradicting.prefix(imageLimit)) + Array(undecided.prefix(imageLimit))
  }

  private static func kinds(_ views: LabelViews) -> (contradicting: [LabelView], undecided: [LabelView]) {
    let doubtful = views.views.filter(\.isAmbiguous)
    return (doubtful.filter { $0.contradiction != nil }, doubtful.filter { $0.contradiction == nil })
  }

  /// Draws the pictures that somebody has to look at; those that cannot be decoded are named on standard error.
  static func drawings(
    of views: LabelViews, rules: OrientationRules, pipeline: Pipeline, width: Int
  ) -> [String: [Drawing]] {
    let doubtful = ambiguous(views)
    var drawings: [String: [Drawing]] = [:]
    _ = BatchRunner(width: width, json: false).run(doubtful.map(\.file)) {
      [names = views.names] (index, file) throws(UprightError) in
      let view = doubtful[index]
      let sheet = try OverlaySheet(
        view, names: names, spaces: LabelSpaceName.allCases, side: side, rules: rules, pipeline: pipeline)
      return try LabelSpaceName.allCases.map { (space) throws(UprightError) in
        var jpeg: [UInt8] = []
        try DrawnJPEG(canvas: sheet.panel(space), keepsColors: true).write(into: &jpeg)
        let beyond = view.extendsBeyond(space)
        return Drawing(
          space: space, jpeg: jpeg, note: beyond > 0 ? "\(beyond) beyond the picture" : "", access: sheet.access)
      }
    } report: { (file, drawn, _) throws(UprightError) in
      drawings[file.path] = drawn
    }
    return drawings
  }

  /// The whole file.
  var text: String {
    HTMLPage(
      title: "Labels of \(title)",
      totals:
        "\(CountedNoun("picture", views.audit.images.count)); the labels are: <b>\(HTMLText.escaped(audit.reason))</b>",
      sections: [tiles, pictures, defects, failures],
      footer: """
        Written by <code>upright labels audit</code>. Each picture is shown as you see it. “If stored”: the labels \
        where they lie if they count in the picture as the file holds it; “if displayed”: if they count in what you \
        see.
        """,
      style: ".frame { height: auto; } .frame img { max-height: none; } .cards { grid-template-columns: 1fr; }"
    ).text
  }

  private var tiles: String {
    let items = audit.counts.map { kind, count in
      let look = [.contradiction, .imageMissing].contains(kind) ? "bad" : kind == .undecidable ? "odd" : "good"
      return "<li class=\"\(look)\"><strong>\(count)</strong> \(kind.rawValue)</li>"
    }
    return "<ul class=\"tiles\">\(items.joined())</ul>"
  }

  private var pictures: String {
    let (contradicting, undecided) = Self.kinds(views)
    guard !contradicting.isEmpty || !undecided.isEmpty else {
      let told = audit.verdict == .nothing ? audit.reason : "The space of all pictures is told."
      return "<section><p class=\"fine\">\(HTMLText.escaped(told))</p></section>"
    }
    return [
      cards(
        contradicting, id: "contradictions", title: "Contradictions",
        "Each is labelled in another space than most, or in none that fits; it is shown in both."),
      cards(
        undecided, id: "pictures", title: "Pictures to look at",
        "Where labels fit in one of the two only, that is the space that they are in."),
    ].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Pictures in both spaces; nothing where there are none.
  private func cards(_ views: [LabelView], id: String, title: String, _ sentence: String) -> String {
    guard !views.isEmpty else { return "" }
    let shown = views.filter { drawings[$0.file.path] != nil }
    let left = views.count - shown.count
    let more =
      left > 0 ? "\n<p class=\"rest\">\(left) more; <code>upright labels overlay --doubtful</code> draws all.</p>" : ""
    return """
      <section id="\(id)">
      <h2>\(title) <span class="count">\(views.count)</span></h2>
      <p>\(sentence)</p>
      <div class="cards">
      \(shown.map(figure).joined(separator: "\n"))
      </div>\(more)
      </section>
      """
  }

  private func figure(_ view: LabelView) -> String {
    let name = HTMLText.escaped(view.file.relativePath)
    let sides = (drawings[view.file.path] ?? []).map { drawing in
      """
      <div class="side"><div class="frame"><img alt="if \(drawing.space.rawValue)" \
      src="data:image/jpeg;base64,\(Base64.text(drawing.jpeg))"></div>\
      <small>if \(drawing.space.rawValue)\(drawing.note.isEmpty ? "" : ": " + drawing.note)</small></div>
      """
    }
    return """
      <figure>
      <div class="pair">\(sides.joined())</div>
      <figcaption><span class="path" title="\(name)">\(name)</span>
      <small>tag \(view.facts.orientation.exif.rawValue) · \(CountedNoun("region", view.regions(.displayed).count))</small>
      <span>\(HTMLText.escaped(view.reason))</span></figcaption>
      </figure>
      """
  }

  private var defects: String {
    let sections = LabelDefect.Code.allCases.compactMap { code -> String? in
      let found = audit.defects.filter { $0.code == code }
      guard !found.isEmpty else { return nil }
      return """
        <h3><code>\(code.rawValue)</code> <span class="count">\(found.count)</span></h3>
        \(list(files.named(Array(found.prefix(Self.named)), views.files), of: found.count) { $0.text(views.files, files.format) })
        """
    }
    guard !sections.isEmpty else { return "" }
    return "<section id=\"defects\">\n<h2>What was found</h2>\n\(sections.joined(separator: "\n"))\n</section>"
  }

  private var failures: String {
    guard !unread.isEmpty else { return "" }
    let list = self.list(unread) { String(describing: $0) }
    return "<section id=\"not-read\">\n<h2>Rows that were not read</h2>\n\(list)\n</section>"
  }

  private func list<Element>(_ all: [Element], of count: Int? = nil, _ text: (Element) -> String) -> String {
    HTMLPage.list(all.prefix(Self.named).map { HTMLText.escaped(text($0)) }, of: count ?? all.count)
  }
}

extension LabelView {
  /// Why the picture is in doubt, in words for people; empty where it is not.
  var reason: String {
    if let contradiction { return "Contradiction: \(contradiction)." }
    return switch verdict {
    case .undecidable(.sameShape): "Undecidable: the turn leaves width and height as they are, so all fits both."
    case .undecidable(.allFitsBoth): "Undecidable: no size is stated, and every box fits both."
    case .undecidable(.nothingThere): "Undecidable: there is no label, and no size is stated."
    default: ""
    }
  }
}
