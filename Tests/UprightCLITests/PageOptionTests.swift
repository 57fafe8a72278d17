// `--page`, and what commands say of files whose pages are turned differently.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite(.inProcess) struct PageOptionTests {
  private func album(_ tags: [Int] = [1, 6, 3], entries: [TinyEntry] = []) throws -> Album {
    let album = try Album()
    let pages = tags.map { tag in
      var page = TinyTIFFFile.Subfile(
        displaying: .sixColors.enlarged(by: 8), as: ExifOrientation(rawValue: UInt8(tag)) ?? .topLeft)
      page.entries += entries
      return page
    }
    try album.folder.write(TinyTIFFFile(pages: pages).bytes, as: "a.tif")
    return album
  }

  private func tags(_ album: Album, _ name: String = "a.tif") throws -> [Int] {
    try Probe(album.folder.read(name)).pages.map { Int($0.orientation.exif.rawValue) }
  }

  @Test func aTurnedPageIsNotUpright() throws {
    let album = try album()
    let answer = try album.run("fix", "--check", "a.tif")
    #expect(answer.status == 1)
    #expect(answer.text.hasPrefix("a.tif: not upright, page 2 tag 6, page 3 tag 3"))
    #expect(answer.complaints.contains("1 of 1 file is not upright; `upright fix` rotates it"))
    let object = try album.run("fix", "--check", "--json", "a.tif").objects()[0]
    let pages = object["rotatedPages"] as? [[String: Int]]
    #expect(object["upright"] as? Bool == false)
    #expect(pages == [["page": 2, "orientation": 6], ["page": 3, "orientation": 3]])
    let audit = try album.run("audit", "--fail-on", "not-upright", "a.tif")
    #expect(audit.status == 1 && audit.text.contains("page 2 tag 6, page 3 tag 3"))
    try album.folder.write(TinyTIFFFile(displaying: .sixColors, as: .rightTop).bytes, as: "one.tif")
    #expect(try album.run("fix", "--check", "one.tif").text == "one.tif: not upright, tag 6")
  }

  @Test func fixRotatesEveryPage() throws {
    let album = try album()
    #expect(try album.run("fix", "a.tif", "-o", "b.tif").status == 0)
    #expect(try tags(album, "b.tif") == [1, 1, 1])
    #expect(try album.run("fix", "-i", "a.tif").text.contains("transcode"))
    #expect(try album.folder.read("a.tif") == album.folder.read("b.tif"))
    #expect(try album.run("fix", "--check", "a.tif").status == 0)
  }

  /// Layers that nobody asked to lose keep the file as it is, and the answer says how they may be lost.
  @Test func contentThatWouldBeLostKeepsTheTag() throws {
    for pages in [[6], [1, 6]] {
      let album = try album(pages, entries: [TinyEntry(37_724, .undefined, [1, 2, 3, 4, 5])])
      let before = try album.folder.read("a.tif")
      let answer = try album.run("fix", "-i", "a.tif")
      #expect(answer.complaints.contains("rotating the pixels would lose Photoshop's layers"))
      #expect(try album.folder.read("a.tif") == before)
      let check = try album.run("fix", "--check", "--json", "a.tif").objects()[0]
      #expect(check["fixSkips"] as? String == "content-lost")
      let beside = try album.run("fix", "a.tif", "-o", "b.tif")
      #expect(beside.status == 0 && beside.complaints.contains("not copied: Photoshop's layers"))
      #expect(try tags(album, "b.tif") == pages.map { _ in 1 })
    }
  }

  @Test func eachPageIsAFile() throws {
    let album = try album()
    let fixed = try album.run("fix", "--page", "all", "--format", "png", "-o", "out/", "a.tif")
    #expect(fixed.status == 0 && fixed.complaints == "", "the other pages are not asked for")
    #expect(try album.run("thumb", "8", "--page", "all", "-o", "small/", "a.tif").status == 0)
    #expect(
      try album.run("crop", "0,0,8,8", "--page", "all", "--format", "png", "-o", "cut-{n}.png", "a.tif").status == 0)
    for page in 1...3 {
      let probe = try Probe(album.folder.read("out/a-\(page).png"))
      #expect(probe.format == .png && probe.displayedSize == PixelSize(width: 24, height: 16))
      #expect(try Probe(album.folder.read("small/a-\(page).tif")).displayedSize == PixelSize(width: 8, height: 5))
      #expect(try album.folder.read("cut-\(page).png") == album.folder.read("cut-1.png"), "displayed alike")
    }
    #expect(try album.run("fix", "--page", "2", "-o", "two.tif", "a.tif").status == 0)
    #expect(try tags(album, "two.tif") == [1])
    #expect(try album.run("rotate", "180", "--page", "2", "-o", "three.png", "a.tif").status == 0)
    #expect(try Probe(album.folder.read("three.png")).displayedSize == PixelSize(width: 24, height: 16))
    #expect(try album.run("plan", "fix", "--page", "2", "a.tif").text.contains("page 2 of the file is used"))
  }

  @Test func infoNamesPages() throws {
    let album = try album()
    let lines = try album.run("info", "--page", "all", "a.tif").text.split(separator: "\n")
      .filter { $0.contains("a.tif, page") }
    #expect(lines.count == 3 && lines[1].contains("tag 6") && lines[1].contains("a.tif, page 2"))
    #expect(try album.run("info", "--page", "3", "a.tif").text.contains("tag 3"))
    let objects = try album.run("info", "--page", "all", "--json", "a.tif").objects()
    #expect(objects.map { $0["page"] as? Int } == [1, 2, 3])
    #expect(objects.map { $0["orientation"] as? Int } == [1, 6, 3])
  }

  @Test func pagesThatCannotBeAreErrors() throws {
    let album = try album()
    let missing = [
      ["fix", "--page", "4", "-o", "b.png"], ["thumb", "8", "--page", "4", "-o", "b.png"], ["info", "--page", "4"],
    ]
    for line in missing {
      let answer = try UprightTool.run(line + ["a.tif"], in: album.folder)
      #expect(answer.status != 0 && answer.complaints.contains("4 was requested, but the file has 3 pages"), "\(line)")
    }
    let wrong = [
      ["fix", "--page", "0", "-o", "b.png"], ["fix", "--page", "2", "-i"], ["fix", "--page", "all", "-i", "--force"],
      ["fix", "--page", "2", "--to", "tag", "-i"], ["fix", "--page", "2", "--check"],
      ["crop", "0,0,1,1", "--also", "1,1,1,1", "--page", "all", "-o", "out/"], ["fix", "--page", "all", "-o", "b.png"],
    ]
    for line in wrong {
      #expect(try UprightTool.run(line + ["a.tif"], in: album.folder).status == 64, "\(line)")
    }
  }
}
