// The contact sheet as another program reads it.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.enabled(if: OutsideTool.pillow.isInstalled, "needs python3 with Pillow"))
struct SheetCommandTests {
  /// The sheet's pixels as Pillow reads them.
  private func pixels(_ album: Album) throws -> TinyImage {
    let script = "import PIL.Image as I; I.open('sheet.png').convert('RGB').save('sheet.ppm')"
    let answer = try OutsideTool.pillow.run(["-c", script], in: album.folder)
    #expect(answer.status == 0, "\(answer.complaints)")
    return try #require(TinyImage(portableMap: album.folder.read("sheet.ppm")))
  }

  @Test(arguments: 1...8)
  func cardsShowTheFileAsStoredAndAsDisplayed(_ tag: Int) throws {
    let album = try Album("\(tag).jpg")
    let answer = try album.run("sheet", "\(tag).jpg", "-o", "sheet.png")
    #expect(answer.text == "sheet.png: 1 picture")
    let sheet = try pixels(album)
    #expect((sheet.width, sheet.height) == (560 + 48, 354 + 48))
    // The boxes of 240 × 240 begin below two lines of text; the photo is 48 × 32 and is not enlarged.
    let (left, top) = (24 + 16, 24 + 16 + 2 * 24)
    let right = left + 240 + 48
    let swaps = tag > 4
    let shown = (x: right + 96, y: top + 104)
    let colors =
      [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 0], [255, 0, 255], [255, 255, 255]] as [[UInt8]]
    for (place, color) in colors.enumerated() {
      expectNear(sheet[shown.x + place % 3 * 16 + 8, shown.y + place / 3 * 16 + 8], color)
    }
    let kept = swaps ? (x: left + 104, y: top + 96) : (x: left + 96, y: top + 104)
    let stored = TinyImage.sixColors.stored(as: try #require(.init(rawValue: UInt8(tag))))
    for y in 0..<stored.height {
      for x in 0..<stored.width { expectNear(sheet[kept.x + x * 16 + 8, kept.y + y * 16 + 8], stored[x, y]) }
    }
  }

  @Test func aSheetDoesNotReplaceWhatItShows() throws {
    let album = try Album("6.jpg")
    #expect(try album.run("fix", "6.jpg", "-o", "6.png").status == 0)
    let before = try album.contents()
    for output in ["6.png", "./6.png"] {
      let answer = try album.run("sheet", "6.jpg", "6.png", "-o", output, "--force")
      #expect(answer.status == 64 && answer.complaints.contains("is one of the input files"), "\(answer.complaints)")
      #expect(try album.contents() == before)
    }
  }

  @Test(arguments: [0o444, 0o000])
  func aSheetOfProtectedPhotosIsItsOwners(mode: Int) throws {
    let album = try Album("6.jpg")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: album.folder.path("6.jpg"))
    guard getuid() == 0 || mode > 0 else { return }
    for (words, name) in [
      (["sheet", "6.jpg", "-o", "sheet.png"], "sheet.png"), (["audit", "6.jpg", "--html", "page.html"], "page.html"),
    ] {
      _ = try UprightTool.run(words, in: album.folder)
      let attributes = try FileManager.default.attributesOfItem(atPath: album.folder.path(name))
      #expect(attributes[.posixPermissions] as? Int == mode & 0o044 | 0o600)
    }
  }

  @Test func filesThatFailAreNamedAndTheOthersAreDrawn() throws {
    let album = try Album("1.jpg", "6.jpg", "8.jpg", "3.jpg", "5.jpg")
    try album.folder.write([1, 2, 3], as: "bad.jpg")
    let answer = try album.run("sheet", ".", "-o", "sheet.png")
    #expect(answer.status == 2)
    #expect(answer.complaints.hasPrefix("upright: ./bad.jpg: "))
    let sheet = try pixels(album)
    #expect((sheet.width, sheet.height) == (4 * (560 + 24) + 24, 2 * (354 + 24) + 24))
  }

  @Test func aSheetThatIsThereStaysUnlessForced() throws {
    let album = try Album("1.jpg")
    try album.folder.write([1], as: "sheet.png")
    #expect(try album.run("sheet", "1.jpg", "-o", "sheet.png").status == 74)
    #expect(try album.folder.read("sheet.png") == [1])
    #expect(try album.run("sheet", "1.jpg", "-o", "sheet.png", "--force").status == 0)
    #expect(try pixels(album).width == 560 + 48)
  }

  @Test func pagesAreNumberedAndNothingIsOverwritten() throws {
    let album = try Album("1.jpg", "3.jpg", "5.jpg", "6.jpg", "8.jpg")
    let answer = try album.run("sheet", ".", "--per-page", "2", "-o", "out.png")
    #expect(answer.status == 0, "\(answer.complaints)")
    #expect(answer.text == "out-1.png: 2 pictures\nout-2.png: 2 pictures\nout-3.png: 1 picture")
    for (page, count) in [(1, 2), (2, 2), (3, 1)] {
      try album.folder.write(album.folder.read("out-\(page).png"), as: "sheet.png")
      #expect(try pixels(album).width == count * (560 + 24) + 24)
    }
    let before = try album.contents()
    try FileManager.default.removeItem(atPath: album.folder.path("out-1.png"))
    let names = ["1.jpg", "3.jpg", "5.jpg", "6.jpg"]
    let again = try UprightTool.run(["sheet"] + names + ["--per-page", "2", "-o", "out.png"], in: album.folder)
    #expect(again.status == 74 && again.complaints.contains("out-2.png"), "\(again.complaints)")
    #expect(try album.contents() == before.filter { $0.key != "out-1.png" })
    let forced = try UprightTool.run(
      ["sheet"] + names + ["--per-page", "2", "-o", "out.png", "--force"], in: album.folder)
    #expect(forced.status == 0)
    #expect(try album.contents()["out-1.png"] == before["out-1.png"])
  }

  @Test(arguments: [["--per-page", "0", "-o", "a.png"], ["--per-page", "2"], ["--per-page", "2", "-o", "-"]])
  func pagesNeedANameAndANumber(_ words: [String]) throws {
    let album = try Album("1.jpg")
    #expect(try UprightTool.run(["sheet", "1.jpg"] + words, in: album.folder).status == 64)
    #expect(try album.contents().count == 1)
  }

  @Test func aPageIsNotOneOfItsImages() throws {
    let album = try Album("1.jpg")
    #expect(try album.run("fix", "1.jpg", "-o", "out-1.png").status == 0)
    let before = try album.contents()
    let answer = try album.run("sheet", "1.jpg", "out-1.png", "--per-page", "5", "-o", "out.png", "--force")
    #expect(answer.status == 64 && answer.complaints.contains("is one of the input files"), "\(answer.complaints)")
    #expect(try album.contents() == before)
  }

  @Test func tenPagesHaveTwoDigits() throws {
    let album = try Album()
    for number in 0..<10 { try album.folder.write(Album.photo(6), as: "\(number)a.jpg") }
    let answer = try album.run("sheet", ".", "--per-page", "1", "-o", "out.png")
    #expect(answer.text.hasPrefix("out-01.png: 1 picture\n") && answer.text.hasSuffix("out-10.png: 1 picture"))
  }

  /// The card's left edge is amber, and a line of text is added.
  @Test func aFindingIsMarkedOnItsCard() throws {
    let album = try Album("6.jpg")
    try album.folder.write(Album.photo(6), as: "named.png")
    #expect(try album.run("sheet", "6.jpg", "named.png", "-o", "sheet.png").status == 0)
    let sheet = try pixels(album)
    #expect((sheet.width, sheet.height) == (2 * (560 + 24) + 24, 354 + 24 + 48))
    #expect(sheet[24 + 3, 200] != [0x9A, 0x5B, 0x00] && sheet[24 + 584 + 3, 200] == [0x9A, 0x5B, 0x00])
  }
}
