// Text between quotes.

import Testing

@testable import UprightLabels

@Suite("Text in JSON")
struct JSONTextTests {
  @Test(
    "What escapes stand for",
    arguments: [
      ("plain", "plain"), (#"a\"b"#, "a\"b"), (#"\\\/"#, "\\/"), (#"\b\f\n\r\t"#, "\u{8}\u{c}\n\r\t"),
      (#"\u00e9"#, "é"), (#"\u00E9"#, "é"),
      (#"\ud83d\ude00"#, "😀"), (#"\ud83d"#, "\u{FFFD}"), (#"\ude00x"#, "\u{FFFD}x"), (#"\ud83dA"#, "\u{FFFD}A"),
      (#"\ud83d\u0041"#, "\u{FFFD}A"), ("é😀", "é😀"), ("", ""),
    ])
  func decoded(written: String, expected: String) {
    let bytes = Array(written.utf8)
    #expect(JSONText.decoded(bytes, bytes.indices) == expected)
  }

  @Test(
    "What is written is read again",
    arguments: ["", "a", "\"", "\\", "\n\r\t", "\u{1}\u{1f}\u{7f}", "é😀\u{2028}", "C:\\x\\u0041"])
  func thereAndBack(text: String) throws {
    var bytes: [UInt8] = []
    JSONText.append(text, to: &bytes)
    var scanner = try JSONScanner(LabelFile(name: "f", bytes: bytes))
    #expect(JSONText.decoded(bytes, try scanner.string()) == text)
    try scanner.finish()
  }

  @Test("Hexadecimal digits")
  func hex() {
    #expect((0...255).compactMap { JSONText.hex(UInt8($0)) }.count == 22)
    #expect(JSONText.hex(UInt8(ascii: "f")) == 15)
    #expect(JSONText.hex(UInt8(ascii: "A")) == 10)
  }

  @Test(
    "A backslash that begins no escape stays, and nothing behind the place is looked at",
    arguments: [
      (#"\"#, #"\"#), (#"a\"#, #"a\"#), (#"\u"#, #"\u"#), (#"\u1"#, #"\u1"#), (#"\u12g4"#, #"\u12g4"#),
      (#"\ud83d\u1"#, "\u{FFFD}\\u1"), (#"\ud83d\"#, "\u{FFFD}\\"), (#"\\\"#, #"\\"#),
    ])
  func noEscapes(written: String, expected: String) {
    let bytes = Array(written.utf8)
    #expect(JSONText.decoded(bytes, bytes.indices) == expected)
    let longer = bytes + Array("0041\\u0041".utf8)
    #expect(JSONText.decoded(longer, bytes.indices) == expected)
  }
}
