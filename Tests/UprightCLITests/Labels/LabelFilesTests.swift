// Label files: found by their format, with the class names beside them.

import Foundation
import Testing
import Upright
import UprightLabels
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightLabelJobs

@Suite struct LabelFilesTests {
  @Test func aFolderGivesTheFilesOfItsFormat() throws {
    let album = try LabelledAlbum(tags: 1...1)
    try album.writeRows(tags: 1...3)
    try album.write("labels/deep/4.txt", "0 0.5 0.5 0.1 0.1\n")
    try album.write("labels/notes.md", "mine")
    let files = try LabelFiles(album.album.folder.path("labels"), format: nil, names: nil)
    #expect(files.format == .yolo && files.files.map(\.name) == ["1.txt", "2.txt", "3.txt", "deep/4.txt"])
    #expect(files.names?.names == ["green"] && files.companions.map(\.name) == ["data.yaml"])
  }

  // Such a path cannot be read by anybody, not even root.
  @Test func foldersThatAreTooDeepAreLeftOutAndListed() throws {
    let album = try LabelledAlbum(tags: 1...1)
    try album.writeRows(tags: 1...2)
    let name = String(repeating: "n", count: 250)
    let deeper = "cd -P labels; for i in $(seq 270); do mkdir \"$0\" && cd -P \"$0\" || exit 1; done"
    let folder = album.album.folder
    #expect(try OutsideTool.run("/bin/sh", ["-c", deeper, name], in: folder).status == 0)
    defer { _ = try? OutsideTool.run("/bin/rm", ["-rf", folder.path("labels")], in: nil) }
    let files = try LabelFiles(folder.path("labels"), format: nil, names: nil)
    #expect(files.files.map(\.name) == ["1.txt", "2.txt"] && files.unread.count == 1)
    guard case .io(let path, ENAMETOOLONG)? = files.unread.first else {
      Issue.record("\(files.unread)")
      return
    }
    #expect(path.hasPrefix(folder.path("labels/" + name)))
    let answer = try album.run("validate", "labels")
    #expect(answer.status == 2 && answer.complaints.hasSuffix(": File name too long\n"))
    #expect(answer.text == "2 files, 2 regions of 2 images: 0 invalid, 0 to review")
  }

  @Test func aFileThatIsNotThereAnyMoreIsLeftOutAndListed() throws {
    let album = try LabelledAlbum(tags: 1...1)
    try album.writeRows(tags: 1...2)
    let folder = album.album.folder
    try folder.link("labels/3.txt", to: "nowhere")
    let files = try LabelFiles(folder.path("labels"), format: nil, names: nil)
    #expect(files.files.map(\.name) == ["1.txt", "2.txt"])
    #expect(files.unread == [.io(path: folder.path("labels/3.txt"), systemError: ENOENT)])
    try FileManager.default.createDirectory(atPath: folder.path("alone"), withIntermediateDirectories: true)
    try folder.link("alone/3.txt", to: "nowhere")
    #expect(throws: UprightError.io(path: folder.path("alone/3.txt"), systemError: ENOENT)) {
      try LabelFiles(folder.path("alone"), format: .yolo, names: nil)
    }
  }

  @Test func namesLieAboveOrAreGiven() throws {
    let album = try LabelledAlbum(tags: 1...1)
    try album.write("labels/train/1.txt", "0 0.5 0.5 0.1 0.1\n")
    try album.write("classes.txt", "cat\ndog\n")
    try album.write("other.yaml", "names: [cow]\n")
    let folder = album.album.folder
    let above = try LabelFiles(folder.path("labels/train"), format: nil, names: nil)
    #expect(above.names?.names == ["cat", "dog"] && above.companions.isEmpty)
    let given = try LabelFiles(folder.path("labels/train/1.txt"), format: nil, names: folder.path("other.yaml"))
    #expect(given.names?.names == ["cow"] && given.files.map(\.name) == ["1.txt"])
    #expect(throws: UprightError.self) {
      try LabelFiles(folder.path("labels/train"), format: nil, names: folder.path("none.yaml"))
    }
  }

  @Test func whatIsNotSaidHasToBeGiven() throws {
    let album = try LabelledAlbum(tags: 1...1)
    try album.write("labels/a.json", "{}")
    try album.write("labels/a.xml", "<annotation/>")
    let folder = album.album.folder
    #expect(throws: UprightError.self) { try LabelFiles(folder.path("labels"), format: nil, names: nil) }
    #expect(try LabelFiles(folder.path("labels"), format: .vocFromZero, names: nil).files.map(\.name) == ["a.xml"])
    #expect(throws: UprightError.self) { try LabelFiles(folder.path("labels"), format: .yolo, names: nil) }
    #expect(try LabelFiles(folder.path("labels/a.json"), format: nil, names: nil).format == .coco)
  }

  // A sparse file: as large as it claims, with nothing on the disk.
  @Test func aFileThatIsTooLargeIsNotReadAtAll() throws {
    let album = try LabelledAlbum(tags: 1...1)
    let folder = album.album.folder
    try album.write("a.json", "{}")
    let handle = try #require(FileHandle(forWritingAtPath: folder.path("a.json")))
    try handle.truncate(atOffset: 5 << 30)
    try handle.close()
    let limit = LabelLimits().bytes
    let wanted = UprightError.limit(.labelFile, asked: 5 << 30, allowed: limit)
    #expect(throws: wanted) { try LabelFiles(folder.path("a.json"), format: nil, names: nil) }
    #expect(throws: wanted) { try LabelFiles.bytes(of: folder.path("a.json")) }
    try album.write("b.json", "1234")
    #expect(try LabelFiles.bytes(of: folder.path("b.json"), limit: 4) == Array("1234".utf8))
    #expect(throws: UprightError.limit(.labelFile, asked: 4, allowed: 3)) {
      try LabelFiles.bytes(of: folder.path("b.json"), limit: 3)
    }
  }
}
