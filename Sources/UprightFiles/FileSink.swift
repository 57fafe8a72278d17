// A file that is being written, front to back, through a buffer.

public import Upright
import UprightMetadata

/// Takes bytes in order and hands them to a file in large pieces.
public struct FileSink: ByteSink {
  private static let pieceSize = 1 << 16

  private let file: Descriptor
  private let path: String
  private var buffer: [UInt8] = []
  private var hash: SHA256?
  private(set) var isDiscarded = false
  /// Bytes that were written so far.
  public private(set) var byteCount = 0

  /// Writes to `file`; `path` is what errors name. The digest of all is made on the way where `digests`.
  init(_ file: Descriptor, path: String, digests: Bool = false) {
    self.file = file
    self.path = path
    if digests { hash = SHA256() }
  }

  /// The SHA-256 of what was handed over, where it was asked for.
  var digest: [UInt8]? { hash?.finish() }

  /// Takes the next bytes.
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

  /// Takes all bytes of a file.
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

  /// Says that what was written is not wanted after all: no name comes to lead to it, and what is there stays.
  public mutating func discard() { isDiscarded = true }

  /// Hands over what is still held back.
  mutating func flush() throws(UprightError) {
    try append(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  private mutating func append(_ bytes: [UInt8]) throws(UprightError) {
    hash?.update(bytes)
    try UprightError.naming(path) { () throws(SystemError) in try Syscalls.append(bytes, to: file.number) }
  }
}
