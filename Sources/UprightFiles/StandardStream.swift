// The three standard streams of a command (POSIX.1-2017, <stdio.h>), unbuffered and with their errors.

import CLinuxShim
public import Upright
import UprightSystem

// The two streams that a command writes, unbuffered, with their errors; the terminal behind them: its size (termios,
// TIOCGWINSZ), and the image protocols that the environment names.

/// Standard output or standard error.
public enum StandardStream: Int32, Sendable {
  /// For results.
  case output = 1
  /// For errors and warnings.
  case error = 2

  /// Writes text as UTF-8.
  ///
  /// - Throws: `UprightError` `.io` if it cannot be written.
  public func write(_ text: String) throws(UprightError) { try write(Array(text.utf8)) }

  /// Writes bytes unchanged.
  ///
  /// - Throws: `UprightError` `.io` if they cannot be written.
  public func write(_ bytes: [UInt8]) throws(UprightError) {
    try UprightError.naming(name) { () throws(SystemError) in try Syscalls.append(bytes, to: rawValue) }
  }

  /// Checks that output can be written, as far as that shows without writing any: the stream is open for writing, its
  /// reader is there, its device or disk is not full.
  ///
  /// - Throws: `UprightError` `.io`, as for writing.
  public func check() throws(UprightError) {
    try UprightError.naming(name) { () throws(SystemError) in
      _ = try SystemError.checked { upright_check_output(rawValue) }
    }
  }

  private var name: String { self == .output ? "standard output" : "standard error" }

  /// Whether it is a terminal, even one that cannot move its cursor.
  public var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Columns of the terminal; nil if the stream is not a terminal, or one that cannot move its cursor.
  public var terminalColumns: Int? {
    let columns = upright_terminal_columns(rawValue)
    return columns > 0 ? Int(columns) : nil
  }
}

/// What is known about the terminal of standard output.
public struct TerminalWindow: Hashable, Sendable {
  /// What the environment reveals about image support.
  public struct Hints: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt32

    /// From the bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Kitty's graphics protocol.
    public static let kitty = Self(rawValue: UInt32(UPRIGHT_TERMINAL_KITTY))
    /// iTerm2's inline images.
    public static let iTerm2 = Self(rawValue: UInt32(UPRIGHT_TERMINAL_ITERM2))
    /// DEC's sixels.
    public static let sixel = Self(rawValue: UInt32(UPRIGHT_TERMINAL_SIXEL))
    /// 24-bit color.
    public static let trueColor = Self(rawValue: UInt32(UPRIGHT_TERMINAL_TRUE_COLOR))
    /// A multiplexer is in between and does not pass images on.
    public static let nested = Self(rawValue: UInt32(UPRIGHT_TERMINAL_NESTED))
  }

  /// Width in cells.
  public let columns: Int
  /// Height in cells.
  public let rows: Int
  /// Width of a cell in pixels.
  public let cellWidth: Int
  /// Height of a cell in pixels.
  public let cellHeight: Int
  /// Reads the environment.
  public let hints: Hints

  /// A window of `columns` by `rows` cells; unknown values (0) become 80 by 24 cells of 10 by 20 pixels.
  public init(columns: Int, rows: Int, width: Int = 0, height: Int = 0, hints: Hints = []) {
    self.columns = columns > 0 ? columns : 80
    self.rows = rows > 0 ? rows : 24
    cellWidth = width >= self.columns ? width / self.columns : 10
    cellHeight = height >= self.rows ? height / self.rows : 20
    self.hints = hints
  }

  /// The terminal of standard output.
  public static var current: Self {
    let size = upright_terminal_size(StandardStream.output.rawValue)
    return Self(
      columns: Int(size.columns), rows: Int(size.rows), width: Int(size.width), height: Int(size.height),
      hints: Hints(rawValue: upright_terminal_hints()))
  }
}

// The stream that a command reads: as bytes arrive, or complete, so that it can be read in ranges.

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
