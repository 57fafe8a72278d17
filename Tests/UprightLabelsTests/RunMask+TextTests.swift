// COCO's text for runs.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightLabels

@Suite("Runs as text")
struct RunMaskTextTests {
  /// Runs and the text that pycocotools 2.0.11 writes for them.
  private static let examples: [(width: Int, height: Int, runs: [Int], text: String)] = [
    (3, 2, [6], "6"),
    (3, 2, [0, 6], "06"),
    (3, 2, [1, 2, 3], "123"),
    (3, 2, [0, 1, 1, 1, 1, 1, 1], "0110000"),
    (10, 10, [34, 2, 8, 2, 54], "R1280^1"),
    (20, 30, [100, 50, 100, 250, 3, 97], "T3b1T3X6oLWK"),
  ]

  @Test("What pycocotools writes is read and written alike", arguments: examples.indices)
  func known(index: Int) throws {
    let (width, height, runs, text) = Self.examples[index]
    let size = PixelSize<Stored>(width: width, height: height)
    let mask = try #require(RunMask(size: size, text: Array(text.utf8)))
    #expect(mask.runs == runs)
    #expect(String(decoding: mask.text, as: UTF8.self) == text)
  }

  @Test("Random runs survive text", arguments: 0..<50)
  func random(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let runs = (0..<Int.random(in: 1...60, using: &random)).map { _ in
      Int.random(in: 0...(1 << Int.random(in: 0...40, using: &random)), using: &random)
    }
    #expect(RunText.runs(RunText.text(runs)) == runs)
  }

  @Test(
    "What is no such text is refused",
    arguments: ["P", "PPPPPPPPPPPPPPPPPPPP", "/", "p", " ", "6 6", "\u{7f}", "@", "1@", "oooooooooooo0", "0000O"])
  func wrong(text: String) {
    #expect(RunMask<Stored>(size: PixelSize(width: 3, height: 2), text: Array(text.utf8)) == nil)
  }

  @Test("Every prefix of a text is read or refused, without a trap")
  func prefixes() {
    var random = SplitMix64(seed: 9)
    let size = PixelSize<Stored>(width: 17, height: 13)
    let text = random.mask(in: size).text
    for end in text.indices { #expect(RunMask<Stored>(size: size, text: Array(text[..<end])) == nil) }
  }

  @Test("Differences that leave the range of numbers are refused")
  func overflow() {
    let largest = [UInt8](repeating: 48 + 0x3F, count: 11) + [48 + 0x0F]
    #expect(RunText.runs(largest + largest + largest + largest + largest + largest) != [])
    #expect(RunText.runs([UInt8](repeating: 48 + 0x20, count: 40)) == nil)
  }
}
