// A file as a source of bytes: read in ranges by pread, never mapped, because a mapped file that someone cuts short kills the process.

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
  /// Its path, as given.
  public let path: String
  /// Which file it is, and its state when it was opened.
  public let identity: FileIdentity
  let file: Descriptor

  /// Opens what `path` leads to for reading, symbolic links followed.
  ///
  /// - Throws: `UprightError` `.io`; `.unsupported` for a pipe or a device.
  public init(path: String) throws(UprightError) {
    self.path = path
    (file, identity) = try UprightError.naming(path) { () throws(SystemError) in
      let file = try Syscalls.openFile(path, O_RDONLY | O_NONBLOCK)
      return (file, try Syscalls.status(of: file))
    }
    switch identity.kind {
    case .regular: break
    case .folder: throw .io(path: path, systemError: EISDIR)
    case .other: throw .unsupported("a pipe or a device instead of a file")
    }
  }

  /// A file that is open, known as `path`.
  init(_ file: Descriptor, path: String) throws(SystemError) {
    self.path = path
    self.file = file
    identity = try Syscalls.status(of: file)
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
    let (name, state) = try UprightError.naming(path) { () throws(SystemError) in
      (try Syscalls.status(of: path), try Syscalls.status(of: file))
    }
    guard name.isUnchanged(since: identity), state.isUnchanged(since: identity), state.changed == identity.changed
    else {
      throw .changedUnderneath(path)
    }
  }
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
