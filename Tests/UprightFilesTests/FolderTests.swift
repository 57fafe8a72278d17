// Folders are listed in a fixed order and made with their parents.

import Foundation
import Testing
import Upright
import UprightTestTools

@testable import UprightFiles

@Suite struct FolderTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    for name in ["b", "a", "B", ".hidden", ".upright-x", "sub/z", "sub/deep/y", ".git/c"] {
      try Folder.make(FileName.folder(of: folder.path(name)))
      try folder.write([1], as: name)
    }
    try folder.link("linked", to: "sub")
    try folder.link("link to a", to: "a")
    try folder.link("broken", to: "nowhere")
    try folder.link("sub/up", to: "..")
  }

  @Test func namesComeInTheOrderOfTheirBytes() throws {
    #expect(Folder.files(in: folder.url.path, recursive: false) == ["B", "a", "b", "broken", "link to a"])
  }

  @Test func walkingFollowsNoLinkToAFolder() throws {
    #expect(
      Folder.files(in: folder.url.path, recursive: true) == [
        "B", "a", "b", "broken", "link to a", "sub/deep/y", "sub/z",
      ])
  }

  @Test func namesThatAreNoUTF8AreFoundAndCanBeOpened() throws {
    let name = PathName.text([0x63, 0xE9])
    try SafeReplace.create(FileName.joined(folder.url.path, name)) { (sink: inout FileSink) throws(UprightError) in
      try sink.write([7])
    }
    let names = Folder.files(in: folder.url.path, recursive: false)
    #expect(names.contains(name))
    #expect(try FileBytes(path: FileName.joined(folder.url.path, name)).read(0..<9) == [7])
  }

  @Test func aFolderThatCannotBeReadIsToldOf() {
    var told: [UprightError] = []
    #expect(Folder.files(in: folder.path("a"), recursive: true) { told.append($0) } == [])
    #expect(Folder.files(in: folder.path("no"), recursive: true) { told.append($0) } == [])
    #expect(
      told == [
        .io(path: folder.path("a"), systemError: ENOTDIR), .io(path: folder.path("no"), systemError: ENOENT),
      ])
  }

  @Test func foldersAreMadeWithTheirParentsAndTwice() throws {
    for _ in 0..<2 { try Folder.make(folder.path("x/y/z/")) }
    #expect(try FileIdentity(path: folder.path("x/y/z")).kind == .folder)
    #expect(throws: UprightError.io(path: folder.path("a"), systemError: EEXIST)) { try Folder.make(folder.path("a")) }
    #expect(throws: UprightError.self) { try Folder.make(folder.path("a/b")) }
  }

  @Test func aPathBeyondWhatIsReadIsToldOf() throws {
    let name = String(repeating: "n", count: 250)
    let deeper = "mkdir long; cd -P long; for i in $(seq 270); do mkdir \"$0\" && cd -P \"$0\" || exit 1; done"
    #expect(try OutsideTool.run("/bin/sh", ["-c", deeper, name], in: folder).status == 0)
    defer { _ = try? OutsideTool.run("/bin/rm", ["-rf", folder.path("long")], in: nil) }
    var told: [UprightError] = []
    #expect(Folder.files(in: folder.path("long"), recursive: true) { told.append($0) } == [])
    guard told.count == 1, case .io(let path, let number) = told[0] else {
      Issue.record("\(told.count)")
      return
    }
    #expect(number == ENAMETOOLONG && path.hasPrefix(folder.path("long/" + name)))
    #expect(throws: told[0]) { try Folder.allFiles(in: folder.path("long"), recursive: true) }
  }

  @Test func foldersThatCannotBeListedAreAnError() throws {
    #expect(try Folder.folders(in: folder.url.path) == ["sub"])
    #expect(throws: UprightError.io(path: folder.path("no"), systemError: ENOENT)) {
      try Folder.folders(in: folder.path("no"))
    }
  }
}
