// A file as a source of bytes: read in ranges by pread, never mapped, because a mapped file that someone cuts short kills the process.

import Synchronization
public import Upright

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open regular file, and the state it was in when it was opened.
public struct FileBytes: ByteSource, Sendable {
  /// Where it lies, as given.
  public let location: FileLocation
  /// Which file it is, and its state when it was opened.
  public let identity: FileIdentity
  let file: Descriptor
  private let found = CachedDirectoryEntry()

  /// Opens the file at `location` for reading.
  ///
  /// - Throws: `UprightError` `.io`, with ESTALE where another program has put a symbolic link in its place; `.unsupported` for a pipe or a device.
  public init(_ location: FileLocation) throws(UprightError) {
    self.location = location
    (file, identity) = try UprightError.naming(location.path) { () throws(SystemError) in
      let file = try location.open(O_RDONLY | O_NONBLOCK)
      return (file, try Syscalls.status(of: file))
    }
    try Self.checkRegular(identity, location.path)
  }

  /// Opens what `path` leads to for reading, symbolic links followed.
  ///
  /// - Throws: as `init(_:)`.
  public init(path: String) throws(UprightError) { try self.init(FileLocation(path: path)) }

  /// Opens what lies at `place` for reading.
  ///
  /// - Throws: as `init(_:)`.
  init(at place: DirectoryEntry) throws(UprightError) {
    location = FileLocation(path: place.path, followingLinks: false)
    (file, identity) = try UprightError.naming(place.path) { () throws(SystemError) in
      let file = try place.open(O_RDONLY | O_NONBLOCK)
      return (file, try Syscalls.status(of: file))
    }
    try Self.checkRegular(identity, place.path)
    found.place.withLock { $0 = place }
  }

  /// A file that is open, known as `path`.
  init(_ file: Descriptor, path: String) throws(SystemError) {
    location = FileLocation(path: path)
    self.file = file
    identity = try Syscalls.status(of: file)
  }

  private static func checkRegular(_ identity: FileIdentity, _ path: String) throws(UprightError) {
    switch identity.kind {
    case .regular: break
    case .folder: throw .io(path: path, systemError: EISDIR)
    case .link, .other: throw .unsupported("a pipe or a device instead of a file")
    }
  }

  /// Its path, as given.
  public var path: String { location.path }

  /// The folder it lies in and its final name there, found once.
  ///
  /// - Throws: `UprightError` `.io`, with ESTALE where something else has the name by now.
  func directoryEntry() throws(UprightError) -> DirectoryEntry {
    if let known = found.place.withLock({ $0 }) { return known }
    let place = try DirectoryEntry(of: location)
    guard place.state?.isSameFile(as: identity) == true else { throw .changedUnderneath(path) }
    found.place.withLock { $0 = place }
    return place
  }

  /// How many bytes it had when it was opened.
  public var byteCount: Int { identity.byteCount }

  /// The bytes of `range`, clipped to what existed when it was opened.
  ///
  /// - Throws: `MetadataError` `.unreadable` where the disk fails, and with ESTALE where the file was cut short since.
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

  /// Makes sure that nobody has changed anything of the file since it was opened, and that its path still leads to it.
  ///
  /// - Throws: `UprightError` `.io` with ESTALE where that is not so.
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

/// Where a file was found, once that was asked.
private final class CachedDirectoryEntry: Sendable {
  let place = Mutex<DirectoryEntry?>(nil)
}

extension FileBytes: DescriptorSource {
  package func withDescriptor<Result, Failure: Error>(
    _ body: (Int32?) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let lent = Syscalls.readOnly(file)
    defer { withExtendedLifetime(lent) {} }
    return try body(lent?.number)
  }
}
