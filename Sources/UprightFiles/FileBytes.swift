// A file as a byte source. It is read in ranges by pread, never mapped: truncating a mapped file kills the process.
// Its first bytes may be read at once, for parsers that read headers in many small ranges.

public import Upright
import UprightSystem

/// An open regular file, and its state when it was opened.
public struct FileBytes: ByteSource, Sendable {
  /// Its location, as given.
  public let location: FileLocation
  /// Which file it is, and its state when it was opened.
  public let identity: FileIdentity
  let file: Descriptor
  private let found = CachedDirectoryEntry()

  /// Opens the file at `location` for reading.
  ///
  /// - Throws: `UprightError` `.io`, with ESTALE if another program has replaced the file with a symbolic link;
  ///   `.unsupported` for a pipe or a device.
  public init(_ location: FileLocation) throws(UprightError) {
    self.location = location
    (file, identity) = try UprightError.naming(location.path) { () throws(SystemError) in
      let file = try location.open(O_RDONLY | O_NONBLOCK)
      return (file, try Syscalls.status(of: file))
    }
    try Self.checkRegular(identity, location.path)
  }

  /// Opens the file at `path` for reading; follows symbolic links.
  ///
  /// - Throws: As `init(_:)`.
  public init(path: String) throws(UprightError) { try self.init(FileLocation(path: path)) }

  /// Opens the file at `place` for reading.
  ///
  /// - Throws: As `init(_:)`.
  init(at place: DirectoryEntry) throws(UprightError) {
    location = FileLocation(path: place.path, followingLinks: false)
    (file, identity) = try UprightError.naming(place.path) { () throws(SystemError) in
      let file = try place.open(O_RDONLY | O_NONBLOCK)
      return (file, try Syscalls.status(of: file))
    }
    try Self.checkRegular(identity, place.path)
    found.place.withLock { $0 = place }
  }

  /// A file that is already open and is called `path` in errors.
  init(_ file: Descriptor, path: String) throws(SystemError) {
    location = FileLocation(path: path)
    self.file = file
    identity = try Syscalls.status(of: file)
  }

  /// A file that is already open, is called `path` in errors, and stays the same whatever its name then resolves to.
  init(unnamed file: Descriptor, path: String) throws(SystemError) {
    location = FileLocation(unnamed: file, path: path)
    self.file = file
    identity = try Syscalls.status(of: file)
  }

  /// A regular file that is already open and is called `name` in errors.
  ///
  /// - Throws: As `init(_:)`.
  static func checked(_ file: Descriptor, named name: String) throws(UprightError) -> FileBytes {
    let bytes = try UprightError.naming(name) { () throws(SystemError) in try FileBytes(file, path: name) }
    try checkRegular(bytes.identity, name)
    return bytes
  }

  static func checkRegular(_ identity: FileIdentity, _ path: String) throws(UprightError) {
    switch identity.kind {
    case .regular: break
    case .folder: throw .io(path: path, systemError: EISDIR)
    case .link, .other: throw .unsupported("not a regular file; pipes and devices cannot be read")
    }
  }

  /// Its path, as given.
  public var path: String { location.path }

  /// Its folder and final name, resolved once.
  ///
  /// - Throws: `UprightError` `.io`, with ESTALE if another file now has the name.
  func directoryEntry() throws(UprightError) -> DirectoryEntry {
    if let known = found.place.withLock({ $0 }) { return known }
    let place = try DirectoryEntry(of: location)
    guard place.state?.isSameFile(as: identity) == true else { throw .changedUnderneath(path) }
    found.place.withLock { $0 = place }
    return place
  }

  /// Its length in bytes when it was opened.
  public var byteCount: Int { identity.byteCount }

  /// The bytes of `range`, clipped to the length at opening.
  ///
  /// - Throws: `MetadataError` `.unreadable` if the disk fails; with ESTALE if the file has been truncated since.
  public func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    let wanted = range.clamped(to: 0..<byteCount)
    let bytes: [UInt8]
    do {
      bytes = try Syscalls.bytes(of: file, at: wanted.lowerBound, count: wanted.count)
    } catch {
      throw MetadataError(.unreadable, at: wanted.lowerBound, systemError: error.number)
    }
    guard bytes.count == wanted.count else {
      throw MetadataError(.unreadable, at: wanted.lowerBound + bytes.count, systemError: ESTALE)
    }
    return bytes
  }

  /// Checks that the file is unchanged since it was opened, and that its path still resolves to it.
  ///
  /// - Throws: `UprightError` `.io` with ESTALE if not.
  public func checkUnchanged() throws(UprightError) {
    let (name, state) = try UprightError.naming(path) { () throws(SystemError) -> (FileIdentity?, FileIdentity) in
      if let place = found.place.withLock({ $0 }) { return (try place.now(), try Syscalls.status(of: file)) }
      return (try location.status(), try Syscalls.status(of: file))
    }
    guard let name, name.isUnchanged(since: identity), state.isUnchanged(since: identity),
      state.changed == identity.changed
    else {
      throw .changedUnderneath(path)
    }
  }
}

/// A file's resolved place, cached on first use.
private final class CachedDirectoryEntry: Sendable {
  let place = Lock<DirectoryEntry?>(nil)
}

extension FileBytes: SharedSource {}

extension FileBytes: DescriptorSource {
  package func withDescriptor<Result, Failure: Error>(
    _ body: (Int32?) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let lent = Syscalls.readOnly(file)
    defer { withExtendedLifetime(lent) {} }
    return try body(lent?.number)
  }
}

/// An open file with its beginning in memory, so that bytes read once do not change under the reader.
public struct FileHead: ByteSource, Sendable {
  /// More than the headers of most photos, in bytes.
  private static let length = 16_384

  /// The file.
  public let file: FileBytes
  private let head: [UInt8]

  /// Reads the beginning of `file`.
  ///
  /// - Throws: `MetadataError` `.unreadable` if the disk fails.
  public init(_ file: FileBytes) throws(MetadataError) {
    self.file = file
    head = try file.read(0..<Self.length)
  }

  /// The file's length in bytes when it was opened.
  public var byteCount: Int { file.byteCount }

  /// The bytes of `range`, clipped to the length at opening.
  ///
  /// - Throws: As `FileBytes.read(_:)`.
  public func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    let wanted = range.clamped(to: 0..<byteCount)
    return wanted.upperBound <= head.count ? Array(head[wanted]) : try file.read(wanted)
  }

  /// Checks that the file is unchanged since it was opened, and that its beginning still has the bytes in memory.
  ///
  /// A file system's clock may be too coarse to tell two quick writes apart, so the bytes are compared too.
  ///
  /// - Throws: As `FileBytes.checkUnchanged()`.
  public func checkUnchanged() throws(UprightError) {
    try file.checkUnchanged()
    let now: [UInt8]
    do throws(MetadataError) { now = try file.read(0..<Self.length) } catch {
      throw UprightError(error).naming(file.path)
    }
    guard now == head else { throw .changedUnderneath(file.path) }
  }
}

extension FileHead: SharedSource {}

extension FileHead: DescriptorSource {
  package func withDescriptor<Result, Failure: Error>(
    _ body: (Int32?) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try file.withDescriptor(body)
  }
}

extension FileBytes {
  /// Probes the headers with as few reads as possible; `rules` decide which orientation is used if fields conflict.
  ///
  /// - Throws: `UprightError` `.malformed`, `.unsupported`; `.io` if the disk fails.
  public func probe(rules: OrientationRules = OrientationRules()) throws(UprightError) -> Probe {
    try Probe(checking: try head(), rules: rules)
  }

  /// The file with its beginning in memory.
  ///
  /// - Throws: `UprightError` `.io` if the disk fails.
  public func head() throws(UprightError) -> FileHead {
    do throws(MetadataError) { return try FileHead(self) } catch { throw UprightError(error) }
  }
}
