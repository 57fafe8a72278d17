// How terminals receive images (kitty's protocol; iTerm2's OSC 1337; sixels, VT330/VT340 chapter 14; U+2580).

package import Upright
package import UprightFiles

/// A protocol that shows an image on a terminal.
package enum ImageProtocol: String, CaseIterable, Sendable {
  /// PNG in kitty's graphics protocol.
  case kitty
  /// PNG in iTerm2's inline images.
  case iterm2
  /// DEC's sixels.
  case sixel
  /// Two pixels per cell, in any terminal with colors.
  case blocks

  /// The best protocol that the terminal is known to support.
  package init(_ window: TerminalWindow) {
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

  /// The maximum image size that fills `columns` and stays inside the window, with two lines left for text.
  package func maxSize(_ window: TerminalWindow, columns: Int) -> PixelSize<Output> {
    let lines = max(1, window.rows - 2)
    switch self {
    case .blocks: return PixelSize(width: columns, height: 2 * lines)
    case .kitty, .iterm2, .sixel:
      return PixelSize(width: columns * window.cellWidth, height: lines * window.cellHeight)
    }
  }

  /// The bytes that show `image`, followed by a line end.
  ///
  /// - Throws: `.codec`, `.limit`.
  package func bytes(_ image: Canvas, _ window: TerminalWindow) throws(UprightError) -> [UInt8] {
    switch self {
    case .kitty: try KittyImage.bytes(png: Self.png(image))
    case .iterm2: try ITermImage.bytes(png: Self.png(image), size: image.size)
    case .sixel: SixelImage(image).bytes
    case .blocks: BlockImage(image, isTrueColor: window.hints.contains(.trueColor)).bytes
    }
  }

  private static func png(_ image: Canvas) throws(UprightError) -> [UInt8] {
    var bytes: [UInt8] = []
    try DrawnPNG(canvas: image).write(into: &bytes)
    return bytes
  }
}
