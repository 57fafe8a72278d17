// Indexes of JPEGs: saved, one file for each image in a folder that the user names (Sources/UprightJPEG/Design.md), or
// in memory while several regions of an image are cropped.

import Dispatch
public import Upright
public import UprightCodecs
public import UprightFiles

/// A folder of saved indexes, or indexes in memory. Several processes can use it at once. Everything in it waits for the
/// disk: asynchronous code calls it on a ``BlockingLane``.
public struct IndexCache: Sendable {
  /// An index, and whether it was saved before.
  package struct FoundIndex: Sendable {
    package let index: RegionIndex
    package let wasSaved: Bool
    /// The bytes that it takes.
    package var byteCount: Int { index.bytes.count }

    /// The line about the image at `path`.
    package func text(of path: String, json: Bool) -> String {
      let word = wasSaved ? "unchanged" : "indexed"
      let line = JSONLine.about(path, [.init("index", .text(word)), .init("indexBytes", .number(byteCount))])
      return json ? line.line : "\(TerminalText.plain(path)): \(word)"
    }
  }

  /// Links in it are not followed: anyone may have put them there.
  private let folder: FolderRoot
  private let limits: Limits
  private let savesNew: Bool
  /// The same folder, if its content is bounded.
  private let bounded: CacheFolder?
  /// Indexes in memory, in place of the folder; nil for a folder.
  private let shared: SharedIndexes?

  /// A saved index is the times at which its image last changed, and the index.
  private static let timeSize = 32
  /// The index of the largest JPEG takes half of this.
  private static let longest = 32 << 20

  /// The cache in a folder, which is created if it does not exist.
  ///
  /// - Parameters:
  ///   - limits: The limits for making an index.
  ///   - savesNew: Whether new indexes are saved; if not, nothing is written.
  /// - Throws: `.io` if the folder cannot be created or written to.
  package init(_ folder: String, limits: Limits, savesNew: Bool = true) throws(UprightError) {
    self.folder = FolderRoot(resultsIn: folder)
    (self.limits, self.savesNew, bounded, shared) = (limits, savesNew, nil, nil)
    guard savesNew else { return }
    try self.folder.location("new.index").makeFolder()
    try SafeReplace.checkCreating(FileName.joined(folder, "new.index"), overwriting: true)
  }

  /// The cache in a bounded folder. Reading an index notes its use, so that others are removed first.
  ///
  /// - Parameters:
  ///   - folder: The folder; results may be kept in it too.
  ///   - limits: The limits for making an index.
  public init(in folder: CacheFolder, limits: Limits) {
    self.folder = folder.root
    (self.limits, savesNew, bounded, shared) = (limits, true, folder, nil)
  }

  /// The indexes in memory take at most this, and at most an eighth of the memory limit.
  private static let mostShared = 64 << 20

  /// Indexes in memory, each made once for `count` results of an image; nil if that is one.
  package init?(sharedBy count: Int, limits: Limits) {
    guard count > 1 else { return nil }
    folder = FolderRoot(resultsIn: ".")
    (self.limits, savesNew, bounded) = (limits, false, nil)
    shared = SharedIndexes(mostBytes: min(Self.mostShared, limits.memoryBytes / 8))
  }

  /// The index of an open file: the saved one, if it was made of the file as it is now; otherwise a new one, which is
  /// saved.
  ///
  /// - Throws: `.unsupported` or `.malformed` if the file has no index; `.io` if it cannot be saved, with ESTALE if the
  ///   file changed meanwhile; `.cancelled`; `.limit`.
  package func index(of file: FileBytes) throws(UprightError) -> FoundIndex {
    if let saved = saved(for: file) { return FoundIndex(index: saved, wasSaved: true) }
    let index = try made(of: file)
    if savesNew { try save(index, of: file) }
    return FoundIndex(index: index, wasSaved: false)
  }

  private func made(of file: FileBytes) throws(UprightError) -> RegionIndex {
    do throws(UprightError) {
      return try RegionIndex(of: file, limits: limits, usesThreads: Admission.hasSpareThread)
    } catch {
      throw error.naming(file.path)
    }
  }

  /// As `index(of:)`; nil for a file that has none, and without `savesNew` for one whose index is not saved.
  ///
  /// - Throws: As `index(of:)`, but not `.unsupported` and `.malformed`.
  func possibleIndex(of file: FileBytes) throws(UprightError) -> RegionIndex? {
    guard savesNew || shared != nil else { return saved(for: file) }
    do throws(UprightError) {
      guard let shared else { return try index(of: file).index }
      return try shared.index(of: Self.key(of: file)) { () throws(UprightError) in try made(of: file) }
    } catch {
      switch error {
      case .unsupported, .malformed: return nil
      default: throw error
      }
    }
  }

  /// The saved index; nil if there is none, or if it is damaged or not that of the file as it is now.
  public func saved(for file: FileBytes) -> RegionIndex? {
    guard let saved = try? FileBytes(location(of: file)),
      saved.identity.isTrusted(besides: file.identity),
      Self.timeSize...Self.longest ~= saved.identity.byteCount,
      let bytes = try? saved.read(0..<saved.identity.byteCount),
      bytes.prefix(Self.timeSize).elementsEqual(Self.time(of: file))
    else { return nil }
    guard let index = RegionIndex(saved: Array(bytes.dropFirst(Self.timeSize)), for: file) else { return nil }
    bounded?.noteUse(of: saved)
    return index
  }

  /// Saves the index of an open file, as a whole.
  ///
  /// - Throws: `.io`, with ESTALE if the file has changed since it was opened.
  public func save(_ index: RegionIndex, of file: FileBytes) throws(UprightError) {
    let bytes = Self.time(of: file) + index.bytes
    if let bounded {
      try file.checkUnchanged()
      return try bounded.write([bytes], as: FileName.last(of: location(of: file).path))
    }
    try SafeReplace.create(location(of: file), from: file, overwriting: true) { sink throws(UprightError) in
      try sink.write(bytes)
    }
  }

  /// The file for an image: one for each inode, so that a changed image replaces its index.
  private func location(of file: FileBytes) -> FileLocation {
    let numbers = [file.identity.device, file.identity.inode].map { String($0, radix: 16) }
    return folder.location(numbers.joined(separator: "-") + ".index")
  }

  /// What distinguishes a file, as it is now, from all others.
  private static func key(of file: FileBytes) -> [UInt8] {
    [file.identity.device, file.identity.inode, UInt64(file.identity.byteCount)].flatMap { number in
      (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    } + time(of: file)
  }

  /// Anyone may set the modification time; the time of the last change of any kind shows that.
  private static func time(of file: FileBytes) -> [UInt8] {
    let (modified, changed) = (file.identity.modified, file.identity.changed)
    return [modified.seconds, modified.nanoseconds, changed.seconds, changed.nanoseconds].flatMap { number in
      (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
  }
}

// Indexes of JPEGs in memory, so that several regions of an image cost one walk through its coded data.

/// The latest indexes, each made once however many threads ask for it.
final class SharedIndexes: Sendable {
  /// All indexes together take at most this, or are one.
  private let mostBytes: Int
  private let table = IndexTable()

  /// - Parameter mostBytes: What all indexes together may take.
  init(mostBytes: Int) { self.mostBytes = mostBytes }

  /// The index for a key, from `make` if it is not there; whoever asks in the meantime waits. If it cannot be made,
  /// everyone who asks gets the error.
  ///
  /// - Throws: As `make`.
  func index(
    of key: [UInt8], _ make: () throws(UprightError) -> RegionIndex
  ) throws(UprightError) -> RegionIndex {
    let index = try table.entry(for: key).outcome(make).get()
    table.note(index.bytes.count, for: key, keeping: mostBytes)
    return index
  }

  /// An index that is made by the first who asks; accessed only through `turn`.
  private final class SharedIndex: @unchecked Sendable {
    private let turn = DispatchQueue(label: "upright.shared-index")
    private var made: Result<RegionIndex, UprightError>?

    func outcome(_ make: () throws(UprightError) -> RegionIndex) -> Result<RegionIndex, UprightError> {
      turn.sync {
        if let made { return made }
        let outcome = Result { () throws(UprightError) in try make() }
        made = outcome
        return outcome
      }
    }
  }

  /// The entries, oldest first; accessed only through `turn`.
  private final class IndexTable: @unchecked Sendable {
    private let turn = DispatchQueue(label: "upright.shared-indexes")
    private var entries: [(key: [UInt8], entry: SharedIndex, byteCount: Int)] = []

    func entry(for key: [UInt8]) -> SharedIndex {
      turn.sync {
        if let found = entries.first(where: { $0.key == key }) { return found.entry }
        let entry = SharedIndex()
        entries.append((key, entry, 0))
        return entry
      }
    }

    /// Notes the size of an index that was made, and forgets the oldest others if all take more than `most`. Those that
    /// are being made count nothing yet.
    func note(_ byteCount: Int, for key: [UInt8], keeping most: Int) {
      turn.sync {
        for index in entries.indices where entries[index].key == key { entries[index].byteCount = byteCount }
        while entries.reduce(0, { $0 + $1.byteCount }) > most,
          let oldest = entries.firstIndex(where: { $0.byteCount > 0 && $0.key != key })
        {
          entries.remove(at: oldest)
        }
      }
    }
  }
}
