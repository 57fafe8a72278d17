// What is said at the end of a batch.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightCLI

@Suite struct PictureBatchTests {
  private let edges =
    "because edges are not on whole blocks; --edge trim or recode turns"

  @Test(arguments: [
    (0, 0, 5, []), (1, 0, 1, ["1 of 1 is left to its tag"]), (1, 0, 18, ["1 of 18 is left to its tag"]),
    (9, 0, 18, ["9 of 18 are left to their tags"]), (0, 1, 3, ["1 of 3 is left to its tag"]),
    (2, 3, 7, ["2 of 7 are left to their tags", "3 of 7 are left to their tags"]),
  ])
  func hindrancesAreCounted(edges: Int, others: Int, count: Int, beginnings: [String]) {
    let hindrances =
      Array(repeating: PictureReport.Hindrance.other, count: others) + Array(repeating: .edges, count: edges)
    let lines = PictureBatch.summary(hindrances, of: count)
    #expect(lines.count == beginnings.count)
    for (line, beginning) in zip(lines, beginnings) { #expect(line.hasPrefix(beginning + ", because ")) }
    #expect(lines.count { $0.contains("--edge trim or recode") } == (edges > 0 ? 1 : 0))
    #expect(lines.count { $0.contains("--explain says why") } == (others > 0 ? 1 : 0))
  }

  @Test func formatsThatAreNotDecodedAreCountedEach() {
    let lines = PictureBatch.summary([.format(.heif), .other, .format(.png), .format(.heif), .edges], of: 9)
    #expect(lines.count == 4)
    #expect(lines[1] == "1 of 9 is left to its tag, because png is not decoded yet")
    #expect(lines[2] == "2 of 9 are left to their tags, because heif is not decoded yet")
  }

  @Test func limitsAreSaidToBeTheReason() throws {
    let album = try Album("6.jpg")
    let answer = try album.run("fix", "-i", "--max-pixels", "99", "6.jpg")
    #expect(answer.status == 0)
    let reason = "turning the pixels goes beyond --max-pixels or --max-memory; --explain says by how much"
    #expect(answer.complaints == "upright: 1 of 1 is left to its tag, because \(reason)\n")
  }

  @Test(arguments: [[], ["--json"], ["--explain"]])
  func filesLeftToTheirTagsAreCountedOnStandardError(_ options: [String]) throws {
    let album = try Album("1.jpg", "3-ragged.jpg", "6.jpg", "6-ragged.jpg", "8-ragged.jpg", "1-ragged.jpg")
    let answer = try UprightTool.run(["fix", "-i", "."] + options, in: album.folder)
    #expect(answer.status == 0)
    #expect(answer.complaints == "upright: 3 of 6 are left to their tags, \(edges) their pixels\n")
    #expect(!answer.text.contains("are left to their tags"))
  }

  @Test func eachIsNamedAsWell() throws {
    let album = try Album("1-ragged.jpg", "2-ragged.jpg", "6.jpg", "6-ragged.jpg")
    let answer = try album.run("fix", ".", "-o", "out/")
    #expect(
      answer.text == """
        ./1-ragged.jpg -> out/1-ragged.jpg: copy, 51x35, tag 1
        ./2-ragged.jpg -> out/2-ragged.jpg: copy, 51x35, keeps tag 2
        ./6-ragged.jpg -> out/6-ragged.jpg: copy, 51x35, keeps tag 6
        ./6.jpg -> out/6.jpg: transform, 48x32, tag 1
        """)
    #expect(answer.complaints == "upright: 2 of 4 are left to their tags, \(edges) their pixels\n")
  }

  @Test func whatFailsDoesNotCountAndTheCodeStays() throws {
    let album = try Album("6-ragged.jpg")
    try album.folder.write([1], as: "7.jpg")
    let answer = try album.run("fix", ".", "-o", "out")
    #expect(answer.status == 2)
    #expect(answer.complaints.hasSuffix("upright: 1 of 1 is left to its tag, \(edges) its pixels\n"))
  }

  @Test(arguments: ["fix --edge trim", "fix --edge recode", "fix --to tag", "rotate cw", "crop 0,0,9,9", "thumb 8"])
  func whereNobodyWantedThePixelsNothingIsCounted(_ command: String) throws {
    let album = try Album("6-ragged.jpg", "6.jpg")
    let words = command.split(separator: " ").map(String.init)
    let answer = try UprightTool.run(words + [".", "-o", "out"], in: album.folder)
    #expect(answer.status == 0)
    #expect(answer.complaints == "")
  }

  @Test func bakingThatFallsBackToTheTagIsCountedToo() throws {
    let album = try Album("6-ragged.jpg", "6.jpg")
    let answer = try album.run("rotate", "cw", "--bake", "-i", ".")
    #expect(answer.text == "./6-ragged.jpg: retag, 35x51, tag 3\n./6.jpg: transform, 32x48, tag 1")
    #expect(answer.complaints == "upright: 1 of 2 is left to its tag, \(edges) its pixels\n")
  }

  @Test func otherReasonsAreNotBlamedOnEdges() throws {
    let album = try Album()
    var pair = TinyJPEG(
      TinyImage.sixColors.enlarged(by: 16).stored(as: .rightTop), exif: TinyTIFF(orientation: 6))
    pair.furtherPictures = [TinyJPEG(.sixColors).bytes]
    try album.folder.write(pair.bytes, as: "pair.jpg")
    let answer = try album.run("fix", "-i", "pair.jpg")
    #expect(answer.text == "pair.jpg: unchanged, 48x32, keeps tag 6")
    let reason = "because the pixels cannot be turned without loss; --explain says why"
    #expect(answer.complaints == "upright: 1 of 1 is left to its tag, \(reason)\n")
  }

  @Test func aDryRunOnlyExplains() throws {
    let album = try Album("6-ragged.jpg")
    #expect(try album.run("fix", "-n", "6-ragged.jpg").complaints == "")
    #expect(try album.run("plan", "fix", "6-ragged.jpg").complaints == "")
  }
}
