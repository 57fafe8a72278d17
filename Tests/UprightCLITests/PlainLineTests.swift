import Testing
import UprightTestTools

@testable import UprightCLI

@Suite struct PlainLineTests {
  private func line(_ words: String...) -> PlainLine? { PlainLine(words) }

  @Test func plainLinesAreUnderstood() {
    #expect(line("info", "a") == PlainLine(deed: .info, paths: ["a"], recursive: false, json: false))
    #expect(
      line("info", "--json", "a", "-r", "b") == PlainLine(deed: .info, paths: ["a", "b"], recursive: true, json: true))
    #expect(
      line("rotate", "-i", "ccw", "a", "b", "--recursive")
        == PlainLine(deed: .rotate(.anticlockwise), paths: ["a", "b"], recursive: true, json: false))
    for to in [["--to", "tag"], ["--to=tag"]] {
      #expect(
        PlainLine(["fix", "--in-place"] + to + ["a"])
          == PlainLine(deed: .settle, paths: ["a"], recursive: false, json: false))
    }
  }

  @Test(arguments: [
    [], ["info"], ["info", ""], ["info", "a", ""], ["info", "-"], ["info", "--", "a"], ["info", "-rj", "a"],
    ["info", "--xmp", "a"], ["info", "-i", "a"], ["info", "--json", "--json", "a"], ["info", "--help", "a"],
    ["help", "info"],
    ["rotate", "cw", "a"], ["rotate", "-i", "cw"], ["rotate", "-i", "left", "a"], ["rotate", "-i", "a", "cw"],
    ["rotate", "-i", "--bake", "cw", "a"], ["rotate", "-i", "cw", "a", "-o", "b"],
    ["rotate", "-i", "--to", "tag", "cw", "a"],
    ["fix", "-i", "a"], ["fix", "-i", "--to", "pixels", "a"], ["fix", "-i", "a", "--to"], ["fix", "--to", "tag", "a"],
    ["fix", "-i", "--to", "tag", "--to", "tag", "a"], ["crop", "-i", "a"], ["--version"],
  ])
  func everyOtherLineIsLeftToTheParser(words: [String]) {
    #expect(PlainLine(words) == nil)
  }

  // With an option more that changes nothing, the parser takes the same line.
  @Test(arguments: [
    ["info"], ["info", "--json"], ["info", "--json", "-r"], ["rotate", "-i", "cw"],
    ["rotate", "-i", "--json", "-r", "transpose"],
    ["rotate", "180", "--in-place", "--recursive"], ["fix", "-i", "--to", "tag"],
    ["fix", "--to=tag", "--json", "-i", "-r"],
  ])
  func theParserDoesTheSame(words: [String]) throws {
    let extra = words[0] == "fix" ? ["--jobs", "9"] : ["-j", "9"]
    for paths in [
      ["1.jpg"], ["6.jpg", "5.jpg", "6.jpg"], ["."], ["3.jpg", "none.jpg", "words.txt", "inner"], ["none.jpg"],
    ] {
      let (plain, parsed) = (try album(), try album())
      #expect(PlainLine(words + paths) != nil)
      #expect(PlainLine(words + extra + paths) == nil)
      let one = try UprightTool.run(words + paths, in: plain.folder)
      let other = try UprightTool.run(words + extra + paths, in: parsed.folder)
      #expect(one.output == other.output)
      #expect(one.complaints == other.complaints)
      #expect(one.status == other.status)
      #expect(try plain.contents() == parsed.contents())
    }
  }

  private func album() throws -> Album {
    let album = try Album("1.jpg", "3.jpg", "5.jpg", "6.jpg", "inner/8.jpg", "inner/0.jpg")
    try album.folder.write(Array("no picture".utf8), as: "words.txt")
    return album
  }
}
