// The meaning of colors in a JPEG: gray, RGB, CMYK and YCCK, with and without Adobe's marker; Pillow is the second
// reader.

import Testing
import Upright
import UprightCodecs
import UprightFixtures
import UprightTestTools

@Suite struct JPEGColorTests {
  static let width = 47, height = 33

  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "needs Pillow"), arguments: [1, 3, 4], [(1, 1), (2, 2)])
  func pillowSeesWhatWasEncoded(channels: Int, sampling: (Int, Int)) throws {
    let image = Samples.mixedColors(width: Self.width, height: Self.height, channels: channels)
    let jpeg = try encode(image, .jpeg(100, sampling.0, sampling.1))
    let (mode, samples) = try Pillow.read(jpeg)
    #expect(mode == (channels == 1 ? "L" : channels == 3 ? "RGB" : "CMYK"))
    #expect(samples == (try decode(jpeg, width: Self.width, height: Self.height, channels: channels)))
    if channels == 1 || sampling == (1, 1) { #expect(samples.distance(to: image) <= 4) }
  }

  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "needs Pillow"), arguments: [1, 3, 4])
  func whatPillowEncodesIsDecodedAsPillowDecodesIt(channels: Int) throws {
    let image = Samples.mixedColors(width: Self.width, height: Self.height, channels: channels)
    let jpeg = try Pillow.jpeg(image)
    let samples = try Pillow.read(jpeg).samples
    #expect(try decode(jpeg, width: Self.width, height: Self.height, channels: channels) == samples)
  }

  @Test func inkIsInkInEveryCorner() throws {
    var image = Samples(width: 16, height: 16, channels: 4)
    for y in 0..<16 { for x in 0..<16 { image[x, y, y / 8 * 2 + x / 8] = 255 } }
    let back = try decode(try encode(image, .jpeg(100)), width: 16, height: 16, channels: 4)
    #expect(back.pixel(0, 0)[0] > 250 && back.pixel(0, 0)[1...].allSatisfy { $0 < 5 })
    #expect(back.pixel(15, 0)[1] > 250 && back.pixel(15, 0)[3] < 5)
    #expect(back.pixel(0, 15)[2] > 250 && back.pixel(0, 15)[3] < 5)
    #expect(back.pixel(15, 15)[3] > 250 && back.pixel(15, 15)[0] < 5)
  }

  /// Four components, each with a marker that says what they are, and with and without a profile.
  @Test(
    .enabled(if: OutsideTool.pillow.isInstalled, "needs Pillow"), arguments: [nil, 0, 1, 2] as [UInt8?], [false, true])
  func fourComponentsAreTheInksThatPillowSees(transform: UInt8?, hasProfile: Bool) throws {
    let image = TinyImage(width: 24, height: 16, filledWith: [250, 130, 60, 200])
    var file = TinyJPEG(image, segments: transform.map { [.adobe(transform: $0)] } ?? [])
    if hasProfile { file.segments += TinySegment.icc(TinySegment.profile(byteCount: 300)) }
    let (mode, seen) = try Pillow.read(file.bytes)
    #expect(mode == "CMYK")
    for denominator in [1, 2, 4, 8] {
      let shown = try decode(file.bytes, width: 24, height: 16, denominator: denominator, channels: 4)
      #expect(zip(shown.pixel(0, 0), seen.pixel(0, 0)).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
      #expect(shown.pixel(0, 0)[3] == 55, "the last component is stored as it is in both codings, as light")
    }
    #expect(try Probe(file.bytes).jpeg?.colorModel == (transform ?? 0 == 0 ? .cmyk : .ycck))
  }

  @Test func theMarkerDoesNotChangeWhichBlocksAreTheSame() throws {
    let image = TinyImage(width: 24, height: 16, filledWith: [250, 130, 60, 200])
    func form(_ segments: [TinySegment]) throws -> [UInt8] {
      var form: [UInt8] = []
      let file = TinyJPEG(image, segments: segments).bytes
      try JPEGCodec().writeBlocks(
        of: PixelSize(width: 24, height: 16), as: .identity, from: file, limits: Limits(), into: &form)
      return form
    }
    #expect(try form([]) == form([.adobe(transform: 0)]))
    #expect(try form([]) != form([.adobe(transform: 2)]))
  }

  @Test func grayBecomesRGBOnRequestAndNothingElseIsConverted() throws {
    let gray = Samples.mixedColors(width: 40, height: 30, channels: 1)
    let jpeg = try encode(gray, .jpeg(95))
    let one = try decode(jpeg, width: 40, height: 30, channels: 1)
    let three = try decode(jpeg, width: 40, height: 30, channels: 3)
    #expect(three.bytes == one.bytes.flatMap { [$0, $0, $0] })
    let color = try encode(.mixedColors(width: 40, height: 30, channels: 3), .jpeg())
    let ink = try encode(.mixedColors(width: 40, height: 30, channels: 4), .jpeg())
    for (jpeg, channels) in [(jpeg, 4), (color, 1), (color, 4), (ink, 1), (ink, 3)] {
      guard case .unsupported = failure({ _ = try decode(jpeg, width: 40, height: 30, channels: channels) })
      else {
        Issue.record("to \(channels) channels")
        continue
      }
    }
  }

  @Test func aTransformLeavesColorsAsTheyWere() throws {
    for channels in [1, 3, 4] {
      let image = Samples.mixedColors(width: 48, height: 32, channels: channels)
      let jpeg = try encode(image, .jpeg(95))
      let size = PixelSize<Stored>(width: 48, height: 32)
      for orientation in orientations {
        let turned = try transform(jpeg, orientation, region: size.bounds).bytes
        let shape = orientation.applied(to: size)
        let after = try decode(turned, width: shape.width, height: shape.height, channels: channels)
        let before = try decode(jpeg, width: 48, height: 32, channels: channels)
        #expect(after.distance(to: before.turned(orientation)) <= 4)
      }
    }
  }

  @Test(arguments: [(1, 1), (2, 2), (2, 1)], [false, true])
  func sixColorsSurviveEveryTurn(sampling: (Int, Int), progressive: Bool) throws {
    let jpeg = try encode(.six(cell: 16), .jpeg(95, sampling.0, sampling.1, progressive: progressive))
    let size = PixelSize<Stored>(width: 48, height: 32)
    for orientation in orientations {
      let turned = try transform(jpeg, orientation, region: size.bounds).bytes
      let shape = orientation.applied(to: size)
      let after = try decode(turned, width: shape.width, height: shape.height)
      let expected = Samples.six(cell: 16).turned(orientation)
      for x in [1, shape.width / 2, shape.width - 2] {
        for y in [1, shape.height / 2, shape.height - 2] {
          let (x, y) = (x / 16 * 16 + 8, y / 16 * 16 + 8)
          #expect(zip(after.pixel(x, y), expected.pixel(x, y)).allSatisfy { abs(Int($0) - Int($1)) <= 6 })
        }
      }
    }
  }
}
