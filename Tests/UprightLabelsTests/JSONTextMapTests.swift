// The source positions of a text's bytes.

import Testing
import UprightTestTools

@testable import UprightLabels

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
