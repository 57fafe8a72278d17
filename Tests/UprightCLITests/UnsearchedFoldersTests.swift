// Folders that are not searched without --recursive: every command that walks names them, and `fix --check` fails.

import Foundation
import Testing
import Upright
import UprightFiles
import UprightTestTools

@testable import UprightBatch

@Suite(.inOptions) struct UnsearchedFoldersTests {
  private static let note = "d: 2 folders were not searched: d/deep, d/sub; --recursive searches them\n"

  /// An upright photo, and subfolders: with photos, with texts, empty, hidden.
  private func album() throws -> Album {
    let album = try Album("d/1.jpg", "d/sub/6.jpg", "d/deep/er/8.jpg", "d/.hidden/6.jpg")
    for folder in ["d/empty", "d/texts"] {
      try FileManager.default.createDirectory(atPath: album.folder.path(folder), withIntermediateDirectories: true)
    }
    try album.folder.write(Array("words".utf8), as: "d/texts/notes.txt")
    return album
  }

  private func run(_ line: String, in album: Album) throws -> OutsideTool.Answer {
    try UprightTool.run(line.split(separator: " ").map(String.init), in: album.folder)
  }

  @Test(arguments: [
    "info", "info --quiet", "digest", "digest --jobs 1", "index --cache c", "fix -i", "fix -i --to tag",
    "fix -i --to tag --summary", "fix -n", "fix -o out", "fix -o out --format png", "fix -i --families --journal j",
    "rotate cw -i", "rotate cw -n", "rotate cw --bake -o out", "orient 1 -i", "orient 1 -o out", "crop square -o out",
    "crop square --lossless inward -o out", "thumb 8 -o out", "thumb 8 --json -o out", "sheet -o s.png",
    "show --protocol sixel", "plan fix", "plan crop square", "fix --check", "fix --check --to tag",
    "audit --no-recursive",
  ])
  func everyCommandThatWalksNamesThem(_ command: String) throws {
    let album = try album()
    let answer = try run(command + " d", in: album)
    #expect(answer.complaints.contains("upright: " + Self.note), "\(answer.complaints)")
    #expect(answer.status == (command.hasPrefix("fix --check") ? 2 : 0))
    let (other, recursive) = (try self.album(), command.hasPrefix("audit") ? "audit" : command + " -r")
    let whole = try run(recursive + " d", in: other)
    #expect(!whole.complaints.contains("searched"), "\(whole.complaints)")
  }

  @Test(arguments: [
    "info --json", "fix -i --json", "fix -i --to tag --json", "rotate cw -i --json", "orient 1 -n --json",
    "crop square -o out --json", "crop square --quality 80 -o out --json", "thumb 8 -o out --json", "plan fix --json",
    "digest --json", "index --cache c --json", "fix --check --json", "audit --no-recursive --json",
  ])
  func programsAreToldTheFolders(_ command: String) throws {
    let answer = try run(command + " d", in: album())
    let lines = try answer.objects().filter { $0["folder"] != nil }
    #expect(lines.count == 1 && lines[0]["path"] as? String == "d" && lines[0]["schema"] as? Int == 1)
    let found = (lines.first?["folder"] as? [String: Any])?["notSearched"] as? [String: Any]
    #expect(found?["count"] as? Int == 2 && found?["folders"] as? [String] == ["d/deep", "d/sub"])
  }

  @Test(arguments: ["info", "digest", "fix --check", "fix -o out"], ["CR3", "jp2", "psd"])
  func foldersOfImagesThatAreNotSupportedAreNamedToo(_ command: String, _ ending: String) throws {
    let album = try Album("d/1.jpg")
    try FileManager.default.createDirectory(atPath: album.folder.path("d/sub"), withIntermediateDirectories: true)
    try album.folder.write(Array("words".utf8), as: "d/sub/p.\(ending)")
    let answer = try run(command + " d", in: album)
    #expect(
      answer.complaints.contains("1 folder was not searched: d/sub; --recursive searches it"), "\(answer.complaints)")
    #expect(answer.status == (command == "fix --check" ? 2 : 0))
  }

  @Test func aCheckOfWhatWasNotSearchedIsNoYes() throws {
    let album = try album()
    let some = try run("fix --check d", in: album)
    #expect(some.status == 2)
    #expect(some.complaints == "upright: \(Self.note)upright: 1 file, all upright; 2 folders were not searched\n")
    #expect(try run("fix --check -r d", in: album).status == 1)
    try album.add("d/3.jpg")
    #expect(try run("fix --check d", in: album).status == 1, "the answer is known")
    #expect(try run("fix --check d/texts d/empty", in: album).status == 0)
    #expect(try run("fix --check d/deep", in: album).status == 2, "nothing was looked at")
    #expect(try run("fix --check d/sub/6.jpg", in: album).status == 1)
  }

  @Test func manyAreCountedAndThreeNamed() throws {
    let album = try Album("1.jpg")
    for number in 1...120 { try album.add("\(number + 1_000)/6.jpg") }
    let answer = try run("info --json .", in: album)
    let names = "./1001, ./1002, ./1003 and 117 more"
    #expect(answer.complaints == "upright: .: 120 folders were not searched: \(names); --recursive searches them\n")
    let found = (try answer.objects().first?["folder"] as? [String: Any])?["notSearched"] as? [String: Any]
    #expect(found?["count"] as? Int == 120 && (found?["folders"] as? [String])?.count == 100)
  }

  /// What takes too long to find out is not searched either.
  @Test func theSearchForNamesIsBounded() throws {
    let album = try Album("1.jpg")
    try FileManager.default.createDirectory(atPath: album.folder.path("texts"), withIntermediateDirectories: true)
    for number in 0..<20 { try album.folder.write([], as: "texts/\(number).txt") }
    let root = FolderRoot(album.folder.url.path)
    for (bound, mayContain) in [(5, true), (100, false)] {
      var limit = bound
      #expect(root.mayContain(in: "texts", lookingAt: &limit) { $0.hasSuffix(".jpg") } == mayContain)
      #expect(limit == (mayContain ? -1 : bound - 22))
    }
    var limit = 100
    #expect(root.mayContain(in: "texts", lookingAt: &limit) { $0 == "7.txt" })
    #expect(root.mayContain(in: "missing", lookingAt: &limit) { _ in false }, "unreadable")
  }

  @Test func onlyFormatsOfTheCommandCount() throws {
    let album = try Album("d/1.jpg")
    try FileManager.default.createDirectory(atPath: album.folder.path("d/sub"), withIntermediateDirectories: true)
    try album.folder.write([1], as: "d/sub/clip.mov")
    #expect(try !run("thumb 8 -o out d", in: album).complaints.contains("searched"))
    #expect(
      try run("info d", in: album).complaints.contains("1 folder was not searched: d/sub; --recursive searches it"))
    #expect(try run("fix d -o out2", in: album).complaints.contains("1 folder was not searched"), "it would be copied")
  }

  // MARK: photos that stay sideways

  @Test(arguments: ["6-ragged.jpg", "3-ragged.jpg"])
  func aPhotoThatStaysSidewaysIsNotDone(_ name: String) throws {
    let album = try Album(name, "1.jpg", "8.jpg")
    let before = try album.folder.read(name)
    for line in ["fix -i \(name) --json", "fix -n -i \(name) --json", "fix -i 1.jpg \(name) --json"] {
      let answer = try run(line, in: album)
      #expect(answer.status == 2, "\(line)")
      #expect(try answer.objects().last?["notUpright"] as? String == "encoding", "\(line)")
      #expect(try album.folder.read(name) == before)
    }
    #expect(try run("fix -i --edge keep-tag \(name)", in: album).status == 0, "that was asked for")
    #expect(try run("fix -i 8.jpg", in: album).status == 0)
    #expect(try run("fix -i --edge trim \(name)", in: album).status == 0)
    #expect(try run("fix --check .", in: album).status == 0)
  }

  /// After `fix` ends with 0, `fix --check` does too.
  @Test func whatFixCallsDoneIsUpright() throws {
    for name in ["1.jpg", "6.jpg", "6-ragged.jpg", "5-ragged.jpg", "8.jpg"] {
      let album = try Album(name)
      let status = try run("fix -i \(name)", in: album).status
      #expect(try run("fix --check \(name)", in: album).status == (status == 0 ? 0 : 1), "\(name)")
    }
  }
}
