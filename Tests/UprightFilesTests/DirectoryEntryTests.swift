// The real targets of names.

import Foundation
import Testing
import Upright
import UprightSystem
import UprightTestTools

@testable import UprightFiles

@Suite struct DirectoryEntryTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test func aNewNameIsItsOwnPlace() throws {
    #expect(try DirectoryEntry(of: folder.path("new")).path == folder.path("new"))
  }

  @Test func aLinkLeadsToItsTarget() throws {
    try folder.write([], as: "a")
    try folder.link("b", to: "a")
    try folder.link("c", to: "b")
    let real = try Syscalls.resolved(folder.path("a"))
    #expect(try DirectoryEntry(of: folder.path("b")).path == real)
    #expect(try DirectoryEntry(of: folder.path("c")).path == real)
  }

  @Test func whatLiesThereIsSaidOfLinksToo() throws {
    try folder.write([1], as: "a")
    try Folder.make(folder.path("folder"))
    let made = unsafe mkfifo(folder.path("pipe"), 0o600)
    #expect(made == 0)
    for (name, kind) in [("a", FileIdentity.Kind.regular), ("folder", .folder), ("pipe", .other)] {
      try folder.link("to-" + name, to: name)
      #expect(try DirectoryEntry(of: folder.path(name)).kind == kind)
      #expect(try DirectoryEntry(of: folder.path("to-" + name)).kind == kind)
    }
    #expect(try DirectoryEntry(of: folder.path("new")).kind == nil)
    #expect(try DirectoryEntry(of: "/dev/null").kind == .other)
  }

  @Test func ofANameOnlyItselfIsLookedAt() throws {
    try folder.write([1], as: "a")
    try folder.link("link", to: "a")
    try folder.link("broken", to: "nowhere")
    #expect(try Syscalls.linkStatus(folder.path("a"))?.kind == .regular)
    #expect(try Syscalls.linkStatus(folder.path("link"))?.kind == .link)
    #expect(try Syscalls.linkStatus(folder.path("broken"))?.kind == .link)
    #expect(try Syscalls.linkStatus(folder.path("new")) == nil)
    #expect(throws: SystemError(number: EINVAL)) { try Syscalls.linkStatus("a\0b") }
  }

  @Test func aFileInsteadOfAFolderOnTheWayIsAnError() throws {
    try folder.write([], as: "a")
    #expect(throws: UprightError.io(path: folder.path("a/b"), systemError: ENOTDIR)) {
      try DirectoryEntry(of: folder.path("a/b"))
    }
  }

  @Test func brokenLinksAndLoopsAreErrors() throws {
    try folder.link("broken", to: "nowhere")
    try folder.link("loop", to: "loop")
    #expect(throws: UprightError.io(path: folder.path("broken"), systemError: ENOENT)) {
      try DirectoryEntry(of: folder.path("broken"))
    }
    #expect(throws: UprightError.io(path: folder.path("loop"), systemError: ELOOP)) {
      try DirectoryEntry(of: folder.path("loop"))
    }
  }

  @Test func aFolderCanBeMadeSafe() throws {
    try DirectoryEntry(of: folder.path("new")).synchronizeFolder()
  }
}
