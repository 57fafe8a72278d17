// Decoding and encoding JPEG against djpeg, cjpeg and the pixels that went in.

import Testing
import Upright
import UprightCodecs

@Suite struct JPEGCodecTests {
  static let samplings = [(1, 1), (2, 1), (2, 2), (1, 2), (4, 1), (1, 4), (2, 4), (4, 2)]

  @Test(arguments: [1, 3, 4], [false, true])
  func `what was encoded comes back`(channels: Int, progressive: Bool) throws {
    let picture = Samples.motley(width: 61, height: 83, channels: channels)
    let jpeg = try encode(picture, .jpeg(100, progressive: progressive))
    let back = try decode(jpeg, width: 61, height: 83, channels: channels)
    #expect(back.distance(to: picture) <= 4)
  }

  @Test(.enabled(if: Tool.djpeg.exists, "needs djpeg"), arguments: samplings, [false, true])
  func `pixels are djpeg's, bit for bit`(sampling: (Int, Int), progressive: Bool) throws {
    let picture = Samples.motley(width: 131, height: 97, channels: 3)
    let jpeg = try encode(picture, .jpeg(85, sampling.0, sampling.1, progressive: progressive))
    let theirs = try #require(Samples(pnm: Tool.djpeg.run(["-pnm", "{in}"], input: jpeg)))
    #expect(try decode(jpeg, width: 131, height: 97) == theirs)
    for denominator in [2, 4, 8] {
      let theirs = try #require(
        Samples(pnm: Tool.djpeg.run(["-pnm", "-scale", "1/\(denominator)", "{in}"], input: jpeg)))
      #expect(try decode(jpeg, width: 131, height: 97, denominator: denominator) == theirs)
    }
  }
}
