// The two streams that a command writes, unbuffered, with their errors; the terminal behind them: its size (termios,
// TIOCGWINSZ), and the image protocols that the environment names.

import CLinuxShim
public import Upright
import UprightSystem

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
