// Names of random words: whatever they contain, they stay below the folder.

import Testing
import UprightTestTools

@testable import UprightBatch
@testable import UprightLabelJobs

extension CropNameTests {
  /// Characters with a special meaning somewhere, and some without.
  private static let characters: [Character] = [
    "/", "\\", ".", "..", "~", "-", ":", "\u{0}", "\n", "\u{7F}", "\u{202E}", "\u{FEFF}", " ", "a", "é", "猫",
    "\u{1F600}",
    "{", "}", "*", "$", "'", "\"", "\u{10FE80}", "\u{2028}", "%", "\u{0301}",
  ].compactMap { $0.count == 1 ? Character($0) : nil }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func randomWordsStayBelowTheFolder(seed: UInt64) throws {
    var numbers = SplitMix64(seed: seed)
    func word() -> String {
      let count = Int.random(in: 0..<12, using: &numbers)
      return String((0..<count).compactMap { _ in Self.characters.randomElement(using: &numbers) })
    }
    for pattern in ["{label}", "{label}/{path}/{stem}-{index}", "x/{stem}{label}"] {
      let name = try #require(CropName(pattern: pattern)).name(path: word(), index: 7, label: word())
      // A combining mark joins the slash before it into one character; to the system it stays a slash.
      let parts = name.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
      #expect(parts.count == pattern.split(separator: "/").count, "\(name.debugDescription)")
      for part in parts {
        #expect(part.first.map { !".-~".unicodeScalars.contains($0) } == true)
        #expect(part.allSatisfy { $0.value > 0x1F && $0.value != 0x7F && $0 != "\\" && $0 != ":" })
        #expect(String(part).utf8.count < 200)
      }
      #expect(TerminalText.plain(name) == name)
    }
  }

  @Test func theSameWordsGiveTheSameName() {
    for word in Self.hostile {
      let one = CropName.standard.name(path: "a.jpg", index: 1, label: word)
      #expect(one == CropName.standard.name(path: "a.jpg", index: 1, label: word))
      #expect(CropName.safe(CropName.safe(word)) == CropName.safe(word))
    }
  }
}
