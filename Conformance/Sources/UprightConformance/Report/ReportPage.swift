// An HTML page without scripts or external resources, light and dark, and its images (WHATWG HTML; CSS Color Adjustment
// 1; CSP 3).

import Upright
import UprightCodecs
import UprightFixtures
import UprightProgram

/// A page of results.
struct ReportPage {
  /// The title and heading, as plain text.
  let title: String
  /// The line below the heading, as markup.
  let totals: String
  /// The sections, as markup.
  let sections: [String]
  /// Reading notes, as markup.
  let footer: String
  /// Rules after those of every page.
  var style = ""

  /// The whole HTML file.
  var text: String {
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
    \(Self.rules)
    \(style)
    </style>
    </head>
    <body>
    <header>
    <h1>\(MarkupText.escaped(title))</h1>
    <p class="totals">\(totals)</p>
    </header>
    <main>
    \(sections.joined(separator: "\n"))
    </main>
    <footer>\(footer)</footer>
    </body>
    </html>

    """
  }

  private static let rules = """
    :root {
      --ground: #f6f6f3; --card: #fff; --ink: #1c1c1a; --quiet: #6a6a63; --line: #dcdcd5; --box: #ecece7;
      --good: #2b7a3d; --odd: #9a5b00; --bad: #b3261e;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #161615; --card: #20201e; --ink: #ecece6; --quiet: #a0a097; --line: #3a3a36; --box: #2a2a27;
        --good: #7bc98c; --odd: #e6a94e; --bad: #f2887f;
      }
    }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 76rem; padding: 1.5rem; background: var(--ground); color: var(--ink);
      font: 1rem/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
    h1 { font-size: 1.6rem; margin: 0; overflow-wrap: anywhere; }
    h2 { font-size: 1.15rem; margin: 0 0 .25rem; }
    p { margin: .25rem 0; }
    code { font: .92em ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
    .totals, small, .rest, footer { color: var(--quiet); }
    small { font-size: .8rem; }
    section { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1rem 1.25rem;
      margin: 1rem 0; }
    .wide { overflow-x: auto; }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
    th, td { padding: .25rem .8rem; text-align: right; white-space: nowrap; }
    th { font-weight: 600; }
    thead th { color: var(--quiet); border-bottom: 1px solid var(--line); }
    th:first-child { text-align: left; padding-left: 0; }
    td.none { color: var(--line); }
    td:last-child { font-weight: 600; }
    a { color: inherit; text-decoration-color: var(--quiet); }
    .cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(22rem, 100%), 1fr)); gap: .9rem;
      margin-top: .75rem; }
    figure { margin: 0; border: 1px solid var(--line); border-radius: .5rem; padding: .75rem; min-width: 0; }
    .pair { display: flex; align-items: center; justify-content: space-between; gap: .4rem; }
    .frame { display: flex; align-items: center; justify-content: center; height: 148px; background: var(--box);
      border-radius: .35rem; }
    .arrow { color: var(--quiet); }
    figcaption { display: flex; flex-direction: column; margin-top: .5rem; font-size: .88rem; }
    .path { overflow-wrap: anywhere; font-weight: 600; }
    footer { font-size: .85rem; margin-top: 1.5rem; }
    """
}

// Images as PNG files, for a page: small, because a page has hundreds.

/// Encodes images.
enum PNGFile {
  /// The file of a gray or RGB image; nil if it cannot be encoded.
  static func bytes(of image: TinyImage) -> [UInt8]? {
    let layout = SampleLayout(image.channels == 1 ? .gray : .rgb)
    let size = PixelSize<Output>(width: image.width, height: image.height)
    guard let raster = Raster(size: size, layout: layout, bytes: image.samples) else { return nil }
    let settings = EncodeSettings(
      format: .png, fidelity: .level(100), sampling: EncodeSettings.Sampling(horizontal: 1, vertical: 1))
    var file: [UInt8] = []
    do throws(UprightError) {
      try PNGCodec().encode(raster, settings: settings, metadata: CarriedMetadata(), limits: Limits(), into: &file)
    } catch { return nil }
    return file
  }
}
