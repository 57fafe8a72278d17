// Draws a saved photo upright, its longer edge 1,024 pixels at most:
// `swift run SavedPhoto photo.jpg drawn.jpg`.

// snippet.hide
import Foundation
// snippet.show
import Upright
import UprightCodecs

// snippet.hide
if CommandLine.arguments.count != 3 {
  fatalError("two paths are needed: photo.jpg drawn.jpg")
}
let photo = [UInt8](
  try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1])))
// snippet.show
// `photo` is the bytes of its file, [UInt8].
let probe = try Probe(photo)
let drawing = Drawing(probe.storedSize, probe.orientation, longestEdge: 1024)

// In a context of your own: concatenate this map, then draw the stored image in
// `drawing.yUpRect`.
let map = drawing.toYUpCanvas

// Without a context: the same image as a file.
let rendition = Rendition(size: .exactly(drawing.canvas), upright: .pixels)
let drawn = try Pipeline(codecs: SystemCodecs.all).run(rendition, on: photo)
// snippet.hide
try Data(drawn).write(to: URL(fileURLWithPath: CommandLine.arguments[2]))
print("map", map.a, map.b, map.c, map.d, map.tx, map.ty)
