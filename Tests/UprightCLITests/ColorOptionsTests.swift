// `--to-srgb` and `--linear`: what they request, and where they are refused.

import ArgumentParser
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inProcess) struct ColorOptionsTests {
  private func settings(_ words: [String]) throws -> ResultSettings {
    try ResultSettings(FormatArguments.parse([]), ColorOptions.parse(words), StripOption.parse([]))
  }

  @Test func eachAsksForItsOwn() throws {
    func rendition(_ words: String...) throws -> Rendition {
      try settings(words).applied(to: Rendition())
    }
    #expect(try rendition() == Rendition())
    #expect(try rendition("--to-srgb") == Rendition(colors: .srgb))
    #expect(try rendition("--linear") == Rendition(light: .linear))
    #expect(try rendition("--linear", "--to-srgb") == Rendition(light: .linear, colors: .srgb))
  }

  @Test func aToneMapIsOneOfThree() throws {
    for map in Rendition.ToneMap.allCases {
      let wish = try settings(["--tone-map", map.rawValue]).applied(to: Rendition())
      #expect(wish.toneMap == map)
    }
    #expect(throws: (any Error).self) { try ColorOptions.parse(["--tone-map", "reinhard"]) }
  }

  /// HDR becomes SDR by default, and every form of report states it; in place and with `none` it is refused.
  @Test func whatIsToneMappedIsSaid() throws {
    let album = try Album("6.jpg")
    var file = SamplePNG.mixedColors(width: 24, height: 16, colorType: 2, depth: 16)
    file.chunks = [TinyPNG.Chunk("cICP", [9, 16, 0, 1])]
    try album.folder.write(file.bytes, as: "hdr.png")
    let said = "tone-mapped from PQ by BT.2390"
    let line = try album.run("thumb", "9", "hdr.png", "-o", "a.jpg")
    #expect(line.status == 0 && line.text == "hdr.png -> a.jpg: transcode, 9x6, tag 1 (\(said))")
    let explained = try album.run("thumb", "9", "hdr.png", "-o", "b.jpg", "--explain")
    #expect(explained.text.contains(said + " to sRGB"))
    let json = try album.run("thumb", "9", "hdr.png", "-o", "c.jpg", "--json")
    #expect(json.text.contains("\"toneMap\":\"\(said)\""))
    let clipped = try album.run("fix", "hdr.png", "-o", "d.jpg", "--tone-map", "clip")
    #expect(clipped.status == 0 && clipped.text.hasSuffix("(tone-mapped from PQ by clipping at 203 nits)"))
    #expect(try album.folder.read("a.jpg") == album.folder.read("b.jpg"))
    let refused = try album.run("thumb", "9", "hdr.png", "-o", "e.jpg", "--tone-map", "none")
    #expect(refused.status == 69 && refused.complaints.contains("it is HDR (PQ)"))
    let sheet = try album.run("sheet", "hdr.png", "-o", "sheet.png")
    #expect(sheet.status == 0 && sheet.complaints.contains(said))
    let verified = try album.run("rotate", "cw", "--bake", "hdr.png", "-o", "v.jpg", "--verify")
    #expect(verified.status == 0, "\(verified.complaints)")
  }

  @Test(arguments: ["--to-srgb", "--linear", "--tone-map=clip"])
  func theyAreForPixels(_ option: String) throws {
    let album = try Album("6.jpg")
    for words in [["fix", "--to", "tag"], ["rotate", "cw"], ["plan", "fix", "--to", "tag"]] {
      let answer = try UprightTool.run(
        words + [option, "6.jpg"] + (words[0] == "plan" ? [] : ["-o", "out.jpg"]), in: album.folder)
      #expect(answer.status == 64 && answer.complaints.contains(option.replacing("=clip", with: "")))
    }
  }

  @Test func thePlanSaysSo() throws {
    let album = try Album("6.jpg")
    let answer = try album.run("plan", "thumb", "24", "--linear", "6.jpg")
    #expect(answer.text.contains("decode stored 32x48") || answer.text.contains("in linear light"))
    #expect(answer.text.contains("in linear light") && !answer.text.contains("at 1/2"))
  }
}
