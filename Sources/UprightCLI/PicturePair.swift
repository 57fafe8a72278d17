// A small picture twice: as the file holds it, and as a person sees it.

import Upright

/// The two sides of one picture.
struct PicturePair: Sendable {
  let stored: Canvas
  let displayed: Canvas

  /// Both out of one decoding, within a box of `box` by `box`: only the small picture is turned back.
  ///
  /// - Throws: as `Pipeline.raster`; `.unsupported` for colours that cannot be drawn.
  init(of probe: Probe, from bytes: some ByteSource, _ pipeline: Pipeline, box: Int) throws(UprightError) {
    let small = Rendition(size: .within(PixelSize(width: box, height: box)), upright: .pixels, format: .png)
    let displayed = try pipeline.raster(small, of: probe, from: bytes)
    let turn = Orientation<Displayed, Displayed>(asDisplayed: probe.orientation)
    guard let pixels = displayed.converted(to: .eight)?.converted(to: .rgb, over: [255, 255, 255]),
      let turnedBack = pixels.oriented(by: Orientation<Displayed, Output>(carrying: turn).inverse),
      let left = Canvas(turnedBack), let right = Canvas(pixels)
    else { throw .unsupported("drawing these colours") }
    (self.stored, self.displayed) = (left, right)
  }
}
