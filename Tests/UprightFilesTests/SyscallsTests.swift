// The program's system calls and their order, as strace records them.

import Foundation
import Testing
import Upright
import UprightSystem
import UprightTestTools

@testable import UprightFiles

@Suite(.enabled(if: OutsideTool.strace.isInstalled, "needs strace"))
struct SyscallsTests {
  /// The traced calls as strace writes them, in order, without signals and exits.
  private func calls(_ traced: String, _ words: [String], in folder: ScratchFolder) throws -> [String] {
    let program = try #require(UprightTool.path)
    let answer = try OutsideTool.strace.run(
      ["-f", "-qq", "-y", "-e", "trace=\(traced)", "-o", "trace", program] + words, in: folder)
    #expect(answer.status == 0, "\(answer.complaints)")
    let lines = String(decoding: try folder.read("trace"), as: UTF8.self).split(separator: "\n")
    return lines.map { String($0.drop { $0.isNumber || $0 == " " }) }.filter { $0.first?.isLetter == true }
  }

  private func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write(TaggedPhoto.bytes, as: "6.jpg")
    return folder
  }

  @Test func theMaskIsReadBeforeAnyThreadStarts() throws {
    let folder = try folder()
    try folder.write(TaggedPhoto.bytes, as: "7.jpg")
    let calls = try calls("umask,clone,clone3", ["fix", "6.jpg", "7.jpg", "--jobs", "2", "-o", "out/"], in: folder)
    let masks = calls.indices.filter { calls[$0].hasPrefix("umask") }
    let threads = calls.indices.filter { calls[$0].hasPrefix("clone") }
    #expect(masks.count == 2)
    #expect(!threads.isEmpty)
    #expect(masks.allSatisfy { mask in threads.allSatisfy { mask < $0 } })
  }

  @Test(arguments: [0o022, 0o027, 0o077, 0o000])
  func newFilesAndFoldersKeepToTheMask(_ mask: Int) throws {
    let folder = try folder()
    try folder.setPermissions(0o666, of: "6.jpg")
    let program = try #require(UprightTool.path)
    let script = "umask \(String(mask, radix: 8)); exec \"$0\" fix 6.jpg -o out/"
    #expect(try OutsideTool.run("/bin/sh", ["-c", script, program], in: folder).status == 0)
    #expect(folder.attribute(.posixPermissions, of: "out/6.jpg") == 0o666 & ~mask)
    #expect(folder.attribute(.posixPermissions, of: "out") == 0o777 & ~mask)
  }

  /// Labels without photos, for this many images.
  private func callsOfConverting(_ count: Int) throws -> [String: Int] {
    let folder = try ScratchFolder()
    let images = (0..<count).map { #"{"id":\#($0),"file_name":"\#($0).jpg","width":9,"height":9}"# }
    let rows = (0..<count).map { #"{"id":\#($0),"image_id":\#($0),"category_id":1,"bbox":[1,2,3,4]}"# }
    let all = [
      #""images":[\#(images.joined(separator: ","))]"#, #""annotations":[\#(rows.joined(separator: ","))]"#,
      #""categories":[{"id":1,"name":"a"}]"#,
    ]
    try folder.write(Array("{\(all.joined(separator: ","))}".utf8), as: "a.json")
    let words = ["labels", "convert", "--to", "yolo", "--from-space", "stored", "-o", "out", "a.json"]
    let traced = "%file,getrandom,flock,write,fchmod,fchmodat,fstat,close,fsync,syncfs"
    return try Dictionary(grouping: calls(traced, words, in: folder)) { String($0.prefix { $0 != "(" }) }
      .mapValues(\.count)
  }

  @Test func aNewLabelFileTakesTenCallsAndNoFlushOfItsOwn() throws {
    let (few, many) = (try callsOfConverting(20), try callsOfConverting(120))
    var each: [String: Int] = [:]
    for (name, count) in many { each[name] = count - few[name, default: 0] }
    #expect(each["renameat2", default: 0] == 100)
    #expect(each["write", default: 0] == 100)
    #expect(each["syncfs", default: 0] == 0 && each["fsync", default: 0] == 0)
    #expect((many["syncfs"], many["fsync"].map { $0 <= 3 }) == (1, true))
    let all = each.values.reduce(0, +)
    #expect((700...1010).contains(all), "\(each)")
  }

  @Test func aRewriteIsFlushedBeforeItIsNamedAndItsFolderAfterwards() throws {
    let folder = try folder()
    let calls = try calls("fsync,rename,renameat,renameat2", ["fix", "-i", "6.jpg"], in: folder)
    #expect(calls.count == 4)
    #expect(calls[0].hasPrefix("fsync(") && calls[0].contains("/.upright-"))
    #expect(calls[1].hasPrefix("renameat(") && calls[1].contains("\".upright-swap-"))
    #expect(calls[2].contains("\"6.jpg\", RENAME_EXCHANGE"))
    #expect(calls[3].hasPrefix("fsync(") && calls[3].contains(folder.url.lastPathComponent + ">"))
  }

  @Test func aByteIsOneWriteAndNoNewFile() throws {
    let calls = try calls(
      "fsync,rename,renameat,renameat2,pwrite64,unlink,unlinkat", ["rotate", "cw", "-i", "6.jpg"], in: folder())
    #expect(calls.count == 2)
    #expect(calls[0].hasPrefix("pwrite64(") && calls[0].contains(", 1, ") && calls[0].contains("6.jpg>"))
    #expect(calls[1].hasPrefix("fsync(") && calls[1].contains("6.jpg>"))
  }

  @Test func eachNewFolderIsSafeBeforeAnythingLiesInIt() throws {
    let folder = try folder()
    let calls = try calls("fsync,mkdirat,renameat2", ["fix", "6.jpg", "-o", "new/deep/"], in: folder)
    let names = calls.map { $0.prefix { $0 != "(" } }
    #expect(names == ["mkdirat", "fsync", "mkdirat", "fsync", "fsync", "renameat2", "fsync"])
    #expect(calls[0].contains("\"new\"") && calls[1].contains(folder.url.lastPathComponent + ">"))
    #expect(calls[2].contains("\"new/deep\"") && calls[3].contains("/new>"))
    #expect(calls[6].contains("/new/deep>"))
  }

  @Test func aLockGoesWithItsOwnerWhoeverElseSharesTheFile() throws {
    let folder = try ScratchFolder()
    let path = try folder.write([1], as: "a")
    var owner: Descriptor? = try Syscalls.openFile(path, O_RDWR)
    try Syscalls.lock(#require(owner))
    let shared = try Descriptor(dup(#require(owner).number))
    let other = try Syscalls.openFile(path, O_RDWR)
    #expect(throws: SystemError(number: EWOULDBLOCK)) { try Syscalls.lock(other) }
    owner = nil
    try Syscalls.lock(other)
    withExtendedLifetime(shared) {}
  }

  @Test func aNameOfAnyBytesComesThroughAndAZeroDoesNot() throws {
    let folder = try ScratchFolder()
    for bytes in [[0xC3, 0xA9], [0xFF, 0x2E], [0x0A], Array("\u{10FE80}".utf8)] as [[UInt8]] {
      let path = FileName.joined(folder.url.path, PathName.text(bytes))
      _ = try Syscalls.openFile(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
      #expect(try Syscalls.nameIsTaken(path))
      #expect(try Syscalls.names(in: folder.url.path).map { PathName.bytes($0) }.contains(bytes))
    }
    #expect(throws: SystemError(number: EINVAL)) { try Syscalls.nameIsTaken("a\0b") }
  }
}
