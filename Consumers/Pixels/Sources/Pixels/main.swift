// A PNG of one pixel becomes a JPEG: the product with libjpeg and libpng, and without any other library.

import Foundation
import UprightCodecs
import UprightFoundation

let png = Data(
  base64Encoded:
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==")
guard let png else { preconditionFailure("not Base64") }
let pipeline = Pipeline(codecs: SystemCodecs.all)
let jpeg: Data = try pipeline.run(Rendition(upright: .pixels, format: .jpeg), on: png)
let probe = try Probe(data: jpeg)
precondition(probe.format == .jpeg && probe.displayedSize == PixelSize(width: 1, height: 1))
print(probe.format, jpeg.count, "bytes")
