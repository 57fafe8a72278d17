// `digest` on the command line: one line per image, the same for the same image, and files that have none.

import Foundation
import Testing
import UprightFixtures
import UprightTestTools

@Suite struct DigestCommandTests {
  private func digests(_ answer: OutsideTool.Answer) -> [String] {
    answer.text.split(separator: "\n").map { String($0.split(separator: " ")[0]) }
  }

  @Test func turnedAndRetaggedPhotosHaveTheSameLine() throws {
    let album = try Album("1.jpg", "6.jpg")
    let before = try album.run("digest", "1.jpg", "6.jpg")
    #expect(before.status == 0)
    #expect(before.text.split(separator: "\n").map { $0.suffix(7) } == ["  1.jpg", "  6.jpg"])
    #expect(digests(before).allSatisfy { $0.hasPrefix("upright-dct1-sha256:") && $0.utf8.count == 20 + 64 })
    #expect(try album.run("fix", "-i", "6.jpg").status == 0)
    #expect(try digests(album.run("digest", "1.jpg", "6.jpg")) == digests(before))
    #expect(try album.run("rotate", "cw", "-i", "6.jpg").status == 0)
    #expect(try digests(album.run("digest", "6.jpg")) != Array(digests(before).dropFirst()))
  }

  /// Digests computed by a program that shares only the description with this one; they may never change.
  @Test func theyNeverChange() throws {
    let album = try Album()
    #expect(try album.run("samples", "set").status == 0)
    #expect(
      try album.run("digest", "set/landscape_1.jpg", "set/portrait_6.jpg").text == """
        upright-dct1-sha256:faa0c743e2596886142af9a6c27e11716882b841b89d06f7eaba06651e8865ff  set/landscape_1.jpg
        upright-dct1-sha256:ff5856af58a043ea384c1afed753f14860bcdc10008f512f14457b9b51da4b5f  set/portrait_6.jpg
        """)
  }

  @Test func linesForProgramsAndFilesThatHaveNone() throws {
    let album = try Album("1.jpg")
    try album.addDamaged("cut", as: "cut.jpg")
    try album.folder.write(TinyPNG(.sixColors).bytes, as: "a.png")
    let answer = try album.run("digest", "--json", "1.jpg", "cut.jpg", "a.png", "missing.jpg")
    #expect(answer.status == 2)
    let objects = try answer.objects()
    #expect(objects.map { $0["path"] as? String } == ["1.jpg", "cut.jpg", "a.png", "missing.jpg"])
    #expect((objects[0]["digest"] as? String)?.hasPrefix("upright-dct1-sha256:") == true)
    let codes = objects.dropFirst().map { ($0["error"] as? [String: Any])?["code"] as? String }
    #expect(codes == ["truncated", "unsupported", "io"])
    #expect(objects.dropFirst().allSatisfy { $0["digest"] == nil })
    #expect(try album.run("digest", "a.png").status == 69)
    #expect(try album.run("digest", "cut.jpg").status == 65)
  }

  @Test func foldersAreWalkedForWhatHasOne() throws {
    let album = try Album("a/1.jpg", "a/b/6.jpg")
    try album.folder.write(TinyPNG(.sixColors).bytes, as: "a/x.png")
    let answer = try album.run("digest", "-r", "a")
    #expect(answer.status == 0)
    #expect(answer.text.split(separator: "\n").map { $0.split(separator: " ")[1] } == ["a/1.jpg", "a/b/6.jpg"])
    #expect(answer.complaints.contains("1 file skipped"))
  }

  @Test func limitsAreKeptAndRulesFollowed() throws {
    let album = try Album("1.jpg")
    #expect(try album.run("digest", "--max-pixels", "100", "1.jpg").status == 65)
    let packet = TinyXMP.packet(orientation: "6")
    try album.folder.write(TinyJPEG(.sixColors, segments: [.xmp(packet)]).bytes, as: "xmp.jpg")
    #expect(try album.run("digest", "xmp.jpg").text != album.run("digest", "--xmp", "xmp.jpg").text)
  }
}
