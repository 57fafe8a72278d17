// Names that strangers choose: nothing outside the folders is reached, and nothing waits.

import Foundation
import Testing
import Upright
import UprightProgram

@testable import UprightServer

@Suite struct ServedRootsTests {
  /// A served folder, with everything around it that must not be reached.
  private static func traps() throws -> (outside: ScratchFolder, service: Served) {
    let outside = try ScratchFolder()
    let files = FileManager.default
    try files.createDirectory(atPath: outside.path("in/sub"), withIntermediateDirectories: true)
    try files.createDirectory(atPath: outside.path("other"), withIntermediateDirectories: true)
    for name in ["secret.jpg", "other/secret.jpg", "in/a.jpg", "in/sub/b.jpg", "in/.hidden.jpg"] {
      try outside.write(ServerFolder.photo(1), as: name)
    }
    for (link, target) in [
      ("in/out.jpg", "../secret.jpg"), ("in/near.jpg", "a.jpg"), ("in/folder", "../other"), ("in/self", "."),
      ("in/absolute.jpg", outside.path("secret.jpg")),
    ] {
      try files.createSymbolicLink(atPath: outside.path(link), withDestinationPath: target)
    }
    let service = try ImageService(ServerOptions(roots: [outside.path("in")]), in: .process)
    return (outside, Served(folder: outside, service: service))
  }

  @Test(arguments: [
    ("a.jpg", 200), ("sub%2Fb.jpg", 200), ("sub%2fb.jpg", 200), ("%61.jpg", 200),
  ])
  func filesBelowTheFolderAreFound(_ name: String, _ status: Int) async throws {
    let (_, service) = try Self.traps()
    #expect(await service.answer(ServerRequest(target: "/iiif/3/\(name)/info.json")).status == status)
  }

  @Test(arguments: [
    "..%2Fsecret.jpg", "%2e%2e%2Fsecret.jpg", "%2E%2E%2fsecret.jpg", "sub%2F..%2F..%2Fsecret.jpg", "..", ".", "%2e%2e",
    "../secret.jpg", "sub/../../secret.jpg", "out.jpg", "near.jpg", "absolute.jpg", "folder%2Fsecret.jpg",
    "self%2Fa.jpg", ".hidden.jpg", "sub", "sub%2F", "%2Fetc%2Fpasswd", "%2F%2Fa.jpg", "a.jpg%00", "%00",
    "%252e%252e%252Fsecret.jpg",
    "..%5Csecret.jpg", "%c0%ae%c0%ae%2Fsecret.jpg", "a.jpg%2F", "sub%2F%2Fb.jpg", "sub%2F.%2Fb.jpg", "%", "%zz",
  ])
  func nothingElseIs(_ name: String) async throws {
    let (outside, service) = try Self.traps()
    for rest in ["info.json", "full/max/0/default.jpg"] {
      let answer = await service.answer(ServerRequest(target: "/iiif/3/\(name)/\(rest)"))
      #expect([400, 404].contains(answer.status), "\(rest): \(answer.status)")
      #expect(!answer.text.contains(outside.url.path))
    }
  }

  @Test func pipesAndDevicesAreNotOpened() async throws {
    let (outside, service) = try Self.traps()
    let places = [outside.path("in/pipe.jpg"), outside.path("in/zero.jpg")]
    unsafe #expect(mkfifo(places[0], 0o600) == 0)
    // The number of /dev/zero on Linux; only root may make one.
    let isRoot = unsafe mknod(places[1], S_IFCHR | 0o600, 0x105) == 0
    for name in ["pipe.jpg"] + (isRoot ? ["zero.jpg"] : []) {
      #expect(await service.answer(ServerRequest(target: "/iiif/3/\(name)/info.json")).status == 404, "\(name)")
    }
  }

  @Test func replacingTheFolderRedirectsNothing() async throws {
    let (outside, service) = try Self.traps()
    try FileManager.default.moveItem(atPath: outside.path("in"), toPath: outside.path("moved"))
    try FileManager.default.createSymbolicLink(atPath: outside.path("in"), withDestinationPath: "other")
    #expect(await service.answer(ServerRequest(target: "/iiif/3/secret.jpg/info.json")).status == 404)
    #expect(await service.answer(ServerRequest(target: "/iiif/3/a.jpg/info.json")).status == 200)
  }

  @Test func severalFoldersAreToldApartByTheirNames() async throws {
    let (outside, _) = try Self.traps()
    let service = try ImageService(ServerOptions(roots: [outside.path("in"), outside.path("other")]), in: .process)
    for (name, status) in [
      ("in%2Fa.jpg", 200), ("other%2Fsecret.jpg", 200), ("in%2Fsecret.jpg", 404), ("a.jpg", 404), ("in", 404),
    ] {
      #expect(await service.answer(ServerRequest(target: "/iiif/3/\(name)/info.json")).status == status, "\(name)")
    }
    #expect(throws: UprightError.self) {
      try ImageService(ServerOptions(roots: [outside.path("in"), outside.path("in")]), in: .process)
    }
    for name in ["missing", "secret.jpg"] {
      #expect(throws: UprightError.self) { try ImageService(ServerOptions(roots: [outside.path(name)]), in: .process) }
    }
  }
}
