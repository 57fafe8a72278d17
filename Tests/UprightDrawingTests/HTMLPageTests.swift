// The frame of all pages: the content is in its place, once, and the page closes what it opens.

import Foundation
import Testing

@testable import UprightBatch
@testable import UprightDrawing

@Suite struct HTMLPageTests {
  private func page(_ title: String = "x", _ sections: [String] = [], style: String = "") -> String {
    HTMLPage(title: title, totals: "<b>3</b>", sections: sections, footer: "<code>f</code>", style: style).text
  }

  @Test func whatIsGivenStandsInItsPlace() {
    let text = page("Audit of a", ["<p>1</p>", "", "<p>2</p>"], style: ".x { color: red; }")
    #expect(text.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"))
    #expect(text.contains("<title>Audit of a</title>\n<style>\n\(AuditStyle.text)\n.x { color: red; }\n</style>"))
    #expect(text.contains("<header>\n<h1>Audit of a</h1>\n<p class=\"totals\"><b>3</b></p>\n</header>"))
    #expect(text.contains("<main>\n<p>1</p>\n<p>2</p>\n</main>\n<footer><code>f</code></footer>"))
    #expect(text.hasSuffix("</body>\n</html>\n"))
  }

  @Test func withoutRulesOfItsOwnTheStyleIsThatOfAll() {
    #expect(page().contains("<style>\n\(AuditStyle.text)\n</style>"))
    #expect(page().contains("<main>\n\n</main>"))
  }

  @Test func nothingIsLoadedAndNothingRuns() {
    let rule =
      "<meta http-equiv=\"Content-Security-Policy\" "
      + "content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\">"
    #expect(page().components(separatedBy: rule).count == 2)
    #expect(page().contains(#"<meta name="color-scheme" content="light dark">"#))
  }

  @Test func aTitleIsNoMarkup() {
    let text = page("<u>\"x\"</u>")
    #expect(!text.contains("<u>"))
    #expect(text.components(separatedBy: "&lt;u&gt;&quot;x&quot;&lt;/u&gt;").count == 3)
  }

  @Test(arguments: [(0, ""), (2, "<li><b>0</b></li><li><b>1</b></li>")])
  func listsHaveAnItemEach(count: Int, items: String) {
    let list = HTMLPage.list((0..<count).map { "<b>\($0)</b>" }, of: count)
    #expect(list == "<ul class=\"paths\">\(items)</ul>")
  }

  @Test func whatIsNotListedIsCounted() {
    #expect(HTMLPage.list(["a"], of: 1) == "<ul class=\"paths\"><li>a</li></ul>")
    #expect(HTMLPage.list(["a"], of: 9) == "<ul class=\"paths\"><li>a</li><li class=\"rest\">and 8 more</li></ul>")
  }
}
