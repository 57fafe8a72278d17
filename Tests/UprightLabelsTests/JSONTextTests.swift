// Text between quotes.

import Testing
@testable import UprightLabels
import UprightTestTools

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

// The source positions of a text's bytes.

@Suite("Places in texts of JSON")
struct JSONTextMapTests {
  @Test(
    "The text is what is decoded, and plain parts are where they stand",
    arguments: [
      "", "plain 12", #"\"12\""#, #"\u00e9 12 \n"#, #"\ud83d\ude00 12"#, #"\ud83d12"#, "é 12", #"\\12\/"#,
      #"\ud83d\n12"#,
    ])
  func places(text: String) throws {
    let bytes = Array(("??" + text).utf8)
    let map = JSONTextMap(bytes, 2..<bytes.count)
    #expect(map.text == JSONText.decodedBytes(bytes, 2..<bytes.count))
    for at in map.text.indices where map.text[at] == 0x31 && at + 1 < map.text.count {
      let place = try #require(map.offset(of: at..<at + 2))
      #expect(Array(bytes[place]) == [0x31, 0x32])
    }
  }

  @Test("A part with an escape in it has no place")
  func escaped() {
    let bytes = Array(#"1\u0032 3\"4"#.utf8)
    let map = JSONTextMap(bytes, bytes.indices)
    #expect(Labels.text(map.text) == "12 3\"4")
    #expect(map.offset(of: 0..<1) == 0..<1 && map.offset(of: 0..<2) == nil && map.offset(of: 1..<2) == nil)
    #expect(map.offset(of: 3..<4) == 8..<9 && map.offset(of: 3..<5) == nil && map.offset(of: 4..<5) == nil)
    #expect(map.offset(of: 5..<6) == 11..<12 && map.offset(of: 0..<0) == nil && map.offset(of: 5..<9) == nil)
  }
}
