// A request to mirror a photo, and the limits of a pipeline; no codec is linked.

import Upright

let rendition = Rendition(rotation: .mirrorHorizontal)
precondition(rendition.rotation == .mirrorHorizontal)
print(Pipeline(codecs: []).limits.pixels)
