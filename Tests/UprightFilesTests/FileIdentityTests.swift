// The result of stat, compared with Foundation's.

import Foundation
import Testing
import UprightTestTools

@testable import UprightFiles

@Suite struct FileIdentityTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write([1, 2, 3], as: "a")
  }

  @Test func fieldsAreThoseOfTheFile() throws {
    try folder.setPermissions(0o640, of: "a")
    let identity = try FileIdentity(path: folder.path("a"))
    #expect(identity.kind == .regular)
    #expect(identity.byteCount == 3)
    #expect(identity.permissions == 0o640)
    #expect(identity.linkCount == 1)
    #expect(Int(identity.inode) == folder.attribute(.systemFileNumber, of: "a"))
    #expect(Int(identity.owner) == folder.attribute(.ownerAccountID, of: "a"))
    #expect(abs(Double(identity.modified.seconds) - Date().timeIntervalSince1970) < 600)
    #expect((0..<1_000_000_000).contains(identity.modified.nanoseconds))
  }

  @Test func foldersAndDevicesAreToldApart() throws {
    #expect(try FileIdentity(path: folder.url.path).kind == .folder)
    #expect(try FileIdentity(path: "/dev/null").kind == .other)
  }

  @Test func namesOfOneFileAreTheSameFile() throws {
    try folder.hardLink("b", to: "a")
    try folder.link("c", to: "a")
    try folder.write([1, 2, 3], as: "d")
    let identity = try FileIdentity(path: folder.path("a"))
    #expect(identity.linkCount == 2)
    #expect(try identity.isSameFile(as: FileIdentity(path: folder.path("b"))))
    #expect(try identity.isSameFile(as: FileIdentity(path: folder.path("c"))))
    #expect(try !identity.isSameFile(as: FileIdentity(path: folder.path("d"))))
  }

  @Test func aNewNameOrModeIsNoChangeOfContents() throws {
    let before = try FileIdentity(path: folder.path("a"))
    try folder.hardLink("b", to: "a")
    try folder.setPermissions(0o600, of: "a")
    #expect(try FileIdentity(path: folder.path("a")).isUnchanged(since: before))
    usleep(20_000)
    try folder.append([4], to: "a")
    #expect(try !FileIdentity(path: folder.path("a")).isUnchanged(since: before))
  }
}
