// The fuzzer's trial for labels, on its own seeds, their prefixes, and randomly changed bytes.

import Foundation
import Testing
import UprightTestTools

@Suite struct LabelTrialTests {
  /// Whether everything is tried, as `Scripts/check fuzz` asks for.
  private static let triesAll = ProcessInfo.processInfo.environment["UPRIGHT_LABEL_TRIALS"] == "all"

  @Test func theSeedsAreOfEveryFormatAndHaveNothingWrong() {
    #expect(Set(LabelTrial.seeds.map { Int($0[0]) }) == Set(LabelTrial.codings.indices))
    for seed in LabelTrial.seeds { #expect(LabelTrial.complaint(seed) == nil, "\(seed[0])") }
  }

  @Test(arguments: LabelTrial.codings.indices)
  func everyPrefixIsReadOrRefused(format: Int) {
    for seed in LabelTrial.seeds where Int(seed[0]) == format {
      for count in seed.indices { #expect(LabelTrial.complaint(Array(seed[..<count])) == nil, "\(count)") }
    }
  }

  @Test(arguments: LabelTrial.codings.indices)
  func changedBytesAreReadOrRefused(format: Int) {
    var random = SplitMix64(seed: UInt64(format) + 1)
    let letters = Array("0123456789.-+eE,:;\"'[]{}<>/&= \n\t".utf8) + [0, 0xFF, 0xC3]
    for seed in LabelTrial.seeds where Int(seed[0]) == format && seed.count > 1 {
      for _ in 0..<(Self.triesAll ? 1_500 : 300) {
        var bytes = seed
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          bytes[Int.random(in: 1..<bytes.count, using: &random)] = letters.randomElement(using: &random) ?? 0
        }
        #expect(LabelTrial.complaint(bytes) == nil, "\(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }

  /// The runs of digits of an input, without the byte that selects its format.
  private static func numbers(_ input: [UInt8]) -> [Range<Int>] {
    var (found, start): ([Range<Int>], Int?) = ([], nil)
    for index in input.indices.dropFirst() {
      let isDigit = (0x30...0x39).contains(input[index])
      if isDigit, start == nil { start = index }
      if !isDigit, let begun = start {
        found.append(begun..<index)
        start = nil
      }
    }
    return found
  }

  private static let absurd = [
    "1e308", "-1e308", "1e-320", "1e999", "NaN", "-0", "-5", "0", String(repeating: "9", count: 400), "0x10", "",
  ]

  /// Three texts for each number, in turn, unless all are tried: a format has many numbers of each kind.
  @Test("Each number of each format, replaced by ones that no file should have", arguments: absurd.indices)
  func absurdNumbers(index: Int) {
    let text = Self.absurd[index]
    for seed in LabelTrial.seeds {
      for (number, range) in Self.numbers(seed).enumerated()
      where Self.triesAll || (number + index) % Self.absurd.count < 3 {
        var input = seed
        input.replaceSubrange(range, with: Array(text.utf8))
        #expect(LabelTrial.complaint(input) == nil, "\(String(decoding: input, as: UTF8.self))")
      }
    }
  }

  private static let found = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fuzz/Regressions/labels")

  @Test func whatTheFuzzerFoundStaysMended() throws {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: Self.found.path)) ?? [] {
      let bytes = Array(try Data(contentsOf: Self.found.appendingPathComponent(name)))
      #expect(LabelTrial.complaint(bytes) == nil, "\(name)")
    }
  }
}
