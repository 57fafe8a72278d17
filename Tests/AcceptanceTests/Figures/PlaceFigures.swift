// The figures about positions: a drag on its way from a screen to stored pixels, and a picker's window beyond the
// image.

import Upright

enum PlaceFigures {
  private static let ink = "#c2185b"

  /// One selection in the view, in the displayed image and in the stored image; the numbers are computed.
  static var selection: String {
    let orientation = Orientation<Stored, Displayed>(exif: .rightTop)
    let stored = PixelSize<Stored>(width: 4032, height: 3024)
    let displayed = orientation.applied(to: stored)
    let view = Rect2D<Viewport>(x: 0, y: 0, width: 390, height: 390)
    let placement = Placement(of: displayed, in: view, mode: .scaleAspectFit)
    let drag = Rect2D<Viewport>(x: 100, y: 50, width: 80, height: 80)
    guard let selection = placement.selection(drag), let seen = selection.pixels(in: displayed),
      let kept = selection.pixels(in: stored, orientation)
    else { return "" }

    var svg = SVG(width: 860, height: 330)
    let toSheet = Transform2D<Viewport, Sheet>(scaleX: 0.6, scaleY: 0.6, tx: 20, ty: 50)
    svg.box(view.applying(toSheet), fill: "#eee", stroke: "#999")
    svg.image(displayed, through: placement.toView.then(toSheet))
    svg.box(drag.applying(toSheet), fill: ink, stroke: ink, isClear: true)
    caption("Viewport", "100,50,80,80 of 390x390", at: 137, on: &svg)

    let upright = Transform2D<Displayed, Sheet>(scaleX: 0.058, scaleY: 0.058).centred(displayed, x: 402, y: 167)
    svg.image(displayed, through: upright)
    svg.box(seen.rect.applying(upright), fill: ink, stroke: ink, isClear: true)
    caption("Displayed", "\(seen) of \(displayed)", at: 402, on: &svg)

    let sideways = Transform2D<Stored, Sheet>(scaleX: 0.058, scaleY: 0.058).centred(stored, x: 700, y: 167)
    svg.image(displayed, through: Transform2D(orientation.inverse, in: displayed).then(sideways))
    svg.box(kept.rect.applying(sideways), fill: ink, stroke: ink, isClear: true)
    caption("Stored, tag 6", "\(kept) of \(stored)", at: 700, on: &svg)
    for x in [282.0, 536] { svg.arrow(x: x, y: 167) }
    return svg.text
  }

  private static func caption(_ title: String, _ words: String, at x: Double, on svg: inout SVG) {
    svg.write(title, x: x, y: 30, bold: true)
    svg.write(words, x: x, y: 314, color: "#555")
  }

  /// Three crops as a picker reports them, the windows that a person saw, and the gap in each.
  static var letterbox: String {
    let size = PixelSize<Displayed>(width: 512, height: 512)
    let canvas = PixelSize<Output>(width: 512, height: 512)
    var svg = SVG(width: 860, height: 400)
    for (column, y) in [0.0, 156, 312].enumerated() {
      guard let crop = PickerCrop(Rect2D(x: 0, y: y, width: 320, height: 200), of: size) else { return "" }
      let x = 150 + 280 * Double(column)
      let map = Transform2D<Displayed, Sheet>(scaleX: 0.4, scaleY: 0.4, tx: x - 102, ty: 90)
      svg.image(size, through: map)
      svg.box(crop.square().applying(map), stroke: ink, dashed: true)
      svg.box(crop.rect.applying(map), fill: ink, stroke: ink, isClear: true)
      let margins = crop.letterbox(in: canvas).margins
      svg.write("crop 0,\(Int(y)),320,200", x: x, y: 30, bold: true)
      svg.write(
        "of 512: \(Int(margins.top)) free above, \(Int(margins.bottom)) below", x: x, y: 376, color: "#555")
    }
    return svg.text
  }
}
