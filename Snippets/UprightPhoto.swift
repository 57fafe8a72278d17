// Rotates a photo upright and prints how:
// `swift run UprightPhoto photo.jpg upright.jpg`.

import Upright
import UprightCodecs
import UprightFiles

if CommandLine.arguments.count != 3 {
  fatalError("usage: UprightPhoto photo.jpg upright.jpg")
}
let (photo, upright) = (CommandLine.arguments[1], CommandLine.arguments[2])
let probe = try Probe(contentsOf: photo)  // reads headers only
print("tag \(probe.orientation.exif.rawValue), shown as \(probe.displayedSize)")
let plan = try Pipeline(codecs: SystemCodecs.all).run(
  Rendition(upright: .pixels, loss: .recode), from: photo, to: upright,
  overwriting: true)  // all or nothing
print(plan)  // the route, and why no cheaper one works
