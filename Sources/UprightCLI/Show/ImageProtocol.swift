// The ways in which terminals take pictures (kitty's graphics protocol; iTerm2's OSC 1337; DEC's sixels, VT330/VT340 chapter 14; blocks of Unicode, U+2580).

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles

/// A way to show a picture on a terminal.
enum ImageProtocol: String, CaseIterable, ExpressibleByArgument {
  /// PNG in kitty's graphics protocol.
  case kitty
  /// PNG in iTerm2's inline images.
  case iterm2
  /// DEC's sixels.
  case sixel
  /// Two pixels a cell, in any terminal with colours.
  case blocks

  /// The best that a terminal is known to take.
  init(_ window: TerminalWindow) {
    let hints = window.hints
    if hints.contains(.nested) {
      self = .blocks
    } else if hints.contains(.kitty) {
      self = .kitty
    } else if hints.contains(.iTerm2) {
      self = .iterm2
    } else {
      self = hints.contains(.sixel) ? .sixel : .blocks
    }
  }

  /// The pixels that a picture may have to fill `columns` and stay within the window, two lines left for words.
  func maxSize(_ window: TerminalWindow, columns: Int) -> PixelSize<Output> {
    let lines = max(1, window.rows - 2)
    switch self {
    case .blocks: return PixelSize(width: columns, height: 2 * lines)
    case .kitty, .iterm2, .sixel:
      return PixelSize(width: columns * window.cellWidth, height: lines * window.cellHeight)
    }
  }

  /// The bytes that show `picture`, a line's end behind them.
  ///
  /// - Throws: `.codec`, `.limit`.
  func bytes(_ picture: Canvas, _ window: TerminalWindow) throws(UprightError) -> [UInt8] {
    switch self {
    case .kitty: try KittyImage.bytes(png: Self.png(picture))
    case .iterm2: try ITermImage.bytes(png: Self.png(picture), size: picture.size)
    case .sixel: SixelImage(picture).bytes
    case .blocks: BlockImage(picture, isTrueColor: window.hints.contains(.trueColor)).bytes
    }
  }

  private static func png(_ picture: Canvas) throws(UprightError) -> [UInt8] {
    var bytes: [UInt8] = []
    try DrawnPNG(canvas: picture).write(into: &bytes)
    return bytes
  }
}
