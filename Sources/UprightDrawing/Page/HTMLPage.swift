// An HTML page without scripts or external resources, light and dark (WHATWG HTML; CSS Color Adjustment 1; CSP 3).

import UprightBatch

/// The frame of all pages.
package struct HTMLPage {
  /// The title and heading, as plain text.
  package let title: String
  /// The line below the heading, as markup.
  package let totals: String
  /// The sections, as markup; empty ones are omitted.
  package let sections: [String]
  /// The author and reading notes, as markup.
  package let footer: String
  /// Rules after those that all pages share.
  package var style = ""

  /// Memberwise initializer.
  package init(title: String, totals: String, sections: [String], footer: String, style: String = "") {
    self.title = title
    self.totals = totals
    self.sections = sections
    self.footer = footer
    self.style = style
  }

  /// The whole HTML file.
  package var text: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
    <title>\(MarkupText.escaped(title))</title>
    <style>
    \(Self.lines([AuditStyle.text, style]))
    </style>
    </head>
    <body>
    <header>
    <h1>\(MarkupText.escaped(title))</h1>
    <p class="totals">\(totals)</p>
    </header>
    <main>
    \(Self.lines(sections))
    </main>
    <footer>\(footer)</footer>
    </body>
    </html>

    """
  }

  /// The first of `count` items, given as markup, and the number of others.
  package static func list(_ items: [String], of count: Int) -> String {
    let left = count - items.count
    let more = left > 0 ? "<li class=\"rest\">and \(left) more</li>" : ""
    return "<ul class=\"paths\">\(items.map { "<li>\($0)</li>" }.joined())\(more)</ul>"
  }

  private static func lines(_ parts: [String]) -> String { parts.filter { !$0.isEmpty }.joined(separator: "\n") }
}
