// The last lines of a batch's output.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inOptions) struct ImageBatchTests {
  private let edges =
    "edges do not fall on whole JPEG blocks. --edge recode or --edge trim rotates"

  @Test(arguments: [
    (0, 0, 5, []), (1, 0, 1, ["1 of 1 kept its orientation tag"]), (1, 0, 18, ["1 of 18 kept its orientation tag"]),
    (9, 0, 18, ["9 of 18 kept their orientation tags"]), (0, 1, 3, ["1 of 3 kept its orientation tag"]),
    (2, 3, 7, ["2 of 7 kept their orientation tags", "3 of 7 kept their orientation tags"]),
  ])
  func hindrancesAreCounted(edges: Int, others: Int, count: Int, beginnings: [String]) {
    let keptTagReasons =
      Array(repeating: ImageReport.KeptTagReason.other, count: others) + Array(repeating: .edges, count: edges)
    let lines = BatchSentences.summary(keptTagReasons, of: count)
    #expect(lines.count == beginnings.count)
    for (line, beginning) in zip(lines, beginnings) { #expect(line.hasPrefix(beginning + ": ")) }
    #expect(lines.count { $0.contains("--edge recode or --edge trim") } == (edges > 0 ? 1 : 0))
    #expect(lines.count { $0.contains("see --explain") } == (others > 0 ? 1 : 0))
  }

  @Test func formatsThatAreNotDecodedAreCountedEach() {
    let lines = BatchSentences.summary([.format(.heif), .other, .format(.png), .format(.heif), .edges], of: 9)
    #expect(lines.count == 4)
    #expect(lines[1] == "1 of 9 kept its orientation tag: PNG pixels cannot be decoded yet")
    #expect(lines[2] == "2 of 9 kept their orientation tags: HEIC pixels cannot be decoded yet")
  }

  @Test func limitsAreSaidToBeTheReason() throws {
    let album = try Album("6.jpg")
    let answer = try album.run("fix", "-i", "--max-pixels", "99", "6.jpg")
    #expect(answer.status == 65)
    let reason = "rotating its pixels exceeds a limit; --max-memory or --max-pixels allows more"
    #expect(
      answer.complaints == """
        upright: 6.jpg: over the limit: 1536 pixels, 99 allowed: kept tag 6
        upright: 1 PHOTO STILL NEEDS ROTATION: \(reason)

        """)
  }

  @Test func animationsAreSaidToBeTheReason() throws {
    let album = try Album()
    var file = TinyPNG(.sixColors, exif: TinyTIFF(orientation: 6))
    file.animate([TinyFrame(.sixReversed)])
    for name in ["a.png", "b.png"] { try album.folder.write(file.bytes, as: name) }
    let rest = "whose pixels are not rotated; --frame N makes a still image of one frame\n"
    let one = try album.run("fix", "-i", "a.png")
    #expect(one.complaints == "upright: 1 of 1 kept its orientation tag: it is an animation, \(rest)")
    let both = try album.run("fix", "-i", "a.png", "b.png")
    #expect(both.complaints == "upright: 2 of 2 kept their orientation tags: they are animations, \(rest)")
  }

  @Test(arguments: [[], ["--json"], ["--explain"]])
  func filesLeftToTheirTagsAreCountedOnStandardError(_ options: [String]) throws {
    let album = try Album("1.jpg", "3-ragged.jpg", "6.jpg", "6-ragged.jpg", "8-ragged.jpg", "1-ragged.jpg")
    let answer = try UprightTool.run(["fix", "-i", "--edge", "keep-tag", "."] + options, in: album.folder)
    #expect(answer.status == 0)
    #expect(answer.complaints == "upright: 3 of 6 kept their orientation tags: \(edges) their pixels\n")
    #expect(!answer.text.contains("kept their orientation tags"))
  }

  @Test func eachIsNamedAsWell() throws {
    let album = try Album("1-ragged.jpg", "2-ragged.jpg", "6.jpg", "6-ragged.jpg")
    let answer = try album.run("fix", "--edge", "keep-tag", ".", "-o", "out/")
    #expect(
      answer.text == """
        ./1-ragged.jpg -> out/1-ragged.jpg: copy, 51x35, tag 1
        ./2-ragged.jpg -> out/2-ragged.jpg: copy, 51x35, keeps tag 2
        ./6-ragged.jpg -> out/6-ragged.jpg: copy, 51x35, keeps tag 6
        ./6.jpg -> out/6.jpg: transform, 48x32, tag 1
        """)
    #expect(answer.complaints == "upright: 2 of 4 kept their orientation tags: \(edges) their pixels\n")
  }

  @Test func whatFailsDoesNotCountAndTheCodeStays() throws {
    let album = try Album("6-ragged.jpg")
    try album.folder.write([1], as: "7.jpg")
    let answer = try album.run("fix", "--edge", "keep-tag", ".", "-o", "out")
    #expect(answer.status == 2)
    #expect(answer.complaints.hasSuffix("upright: 1 of 1 kept its orientation tag: \(edges) its pixels\n"))
  }

  @Test(arguments: ["fix --edge trim", "fix --edge recode", "fix --to tag", "rotate cw", "crop 0,0,9,9", "thumb 8"])
  func whereNobodyWantedThePixelsNothingIsCounted(_ command: String) throws {
    let album = try Album("6-ragged.jpg", "6.jpg")
    let words = command.split(separator: " ").map(String.init)
    let answer = try UprightTool.run(words + [".", "-o", "out"], in: album.folder)
    #expect(answer.status == 0)
    #expect(answer.complaints == "")
  }

  @Test func whatInPlaceOnlyReencodingWouldRotateIsCountedInCapitals() throws {
    let album = try Album("1-ragged.jpg", "3-ragged.jpg", "6.jpg", "6-ragged.jpg")
    let before = try album.contents()
    let answer = try album.run("fix", "-i", ".")
    #expect(answer.status == 2)
    let sentence =
      "rotating their pixels means re-encoding. Write the result elsewhere with -o FOLDER/, or add "
      + "--journal FILE, so that `upright undo FILE` can revert it\n"
    #expect(answer.complaints == "upright: 2 PHOTOS STILL NEED ROTATION: " + sentence)
    let after = try album.contents()
    #expect(before.keys.filter { before[$0] != after[$0] } == ["6.jpg"])
    let one = try album.run("fix", "-i", "3-ragged.jpg")
    #expect(one.complaints.hasPrefix("upright: 1 PHOTO STILL NEEDS ROTATION: rotating its pixels"))
  }

  @Test func otherReasonsAreNotBlamedOnEdges() throws {
    let album = try Album()
    var pair = TinyJPEG(
      TinyImage.sixColors.enlarged(by: 16).stored(as: .rightTop), exif: TinyTIFF(orientation: 6))
    pair.furtherImages = [TinyJPEG(.sixColors).bytes]
    try album.folder.write(pair.bytes, as: "pair.jpg")
    let answer = try album.run("fix", "-i", "pair.jpg")
    #expect(answer.text == "pair.jpg: unchanged, 48x32, keeps tag 6")
    let reason = "the pixels cannot be rotated without loss; see --explain"
    #expect(answer.complaints == "upright: 1 of 1 kept its orientation tag: \(reason)\n")
  }

  @Test func aPlanOnlyExplains() throws {
    let album = try Album("6-ragged.jpg")
    #expect(try album.run("plan", "fix", "6-ragged.jpg").complaints == "")
  }
}
