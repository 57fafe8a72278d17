// The words of the command line: every help page byte for byte, and the exit codes of words that make no sense.

import Foundation
import Testing
import UprightTestTools

@Suite struct UprightCommandTests {
  static let pages = [
    "", "info", "plan", "plan fix", "plan rotate", "plan crop", "plan thumb", "fix", "rotate", "crop", "thumb", "sheet",
    "samples",
  ]

  @Test(arguments: pages)
  func helpReadsAsInTheGolden(_ page: String) throws {
    let words = page.split(separator: " ").map(String.init)
    let answer = try UprightTool.run(words + ["--help"], environment: ["COLUMNS": "80"])
    #expect(answer.status == 0)
    #expect(answer.complaints == "")
    let name = (["help"] + (words.isEmpty ? ["upright"] : words)).joined(separator: "-") + ".txt"
    #expect(try Golden.difference(answer.text + "\n", from: name) == nil)
  }

  @Test(arguments: pages.filter { !["", "plan"].contains($0) && !$0.hasPrefix("plan ") })
  func everyCommandShowsTwoExamples(_ page: String) throws {
    let help = try UprightTool.run([page, "--help"]).text
    #expect(help.split(separator: "\n").count { $0.hasPrefix("  upright \(page) ") } >= 2)
  }

  @Test func theVersionIsANumber() throws {
    let answer = try UprightTool.run(["--version"])
    #expect(answer.status == 0)
    #expect(answer.text.split(separator: ".").allSatisfy { Int($0) != nil })
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
    ["rotate", "-i", "a.jpg"], ["rotate", "left", "-i", "a.jpg"],
    ["crop", "1,2,3", "-i", "a.jpg"], ["crop", "0,0,0,5", "-i", "a.jpg"],
    ["crop", "square", "--size", "5x", "a.jpg", "-i"],
    ["crop", "square", "--space", "stored", "-i", "a.jpg"], ["crop", "square", "--pad", "red", "-i", "a.jpg"],
    ["thumb", "0", "-i", "a.jpg"], ["thumb", "5", "--quality", "0", "-i", "a.jpg"],
    ["thumb", "5", "--jobs", "0", "-i", "a"],
    ["fix", "--quality", "101", "-i", "a.jpg"], ["sheet", "a.jpg"], ["sheet", "a.jpg", "-o", "a.jpg"], ["info"],
    ["info", "--max-pixels", "5", "a.jpg"], ["plan"], ["plan", "crop"], ["samples"],
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
}
