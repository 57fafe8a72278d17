import Testing
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite struct PathRunsTests {
  private let names = (1...40).map { "\($0).jpg" }

  @Test func whatIsFoldedIsUnfoldedInItsOrder() {
    let lines = [
      names, ["--json"] + names, names + ["--json"], ["--jobs", "2"] + names,
      Array(names[..<20]) + ["-r"] + names[20...],
      ["--"] + names, ["-r", "--", "-x"] + names, names[..<30] + [""] + names[30...], names + ["", ""],
      names.map { $0 + "\u{301}\r\n" },
    ]
    for line in lines.map({ ["info"] + $0 }) {
      let folded = PathRuns.folded(line)
      #expect(folded.count <= 21)
      #expect(PathRuns.unfolded(folded) == line)
    }
  }

  @Test func theFirstWordsAndOptionsStayAsTheyAre() {
    let folded = PathRuns.folded(["rotate", "cw", "-i"] + names)
    #expect(folded.prefix(4) == ["rotate", "cw", "-i", "1.jpg"])
    #expect(folded.count == 12)
  }

  @Test func fewWordsAndOtherCommandsStayAsTheyAre() {
    for line in [["info"] + names[..<15], ["map"] + names, names, []] { #expect(PathRuns.folded(line) == line) }
  }

  @Test func manyFilesAreAllRead() throws {
    let album = try Album()
    for name in names { try album.add(name) }
    let answer = try UprightTool.run(["info"] + names, in: album.folder)
    let lines = String(decoding: answer.output, as: UTF8.self).split(separator: "\n")
    let read = lines.compactMap { line in names.first { line.split(separator: " ").contains($0[...]) } }
    #expect(read == names)
    let counted = try UprightTool.run(["audit"] + names, in: album.folder)
    #expect(String(decoding: counted.output, as: UTF8.self).contains("40"))
  }
}
