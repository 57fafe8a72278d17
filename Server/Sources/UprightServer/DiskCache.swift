// What is kept on disk of files that were served: indexes of JPEGs and, on request, results.

import Crypto
import Dispatch
import Synchronization
import Upright
import UprightBatch
import UprightCodecs
import UprightFiles
import UprightProgram

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Indexes and results in a folder. It is only ever a shortcut: whatever fails here, the image is made as without it.
final class DiskCache: Sendable {
  /// Whether results are kept too.
  let keepsResults: Bool
  private let folder: CacheFolder
  private let world: World
  private let indexes: IndexCache
  /// Writes one file after another, so that requests wait for none.
  private let turn = DispatchQueue(label: "upright.disk-cache")
  private let state = Mutex(State())

  /// Bytes that wait to be written; more are not kept.
  private static let mostWaiting = 64 << 20
  /// The seconds without an attempt to write after one failed.
  private static let pause = 10

  private struct State {
    var counts = Counts()
    var waiting = 0
    /// No attempts to write before this second.
    var resumes = 0
    var hasLogged = false
  }

  /// How often it was of use.
  struct Counts: Hashable, Sendable {
    var indexHits = 0
    var indexMisses = 0
    var resultHits = 0
    var resultMisses = 0
    /// Files that were there, but damaged or not to be trusted.
    var damaged = 0
    var written = 0
    /// Files that could not be written.
    var failures = 0
    /// Files that were not written, because too many waited or one had just failed.
    var skipped = 0
  }

  /// - Throws: As `CacheFolder`.
  init(
    _ path: String, within bounds: CacheFolder.Bounds, apartFrom roots: ServedRoots, keepsResults: Bool, limits: Limits,
    in world: World
  ) throws(UprightError) {
    folder = try CacheFolder(path, within: bounds, apartFrom: roots.folders)
    indexes = IndexCache(in: folder, limits: limits)
    (self.keepsResults, self.world) = (keepsResults, world)
  }

  /// The cache that the options ask for.
  static func opened(
    by options: ServerOptions, apartFrom roots: ServedRoots, limits: Limits, in world: World
  ) throws(UprightError) -> DiskCache? {
    guard let path = options.cacheFolder else { return nil }
    let bounds = CacheFolder.Bounds(bytes: options.cacheFolderBytes, files: options.cacheFolderFiles)
    return try DiskCache(
      path, within: bounds, apartFrom: roots, keepsResults: options.cachesResults, limits: limits, in: world)
  }

  var counts: Counts { state.withLock(\.counts) }

  /// What the folder contains.
  var figures: CacheFolder.Figures { folder.figures }

  /// The saved index of a file as it is now.
  func index(of file: FileBytes) -> RegionIndex? {
    let index = indexes.saved(for: file)
    count { if index == nil { $0.indexMisses += 1 } else { $0.indexHits += 1 } }
    return index
  }

  /// Saves an index, later.
  func keep(_ index: RegionIndex, of file: FileBytes) {
    let indexes = indexes
    write(index.bytes.count, holding: nil) { () throws(UprightError) in try indexes.save(index, of: file) }
  }

  /// A kept result, if it is undamaged.
  func result(_ key: ResultKey) -> KeptResult? {
    let file = folder.read(key.name, atMost: ResultEntry.longestFile)
    let result = file.flatMap { ResultEntry.result(in: $0, for: key) }
    if file != nil, result == nil { folder.remove(key.name) }
    count { counts in
      if result == nil { counts.resultMisses += 1 } else { counts.resultHits += 1 }
      if file != nil, result == nil { counts.damaged += 1 }
    }
    return result
  }

  /// Keeps a result, later; its memory stays counted by `ticket` until then.
  func keep(_ result: KeptResult, _ key: ResultKey, _ ticket: Admission.Ticket?) {
    guard result.bytes.count <= ResultEntry.longest else { return }
    let folder = folder
    write(result.bytes.count, holding: ticket) { () throws(UprightError) in
      try folder.write([ResultEntry.head(of: result, for: key), result.bytes], as: key.name)
    }
  }

  /// Waits until everything is written.
  func finish() { turn.sync {} }

  private func write(
    _ bytes: Int, holding ticket: Admission.Ticket?, _ work: @escaping @Sendable () throws(UprightError) -> Void
  ) {
    guard folder.canHold(bytes) else { return }
    let now = FileIdentity.Time.now.seconds
    let isWanted = state.withLock { state in
      guard now >= state.resumes, state.waiting + bytes <= Self.mostWaiting else {
        state.counts.skipped += 1
        return false
      }
      state.waiting += bytes
      return true
    }
    guard isWanted else { return }
    turn.async { [self] in
      do throws(UprightError) {
        if state.withLock({ FileIdentity.Time.now.seconds >= $0.resumes }) {
          try work()
          count { $0.written += 1 }
        } else {
          count { $0.skipped += 1 }
        }
      } catch {
        failed(error)
      }
      state.withLock { $0.waiting -= bytes }
      withExtendedLifetime(ticket) {}
    }
  }

  private func failed(_ error: UprightError) {
    // The source is being changed; nothing is wrong with the disk.
    if case .io(_, ESTALE) = error { return }
    let hasMadeRoom: Bool
    switch error {
    case .io(_, ENOSPC), .io(_, EDQUOT): hasMadeRoom = folder.giveUpQuarter()
    default: hasMadeRoom = false
    }
    let isFirst = state.withLock { state in
      state.counts.failures += 1
      if !hasMadeRoom { state.resumes = FileIdentity.Time.now.seconds + Self.pause }
      defer { state.hasLogged = true }
      return !state.hasLogged
    }
    if isFirst {
      world.tell(
        "the cache cannot be written, so images are served without it: \(error.sentence)", .error)
    }
  }

  private func count(_ change: (inout Counts) -> Void) { state.withLock { change(&$0.counts) } }
}

// Results on disk: each with what it was made from, its length and its digest.

/// What a result was made from: one state of one file, a canonical request, and this version of the program.
struct ResultKey: Hashable, Sendable {
  fileprivate let digest: SHA256.Digest

  init(_ source: SourceKey, _ words: String) {
    let version = "\(Program.version) \(Program.commit ?? "")"
    digest = SHA256.hash(data: Array("result 2 \(version) \(source.text) \(words)".utf8))
  }

  /// The name of its file.
  var name: String { "\(digest.hexadecimal).\(CacheFolder.Kind.result.rawValue)" }
}

/// An encoded image, and whether its source is damaged, so that it shows only what could be read.
struct KeptResult: Hashable, Sendable {
  let bytes: [UInt8]
  let isDamaged: Bool
}

/// The file of a result: 8 bytes `UPRESLT2`, or `UPRESDM2` if its source is damaged, the key, the length in 8 bytes, the
/// SHA-256 of all other bytes, the result.
enum ResultEntry {
  private static let (whole, damaged) = (Array("UPRESLT2".utf8), Array("UPRESDM2".utf8))
  private static let headSize = 80
  /// The longest result that is kept; reading it takes memory that no request was given.
  static let longest = 8 << 20
  /// The longest file.
  static let longestFile = headSize + longest

  /// What is written before the result.
  static func head(of result: KeptResult, for key: ResultKey) -> [UInt8] {
    let start = start(result.bytes.count, key, isDamaged: result.isDamaged)
    return start + digest(start, result.bytes[...])
  }

  /// The result in a file; nil if the file is damaged, or of another key.
  static func result(in file: [UInt8], for key: ResultKey) -> KeptResult? {
    guard file.count >= headSize else { return nil }
    let result = file[headSize...]
    let isDamaged = file.starts(with: damaged)
    let start = start(result.count, key, isDamaged: isDamaged)
    guard file.starts(with: start), file[start.count..<headSize].elementsEqual(digest(start, result)) else {
      return nil
    }
    return KeptResult(bytes: Array(result), isDamaged: isDamaged)
  }

  private static func start(_ count: Int, _ key: ResultKey, isDamaged: Bool) -> [UInt8] {
    (isDamaged ? damaged : whole) + key.digest + (0..<8).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
  }

  private static func digest(_ start: [UInt8], _ result: ArraySlice<UInt8>) -> [UInt8] {
    var digest = SHA256()
    digest.update(data: start)
    digest.update(data: result)
    return Array(digest.finalize())
  }
}

extension Sequence<UInt8> {
  /// The bytes as two digits each, in lower case.
  fileprivate var hexadecimal: String {
    reduce(into: "") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
  }
}
