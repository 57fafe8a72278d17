// The terminal that pictures are shown on: its size (termios, TIOCGWINSZ) and which ways of showing them the environment names.

import CLinuxShim

/// What is known of the terminal behind standard output.
public struct TerminalWindow: Hashable, Sendable {
  /// What the environment says of its pictures.
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
    /// Any colour of 24 bits.
    public static let trueColor = Self(rawValue: UInt32(UPRIGHT_TERMINAL_TRUE_COLOR))
    /// A multiplexer stands between, which does not pass pictures on.
    public static let nested = Self(rawValue: UInt32(UPRIGHT_TERMINAL_NESTED))
  }

  /// Cells across.
  public let columns: Int
  /// Cells down.
  public let rows: Int
  /// Pixels of a cell across.
  public let cellWidth: Int
  /// Pixels of a cell down.
  public let cellHeight: Int
  /// What the environment says.
  public let hints: Hints

  /// A window of `columns` by `rows` cells; what is not known (0) is taken as 80 by 24 cells of 10 by 20 pixels.
  public init(columns: Int, rows: Int, width: Int = 0, height: Int = 0, hints: Hints = []) {
    self.columns = columns > 0 ? columns : 80
    self.rows = rows > 0 ? rows : 24
    cellWidth = width >= self.columns ? width / self.columns : 10
    cellHeight = height >= self.rows ? height / self.rows : 20
    self.hints = hints
  }

  /// The one behind standard output.
  public static var current: Self {
    let size = upright_terminal_size(StandardStream.output.rawValue)
    return Self(
      columns: Int(size.columns), rows: Int(size.rows), width: Int(size.width), height: Int(size.height),
      hints: Hints(rawValue: upright_terminal_hints()))
  }
}
