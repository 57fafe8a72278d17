// A request of the IIIF Image API, as a region of an image.

import Upright
import UprightIIIF

let request = try IIIFRequest(version: .v3, region: "10,20,300,400", size: "max", rotation: "0", file: "default.jpg")
let service = IIIFService(formats: [.jpeg])
let answer = try request.resolved(for: PixelSize(width: 1200, height: 1600), service: service)
precondition(answer.outputSize == PixelSize(width: 300, height: 400))
print(answer.canonical)
