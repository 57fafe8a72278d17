// Known keys.

import Testing

@testable import UprightLabels

@Suite("Known keys")
struct JSONKeysTests {
  @Test("Keys are found in any order, also when written with escapes, and others are none")
  func found() {
    var keys = JSONKeys(["id", "bbox", "a"])
    for (text, expected) in [
      ("id", 0), ("bbox", 1), ("a", 2), ("a", 2), ("id", 0), ("ids", nil), ("i", nil), ("", nil), (#"\u0069d"#, 0),
      (#"bb\u006fx"#, 1),
      (#"\n"#, nil), ("bbox", 1),
    ] as [(String, Int?)] {
      let bytes = Array(text.utf8)
      #expect(keys.index(of: bytes.indices, in: bytes) == expected, "\(text)")
    }
  }
}
