// Files are found relative to open folders, and a link in the way leads nowhere.

import Foundation
import Testing
import Upright
import UprightSystem
import UprightTestTools

@testable import UprightFiles

@Suite(.serialized) struct OpenedFolderTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    for name in ["tree/sub/deep/a", "tree/b", "outside/a", "outside/deep/a"] {
      try Folder.make(FileName.folder(of: folder.path(name)))
      try folder.write(name.hasPrefix("outside") ? [9] : [1], as: name)
    }
    try folder.link("tree/linked", to: "sub")
    try folder.link("tree/sub/out", to: "../../outside")
    try folder.link("tree/sub/file", to: "../../outside/a")
  }

  /// Runs `body` with openat2(2) and without.
  private func bothWays(_ body: () throws -> Void) rethrows {
    defer { Syscalls.forgoOpenat2(false) }
    for forgone in [false, true] {
      Syscalls.forgoOpenat2(forgone)
      try body()
    }
  }

  private func error(_ path: String, _ links: LinkRule) throws -> Int32? {
    let start = try OpenedFolder(folder.path("tree"))
    do throws(SystemError) {
      _ = try Syscalls.openFile(path, O_RDONLY, in: start.descriptor, links: links)
      return nil
    } catch { return error.number }
  }

  @Test func noLinkLeadsOnAndNothingLeadsOut() throws {
    try bothWays { () throws in
      for path in ["sub/deep/a", "sub//deep/./a", "sub/deep/", ".", "b"] {
        #expect(try error(path, .noneBeneath) == nil, "\(path)")
        #expect(try error(path, .none) == nil, "\(path)")
      }
      for path in ["linked/deep/a", "sub/out/a", "sub/out", "sub/file", "linked"] {
        #expect(try error(path, .noneBeneath) == ELOOP, "\(path)")
        #expect(try error(path, .none) == ELOOP, "\(path)")
        #expect(try error(path, .followed) == nil, "\(path)")
      }
      for path in ["../outside/a", "..", folder.path("tree/b")] {
        #expect(try error(path, .noneBeneath) == EXDEV, "\(path)")
        #expect(try error(path, .none) == nil, "\(path)")
      }
      #expect(try error("sub/nothing", .noneBeneath) == ENOENT)
      #expect(try error("b/a", .noneBeneath) == ENOTDIR)
      #expect(try error("sub/" + String(repeating: "n", count: 300), .noneBeneath) == ENAMETOOLONG)
    }
  }

  @Test func pathsBeyondWhatTheSystemTakesAreOpenedInSteps() throws {
    let name = String(repeating: "n", count: 250)
    let deeper =
      "mkdir long; cd -P long; for i in $(seq 40); do mkdir \"$0\" && cd -P \"$0\" || exit 1; done; printf x > a"
    #expect(try OutsideTool.run("/bin/sh", ["-c", deeper, name], in: folder).status == 0)
    defer { _ = try? OutsideTool.run("/bin/rm", ["-rf", folder.path("long")], in: nil) }
    let inside = String(repeating: name + "/", count: 40) + "a"
    let root = FolderRoot(folder.path("long"))
    try bothWays { () throws in
      #expect(root.files(recursive: true).map(\.relativePath) == [inside])
      #expect(try FileBytes(root.location(inside)).read(0..<9) == Array("x".utf8))
      #expect(try FileBytes(path: folder.path("long/" + inside)).byteCount == 1)
      try SafeReplace.rewrite(FileBytes(root.location(inside))) { (sink: inout FileSink) throws(UprightError) in
        try sink.write(Array("x".utf8))
      }
    }
  }

  @Test func itIsTheSameFolderWhateverItsPathLeadsTo() throws {
    try bothWays { () throws in
      let opened = try OpenedFolder(folder.path("tree/sub"))
      try Syscalls.move(folder.path("tree/sub"), to: folder.path("moved"))
      try folder.link("tree/sub", to: "../outside")
      #expect(try opened.absolutePath() == Syscalls.resolved(folder.path("moved")))
      #expect(try FileBytes(at: DirectoryEntry(of: FileLocation(path: folder.path("moved/deep/a")))).read(0..<1) == [1])
      let temporary = try TemporaryFile(in: opened)
      #expect(folder.has("moved/" + temporary.name) && !folder.has("outside/" + temporary.name))
      try Syscalls.remove(folder.path("tree/sub"))
      try Syscalls.move(folder.path("moved"), to: folder.path("tree/sub"))
    }
  }
}

extension ScratchFolder {
  fileprivate func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }
}
