// A badge: the share of passed cases of the class `must` (SVG 2).

import UprightProgram

/// A badge for one subject.
package enum ResultsBadge {
  /// The SVG of the first subject's badge; of no subject, an empty one.
  package static func svg(_ results: RunResults) -> String {
    let tally = results.subjects.first?.tally(.must)
    let value = tally.map { $0.judged == 0 ? "not tested" : "\($0.percent)% of \($0.judged)" } ?? "not tested"
    let color =
      switch tally?.percent ?? 0 {
      case 100: "#2b7a3d"
      case 90...: "#9a5b00"
      default: "#b3261e"
      }
    let label = "orientation"
    let (left, right) = (label.count * 7 + 12, value.count * 7 + 12)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(left + right)" height="20" role="img" \
      aria-label="\(label): \(MarkupText.escaped(value))">
      <rect width="\(left)" height="20" fill="#444"/>
      <rect x="\(left)" width="\(right)" height="20" fill="\(color)"/>
      <g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
      <text x="\(left / 2)" y="14" textLength="\(left - 12)">\(label)</text>
      <text x="\(left + right / 2)" y="14" textLength="\(right - 12)">\(MarkupText.escaped(value))</text>
      </g>
      </svg>

      """
  }
}
