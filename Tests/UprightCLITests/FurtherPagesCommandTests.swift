// `rotate`, `orient` and `fix --to tag` of TIFFs with several pages: every page changes, or the file stays as it is.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite(.inProcess) struct FurtherPagesCommandTests {
  private func album(_ tags: [Int?], link: Int = 0) throws -> Album {
    let album = try Album()
    let image = TinyImage(width: 6, height: 4, filledWith: [9])
    var file = TinyTIFFFile(pages: tags.map { .init(image, entries: $0.map { [.orientation($0)] } ?? []) })
    file.lastLink = link
    try album.folder.write(file.bytes, as: "a.tif")
    return album
  }

  private func tags(_ album: Album, _ name: String = "a.tif") throws -> [Int] {
    try Probe(album.folder.read(name)).pages.map { Int($0.orientation.exif.rawValue) }
  }

  /// Stored under no tag, or in tags far apart, so that bytes are appended or several sectors change.
  @Test(arguments: [[6, 1, 8], [6, nil, 3], [nil, nil, nil], Array(repeating: 6, count: 40)])
  func everyPageRotatesAndGoesBack(_ before: [Int?]) throws {
    let album = try album(before)
    let bytes = try album.folder.read("a.tif")
    let turned = [1: 6, 6: 3, 3: 8, 8: 1]
    #expect(try album.run("rotate", "cw", "-i", "a.tif", "--journal", "j").status == 0)
    #expect(try tags(album) == before.map { turned[$0 ?? 1] })
    #expect(try album.run("rotate", "ccw", "a.tif", "-o", "b.tif").status == 0)
    #expect(try album.folder.read("b.tif") == bytes)
    #expect(try album.run("undo", "j").status == 0)
    #expect(try album.folder.read("a.tif") == bytes)
  }

  @Test func everyPageGetsTheTag() throws {
    let album = try album([3, nil, 8])
    #expect(try album.run("orient", "3", "-i", "a.tif").status == 0)
    #expect(try tags(album) == [3, 3, 3])
    #expect(try album.run("orient", "3", "-i", "a.tif").text.hasPrefix("a.tif: unchanged"))
  }

  @Test func everyTagIsWrittenCleanly() throws {
    let album = try album([6, 8])
    let image = TinyImage(width: 6, height: 4, filledWith: [9])
    let file = TinyTIFFFile(pages: [
      .init(image, entries: [.orientation(6)]), .init(image, entries: [TinyEntry(274, .long, [8])]),
    ])
    try album.folder.write(file.bytes, as: "a.tif")
    #expect(try album.run("fix", "--to", "tag", "-i", "a.tif").text.hasPrefix("a.tif: retag"))
    #expect(try tags(album) == [6, 8])
    let after = try album.folder.read("a.tif")
    #expect(zip(after, file.bytes).count { $0 != $1 } > 0)
    #expect(try album.run("fix", "--to", "tag", "-i", "a.tif").text.hasPrefix("a.tif: unchanged"))
  }

  @Test func aPageThatCannotBeWrittenIsNamedAndNothingChanges() throws {
    let album = try album([6, nil], link: 7)
    let bytes = try album.folder.read("a.tif")
    for words in [["rotate", "cw"], ["orient", "3"], ["orient", "6"]] {
      let answer = try UprightTool.run(words + ["-i", "a.tif"], in: album.folder)
      #expect(answer.status == 65)
      #expect(answer.complaints.contains("a.tif: page 2: the orientation is stored where it cannot be changed"))
      #expect(try album.folder.read("a.tif") == bytes, "\(words)")
    }
  }

  @Test func plansNameTheNumberOfPages() throws {
    let album = try album([6, 1, 8])
    let plan = try album.run("plan", "rotate", "cw", "a.tif")
    #expect(plan.text.contains("retag: 3 bytes change") && plan.text.contains("pages: applies to all 3"))
    #expect(try album.run("plan", "rotate", "cw", "--json", "a.tif").objects()[0]["pages"] as? Int == 3)
    #expect(try album.run("rotate", "cw", "--json", "a.tif", "-o", "b.tif").text.contains(#""pages":3"#))
  }

  @Test func verifyKnowsTheRotationOfEveryPage() throws {
    let album = try album([6, 1, 8])
    #expect(try album.run("rotate", "cw", "a.tif", "-o", "b.tif").status == 0)
    #expect(try album.run("verify", "a.tif", "b.tif").text.hasSuffix("rotated 90° clockwise; the same encoded data"))
  }
}
