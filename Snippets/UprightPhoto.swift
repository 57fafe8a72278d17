// Rotates a photo upright and prints how: `swift run UprightPhoto photo.jpg upright.jpg`.

import Foundation
import Upright
import UprightCodecs

if CommandLine.arguments.count != 3 { fatalError("two paths are needed: photo.jpg upright.jpg") }
let photo = [UInt8](try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1])))

let probe = try Probe(photo)  // reads headers only
print("tag \(probe.orientation.exif.rawValue), displayed as \(probe.displayedSize)")

let pipeline = Pipeline(codecs: SystemCodecs.all)
let plan = try pipeline.plan(Rendition(upright: .pixels, loss: .recode), for: probe)
print(plan)  // the route, and why no cheaper one works

let upright = try pipeline.run(plan, on: photo)
try Data(upright).write(to: URL(fileURLWithPath: CommandLine.arguments[2]))
