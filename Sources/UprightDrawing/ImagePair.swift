// A small image twice: as stored and as displayed.

package import Upright
package import UprightBatch

/// One image as stored and as displayed.
package struct ImagePair: Sendable {
  package let stored: Canvas
  package let displayed: Canvas
  /// Whether the file is damaged, so that both show only what could be read.
  package let damage: SourceDamage

  /// Both from one decode, within a box of `box` by `box`.
  ///
  /// - Throws: As `init(of:from:_:within:)`.
  package init(
    of probe: Probe, from bytes: some ByteSource, _ pipeline: Pipeline, box: Int, frame: Rendition.Frame = .first
  ) throws(UprightError) {
    try self.init(of: probe, from: bytes, pipeline, within: PixelSize(width: box, height: box), frame: frame)
  }

  /// Both from one decode, the displayed one within `box`; of an animation, one frame. Only the small image is rotated
  /// back.
  ///
  /// - Throws: As `Pipeline.raster`; `.unsupported` for colors that cannot be drawn.
  package init(
    of probe: Probe, from bytes: some ByteSource, _ pipeline: Pipeline, within box: PixelSize<Output>,
    frame: Rendition.Frame = .first
  ) throws(UprightError) {
    var small = Rendition(size: .within(box), upright: .pixels, format: .png)
    small.frame = frame
    small.toneMap = .bt2390
    let (displayed, damage) = try pipeline.readable(small, of: probe, from: bytes)
    let turn = Orientation<Displayed, Displayed>(asDisplayed: probe.orientation)
    guard let pixels = displayed.converted(to: .eight)?.converted(to: .rgb, over: [255, 255, 255]),
      let turnedBack = pixels.oriented(by: Orientation<Displayed, Output>(carrying: turn).inverse),
      let left = Canvas(turnedBack), let right = Canvas(pixels)
    else { throw .unsupported("these colors cannot be drawn") }
    (self.stored, self.displayed, self.damage) = (left, right, damage)
  }

  /// Stored on the left, displayed on the right, with a pixel between them.
  package var sideBySide: Canvas {
    let size = PixelSize<Output>(
      width: stored.size.width + 1 + displayed.size.width, height: max(stored.size.height, displayed.size.height))
    var canvas = Canvas(size: size, color: Canvas.Color(0))
    canvas.draw(stored, x: 0, y: 0)
    canvas.draw(displayed, x: stored.size.width + 1, y: 0)
    return canvas
  }
}
