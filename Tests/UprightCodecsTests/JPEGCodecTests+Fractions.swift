// Scales, regions and layouts by brute force, and how much of a source they read.

import Testing
import Upright
import UprightCodecs
import UprightTestTools

@Suite struct JPEGFractionTests {
  @Test(arguments: JPEGCodecTests.samplings, [2, 4, 8])
  func everyRectangleAtEveryOffsetEqualsThatPartOfTheWhole(sampling: (Int, Int), denominator: Int) throws {
    let (width, height) = (5 * denominator + denominator / 2, 4 * denominator + 1)
    let image = Samples.mixedColors(width: width, height: height, channels: 3)
    for progressive in [false, true] {
      let jpeg = try encode(image, .jpeg(88, sampling.0, sampling.1, progressive: progressive))
      let whole = try decode(jpeg, width: width, height: height, denominator: denominator)
      for x in 0..<6 {
        for y in 0..<5 {
          for right in x + 1...6 {
            for bottom in y + 1...5 {
              let region = PixelRect<Stored>(
                x: x * denominator, y: y * denominator, width: min(width, right * denominator) - x * denominator,
                height: min(height, bottom * denominator) - y * denominator)
              let part = try decode(
                jpeg, width: width, height: height, region: region, denominator: denominator)
              guard part == whole.cropped(x: x, y: y, width: right - x, height: bottom - y) else {
                Issue.record("\(region)")
                return
              }
            }
          }
        }
      }
    }
  }

  @Test(arguments: [1, 3, 4], orientations)
  func anEighthOfAFlatBlockIsOnePixelBeforeAndAfterATurn(
    channels: Int, orientation: Orientation<Stored, Displayed>
  ) throws {
    let small = Samples.mixedColors(width: 7, height: 5, channels: channels)
    var image = Samples(width: 56, height: 40, channels: channels)
    for y in 0..<40 {
      for x in 0..<56 { for channel in 0..<channels { image[x, y, channel] = small[x / 8, y / 8, channel] } }
    }
    let jpeg = try encode(image, .jpeg(100))
    let eighth = try decode(jpeg, width: 56, height: 40, denominator: 8, channels: channels)
    #expect(eighth.distance(to: small) <= 3)
    let turned = try transform(jpeg, orientation, region: PixelRect(x: 0, y: 0, width: 56, height: 40)).bytes
    let shape = orientation.applied(to: PixelSize<Stored>(width: 56, height: 40))
    let after = try decode(turned, width: shape.width, height: shape.height, denominator: 8, channels: channels)
    #expect(after == eighth.turned(orientation))
  }

  /// A file that lacks its end is decoded whole, with nothing omitted.
  @Test(arguments: JPEGCodecTests.samplings)
  func anEighthOfAProgressiveImageIsWhatAllOfItsScansMake(sampling: (Int, Int)) throws {
    for channels in [1, 3, 4] where channels < 4 || sampling.0 * sampling.1 <= 4 {
      for (width, height) in [(8, 8), (65, 43), (200, 130)] {
        let image = Samples.mixedColors(width: width, height: height, channels: channels)
        let jpeg = try encode(image, .jpeg(88, sampling.0, sampling.1, progressive: true))
        #expect(try CoarseJPEG(jpeg) != nil && CoarseJPEG(Array(jpeg.dropLast(2))) == nil)
        let eighth = try decode(jpeg, width: width, height: height, denominator: 8, channels: channels)
        let whole = try decode(
          Array(jpeg.dropLast(2)), width: width, height: height, denominator: 8, channels: channels)
        #expect(eighth == whole, "\(channels) channels, \(width)x\(height)")
      }
    }
  }

  @Test func anEighthOfAProgressiveImageSkipsMostOfIt() throws {
    let jpeg = try encode(.mixedColors(width: 900, height: 900, channels: 3), .jpeg(98, 2, 2, progressive: true))
    let coarse = try #require(try CoarseJPEG(jpeg))
    #expect(coarse.byteCount < jpeg.count / 2)
  }

  @Test(arguments: [1, 2, 4, 8])
  func grayIsDeliveredAsThreeEqualChannelsInAnyRegion(denominator: Int) throws {
    let jpeg = try encode(.mixedColors(width: 70, height: 50, channels: 1), .jpeg(90))
    for (x, y, width, height) in [(0, 0, 70, 50), (8, 16, 16, 8), (64, 48, 6, 2), (0, 24, 70, 8)] {
      let region = PixelRect<Stored>(x: x, y: y, width: width, height: height)
      let gray = try decode(jpeg, width: 70, height: 50, region: region, denominator: denominator, channels: 1)
      let color = try decode(jpeg, width: 70, height: 50, region: region, denominator: denominator, channels: 3)
      #expect(color.bytes == gray.bytes.flatMap { [$0, $0, $0] })
    }
  }

  @Test(arguments: [1, 2, 4, 8], [1, 3, 4])
  func aConstantColorStaysWhatItIs(denominator: Int, channels: Int) throws {
    for value in [0, 1, 77, 128, 200, 254, 255] as [UInt8] {
      let even = Samples(
        width: 33, height: 29, channels: channels, bytes: [UInt8](repeating: value, count: 33 * 29 * channels))
      let back = try decode(
        encode(even, .jpeg(100, 2, 2)), width: 33, height: 29, denominator: denominator, channels: channels)
      #expect(back.bytes.allSatisfy { abs(Int($0) - Int(value)) <= 1 }, "\(value)")
      #expect(back.width == (33 + denominator - 1) / denominator && back.height == (29 + denominator - 1) / denominator)
    }
  }

  @Test(arguments: [1, 63, 64, 65, 128, 200])
  func bandsCoverThePassOnceAndInOrder(height: Int) throws {
    let jpeg = try encode(.mixedColors(width: 24, height: height, channels: 3), .jpeg(90))
    let pass = DecodePass(
      region: PixelRect(x: 8, y: 0, width: 9, height: height), denominator: 1, layout: SampleLayout(.rgb))
    var next = 0
    try JPEGCodec().decode(pass, from: jpeg, limits: Limits()) { band, row in
      #expect(row == next && band.size.width == 9 && band.size.height <= 64 && band.layout == pass.layout)
      next += band.size.height
    }
    #expect(next == height)
  }

  @Test func aSourceIsReadOnceFromItsStartAndNoFurtherThanNeeded() throws {
    let image = Samples.mixedColors(width: 900, height: 900, channels: 3)
    let jpeg = try encode(image, .jpeg(98))
    #expect(jpeg.count > 12 * 65_536)
    let whole = CountingSource(jpeg)
    _ = try decode(whole, width: 900, height: 900)
    #expect(whole.readCount == jpeg.count && whole.furthest == jpeg.count)
    #expect(zip(whole.ranges, whole.ranges.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    let top = CountingSource(jpeg)
    _ = try decode(top, width: 900, height: 900, region: PixelRect(x: 0, y: 0, width: 900, height: 90))
    #expect(top.furthest < jpeg.count / 5)
    let header = CountingSource(jpeg)
    let outside = PixelRect<Stored>(x: 0, y: 0, width: 901, height: 1)
    #expect(failure { _ = try decode(header, width: 900, height: 900, region: outside) } != nil)
    #expect(header.readCount <= 65_536)
    let turned = CountingSource(jpeg + [UInt8](repeating: 0, count: 1 << 20))
    var sink: [UInt8] = []
    let end = try JPEGCodec().transform(
      LosslessJob(region: PixelRect(x: 0, y: 0, width: 896, height: 896), orientation: orientations[5]),
      from: turned, metadata: CarriedMetadata(), limits: Limits(), into: &sink)
    #expect(end == jpeg.count && turned.furthest < jpeg.count + 65_537)
  }

  @Test(arguments: [0, 1, 2, 100, 65_530, 65_536, 131_000])
  func theEndIsWhereTheImageEndsWhereverAReadEnds(padding: Int) throws {
    let jpeg = try encode(.mixedColors(width: 64, height: 48, channels: 3), .jpeg(90))
    var head: [UInt8] = []
    var left = padding
    while left >= 4 {
      let count = min(left - 4, 65_533)
      head += [0xFF, 0xE7, UInt8((count + 2) >> 8), UInt8((count + 2) & 255)] + [UInt8](repeating: 1, count: count)
      left -= 4 + count
    }
    let file = Array(jpeg[..<2]) + head + [UInt8](repeating: 0xFF, count: left) + jpeg[2...]
    let region = PixelRect<Stored>(x: 0, y: 0, width: 64, height: 48)
    let plain = try transform(jpeg, orientations[2], region: region).bytes
    for trailer in [[], [0xFF], [0xFF, 0xD9], [UInt8](repeating: 0xD9, count: 70_000), jpeg] {
      let result = try transform(file + trailer, orientations[2], region: region)
      #expect(result.end == file.count, "\(trailer.count) bytes behind")
      #expect(result.bytes == plain)
    }
  }
}
