// Keeps a request as JSON, then carries it out on a file:
// `swift run DataAndURL photo.jpg mirrored.jpg`.

import UprightCodecs
import UprightFoundation

// snippet.hide
if CommandLine.arguments.count != 3 {
  fatalError("two paths are needed: photo.jpg mirrored.jpg")
}
let (photo, mirrored) = (
  URL(filePath: CommandLine.arguments[1]),
  URL(filePath: CommandLine.arguments[2])
)
// snippet.show
// What an app stores, or sends to a server.
let request = try JSONEncoder().encode(Rendition(rotation: .mirrorHorizontal))

// `photo` and `mirrored` are file URLs. The new file appears whole, or not at
// all. An async function writes `try await`.
let rendition = try JSONDecoder().decode(Rendition.self, from: request)
let pipeline = Pipeline(codecs: SystemCodecs.all)
let plan = try pipeline.run(
  rendition, from: photo, to: mirrored, overwriting: true)

// Bytes that are already in memory.
let data = try Data(contentsOf: mirrored)
let probe = try Probe(data: data)
print(plan.summary.route.rawValue, probe.orientation.exif.rawValue)
