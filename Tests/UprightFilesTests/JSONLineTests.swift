// Lines of JSON, compared with Foundation's reader.

import Foundation
import Testing

@testable import UprightFiles

@Suite struct JSONLineTests {
  private func parsed(_ line: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(line.utf8), options: .fragmentsAllowed)
  }

  @Test func everyCharacterComesBack() throws {
    let scalars = (0..<0x3000).compactMap(Unicode.Scalar.init) + ["😀", "\u{10FFFF}", "\u{FEFF}", "\u{2028}"]
    for scalar in scalars {
      let text = "a" + String(scalar) + "b"
      let line = JSONLine.text(text).line
      #expect(try (parsed(line) as? String).map { Array($0.utf8) } == Array(text.utf8))
      #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F || $0.value == 0x2028 })
    }
  }

  @Test func bytesThatAreNoUTF8BecomeTheReplacementCharacter() throws {
    #expect(JSONLine.text(PathName.text([0x61, 0xFF, 0x62])).line == "\"a\u{FFFD}b\"")
  }

  @Test func keysKeepTheirOrder() {
    let line = JSONLine.about("p", [.init("z", .number(-1)), .init("a", .list([.text("x"), .object([])]))]).line
    #expect(line == #"{"schema":1,"path":"p","z":-1,"a":["x",{}]}"#)
  }
}
