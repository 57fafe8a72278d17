// A small image of each photo, in memory, as many at a time as there are cores.
//
//     swift run ManyPhotos a.jpg b.heic c.png

import Upright
import UprightBatch

let photos = Array(CommandLine.arguments.dropFirst())
let batch = Batch()  // keep it: its requests share memory and worker processes
let requests = photos.map {
  Batch.Request(
    $0, .thumbnail(within: PixelSize(width: 256, height: 256)), to: .memory)
}
for await report in batch.run(requests) {  // in the order of the requests
  switch report.outcome {
  case .success(let image):
    print(photos[report.index], image.bytes?.count ?? 0, "bytes")
  case .failure(let error):
    print(photos[report.index], error.codes.httpStatus, error)
  }
}
