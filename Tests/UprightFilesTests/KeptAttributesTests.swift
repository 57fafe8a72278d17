// Nobody gains rights to a rewritten file, whatever could not be kept.

import Foundation
import Testing
import Upright
import UprightTestTools

@testable import UprightFiles

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
