// Cuts out what a person dragged over in a view:
// `swift run SelectPixels photo.jpg part.png`.

// snippet.hide
import Foundation
// snippet.show
import Upright
import UprightCodecs

// snippet.hide
if CommandLine.arguments.count != 3 {
  fatalError("two paths are needed: photo.jpg part.png")
}
let photo = [UInt8](
  try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1])))
// snippet.show
// `photo` is the bytes of its file, [UInt8].
let probe = try Probe(photo)
let view = Rect2D<Viewport>(x: 0, y: 88, width: 390, height: 600)
let drag = Rect2D<Viewport>(x: 250, y: 500, width: -150, height: -120)

let placement = Placement(
  of: probe.displayedSize, in: view, mode: .scaleAspectFit)
guard let selection = placement.selection(drag),
  let pixels = selection.pixels(in: probe.displayedSize)
else {
  fatalError("nothing of the image was selected")
}
let stored = selection.pixels(in: probe.storedSize, probe.orientation)
let rendition = Rendition(
  region: .pixels(pixels), upright: .pixels, format: .png)
let part = try Pipeline(codecs: SystemCodecs.all).run(rendition, on: photo)
// snippet.hide
try Data(part).write(to: URL(fileURLWithPath: CommandLine.arguments[2]))
if let stored {
  print("stored", stored.x, stored.y, stored.width, stored.height)
}
