// Lines of JSON, compared with Foundation's reader.

import Foundation
import Testing
@testable import UprightFiles
import UprightTestTools

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

// Bytes as text, compared with the vectors of RFC 4648 (section 10) and another program.

@Suite struct Base64Tests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func theVectorsOfTheStandard(_ text: String, encoded: String) {
    #expect(Base64.text(Array(text.utf8)) == encoded)
    #expect(Base64.bytes(encoded) == Array(text.utf8))
  }

  @Test func allBytesAndLengths() {
    var random = SplitMix64(seed: 64)
    for count in 0..<200 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(Base64.text(bytes) == Data(bytes).base64EncodedString())
      #expect(Base64.bytes(Base64.text(bytes)) == bytes)
    }
  }

  @Test(arguments: [
    "Z", "Zg", "Zg=", "====", "Z===", "Zh==", "Zm9=", "Zg==Zg==", "Zm 9", "Zm9\n", "Zg===", "Zm9v\n", "Zm-_", "Zmé=",
  ])
  func whatIsNoBase64IsNothing(_ text: String) { #expect(Base64.bytes(text) == nil) }
}
