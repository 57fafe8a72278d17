// How a photo would be mirrored, as JSON of the request; no codec is linked.

import Upright

let rendition = Rendition(rotation: .mirrorHorizontal)
precondition(rendition.rotation == .mirrorHorizontal)
print(Pipeline(codecs: []).limits.pixels)
