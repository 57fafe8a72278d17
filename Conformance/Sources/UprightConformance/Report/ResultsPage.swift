// Results as an HTML page: a table, and for each failed case the image as delivered beside the image as expected.

import Foundation
import UprightFixtures
import UprightProgram

/// The page. Each image is in it once, however many cases share it.
package struct ResultsPage {
  private static let largest = 256
  /// The characters of a program's output that are shown, the last ones.
  private static let longestOutput = 800
  private let results: RunResults
  private let showsPasses: Bool
  private var pictures: [TinyImage: Int] = [:]
  private var rules: [String] = []

  /// A page of results, with passed cases if requested.
  package init(_ results: RunResults, showsPasses: Bool = false) {
    (self.results, self.showsPasses) = (results, showsPasses)
  }

  /// The HTML.
  package mutating func text() -> String {
    var sections = [filters, table]
    for (index, subject) in results.subjects.enumerated() { sections.append(section(subject, index)) }
    return ReportPage(
      title: "Orientation conformance",
      totals: "Suite \(results.suite): \(ConformanceSuite.cases.count) cases. A subject is asked what it claims to do. "
        + "Below the table, each failure: left as delivered, right as expected.",
      sections: sections,
      footer: "<code>must</code>: a standard decides; <code>should</code>: a "
        + "standard decides an unusual file, or refusing is honest; <code>may</code>: no standard decides.",
      style: Self.style + rules.joined(separator: "\n")
    ).text
  }

  private var filters: String {
    let boxes = Requirement.allCases.map { requirement in
      "<label><input type=\"checkbox\" id=\"show-\(requirement.rawValue)\" checked> \(requirement.rawValue)</label>"
    }
    return "<section class=\"filters\">Show cases of class \(boxes.joined(separator: " "))</section>"
  }

  private var table: String {
    let head = ResultsTable.head.map { "<th>\(MarkupText.escaped($0))</th>" }.joined()
    let rows = results.subjects.enumerated().map { index, subject in
      let cells = ResultsTable.cells(of: subject).map { cell in
        let kind = cell.isGood.map { $0 ? "good" : "bad" } ?? "none"
        return "<td class=\"\(kind)\">\(cell.text)</td>"
      }
      let name = MarkupText.escaped(subject.name)
      return "<tr><th title=\"\(MarkupText.escaped(subject.version))\"><a href=\"#s\(index)\">\(name)</a></th>"
        + "\(cells.joined())</tr>"
    }
    return
      "<section class=\"wide\"><table><thead><tr>\(head)</tr></thead><tbody>\(rows.joined(separator: "\n"))</tbody>"
      + "</table></section>"
  }

  private mutating func section(_ subject: SubjectResult, _ index: Int) -> String {
    var cards: [String] = []
    for answer in subject.answers where showsPasses || !answer.verdict.isPass { cards.append(card(answer)) }
    let sums = Requirement.allCases.map { "\($0.rawValue) \(subject.tally($0).text)" }.joined(separator: ", ")
    return "<section id=\"s\(index)\"><h2>\(MarkupText.escaped(subject.name))</h2>"
      + "<p><small>\(MarkupText.escaped(subject.version))</small></p><p>\(MarkupText.escaped(subject.notes))</p>"
      + "<p>\(sums)</p><div class=\"cards\">\(cards.joined(separator: "\n"))</div></section>"
  }

  private mutating func card(_ answer: SubjectResult.Answer) -> String {
    let (request, verdict) = (answer.request, answer.verdict)
    let expected = request.expected[0]
    var left = "<span class=\"nothing\">none</span>"
    if let delivered = verdict.delivered { left = picture(delivered) }
    let accepted = request.file.accepted.map { "\($0.rawValue)" }.joined(separator: " or ")
    let detail =
      verdict.detail.isEmpty ? "" : "<small>\(MarkupText.escaped(String(verdict.detail.prefix(300))))</small>"
    let said = verdict.output.suffix(Self.longestOutput).split(separator: "\n", omittingEmptySubsequences: false)
      .map { MarkupText.escaped(String($0)) }.joined(separator: "\n")
    let output = said.isEmpty ? "" : "<pre>\(said)</pre>"
    return "<figure class=\"\(request.requirement.rawValue)\"><div class=\"pair\"><div class=\"frame\">\(left)</div>"
      + "<span class=\"arrow\">\(verdict.isPass ? "=" : "≠")</span>"
      + "<div class=\"frame\">\(picture(expected))</div></div><figcaption>"
      + "<span class=\"path\">\(MarkupText.escaped(request.id))</span>"
      + "<b>\(MarkupText.escaped(verdict.line))</b>\(detail)\(output)"
      + "<small>tag \(accepted) · \(request.requirement.rawValue) · \(MarkupText.escaped(request.why))</small>"
      + "</figcaption></figure>"
  }

  /// An element that shows an image, at double size.
  private mutating func picture(_ image: TinyImage) -> String {
    guard image.width <= Self.largest, image.height <= Self.largest, let png = PNGFile.bytes(of: image) else {
      return "<span>\(image.width)×\(image.height)</span>"
    }
    let number = pictures[image] ?? pictures.count
    if pictures[image] == nil {
      pictures[image] = number
      let factor = max(1, min(2, 128 / max(image.width, image.height)))
      rules.append(
        ".p\(number){width:\(image.width * factor)px;height:\(image.height * factor)px;"
          + "background-image:url(data:image/png;base64,\(Data(png).base64EncodedString()))}")
    }
    return "<span class=\"p p\(number)\"></span>"
  }

  private static let style = """
    .p { display: block; background-size: 100% 100%; image-rendering: pixelated; }
    .pair .frame { flex: 1; }
    figcaption pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 0.75rem; max-height: 8rem;
      overflow: auto; }
    .nothing { color: var(--quiet); }
    .wide th { white-space: normal; vertical-align: bottom; }
    td.good { color: var(--good); }
    td.bad { color: var(--bad); }
    .filters label { margin-left: 1rem; }
    body:has(#show-must:not(:checked)) figure.must, body:has(#show-should:not(:checked)) figure.should,
    body:has(#show-may:not(:checked)) figure.may { display: none; }

    """
}
