// Bytes as text, compared with the vectors of RFC 4648 (section 10) and another program.

import Foundation
import Testing
import UprightTestTools

@testable import UprightFiles

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
