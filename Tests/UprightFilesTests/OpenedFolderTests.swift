// Files are found relative to open folders, and a link in the way leads nowhere.

import Foundation
import Synchronization
import Testing
import Upright
@testable import UprightFiles
import UprightSystem
import UprightTestTools

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

// Two names that swap, while others save files of their own at every moment in between.

@Suite struct NameExchangeTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write([1], as: "a")
    try folder.write([2], as: "hidden")
  }

  /// Displaces `a`, as it is now, while `saves` come before the swaps with these numbers.
  private func displace(saves: [Int: [UInt8]], inPlace: Bool = false) throws -> NameExchange.Outcome {
    let expected = try FileIdentity(path: folder.path("a"))
    let folder = folder
    let count = Mutex(0)
    let exchange = NameExchange(hidden: folder.path("hidden"), directoryEntry: folder.path("a")) {
      (one, other, opened) throws(SystemError) in
      let number = count.withLock { count in
        defer { count += 1 }
        return count
      }
      if let bytes = saves[number] {
        do {
          if inPlace {
            try Data(bytes).write(to: folder.url.appending(path: "a"))
          } else {
            try folder.write(bytes, as: "saved")
            try Syscalls.move(folder.path("saved"), to: folder.path("a"))
          }
        } catch { throw SystemError(number: EIO) }
      }
      try Syscalls.exchange(one, other, in: opened)
    }
    return try exchange.displace(expected)
  }

  @Test func whatWasLookedAtIsDisplaced() throws {
    #expect(try displace(saves: [:]) == .displaced)
    #expect(try folder.read("a") == [2])
    #expect(try folder.read("hidden") == [1])
  }

  @Test(arguments: [false, true]) func theNewestOfSeveralSavesStays(inPlace: Bool) throws {
    for count in 1...6 {
      try folder.write([1], as: "a")
      try folder.write([2], as: "hidden")
      let saves = Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, [UInt8(10 + $0), 0, 0]) })
      #expect(try displace(saves: saves, inPlace: inPlace) == .stale, "\(count)")
      #expect(try folder.read("a") == [UInt8(10 + count - 1), 0, 0], "\(count)")
      #expect(folder.names.sorted() == ["a", "hidden"], "\(count)")
    }
  }

  @Test func oneThatWasDeletedMeanwhileIsNotThrownAway() throws {
    let expected = try FileIdentity(path: folder.path("a"))
    let folder = folder
    let count = Mutex(0)
    let exchange = NameExchange(hidden: folder.path("hidden"), directoryEntry: folder.path("a")) {
      (one, other, opened) throws(SystemError) in
      let isFirst = count.withLock { count in
        defer { count += 1 }
        return count == 0
      }
      if isFirst {
        do { try folder.write([7, 7], as: "a") } catch { throw SystemError(number: EIO) }
      } else {
        try Syscalls.remove(other)
      }
      try Syscalls.exchange(one, other, in: opened)
    }
    #expect(try exchange.displace(expected) == .unknown)
    #expect(try folder.read("hidden") == [7, 7])
  }

  @Test func aLinkToWhatWasLookedAtIsAnother() throws {
    try folder.write([3], as: "elsewhere")
    try FileManager.default.removeItem(atPath: folder.path("a"))
    try folder.link("a", to: "elsewhere")
    let exchange = NameExchange(hidden: folder.path("hidden"), directoryEntry: folder.path("a"))
    #expect(try exchange.displace(FileIdentity(path: folder.path("elsewhere"))) == .stale)
    #expect(FileIdentity.isSymbolicLink(folder.path("a")))
    #expect(try folder.read("hidden") == [2])
  }

  @Test func whatIsNotThereChangesNothing() throws {
    let exchange = NameExchange(hidden: folder.path("hidden"), directoryEntry: folder.path("b"))
    #expect(throws: SystemError(number: ENOENT)) { try exchange.displace(FileIdentity(path: folder.path("a"))) }
    #expect(try folder.read("hidden") == [2])
  }
}

// System errors as errors that name the path.

@Suite struct UprightErrorPathTests {
  @Test func whatWeDecideOurselvesHasTheSystemsNumbers() {
    #expect(UprightError.changedUnderneath("a") == .io(path: "a", systemError: ESTALE))
    #expect(UprightError.hardLinked("a") == .io(path: "a", systemError: EMLINK))
    #expect(UprightError.exists("a") == .io(path: "a", systemError: EEXIST))
  }

  @Test func onlyAnErrorWithoutAPathIsNamed() {
    #expect(UprightError.io(path: "", systemError: 5).naming("b") == .io(path: "b", systemError: 5))
    let others: [UprightError] = [
      .io(path: "a", systemError: 5), .cancelled, .unsupported("x"), .limit(.pixels, asked: 2, allowed: 1),
      .unanswerable(field: "size", reason: "empty"), .malformed(MetadataError(.truncated, at: 3)),
    ]
    for error in others { #expect(error.naming("b") == error) }
  }

  @Test(arguments: [EPERM, ENOENT, EIO, EACCES, EEXIST, ENOTDIR, EISDIR, ENOSPC, EROFS, ELOOP, ESTALE])
  func sentencesAreTheSystems(_ number: Int32) {
    let foundation = NSError(domain: NSPOSIXErrorDomain, code: Int(number)).localizedDescription
    #expect(foundation.contains(UprightError.systemSentence(number)), "\(foundation)")
  }

  @Test func aFailedCallNamesThePath() {
    #expect(throws: UprightError.io(path: "given", systemError: ENOENT)) {
      try UprightError.naming("given") { () throws(SystemError) in throw SystemError(number: ENOENT) }
    }
  }
}
