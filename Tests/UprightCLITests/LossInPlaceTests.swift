// Losses that only the written result shows: in place, the file keeps its tag, or is refused (docs/account.md).

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite(.inProcess) struct LossInPlaceTests {
  /// A PNG that says where its image lies on a page, which a rotation does not keep.
  private static let png = TinyPNG(
    TinyImage.sixColors.enlarged(by: 16),
    chunks: [.init("oFFs", [0, 0, 0, 1, 0, 0, 0, 2, 0]), .exif(TinyTIFF(orientation: 6).bytes)]
  ).bytes

  /// A TIFF whose first page says the same.
  private static let tiff = {
    var page = TinyTIFFFile.Subfile(displaying: TinyImage.sixColors.enlarged(by: 4), as: .rightTop)
    page.entries.append(TinyEntry(286, .rational, [1, 2]))
    return TinyTIFFFile(pages: [page]).bytes
  }()

  @Test(arguments: [("a.png", png), ("a.tif", tiff)])
  func fixKeepsTheTagAndSaysWhatWouldGo(name: String, bytes: [UInt8]) throws {
    let album = try Album()
    try album.folder.write(bytes, as: name)
    let answer = try UprightTool.run(["fix", "-i", name], in: album.folder)
    #expect(answer.status == 2 && answer.complaints.contains("kept tag 6"), "\(answer)")
    #expect(answer.complaints.contains("--allow-loss"), "\(answer)")
    #expect(try album.folder.read(name) == bytes && album.contents().keys.sorted() == [name])
    let allowed = try UprightTool.run(["fix", "-i", name, "--allow-loss", "all", "--json"], in: album.folder)
    let object = try #require(try allowed.objects().first)
    #expect(allowed.status == 0 && object["lossCount"] as? Int == 1, "\(allowed)")
    #expect(try Probe(album.folder.read(name)).isUpright)
  }

  @Test(arguments: [("a.png", png), ("a.tif", tiff)])
  func adviceSuitsWhereTheResultGoes(name: String, bytes: [UInt8]) throws {
    let album = try Album()
    try album.folder.write(bytes, as: name)
    let elsewhere = try UprightTool.run(
      ["fix", "--strict-parts", "--json", name, "-o", "out." + name.suffix(3)], in: album.folder)
    #expect(elsewhere.status == 2, "\(elsewhere)")
    #expect(elsewhere.complaints.contains("leave out --strict-parts, or --allow-loss "), "\(elsewhere)")
    #expect(elsewhere.complaints.contains("content. --allow-loss rotates it\n"), "\(elsewhere)")
    for text in [elsewhere.complaints, elsewhere.text] {
      #expect(!text.contains("use -o") && !text.contains("replaces the file") && !text.contains("-o FOLDER"))
    }
    let refused = try UprightTool.run(["fix", "--strict-parts", name, "-o", "out.jpg"], in: album.folder)
    if refused.status == 64 { #expect(refused.complaints.contains(" allows it, or leave out --strict-parts")) }
    #expect(!refused.complaints.contains("-o"), "\(refused)")
    let inPlace = try UprightTool.run(["fix", "-i", name], in: album.folder)
    #expect(inPlace.complaints.contains("use -o FOLDER/, or --allow-loss "), "\(inPlace)")
  }

  @Test func whatCannotKeepItsTagIsRefused() throws {
    let album = try Album()
    try album.folder.write(Self.tiff, as: "a.tif")
    let answer = try UprightTool.run(["rotate", "cw", "--bake", "-i", "a.tif"], in: album.folder)
    #expect(answer.status == 64 && answer.complaints.contains("--allow-loss"), "\(answer)")
    #expect(try album.folder.read("a.tif") == Self.tiff && album.contents().keys.sorted() == ["a.tif"])
  }
}
