// An eighth of an image from first coefficients: the samples that libjpeg decodes at 1/8.

import Testing
import Upright
import UprightCodecs
import UprightFixtures
import UprightTestTools

@testable import UprightJPEG

@Suite struct DCPlaneTests {
  private func planes(_ jpeg: [UInt8]) throws -> [DCPlane] {
    let header = try ScanHeader(of: jpeg)
    return try ScanWalk(header, of: jpeg, keepsDC: true).planes(header)
  }

  @Test(arguments: [1, 4], CodedJPEG.Tables.allCases)
  func grayAndInksEqualTheEighthOfLibjpeg(channels: Int, tables: CodedJPEG.Tables) throws {
    let file = CodedJPEG(
      width: 203, height: 117, factors: Array(repeating: (1, 1), count: channels), tables: tables, seed: 4
    ).bytes
    let eighth = try Pixels(file, size: PixelSize(width: 203, height: 117), channels: channels, denominator: 8)
    for (channel, plane) in try planes(file).enumerated() {
      #expect((plane.columns, plane.rows) == (eighth.width, eighth.height))
      let decoded = stride(from: channel, to: eighth.samples.count, by: channels).map { eighth.samples[$0] }
      // Amounts of ink without an Adobe marker are decoded as amounts of light.
      #expect(plane.samples == (channels == 4 ? decoded.map { 255 - $0 } : decoded))
    }
  }

  @Test(arguments: [[(4, 1), (3, 2)], [(3, 1), (2, 1), (1, 1)], [(1, 3), (1, 4)], [(1, 2), (1, 3), (1, 1)]])
  func factorsNeedNotDivideOneAnother(factors: [(Int, Int)]) throws {
    for width in 1...40 {
      let made = CodedJPEG(
        width: width, height: 75 - width, factors: factors.map { ($0.0, $0.1) }, tables: .wide, density: 1)
      let file = made.bytes
      let blocks = try #require(LibjpegBlocks(file, size: PixelSize(width: width, height: 75 - width)))
      #expect(try planes(file).map(\.values) == blocks.firsts)
    }
  }

  @Test func redGreenAndBlueStayAsTheyAreCoded() throws {
    var file = TinyJPEG(.sixColors.enlarged(by: 13))
    file.convertsColor = false
    let size = PixelSize<Stored>(width: file.image.width, height: file.image.height)
    let eighth = try Pixels(file.bytes, size: size, channels: 3, denominator: 8)
    for (channel, plane) in try planes(file.bytes).enumerated() {
      #expect(plane.samples == stride(from: channel, to: eighth.samples.count, by: 3).map { eighth.samples[$0] })
    }
  }

  @Test(
    .enabled(if: OutsideTool.djpeg.isInstalled, "\(OutsideTool.djpeg.reason)"),
    arguments: [(1, 1), (2, 1), (2, 2), (1, 2), (4, 1)])
  func lumaOfEverySamplingEqualsTheEighthOfLibjpeg(sampling: (Int, Int)) throws {
    let file = CodedJPEG(width: 205, height: 119, factors: [sampling, (1, 1), (1, 1)], segments: [.jfif]).bytes
    let shown = try OutsideTool.djpeg.run(["-grayscale", "-scale", "1/8", "{in}"], input: file)
    let luma = try #require(PortableMap(shown))
    let plane = try #require(planes(file).first)
    #expect((plane.columns, plane.rows) == (luma.width, luma.height))
    #expect(plane.samples == luma.samples)
  }

  @Test func fullySampledChromaMakesTheColorsOfLibjpeg() throws {
    let file = CodedJPEG(
      width: 160, height: 90, factors: [(1, 1), (1, 1), (1, 1)], seed: 6, density: 10, segments: [.jfif]
    ).bytes
    let eighth = try Pixels(file, size: PixelSize(width: 160, height: 90), channels: 3, denominator: 8)
    let samples = try planes(file).map(\.samples)
    let colors = samples[0].indices.flatMap { Self.color(samples[0][$0], samples[1][$0], samples[2][$0]) }
    #expect(colors == eighth.samples)
  }

  /// JFIF's conversion in 16 bits of fraction, as libjpeg rounds it (jdcolor.c, build_ycc_rgb_table).
  private static func color(_ luma: UInt8, _ blue: UInt8, _ red: UInt8) -> [UInt8] {
    let (y, u, v) = (Int(luma), Int(blue) - 128, Int(red) - 128)
    return [
      y + (91_881 * v + 32_768) >> 16, y + (-22_554 * u - 46_802 * v + 32_768) >> 16, y + (116_130 * u + 32_768) >> 16,
    ].map { UInt8(clamping: $0) }
  }

  @Test func valuesFarOutsideWrapAroundAsInLibjpeg() throws {
    // Differences of up to 511 in a row, times 255.
    var file = CodedJPEG(width: 320, height: 64, factors: [(1, 1)], tables: .wide, seed: 8, density: 1).bytes
    file[7] = 255
    let eighth = try Pixels(file, size: PixelSize(width: 320, height: 64), channels: 1, denominator: 8)
    #expect(try planes(file).map(\.samples) == [eighth.samples])
  }
}
