// `fix DIR -o DIR`: files that are not rotated are copied, and none is silently missing.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite(.inProcess) struct FixFolderTests {
  private func run(_ line: String, in album: Album) throws -> OutsideTool.Answer {
    try UprightTool.run(line.split(separator: " ").map(String.init), in: album.folder)
  }

  /// Photos, a video, a GIF, a text, and hidden files.
  private func album() throws -> Album {
    let album = try Album("in/1.jpg", "in/6.jpg", "in/deep/8.jpg")
    try album.folder.write(TinyMovie(.sixColors, as: .rightTop).bytes, as: "in/clip.mov")
    try album.folder.write(TinyGIF(.sixColors).bytes, as: "in/deep/a.gif")
    try album.folder.write(Array("words".utf8), as: "in/notes.txt")
    try album.folder.write(Album.photo(6), as: "in/.hidden.jpg")
    try album.folder.write(Array("words".utf8), as: "in/deep/.DS_Store")
    for (index, name) in ["1.jpg", "6.jpg", "deep/8.jpg", "clip.mov", "deep/a.gif", "notes.txt"].enumerated() {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000 + Double(index)), .posixPermissions: 0o640],
        ofItemAtPath: album.folder.path("in/" + name))
    }
    return album
  }

  private func time(_ name: String, in album: Album) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: album.folder.path(name))[.modificationDate] as? Date
  }

  private func mode(_ name: String, in album: Album) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: album.folder.path(name))[.posixPermissions] as? Int
  }

  private func names(in folder: String, _ album: Album) throws -> [String] {
    try album.contents().keys.filter { $0.hasPrefix(folder + "/") }.sorted()
  }

  @Test func imagesVideosAndGIFsGoAlong() throws {
    let album = try album()
    let answer = try run("fix -r in -o out", in: album)
    #expect(answer.status == 0)
    #expect(
      answer.text == """
        in/1.jpg -> out/1.jpg: copy, 48x32, tag 1
        in/6.jpg -> out/6.jpg: transform, 48x32, tag 1
        in/clip.mov -> out/clip.mov: copied unchanged (mov)
        in/deep/8.jpg -> out/deep/8.jpg: transform, 48x32, tag 1
        in/deep/a.gif -> out/deep/a.gif: copy, 3x2, tag 1
        """)
    #expect(
      answer.complaints == "upright: in: 1 file skipped: not an image in a known format; --all copies it\n")
    #expect(
      try names(in: "out", album) == ["out/1.jpg", "out/6.jpg", "out/clip.mov", "out/deep/8.jpg", "out/deep/a.gif"])
    for name in ["1.jpg", "clip.mov", "deep/a.gif"] {
      #expect(try album.folder.read("out/" + name) == album.folder.read("in/" + name))
      #expect(try time("out/" + name, in: album) == time("in/" + name, in: album), "\(name)")
      #expect(try mode("out/" + name, in: album) == mode("in/" + name, in: album))
    }
    #expect(try time("out/6.jpg", in: album) != time("in/6.jpg", in: album), "what was changed says so")
    for name in ["out/6.jpg", "out/deep/8.jpg"] { #expect(try Probe(album.folder.read(name)).isUpright) }
  }

  @Test func allIsAllThatIsNotHidden() throws {
    let album = try album()
    let answer = try run("fix -r in -o out --all --summary", in: album)
    #expect(answer.status == 0)
    #expect(answer.text.contains("in/notes.txt -> out/notes.txt: copied unchanged (not an image in a known format)"))
    #expect(answer.complaints.hasPrefix("upright: 6 files: 2 copy, 2 transform, 2 copied as is; "))
    let expected = try names(in: "in", album).filter { !$0.contains("/.") }.map { "out" + $0.dropFirst(2) }
    #expect(try names(in: "out", album) == expected)
    #expect(try time("out/notes.txt", in: album) == time("in/notes.txt", in: album))
  }

  @Test func secretsStayClosed() throws {
    let album = try album()
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: album.folder.path("in/clip.mov"))
    #expect(try run("fix in -o out", in: album).status == 0)
    #expect(try mode("out/clip.mov", in: album) == 0o600)
  }

  @Test func foldersThatAreNotWalkedAreNamed() throws {
    let album = try album()
    try FileManager.default.createSymbolicLink(
      atPath: album.folder.path("in/link"), withDestinationPath: "deep")
    let answer = try run("fix in -o out --all", in: album)
    #expect(answer.complaints.contains("in: 1 folder was not searched: in/deep; --recursive searches it\n"))
    #expect(answer.complaints.contains("in: 1 link to folders skipped\n"))
    let walked = try run("fix -r in -o out2 --all", in: album)
    #expect(walked.complaints == "upright: in: 1 link to folders skipped\n")
    #expect(try run("fix -i in", in: album).complaints.contains("in: 1 folder was not searched: in/deep;"))
  }

  @Test func linksToFilesAreFollowedUnlessNotWanted() throws {
    let album = try Album("in/1.jpg")
    try album.folder.write(TinyGIF(.sixColors).bytes, as: "a.gif")
    try FileManager.default.createSymbolicLink(atPath: album.folder.path("in/b.gif"), withDestinationPath: "../a.gif")
    #expect(try run("fix in -o out", in: album).status == 0)
    #expect(try album.folder.read("out/b.gif") == TinyGIF(.sixColors).bytes)
    #expect(try run("fix in -o none --no-follow", in: album).complaints == "upright: 1 symbolic link skipped\n")
    #expect(try names(in: "none", album) == ["none/1.jpg"])
  }

  @Test func aSecondRunUpdates() throws {
    let album = try album()
    #expect(try run("fix -r in -o out --all", in: album).status == 0)
    let before = try album.contents()
    let again = try run("fix -r in -o out --all --update -q", in: album)
    #expect(again.status == 0 && again.text == "" && again.complaints == "")
    #expect(try album.contents() == before)
    try album.folder.write(Array("other words".utf8), as: "in/notes.txt")
    let third = try run("fix -r in -o out --all --update --json", in: album)
    #expect(try third.objects().filter { $0["passedOver"] == nil }.map { $0["path"] as? String } == ["in/notes.txt"])
    #expect(try album.folder.read("out/notes.txt") == Array("other words".utf8))
    #expect(try run("fix -r in -o out --all", in: album).status == 2, "without it what exists is an error")
  }

  @Test func aDryRunNamesCopies() throws {
    let album = try album()
    let before = try album.contents()
    let answer = try run("fix -r in -o out --all -n", in: album)
    #expect(answer.status == 0)
    #expect(answer.text.contains("in/clip.mov -> out/clip.mov: copied unchanged (mov)"))
    #expect(answer.complaints.contains("2 copied as is; nothing was written"))
    #expect(try album.contents() == before)
  }

  @Test func copiesAreTakenBack() throws {
    let album = try album()
    let before = try album.contents()
    #expect(try run("fix -r in -o out --all --journal j", in: album).status == 0)
    #expect(try run("undo j", in: album).status == 0)
    #expect(try album.contents().filter { $0.key != "j" } == before)
  }

  @Test func anotherFormatIsForImagesAlone() throws {
    let album = try album()
    #expect(try run("fix -r in -o out --format png", in: album).status == 0)
    #expect(
      try names(in: "out", album) == ["out/1.png", "out/6.png", "out/clip.mov", "out/deep/8.png", "out/deep/a.png"])
  }

  @Test(arguments: ["rotate cw", "crop 0,0,8,8", "thumb 8"])
  func otherCommandsCopyNothing(_ command: String) throws {
    let album = try album()
    #expect(try run("\(command) -r in -o out", in: album).status == (command == "rotate cw" ? 2 : 0))
    #expect(try !names(in: "out", album).contains("out/clip.mov") || command == "rotate cw")
  }

  @Test func onlyTheFolderOfResultsTakesAll() throws {
    for options in ["-i", "-n", "-o -", "-o out --journal j --force", "-o out --journal j --update"] {
      #expect(try run("fix in --all \(options)", in: album()).status == 64)
    }
  }

  @Test(arguments: ["fix -r . -o out", "thumb 16 -r . -o out --force", "crop 1,1,9,9 -r . -o out"])
  func theFolderOfTheResultsIsNotWalked(line: String) throws {
    let album = try Album("1.jpg", "deep/6.jpg")
    #expect(try run(line, in: album).status == 0)
    let first = try names(in: "out", album)
    #expect(first == ["out/1.jpg", "out/deep/6.jpg"])
    let answer = try run(line.contains("--force") ? line : line + " --skip-existing", in: album)
    #expect(answer.status == 0)
    #expect(answer.complaints.contains(".: the output folder inside it is skipped"))
    #expect(try names(in: "out", album) == first)
  }

  @Test(arguments: ["-o out", "-i"], ["gps", "all-but-color"])
  func whatCannotBeStrippedIsRefusedAndNotCopied(target: String, strip: String) throws {
    let album = try album()
    let before = try album.folder.read("in/clip.mov")
    let answer = try run("fix -r in \(target) --strip \(strip)", in: album)
    #expect(answer.status == 2)
    #expect(answer.complaints.contains("in/clip.mov: video metadata cannot be changed"))
    #expect(answer.complaints.contains("in/deep/a.gif: GIF metadata cannot be changed") == (target == "-i"))
    #expect(try album.folder.read("in/clip.mov") == before)
    if target != "-i" {
      #expect(try names(in: "out", album) == ["out/1.jpg", "out/6.jpg", "out/deep/8.jpg", "out/deep/a.png"])
    }
    #expect(try run("fix -r in -o all --all --strip gps", in: album).status == 64)
  }

  @Test func newFoldersAreNoMoreOpenThanThoseOfTheSources() throws {
    let album = try Album("in/open/1.jpg", "in/own/deep/6.jpg")
    let modes = [("in", 0o750), ("in/open", 0o755), ("in/own", 0o700), ("in/own/deep", 0o755)]
    for (name, mode) in modes { try album.folder.setPermissions(mode, of: name) }
    #expect(try run("fix -r in -o out", in: album).status == 0)
    for (name, wanted) in modes {
      #expect(try mode("out" + name.dropFirst(2), in: album) == wanted, "\(name)")
    }
    try FileManager.default.createDirectory(atPath: album.folder.path("there"), withIntermediateDirectories: true)
    let before = try mode("there", in: album)
    #expect(try run("fix -r in -o there", in: album).status == 0)
    #expect(try mode("there", in: album) == before)
  }
}
