// Hostile journals: no file outside their folders changes, and none inside that does not match the journal.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightFiles

@Suite struct HostileJournalTests {
  /// Photos of a batch, and unrelated files next to them.
  let album: Album
  private let root: String

  init() throws {
    album = try Album("photos/6.jpg", "outside/8.jpg")
    try album.folder.write(Array("a note of 22 characters".utf8), as: "photos/note.txt")
    try album.folder.link("photos/link", to: "../outside")
    root = try JournalRoots.resolved(album.folder.url.path)
  }

  /// Writes a journal, begun in its own place by the user who runs the tests, with these lines after its first.
  private func write(_ records: [JournalRecord], roots: JournalRoots?) throws {
    let path = try album.folder.write([], as: "photos/j")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    let home = JournalHome(path: root + "/photos/j", inode: try FileIdentity(path: path).inode)
    let opening = JournalRecord.opening(operation: ["fix", "-i"], started: 1, home: home, roots: roots)
    try album.folder.append((([opening] + records).flatMap(\.line)), to: "photos/j")
  }

  private var photos: JournalRoots? { JournalRoots([root + "/photos"]) }

  /// A change of a file's bytes, as if done: the present bytes are the new ones.
  private func patch(_ path: String, of name: String, at offset: Int = 4) throws -> JournalRecord {
    let bytes = try album.folder.read(name)
    let patch = BytePatch([.init(offset: offset, old: [bytes[offset] ^ 0xFF], new: [bytes[offset]])])
    let state = FileState(try FileIdentity(path: album.folder.path(name)))
    return .intent(0, JournalIntent(path: path, change: .patch(patch, of: state)))
  }

  /// A file that an undo removes.
  private func new(_ path: String, of name: String, displaced: String? = nil) throws -> JournalRecord {
    let file = try FileBytes(path: album.folder.path(name))
    let old = try displaced.map { kept in
      let file = try FileBytes(path: album.folder.path("photos/" + kept))
      return JournalIntent.Displaced(state: FileState(file.identity), digest: try file.digest(), keptAs: kept)
    }
    let new = JournalIntent.NewFile(state: FileState(file.identity), digest: try file.digest(), displaced: old)
    return .intent(0, JournalIntent(path: path, change: .file(new)))
  }

  private static let undoings = [
    ["undo", "photos/j"], ["undo", "-n", "photos/j"], ["undo", "--discard", "photos/j"],
  ]
  private static let resumption = ["fix", "-i", "photos/6.jpg", "--journal", "photos/j", "--resume"]

  private func refuses(_ lines: [[String]], status: Int32, _ sentences: String...) throws {
    let before = try album.contents()
    for words in lines {
      let answer = try UprightTool.run(words, in: album.folder)
      #expect(answer.status == status, "\(words): \(answer.status) \(answer.complaints)")
      for sentence in sentences { #expect(answer.complaints.contains(sentence), "\(words): \(answer.complaints)") }
      #expect(try album.contents() == before, "\(words)")
    }
  }

  @Test(arguments: ["patch", "new", "plan", "folder"])
  func whatIsOutsideItsFoldersIsNotTouched(_ kind: String) throws {
    for (path, reason) in [
      ("/outside/8.jpg", "which is outside the folders of its batch (\(root)/photos)"),
      ("/photos/../outside/8.jpg", "which is not an absolute path"),
      (
        "/photos/link/8.jpg",
        "which resolves through a symbolic link to \(root)/outside, outside the folders of its batch"
      ),
      ("/photos", "which is outside the folders"),
    ] {
      let record: JournalRecord =
        switch kind {
        case "patch": try patch(root + path, of: "outside/8.jpg")
        case "new": try new(root + path, of: "outside/8.jpg")
        case "plan": .plan(JournalPlan(words: [], files: [.init(path: root + path, digest: Array(0..<32))]))
        default: .folder(FileName.folder(of: root + path))
        }
      try write([record], roots: photos)
      try refuses(Self.undoings, status: 65, reason, "photos/j: line 2 names \(root)/")
      try refuses([Self.resumption], status: 65, reason)
    }
  }

  @Test func anOlderJournalIsObeyedForItsOwnFolderAlone() throws {
    try write([try patch(root + "/outside/8.jpg", of: "outside/8.jpg")], roots: nil)
    try refuses(Self.undoings + [Self.resumption], status: 65, "a journal of an older version applies only to its own")
    try write([try new(root + "/photos/6.jpg", of: "photos/6.jpg")], roots: nil)
    #expect(try album.run("undo", "photos/j").text == "\(root)/photos/6.jpg: removed")
  }

  // Its name once led to a photo of the batch; its target is now another file.
  @Test func aNameThatIsALinkByNowIsLeft() throws {
    try album.folder.link("photos/1.jpg", to: "../outside/8.jpg")
    for record in [
      try patch(root + "/photos/1.jpg", of: "outside/8.jpg"), try new(root + "/photos/1.jpg", of: "outside/8.jpg"),
    ] {
      try write([record], roots: photos)
      try refuses(
        [Self.undoings[0], Self.undoings[1]], status: 74, "photos/1.jpg: another program changed the file")
    }
  }

  @Test func whatIsNoImageDoesNotComeBack() throws {
    try write([try patch(root + "/photos/note.txt", of: "photos/note.txt")], roots: photos)
    try refuses([Self.undoings[0], Self.undoings[1]], status: 65, "the old content is not an image, a video")
    try album.folder.write(Array("rm -rf\n".utf8), as: "photos/.upright-kept-abcdefghij")
    for name in ["photos/6.jpg", "photos/.profile"] {
      let kept = try new(root + "/" + name, of: "photos/6.jpg", displaced: ".upright-kept-abcdefghij")
      try write([kept], roots: photos)
      try refuses(
        [Self.undoings[0], Self.undoings[1]], status: 65, "not an image, a video or a label file of the batch")
      // Nor if the journal calls it labels.
      let plan = JournalPlan(words: [], files: [.init(path: root + "/" + name, digest: Array(0..<32))])
      try write([.plan(plan), kept], roots: photos)
      try refuses(
        [Self.undoings[0], Self.undoings[1]], status: 65, "not an image, a video or a label file of the batch")
    }
  }

  // The same length, time and file: only the bytes show that it is not an original of this batch.
  @Test func whatHasOtherBytesIsNotRemoved() throws {
    let kept = ".upright-kept-abcdefghij"
    try album.folder.write(try album.folder.read("outside/8.jpg"), as: "photos/" + kept)
    let record = try new(root + "/photos/6.jpg", of: "photos/6.jpg", displaced: kept)
    let time = try FileIdentity(path: album.folder.path("photos/" + kept)).modified
    let file = try Syscalls.openFile(album.folder.path("photos/" + kept), 2)
    try Syscalls.overwrite([1], in: file, at: 500)
    try Syscalls.setModified(time, of: file)
    try write([record], roots: photos)
    try refuses(Self.undoings, status: 74, "\(kept): another program changed the file")
  }

  @Test(.enabled(if: getuid() == 0 && OutsideTool.setpriv.isInstalled, "needs root and setpriv"))
  func oneOfAnotherUserIsNotObeyedWhateverItSays() throws {
    try write([try new(root + "/photos/6.jpg", of: "photos/6.jpg")], roots: photos)
    try FileManager.default.setAttributes(
      [.ownerAccountID: OtherUser.number], ofItemAtPath: album.folder.path("photos/j"))
    try refuses(Self.undoings + [Self.resumption], status: 74, "belongs to another user (user ID \(OtherUser.number))")
  }

  // A user who may write to a folder cannot make a replaced journal of root's remove another user's files.
  @Test(.enabled(if: getuid() == 0 && OutsideTool.setpriv.isInstalled, "needs root and setpriv"))
  func aCopyByAnotherUserInItsPlaceIsNotObeyed() throws {
    try write([try new(root + "/photos/6.jpg", of: "photos/6.jpg")], roots: photos)
    for name in ["", "photos"] {
      try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: album.folder.path(name))
    }
    let move = ["sh", "-c", "cp photos/j photos/k 2>/dev/null || touch photos/k; mv -f photos/k photos/j"]
    guard try OtherUser.run(move, in: album.folder).status == 0 else { return }
    try refuses([Self.undoings[0]], status: 74, "belongs to another user")
  }

  @Test func aBatchWritesItsFoldersDownAndALinkAddsItsTarget() throws {
    try album.folder.link("photos/1.jpg", to: "../outside/8.jpg")
    #expect(try album.run("fix", "-i", "photos", "--journal", "j").status == 0)
    let line = try #require(try album.folder.read("j").split(separator: UInt8(ascii: "\n")).first)
    let said = String(decoding: line, as: UTF8.self)
    #expect(said.contains(#""schema":2,"#))
    #expect(said.hasSuffix(#""roots":[{"path":"\#(root)/outside"},{"path":"\#(root)/photos"}]}"#), "\(said)")
    #expect(try album.run("undo", "j").status == 0)
    #expect(try album.folder.read("outside/8.jpg") == Album.photo(8))
    // Results go to names where nothing exists yet.
    #expect(try album.run("fix", "-r", "photos", "-o", "photos/../out/", "--journal", "k").status == 0)
    #expect(try String(decoding: album.folder.read("k"), as: UTF8.self).contains(#""roots":[{"path":"\#(root)/out"}]"#))
  }

  // Resuming with files outside its folders is another batch.
  @Test func filesOfOtherFoldersNeedAnotherJournal() throws {
    #expect(try album.run("fix", "-i", "photos/6.jpg", "--journal", "j").status == 0)
    let before = try album.folder.read("outside/8.jpg")
    let answer = try album.run("fix", "-i", "photos/6.jpg", "outside/8.jpg", "--journal", "j", "--resume")
    #expect(answer.status == 2, "one of two files: \(answer.complaints)")
    #expect(answer.complaints.contains("outside the folders of this journal (\(root)/photos)"))
    #expect(try album.folder.read("outside/8.jpg") == before)
  }
}
