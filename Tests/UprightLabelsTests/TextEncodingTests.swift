// UTF-8 and invalid bytes.

import Testing
import UprightTestTools

@testable import UprightLabels

@Suite("UTF-8")
struct TextEncodingTests {
  @Test("Agrees with the standard library on random bytes", arguments: 0..<8)
  func random(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let interesting: [UInt8] = [
      0x41, 0x7F, 0x80, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFF, 0x8F, 0x90,
    ]
    for _ in 0..<4000 {
      let bytes = (0..<Int.random(in: 0...6, using: &random)).map { _ in interesting.randomElement(using: &random) ?? 0
      }
      #expect((TextEncoding.fault(in: bytes) == nil) == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
    }
  }

  @Test("Says where")
  func place() {
    #expect(TextEncoding.fault(in: Array("é€😀".utf8) + [0x80]) == 9)
    #expect(TextEncoding.fault(in: []) == nil)
  }

  @Test("Where the text begins")
  func start() throws {
    #expect(try TextEncoding.start(of: LabelFile(name: "f", bytes: [0xEF, 0xBB, 0xBF, 0x31]), LabelLimits()) == 3)
    #expect(try TextEncoding.start(of: LabelFile(name: "f", bytes: []), LabelLimits()) == 0)
    #expect(try TextEncoding.start(of: LabelFile(name: "f", bytes: [0x30, 0x20, 0x30, 0x20]), LabelLimits()) == 0)
  }

  @Test("Names the encoding")
  func named() {
    for (bytes, name) in [
      ([0xFF, 0xFE, 0x30, 0], "UTF-16"), ([0xFF, 0xFE, 0, 0], "UTF-32"), ([0x3C, 0, 0x61, 0], "UTF-16"),
    ] as [([UInt8], String)] {
      do {
        _ = try TextEncoding.start(of: LabelFile(name: "f", bytes: bytes), LabelLimits())
        Issue.record("\(bytes)")
      } catch { #expect(error.note.contains(name)) }
    }
  }
}
