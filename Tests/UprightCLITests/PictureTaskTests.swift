// Files on their way through a command: what is written, where, and what is left alone.

import Foundation
import Testing
import Upright
import UprightTestTools

@Suite struct PictureTaskTests {
  private func tag(_ album: Album, _ name: String) throws -> UInt8 {
    try Probe(album.folder.read(name)).orientation.exif.rawValue
  }

  @Test func rotatingInPlaceChangesOneByteOfTheSameFile() throws {
    let album = try Album("6.jpg")
    let before = try album.folder.read("6.jpg")
    let inode = try attribute(.systemFileNumber, album, "6.jpg")
    #expect(try album.run("rotate", "cw", "-i", "6.jpg").text == "6.jpg: retag, 32x48, tag 3")
    let after = try album.folder.read("6.jpg")
    #expect(zip(before, after).count { $0 != $1 } == 1)
    #expect(before.count == after.count)
    #expect(try tag(album, "6.jpg") == 3)
    #expect(try attribute(.systemFileNumber, album, "6.jpg") == inode)
    #expect(try album.run("rotate", "ccw", "-i", "6.jpg").status == 0)
    #expect(try album.folder.read("6.jpg") == before)
  }

  @Test(arguments: [0o600, 0o640, 0o444])
  func fixingInPlaceKeepsTheMode(_ mode: Int) throws {
    let album = try Album("6.jpg")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: album.folder.path("6.jpg"))
    #expect(try album.run("fix", "-i", "6.jpg").text == "6.jpg: transform, 48x32, tag 1")
    #expect(try attribute(.posixPermissions, album, "6.jpg") == mode)
    #expect(try tag(album, "6.jpg") == 1)
    #expect(try album.contents().keys.sorted() == ["6.jpg"])
  }

  @Test func whatIsUprightAlreadyIsNotTouched() throws {
    let album = try Album("1.jpg")
    let inode = try attribute(.systemFileNumber, album, "1.jpg")
    let date = Date(timeIntervalSince1970: 1_000_000_000)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: album.folder.path("1.jpg"))
    #expect(try album.run("fix", "-i", "1.jpg").text == "1.jpg: copy, 48x32, tag 1")
    #expect(try attribute(.systemFileNumber, album, "1.jpg") == inode)
    let attributes = try FileManager.default.attributesOfItem(atPath: album.folder.path("1.jpg"))
    #expect(attributes[.modificationDate] as? Date == date)
  }

  @Test func theNameAfterOSaysTheFormat() throws {
    let album = try Album("6.jpg")
    #expect(try album.run("fix", "6.jpg", "-o", "out.png").status == 0)
    #expect(try album.folder.read("out.png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(try album.run("fix", "6.jpg", "-o", "out.JPEG").status == 0)
    #expect(try ContainerFormat(signature: album.folder.read("out.JPEG")) == .jpeg)
    #expect(try album.run("fix", "6.jpg", "-o", "bare", "--format", "png").status == 0)
    #expect(try ContainerFormat(signature: album.folder.read("bare")) == .png)
  }

  @Test func foldersKeepNamesAndTakeTheFormatsExtension() throws {
    let album = try Album("1.jpg", "6.jpg", "in/3.jpg", "in/deep/8.jpg")
    #expect(try album.run("fix", "1.jpg", "6.jpg", "-o", "two").status == 0)
    #expect(try album.run("fix", "6.jpg", "-o", "slash/").status == 0)
    #expect(try album.run("fix", "--recursive", "in", "-o", "tree").status == 0)
    #expect(try album.run("thumb", "8", "1.jpg", "6.jpg", "--format", "png", "-o", "small").status == 0)
    let names = try album.contents().keys.sorted()
    #expect(
      names == [
        "1.jpg", "6.jpg", "in/3.jpg", "in/deep/8.jpg", "slash/6.jpg", "small/1.png", "small/6.png", "tree/3.jpg",
        "tree/deep/8.jpg", "two/1.jpg", "two/6.jpg",
      ])
  }

  @Test func aFolderInAFileNameIsNotMade() throws {
    let album = try Album("6.jpg")
    let answer = try album.run("fix", "6.jpg", "-o", "typo/out.jpg")
    #expect(answer.status == 74)
    #expect(answer.complaints == "upright: 6.jpg: typo/out.jpg: No such file or directory\n")
    #expect(try album.contents().count == 1)
  }

  @Test func whatIsThereIsOverwrittenOnlyByForce() throws {
    let album = try Album("6.jpg")
    try album.folder.write([1, 2, 3], as: "out.jpg")
    let refused = try album.run("fix", "6.jpg", "-o", "out.jpg")
    #expect(refused.status == 74)
    #expect(refused.complaints.contains("out.jpg: there is a file of this name already; --force overwrites it"))
    #expect(try album.folder.read("out.jpg") == [1, 2, 3])
    #expect(try album.run("fix", "6.jpg", "-o", "out.jpg", "-n").status == 74)
    #expect(try album.run("fix", "6.jpg", "-o", "out.jpg", "--force").status == 0)
    #expect(try tag(album, "out.jpg") == 1)
  }

  @Test func aResultIsNoMoreOpenThanItsSource() throws {
    let album = try Album("6.jpg")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: album.folder.path("6.jpg"))
    #expect(try album.run("fix", "6.jpg", "-o", "out.jpg").status == 0)
    #expect(try attribute(.posixPermissions, album, "out.jpg") == 0o600)
  }

  @Test func hardLinksAreRefusedForARewriteButNotForAByte() throws {
    let album = try Album("6.jpg")
    try FileManager.default.linkItem(atPath: album.folder.path("6.jpg"), toPath: album.folder.path("other.jpg"))
    let before = try album.folder.read("6.jpg")
    let refused = try album.run("fix", "-i", "6.jpg")
    #expect(refused.status == 74)
    #expect(refused.complaints.contains("several names"))
    #expect(try album.folder.read("6.jpg") == before)
    #expect(try album.run("rotate", "cw", "-i", "6.jpg").status == 0)
    #expect(try tag(album, "other.jpg") == 3)
    #expect(try album.run("fix", "-i", "--break-hard-links", "6.jpg").status == 0)
    #expect(try tag(album, "6.jpg") == 1)
    #expect(try tag(album, "other.jpg") == 3)
  }

  @Test func aLinkIsFollowedAndStays() throws {
    let album = try Album("6.jpg")
    try FileManager.default.createSymbolicLink(atPath: album.folder.path("link.jpg"), withDestinationPath: "6.jpg")
    #expect(try album.run("fix", "-i", "link.jpg").status == 0)
    #expect(try tag(album, "6.jpg") == 1)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: album.folder.path("link.jpg")) == "6.jpg")
  }

  @Test(arguments: ["cut", "noise"])
  func aPictureThatBreaksHalfWayLeavesNothing(_ kind: String) throws {
    let album = try Album("6.jpg")
    var bytes = Album.photo(6)
    if kind == "cut" {
      bytes.removeLast(bytes.count / 3)
    } else {
      bytes.replaceSubrange(bytes.count - 60..<bytes.count - 20, with: Array(repeating: 0xFF, count: 40))
    }
    try album.folder.write(bytes, as: "bad.jpg")
    let before = try album.contents()
    let inPlace = try album.run("fix", "-i", "bad.jpg")
    #expect([65, 70].contains(inPlace.status))
    let elsewhere = try album.run("fix", "bad.jpg", "-o", "out.jpg")
    #expect([65, 70].contains(elsewhere.status))
    #expect(try album.contents() == before)
  }

  private func attribute(_ key: FileAttributeKey, _ album: Album, _ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: album.folder.path(name))[key].flatMap { $0 as? NSNumber }?.intValue
  }
}
