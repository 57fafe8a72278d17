// The file of saved selections: its versions, its bounds, and what is done about a bad one.

import Foundation
import GRDB
import Testing
import Upright

@testable import UprightServer

@Suite struct SelectionStoreTests {
  /// What `sqlite3 upright.sqlite .dump` says of a store of version 1. It never changes.
  private static let versionOne = #"""
    PRAGMA foreign_keys=OFF;
    BEGIN TRANSACTION;
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    INSERT INTO grdb_migrations VALUES('1');
    CREATE TABLE sources (
      path TEXT NOT NULL PRIMARY KEY,
      width INTEGER NOT NULL,
      height INTEGER NOT NULL,
      orientation INTEGER NOT NULL,
      fingerprint TEXT NOT NULL,
      seen INTEGER NOT NULL
    ) WITHOUT ROWID;
    INSERT INTO sources VALUES('tag-6.jpg',1203,797,6,'355a97ddb018ff847abfbf481e4f976b',1795798343);
    INSERT INTO sources VALUES('a/tag-7.jpg',1203,797,7,'ea1608e2d64fd8b5e1f8d43cddea5f2a',1795798343);
    CREATE TABLE selections (
      revision INTEGER PRIMARY KEY AUTOINCREMENT,
      path TEXT NOT NULL UNIQUE REFERENCES sources (path),
      document TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      saved INTEGER NOT NULL
    );
    INSERT INTO selections VALUES(1795798342,'tag-6.jpg','{"version":1,"image":{"width":1203,"height":797},"selections":[{"label":"it''s","x":0.25,"y":0.5,"width":0.5,"height":0.25,"ratio":null}]}','355a97ddb018ff847abfbf481e4f976b',1795798343);
    INSERT INTO selections VALUES(1795798343,'a/tag-7.jpg','{"version":1,"image":{"width":1203,"height":797},"selections":[]}','ea1608e2d64fd8b5e1f8d43cddea5f2a',1795798343);
    DELETE FROM sqlite_sequence;
    INSERT INTO sqlite_sequence VALUES('selections',1795798343);
    COMMIT;
    """#

  private static func facts(_ path: String = "a.jpg", _ fingerprint: String = "f") -> SourceFacts {
    SourceFacts(path: path, width: 40, height: 30, orientation: 6, fingerprint: fingerprint)
  }

  private static func open(_ folder: ScratchFolder, atMost most: Int = 64 << 20) throws -> SelectionStore {
    try SelectionStore(folder: folder.url.path, atMost: most)
  }

  private static func text(of count: Int) -> String { "{\"x\":\"\(String(repeating: "x", count: count))\"}" }

  @Test func aStoreOfVersionOneIsReadAndWritten() async throws {
    let folder = try ScratchFolder()
    let file = try DatabaseQueue(path: folder.path(SelectionStore.fileName))
    try await file.writeWithoutTransaction { try $0.execute(sql: Self.versionOne) }
    try file.close()
    let store = try Self.open(folder)
    let saved = try #require(try await store.saved(at: "tag-6.jpg"))
    #expect(saved.revision == 1_795_798_342 && saved.fingerprint == "355a97ddb018ff847abfbf481e4f976b")
    let document = try SelectionDocument(Array(saved.document.utf8))
    #expect(document.width == 1_203 && document.json == saved.document && document.json.contains("it's"))
    #expect(try await store.saved(at: "a/tag-7.jpg") != nil)
    let next = try await store.save("{}", of: Self.facts("tag-6.jpg")) { _ in nil }
    #expect(next.saved.revision == 1_795_798_344 && !next.isNew)
  }

  @Test func nobodyElseMayReadIt() async throws {
    let folder = try ScratchFolder()
    let store = try Self.open(folder)
    _ = try await store.save("{}", of: Self.facts()) { _ in nil }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(names.count == 3, "\(names)")
    for name in names {
      let mode = try FileManager.default.attributesOfItem(atPath: folder.path(name))[.posixPermissions] as? Int
      #expect(mode == 0o600, "\(name)")
    }
  }

  @Test func aNewStoreHasTheTablesOfTheDump() async throws {
    let (new, old) = (try ScratchFolder(), try ScratchFolder())
    try Self.open(new).close()
    let file = try DatabaseQueue(path: old.path(SelectionStore.fileName))
    try await file.writeWithoutTransaction { try $0.execute(sql: Self.versionOne) }
    let tables = try [file, DatabaseQueue(path: new.path(SelectionStore.fileName))].map { queue in
      try queue.read { database in
        try String.fetchAll(database, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
          .map { $0.split { $0.isWhitespace }.joined(separator: " ") }
      }
    }
    #expect(tables[0] == tables[1] && tables[0].count > 2)
  }

  @Test func noRevisionComesBack() async throws {
    let folder = try ScratchFolder()
    var revisions: [Int] = []
    for _ in 0..<2 {
      let store = try Self.open(folder)
      for path in ["a.jpg", "b.jpg", "a.jpg"] {
        revisions.append(try await store.save("{}", of: Self.facts(path)) { _ in nil }.saved.revision)
      }
      try await store.remove(at: "a.jpg") { _ in nil }
      try await store.remove(at: "b.jpg") { _ in nil }
      store.close()
    }
    #expect(revisions == revisions.sorted() && Set(revisions).count == revisions.count)
    // A store that replaces a lost one begins behind it.
    #expect(try #require(revisions.first) > 1_700_000_000)
  }

  @Test func whatIsRefusedChangesNothing() async throws {
    let store = try Self.open(try ScratchFolder())
    let first = try await store.save("{}", of: Self.facts()) { _ in nil }
    #expect(first.isNew)
    await #expect(throws: Problem.busy) {
      try await store.save("{\"x\":1}", of: Self.facts("a.jpg", "other")) { $0 == first.saved ? .busy : nil }
    }
    await #expect(throws: Problem.busy) { try await store.remove(at: "a.jpg") { $0 == first.saved ? .busy : nil } }
    #expect(try await store.saved(at: "a.jpg") == first.saved)
  }

  @Test func aFullStoreKeepsWhatItHas() async throws {
    let store = try Self.open(try ScratchFolder(), atMost: 256 << 10)
    var kept: [String] = []
    var problem: Problem?
    for number in 0..<20 where problem == nil {
      do throws(Problem) {
        _ = try await store.save(Self.text(of: 30_000), of: Self.facts("\(number).jpg")) { _ in nil }
        kept.append("\(number).jpg")
      } catch {
        problem = error
      }
    }
    #expect(problem?.status == 507 && problem?.code == "store-full")
    #expect((3...8).contains(kept.count))
    for path in kept { #expect(try await store.saved(at: path)?.document.utf8.count == 30_008) }
    try await store.remove(at: "0.jpg") { _ in nil }
    #expect(try await store.save(Self.text(of: 20_000), of: Self.facts("new.jpg")) { _ in nil }.isNew)
  }

  @Test func aDamagedFileIsNamedAndStays() async throws {
    let folder = try ScratchFolder()
    let bytes = Array("no database ".utf8) + [UInt8](repeating: 7, count: 5_000)
    try folder.write(bytes, as: SelectionStore.fileName)
    let error = #expect(throws: UprightError.self) { try Self.open(folder) }
    #expect(error?.codes.exitCode == 65)
    #expect(error?.description.contains(folder.path(SelectionStore.fileName)) == true)
    let isSame = try folder.read(SelectionStore.fileName) == bytes
    #expect(isSame)
  }

  @Test func aFileOfALaterVersionIsRefused() async throws {
    let folder = try ScratchFolder()
    try Self.open(folder).close()
    let file = try DatabaseQueue(path: folder.path(SelectionStore.fileName))
    try await file.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('999')") }
    try file.close()
    let error = #expect(throws: UprightError.self) { try Self.open(folder) }
    #expect(error?.description.contains("later version") == true)
  }

  @Test func aFolderThatIsNotThereIsNamed() async throws {
    let folder = try ScratchFolder()
    #expect(throws: UprightError.io(path: folder.path("none"), systemError: ENOENT)) {
      try SelectionStore(folder: folder.path("none"), atMost: 1 << 20)
    }
    try folder.write([1], as: "file")
    #expect(throws: UprightError.io(path: folder.path("file"), systemError: ENOTDIR)) {
      try SelectionStore(folder: folder.path("file"), atMost: 1 << 20)
    }
  }

  @Test func twoStoresShareAFile() async throws {
    let folder = try ScratchFolder()
    let stores = [try Self.open(folder), try Self.open(folder)]
    let lost = await withTaskGroup(of: Int.self) { group in
      for index in 0..<4 {
        group.addTask {
          var count = 0
          for _ in 0..<10 {
            if (try? await stores[index % 2].save("{}", of: Self.facts("\(index).jpg")) { _ in nil }) == nil {
              count += 1
            }
          }
          return count
        }
      }
      return await group.reduce(0, +)
    }
    #expect(lost == 0)
    for index in 0..<4 { #expect(try await stores[(index + 1) % 2].saved(at: "\(index).jpg") != nil) }
  }
}
