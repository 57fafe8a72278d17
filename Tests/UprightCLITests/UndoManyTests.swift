// `upright undo` of many changes: each line of the journal is read once, names are flushed together, and nothing is
// recorded before it is flushed.

import Foundation
import Testing
import Upright
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightFiles

@Suite(.enabled(if: OutsideTool.strace.isInstalled, "\(OutsideTool.strace.reason)"))
struct UndoManyTests {
  private let count = 40

  /// Photos in two folders, changed by `words` with the journal `j`.
  private func album(_ words: [String]) throws -> (album: Album, before: [String: [UInt8]]) {
    let album = try Album()
    for number in 0..<count {
      let name = "\(number % 2 == 0 ? "a" : "b")/\(number).jpg"
      try FileManager.default.createDirectory(
        atPath: album.folder.path(String(name.prefix(1))), withIntermediateDirectories: true)
      try album.folder.write(Album.photo(6), as: name)
    }
    let before = try album.contents()
    #expect(try UprightTool.run(words + ["--journal", "j"], in: album.folder).status == 0)
    return (album, before)
  }

  /// The system calls of `upright` with these words.
  private func calls(_ kinds: String, _ words: [String], in album: Album) throws -> [Substring] {
    let program = try #require(UprightTool.path)
    let answer = try OutsideTool.strace.run(
      ["-f", "-qq", "-s", "16", "-o", "calls", "-e", "trace=" + kinds, program] + words, in: album.folder)
    #expect(answer.status == 0, "\(answer.complaints)")
    defer { try? FileManager.default.removeItem(atPath: album.folder.path("calls")) }
    return String(decoding: try album.folder.read("calls"), as: UTF8.self).split(separator: "\n")
  }

  private func photos(_ album: Album) throws -> [String: [UInt8]] { try album.contents().filter { $0.key != "j" } }

  @Test(arguments: [
    ["rotate", "cw", "-i", "a", "b"], ["fix", "-i", "a", "b"], ["thumb", "16", "-r", ".", "-o", "out"],
  ])
  func eachLineOfAChangeIsReadOnce(_ words: [String]) throws {
    let (album, before) = try album(words)
    let calls = try calls("pread64", ["undo", "-j", "2", "j"], in: album)
    #expect(calls.count { $0.contains(#"{\"intent\":"#) } == count)
    #expect(calls.count { $0.contains(#"{\"done\":"#) } == count)
    #expect(try photos(album) == before)
  }

  @Test(arguments: [["fix", "-i", "a", "b"], ["thumb", "16", "-r", ".", "-o", "out"]], [[], ["--discard"]])
  func namesAreFlushedTogetherAndBeforeTheyAreRecorded(_ words: [String], _ options: [String]) throws {
    let (album, before) = try album(words)
    let isNew = words[0] == "thumb"
    let changed = try photos(album).filter { !$0.key.contains(".upright-kept-") }
    let calls = try calls("renameat2,unlinkat,fsync,syncfs,write", ["undo", "-j", "1"] + options + ["j"], in: album)
    let isLeft = isNew && !options.isEmpty
    var isFlushed = true
    var (recorded, flushes) = (0, 0)
    for call in calls {
      if call.contains("renameat2(") || call.contains("unlinkat(") { isFlushed = false }
      if call.contains("sync(") || call.contains("syncfs(") { (isFlushed, flushes) = (true, flushes + 1) }
      guard call.contains(#"{\"undone\":"#) || call.contains(#"{\"discarded\":"#) else { continue }
      #expect(isFlushed)
      recorded += 1
    }
    #expect(recorded == (isLeft ? 0 : 1), "one write for all")
    // Two folders, the journal, and the files that name what was left over.
    #expect(flushes <= 4, "\(calls.filter { $0.contains("sync") })")
    #expect(try photos(album) == (options.isEmpty ? before : changed))
  }

  @Test(arguments: ["fsync", "syncfs"]) func whatCannotBeFlushedIsNotRecorded(_ call: String) throws {
    let (album, before) = try album(["fix", "-i", "a", "b"])
    let answer = try UprightTool.run(["undo", "-j", "1", "j"], failing: call, by: "error=EIO", in: album.folder)
    let journal = String(decoding: try album.folder.read("j"), as: UTF8.self)
    if call == "fsync" {
      #expect(answer.status == 2 && answer.text == "")
      #expect(answer.complaints.split(separator: "\n").count { $0.hasSuffix("Input/output error") } == count)
      #expect(!journal.contains("undone"))
    } else {
      #expect(answer.status == 0, "two folders take no call for the whole file system")
    }
    // The names are back all the same; another run says so.
    let again = try album.run("undo", "j")
    #expect(again.status == 0, "\(again.complaints)")
    #expect(try photos(album) == before)
  }

  // Each of two threads restores about half of the names; then some names are flushed, and then the journal.
  @Test(arguments: [
    ("renameat2", 1), ("renameat2", 2), ("renameat2", 10), ("unlinkat", 1), ("unlinkat", 10), ("fsync", 1),
    ("fsync", 2),
  ])
  func aKillBetweenTwoNamesLosesNothing(call: String, occurrence: Int) throws {
    let words = ["undo", "-j", "2", "j"]
    let (album, before) = try UprightTool.killed(words, at: call, occurrence, in: { $0.album.folder }) {
      try self.album(["fix", "-i", "a", "b"])
    }
    #expect(try album.run("undo", "j").status == 0)
    #expect(try photos(album) == before)
  }

  @Test func changesWhoseFilesAreGoneAreNamedOneByOne() throws {
    let (album, _) = try album(["rotate", "cw", "-i", "a", "b"])
    try FileManager.default.removeItem(atPath: album.folder.path("a"))
    let answer = try album.run("undo", "j")
    #expect(answer.status == 2)
    #expect(answer.complaints.split(separator: "\n").count { $0.hasSuffix(": No such file or directory") } == count / 2)
    #expect(answer.text.split(separator: "\n").count { $0.hasSuffix(": restored") } == count / 2)
    for number in stride(from: 1, to: count, by: 2) {
      #expect(try album.folder.read("b/\(number).jpg") == Album.photo(6))
    }
  }

  @Test func aFileIsHandedOverWithItsChange() throws {
    let (album, _) = try album(["rotate", "cw", "-i", "a"])
    let history = try JournalHistory(path: album.folder.path("j"))
    let files = JournalFiles(entries: history.entries, journal: "j")
    for position in files.indices.reversed() {
      let path = files[position].path
      #expect(try files.entry(at: position).intent.path == path)
      #expect(try files.entry(at: position).intent.path == path)
    }
    for position in files.indices { _ = files[position] }
    for position in files.indices {
      let (lent, read) = (try files.entry(at: position), try files.entries[position].get())
      #expect(lent == read)
    }
  }
}
