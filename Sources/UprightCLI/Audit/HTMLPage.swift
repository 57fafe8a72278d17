// A report as a page of its own: no scripts, nothing loaded from elsewhere, light and dark (WHATWG HTML; CSS Color Adjustment 1; CSP 3).

/// The frame that all pages for people have in common.
struct HTMLPage {
  /// What it is, as plain text: its title and its heading.
  let title: String
  /// The line below the heading, as markup.
  let totals: String
  /// What it holds, as markup; what is empty is left out.
  let sections: [String]
  /// Who wrote it and how it is to be read, as markup.
  let footer: String
  /// Rules behind those that all pages have.
  var style = ""

  /// The whole file.
  var text: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
    <title>\(HTMLText.escaped(title))</title>
    <style>
    \(Self.lines([AuditStyle.text, style]))
    </style>
    </head>
    <body>
    <header>
    <h1>\(HTMLText.escaped(title))</h1>
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

  /// The first of `count` items, given as markup, and how many more there are.
  static func list(_ items: [String], of count: Int) -> String {
    let left = count - items.count
    let more = left > 0 ? "<li class=\"rest\">and \(left) more</li>" : ""
    return "<ul class=\"paths\">\(items.map { "<li>\($0)</li>" }.joined())\(more)</ul>"
  }

  private static func lines(_ parts: [String]) -> String { parts.filter { !$0.isEmpty }.joined(separator: "\n") }
}
