// Files with some changed positions.

import Testing

@testable import UprightLabels

@Suite("Patched bytes")
struct PatchedBytesTests {
  private let source = Array("a 12 b 345 c".utf8)

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private var tokens: [NumberToken] { [NumberToken(source, 2..<4), NumberToken(source, 7..<10)].compactMap(\.self) }

  @Test("Without changes all stays")
  func nothing() {
    var copy = PatchedBytes(source)
    #expect(copy.finished() == source)
  }

  @Test("Numbers change places or are written anew, and the rest stays")
  func numbers() {
    var copy = PatchedBytes(source)
    copy.replace(tokens, with: [.kept(1), .written(Array("0.5".utf8))])
    #expect(text(copy.finished()) == "a 345 b 0.5 c")
  }

  @Test("Places may be listed in any order")
  func order() {
    var copy = PatchedBytes(source)
    copy.replace(Array(tokens.places([.kept(1), .kept(0)], in: source).reversed()))
    #expect(text(copy.finished()) == "a 345 b 12 c")
  }

  @Test("A number that stays is no change")
  func kept() {
    #expect(tokens.places([.kept(0), .kept(1)], in: source).isEmpty)
  }

  @Test("The first and the last byte can be replaced")
  func ends() {
    var copy = PatchedBytes(source)
    copy.replace(0..<1, with: Array("xyz".utf8))
    copy.replace(11..<12, with: [])
    #expect(text(copy.finished()) == "xyz 12 b 345 ")
  }
}
