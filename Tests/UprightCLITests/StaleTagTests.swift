// Photos whose pixels look already rotated while the tag was left in place: nothing is done unless somebody says whom to trust.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite struct StaleTagTests {
  /// An upright photo under tag 6, whose Exif still notes the size before it was rotated.
  private func stale() -> [UInt8] {
    var block = TinyTIFF(orientation: 6)
    block.exif = TinyEntry.pixelDimensions(width: 48, height: 32)
    return TinyJPEG(TinyImage.sixColors.enlarged(by: 16).stored(as: .rightTop), exif: block).bytes
  }

  @Test(arguments: [["-i"], ["-i", "--to", "tag"], ["-i", "--to", "tag", "--durability", "full"]])
  func aStaleFileStaysAsItIs(_ options: [String]) throws {
    let album = try Album("6.jpg")
    try album.folder.write(stale(), as: "stale.jpg")
    let answer = try UprightTool.run(["fix", "."] + options, in: album.folder)
    #expect(answer.status == 0)
    #expect(answer.text.contains("stale.jpg: skipped, 48x32, keeps tag 6 (the pixels look turned already"))
    #expect(answer.complaints.contains("1 of 2 was skipped: the pixels look rotated already"))
    #expect(try album.folder.read("stale.jpg") == stale())
  }

  @Test func elsewhereItIsCopiedAndAnotherFormatIsNotMade() throws {
    let album = try Album()
    try album.folder.write(stale(), as: "stale.jpg")
    #expect(try album.run("fix", "stale.jpg", "-o", "out.jpg").status == 0)
    #expect(try album.folder.read("out.jpg") == stale())
    let answer = try album.run("fix", "stale.jpg", "-o", "out.png", "--json")
    #expect(answer.status == 0)
    let object = try #require(answer.objects().first)
    #expect((object["skipped"] as? String)?.hasPrefix("the pixels look turned already") == true)
    #expect(object["output"] == nil)
    #expect(try album.contents().keys.sorted() == ["out.jpg", "stale.jpg"])
  }

  @Test func theTagCanBeTrusted() throws {
    let album = try Album()
    try album.folder.write(stale(), as: "stale.jpg")
    #expect(
      try album.run("fix", "-i", "--stale", "trust-tag", "stale.jpg").text == "stale.jpg: transform, 48x32, tag 1")
  }

  @Test(arguments: [[], ["--to", "tag"]])
  func thePixelsCanBeTrusted(_ options: [String]) throws {
    let album = try Album()
    try album.folder.write(stale(), as: "stale.jpg")
    let answer = try UprightTool.run(["fix", "-i", "--stale", "trust-pixels", "stale.jpg"] + options, in: album.folder)
    #expect(answer.text == "stale.jpg: retag, 32x48, tag 1")
    let probe = try Probe(album.folder.read("stale.jpg"))
    #expect(probe.orientation.isIdentity && probe.staleTagReason == nil)
  }

  @Test func theSummaryCountsThem() throws {
    let album = try Album()
    try album.folder.write(stale(), as: "stale.jpg")
    #expect(
      try album.run("fix", "-i", "--summary", "stale.jpg").complaints.contains("1 file: 1 skipped; 0 bytes written"))
  }
}
