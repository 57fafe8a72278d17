// Which image protocol is chosen for an environment, and the space each has.

import Testing
import Upright
import UprightFiles

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightDrawing

@Suite struct ImageProtocolTests {
  private static func window(_ hints: TerminalWindow.Hints) -> TerminalWindow {
    TerminalWindow(columns: 100, rows: 40, width: 900, height: 800, hints: hints)
  }

  /// Every combination of hints: only text passes a multiplexer, and pixels are preferred to text.
  @Test(arguments: 0..<32 as Range<UInt32>)
  func theBestKnownOneIsTaken(_ bits: UInt32) {
    let hints = TerminalWindow.Hints(rawValue: bits)
    let taken = ImageProtocol(Self.window(hints))
    if hints.contains(.nested) { #expect(taken == .blocks) }
    if taken == .blocks { #expect(hints.contains(.nested) || hints.isDisjoint(with: [.kitty, .iTerm2, .sixel])) }
    if taken == .kitty { #expect(hints.contains(.kitty)) }
    if taken == .iterm2 { #expect(hints.contains(.iTerm2) && !hints.contains(.kitty)) }
    if taken == .sixel { #expect(hints.contains(.sixel)) }
  }

  @Test func roomIsInPixelsOrInHalfCells() {
    let window = Self.window([])
    #expect(ImageProtocol.blocks.maxSize(window, columns: 50) == PixelSize(width: 50, height: 76))
    #expect(ImageProtocol.kitty.maxSize(window, columns: 50) == PixelSize(width: 450, height: 760))
    #expect(TerminalWindow(columns: 0, rows: 0).columns == 80)
    #expect(ImageProtocol.sixel.maxSize(TerminalWindow(columns: 0, rows: 0), columns: 80).width == 800)
  }

  @Test(arguments: ImageProtocol.allCases)
  func eachShowsTheSameCorners(_ way: ImageProtocol) throws {
    var canvas = Canvas(size: PixelSize(width: 8, height: 6), color: Canvas.Color(0))
    canvas.fill(PixelRect(x: 7, y: 0, width: 1, height: 1), with: Canvas.Color(0xFFFFFF))
    let bytes = try way.bytes(canvas, Self.window(.trueColor))
    #expect(bytes.last == UInt8(ascii: "\n"))
    switch way {
    case .blocks: #expect(TerminalInterpreter.blocks(bytes)?[0][7] == [255, 255, 255])
    case .sixel:
      let screen = try #require(TerminalInterpreter.sixels(bytes))
      #expect(screen.pixels[7].flatMap { screen.palette[$0] } == [100, 100, 100])
    case .kitty:
      #expect(
        TerminalInterpreter.kitty(bytes)
          == TerminalInterpreter.iTerm(try ImageProtocol.iterm2.bytes(canvas, Self.window([])))?.png)
    case .iterm2:
      #expect(
        try Probe(try #require(TerminalInterpreter.iTerm(bytes)).png).storedSize == PixelSize(width: 8, height: 6))
    }
  }
}
