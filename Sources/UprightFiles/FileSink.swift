// A file that is written sequentially through a buffer.

public import Upright
import UprightMetadata
import UprightSystem

/// Takes bytes in order and writes them to a file in large chunks.
public struct FileSink: ByteSink {
  private static let pieceSize = 1 << 16

  private let file: Descriptor
  private let path: String
  private var buffer: [UInt8] = []
  private var hash: SHA256?
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

  /// Appends all bytes of a file.
  ///
  /// - Throws: `UprightError` `.io`.
  public mutating func write(contentsOf file: FileBytes) throws(UprightError) {
    for start in stride(from: 0, to: file.byteCount, by: Self.pieceSize) {
      let piece: [UInt8]
      do { piece = try file.read(start..<min(file.byteCount, start + Self.pieceSize)) } catch {
        throw UprightError(error).naming(file.path)
      }
      try write(piece)
    }
  }

  /// Discards what was written: the file gets no name, and an existing file stays.
  public mutating func discard() { isDiscarded = true }

  /// Writes the bytes that are still buffered.
  mutating func flush() throws(UprightError) {
    try append(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  private mutating func append(_ bytes: [UInt8]) throws(UprightError) {
    hash?.update(bytes)
    try UprightError.naming(path) { () throws(SystemError) in try Syscalls.append(bytes, to: file.number) }
  }
}
