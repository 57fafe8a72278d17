// `upright recover` as users run it.

import Testing
import UprightFiles
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inOptions) struct RecoverCommandTests {
  @Test func whatWasLeftBehindIsNamedAndGone() throws {
    let album = try Album("6.jpg", "in/8.jpg")
    let before = try album.contents()
    #expect(try album.run("recover", "-r", ".").complaints == "upright: nothing to clean up\n")
    for name in [".upright-new-abcdefghij", "in/.upright-new-0123456789", ".upright-kept-abcdefghij"] {
      try album.folder.write([1], as: name)
    }
    let recent = try album.run("recover", ".")
    #expect(recent.status == 0)
    #expect(
      recent.text
        == "./.upright-new-abcdefghij: left in place; it was written to recently (see --older-than)")
    #expect(
      try album.run("recover", "-n", "--older-than", "0", ".").text
        == "./.upright-new-abcdefghij: removed; left over from a killed run")
    #expect(recent.complaints == "upright: originals of rewritten images kept for `upright undo`: 1\n")
    #expect(try album.contents().count == before.count + 3)
    let objects = try album.run("recover", "--json", "-r", "--older-than=0", ".").objects()
    #expect(
      objects.map { $0["path"] as? String }
        == ["./.upright-kept-abcdefghij", "./.upright-new-abcdefghij", "./in/.upright-new-0123456789"])
    #expect(objects.map { $0["recover"] as? String } == ["kept", "removed", "removed"])
    var after = try album.contents()
    after[".upright-kept-abcdefghij"] = nil
    #expect(after == before)
  }

  @Test func linesSayWhatTheCodesSay() {
    for finding in Recovery.Finding.allCases {
      let start =
        switch finding {
        case .removed, .recovered: "\(finding.rawValue); "
        case .foreign: "removed the undo record "
        default: "left in place; "
        }
      #expect(finding.sentence.hasPrefix(start), "\(finding.rawValue)")
    }
  }

  // Anybody can give a file such an attribute, and a copy of a disk may have one of another version.
  @Test(.enabled(if: OutsideTool.setfattr.isInstalled, "needs setfattr"))
  func aNoteOfAnotherProgramIsNamedAndCleared() throws {
    let album = try Album("6.jpg")
    let note = ["-n", "user.upright.undo", "-v", "mine", "6.jpg"]
    guard try OutsideTool.setfattr.run(note, in: album.folder).status == 0 else { return }
    let before = try album.contents()
    for words in [["rotate", "cw", "-i", "6.jpg"], ["fix", "-i", "--to", "tag", "6.jpg", "--journal", "j"]] {
      let refused = try UprightTool.run(words, in: album.folder)
      #expect(
        refused.status == 74 && refused.complaints.contains("6.jpg: the file has an undo record of another version"))
      #expect(refused.complaints.contains("user.upright.undo") && refused.complaints.contains("`upright recover`"))
      #expect(try album.folder.read("6.jpg") == before["6.jpg"])
    }
    let cleared = try album.run("recover", "6.jpg")
    #expect(cleared.status == 0 && cleared.text.contains("6.jpg: removed the undo record (user.upright.undo)"))
    #expect(try album.folder.read("6.jpg") == before["6.jpg"])
    #expect(try album.run("rotate", "cw", "-i", "6.jpg").status == 0)
    #expect(try album.run("recover", "6.jpg").complaints.contains("nothing to clean up"))
  }

  @Test func whatIsNotThereIsAnError() throws {
    let album = try Album("6.jpg")
    let answer = try album.run("recover", "no")
    #expect(answer.status == 74)
    #expect(answer.complaints.hasPrefix("upright: no: No such file or directory\n"))
    #expect(try album.run("recover", "--older-than=-1", ".").status == 64)
    #expect(try album.run("recover", "6.jpg").status == 0)
  }

  // Killed before the new image has a name, and after the old one has lost its name.
  @Test(.enabled(if: OutsideTool.strace.isInstalled, "needs strace"), arguments: ["renameat2", "unlinkat"])
  func aKilledRewriteLeavesWhatIsFound(call: String) throws {
    let album = try Album("6.jpg")
    let program = try #require(UprightTool.path)
    let killed = try OutsideTool.strace.run(
      [
        "-f", "-qq", "-e", "trace=\(call)", "-e", "inject=\(call):signal=KILL:when=1", "-o", "/dev/null", program,
        "fix", "-i", "6.jpg",
      ],
      in: album.folder)
    #expect(killed.status != 0)
    let image = try album.folder.read("6.jpg")
    #expect(try album.contents().count == 2)
    #expect(
      try album.run("recover", "--older-than", "0", ".").text.hasSuffix("removed; left over from a killed run"))
    #expect(try album.contents() == ["6.jpg": image])
  }

  /// If the disk fails while the undo record is read, the record stays.
  @Test(.enabled(if: OutsideTool.strace.isInstalled, "needs strace"), arguments: 1...6)
  func aReadErrorKeepsTheWayBack(when: Int) throws {
    let album = try Album("6.jpg")
    let program = try #require(UprightTool.path)
    try album.folder.write(Self.twoSectors, as: "6.jpg")
    _ = try OutsideTool.strace.run(
      [
        "-f", "-qq", "-e", "trace=pwrite64", "-e", "inject=pwrite64:signal=KILL:when=2", "-o", "/dev/null", program,
        "rotate", "cw", "-i", "6.jpg",
      ], in: album.folder)
    let torn = try album.folder.read("6.jpg")
    try #require(torn != Self.twoSectors)
    let answer = try OutsideTool.strace.run(
      [
        "-f", "-qq", "-e", "trace=pread64", "-e", "inject=pread64:error=EIO:when=\(when)", "-o", "/dev/null", program,
        "recover", "6.jpg",
      ], in: album.folder)
    let after = try album.folder.read("6.jpg")
    #expect(after == (answer.status == 0 ? Self.twoSectors : torn), "\(answer.text) \(answer.complaints)")
    #expect(try album.run("recover", "6.jpg").status == 0)
    #expect(try album.folder.read("6.jpg") == Self.twoSectors)
  }

  /// A photo whose two tags are in two sectors.
  private static let twoSectors: [UInt8] = {
    var block = TinyTIFF(orientation: 6)
    block.exif = [TinyEntry(37_500, .undefined, [Int](repeating: 7, count: 1_200))]
    block.ifd1 = [TinyEntry(274, .short, [6])]
    block.thumbnail = TinyJPEG(.sixGrays).bytes
    return TinyJPEG(.sixColors, exif: block).bytes
  }()
}
