// A request that is stored as JSON, and a photo in memory.

import UprightFoundation

let rendition = Rendition(rotation: .mirrorHorizontal)
let text = try JSONEncoder().encode(rendition)
let back = try JSONDecoder().decode(Rendition.self, from: text)
precondition(back == rendition)
do {
  _ = try Probe(data: Data())
  preconditionFailure("no bytes are no image")
} catch {
  print(String(decoding: text, as: UTF8.self), error)
}
