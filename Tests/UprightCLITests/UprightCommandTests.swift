// The words of the command line: every help page byte for byte, and the exit codes of invalid words.

import ArgumentParser
import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite struct UprightCommandTests {
  static let pages = [
    "", "info", "audit", "plan", "plan fix", "plan rotate", "plan orient", "plan crop", "plan thumb", "fix", "rotate",
    "orient", "crop", "thumb", "watch",
    "sheet", "show", "verify", "digest", "index",
    "samples", "labels", "labels audit", "labels convert", "labels overlay", "labels crop",
    "labels validate", "labels diff", "names", "compose", "batch", "worker", "map", "camera", "camera explain",
    "camera table", "camera stamp",
    "camera replay", "compat", "compat jhead", "compat exiftran", "undo", "recover", "config",
  ]

  /// What the program prints for a line that asks for help, in 80 columns: without a process, unless the parser leaves
  /// the line to the command, or another program answers.
  private static func help(_ words: [String]) throws -> String {
    if words[0] != "compat" {
      do { _ = try UprightCommand.parseAsRoot(words) } catch {
        let text = UprightCommand.fullMessage(for: error, columns: 80)
        return UprightCommand.help(text, asked: words).trimmingCharacters(in: .newlines)
      }
    }
    let answer = try UprightTool.run(words, environment: ["COLUMNS": "80"])
    #expect(answer.status == 0 && answer.complaints == "")
    return answer.text
  }

  @Test(arguments: pages)
  func helpReadsAsInTheGolden(_ page: String) throws {
    let words = page.split(separator: " ").map(String.init)
    let name = (["help"] + (words.isEmpty ? ["upright"] : words)).joined(separator: "-") + ".txt"
    #expect(try Golden.difference(Self.help(words + ["--help"]) + "\n", from: name) == nil)
  }

  @Test(arguments: [["--help"], ["-h"], ["labels", "convert", "--help"], ["fix", "-h"]])
  func theProgramPrintsTheHelp(_ words: [String]) throws {
    let answer = try UprightTool.run(words, environment: ["COLUMNS": "80"])
    #expect(answer.status == 0 && answer.complaints == "")
    #expect(try answer.text == Self.help(words))
  }

  /// The brief page has examples and at most ten options, each of which the whole page has too, also of the programs
  /// that commands become.
  @Test(arguments: pages)
  func theBriefHelpIsAPartOfTheWhole(_ page: String) throws {
    let words = page.split(separator: " ").map(String.init)
    let brief = try Self.help(words + ["-h"])
    let whole = try Golden.help(words) ?? Self.help(words + ["--help"])
    func options(_ text: String) -> Set<String> {
      Set(text.split(separator: "\n").filter { $0.hasPrefix("  -") }.compactMap { $0.split(separator: "  ").first })
        .reduce(into: []) { $0.insert(String($1)) }
    }
    #expect(options(brief).isSubset(of: options(whole)))
    guard !whole.contains("SUBCOMMANDS:") else { return #expect(brief == whole) }
    #expect(options(brief).count <= 10)
    #expect(brief.hasSuffix("'upright \(page) --help' explains everything, with all \(options(whole).count) options."))
    #expect(page.hasPrefix("plan") || brief.contains("\nExamples:\n  upright "))
    #expect(!brief.contains("OVERVIEW") && brief.contains("\nUsage: upright \(page) "))
  }

  @Test(arguments: pages.filter { !["", "plan"].contains($0) && !$0.hasPrefix("plan ") })
  func everyCommandShowsTwoExamples(_ page: String) throws {
    let help = try #require(Golden.help(page.split(separator: " ").map(String.init)))
    #expect(help.split(separator: "\n").count { $0.hasPrefix("  upright \(page) ") } >= 2)
  }

  @Test func theVersionIsANumber() throws {
    let answer = try UprightTool.run(["--version"])
    #expect(answer.status == 0)
    let first = try #require(answer.text.split(separator: "\n").first)
    #expect(first.split(separator: ".").allSatisfy { Int($0) != nil })
  }

  @Test(arguments: [
    ["nonsense"], ["fix"], ["fix", "a.jpg"], ["fix", "a.jpg", "-i", "-o", "b.jpg"],
    ["fix", "-i", "--edge", "some", "a.jpg"],
    ["fix", "a.jpg", "-o", "b.txt"], ["fix", "a.jpg", "-o", "b"], ["fix", "a.jpg", "-o", ""],
    ["fix", "-i", "--format", "png", "a.jpg"], ["fix", "a.jpg", "-o", "b.jpg", "--format", "png"],
    ["fix", "-i", "--break-hard-links", "a.jpg", "hard.jpg"], ["fix", "a.jpg", "6.jpg", "-o", "b.jpg"],
    ["rotate", "cw", "--edge", "trim", "-i", "a.jpg"], ["rotate", "cw", "--quality", "5", "-i", "a.jpg"],
    ["fix", "--to", "tag", "--edge", "trim", "-i", "a.jpg"], ["fix", "--to", "tag", "--quality", "9", "-i", "a.jpg"],
    ["plan", "fix", "--to", "tag", "--quality", "9", "a.jpg"], ["plan", "rotate", "cw", "--edge", "fail", "a.jpg"],
    ["rotate", "-i", "a.jpg"], ["rotate", "sideways", "-i", "a.jpg"], ["rotate", "45", "-i", "a.jpg"],
    ["orient", "9", "-i", "a.jpg"], ["orient", "6", "a.jpg"],
    ["fix", "--check", "-i", "a.jpg"], ["fix", "-i", "--all", "a.jpg"], ["fix", "-i", "--update", "a.jpg"],
    ["fix", "a.jpg", "-o", "b.jpg", "--force", "--skip-existing"],
    ["crop", "1,2,3", "-i", "a.jpg"], ["crop", "0,0,0,5", "-i", "a.jpg"],
    ["crop", "square", "--size", "5x", "a.jpg", "-i"],
    ["crop", "square", "--space", "stored", "-i", "a.jpg"], ["crop", "square", "--pad", "red", "-i", "a.jpg"],
    ["thumb", "0", "-i", "a.jpg"], ["thumb", "5", "--quality", "0", "-i", "a.jpg"],
    ["thumb", "5", "--jobs", "0", "-i", "a"],
    ["fix", "--quality", "101", "-i", "a.jpg"], ["sheet", "a.jpg"], ["sheet", "a.jpg", "-o", "a.jpg"], ["info"],
    ["info", "--max-pixels", "5", "a.jpg"], ["plan"], ["plan", "crop"], ["samples"], ["map"],
    ["names"], ["names", "9"], ["names", "255"], ["names", "6", "--csv"], ["names", "6", "--table"],
    ["names", "--table", "--csv", "--json"], ["names", "6", "7"], ["compose"], ["compose", "6", "sideways"],
    ["compose", "6", "--table"], ["compose", "-1"], ["audit"], ["audit", "--fail-on", "nonsense", "a.jpg"],
    ["audit", "--fail-on", "none", "--fail-on", "trailer", "a.jpg"], ["audit", "--html", "", "a.jpg"],
    ["audit", "--force", "a.jpg"], ["info", "--prefer", "xmp", "a.jpg"],
    ["verify", "a.jpg"], ["verify", "a.jpg", "6.jpg", "hard.jpg"], ["digest"],
    ["digest", "--max-pixels", "0", "a.jpg"],
  ])
  func wordsThatMakeNoSenseAre64AndChangeNothing(_ words: [String]) throws {
    let album = try Album("6.jpg")
    try album.folder.write(Album.photo(6), as: "a.jpg")
    try FileManager.default.linkItem(atPath: album.folder.path("a.jpg"), toPath: album.folder.path("hard.jpg"))
    let before = try album.contents()
    let answer = try UprightTool.run(words, in: album.folder)
    // A command that only groups others shows its help.
    if words == ["plan"] {
      #expect(answer.status == 0)
    } else {
      #expect(answer.status == 64, "\(words)")
      #expect(answer.complaints.contains("Error: "))
    }
    #expect(try album.contents() == before)
  }

  @Test func whereTheResultGoesHasToBeSaid() throws {
    let album = try Album("6.jpg")
    let answer = try album.run("fix", "6.jpg")
    #expect(answer.complaints.contains("say where the result goes: -o FILE, -o FOLDER/, or -i"))
  }

  // MARK: Exit codes, each shown by a run

  /// Runs on a photo, one with partial edge blocks, damaged ones and a file that is not an image, with their exit
  /// codes.
  static let runs: [(words: String, code: Int32)] = [
    ("info 6.jpg", 0), ("fix -i 6.jpg", 0), ("fix -i 6-ragged.jpg", 2), ("plan fix 6.jpg", 0), ("--help", 0),
    ("names 6", 0), ("compose 6 2", 0), ("names 255", 64), ("compose 6 0", 64),
    ("fix -i cut.jpg", 65), ("fix -i cut.jpg 6.jpg", 2), ("fix -i --max-pixels 9 6.jpg", 65),
    ("rotate 180 -i 1.jpg", 0), ("rotate 180 -i cut.jpg 6.jpg", 2), ("thumb 8 cut.jpg 6.jpg -o out", 2),
    ("audit 6.jpg 3.jpg", 0), ("audit --fail-on none twisted.png", 0), ("audit twisted.png", 1),
    ("audit --fail-on extension-wrong twisted.png 6.jpg", 1), ("audit --fail-on trailer twisted.png", 0),
    ("audit --fail-on not-upright 6.jpg", 1), ("fix --check 6.jpg", 1), ("fix --check 1.jpg", 0),
    ("fix --check 6.jpg text.jpg", 2), ("fix --check short.jpg", 65), ("fix --check text.jpg", 69),
    ("fix --check missing.jpg", 74), ("fix --check -i 6.jpg", 64), ("orient 3 -i 6.jpg", 0),
    ("orient 6 -i picture.gif", 69), ("audit 6.jpg text.jpg", 2), ("audit text.jpg", 69), ("audit short.jpg", 65),
    ("audit missing.jpg", 74),
    ("audit 6.jpg --html no/such/a.html", 74), ("audit 6.jpg --html 3.jpg --force", 64),
    ("info 6.jpg missing.jpg", 2), ("fix -i 6.jpg text.jpg", 2), ("thumb 8 6.jpg short.jpg -o out", 2),
    ("sheet 6.jpg text.jpg -o sheet.png", 2), ("plan crop 40,0,8,8 6.jpg 6-ragged.jpg missing.jpg", 2),
    ("nonsense", 64), ("fix 6.jpg", 64), ("fix --edge fail -i 6-ragged.jpg", 64), ("crop 900,0,1,1 6.jpg -o a.jpg", 64),
    ("plan crop 900,0,1,1 6.jpg", 64), ("rotate cw --edge trim -i 6.jpg", 64),
    ("info short.jpg", 65), ("fix --edge trim -i cut.jpg", 65), ("thumb 8 --max-pixels 9 6.jpg -o a.jpg", 65),
    ("plan thumb 8 --max-memory 9 6.jpg", 65), ("rotate cw -i short.jpg", 65),
    ("info text.jpg", 69), ("fix -i text.jpg", 69), ("crop square picture.mov -o a.jpg", 69),
    ("sheet text.jpg -o a.png", 69),
    ("info missing.jpg", 74), ("fix 6.jpg -o no/such/a.jpg", 74), ("fix 6.jpg -o 3.jpg", 74), ("samples 6.jpg/in", 74),
    ("map --from vision --to stored --of 6.jpg 0,0,1,1", 0),
    ("map --from vision --to stored --of 6.jpg 0,0,1,1 x", 2), ("map --from vision --to stored --of text.jpg 0,0", 69),
    ("map --from vision --to stored --of short.jpg 0,0", 65), ("map --from vision --to stored --of no.jpg 0,0", 74),
    ("map --from vision --to stored 0,0", 64),
    ("sheet 6.jpg -o no/such/a.png", 74), ("thumb 8 missing.jpg -o a.jpg", 74),
  ]

  @Test(arguments: runs)
  func everyCodeIsThatOfTheTable(words: String, code: Int32) throws {
    let album = try Album("1.jpg", "3.jpg", "6.jpg", "6-ragged.jpg")
    try album.addDamaged("cut", as: "cut.jpg")
    try album.folder.write(Array(Album.photo(6).prefix(60)), as: "short.jpg")
    try album.folder.write(Array("no picture".utf8), as: "text.jpg")
    try album.folder.write(Album.photo(6), as: "twisted.png")
    try album.folder.write(TinyGIF(.sixColors).bytes, as: "picture.gif")
    try album.folder.write(TinyMovie(.sixColors, as: .topLeft).bytes, as: "picture.mov")
    let before = try album.contents()
    let answer = try UprightTool.run(words.split(separator: " ").map(String.init), in: album.folder)
    #expect(answer.status == code, "\(answer.complaints)")
    #expect(
      answer.complaints.isEmpty == (code < 2) || words.hasPrefix("audit") || words.contains("cut")
        || words.contains("-i 6-ragged") || words.contains("--check"))
    guard code > 2 else { return }
    // What keeps its tag because of damage or a limit has its line all the same.
    let keepsTag = ["fix -i cut.jpg", "fix -i --max-pixels 9 6.jpg"].contains(words)
    #expect((answer.text == "") != keepsTag || words.hasPrefix("audit"))
    #expect(try album.contents() == before)
  }

  @Test func theTableNamesEveryCodeThatIsPromised() throws {
    let help = try Set(UprightTool.run(["--help"]).text.split { !$0.isNumber })
    for code in Set(Self.runs.map(\.code)) { #expect(help.contains("\(code)")) }
    #expect(Set(Self.runs.map(\.code)) == [0, 1, 2, 64, 65, 69, 74])
  }

  // MARK: Examples

  @Test(arguments: pages.filter { !["", "plan"].contains($0) })
  func everyExampleIsUnderstood(_ page: String) throws {
    let help = try #require(Golden.help(page.split(separator: " ").map(String.init)))
    let examples = help.split(separator: "\n").filter { $0.hasPrefix("  upright ") }
    #expect(!examples.isEmpty)
    for example in examples {
      let words = Array(try #require(CommandWords.split(String(example))).dropFirst())
      #expect(throws: Never.self, "\(example)") { try UprightCommand.parseAsRoot(words) }
    }
  }
}
