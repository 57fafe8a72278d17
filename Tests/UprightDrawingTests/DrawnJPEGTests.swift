// A drawing as a JPEG: its size, its colors, and the requested chroma.

import Testing
import Upright

@testable import UprightBatch
@testable import UprightDrawing

@Suite struct DrawnJPEGTests {
  private func canvas() -> Canvas {
    var canvas = Canvas(size: PixelSize(width: 48, height: 32), color: Canvas.Color(0x204060))
    canvas.fill(PixelRect(x: 16, y: 16, width: 32, height: 16), with: Canvas.Color(0xE0C0A0))
    canvas.fill(PixelRect(x: 5, y: 0, width: 1, height: 32), with: Canvas.Color(0xFF0000))
    return canvas
  }

  private func read(_ drawing: DrawnJPEG) throws -> (Probe, Canvas, Int) {
    var bytes: [UInt8] = []
    try drawing.write(into: &bytes)
    let probe = try Probe(checking: bytes)
    let pair = try ImagePair(of: probe, from: bytes, Pipeline(codecs: ImageCodecs.all()), box: 64)
    return (probe, pair.displayed, bytes.count)
  }

  private func near(_ one: Canvas.Color, _ other: Canvas.Color, _ room: Int) -> Bool {
    zip([one.red, one.green, one.blue], [other.red, other.green, other.blue]).allSatisfy {
      abs(Int($0) - Int($1)) <= room
    }
  }

  @Test(arguments: [false, true])
  func sizeAndColoursAreTheDrawings(keepsColors: Bool) throws {
    let (probe, shown, _) = try read(DrawnJPEG(canvas: canvas(), quality: 95, keepsColors: keepsColors))
    #expect(probe.format == .jpeg && probe.storedSize == PixelSize(width: 48, height: 32))
    #expect(probe.orientation.isIdentity)
    #expect(near(shown.color(x: 10, y: 10), Canvas.Color(0x204060), 12))
    #expect(near(shown.color(x: 40, y: 26), Canvas.Color(0xE0C0A0), 12))
  }

  @Test func aThinLineKeepsItsColourOnlyWhereAsked() throws {
    let whole = try read(DrawnJPEG(canvas: canvas(), quality: 95, keepsColors: true)).1
    let shared = try read(DrawnJPEG(canvas: canvas(), quality: 95, keepsColors: false)).1
    #expect(near(whole.color(x: 5, y: 8), Canvas.Color(0xFF0000), 24))
    #expect(!near(shared.color(x: 5, y: 8), Canvas.Color(0xFF0000), 24))
  }

  @Test func lessQualityTakesFewerBytes() throws {
    let (much, little) = (
      try read(DrawnJPEG(canvas: canvas(), quality: 98)), try read(DrawnJPEG(canvas: canvas(), quality: 10))
    )
    #expect(little.2 < much.2)
  }
}
