// A folder that cannot be searched is named, by every command that walks folders.

import Foundation
import Testing
import UprightTestTools

@Suite(.enabled(if: getuid() == 0 && OutsideTool.setpriv.isInstalled, "needs root and setpriv"))
struct UnreadableFoldersTests {
  private func run(_ line: String, in folder: ScratchFolder) throws -> OutsideTool.Answer? {
    let program = try #require(UprightTool.path)
    guard try OtherUser.run([program, "--version"], in: nil).status == 0 else {
      print("SKIPPED UnreadableFoldersTests: another user cannot run the program where it was built")
      return nil
    }
    return try OtherUser.run([program] + line.split(separator: " ").map(String.init), in: folder)
  }

  private func close(_ name: String, _ mode: Int, in folder: ScratchFolder) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path(name))
  }

  @Test(arguments: ["info -r .", "audit --fail-on none .", "plan fix -r .", "fix -n -r .", "recover -n -r ."])
  func aFolderThatListsButCannotBeSearchedIsNamed(line: String) throws {
    let album = try Album("open/6.jpg", "closed/1.jpg", "closed/deep/6.jpg")
    for name in ["", "open", "closed/deep"] { try close(name, 0o755, in: album.folder) }
    try close("closed", 0o744, in: album.folder)
    guard let answer = try run(line, in: album.folder) else { return }
    #expect(answer.status == 2)
    for name in ["closed/1.jpg", "closed/deep"] {
      #expect(
        answer.complaints.contains(name + ": Permission denied")
          || (line.hasPrefix("audit") && answer.text.contains("Permission denied")
            && answer.text.contains("    ./" + name + "\n")),
        "\(answer.complaints)\(answer.text)")
    }
  }

  @Test func whatCannotBeOpenedIsNoStranger() throws {
    let album = try Album("6.jpg")
    try album.folder.write(Album.photo(3), as: "photo")
    try close("", 0o755, in: album.folder)
    try close("photo", 0o600, in: album.folder)
    guard let answer = try run("info .", in: album.folder) else { return }
    #expect(answer.status == 2)
    #expect(answer.complaints.contains("photo: Permission denied"), "\(answer.complaints)")
  }

  @Test(arguments: ["labels validate labels", "labels audit ."])
  func labelsInAFolderThatCannotBeSearchedAreNotMissed(line: String) throws {
    let album = try Album("images/6.jpg")
    for name in ["labels/6.txt", "labels/deep/1.txt"] {
      let folder = URL(fileURLWithPath: album.folder.path(name)).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try album.folder.write(Array("0 0.5 0.25 0.3 0.5\n".utf8), as: name)
    }
    for name in ["", "images", "labels"] { try close(name, 0o755, in: album.folder) }
    try close("labels/deep", 0o744, in: album.folder)
    guard let answer = try run(line, in: album.folder) else { return }
    #expect(answer.status == 74)
    #expect(answer.complaints.contains("labels/deep/1.txt: Permission denied"), "\(answer.complaints)")
  }

  private func labelled() throws -> Album {
    let album = try LabelledAlbum(tags: 1...6)
    for tag in 1...6 { try album.write("labels/\(tag).txt", LabelledAlbum.green + "\n") }
    for name in ["", "photos", "labels"] { try close(name, 0o777, in: album.album.folder) }
    return album.album
  }

  @Test(arguments: [
    "labels audit --images photos labels", "labels convert --to coco --images photos -o c.json labels",
    "labels overlay --images photos -o seen labels", "labels crop --space stored --images photos -o parts labels",
    "labels diff --images photos labels labels", "labels convert --to-space stored --images photos -o s labels",
  ])
  func aPictureThatCannotBeReadIsNotTakenForOneThatIsNotThere(line: String) throws {
    let album = try labelled()
    try close("photos/6.jpg", 0o600, in: album.folder)
    let words = line.contains("convert") ? line + " --from-space displayed" : line
    guard let answer = try run(words, in: album.folder) else { return }
    #expect(answer.status == 2, "\(answer.complaints)")
    #expect(answer.complaints.contains("upright: photos/6.jpg: Permission denied"), "\(answer.complaints)")
    #expect(answer.complaints.split(separator: "\n").count { $0.contains("Permission denied") } == 1)
  }

  @Test func namesOfClassesThatCannotBeLookedForAreNoNames() throws {
    let album = try labelled()
    try FileManager.default.createDirectory(
      atPath: album.folder.path("closed"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try album.folder.write(Array("names: [green]\n".utf8), as: "closed/data.yaml")
    try FileManager.default.createSymbolicLink(
      atPath: album.folder.path("labels/data.yaml"), withDestinationPath: "../closed/data.yaml")
    guard let answer = try run("labels validate labels", in: album.folder) else { return }
    #expect(answer.status == 74)
    #expect(answer.complaints.contains("labels/data.yaml: Permission denied"), "\(answer.complaints)")
  }
}
