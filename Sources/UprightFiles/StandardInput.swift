// The stream that a command reads: as bytes arrive, or complete, so that it can be read in ranges.

import CLinuxShim
public import Upright
import UprightSystem

/// Standard input.
public enum StandardInput {
  /// The path that means standard input on a command line.
  public static let path = "-"
  /// The maximum bytes that a command reads unless it is told otherwise.
  public static let usualLimit = 1 << 30
  /// The maximum bytes that are kept in memory; more go to a file without a name.
  static let mostInMemory = 1 << 24
  private static let pieceSize = 1 << 18
  private static let name = "standard input"
  private static let isRead = Lock(false)

  /// The next bytes, as many as are available, at most `count`; empty at the end.
  ///
  /// - Throws: `UprightError` `.io`.
  public static func next(atMost count: Int) throws(UprightError) -> [UInt8] {
    try UprightError.naming(name) { () throws(SystemError) in try Syscalls.next(of: 0, atMost: count) }
  }

  /// All of standard input, as a file without a name. A regular file that is read from its beginning is used itself.
  ///
  /// - Parameter most: The maximum number of bytes.
  /// - Throws: `UprightError` `.limit` as soon as there are more bytes; `.unanswerable` for a terminal, and if it was
  ///   read before; `.io`.
  public static func complete(atMost most: Int) throws(UprightError) -> FileLocation {
    try claim()
    return try complete(of: 0, atMost: most)
  }

  /// Notes that standard input is read as a whole.
  ///
  /// - Throws: `UprightError` `.unanswerable` if it was before.
  static func claim() throws(UprightError) {
    let wasRead = isRead.withLock { isRead in
      defer { isRead = true }
      return isRead
    }
    guard !wasRead else {
      throw .unanswerable(field: Phrase(name), reason: "it can be read only once")
    }
  }

  /// The location that `path` names: standard input for `-`, otherwise a file.
  ///
  /// - Throws: As `complete(atMost:)`.
  public static func location(named path: String, atMost most: Int = usualLimit) throws(UprightError) -> FileLocation {
    path == Self.path ? try complete(atMost: most) : FileLocation(path: path)
  }

  /// Bytes as a file without a name, which messages call `name`.
  ///
  /// - Throws: `UprightError` `.io`.
  package static func location(of bytes: [UInt8], named name: String) throws(UprightError) -> FileLocation {
    FileLocation(unnamed: try unnamedFile(of: bytes, inMemory: bytes.count <= mostInMemory), path: name)
  }

  /// As `complete(atMost:)`, for any open file.
  static func complete(
    of number: Int32, atMost most: Int, inMemory: Int = mostInMemory
  ) throws(UprightError) -> FileLocation {
    if isatty(number) == 1 {
      throw .unanswerable(
        field: Phrase(name), reason: "it is a terminal; pipe a file into the command, or name one")
    }
    if let file = try regularFile(number, atMost: most) { return FileLocation(unnamed: file, path: path) }
    var (begun, file, byteCount): ([UInt8], Descriptor?, Int) = ([], nil, 0)
    while true {
      let piece = try UprightError.naming(name) { () throws(SystemError) in
        try Syscalls.next(of: number, atMost: pieceSize)
      }
      if piece.isEmpty { break }
      byteCount += piece.count
      guard byteCount <= most else { throw .limit(.input, asked: byteCount, allowed: most) }
      if let file { try append(piece, to: file) } else { begun += piece }
      if file == nil, begun.count > inMemory {
        file = try unnamedFile(of: begun, inMemory: false)
        begun = []
      }
    }
    if file == nil { file = try unnamedFile(of: begun, inMemory: true) }
    guard let file else { throw .io(path: name, systemError: EIO) }
    return FileLocation(unnamed: file, path: path)
  }

  /// The regular file open as `number`, read from its beginning; nil if it is anything else.
  private static func regularFile(_ number: Int32, atMost most: Int) throws(UprightError) -> Descriptor? {
    guard lseek(number, 0, SEEK_CUR) == 0 else { return nil }
    let own = fcntl(number, F_DUPFD_CLOEXEC, 0)
    guard own >= 0 else { throw .io(path: name, systemError: errno) }
    let file = Descriptor(own)
    let state = try UprightError.naming(name) { () throws(SystemError) in try Syscalls.status(of: file) }
    guard state.kind == .regular else { return nil }
    guard state.byteCount <= most else { throw .limit(.input, asked: state.byteCount, allowed: most) }
    return file
  }

  /// A file without a name. It limits what is made of it no more than standard input does.
  private static func unnamedFile(of bytes: [UInt8], inMemory: Bool) throws(UprightError) -> Descriptor {
    var number = inMemory ? upright_make_memory_file() : -1
    if number == -1 { number = upright_make_unnamed_file() }
    guard number >= 0 else { throw .io(path: "the folder for temporary files", systemError: errno) }
    let file = Descriptor(number)
    _ = fchmod(number, 0o666)
    try append(bytes, to: file)
    return file
  }

  private static func append(_ bytes: [UInt8], to file: Descriptor) throws(UprightError) {
    try UprightError.naming("the copy of standard input") { () throws(SystemError) in
      try Syscalls.append(bytes, to: file.number)
    }
  }
}
