// Files are replaced whole or not at all, and keep their properties.

import Foundation
import Testing
import Upright
import UprightTestTools

@testable import UprightFiles

@Suite struct SafeReplaceTests {
  let folder: ScratchFolder
  let old: [UInt8] = Array(repeating: 1, count: 5000)
  let new: [UInt8] = Array(repeating: 2, count: 90_000)

  init() throws {
    folder = try ScratchFolder()
    try folder.write(old, as: "a")
  }

  @discardableResult
  private func rewrite(_ name: String = "a", partingHardLinks: Bool = false) throws -> [SafeReplace.LostAttribute] {
    let bytes = new
    return try SafeReplace.rewrite(FileBytes(path: folder.path(name)), partingHardLinks: partingHardLinks) {
      (sink: inout FileSink) throws(UprightError) in
      try sink.write(bytes)
    }
  }

  @Test func whatCouldNotBeRewrittenIsKnownBeforehand() throws {
    try SafeReplace.check(folder.path("a"))
    #expect(folder.names == ["a"])
    #expect(throws: UprightError.io(path: folder.path("b"), systemError: ENOENT)) {
      try SafeReplace.check(folder.path("b"))
    }
    try folder.hardLink("b", to: "a")
    #expect(throws: UprightError.hardLinked(folder.path("a"))) { try SafeReplace.check(folder.path("a")) }
    try SafeReplace.check(folder.path("a"), partingHardLinks: true)
    #expect(try folder.read("a") == old && folder.read("b") == old && folder.names == ["a", "b"])
    let held = try FileHandle(forUpdating: folder.url.appendingPathComponent("a"))
    #expect(flock(held.fileDescriptor, LOCK_EX) == 0)
    #expect(throws: UprightError.io(path: folder.path("a"), systemError: EWOULDBLOCK)) {
      try SafeReplace.check(folder.path("a"), partingHardLinks: true)
    }
    try held.close()
  }

  @Test(arguments: [0o755, 0o1777])
  func whetherTheOriginalCouldBeKeptIsTriedWithoutTouchingIt(_ mode: Int) throws {
    try folder.setPermissions(mode, of: ".")
    let before = try FileIdentity(path: folder.path("a"))
    try SafeReplace.check(folder.path("a"), keepingOriginal: true)
    #expect(folder.names == ["a"])
    #expect(try FileIdentity(path: folder.path("a")) == before)
    try folder.link("link", to: "a")
    try SafeReplace.check(folder.path("link"), keepingOriginal: true)
    #expect(folder.names == ["a", "link"])
    try folder.hardLink("b", to: "a")
    #expect(throws: UprightError.hardLinked(folder.path("a"))) {
      try SafeReplace.check(folder.path("a"), keepingOriginal: true)
    }
  }

  @Test(.enabled(if: getuid() != 0, "needs a user who is not root"))
  func whatMayNotBeWrittenIsKnownBeforehand() throws {
    try folder.setPermissions(0o444, of: "a")
    #expect(throws: UprightError.io(path: folder.path("a"), systemError: EACCES)) {
      try SafeReplace.check(folder.path("a"))
    }
  }

  // MARK: What is preserved

  @Test(arguments: [0o644, 0o600, 0o444, 0o4755, 0o2750, 0o777, 0o000])
  func theModeStays(_ mode: Int) throws {
    try folder.setPermissions(mode, of: "a")
    if getuid() != 0, mode & 0o400 == 0 { return }
    #expect(try rewrite() == [])
    #expect(folder.attribute(.posixPermissions, of: "a") == mode)
    try folder.setPermissions(0o600, of: "a")
    #expect(try folder.read("a") == new)
    #expect(folder.names == ["a"])
  }

  @Test(.enabled(if: getuid() == 0, "needs root to give a file away"), arguments: [0o640, 0o6755])
  func theOwnerAndGroupStay(_ mode: Int) throws {
    try folder.set(.ownerAccountID, 1234, of: "a")
    try folder.set(.groupOwnerAccountID, 4321, of: "a")
    try folder.setPermissions(mode, of: "a")
    #expect(try rewrite() == [])
    #expect(folder.attribute(.ownerAccountID, of: "a") == 1234)
    #expect(folder.attribute(.groupOwnerAccountID, of: "a") == 4321)
    #expect(folder.attribute(.posixPermissions, of: "a") == mode)
  }

  @Test(.enabled(if: OutsideTool.setfattr.isInstalled, "needs setfattr"))
  func extendedAttributesStay() throws {
    for (name, value) in [("user.empty", ""), ("user.text", "hello"), ("user.binary", "0x00ff0a")] {
      #expect(try OutsideTool.setfattr.run(["-n", name, "-v", value, folder.path("a")]).status == 0)
    }
    let before = try OutsideTool.getfattr.run(["-d", "-m", "-", "-e", "hex", "a"], in: folder).text
    #expect(before.contains("user.binary=0x00ff0a"))
    #expect(try rewrite() == [])
    #expect(try OutsideTool.getfattr.run(["-d", "-m", "-", "-e", "hex", "a"], in: folder).text == before)
  }

  @Test(.enabled(if: OutsideTool.setfacl.isInstalled, "needs setfacl"))
  func accessListsStay() throws {
    guard try OutsideTool.setfacl.run(["-m", "u:4242:rw,g:17:r", folder.path("a")]).status == 0 else {
      print("SKIPPED accessListsStay: this file system has no access lists")
      return
    }
    let before = try OutsideTool.getfacl.run(["-n", "a"], in: folder).text
    #expect(before.contains("user:4242:rw-"))
    #expect(try rewrite() == [])
    #expect(try OutsideTool.getfacl.run(["-n", "a"], in: folder).text == before)
  }

  @Test func theTimeOfChangeMovesOn() throws {
    let before = try FileIdentity(path: folder.path("a")).modified
    usleep(20_000)
    try rewrite()
    let after = try FileIdentity(path: folder.path("a")).modified
    #expect((after.seconds, after.nanoseconds) > (before.seconds, before.nanoseconds))
  }

  @Test func theTimeOfChangeStaysWhereThatIsWanted() throws {
    let before = try FileIdentity(path: folder.path("a")).modified
    usleep(20_000)
    let bytes = new
    let source = try FileBytes(path: folder.path("a"))
    try SafeReplace.create(FileLocation(path: folder.path("b")), from: source, by: .init(), keepingTime: true) {
      (sink: inout FileSink) throws(UprightError) in try sink.write(bytes)
    }
    try SafeReplace.rewrite(
      source, keepingTime: true, contents: { (sink) throws(UprightError) in try sink.write(bytes) })
    for name in ["a", "b"] {
      #expect(try folder.read(name) == new)
      #expect(try FileIdentity(path: folder.path(name)).modified == before)
    }
  }

  @Test func whatDoesNotReadAsItShouldReplacesNothing() throws {
    let (path, bytes) = (folder.path("a"), new)
    #expect(throws: UprightError.cancelled) {
      try SafeReplace.rewrite(FileBytes(path: path)) { (written) throws(UprightError) in
        if (try? written.read(0..<written.byteCount)) == bytes { throw .cancelled }
      } contents: { (sink) throws(UprightError) in
        try sink.write(bytes)
      }
    }
    #expect(try folder.read("a") == old)
    #expect(folder.names == ["a"])
  }

  @Test func aLinkStaysAndItsTargetIsReplacedWhereItLies() throws {
    try Folder.make(folder.path("album"))
    try folder.write(old, as: "album/b")
    try folder.link("link", to: "album/b")
    try folder.link("link to link", to: "link")
    try rewrite("link to link")
    #expect(try folder.read("album/b") == new)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == "album/b")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link to link")) == "link")
    #expect(folder.names == ["a", "album", "link", "link to link"])
  }

  @Test func hardLinksAreRefusedUnlessAllowed() throws {
    try folder.hardLink("b", to: "a")
    #expect(throws: UprightError.io(path: folder.path("a"), systemError: EMLINK)) { try rewrite() }
    #expect(try folder.read("a") == old)
    try rewrite(partingHardLinks: true)
    #expect(try folder.read("a") == new)
    #expect(try folder.read("b") == old)
  }

  // MARK: What fails leaves nothing

  @Test(arguments: [0, 1, 65_536, 89_999])
  func aWriterThatGivesUpLeavesNothing(_ count: Int) throws {
    let (given, path) = (Array(new.prefix(count)), folder.path("a"))
    #expect(throws: UprightError.cancelled) {
      try SafeReplace.rewrite(FileBytes(path: path)) { (sink: inout FileSink) throws(UprightError) in
        try sink.write(given)
        throw .cancelled
      }
    }
    #expect(throws: UprightError.cancelled) {
      try SafeReplace.create(folder.path("new")) { (sink: inout FileSink) throws(UprightError) in
        try sink.write(given)
        throw .cancelled
      }
    }
    #expect(try folder.read("a") == old)
    #expect(folder.names == ["a"])
  }

  @Test func aFileThatChangesMeanwhileIsNotReplaced() throws {
    let (path, folder, bytes) = (folder.path("a"), folder, new)
    usleep(20_000)
    #expect(throws: UprightError.io(path: path, systemError: ESTALE)) {
      try SafeReplace.rewrite(FileBytes(path: path)) { (sink: inout FileSink) throws(UprightError) in
        try sink.write(bytes)
        try? folder.append([9], to: "a")
      }
    }
    #expect(try folder.read("a") == old + [9])
    #expect(folder.names == ["a"])
  }

  @Test func aFileThatIsReplacedMeanwhileIsNotReplacedAgain() throws {
    let (path, folder, bytes, other) = (folder.path("a"), folder, new, old.reversed() as [UInt8])
    #expect(throws: UprightError.io(path: path, systemError: ESTALE)) {
      try SafeReplace.rewrite(FileBytes(path: path)) { (sink: inout FileSink) throws(UprightError) in
        try sink.write(bytes)
        try? Data(other).write(to: URL(fileURLWithPath: path), options: .atomic)
      }
    }
    #expect(try folder.read("a") == other)
  }

  @Test func twoAtOnceDoNotLoseOneAnother() throws {
    let (path, bytes) = (folder.path("a"), new)
    try SafeReplace.rewrite(FileBytes(path: path)) { (sink: inout FileSink) throws(UprightError) in
      try sink.write(bytes)
      #expect(throws: UprightError.io(path: path, systemError: EWOULDBLOCK)) {
        try SafeReplace.rewrite(FileBytes(path: path)) { (_: inout FileSink) throws(UprightError) in }
      }
    }
    #expect(try folder.read("a") == new)
  }

  @Test(.enabled(if: TemporaryDisk.isPossible, "needs the right to mount a small file system"))
  func aFullDiskLeavesTheOriginalAndNothingElse() throws {
    let disk = try #require(try TemporaryDisk(kibibytes: 64))
    let small = try disk.folder.write(Array(old.prefix(4000)), as: "a")
    let bytes = new
    #expect(throws: UprightError.io(path: small, systemError: ENOSPC)) {
      try SafeReplace.rewrite(FileBytes(path: small)) { (sink: inout FileSink) throws(UprightError) in
        try sink.write(bytes)
      }
    }
    #expect(try disk.folder.read("a") == Array(old.prefix(4000)))
    #expect(throws: UprightError.io(path: disk.folder.path("b"), systemError: ENOSPC)) {
      try SafeReplace.create(disk.folder.path("b")) { (sink: inout FileSink) throws(UprightError) in
        try sink.write(bytes)
      }
    }
    #expect(disk.folder.names == ["a"])
  }

  @Test(.enabled(if: TemporaryDisk.isPossible, "needs the right to mount a small file system"))
  func aReadOnlyDiskIsSaidToBeOne() throws {
    let disk = try #require(try TemporaryDisk(kibibytes: 64))
    let path = try disk.folder.write(old, as: "a")
    #expect(try disk.makeReadOnly())
    #expect(throws: UprightError.io(path: path, systemError: EROFS)) {
      try SafeReplace.rewrite(FileBytes(path: path)) { (_: inout FileSink) throws(UprightError) in }
    }
  }

  @Test(.enabled(if: getuid() != 0, "needs a user who is not root"))
  func aReadOnlyFolderIsRefusedAndStays() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.url.path)
    #expect(throws: UprightError.io(path: folder.path("a"), systemError: EACCES)) { try rewrite() }
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.url.path)
    #expect(try folder.read("a") == old)
  }

  @Test func whatIsAbandonedLeavesEverythingAsItWas() throws {
    let (folder, bytes) = (folder, new)
    let before = try FileIdentity(path: folder.path("a"))
    let abandoned = { (sink: inout FileSink) throws(UprightError) in
      try sink.write(bytes)
      sink.discard()
    }
    #expect(try SafeReplace.rewrite(FileBytes(path: folder.path("a")), contents: abandoned) == [])
    try SafeReplace.create(folder.path("b"), contents: abandoned)
    try SafeReplace.create(folder.path("a"), overwriting: true, contents: abandoned)
    #expect(try FileIdentity(path: folder.path("a")) == before)
    #expect(try folder.read("a") == old)
    #expect(folder.names == ["a"])
  }

  // MARK: New files

  enum Change: CaseIterable { case append, cut, replace, remove }

  @Test(arguments: Change.allCases, [false, true])
  func nothingIsMadeOfASourceThatChangesMeanwhile(_ change: Change, overwriting: Bool) throws {
    let (folder, bytes) = (folder, new)
    if overwriting { try folder.write([7], as: "b") }
    usleep(20_000)
    let source = try FileBytes(path: folder.path("a"))
    let expected: Int32 = change == .remove ? ENOENT : ESTALE
    #expect(throws: UprightError.io(path: folder.path("a"), systemError: expected)) {
      try SafeReplace.create(folder.path("b"), from: source, overwriting: overwriting) {
        (sink: inout FileSink) throws(UprightError) in
        try sink.write(bytes)
        switch change {
        case .append: try? folder.append([1], to: "a")
        case .cut: try? folder.truncate("a", to: 10)
        case .replace: try? Data(bytes).write(to: folder.url.appendingPathComponent("a"), options: .atomic)
        case .remove: try? FileManager.default.removeItem(atPath: folder.path("a"))
        }
      }
    }
    #expect(folder.names == (change == .remove ? [] : ["a"]) + (overwriting ? ["b"] : []))
    if overwriting { #expect(try folder.read("b") == [7]) }
  }

  @Test func aNewFileIsNotSeenBeforeItIsWhole() throws {
    let (folder, bytes) = (folder, new)
    try SafeReplace.create(folder.path("b")) { (sink: inout FileSink) throws(UprightError) in
      try sink.write(bytes)
      #expect(!folder.names.contains("b"))
      let temporary = folder.names.filter { $0.hasPrefix(HiddenName.prefix) }
      #expect(temporary.count == 1)
      #expect(folder.attribute(.posixPermissions, of: temporary[0]) == 0o600)
    }
    #expect(try folder.read("b") == new)
    #expect(folder.names == ["a", "b"])
  }

  @Test(arguments: [0o644, 0o600, 0o666, 0o4755])
  func aNewFileIsNoMoreOpenThanItsSource(_ mode: Int) throws {
    try folder.setPermissions(mode, of: "a")
    let source = try FileBytes(path: folder.path("a"))
    try SafeReplace.create(folder.path("b"), from: source) { (_: inout FileSink) throws(UprightError) in }
    let mask = umask(0o022)
    umask(mask)
    #expect(folder.attribute(.posixPermissions, of: "b") == mode & 0o777 & ~Int(mask))
  }

  @Test func aNameThatIsTakenStaysUnlessOverwritingIsAllowed() throws {
    let bytes = new
    #expect(throws: UprightError.io(path: folder.path("a"), systemError: EEXIST)) {
      try SafeReplace.create(folder.path("a")) { (sink: inout FileSink) throws(UprightError) in try sink.write(bytes) }
    }
    #expect(try folder.read("a") == old)
    #expect(folder.names == ["a"])
    try SafeReplace.create(folder.path("a"), overwriting: true) { (sink: inout FileSink) throws(UprightError) in
      try sink.write(bytes)
    }
    #expect(try folder.read("a") == new)
    #expect(folder.names == ["a"])
  }

  @Test func overwritingThroughALinkWritesToItsTarget() throws {
    try folder.link("link", to: "a")
    let bytes = new
    try SafeReplace.create(folder.path("link"), overwriting: true) { (sink: inout FileSink) throws(UprightError) in
      try sink.write(bytes)
    }
    #expect(try folder.read("a") == new)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == "a")
  }

  @Test(arguments: ["no/such/b", "a/b", "broken"])
  func aNameThatLeadsNowhereIsNamedAsGiven(_ name: String) throws {
    try folder.link("broken", to: "nowhere/at all")
    let error = #expect(throws: UprightError.self) {
      try SafeReplace.create(folder.path(name)) { (_: inout FileSink) throws(UprightError) in }
    }
    guard case .io(let path, let number) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path == folder.path(name))
    #expect([ENOENT, ENOTDIR].contains(number))
  }
}
