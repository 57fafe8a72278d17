// The HTML page of an audit of labels (WHATWG HTML).

package import Upright
package import UprightBatch
import UprightDrawing
package import UprightFiles
package import UprightLabels

/// The page of one audit of labels.
package struct LabelAuditPage {
  /// The maximum number of contradictory images shown, and likewise of undecided ones.
  package static let imageLimit = 60
  /// The longer side of an image, in pixels.
  package static let side = 420
  /// The maximum number of defects listed per kind.
  private static let named = 12

  /// The audited path, as given.
  package let title: String
  package let files: LabelFiles
  package let views: LabelViews
  /// What could not be read.
  package let unread: [LabelFinding]
  package let audit: LabelAudit
  /// JPEGs of images whose space is contradictory or undecided, by image path: one per space.
  package let drawings: [String: [Drawing]]

  /// Memberwise initializer.
  package init(
    title: String, files: LabelFiles, views: LabelViews, unread: [LabelFinding], audit: LabelAudit,
    drawings: [String: [Drawing]]
  ) {
    self.title = title
    self.files = files
    self.views = views
    self.unread = unread
    self.audit = audit
    self.drawings = drawings
  }

  /// An image with its labels in one space.
  package struct Drawing: Sendable {
    package let space: LabelSpaceName
    package let jpeg: [UInt8]
    package let note: String
    /// The permissions of the image.
    package let access: FileAccess
    /// Whether it shows only what could be read.
    package let damage: SourceDamage
  }

  /// The images to check by eye: contradictory ones, then undecided ones.
  package static func ambiguous(_ views: LabelViews) -> [LabelView] {
    let (contradicting, undecided) = kinds(views)
    return Array(contradicting.prefix(imageLimit)) + Array(undecided.prefix(imageLimit))
  }

  private static func kinds(_ views: LabelViews) -> (contradicting: [LabelView], undecided: [LabelView]) {
    let doubtful = views.views.filter(\.isAmbiguous)
    return (doubtful.filter { $0.contradiction != nil }, doubtful.filter { $0.contradiction == nil })
  }

  /// An image with its labels in each space.
  ///
  /// - Throws: Why it cannot be decoded, with the path.
  package static func drawings(
    of view: LabelView, names: [String], rules: OrientationRules, pipeline: Pipeline
  ) throws(UprightError) -> [Drawing] {
    let sheet = try OverlaySheet(
      view, names: names, spaces: LabelSpaceName.allCases, side: side, rules: rules, pipeline: pipeline)
    return try LabelSpaceName.allCases.map { (space) throws(UprightError) in
      var jpeg: [UInt8] = []
      try DrawnJPEG(canvas: sheet.panel(space), keepsColors: true).write(into: &jpeg)
      let beyond = view.extendsBeyond(space)
      return Drawing(
        space: space, jpeg: jpeg, note: beyond > 0 ? "\(beyond) outside the image" : "", access: sheet.access,
        damage: sheet.damage)
    }
  }

  /// The whole HTML file.
  package var text: String {
    HTMLPage(
      title: "Labels of \(title)",
      totals:
        "\(CountedNoun("image", views.audit.images.count)); the labels are: <b>\(MarkupText.escaped(audit.reason))</b>",
      sections: [tiles, images, defects, failures],
      footer: """
        Written by <code>upright labels audit</code>. Images are shown as displayed. “As stored”: labels read as \
        coordinates of the stored image; “as displayed”: as coordinates of the displayed image.
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

  private var images: String {
    let (contradicting, undecided) = Self.kinds(views)
    guard !contradicting.isEmpty || !undecided.isEmpty else {
      let told = audit.verdict == .nothing ? audit.reason : "The space of all images is known."
      return "<section><p class=\"fine\">\(MarkupText.escaped(told))</p></section>"
    }
    return [
      cards(
        contradicting, id: "contradictions", title: "Contradictions",
        "Each is labeled in a different space from most, or in neither; it is shown in both."),
      cards(
        undecided, id: "pictures", title: "Images to review",
        "If labels fit only one of the two, that is their space."),
    ].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Images in both spaces; empty if there are none.
  private func cards(_ views: [LabelView], id: String, title: String, _ sentence: String) -> String {
    guard !views.isEmpty else { return "" }
    let shown = views.filter { drawings[$0.file.path] != nil }
    let left = views.count - shown.count
    let more =
      left > 0
      ? "\n<p class=\"rest\">\(left) more; <code>\(command: "upright labels overlay", .doubtful)</code> draws all.</p>"
      : ""
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
    let name = MarkupText.escaped(view.file.relativePath)
    let sides = (drawings[view.file.path] ?? []).map { drawing in
      """
      <div class="side"><div class="frame"><img alt="as \(drawing.space.rawValue)" \
      src="data:image/jpeg;base64,\(Base64.text(drawing.jpeg))"></div>\
      <small>as \(drawing.space.rawValue)\(drawing.note.isEmpty ? "" : ": " + drawing.note)</small></div>
      """
    }
    return """
      <figure>
      <div class="pair">\(sides.joined())</div>
      <figcaption><span class="path" title="\(name)">\(name)</span>
      <small>tag \(view.facts.orientation.exif.rawValue) · \
      \(CountedNoun("region", view.regions(.displayed).count))</small>
      <span>\(MarkupText.escaped(view.reason))</span></figcaption>
      </figure>
      """
  }

  private var defects: String {
    let sections = LabelDefect.Code.allCases.compactMap { code -> String? in
      let found = audit.defects.filter { $0.code == code }
      guard !found.isEmpty else { return nil }
      let named = files.named(Array(found.prefix(Self.named)), views.files)
      let names = list(named, of: found.count) { $0.text(views.files, files.format) }
      return """
        <h3><code>\(code.rawValue)</code> <span class="count">\(found.count)</span></h3>
        \(names)
        """
    }
    guard !sections.isEmpty else { return "" }
    return "<section id=\"defects\">\n<h2>What was found</h2>\n\(sections.joined(separator: "\n"))\n</section>"
  }

  private var failures: String {
    guard !unread.isEmpty else { return "" }
    let list = self.list(unread) { String(describing: $0) }
    return "<section id=\"not-read\">\n<h2>Unreadable rows</h2>\n\(list)\n</section>"
  }

  private func list<Element>(_ all: [Element], of count: Int? = nil, _ text: (Element) -> String) -> String {
    HTMLPage.list(all.prefix(Self.named).map { MarkupText.escaped(text($0)) }, of: count ?? all.count)
  }
}

extension LabelView {
  /// Why the image is in doubt, in words for people; empty if it is not.
  package var reason: String {
    if let contradiction { return "Contradiction: \(contradiction)." }
    return switch verdict {
    case .undecidable(.sameShape): "Undecidable: the rotation keeps width and height, so both spaces fit."
    case .undecidable(.allFitsBoth): "Undecidable: no size is stated, and every box fits both spaces."
    case .undecidable(.nothingThere): "Undecidable: there are no labels and no stated size."
    default: ""
    }
  }
}
