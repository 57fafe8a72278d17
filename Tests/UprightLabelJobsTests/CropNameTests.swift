// Names made from patterns and untrusted words.

import Testing

@testable import UprightBatch
@testable import UprightLabelJobs

@Suite struct CropNameTests {
  private func name(
    _ pattern: String, path: String = "deep/IMG_1.jpg", index: Int = 3, label: String? = "cat"
  ) throws -> String {
    try #require(CropName(pattern: pattern), "\(pattern)").name(path: path, index: index, label: label)
  }

  @Test(arguments: [
    ("{stem}-{index}-{label}", "IMG_1-3-cat"), ("{label}/{stem}-{index}", "cat/IMG_1-3"),
    ("{path}_{index}", "deep-IMG_1_3"), ("all", "all"), ("{index}{index}", "33"), ("a b/{label}", "a b/cat"),
  ])
  func fieldsAreFilledIn(pattern: String, expected: String) throws {
    #expect(try name(pattern) == expected)
  }

  @Test func theStandardPatternIsAPattern() throws {
    #expect(CropName.standard == CropName(pattern: CropName.standard.pattern))
    #expect(CropName.standard.name(path: "a.b.jpg", index: 1, label: nil) == "a.b-1-unlabelled")
    #expect(CropName.standard.name(path: "noend", index: 1, label: "x") == "noend-1-x")
  }

  @Test(arguments: [
    "", "/", "/tmp/{stem}", "../{stem}", "a/../{stem}", "{stem}/", "a//b", "./{stem}", "{name}", "{stem", "stem}",
    "{}", "{stem}}", "{{stem}}",
  ])
  func whatLeadsElsewhereOrMeansNothingIsNone(pattern: String) {
    #expect(CropName(pattern: pattern) == nil)
  }

  /// Labels that try to leave the folder, hide, or be something other than a name.
  static let hostile = [
    "../../etc/passwd", "..", ".", "", "/etc/passwd", "a/b", "a\\b", "C:\\x", ".hidden", "-rf", "~root", "a\u{0}b",
    "new\nline", "\u{202E}gpj.exe", "$(reboot)", "`x`", "*", "?", "\u{1B}[2J", "con\u{7F}", "\u{2028}", "\u{10FE80}",
    String(repeating: "long", count: 200), String(repeating: "\u{1F600}", count: 100),
  ]

  @Test(arguments: hostile)
  func noLabelLeadsOutOfTheFolder(label: String) throws {
    for pattern in ["{label}", "{label}/{stem}-{index}", "{stem}-{index}-{label}", "{label}{label}/x", ".{label}"] {
      let name = try name(pattern, label: label)
      let parts = name.split(separator: "/", omittingEmptySubsequences: false)
      #expect(parts.count == pattern.split(separator: "/").count, "\(name)")
      for part in parts {
        #expect(
          !["", ".", ".."].contains(part) && !part.hasPrefix(".") && !part.hasPrefix("-") && part.utf8.count <= 200)
        #expect(
          part.unicodeScalars.allSatisfy {
            $0.value >= 0x20 && $0.value != 0x7F && !"\\:*?<>|$`".contains(Character($0))
          })
      }
    }
  }

  @Test(arguments: hostile)
  func noImageDoesEither(path: String) throws {
    let name = try name("{path}/{stem}", path: path)
    #expect(name.split(separator: "/", omittingEmptySubsequences: false).count == 2)
    #expect(!name.hasPrefix(".") && !name.hasPrefix("/") && !name.contains("/.") && !name.contains("//"))
  }

  @Test func ordinaryWordsOfAnyLanguageStay() throws {
    for label in ["person", "traffic light", "Katze", "猫", "кот", "é", "a-b_c.d", "100%", "(x)", "a+b=c", "#1"] {
      #expect(try name("{label}", label: label) == label)
    }
  }

  @Test func longWordsAreCutBetweenCharacters() throws {
    let cut = try name("{label}", label: String(repeating: "猫", count: 100))
    #expect(cut == String(repeating: "猫", count: 26))
  }
}
