// `--to-srgb` and `--linear`: what they ask for, and where they are refused.

import ArgumentParser
import Testing
import Upright
import UprightTestTools

@testable import UprightCLI

@Suite struct ColorOptionsTests {
  @Test func eachAsksForItsOwn() throws {
    func rendition(_ words: String...) throws -> Rendition {
      try ColorOptions.parse(words).applied(to: Rendition())
    }
    #expect(try rendition() == Rendition())
    #expect(try rendition("--to-srgb") == Rendition(colors: .srgb))
    #expect(try rendition("--linear") == Rendition(light: .linear))
    #expect(try rendition("--linear", "--to-srgb") == Rendition(light: .linear, colors: .srgb))
  }

  @Test(arguments: ["--to-srgb", "--linear"])
  func theyAreForPixels(_ option: String) throws {
    let album = try Album("6.jpg")
    for words in [["fix", "--to", "tag"], ["rotate", "cw"], ["plan", "fix", "--to", "tag"]] {
      let answer = try UprightTool.run(
        words + [option, "6.jpg"] + (words[0] == "plan" ? [] : ["-o", "out.jpg"]), in: album.folder)
      #expect(answer.status == 64 && answer.complaints.contains(option))
    }
  }

  @Test func thePlanSaysSo() throws {
    let album = try Album("6.jpg")
    let answer = try album.run("plan", "thumb", "24", "--linear", "6.jpg")
    #expect(answer.text.contains("decode stored 32x48") || answer.text.contains("in linear light"))
    #expect(answer.text.contains("in linear light") && !answer.text.contains("at 1/2"))
  }
}
