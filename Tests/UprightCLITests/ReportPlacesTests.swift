// The path of a report is checked before anything else: a batch does not run for a page that cannot be written.

import Foundation
import Testing
import UprightTestTools

@Suite struct ReportPlacesTests {
  private func album() throws -> Album {
    let album = try LabelledAlbum(tags: 1...6)
    try album.writeRows(tags: 1...6)
    try album.album.folder.write(Array("no picture".utf8), as: "photos/text.jpg")
    try album.write("held.csv", "time_ms,x,y,z\n0,no,number,0\n")
    return album.album
  }

  /// The commands that write a report, up to its name; each has an error to report in its input.
  static let lines = [
    "audit photos --html": "html", "labels audit --images photos labels --html": "html", "sheet photos -o": "png",
    "camera replay held.csv --plot": "svg",
  ]

  @Test(arguments: lines.keys.sorted())
  func nothingIsReadForAReportThatCannotBeWritten(_ line: String) throws {
    let album = try album()
    let end = Self.lines[line] ?? ""
    try FileManager.default.createDirectory(
      atPath: album.folder.path("folder.\(end)"), withIntermediateDirectories: true)
    try album.folder.write([7], as: "taken.\(end)")
    let before = try album.contents()
    for (name, sentence) in [
      ("no/such.\(end)", "No such file or directory"), ("held.csv/a.\(end)", "Not a directory"),
      ("folder.\(end)", "Is a directory"), ("taken.\(end)", "--force overwrites it"),
    ] {
      let answer = try UprightTool.run(line.split(separator: " ").map(String.init) + [name], in: album.folder)
      #expect(answer.status == 74, "\(name)")
      #expect(answer.output.isEmpty)
      #expect(answer.complaints.hasPrefix("upright: \(name): "), "\(answer.complaints)")
      #expect(answer.complaints.contains(sentence), "\(answer.complaints)")
      #expect(answer.complaints.split(separator: "\n").count == 1, "\(answer.complaints)")
    }
    #expect(try album.contents() == before)
  }

  @Test(
    .enabled(if: getuid() == 0 && OutsideTool.setpriv.isInstalled, "needs root and setpriv"),
    arguments: lines.keys.sorted() + [
      "fix -i photos/6.jpg --journal", "fix -i photos/6.jpg --labels labels --label-space stored --journal",
    ])
  func aFolderThatTakesNoFileIsNoticedFirst(_ line: String) throws {
    let album = try album()
    let program = try #require(UprightTool.path)
    guard try OtherUser.run([program, "--version"], in: nil).status == 0 else {
      return print(
        "SKIPPED aFolderThatTakesNoFileIsNoticedFirst: another user cannot run the program where it was built")
    }
    for name in ["", "photos", "labels"] {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o777], ofItemAtPath: name.isEmpty ? album.folder.url.path : album.folder.path(name))
    }
    try FileManager.default.createDirectory(
      atPath: album.folder.path("closed"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    for name in ["photos/6.jpg", "labels/6.txt"] {
      try FileManager.default.setAttributes(
        [.ownerAccountID: OtherUser.number], ofItemAtPath: album.folder.path(name))
    }
    let before = try album.contents()
    let name = "closed/r." + (Self.lines[line] ?? "journal")
    let answer = try OtherUser.run(
      [program] + line.split(separator: " ").map(String.init) + [name], in: album.folder)
    #expect(answer.status == 74, "\(answer.complaints)")
    #expect(answer.output.isEmpty)
    #expect(answer.complaints.contains("closed/r"), "\(answer.complaints)")
    #expect(answer.complaints.contains("Permission denied"), "\(answer.complaints)")
    #expect(try album.contents() == before)
  }

  @Test(.enabled(if: getuid() == 0 && OutsideTool.setpriv.isInstalled, "needs root and setpriv"))
  func labelsThatCannotBeRewrittenKeepTheirImages() throws {
    let album = try album()
    let program = try #require(UprightTool.path)
    guard try OtherUser.run([program, "--version"], in: nil).status == 0 else {
      return print("SKIPPED labelsThatCannotBeRewrittenKeepTheirPictures: another user cannot run the program")
    }
    for (name, mode) in [(".", 0o777), ("photos", 0o777), ("labels", 0o755)] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: album.folder.path(name))
    }
    try FileManager.default.setAttributes(
      [.ownerAccountID: OtherUser.number], ofItemAtPath: album.folder.path("photos/6.jpg"))
    let before = try album.contents()
    let answer = try OtherUser.run(
      [program]
        + "fix -i photos/6.jpg --labels labels --label-space stored --journal j".split(separator: " ").map(String.init),
      in: album.folder)
    #expect(answer.status == 74, "\(answer.complaints)")
    #expect(try album.contents().filter { $0.key != "j" } == before)
  }
}
