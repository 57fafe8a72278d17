// Every command that writes files, on sources that others may not read: they may not read its results either.

import Foundation
import Testing
import UprightTestTools

@Suite struct OpennessTests {
  /// A command that writes a file.
  struct Trial: Sendable, CustomTestStringConvertible {
    let words: [String]
    /// What it writes.
    let output: String
    /// Its sources.
    let sources: [String]
    /// Whether it has `--force`, and needs it for an existing file.
    var overwrites = true

    var testDescription: String { words.prefix(2).joined(separator: " ") + " -> " + output }
  }

  static let (photo, labels) = ("photos/6.jpg", "a.json")

  static let trials = [
    Trial(words: ["sheet", "photos/1.jpg", photo, "-o", "sheet.png"], output: "sheet.png", sources: [photo]),
    Trial(words: ["audit", "--html", "page.html", "photos"], output: "page.html", sources: [photo]),
    Trial(
      words: ["labels", "audit", "--images", "photos", "--html", "labels.html", labels], output: "labels.html",
      sources: [photo, labels]),
    Trial(
      words: ["labels", "overlay", "--images", "photos", "-o", "seen", labels], output: "seen/6.jpg",
      sources: [photo, labels]),
    Trial(
      words: ["labels", "overlay", "--images", "photos", "-o", "seen.png", labels], output: "seen.png",
      sources: [photo, labels]),
    Trial(
      words: ["labels", "crop", "--space", "stored", "--images", "photos", "-o", "parts", labels],
      output: "parts/6-1-green.jpg", sources: [photo, labels]),
    Trial(words: ["labels", "convert", "-o", "b.json", labels], output: "b.json", sources: [labels]),
    Trial(
      words: ["labels", "convert", "--to", "yolo", "--images", "photos", "-o", "rows", labels] + space,
      output: "rows/6.txt", sources: [labels]),
    Trial(
      words: ["labels", "convert", "--to", "coco", "--images", "photos", "-o", "c.json", "yolo"] + space,
      output: "c.json", sources: ["yolo/6.txt", "yolo/data.yaml"]),
    Trial(
      words: ["labels", "convert", "-o", "copied", "yolo"], output: "copied/6.txt", sources: ["yolo/6.txt"]),
    Trial(words: ["fix", photo, "-o", "fixed.jpg"], output: "fixed.jpg", sources: [photo]),
    Trial(words: ["rotate", "cw", photo, "-o", "turned.jpg"], output: "turned.jpg", sources: [photo]),
    Trial(words: ["crop", "0,0,16,16", photo, "-o", "part.jpg"], output: "part.jpg", sources: [photo]),
    Trial(words: ["thumb", "16", photo, "-o", "small.jpg"], output: "small.jpg", sources: [photo]),
    Trial(
      words: ["camera", "replay", "held.csv", "--plot", "plot.svg"], output: "plot.svg", sources: ["held.csv"]),
  ]

  private static let space = ["--from-space", "displayed"]

  /// A folder in which only `closed` has `mode`; all others are open, for the user of that number.
  private func folder(_ mode: Int, of closed: [String], user: Int) throws -> ScratchFolder {
    let album = try Album("photos/1.jpg", Self.photo)
    let folder = album.folder
    try folder.write(
      Array(
        #"{"images":[{"id":1,"file_name":"6.jpg"}],"categories":[{"id":1,"name":"green"}],"#.utf8)
        + Array(#""annotations":[{"id":1,"image_id":1,"category_id":1,"bbox":[2,2,12,10]}]}"#.utf8),
      as: Self.labels)
    try FileManager.default.createDirectory(atPath: folder.path("yolo"), withIntermediateDirectories: true)
    try folder.write(Array("0 0.5 0.25 0.333333 0.5\n".utf8), as: "yolo/6.txt")
    try folder.write(Array("names: [green]\n".utf8), as: "yolo/data.yaml")
    try folder.write(Array(RecordingWriter.story.coreMotion.utf8), as: "held.csv")
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.url.path) + [""] {
      let path = folder.path(name)
      let kind = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
      let permissions = kind == .typeDirectory ? 0o755 : closed.contains(name) ? mode : 0o644
      try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
      guard getuid() == 0 else { continue }
      try FileManager.default.setAttributes(
        [.ownerAccountID: user, .groupOwnerAccountID: user], ofItemAtPath: path)
    }
    return folder
  }

  /// Runs the program with the usual umask, as root or the user who runs the tests, or as another user.
  private func run(_ words: [String], asOther: Bool, in folder: ScratchFolder) throws -> OutsideTool.Answer {
    let program = try #require(UprightTool.path)
    if asOther { return try OtherUser.run([program] + words, mask: 0o022, in: folder) }
    return try OutsideTool.run(
      "/bin/sh", ["-c", "umask 022; exec \"$0\" \"$@\"", program] + words, in: folder)
  }

  private func check(_ trial: Trial, asOther: Bool) throws {
    let user = asOther ? OtherUser.number : Int(getuid())
    func mode(_ folder: ScratchFolder) -> Int? {
      let all = try? FileManager.default.attributesOfItem(atPath: folder.path(trial.output))
      return all?[.posixPermissions] as? Int
    }
    func expect(_ expected: Int, _ folder: ScratchFolder, _ note: String, _ more: [String] = []) throws {
      let answer = try run(trial.words + more, asOther: asOther, in: folder)
      #expect([0, 1].contains(answer.status), "\(note): \(answer.complaints)")
      let octal = mode(folder).map { String($0, radix: 8) }
      #expect(octal == String(expected, radix: 8), "\(note): \(answer.complaints)")
    }
    try expect(0o644, folder(0o644, of: [], user: user), "all open")
    for mode in [0o600, 0o640] {
      for source in trial.sources {
        try expect(mode, folder(mode, of: [source], user: user), "\(source) \(String(mode, radix: 8))")
      }
      try expect(mode, folder(mode, of: trial.sources, user: user), "all \(String(mode, radix: 8))")
      let there = try folder(0o644, of: [], user: user)
      let path = URL(fileURLWithPath: there.path(trial.output))
      let parent = path.deletingLastPathComponent()
      try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
      try Data().write(to: path)
      for path in [parent.path, path.path] where getuid() == 0 {
        try FileManager.default.setAttributes(
          [.ownerAccountID: user, .groupOwnerAccountID: user], ofItemAtPath: path)
      }
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path.path)
      try expect(mode, there, "over a file of \(String(mode, radix: 8))", ["--force"])
      #expect(try !Data(contentsOf: path).isEmpty)
    }
  }

  @Test(arguments: trials)
  func nothingIsMoreOpenThanItsSources(trial: Trial) throws { try check(trial, asOther: false) }

  @Test(
    .enabled(if: getuid() == 0 && OutsideTool.setpriv.isInstalled, "needs root and setpriv"), arguments: trials)
  func neitherForAnotherUser(trial: Trial) throws {
    let program = try #require(UprightTool.path)
    guard try OtherUser.run([program, "--version"], in: nil).status == 0 else {
      print("SKIPPED neitherForAnotherUser: another user cannot run the program where it was built")
      return
    }
    try check(trial, asOther: true)
  }

  @Test(arguments: [0o600, 0o640, 0o644, 0o664])
  func labelsThatAreConvertedOntoThemselvesStayAsOpen(mode: Int) throws {
    let folder = try folder(mode, of: [Self.labels], user: Int(getuid()))
    let answer = try run(
      [
        "labels", "convert", "--images", "photos", "--from-space", "stored", "--to-space", "displayed", "--force", "-o",
        "a.json", "a.json",
      ],
      asOther: false, in: folder)
    #expect(answer.status == 0 && answer.complaints == "")
    let all = try FileManager.default.attributesOfItem(atPath: folder.path("a.json"))
    #expect(all[.posixPermissions] as? Int == mode)
  }

  @Test(.enabled(if: getuid() == 0, "needs root"))
  func rootLeavesLabelsToTheirOwner() throws {
    let folder = try folder(0o640, of: [Self.labels], user: OtherUser.number)
    let answer = try run(
      ["labels", "convert", "--force", "-o", "a.json", "a.json"], asOther: false, in: folder)
    #expect(answer.status == 0)
    let all = try FileManager.default.attributesOfItem(atPath: folder.path("a.json"))
    #expect(all[.posixPermissions] as? Int == 0o640)
    #expect(all[.ownerAccountID] as? Int == OtherUser.number)
    #expect(all[.groupOwnerAccountID] as? Int == OtherUser.number)
  }
}
