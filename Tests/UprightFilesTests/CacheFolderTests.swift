// A cache's folder: whole files, bounds, leftovers, and no source in reach.

import Foundation
import Testing
import Upright
import UprightTestTools

@testable import UprightFiles

@Suite struct CacheFolderTests {
  private let scratch: ScratchFolder
  private var path: String { scratch.path("cache") }

  init() throws { scratch = try ScratchFolder() }

  private static func name(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 64 - digits.count) + digits + ".result"
  }

  private func folder(
    bytes: Int = 1 << 20, files: Int = 1_000, apartFrom sources: [ServedFolder] = []
  ) throws -> CacheFolder {
    try CacheFolder(path, within: CacheFolder.Bounds(bytes: bytes, files: files), apartFrom: sources)
  }

  private var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

  private func age(_ name: String, by seconds: Double) throws {
    try scratch.set(.modificationDate, Date(timeIntervalSinceNow: -seconds), of: "cache/\(name)")
  }

  @Test func whatIsWrittenIsReadWhole() throws {
    let folder = try folder()
    try folder.write([[1, 2], [3]], as: Self.name(1))
    #expect(folder.read(Self.name(1), atMost: 3) == [1, 2, 3])
    #expect(folder.read(Self.name(1), atMost: 2) == nil)
    #expect(folder.read(Self.name(2), atMost: 3) == nil)
    #expect(names == [Self.name(1)])
    #expect(scratch.attribute(.posixPermissions, of: "cache/\(Self.name(1))") == 0o600)
  }

  @Test(arguments: [
    "0.result", "../\(String(repeating: "0", count: 64)).result", "a-b.index/x", "photo.jpg", ".index", "-.index",
    "1-2-3.index", "\(String(repeating: "A", count: 64)).result", "12345678901234567-1.index", "",
  ])
  func otherNamesAreNeverUsed(_ name: String) throws {
    #expect(!CacheFolder.isName(name))
    let folder = try folder()
    #expect(throws: UprightError.self) { try folder.write([[1]], as: name) }
    #expect(names.isEmpty)
    #expect(folder.read(name, atMost: 9) == nil)
  }

  @Test func namesOfIndexesAndResultsAreUsed() {
    #expect(CacheFolder.isName("fe00-1f.index"))
    #expect(CacheFolder.isName(Self.name(7)))
  }

  @Test func oldestUseGoesFirst() throws {
    let folder = try folder(files: 8)
    for number in 0..<7 { try folder.write([[UInt8(number)]], as: Self.name(number)) }
    for number in 0..<7 { try age(Self.name(number), by: 1_000 - Double(number)) }
    #expect(folder.read(Self.name(0), atMost: 1) == [0])
    for number in 7..<12 { try folder.write([[UInt8(number)]], as: Self.name(number)) }
    #expect(names.count <= 8)
    #expect(names.contains(Self.name(0)))
    #expect(!names.contains(Self.name(1)))
    #expect(names.contains(Self.name(11)))
    #expect(folder.figures.removed > 0)
  }

  @Test func bytesAreBounded() throws {
    let folder = try folder(bytes: 100_000)
    for number in 0..<50 {
      try folder.write([[UInt8](repeating: 1, count: 9_000)], as: Self.name(number))
      #expect(names.count * 12_288 <= 100_000, "\(number)")
    }
    #expect(names.contains(Self.name(49)))
    #expect(!folder.canHold(30_000))
    #expect(folder.figures.bytes <= 100_000)
  }

  @Test func anOpeningFolderIsShrunkToItsBounds() throws {
    let first = try folder()
    for number in 0..<20 { try first.write([[1]], as: Self.name(number)) }
    let second = try folder(files: 5)
    #expect(names.count == 5)
    #expect(second.figures.files == 5)
  }

  @Test func onlyOldTemporaryFilesThatNobodyWritesAreRemoved() throws {
    _ = try folder()
    let (old, young, locked) = (".upright-new-aaaaaaaaaa", ".upright-new-bbbbbbbbbb", ".upright-new-cccccccccc")
    for name in [old, young, locked, ".other"] { try scratch.write([1], as: "cache/\(name)") }
    for name in [old, locked, ".other"] { try age(name, by: 300) }
    let file = try Syscalls.openFile(scratch.path("cache/\(locked)"), O_RDWR)
    try Syscalls.lock(file)
    _ = try folder()
    #expect(names == [young, locked, ".other"].sorted())
    withExtendedLifetime(file) {}
    _ = consume file
    _ = try folder()
    #expect(!names.contains(old))
  }

  @Test func foldersThatContainOneAnotherAreRefused() throws {
    try Folder.make(scratch.path("photos/inner"))
    try Folder.make(scratch.path("cache/photos"))
    try scratch.link("link", to: "photos")
    let source = try ServedFolder(scratch.path("photos"))
    for path in ["photos", "photos/inner", "photos/new/er", "link", "link/inner", "", "photos/inner/.."] {
      #expect(throws: UprightError.self, "\(path)") {
        try CacheFolder(
          scratch.path(path), within: CacheFolder.Bounds(bytes: 1, files: 1), apartFrom: [source])
      }
    }
    #expect(scratch.names == ["cache", "link", "photos"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("photos")) == ["inner"])
    let inside = try ServedFolder(scratch.path("cache/photos"))
    #expect(throws: UprightError.self) { try folder(apartFrom: [source, inside]) }
    #expect(throws: UprightError.self) { try folder() }
    try FileManager.default.removeItem(atPath: scratch.path("cache/photos"))
    _ = try folder(apartFrom: [source])
  }

  @Test(arguments: ["photo.jpg", "fe00-1f.index.jpg", "folder"])
  func aFolderWithAnythingElseIsRefused(_ name: String) throws {
    try Folder.make(path)
    if name == "folder" {
      try Folder.make(scratch.path("cache/folder"))
    } else {
      try scratch.write([1], as: "cache/\(name)")
    }
    #expect(throws: UprightError.self) { try folder() }
    #expect(names == [name])
  }

  @Test func linksAndFilesOfOthersAreNotRead() throws {
    let folder = try folder()
    try scratch.write([1, 2, 3], as: "secret")
    try scratch.link("cache/\(Self.name(1))", to: "../secret")
    #expect(folder.read(Self.name(1), atMost: 9) == nil)
    try folder.write([[4]], as: Self.name(1))
    #expect(try scratch.read("secret") == [1, 2, 3])
    #expect(folder.read(Self.name(1), atMost: 9) == [4])
    try scratch.setPermissions(0o622, of: "cache/\(Self.name(1))")
    #expect(folder.read(Self.name(1), atMost: 9) == nil)
  }

  @Test func replacingTheFolderRedirectsNothing() throws {
    let folder = try folder()
    try FileManager.default.moveItem(atPath: path, toPath: scratch.path("moved"))
    try Folder.make(scratch.path("photos"))
    try scratch.link("cache", to: "photos")
    try folder.write([[1]], as: Self.name(1))
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("photos")).isEmpty)
    #expect(folder.read(Self.name(1), atMost: 1) == [1])
  }

  @Test(.enabled(if: TemporaryDisk.isPossible)) func aFullDiskIsAnErrorThatLeavesNothing() throws {
    let disk = try #require(try TemporaryDisk(kibibytes: 64))
    let folder = try CacheFolder(
      disk.folder.url.path, within: CacheFolder.Bounds(bytes: 1 << 20, files: 100), apartFrom: [])
    try folder.write([[UInt8](repeating: 1, count: 40_000)], as: Self.name(1))
    #expect(throws: UprightError.self) {
      try folder.write([[UInt8](repeating: 1, count: 40_000)], as: Self.name(2))
    }
    #expect(disk.folder.names == [Self.name(1)])
    #expect(folder.giveUpQuarter())
    try folder.write([[UInt8](repeating: 1, count: 40_000)], as: Self.name(2))
    #expect(folder.read(Self.name(2), atMost: 40_000)?.count == 40_000)
  }
}
