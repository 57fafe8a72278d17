// The list of codecs: one per format, each stating what it can do.

import Testing
import Upright
import UprightCodecs

@Suite struct SystemCodecsTests {
  @Test func thereIsOneCodecPerFormat() {
    #expect(SystemCodecs.all.map(\.format) == [.jpeg, .png, .webp, .bmp])
    #expect(SystemCodecs.all(usingThreads: false).map(\.format) == SystemCodecs.all.map(\.format))
    let jpeg = JPEGCodec().capabilities
    #expect(jpeg.decodes && jpeg.encodes && jpeg.transforms && jpeg.denominators == [1, 2, 4, 8])
  }
}
