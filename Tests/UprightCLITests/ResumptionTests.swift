// Batches stopped at any step and resumed: every file is changed once, and everything can be undone.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite struct ResumptionTests {
  /// A photo whose two tags are in two sectors; in `Album`'s photos they are in one.
  private static let photo: [UInt8] = {
    var block = TinyTIFF(orientation: 6)
    block.exif = [TinyEntry(37_500, .undefined, [Int](repeating: 7, count: 1_200))]
    block.ifd1 = [TinyEntry(274, .short, [6])]
    block.thumbnail = TinyJPEG(.sixGrays).bytes
    return TinyJPEG(.sixColors, exif: block).bytes
  }()

  /// Four photos that `rotate` changes in place, two of them in two sectors, and one that it rewrites.
  private func album() throws -> Album {
    let album = try Album("6.jpg", "8.jpg")
    try album.folder.write(Self.photo, as: "two.jpg")
    try album.folder.write(Self.photo, as: "zwei.jpg")
    try album.folder.write(TinyJPEG(.sixColors).bytes, as: "bare.jpg")
    return album
  }

  private static let names = ["6.jpg", "8.jpg", "bare.jpg", "two.jpg", "zwei.jpg"]

  private func images(_ album: Album) throws -> [String: [UInt8]] {
    try album.contents().filter { Self.names.contains($0.key) }
  }

  private func lines(_ album: Album) throws -> [String] {
    try String(decoding: album.folder.read("j"), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func write(_ lines: [String], _ album: Album) throws {
    try album.folder.write(Array((lines.joined(separator: "\n") + "\n").utf8), as: "j")
  }

  private let turn = ["rotate", "cw", "-i", "-r", ".", "--journal", "j"]

  private func resume(_ album: Album, _ words: [String]) throws -> OutsideTool.Answer {
    try UprightTool.run(words + ["--resume"], in: album.folder)
  }

  /// Like `resume`, or begins if there is no journal yet.
  private func carryOn(_ album: Album, _ words: [String]) throws -> OutsideTool.Answer {
    try album.contents()["j"] == nil ? UprightTool.run(words, in: album.folder) : resume(album, words)
  }

  @Test func aBatchOfSeveralStaysOne() throws {
    let album = try Album("3.jpg", "6.jpg")
    let words = ["rotate", "cw", "-i", "--journal", "j", "3.jpg", "6.jpg", "none.jpg"]
    #expect(try UprightTool.run(words, in: album.folder).status == 2)
    #expect(try resume(album, words).status == 2)
  }

  @Test func whatIsDoneIsNotDoneAgain() throws {
    let album = try album()
    let old = try images(album)
    #expect(try UprightTool.run(turn, in: album.folder).status == 0)
    let new = try images(album)
    #expect(Self.names.allSatisfy { old[$0] != new[$0] })
    let journal = try album.folder.read("j")
    for words in [turn, ["rotate", "cw", "--journal", "j", "-i"] + Self.names.reversed().map { "./" + $0 }] {
      let again = try resume(album, words)
      #expect(again.status == 0 && again.text == "")
      #expect(again.complaints.hasSuffix("upright: 5 of 5 files are already done, according to the journal\n"))
    }
    #expect(try images(album) == new)
    #expect(try album.folder.read("j") == journal)
    try album.add("3.jpg")
    #expect(try resume(album, turn).text == "./3.jpg: retag, 32x48, tag 8" || resume(album, turn).status == 0)
    #expect(try UprightTool.run(["undo", "j"], in: album.folder).status == 0)
    #expect(try images(album) == old)
    #expect(try album.folder.read("3.jpg") == Album.photo(3))
    #expect(try resume(album, turn).status == 0)
    #expect(try images(album) == new, "what was taken back is done anew")
  }

  // All states after a crash: every intent, some of the lines that follow, each file old or new if not recorded as
  // done.
  @Test func everyStateThatACrashLeavesIsTold() throws {
    let album = try album()
    let old = try images(album)
    #expect(try UprightTool.run(turn, in: album.folder).status == 0)
    let new = try images(album)
    #expect(try UprightTool.run(["undo", "j"], in: album.folder).status == 0)
    let intents = try lines(album).filter { $0.contains("\"patch\"") }
    let patched = Self.names.filter { $0 != "bare.jpg" }
    #expect(intents.count == patched.count)
    let opening = try lines(album)[0]
    for state in [0, 0b0001, 0b0110, 0b1000, 0b1111] {
      for (place, name) in patched.enumerated() {
        // In the same file, like a patch.
        let bytes = try #require((state >> place & 1 == 1 ? new : old)[name])
        let file = try #require(FileHandle(forWritingAtPath: album.folder.path(name)))
        try file.write(contentsOf: bytes)
        try file.close()
      }
      try write([opening] + intents, album)
      let resumed = try resume(album, turn)
      #expect(resumed.status == 0, "\(state): \(resumed.complaints)")
      #expect(try images(album) == new, "\(state)")
      #expect(try UprightTool.run(["undo", "j"], in: album.folder).status == 0)
      #expect(try images(album) == old, "\(state)")
    }
  }

  @Test func whatWasChangedByOthersIsLeftAsItIs() throws {
    let album = try album()
    #expect(try UprightTool.run(turn, in: album.folder).status == 0)
    let crop = TinyJPEG(TinyImage.sixColors, exif: TinyTIFF(orientation: 3)).bytes
    try album.folder.write(crop, as: "6.jpg")
    let done = try resume(album, turn)
    #expect(done.status == 0)
    #expect(done.complaints.contains("6.jpg: already done, and changed since; left unchanged"))
    let all = try lines(album)
    let number = try #require(all.first { $0.contains("/6.jpg") && $0.contains("intent") }?.dropFirst(10).first)
    try write(all.filter { !$0.hasPrefix("{\"done\":\(number),") }, album)
    let open = try resume(album, turn)
    #expect(open.status == 2)
    #expect(open.complaints.contains("6.jpg: another program changed the file in the meantime"))
    #expect(try album.folder.read("6.jpg") == crop)
    // If the line records that nothing changed, it is tried again.
    try write(all.map { $0.hasPrefix("{\"done\":\(number),") ? "{\"failed\":\(number),\"code\":\"io\"}" : $0 }, album)
    #expect(try resume(album, turn).text == "./6.jpg: retag, 2x3, tag 8")
  }

  @Test func aFileIsKnownUnderAnotherName() throws {
    let album = try album()
    #expect(try UprightTool.run(turn, in: album.folder).status == 0)
    let new = try images(album)
    for name in ["6.jpg", "bare.jpg"] {
      try FileManager.default.moveItem(atPath: album.folder.path(name), toPath: album.folder.path("moved \(name)"))
    }
    #expect(try resume(album, turn).status == 0)
    for name in ["6.jpg", "bare.jpg"] { #expect(try album.folder.read("moved \(name)") == new[name]) }
  }

  @Test func whatIsAsItWasBeforeIsChangedAgain() throws {
    let album = try album()
    #expect(try UprightTool.run(turn, in: album.folder).status == 0)
    let (new, journal) = (try images(album), try album.folder.read("j"))
    #expect(try UprightTool.run(["undo", "j"], in: album.folder).status == 0)
    // As if the undo had been killed before it recorded anything.
    try album.folder.write(journal, as: "j")
    #expect(try resume(album, turn).status == 0)
    #expect(try images(album) == new)
    #expect(try UprightTool.run(["undo", "j"], in: album.folder).status == 0)
    #expect(try !album.contents().keys.contains { $0.hasPrefix(".upright-") })
  }

  @Test func aFailedFileIsTriedAgain() throws {
    let album = try album()
    try album.folder.write([1, 2, 3], as: "9.jpg")
    #expect(try UprightTool.run(turn, in: album.folder).status == 2)
    try album.folder.write(Album.photo(8), as: "9.jpg")
    #expect(try resume(album, turn).text == "./9.jpg: retag, 32x48, tag 1")
  }

  // A mistyped name would rotate everything twice.
  @Test func withoutAJournalThereIsNothingToGoOnWith() throws {
    let album = try album()
    let old = try images(album)
    let answer = try resume(album, turn)
    #expect(answer.status == 74)
    #expect(answer.complaints == "upright: j: no such journal; leave out --resume to start one\n")
    #expect(try images(album) == old)
  }

  private func files(_ album: Album) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: album.folder.url.path)
  }

  // Killed, then resumed, then undone.
  @Test(
    .enabled(if: OutsideTool.strace.isInstalled, "needs strace"),
    arguments: [
      ("write", "rotate cw"), ("fsync", "rotate cw"), ("pwrite64", "rotate cw"), ("fsetxattr", "rotate cw"),
      ("fsync", "fix"), ("linkat", "fix"), ("renameat2", "fix"), ("unlinkat", "fix"),
    ])
  func aKillLosesNothingAndDoesNothingTwice(call: String, operation: String) throws {
    let words = operation.split(separator: " ").map(String.init) + ["-i", "-r", ".", "-j", "1", "--journal", "j"]
    let whole = try album()
    let old = try images(whole)
    let count = try #require(UprightTool.counts(of: [call], by: words, in: whole.folder)[call])
    #expect(count > 1)
    let new = try images(whole)
    for occurrence in UprightTool.fewOccurrences(of: count) {
      let mode = "\(call) \(occurrence)"
      let album = try UprightTool.killed(words, at: call, occurrence, in: \.folder) { try self.album() }
      let resumed = try carryOn(album, words)
      #expect(resumed.status == 0, "\(mode): \(resumed.complaints)")
      #expect(try images(album) == new, "\(mode)")
      let undone = try UprightTool.run(["undo", "j"], in: album.folder)
      #expect(undone.status == 0, "\(mode): \(undone.complaints)")
      #expect(try images(album) == old, "\(mode)")
      let left = try files(album).filter { !Self.names.contains($0) && $0 != "j" }
      #expect(left.isEmpty, "\(mode) left \(left)")
      #expect(try UprightTool.run(["recover", "--older-than", "0", "."], in: album.folder).status == 0)
      #expect(try files(album).sorted() == (Self.names + ["j"]).sorted(), "\(mode)")
    }
  }
}
