// Saved selections in one SQLite file, which several servers may share.

import GRDB
import Upright
import UprightBatch
import UprightFiles

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The store in the folder of `--state`.
final class SelectionStore: SelectionKeeping {
  /// The name of the file; SQLite keeps two more beside it, `-wal` and `-shm`, while it is open.
  static let fileName = "upright.sqlite"

  private let file: String
  private let queue: DatabaseQueue
  private let lane = BlockingLane()

  /// Opens or makes the store in a folder.
  ///
  /// - Parameter most: The bytes that its file may have.
  /// - Throws: `.io` for a folder that is not there; `.malformedText` for a damaged file, which stays as it is;
  ///   `.unsupported` for one of a later version; `.unanswerable` for one that cannot be opened or written.
  init(folder: String, atMost most: Int) throws(UprightError) {
    let folder = try FileName.absolute(folder)
    guard try FileIdentity(path: folder).kind == .folder else { throw .io(path: folder, systemError: ENOTDIR) }
    file = folder + "/" + Self.fileName
    // SQLite gives the two files beside it the same permissions.
    try PrivateFile.make(file)
    do {
      queue = try Self.opened(file, atMost: most)
    } catch let error as UprightError {
      throw error
    } catch {
      throw Self.failure(error, file)
    }
  }

  /// Another server that begins at the same moment may hold the file, or make the same tables.
  private static func opened(_ file: String, atMost most: Int) throws -> DatabaseQueue {
    var attempts = 0
    while true {
      do { return try ready(file, atMost: most) } catch let error as DatabaseError {
        attempts += 1
        guard attempts < 5, [.SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_ERROR].contains(error.resultCode) else {
          throw error
        }
      }
    }
  }

  private static func ready(_ file: String, atMost most: Int) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(3)
    configuration.prepareDatabase { database in
      let size = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 4_096
      try database.execute(sql: "PRAGMA max_page_count = \(max(16, most / size))")
      // Saves are rare, and a disk that is nearly full has no space for a long journal.
      try database.execute(sql: "PRAGMA wal_autocheckpoint = 128; PRAGMA journal_size_limit = \(1 << 20)")
    }
    let queue = try DatabaseQueue(path: file, configuration: configuration)
    try queue.writeWithoutTransaction { database in
      guard try String.fetchOne(database, sql: "PRAGMA quick_check(1)") == "ok" else {
        throw DatabaseError(resultCode: .SQLITE_CORRUPT)
      }
      // Not by the configuration, which would write to a file before it was checked.
      guard try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL") == "wal" else {
        throw DatabaseError(resultCode: .SQLITE_CANTOPEN)
      }
      // What was saved must outlast a power cut.
      try database.execute(sql: "PRAGMA synchronous = FULL")
    }
    let migrations = SelectionSchema.migrations
    guard try !queue.read(migrations.hasBeenSuperseded) else {
      throw UprightError.unsupported("\(file) was written by a later version of upright-server")
    }
    try migrations.migrate(queue)
    return queue
  }

  private static func failure(_ error: any Error, _ file: String) -> UprightError {
    guard let error = error as? DatabaseError else {
      return .unanswerable(field: "\(field: .state)", reason: "\(file): \(error)")
    }
    switch error.resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB:
      return .malformedText(
        offset: 0,
        reason: "\(file) is damaged (\(error.resultCode.text)). Nothing in it was changed: restore a copy of it, or "
          + "move it away to begin without saved selections")
    case .SQLITE_FULL: return .io(path: file, systemError: ENOSPC)
    default:
      return .unanswerable(
        field: "\(field: .state)", reason: "\(file) cannot be opened for writing: \(error.resultCode.text)")
    }
  }

  // MARK: What is kept

  func saved(at path: String) async throws(Problem) -> SavedSelections? {
    try await onLane { [queue] in try queue.read { try Self.saved(at: path, $0) } }
  }

  func save(
    _ document: String, of source: SourceFacts, unless refusal: @escaping @Sendable (SavedSelections?) -> Problem?
  ) async throws(Problem) -> (saved: SavedSelections, isNew: Bool) {
    let now = FileIdentity.Time.now.seconds
    return try await onLane { [queue] in
      try queue.write { database in
        let before = try Self.saved(at: source.path, database)
        if let problem = refusal(before) { throw problem }
        try database.execute(
          sql: """
            INSERT INTO sources (path, width, height, orientation, fingerprint, seen) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (path) DO UPDATE SET width = excluded.width, height = excluded.height,
              orientation = excluded.orientation, fingerprint = excluded.fingerprint, seen = excluded.seen
            """,
          arguments: [source.path, source.width, source.height, source.orientation, source.fingerprint, now])
        // Another row, so that it has another revision.
        try database.execute(sql: "DELETE FROM selections WHERE path = ?", arguments: [source.path])
        try database.execute(
          sql: "INSERT INTO selections (path, document, fingerprint, saved) VALUES (?, ?, ?, ?)",
          arguments: [source.path, document, source.fingerprint, now])
        let saved = SavedSelections(
          revision: Int(database.lastInsertedRowID), document: document, fingerprint: source.fingerprint)
        return (saved, before == nil)
      }
    }
  }

  func remove(
    at path: String, unless refusal: @escaping @Sendable (SavedSelections?) -> Problem?
  ) async throws(Problem) {
    try await onLane { [queue] in
      try queue.write { database in
        if let problem = refusal(try Self.saved(at: path, database)) { throw problem }
        try database.execute(sql: "DELETE FROM selections WHERE path = ?", arguments: [path])
        try database.execute(sql: "DELETE FROM sources WHERE path = ?", arguments: [path])
      }
    }
  }

  /// SQLite then removes the files beside its own, if nobody else uses them.
  func close() { try? queue.close() }

  private static func saved(at path: String, _ database: Database) throws -> SavedSelections? {
    try Row.fetchOne(
      database, sql: "SELECT revision, document, fingerprint FROM selections WHERE path = ?", arguments: [path]
    ).map { SavedSelections(revision: $0["revision"], document: $0["document"], fingerprint: $0["fingerprint"]) }
  }

  /// Runs work on a thread that may wait for the disk and for other servers.
  private func onLane<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws(Problem) -> Value {
    let result = await lane.run { () -> Result<Value, Problem> in
      do { return .success(try work()) } catch let problem as Problem {
        return .failure(problem)
      } catch {
        return .failure(Problem(ofStore: error))
      }
    }
    return try result.get()
  }
}

extension ResultCode {
  /// What it means, for people.
  fileprivate var text: String { "SQLite: \(self)" }
}

extension Problem {
  /// Why the store failed.
  init(ofStore error: any Error) {
    let code = (error as? DatabaseError)?.extendedResultCode
    switch code?.primaryResultCode {
    case .SQLITE_FULL: self = .storeFull
    case .SQLITE_IOERR where [.SQLITE_IOERR_WRITE, .SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_TRUNCATE].contains(code):
      self = .storeFull
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self.init(
        status: 503, code: "store-busy", detail: "another program holds the file of saved selections", retryAfter: 2)
    case .SQLITE_CORRUPT, .SQLITE_NOTADB:
      self.init(status: 500, code: "store-damaged", detail: "the file of saved selections is damaged")
    default:
      self.init(status: 500, code: "store", detail: "the file of saved selections cannot be used")
    }
  }

  private static var storeFull: Self {
    Self(
      status: 507, code: "store-full",
      detail: "the disk is full, or saved selections take all the space that they may; what was saved before is kept")
  }
}

// What is kept of an image's selections, and by whom.

/// Selections that were saved.
struct SavedSelections: Hashable, Sendable {
  /// The number of this state: no other state of any image has or had it.
  let revision: Int
  /// The selections, as JSON.
  let document: String
  /// The state of the file that they were drawn on.
  let fingerprint: String

  /// Whether the file is no longer the one that they were drawn on.
  func isStale(for source: SourceFacts) -> Bool { fingerprint != source.fingerprint }

  /// The strong entity tag of the answer that states them.
  func entityTag(for source: SourceFacts) -> String { "\"\(revision)\(isStale(for: source) ? "-stale" : "")\"" }

  /// The answer that states them: the document, and whether it is stale.
  func body(for source: SourceFacts) -> [UInt8] {
    Array(document.utf8.dropLast()) + Array(",\"stale\":\(isStale(for: source))}\n".utf8)
  }
}

/// What is known of an image when its selections are saved.
struct SourceFacts: Hashable, Sendable {
  /// The path below the served folders: the identifier.
  let path: String
  /// Its size as displayed.
  let width, height: Int
  /// The orientation in use, as Exif numbers it.
  let orientation: Int
  /// The state of the file.
  let fingerprint: String
}

/// Keeps the selections of images.
protocol SelectionKeeping: Sendable {
  /// The selections of the image at `path`; nil if there are none.
  func saved(at path: String) async throws(Problem) -> SavedSelections?

  /// Saves `document` unless `refusal` finds a reason in what is saved already, and returns it; `isNew` if nothing was.
  func save(
    _ document: String, of source: SourceFacts, unless refusal: @escaping @Sendable (SavedSelections?) -> Problem?
  ) async throws(Problem) -> (saved: SavedSelections, isNew: Bool)

  /// Removes the selections of the image at `path` unless `refusal` finds a reason in what is saved.
  func remove(
    at path: String, unless refusal: @escaping @Sendable (SavedSelections?) -> Problem?
  ) async throws(Problem)

  /// Ends; what comes later fails.
  func close()
}
