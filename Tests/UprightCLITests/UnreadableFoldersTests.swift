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

  /// A data set with labels and images of tags 1 to 6; those of 4 are in folders that cannot be listed, and those of 5
  /// and 6 in folders that can be listed but not searched.
  private func partlyClosed() throws -> Album {
    let album = try LabelledAlbum(tags: 1...3)
    try album.writeRows(tags: 1...3)
    for (tag, place) in [(4, "closed"), (5, "listed"), (6, "listed/deep")] {
      try album.album.add("photos/\(place)/\(tag).jpg")
      try album.write("labels/\(place)/\(tag).txt", LabelledAlbum.green + "\n")
    }
    for name in ["", "photos", "labels"] { try close(name, 0o777, in: album.album.folder) }
    for name in ["photos", "labels"] {
      try close(name + "/listed/deep", 0o755, in: album.album.folder)
      try close(name + "/listed", 0o744, in: album.album.folder)
      try close(name + "/closed", 0o700, in: album.album.folder)
    }
    return album.album
  }

  /// Label commands, with the folders that they search and what they make of the rest.
  static let labelLines: [(line: String, folders: [String], made: Set<String>)] = [
    ("labels validate labels", ["labels"], []), ("labels validate --from yolo labels", ["labels"], []),
    ("labels audit --images photos labels", ["photos", "labels"], []),
    (
      "labels convert --to coco --from-space displayed --images photos -o c.json labels", ["photos", "labels"],
      ["c.json"]
    ),
    (
      "labels convert --from-space displayed --to-space stored --images photos -o s labels", ["photos", "labels"],
      ["s/1.txt", "s/2.txt", "s/3.txt", "s/data.yaml"]
    ),
    (
      "labels crop --space displayed --images photos -o parts labels", ["photos", "labels"],
      ["parts/1-1-green.jpg", "parts/2-1-green.jpg", "parts/3-1-green.jpg"]
    ),
    (
      "labels overlay --images photos -o seen labels", ["photos", "labels"],
      ["seen/1.jpg", "seen/2.jpg", "seen/3.jpg"]
    ),
    ("labels diff --images photos labels labels", ["photos", "labels"], []),
    ("labels diff labels labels", ["labels"], []),
  ]

  @Test(arguments: labelLines.indices)
  func labelsInFoldersThatCannotBeReadAreNamedAndTheOthersAreUsed(_ index: Int) throws {
    let (line, folders, made) = Self.labelLines[index]
    let album = try partlyClosed()
    let before = try album.contents()
    guard let answer = try run(line, in: album.folder) else { return }
    #expect(answer.status == 2, "\(answer.complaints)")
    // An image is opened only if a label refers to it, so `photos/listed/5.jpg` is not.
    let named = folders.flatMap { folder in
      (["closed", "listed/deep"] + (folder == "labels" ? ["listed/5.txt"] : [])).map {
        "upright: \(folder)/\($0): Permission denied"
      }
    }
    let lines = answer.complaints.split(separator: "\n").map(String.init)
    #expect(lines.filter { $0.contains("Permission denied") }.sorted() == named.sorted(), "\(answer.complaints)")
    let new = try album.contents().filter { before[$0.key] == nil }
    #expect(Set(new.keys) == made)
    if made == ["c.json"] {
      let coco = try JSONSerialization.jsonObject(with: Data(new["c.json"] ?? [])) as? [String: Any]
      let images = (coco?["images"] as? [[String: Any]] ?? []).compactMap { $0["file_name"] as? String }
      #expect(images.sorted() == ["1.jpg", "2.jpg", "3.jpg"])
      #expect((coco?["annotations"] as? [Any])?.count == 3)
    }
    if line.contains("validate") { #expect(answer.text == "3 files, 3 regions of 3 images: 0 invalid, 0 to review") }
    if line.contains("audit") {
      #expect(answer.text.contains("3 regions of 3 images") && !answer.text.contains("has no labels"), "\(answer.text)")
    }
  }

  @Test func aDataSetIsAuditedAsFarAsItCanBeRead() throws {
    let album = try partlyClosed()
    try FileManager.default.moveItem(atPath: album.folder.path("photos"), toPath: album.folder.path("images"))
    guard let answer = try run("labels audit --json .", in: album.folder) else { return }
    #expect(answer.status == 2)
    let told = try answer.complaints.split(separator: "\n").map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
    #expect(
      told.compactMap { $0?["path"] as? String }.sorted()
        == ["images/closed", "images/listed/deep", "labels/closed", "labels/listed/5.txt", "labels/listed/deep"]
        .map { "./" + $0 })
    let total = try #require(try answer.objects().last)
    #expect(total["pictures"] as? Int == 3 && total["clean"] as? Bool == false)
  }

  @Test func aDataSetInOneFolderIsNamedOnce() throws {
    let album = try LabelledAlbum(tags: 1...2)
    for (tag, place) in [(1, "."), (2, "closed")] {
      try album.album.add("all/\(place)/\(tag).jpg")
      try album.write("all/\(place)/\(tag).txt", LabelledAlbum.green + "\n")
    }
    for name in ["", "all"] { try close(name, 0o755, in: album.album.folder) }
    try close("all/closed", 0o700, in: album.album.folder)
    guard let answer = try run("labels audit all", in: album.album.folder) else { return }
    #expect(answer.status == 2 && answer.complaints == "upright: all/closed: Permission denied\n")
  }

  @Test func strictlyNothingIsConverted() throws {
    let album = try partlyClosed()
    let before = try album.contents()
    let line = "labels convert --strict --to coco --from-space displayed --images photos -o c.json labels"
    guard let answer = try run(line, in: album.folder) else { return }
    #expect(answer.status == 2 && answer.complaints.contains("nothing was written (--strict)"))
    #expect(try album.contents() == before)
  }

  @Test(arguments: [
    "labels validate labels", "labels audit --images photos labels", "labels diff labels photos",
    "labels convert --to coco --from-space displayed --images photos -o c.json labels",
    "labels crop --space displayed --images photos -o parts labels", "labels overlay --images photos -o seen labels",
  ])
  func whereNothingCanBeReadItEnds(line: String) throws {
    let album = try partlyClosed()
    try close("labels", 0o700, in: album.folder)
    let before = try album.contents()
    guard let answer = try run(line, in: album.folder) else { return }
    #expect(answer.status == 74 && answer.text == "")
    #expect(answer.complaints == "upright: labels: Permission denied\n")
    #expect(try album.contents() == before)
  }

  // Rows that cannot be read cannot follow their images, so the images stay as well.
  @Test(arguments: ["--dry-run", "--journal j"])
  func photosKeepTheirPixelsIfLabelsCannotBeRead(option: String) throws {
    let album = try partlyClosed()
    for tag in 1...3 {
      for name in ["photos/\(tag).jpg", "labels/\(tag).txt"] { try close(name, 0o666, in: album.folder) }
    }
    let before = try album.contents()
    let line = "fix -i --labels labels --label-space stored \(option) photos"
    guard let answer = try run(line, in: album.folder) else { return }
    #expect(answer.status == 74)
    #expect(answer.complaints.contains("labels/closed: Permission denied"), "\(answer.complaints)")
    #expect(try album.contents() == before)
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
  func anImageThatCannotBeReadIsNotTakenForOneThatIsNotThere(line: String) throws {
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
