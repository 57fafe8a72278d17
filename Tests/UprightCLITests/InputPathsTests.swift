// Arguments of commands: files, folders, and missing paths.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite(.inOptions) struct InputPathsTests {
  static let commands = [
    "info", "plan fix", "fix -i", "fix -n -q", "rotate cw -i", "crop square -o out/", "thumb 8 -o out/",
    "sheet -o sheet.png",
  ]

  private func run(_ command: String, _ paths: [String], in album: Album) throws -> OutsideTool.Answer {
    try UprightTool.run(command.split(separator: " ").map(String.init) + paths, in: album.folder)
  }

  @Test(arguments: commands)
  func aFolderWithoutImagesIsNothingToDo(_ command: String) throws {
    let album = try Album("full/deep/6.jpg")
    try album.folder.write(Array("no picture".utf8), as: "full/notes.txt")
    let before = try album.contents()
    let answer = try run(command, ["full"], in: album)
    #expect(answer.status == 0)
    #expect(answer.text == "")
    let rest = "1 folder was not searched: full/deep; --recursive searches it"
    #expect(answer.complaints == "upright: full: no images in this folder; \(rest)\n")
    #expect(try album.contents() == before)
  }

  @Test(arguments: commands)
  func withoutImagesInsideEitherThereIsNoAdvice(_ command: String) throws {
    let album = try Album()
    try album.folder.write(Array("no picture".utf8), as: "notes.txt")
    let answer = try run(command, [".", "--recursive"], in: album)
    #expect(answer.status == 0)
    #expect(answer.complaints == "upright: .: no images in this folder\n")
    #expect(try album.contents().count == 1)
  }

  @Test(arguments: commands)
  func whatDoesNotExistIs74(_ command: String) throws {
    let album = try Album()
    let answer = try run(command, ["missing"], in: album)
    #expect(answer.status == 74)
    #expect(answer.complaints.hasPrefix("upright: missing: No such file or directory\n"))
    #expect(try album.contents() == [:])
  }

  @Test(arguments: commands)
  func anEmptyFolderBesideAnImageIsNotedAndTheImageDone(_ command: String) throws {
    let album = try Album("6.jpg")
    try FileManager.default.createDirectory(atPath: album.folder.path("empty"), withIntermediateDirectories: true)
    let answer = try run(command, ["6.jpg", "empty"], in: album)
    #expect(answer.status == 0)
    #expect(answer.text != "")
    #expect(answer.complaints.hasPrefix("upright: empty: no images in this folder"))
    #expect(answer.complaints.split(separator: "\n").count == 1)
  }

  @Test(arguments: commands + ["audit --fail-on none"])
  func aListOfPathsIsAsGoodAsPaths(_ command: String) throws {
    let names = ["6.jpg", "a b\n.jpg", "-8.jpg"]
    let (given, listed) = (try Album(), try Album())
    for album in [given, listed] {
      for (name, tag) in zip(names, [6, 1, 8] as [UInt8]) { try album.folder.write(Album.photo(tag), as: name) }
    }
    let expected = try run(command, ["6.jpg", "--"] + names.dropFirst(), in: given)
    try listed.folder.write(Array(names.map { $0 + "\0" }.joined().utf8), as: "list")
    let answer = try run(command, ["--files0-from", "list"], in: listed)
    #expect(answer.status == expected.status)
    #expect(Self.withoutTimes(answer.text) == Self.withoutTimes(expected.text))
    #expect(answer.complaints == expected.complaints)
    try FileManager.default.removeItem(atPath: listed.folder.path("list"))
    #expect(try listed.contents() == given.contents())
  }

  /// Without the duration that `audit` prints.
  private static func withoutTimes(_ text: String) -> [Substring] {
    text.split(separator: "\n").map { line in
      let isTimed = line.hasSuffix(" s") || line.contains("files per second")
      return isTimed ? line[..<(line.lastIndex(of: ";") ?? line.endIndex)] : line
    }
  }

  @Test(arguments: commands)
  func linksArePassedOverWhereThatIsWanted(_ command: String) throws {
    let album = try Album("6.jpg", "in/3.jpg")
    for (name, target) in [("in/a.jpg", "../6.jpg"), ("b.jpg", "nowhere.jpg")] {
      try FileManager.default.createSymbolicLink(atPath: album.folder.path(name), withDestinationPath: target)
    }
    let before = try album.folder.read("6.jpg")
    let answer = try run(command, ["--no-follow", "in", "b.jpg"], in: album)
    #expect(answer.status == 2)
    #expect(answer.complaints.contains("upright: 1 symbolic link skipped\n"))
    #expect(answer.complaints.contains("b.jpg: the path contains a symbolic link (--no-follow)"))
    #expect(!answer.text.contains("a.jpg"))
    #expect(try album.folder.read("6.jpg") == before)
  }

  @Test(arguments: ["info", "rotate cw -i", "fix -i --to tag"])
  func aPathThroughALinkIsRefusedWhereNoneIsFollowed(_ command: String) throws {
    let album = try Album("in/6.jpg")
    try FileManager.default.createSymbolicLink(atPath: album.folder.path("link"), withDestinationPath: "in")
    let before = try album.folder.read("in/6.jpg")
    let answer = try run(command, ["--no-follow", "link/6.jpg"], in: album)
    #expect(answer.status == 74)
    #expect(answer.complaints.contains("link/6.jpg: the path contains a symbolic link (--no-follow)"))
    let folder = try run(command, ["--no-follow", "link"], in: album)
    #expect(folder.status == 74 && folder.complaints.contains("link: the path contains a symbolic link (--no-follow)"))
    #expect(try album.folder.read("in/6.jpg") == before)
    #expect(try run(command, ["link/6.jpg"], in: album).status == 0)
  }

  @Test func aListComesFromAPipeToo() throws {
    let album = try Album("6.jpg", "3.jpg")
    let program = try #require(UprightTool.path)
    let script = "printf '6.jpg\\0' | \"$0\" info --files0-from - 3.jpg && printf '\\0' | \"$0\" info --files0-from -"
    let answer = try OutsideTool.run("/bin/sh", ["-c", script, program], in: album.folder)
    #expect(answer.status == 64)
    #expect(answer.text.split(separator: "\n").map { $0.split(separator: " ").last } == ["3.jpg", "6.jpg"])
    #expect(answer.complaints == "upright: -: name 1: it is empty; each path must end in a zero byte\n")
    #expect(try album.run("info", "--files0-from", "none").status == 74)
    #expect(try album.run("info").status == 64)
  }

  @Test func filesOfFoldersComeInTheOrderOfTheirNamesAndFilesAsGiven() throws {
    let album = try Album("b/2.jpg", "b/1.jpg", "a/3.jpg", "8.jpg")
    let answer = try album.run("info", "--json", "b", "8.jpg", "a")
    #expect(try answer.objects().map { $0["path"] as? String } == ["b/1.jpg", "b/2.jpg", "8.jpg", "a/3.jpg"])
    #expect(try answer.objects().map { $0["orientation"] as? Int } == [1, 2, 8, 3])
  }

  @Test func aFileThatIsNamedIsReadWhateverItsName() throws {
    let album = try Album()
    try album.folder.write(Album.photo(6), as: ".upright-hidden")
    try album.folder.write(Album.photo(6), as: "photo.txt")
    #expect(try album.run("info", ".upright-hidden", "photo.txt").status == 0)
    #expect(try album.run("info", "--json", ".").objects().map { $0["path"] as? String } == ["./photo.txt"])
  }

  @Test func namesOfImagesThatAreNoneFailInTheirTurn() throws {
    let album = try Album("1.jpg", "3.jpg")
    try album.folder.write([1, 2, 3], as: "2.JPEG")
    let objects = try album.run("info", "--json", ".").objects()
    #expect(objects.map { $0["path"] as? String } == ["./1.jpg", "./2.JPEG", "./3.jpg"])
    let error = objects[1]["error"] as? [String: Any]
    #expect(error?["code"] as? String == "unrecognized-format")
    #expect(error?["offset"] as? Int == 0)
  }

  @Test func whatIsPassedOverIsCounted() throws {
    let album = try Album("1.jpg")
    try album.folder.write(Array("words".utf8), as: "notes.txt")
    try album.folder.write(Array("8BPS\0\u{1}".utf8), as: "layers.psd")
    let answer = try album.run("info", ".")
    #expect(answer.status == 0)
    #expect(
      answer.complaints == """
        upright: .: 1 file skipped: recognized, not supported: Photoshop PSD (1)
        upright: .: 1 file skipped: not an image in a known format

        """)
  }

  @Test(arguments: commands.filter { !$0.hasPrefix("info") && !$0.hasPrefix("rotate") })
  func commandsThatNeedPixelsPassOverWhatIsNotDecoded(_ command: String) throws {
    let album = try Album("1.jpg")
    try album.folder.write(Self.icon, as: "a.mov")
    try album.folder.write(Self.icon, as: "by its bytes")
    let answer = try run(command, ["."], in: album)
    #expect(answer.status == 0)
    #expect(answer.complaints.hasPrefix("upright: .: 2 files skipped: pixels of MOV cannot be decoded yet\n"))
    #expect(!answer.text.contains("mov") && !answer.text.contains("bytes"))
  }

  @Test(arguments: ["info", "rotate cw -n", "fix --to tag -n", "plan rotate cw", "audit --json"])
  func commandsThatReadHeadersTakeThemAll(_ command: String) throws {
    let album = try Album("1.jpg")
    try album.folder.write(Self.icon, as: "a.mov")
    try album.folder.write(Self.icon, as: "by its bytes")
    let answer = try run(command, ["."], in: album)
    #expect((answer.text + answer.complaints).contains("a.mov"))
    #expect((answer.text + answer.complaints).contains("by its bytes"))
    #expect(!answer.complaints.contains("skipped"))
  }

  @Test(arguments: ["crop square -o b.jpg", "thumb 8 -o b.jpg", "sheet -o b.png", "fix --edge fail -o b.jpg"])
  func aNamedFileThatIsNotDecodedIs69(_ command: String) throws {
    let album = try Album()
    try album.folder.write(Self.icon, as: "a.mov")
    let answer = try run(command, ["a.mov"], in: album)
    #expect(answer.status == 69)
    #expect(answer.complaints.hasPrefix("upright: a.mov: "))
    #expect(try album.contents().count == 1)
  }

  /// Formats that are read but not decoded.
  private static let icon = TinyMovie(.sixColors, as: .topLeft).bytes
}
