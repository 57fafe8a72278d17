// No new file has wider permissions than its source or the file it replaces: by the rule, for every mode, and on a
// disk.

import Foundation
import Testing
import Upright
@testable import UprightFiles
import UprightTestTools

@Suite struct FileAccessTests {
  private func access(_ permissions: UInt32, group: UInt32 = 10, list: FileAccess.List = .none) -> FileAccess {
    FileAccess(owner: 1, group: group, permissions: permissions, list: list)
  }

  /// The permissions of others than the owner.
  private func rights(_ mode: UInt32, group: UInt32?, of groups: Set<UInt32>) -> UInt32 {
    (group.map(groups.contains) == true ? mode >> 3 : mode) & 0o7
  }

  // Each of the three bits is decided separately, so reading and writing in all classes cover all modes that can
  // differ.
  private static let modes = (UInt32(0)..<64).map { 0o600 | $0 }
  private static let everybody: [Set<UInt32>] = [[], [10], [20], [30], [10, 20], [10, 30], [20, 30], [10, 20, 30]]

  @Test(arguments: [UInt32(10), 20], [UInt32(10), 20, 30])
  func nobodyMayDoMoreThanWithEachOfTwoFiles(secondGroup: UInt32, newGroup: UInt32) {
    var wrong: [String] = []
    for first in Self.modes {
      for second in Self.modes {
        let new = FileAccess.bound(of: [access(first), access(second, group: secondGroup)], group: newGroup)
        for groups in Self.everybody {
          let now = rights(new, group: newGroup, of: groups)
          let allowed = rights(first, group: 10, of: groups) & rights(second, group: secondGroup, of: groups)
          if now & ~allowed != 0 { wrong.append("\(first), \(second): \(new) lets \(groups) do \(now)") }
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(3))")
  }

  @Test(arguments: [
    (0o644, 0o644), (0o664, 0o644), (0o640, 0o600), (0o604, 0o600), (0o755, 0o755), (0o777, 0o777), (0o750, 0o700),
    (0o4755, 0o755), (0o2770, 0o700), (0o1777, 0o777),
  ])
  func ofAnotherGroupUsualModesBecome(mode: UInt32, expected: UInt32) {
    #expect(access(mode).bound(hasGroup: false) == expected)
    #expect(access(mode).bound(hasGroup: true) == mode & 0o777)
    for list in [FileAccess.List.unknown, .bytes([2])] {
      #expect(access(mode, list: list).bound(hasGroup: true) == mode & 0o700)
      #expect(access(mode, list: list).bound(hasGroup: false) == mode & 0o700)
    }
  }

  @Test func severalAllowWhatAllOfThemDo() {
    #expect(FileAccess.bound(of: [access(0o644), access(0o600), access(0o660)], group: 10) == 0o600)
    #expect(FileAccess.bound(of: [access(0o664), access(0o644, group: 20)], group: 10) == 0o644)
    #expect(FileAccess.bound(of: [access(0o660), access(0o660, group: 20)], group: 10) == 0o600)
    #expect(FileAccess.bound(of: [], group: 10) == 0o777)
  }

  // MARK: On a disk

  private func made(
    from sources: [(mode: Int, group: Int)], over replaced: (mode: Int, owner: Int, group: Int)? = nil,
    prepare: (ScratchFolder) throws -> Void = { _ in }
  ) throws -> ScratchFolder {
    let folder = try ScratchFolder()
    var all: Set<FileAccess> = []
    for (index, source) in sources.enumerated() {
      try folder.write([1], as: "source\(index)")
      if getuid() == 0 { try folder.set(.groupOwnerAccountID, source.group, of: "source\(index)") }
      try folder.setPermissions(source.mode, of: "source\(index)")
    }
    if let replaced {
      try folder.write([2], as: "new")
      try folder.set(.ownerAccountID, replaced.owner, of: "new")
      try folder.set(.groupOwnerAccountID, replaced.group, of: "new")
      try folder.setPermissions(replaced.mode, of: "new")
    }
    try prepare(folder)
    for index in sources.indices { all.insert(FileAccess(of: try FileBytes(path: folder.path("source\(index)")))) }
    try SafeReplace.create(folder.path("new"), noMoreOpenThan: all, overwriting: replaced != nil) {
      sink throws(UprightError) in try sink.write([3])
    }
    try SafeReplace.create(
      [NewFile(path: folder.path("other"), bytes: [3], sources: all)], overwriting: false)
    return folder
  }

  private func mode(_ folder: ScratchFolder, _ name: String = "new") -> Int? {
    folder.attribute(.posixPermissions, of: name)
  }

  private static let group = Int(getgid())

  @Test(arguments: [
    ([0o600], 0o600), ([0o640], 0o640), ([0o644], 0o644), ([0o400], 0o400), ([0o644, 0o600], 0o600),
    ([0o644, 0o640], 0o640), ([0o604, 0o640], 0o600), ([0o666], 0o644), ([], 0o644),
  ])
  func aNewFileIsNoMoreOpenThanItsSources(modes: [Int], expected: Int) throws {
    let folder = try made(from: modes.map { ($0, Self.group) })
    let mask = Int(Syscalls.forbiddenPermissions)
    // A report on files is readable and writable by its owner, whatever the files' permissions.
    #expect(mode(folder) == (expected | 0o600) & ~mask, "the mask is \(mask)")
    #expect(mode(folder, "other") == expected & ~mask)
  }

  @Test(.enabled(if: getuid() == 0, "needs root"))
  func aSourcesGroupIsTakenWhereItAllowsMore() throws {
    for (mode, expected, group) in [(0o640, 0o640, 4321), (0o644, 0o644, 0), (0o600, 0o600, 0)] {
      let folder = try made(from: [(mode, 4321)])
      #expect(self.mode(folder) == expected)
      #expect(folder.attribute(.groupOwnerAccountID, of: "new") == group)
    }
    let folder = try made(from: [(0o640, 4321), (0o660, 4322)])
    #expect(mode(folder) == 0o600)
  }

  @Test(
    .enabled(if: getuid() == 0, "needs root"),
    arguments: [
      // The same owner and group everywhere: they stay, and the umask has no effect.
      ([0o666], 0o666, 0, 0, 0o666, 0, 0), ([0o600], 0o644, 0, 0, 0o600, 0, 0), ([0o644], 0o600, 0, 0, 0o600, 0, 0),
      ([], 0o600, 4000, 4321, 0o600, 4000, 4321), ([], 0o4755, 4000, 4321, 0o755, 4000, 4321),
      // Another user's file, rewritten by root: it becomes root's, and root is not in the other's group.
      ([0o600], 0o644, 4000, 4321, 0o600, 0, 0), ([0o644], 0o660, 4000, 4321, 0o600, 0, 0),
      ([0o644], 0o664, 4000, 4321, 0o644, 0, 0),
    ])
  func whatIsReplacedBoundsToo(
    modes: [Int], replaced: Int, owner: Int, group: Int, expected: Int, newOwner: Int, newGroup: Int
  ) throws {
    let folder = try made(from: modes.map { ($0, 0) }, over: (replaced, owner, group))
    #expect(mode(folder) == expected)
    #expect(folder.attribute(.ownerAccountID, of: "new") == newOwner)
    #expect(folder.attribute(.groupOwnerAccountID, of: "new") == newGroup)
    #expect(try folder.read("new") == [3])
  }

  /// Whether the file system has access lists; otherwise the test reports that it is skipped.
  private func hasLists(_ words: [String], _ test: String = #function) throws -> Bool {
    if try OutsideTool.setfacl.run(words).status == 0 { return true }
    print("SKIPPED \(test): this file system has no access lists")
    return false
  }

  @Test(.enabled(if: getuid() == 0 && OutsideTool.setfacl.isInstalled, "needs root and setfacl"))
  func anAccessListOfASourceLeavesOnlyTheOwner() throws {
    var isPossible = true
    let folder = try made(from: [(0o644, 0)]) { folder in
      isPossible = try hasLists(["-m", "u:4242:---,g::rw", folder.path("source0")])
    }
    if isPossible { #expect(mode(folder) == 0o600) }
  }

  @Test(.enabled(if: getuid() == 0 && OutsideTool.setfacl.isInstalled, "needs root and setfacl"))
  func anAccessListStaysWhereAllHaveIt() throws {
    for isSame in [true, false] {
      var isPossible = true
      let folder = try made(from: [(0o640, 0)], over: (0o640, 0, 0)) { folder in
        isPossible = try hasLists(["-m", "u:4242:r", folder.path("source0")])
        if isSame, isPossible { isPossible = try hasLists(["-m", "u:4242:r", folder.path("new")]) }
      }
      guard isPossible else { return }
      let list = try OutsideTool.getfacl.run(["-n", "new"], in: folder).text
      #expect(list.contains("user:4242:r--") == isSame)
      #expect(mode(folder) == (isSame ? 0o640 : 0o600))
    }
  }

  @Test(.enabled(if: OutsideTool.setfacl.isInstalled, "needs setfacl"))
  func whomAFolderLetsInTheSourceDoesNot() throws {
    var isPossible = true
    let folder = try made(from: [(0o640, Self.group)]) { folder in
      isPossible = try hasLists(["-d", "-m", "u:4242:rwx", folder.url.path])
    }
    guard isPossible else { return }
    for name in ["new", "other"] {
      #expect(try !OutsideTool.getfacl.run(["-n", name], in: folder).text.contains("4242"))
      #expect(mode(folder, name) == 0o640)
    }
  }
}

// Nobody gains rights to a rewritten file, whatever could not be kept.

@Suite struct KeptAttributesTests {
  // MARK: On a disk, through the program, with calls that fail

  private func fix(
    _ mode: Int, _ call: String = "fchown", failing: String, prepare: (ScratchFolder) throws -> Void = { _ in }
  ) throws -> (mode: Int?, complaints: String, folder: ScratchFolder) {
    let folder = try ScratchFolder()
    try folder.write(Self.photo, as: "6.jpg")
    try folder.setPermissions(mode, of: "6.jpg")
    try prepare(folder)
    let program = try #require(UprightTool.path)
    let answer = try OutsideTool.strace.run(
      ["-f", "-qq", "-e", "trace=\(call)", "-e", "inject=\(call):\(failing)", "-o", "/dev/null", program]
        + ["fix", "-i", "6.jpg"], in: folder)
    #expect(answer.status == 0)
    #expect(try Probe(folder.read("6.jpg")).orientation.isIdentity)
    return (folder.attribute(.posixPermissions, of: "6.jpg"), answer.complaints, folder)
  }

  private static let photo = Array(TaggedPhoto.bytes)

  @Test(
    .enabled(if: OutsideTool.strace.isInstalled, "needs strace"),
    arguments: [(0o664, 0o644), (0o640, 0o600), (0o604, 0o600), (0o600, 0o600), (0o4755, 0o755)])
  func whenNeitherCanBeKeptTheGroupGetsNoMoreThanTheOthersHad(mode: Int, expected: Int) throws {
    let (now, complaints, _) = try fix(mode, failing: "error=EPERM")
    #expect(now == expected)
    #expect(
      complaints == """
        upright: 6.jpg: its owner could not be preserved
        upright: 6.jpg: its group and the group's permissions could not be preserved

        """)
  }

  @Test(
    .enabled(if: OutsideTool.strace.isInstalled, "needs strace"),
    arguments: [(0o664, 0o664), (0o640, 0o640), (0o604, 0o604), (0o4755, 0o755), (0o2750, 0o750)])
  func whenOnlyTheOwnerIsLostTheGroupKeepsItsRights(mode: Int, expected: Int) throws {
    let (now, complaints, _) = try fix(mode, failing: "error=EPERM:when=1")
    #expect(now == expected)
    #expect(complaints == "upright: 6.jpg: its owner could not be preserved\n")
  }

  @Test(
    .enabled(
      if: OutsideTool.strace.isInstalled && OutsideTool.setfacl.isInstalled, "needs strace and setfacl"))
  func anAccessListGoesWithTheGroup() throws {
    var hasLists = true
    let (now, complaints, folder) = try fix(0o644, failing: "error=EPERM") { folder in
      hasLists = try OutsideTool.setfacl.run(["-m", "u:4242:---,g::rw", folder.path("6.jpg")]).status == 0
    }
    guard hasLists else {
      print("SKIPPED anAccessListGoesWithTheGroup: this file system has no access lists")
      return
    }
    #expect(now == 0o600)
    #expect(complaints.hasSuffix("its attribute system.posix_acl_access could not be preserved\n"))
    #expect(try !OutsideTool.getfacl.run(["-n", "6.jpg"], in: folder).text.contains("4242"))
  }

  @Test(
    .enabled(
      if: OutsideTool.strace.isInstalled && OutsideTool.setfacl.isInstalled, "needs strace and setfacl"))
  func whereAnAccessListCannotBeKeptOnlyTheOwnerIsLetIn() throws {
    var hasLists = true
    let (now, complaints, _) = try fix(0o600, "fsetxattr", failing: "error=ENOSPC") { folder in
      hasLists = try OutsideTool.setfacl.run(["-m", "u:4242:rw,g::-,o::r", folder.path("6.jpg")]).status == 0
    }
    guard hasLists else {
      print("SKIPPED whereAnAccessListCannotBeKeptOnlyTheOwnerIsLetIn: this file system has no access lists")
      return
    }
    #expect(now == 0o600)
    #expect(complaints.hasSuffix("its attribute system.posix_acl_access could not be preserved\n"))
  }

  @Test(.enabled(if: OutsideTool.setfacl.isInstalled, "needs setfacl"))
  func whomAFolderLetsInToNewFilesARewrittenOneDoesNot() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.photo, as: "6.jpg")
    try folder.setPermissions(0o640, of: "6.jpg")
    guard try OutsideTool.setfacl.run(["-d", "-m", "u:4242:rwx", folder.url.path]).status == 0 else {
      print("SKIPPED whomAFolderLetsInToNewFilesARewrittenOneDoesNot: this file system has no access lists")
      return
    }
    let lostAttributes = try SafeReplace.rewrite(FileBytes(path: folder.path("6.jpg"))) { sink throws(UprightError) in
      try sink.write([1])
    }
    #expect(lostAttributes == [])
    #expect(folder.attribute(.posixPermissions, of: "6.jpg") == 0o640)
    #expect(try !OutsideTool.getfacl.run(["-n", "6.jpg"], in: folder).text.contains("4242"))
  }

  @Test(
    .enabled(if: getuid() == 0 && OutsideTool.setpriv.isInstalled, "needs root and setpriv"),
    arguments: [true, false], [true, false])
  func membersKeepTheGroupAndOwnersThemselves(isOwner: Bool, isMember: Bool) throws {
    let folder = try ScratchFolder()
    try folder.write(Self.photo, as: "6.jpg")
    try folder.set(.ownerAccountID, isOwner ? 4000 : 1234, of: "6.jpg")
    try folder.set(.groupOwnerAccountID, 4321, of: "6.jpg")
    try folder.setPermissions(0o666, of: "6.jpg")
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.url.path)
    let program = try #require(UprightTool.path)
    let groups = isMember ? [4321] : []
    guard try OtherUser.run([program, "--version"], groups: groups, in: folder).status == 0 else {
      print("SKIPPED membersKeepTheGroupAndOwnersThemselves: another user cannot run the program")
      return
    }
    let answer = try OtherUser.run([program, "fix", "-i", "6.jpg"], groups: groups, in: folder)
    #expect(answer.status == 0)
    #expect(folder.attribute(.ownerAccountID, of: "6.jpg") == 4000)
    #expect(folder.attribute(.groupOwnerAccountID, of: "6.jpg") == (isMember ? 4321 : 4000))
    #expect(folder.attribute(.posixPermissions, of: "6.jpg") == 0o666)
    let lost = (isOwner ? [] : ["its owner could not be preserved"]) + (isMember ? [] : [Self.lostGroup])
    #expect(answer.complaints.split(separator: "\n").map(String.init) == lost.map { "upright: 6.jpg: " + $0 })
  }

  private static let lostGroup = "its group and the group's permissions could not be preserved"
}
