// Photos whose pixels look already rotated but whose tag was left in place: nothing changes unless the user chooses
// what to trust.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inProcess, .inOptions) struct StaleTagTests {
  /// An upright photo with tag 6, whose Exif still notes the size before it was rotated.
  private func stale() -> [UInt8] { Self.stale() }

  /// The same for other tests.
  static func stale() -> [UInt8] { photo(tag: 6, width: 48, height: 32) }

  /// The same pixels with any tag and any noted size.
  private func photo(tag: Int, width: Int, height: Int) -> [UInt8] {
    Self.photo(tag: tag, width: width, height: height)
  }

  private static func photo(tag: Int, width: Int, height: Int) -> [UInt8] {
    var block = TinyTIFF(orientation: tag)
    block.exif = TinyEntry.pixelDimensions(width: width, height: height)
    return TinyJPEG(TinyImage.sixColors.enlarged(by: 16).stored(as: .rightTop), exif: block).bytes
  }

  @Test(arguments: [["-i"], ["-i", "--to", "tag"], ["-i", "--to", "tag", "--durability", "full"]])
  func aStaleFileStaysAsItIs(_ options: [String]) throws {
    let album = try Album("6.jpg")
    try album.folder.write(stale(), as: "stale.jpg")
    let answer = try UprightTool.run(["fix", "."] + options, in: album.folder)
    #expect(answer.status == 0)
    #expect(answer.text.contains("stale.jpg: skipped, tag 6 kept: the pixels look already rotated"))
    #expect(answer.complaints.contains("1 of 2 was skipped: the pixels look rotated already"))
    #expect(try album.folder.read("stale.jpg") == stale())
  }

  @Test func elsewhereItIsCopiedAndAnotherFormatIsNotMade() throws {
    let album = try Album()
    try album.folder.write(stale(), as: "stale.jpg")
    #expect(try album.run("fix", "stale.jpg", "-o", "out.jpg").status == 0)
    #expect(try album.folder.read("out.jpg") == stale())
    let answer = try album.run("fix", "stale.jpg", "-o", "out.png", "--json")
    #expect(answer.status == 2 && answer.complaints.contains("there is no result"), "\(answer)")
    let object = try #require(answer.objects().first)
    #expect((object["skipped"] as? String)?.hasPrefix("the pixels look already rotated") == true)
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
    #expect(probe.orientation.isIdentity && probe.staleTag == nil)
    #expect(try album.folder.read("stale.jpg") == photo(tag: 1, width: 32, height: 48))
  }

  /// The noted size becomes the image's, and undo restores all of it.
  @Test func theNotedSizeBecomesThatOfThePixels() throws {
    let album = try Album()
    let source = photo(tag: 6, width: 4000, height: 3000)
    try album.folder.write(source, as: "stale.jpg")
    let words = ["fix", "-i", "--stale", "trust-pixels", "--journal", "j", "stale.jpg"]
    #expect(try UprightTool.run(words, in: album.folder).status == 0)
    #expect(try album.folder.read("stale.jpg") == photo(tag: 1, width: 32, height: 48))
    #expect(try album.run("undo", "j").status == 0)
    #expect(try album.folder.read("stale.jpg") == source)
  }

  @Test func whereTheTagIsTrustedOnlyTheTagChanges() throws {
    let album = try Album()
    try album.folder.write(stale(), as: "stale.jpg")
    #expect(try album.run("rotate", "180", "-i", "stale.jpg").status == 0)
    #expect(try album.folder.read("stale.jpg") == photo(tag: 8, width: 48, height: 32))
  }

  @Test func theSummaryCountsThem() throws {
    let album = try Album()
    try album.folder.write(stale(), as: "stale.jpg")
    #expect(
      try album.run("fix", "-i", "--summary", "stale.jpg").complaints.contains("1 file: 1 skipped; 0 bytes written"))
  }

  // MARK: Commands that make other images

  @Test(arguments: [["thumb", "24"], ["crop", "0,0,16,16"], ["crop", "square", "--size", "8x8"]])
  func otherImagesFollowTheTagAndSaySo(_ words: [String]) throws {
    let album = try Album("6.jpg")
    try album.folder.write(stale(), as: "stale.jpg")
    let answer = try UprightTool.run(words + ["stale.jpg", "-o", "out.jpg"], in: album.folder)
    #expect(answer.status == 0 && answer.complaints == "")
    #expect(answer.text.contains(" (the pixels look already rotated ("), "\(answer.text)")
    #expect(answer.text.hasSuffix("; the tag was followed)"))
    let json = try UprightTool.run(words + ["stale.jpg", "-o", "out.jpg", "--force", "--json"], in: album.folder)
    let notes = try #require(json.objects().first?["notes"] as? [[String: String]])
    #expect(notes.map { $0["code"] } == ["orientation-stale"])
    let sound = try UprightTool.run(words + ["6.jpg", "-o", "out.jpg", "--force"], in: album.folder)
    #expect(!sound.text.contains("("))
    let skipped = try UprightTool.run(words + ["--stale", "skip", "stale.jpg", "-o", "none.jpg"], in: album.folder)
    #expect(skipped.status == 64 && skipped.complaints.contains("skipped: the pixels look already rotated"))
  }

  @Test func otherImagesCanTrustThePixels() throws {
    let album = try Album()
    try album.folder.write(stale(), as: "stale.jpg")
    try album.folder.write(photo(tag: 1, width: 32, height: 48), as: "upright.jpg")
    for words in [
      ["thumb", "24", "--format", "png"], ["crop", "4,8,20,31", "--format", "png"],
      ["crop", "pct:12.5,50,50,25", "--format", "png"], ["crop", "square", "--format", "png"],
      ["crop", "4,8,20,30", "--size", "10x15", "--format", "png"],
    ] {
      let trusted = ["--stale", "trust-pixels", "stale.jpg", "-o", "a.png", "--force"]
      let answer = try UprightTool.run(words + trusted, in: album.folder)
      #expect(answer.status == 0 && !answer.text.contains("followed"), "\(answer.complaints)")
      #expect(try UprightTool.run(words + ["upright.jpg", "-o", "b.png", "--force"], in: album.folder).status == 0)
      #expect(try album.folder.read("a.png") == album.folder.read("b.png"), "\(words)")
    }
  }

  @Test func aTerminalIsToldToo() throws {
    let album = try Album()
    try album.folder.write(stale(), as: "stale.jpg")
    let answer = try album.run("show", "--protocol", "blocks", "--columns", "8", "stale.jpg")
    #expect(answer.text.contains("tag 6 (the pixels look already rotated"), "\(answer.text.suffix(200))")
  }
}
