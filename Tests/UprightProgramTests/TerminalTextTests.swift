// Nothing in a name moves the cursor.

import Testing
import UprightFiles

@testable import UprightProgram

@Suite struct TerminalTextTests {
  @Test(arguments: [
    ("photo.jpg", "photo.jpg"), ("a\nb", "a\\nb"), ("a\tb\r", "a\\tb\\r"), ("\u{1B}[2J", "\\x1B[2J"),
    ("\u{7F}", "\\x7F"), ("\u{9B}", "\\u{9B}"), ("gpj.\u{202E}exe", "gpj.\\u{202E}exe"), ("\u{2066}", "\\u{2066}"),
    ("\u{2028}", "\\u{2028}"), ("æøå 日本", "æøå 日本"), ("👩‍👩‍👧", "👩‍👩‍👧"), ("\0", "\\x00"),
    (PathName.text([0xE9, 0x2E]), "\\xE9."), ("\u{E000}", "\u{E000}"),
  ])
  func controlsAreSpelledOut(text: String, expected: String) {
    #expect(TerminalText.plain(text) == expected)
  }

  @Test func noControlCharacterIsLeft() {
    for value in 0..<0x500 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let plain = TerminalText.plain(String(scalar))
      #expect(!plain.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
  }

  @Test(arguments: [
    ("a\nb\n", "a\nb\n"), ("a\u{1B}\nb\r\n", "a\\x1B\nb\\r\n"), ("\u{2028}\n", "\\u{2028}\n"), ("plain", "plain"),
  ])
  func linesStayLines(text: String, expected: String) { #expect(TerminalText.plainLines(text) == expected) }
}
