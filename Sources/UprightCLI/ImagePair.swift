// A small picture twice: as the file holds it, and as a person sees it.

import Upright
import UprightBatch

/// The two sides of one picture.
struct ImagePair: Sendable {
  let stored: Canvas
  let displayed: Canvas

  /// Both out of one decoding, within a box of `box` by `box`.
  ///
  /// - Throws: as `init(of:from:_:within:)`.
  init(
    of probe: Probe, from bytes: some ByteSource, _ pipeline: Pipeline, box: Int, frame: Rendition.Frame = .first
  ) throws(UprightError) {
    try self.init(of: probe, from: bytes, pipeline, within: PixelSize(width: box, height: box), frame: frame)
  }

  /// Both out of one decoding, the displayed one within `box`, of an animation of one frame: only the small picture is turned back.
  ///
  /// - Throws: as `Pipeline.raster`; `.unsupported` for colours that cannot be drawn.
  init(
    of probe: Probe, from bytes: some ByteSource, _ pipeline: Pipeline, within box: PixelSize<Output>,
    frame: Rendition.Frame = .first
  ) throws(UprightError) {
    var small = Rendition(size: .within(box), upright: .pixels, format: .png)
    small.frame = frame
    small.toneMap = .bt2390
    let displayed = try pipeline.raster(small, of: probe, from: bytes)
    let turn = Orientation<Displayed, Displayed>(asDisplayed: probe.orientation)
    guard let pixels = displayed.converted(to: .eight)?.converted(to: .rgb, over: [255, 255, 255]),
      let turnedBack = pixels.oriented(by: Orientation<Displayed, Output>(carrying: turn).inverse),
      let left = Canvas(turnedBack), let right = Canvas(pixels)
    else { throw .unsupported("drawing these colours") }
    (self.stored, self.displayed) = (left, right)
  }

  /// As stored on the left, as displayed on the right, a pixel between them.
  var sideBySide: Canvas {
    let size = PixelSize<Output>(
      width: stored.size.width + 1 + displayed.size.width, height: max(stored.size.height, displayed.size.height))
    var canvas = Canvas(size: size, color: Canvas.Color(0))
    canvas.draw(stored, x: 0, y: 0)
    canvas.draw(displayed, x: stored.size.width + 1, y: 0)
    return canvas
  }
}
