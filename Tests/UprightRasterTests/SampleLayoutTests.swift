// The sizes that follow from channels and depth.

import Testing
import UprightRaster

struct SampleLayoutTests {
  @Test(arguments: [
    (SampleLayout.Channels.gray, 1, 1, 2), (.rgb, 3, 3, 6), (.rgba, 4, 4, 8), (.cmyk, 4, 4, 8),
  ])
  func bytesPerPixel(channels: SampleLayout.Channels, count: Int, eight: Int, sixteen: Int) {
    #expect(channels.count == count)
    #expect(SampleLayout(channels).bytesPerPixel == eight)
    #expect(SampleLayout(channels, .sixteen).bytesPerPixel == sixteen)
  }

  @Test func theMaximumIsAllBits() {
    #expect(SampleLayout.Depth.eight.maximum == 255)
    #expect(SampleLayout.Depth.sixteen.maximum == 65535)
  }
}
