// A journal records where it was begun: it may be moved, but a copy of it is not valid.

import Foundation
import Testing
import Upright
import UprightTestTools

@testable import UprightFiles

@Suite struct JournalHomeTests {
  let folder: ScratchFolder
  private var first: String { folder.path("a/journal.jsonl") }
  private var second: String { folder.path("b/journal.jsonl") }

  init() throws {
    folder = try ScratchFolder()
    for name in ["a", "b"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
  }

  private func begin() throws {
    let journal = try Journal(creating: first, operation: ["fix", "-i"], started: 1, roots: JournalRoots(["/"]))
    _ = try journal.announce([
      JournalIntent(path: "/a", change: .patch(JournalRecordTests.patch, of: JournalRecordTests.state))
    ])
    try journal.finish()
  }

  private func check(_ path: String) throws {
    let history = try JournalHistory(path: path)
    #expect(history.entries.count == 1)
  }

  private func refusal(_ path: String) throws -> String {
    let error = #expect(throws: UprightError.self) { try check(path) }
    #expect(error?.codes.exitCode == 64)
    let before = try folder.read("b/journal.jsonl")
    #expect(throws: UprightError.self) { try Journal(resuming: path) }
    #expect(try folder.read("b/journal.jsonl") == before)
    return error.map { "\($0)" } ?? ""
  }

  @Test func itIsWhereItWasBegunAndSaysSo() throws {
    try begin()
    try check(first)
    _ = try Journal(resuming: first)
    let home = try #require(try JournalHistory(FileBytes(path: first)).home)
    let absolute = try FileName.absolute(first)
    #expect(home == JournalHome(path: absolute, inode: try FileIdentity(path: first).inode))
    let line = try #require(String(bytes: try folder.read("a/journal.jsonl"), encoding: .utf8)).prefix { $0 != "\n" }
    #expect(line.hasSuffix(#""home":{"path":"\#(absolute)","inode":\#(home.inode)},"roots":[{"path":"/"}]}"#))
  }

  @Test func aCopyIsRefusedWithBothPlaces() throws {
    try begin()
    try FileManager.default.copyItem(atPath: first, toPath: second)
    let said = try refusal(second)
    for path in [first, second] {
      let absolute = try FileName.absolute(path)
      #expect(said.contains(absolute), "\(said)")
    }
    // Even if the first one is missing, or is something else now.
    try FileManager.default.removeItem(atPath: first)
    #expect(try refusal(second) == said)
    try folder.write([1], as: "a/journal.jsonl")
    #expect(try refusal(second) == said)
  }

  @Test func oneThatIsBroughtBackToItsPlaceIsIt() throws {
    try begin()
    try FileManager.default.copyItem(atPath: first, toPath: second)
    try FileManager.default.removeItem(atPath: first)
    try FileManager.default.copyItem(atPath: second, toPath: first)
    try check(first)
  }

  @Test func oneThatWasMovedOrHasTwoNamesIsItself() throws {
    try begin()
    try FileManager.default.linkItem(atPath: first, toPath: second)
    try check(second)
    try FileManager.default.removeItem(atPath: first)
    try check(second)
    // Another batch may have begun one in the first place since.
    try begin()
    try check(first)
    try check(second)
  }

  @Test func theWholeFolderMayGetAnotherName() throws {
    try begin()
    try FileManager.default.moveItem(atPath: folder.path("a"), toPath: folder.path("c"))
    try check(folder.path("c/journal.jsonl"))
    _ = try Journal(resuming: folder.path("c/journal.jsonl"))
  }

  @Test func aLinkToItIsIt() throws {
    try begin()
    try FileManager.default.createSymbolicLink(atPath: second, withDestinationPath: first)
    try check(second)
    try FileManager.default.createSymbolicLink(atPath: folder.path("d"), withDestinationPath: folder.path("a"))
    try check(folder.path("d/journal.jsonl"))
  }

  @Test func oneThatDoesNotSayItsPlaceIsRefused() throws {
    try begin()
    let text = try #require(String(bytes: try folder.read("a/journal.jsonl"), encoding: .utf8))
    let start = try #require(text.range(of: #","home":"#)).lowerBound
    let end = try #require(text.range(of: #","roots""#)).lowerBound
    try folder.write(Array((text[..<start] + text[end...]).utf8), as: "b/journal.jsonl")
    let before = try folder.read("b/journal.jsonl")
    for open in [{ try check(second) }, { _ = try Journal(resuming: second) }] {
      let error = #expect(throws: UprightError.self) { try open() }
      #expect(
        error?.codes.exitCode == 65 && error?.description.contains("the version of upright that wrote it") == true)
    }
    #expect(try folder.read("b/journal.jsonl") == before)
  }

  @Test(arguments: [
    #"{"path":"/a"}"#, #"{"inode":1}"#, #"{"path":"","inode":1}"#, #"{"path":"/a","inode":-1}"#, "1", #""/a""#,
  ])
  func whatIsNoPlaceIsNothing(_ text: String) {
    #expect(JournalHome(JSONReader.value(of: Array(text.utf8))) == nil)
    let line = #"{"upright":"journal","schema":1,"started":1,"deed":[],"home":\#(text)}"#
    #expect(JournalRecord(line: Array(line.utf8)) == nil)
  }

  @Test func everyPathComesBack() {
    for path in ["/a", "/\n\"é\"", PathName.text([0x2F, 0xFF, 0x61])] {
      let home = JournalHome(path: path, inode: .max)
      #expect(JournalHome(JSONReader.value(of: Array(home.json.line.utf8))) == home)
    }
  }
}
