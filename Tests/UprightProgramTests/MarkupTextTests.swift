// Text that would be markup, and text that would break a line.

import Testing
import UprightTestTools

@testable import UprightProgram

@Suite struct MarkupTextTests {
  @Test(arguments: [
    ("a.jpg", "a.jpg"), ("<b>&\"x'.jpg", "&lt;b&gt;&amp;&quot;x&#39;.jpg"), ("&lt;", "&amp;lt;"), ("é 日本", "é 日本"),
    ("a\nb\u{1B}[1m", "a\\nb\\x1B[1m"), ("", ""), ("caf\u{10FEE9}", "caf\\xE9"), ("\u{202E}gpj", "\\u{202E}gpj"),
    ("a\u{FFFF}b\u{FFFE}", "a\u{FFFD}b\u{FFFD}"),
  ])
  func nothingInItIsMarkup(_ text: String, escaped: String) {
    #expect(MarkupText.escaped(text) == escaped)
  }

  @Test(.enabled(if: OutsideTool.python3.isInstalled, "needs python3"))
  func anotherReaderReadsItBack() throws {
    let text = String((32..<127).compactMap { Unicode.Scalar($0) }.map(Character.init)) + "é日<script>&amp;"
    let script = "import html, sys; sys.stdout.write(html.unescape(sys.argv[1]))"
    #expect(try OutsideTool.python3.run(["-c", script, MarkupText.escaped(text)]).text == text)
  }
}
