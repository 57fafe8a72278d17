// A file that is written sequentially through a buffer.

public import Upright
import UprightMetadata
import UprightSystem

/// Takes bytes in order and writes them to a file in large chunks.
public struct FileSink: ByteSink {
  private static let pieceSize = 1 << 16
  /// What remains of a copy is finished after the program was asked to stop if it is at most this long.
  private static let shortRest = 1 << 25

  private let file: Descriptor
  private let path: String
  private var buffer: [UInt8] = []
  private var hash: SHA256?
  /// Whether the file's length does not yet include the zeros at its end.
  private var endsInHole = false
  private(set) var isDiscarded = false
  /// The number of bytes written so far.
  public private(set) var byteCount = 0

  /// Writes to `file`, called `path` in errors; computes a digest of all bytes if `digests`.
  init(_ file: Descriptor, path: String, digests: Bool = false) {
    self.file = file
    self.path = path
    if digests { hash = SHA256() }
  }

  /// The SHA-256 of all bytes written; nil if it was not requested.
  var digest: [UInt8]? { hash?.finish() }

  /// Appends bytes.
  ///
  /// - Throws: `UprightError` `.io`.
  public mutating func write(_ bytes: [UInt8]) throws(UprightError) {
    byteCount += bytes.count
    if buffer.count + bytes.count > Self.pieceSize { try flush() }
    if bytes.count > Self.pieceSize {
      try append(bytes)
    } else {
      buffer += bytes
    }
  }

  /// Appends all bytes of a file. Its holes become holes.
  ///
  /// - Throws: `UprightError` `.io`; `.cancelled` if the program was asked to stop and much remains.
  public mutating func write(contentsOf file: FileBytes) throws(UprightError) {
    var start = 0
    while let data = Syscalls.data(of: file.file, from: start, end: file.byteCount) {
      try skip(data.lowerBound - start)
      start = data.lowerBound
      while start < data.upperBound {
        try Self.checkGoesOn(file.byteCount - start)
        let piece: [UInt8]
        do { piece = try file.read(start..<min(data.upperBound, start + Self.pieceSize)) } catch {
          throw UprightError(error).naming(file.path)
        }
        try write(piece)
        start += piece.count
      }
    }
    try skip(file.byteCount - start)
  }

  /// Appends zeros without writing them; they are in the file's length once `flush` has set it.
  private mutating func skip(_ count: Int) throws(UprightError) {
    guard count > 0 else { return }
    try flush()
    if hash != nil {
      let zeros = [UInt8](repeating: 0, count: Self.pieceSize)
      var rest = count
      while rest > 0 {
        try Self.checkGoesOn(rest)
        hash?.update(rest < zeros.count ? Array(zeros.prefix(rest)) : zeros)
        rest -= min(rest, zeros.count)
      }
    }
    try UprightError.naming(path) { () throws(SystemError) in try Syscalls.skip(count, in: self.file.number) }
    byteCount += count
    endsInHole = true
  }

  private static func checkGoesOn(_ rest: Int) throws(UprightError) {
    if Cancellation.isRequested || rest > shortRest && Interruption.signal != nil { throw .cancelled }
  }

  /// Discards what was written: the file gets no name, and an existing file stays.
  public mutating func discard() { isDiscarded = true }

  /// Writes the bytes that are still buffered.
  mutating func flush() throws(UprightError) {
    try append(buffer)
    buffer.removeAll(keepingCapacity: true)
    guard endsInHole else { return }
    try UprightError.naming(path) { () throws(SystemError) in try Syscalls.cut(file, to: byteCount) }
    endsInHole = false
  }

  private mutating func append(_ bytes: [UInt8]) throws(UprightError) {
    hash?.update(bytes)
    try UprightError.naming(path) { () throws(SystemError) in try Syscalls.append(bytes, to: file.number) }
  }
}

// Files of a program's own: lines that it adds while it runs, and what nobody else may read (POSIX.1-2017, open() with
// a mode).

/// A file to which a program adds lines, such as a log, or standard output. It may be replaced or shared: each line is
/// appended at once.
public struct LineFile: Sendable {
  private let file: Descriptor?

  /// Opens the file at `path`, or creates it for its owner and group; `-` is standard output.
  ///
  /// - Throws: `.io`.
  public init(_ path: String) throws(UprightError) {
    guard path != "-" else {
      file = nil
      return
    }
    file = try UprightError.naming(path) { () throws(SystemError) in
      try Syscalls.openFile(path, O_WRONLY | O_APPEND | O_CREAT, mode: 0o640)
    }
  }

  /// Adds a line; one that the disk refuses is lost.
  public func append(_ line: String) {
    do throws(SystemError) { try Syscalls.append(Array(line.utf8) + [0x0A], to: file?.number ?? 1) } catch {}
  }
}

/// Files of a program's own, for nobody else.
public enum PrivateFile {
  /// Makes an empty file at `path` for its owner only; one that exists stays as it is.
  ///
  /// - Throws: `UprightError` `.io`.
  public static func make(_ path: String) throws(UprightError) {
    try UprightError.naming(path) { () throws(SystemError) in
      do throws(SystemError) {
        _ = try Syscalls.openFile(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
      } catch {
        if error.number != EEXIST { throw error }
      }
    }
  }
}
