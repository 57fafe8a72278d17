// The commands accept any argument after the program's name.

import Foundation
import Testing
import UprightFixtures
import UprightTestTools

@Suite(.inProcess) struct CompatCommandTests {
  @Test(arguments: [["jhead"], ["exiftran"], ["jhead", "-autorot"], ["exiftran", "-ai"], ["jhead", "a.jpg"]])
  func unfinishedLinesAreMistakes(words: [String]) throws {
    let answer = try UprightTool.run(["compat"] + words, in: Album("6.jpg").folder)
    #expect(answer.status == 64)
    #expect(answer.complaints.contains("Error: "))
  }

  @Test func oneBadFileDoesNotStopTheRest() throws {
    let album = try Album("6.jpg", "3.jpg")
    try album.folder.write(Array("no picture".utf8), as: "words.jpg")
    let answer = try album.run("compat", "jhead", "-autorot", "6.jpg", "words.jpg", "3.jpg")
    #expect(answer.status == 2)
    #expect(answer.text.split(separator: "\n").count == 2)
    #expect(try album.folder.read("words.jpg") == Array("no picture".utf8))
  }

  @Test(arguments: [
    (["exiftran", "-ai"], "upright fix"), (["exiftran", "-9", "-i"], "upright rotate ROTATION --bake"),
    (["jhead", "-autorot"], "upright fix"),
  ])
  func adviceNamesTheCommandThatHasTheOption(words: [String], command: String) throws {
    let album = try Album("6.jpg")
    try FileManager.default.linkItem(atPath: album.folder.path("6.jpg"), toPath: album.folder.path("twin.jpg"))
    let answer = try UprightTool.run(["compat"] + words + ["6.jpg"], in: album.folder)
    #expect(answer.status != 0 && answer.complaints.contains("`\(command) --break-hard-links` allows"), "\(answer)")
    #expect(try album.folder.read("6.jpg") == Album.photo(6))
  }

  @Test(arguments: [["exiftran", "-ai"], ["jhead", "-autorot"], ["jhead", "-norot"]])
  func sidecarsThatStayBesideChangedFilesAreNamed(words: [String]) throws {
    let album = try Album("6.jpg", "1.jpg")
    let packet = TinyXMP.packet(orientation: "6")
    for name in ["6.xmp", "6.jpg.pp3", "6.AAE", "1.xmp"] { try album.folder.write(packet, as: name) }
    let answer = try UprightTool.run(["compat"] + words + ["6.jpg"], in: album.folder)
    #expect(answer.status == 0, "\(answer)")
    #expect(
      answer.complaints.contains(
        "3 sidecars beside changed files stay as they are, and programs that follow them may rotate again: "))
    #expect(answer.complaints.contains("6.xmp") && !answer.complaints.contains("1.xmp"))
    #expect(!answer.complaints.contains("--families"), "the command has no such option")
    #expect(try album.folder.read("6.xmp") == packet)
    let again = try UprightTool.run(["compat"] + words + ["6.jpg"], in: album.folder)
    #expect(!again.complaints.contains("sidecar"), "nothing changes: \(again)")
  }
}
