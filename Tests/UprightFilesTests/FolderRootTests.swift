// A path below a named folder stays below it: replacing a folder or file by a link meanwhile is refused.

import Foundation
import Testing
import Upright
import UprightTestTools

@testable import UprightFiles

@Suite(.serialized) struct FolderRootTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    for name in ["tree/sub/a", "tree/b", "outside/a", "outside/b"] {
      try Folder.make(FileName.folder(of: folder.path(name)))
      try folder.write(name.hasPrefix("outside") ? [9] : [1], as: name)
    }
    try folder.link("tree/to-b", to: "b")
  }

  private var root: FolderRoot { FolderRoot(folder.path("tree")) }

  /// Puts a link to `target` in the place of `name`, which is then `aside`.
  private func exchange(_ name: String, for target: String) throws {
    try Syscalls.move(folder.path(name), to: folder.path("aside"))
    try folder.link(name, to: target)
  }

  private func isOutsideUntouched() throws -> Bool {
    try folder.read("outside/a") == [9] && folder.read("outside/b") == [9]
      && FileManager.default.contentsOfDirectory(atPath: folder.path("outside")).sorted() == ["a", "b"]
  }

  private func rewrite(_ file: FileBytes) throws {
    try SafeReplace.rewrite(file) { (sink: inout FileSink) throws(UprightError) in try sink.write([2]) }
  }

  private static let patch = BytePatch([BytePatch.Edit(offset: 0, old: [9], new: [2])])

  @Test(arguments: [false, true]) func aFolderThatBecomesALinkIsRefused(withoutOpenat2: Bool) throws {
    Syscalls.forgoOpenat2(withoutOpenat2)
    defer { Syscalls.forgoOpenat2(false) }
    let location = try #require(root.files(recursive: true).first { $0.name == "a" })
    let opened = try FileBytes(FolderRoot(folder.path("tree")).location("sub/a"))
    try exchange("tree/sub", for: "../outside")
    let stale = UprightError.changedUnderneath(folder.path("tree/sub/a"))
    #expect(throws: stale) { try FileBytes(location) }
    #expect(throws: stale) { try FileIdentity(location) }
    #expect(throws: stale) { try DirectoryEntry(of: location) }
    #expect(throws: stale) { try Recovery(age: 0, now: .max).recover(location) }
    #expect(throws: stale) {
      try SafeReplace.create(location, overwriting: true) { (sink: inout FileSink) throws(UprightError) in
        try sink.write([2])
      }
    }
    #expect(throws: UprightError.self) { try FolderRoot(folder.path("tree")).location("sub/new/c").makeFolder() }
    // It was opened before: the folder that contained it is still its own, wherever that is now.
    try rewrite(opened)
    #expect(try folder.read("aside/a") == [2])
    #expect(try isOutsideUntouched())
  }

  @Test func aFileThatBecomesALinkIsRefused() throws {
    let location = try #require(root.files(recursive: false).first { $0.name == "b" })
    let before = try FileBytes(location)
    try exchange("tree/b", for: "../outside/b")
    let stale = UprightError.changedUnderneath(folder.path("tree/b"))
    #expect(throws: stale) { try FileBytes(location) }
    #expect(throws: stale) { try rewrite(before) }
    #expect(throws: stale) { try before.checkUnchanged() }
    #expect(throws: stale) { try InPlacePatch.apply(Self.patch, to: before) }
    #expect(try isOutsideUntouched())
  }

  @Test func aLinkThatWasThereIsFollowedOnceAndStays() throws {
    let location = try #require(root.files(recursive: false).first { $0.name == "to-b" })
    #expect(location.isLink)
    let file = try FileBytes(location)
    try rewrite(file)
    #expect(try folder.read("tree/b") == [2])
    #expect(FileIdentity.isSymbolicLink(folder.path("tree/to-b")))
    let again = try FileBytes(location)
    try Syscalls.remove(folder.path("tree/to-b"))
    try folder.link("tree/to-b", to: "../outside/b")
    #expect(throws: UprightError.changedUnderneath(folder.path("tree/to-b"))) { try rewrite(again) }
    #expect(try isOutsideUntouched())
  }

  @Test func aFileThatWasNamedIsNotFollowedElsewhereOnceItIsOpen() throws {
    let file = try FileBytes(path: folder.path("tree/sub/a"))
    try exchange("tree/sub", for: "../outside")
    #expect(throws: UprightError.changedUnderneath(folder.path("tree/sub/a"))) { try rewrite(file) }
    #expect(throws: UprightError.changedUnderneath(folder.path("tree/sub/a"))) {
      try InPlacePatch.apply(Self.patch, to: file)
    }
    #expect(try isOutsideUntouched())
  }

  @Test func whereNoLinkIsFollowedNonePathLeadsThroughOne() throws {
    try folder.link("link", to: "tree")
    for path in ["link/b", "tree/to-b"] {
      let error = UprightError.io(path: folder.path(path), systemError: ELOOP)
      #expect(throws: error) { try FileBytes(FileLocation(path: folder.path(path), followingLinks: false)) }
      #expect(throws: error) { try DirectoryEntry(of: FileLocation(path: folder.path(path), followingLinks: false)) }
      #expect(try FileBytes(path: folder.path(path)).byteCount == 1)
    }
    var told: [UprightError] = []
    let strict = FolderRoot(folder.path("link"), followingLinks: false)
    #expect(strict.files(recursive: true) { told.append($0) } == [])
    #expect(told == [.io(path: folder.path("link"), systemError: ELOOP)])
  }

  @Test func oneOfVeryManyIsOpenedAnewAndHasToBeTheSame() throws {
    let root = FolderRoot(folder.path("tree"), keepingOpen: false)
    #expect(root.files(recursive: true).count == 3)
    #expect(try FileBytes(root.location("sub/a")).byteCount == 1)
    try exchange("tree", for: "outside")
    #expect(throws: UprightError.changedUnderneath(folder.path("tree/b"))) { try FileBytes(root.location("b")) }
  }

  @Test func foldersBelowItAreMadeInIt() throws {
    let root = FolderRoot(folder.path("new/out"))
    try root.location("x/y/a").makeFolder()
    try root.location("b").makeFolder()
    #expect(try FileIdentity(path: folder.path("new/out/x/y")).kind == .folder)
    try SafeReplace.create(root.location("x/y/a")) { (sink: inout FileSink) throws(UprightError) in
      try sink.write([3])
    }
    #expect(try folder.read("new/out/x/y/a") == [3])
    let beside = root.location("x/y/a").renamed("a~")
    #expect(beside.path == folder.path("new/out/x/y/a~"))
    #expect(throws: UprightError.self) { try root.location("../../outside/c").makeFolder() }
  }
}
