// A decoded region is exactly that part of a full decode: every sampling, process, fraction, and place.

import Testing
import Upright
import UprightCodecs

@Suite struct JPEGRegionTests {
  struct Own: CustomTestStringConvertible {
    let channels: Int, across: Int, down: Int, progressive: Bool
    var testDescription: String { "\(channels) channels, \(across)x\(down)\(progressive ? ", progressive" : "")" }

    static let all = [false, true].flatMap { progressive in
      JPEGCodecTests.samplings.map { Own(channels: 3, across: $0.0, down: $0.1, progressive: progressive) }
        + [(1, 1, 1), (4, 1, 1), (4, 2, 2)].map {
          Own(channels: $0.0, across: $0.1, down: $0.2, progressive: progressive)
        }
    }
  }

  /// Starts on every pixel (of the fraction), and some lengths from each, the picture's edge among them.
  static func spans(_ length: Int, every denominator: Int) -> [(Int, Int)] {
    stride(from: 0, to: length, by: denominator).flatMap { start in
      let ends = [1, 2, 7, 8, 9, 17, 40].map { start + $0 * denominator }.filter { $0 < length } + [length]
      return ends.map { (start, $0 - start) }
    }
  }

  static func compare(_ jpeg: [UInt8], width: Int, height: Int, denominator: Int, channels: Int) throws {
    let whole = try decode(jpeg, width: width, height: height, denominator: denominator, channels: channels)
    let across = Self.spans(width, every: denominator), down = Self.spans(height, every: denominator)
    let pairs =
      across.enumerated().map { ($1, down[$0 * 7 % down.count]) }
      + down.enumerated().map { (across[$0 * 5 % across.count], $1) }
    for ((x, wide), (y, high)) in pairs {
      let region = PixelRect<Stored>(x: x, y: y, width: wide, height: high)
      let part = try decode(
        jpeg, width: width, height: height, region: region, denominator: denominator, channels: channels)
      let expected = whole.cropped(
        x: x / denominator, y: y / denominator, width: part.width, height: part.height)
      guard part == expected else {
        Issue.record("\(region) of \(width)x\(height) differs")
        return
      }
    }
  }

  @Test(arguments: Own.all, [1, 2, 4, 8])
  func `a region equals that part of the whole`(coding: Own, denominator: Int) throws {
    for (width, height) in [(83, 71), (64, 64), (5, 3), (40, 150)] {
      let picture = Samples.motley(width: width, height: height, channels: coding.channels)
      let jpeg = try encode(picture, .jpeg(80, coding.across, coding.down, progressive: coding.progressive))
      try Self.compare(jpeg, width: width, height: height, denominator: denominator, channels: coding.channels)
    }
  }

  @Test(
    .enabled(if: Tool.cjpeg.exists, "needs cjpeg"),
    arguments: [
      ["-arithmetic", "-sample", "2x2"], ["-restart", "1", "-sample", "2x2"], ["-rgb"],
      ["-sample", "1x1,2x2,1x1"], ["-sample", "2x2,1x2,2x1"], ["-sample", "2x1,1x1,2x1"], ["-sample", "1x2,1x1,1x2"],
      ["-sample", "3x1"], ["-sample", "1x3"], ["-sample", "3x2,1x2,1x1"], ["-sample", "4x1,2x1,1x1"],
      ["-sample", "4x2,1x1,1x1"], ["-sample", "2x4,1x1,1x1"], ["-sample", "4x1,1x1,2x1"],
    ])
  func `foreign codings too`(arguments: [String]) throws {
    let picture = Samples.motley(width: 83, height: 71, channels: 3)
    let jpeg = try Tool.cjpeg.run(arguments + ["{in}"], input: picture.pnm)
    for denominator in [1, 2, 4, 8] {
      try Self.compare(jpeg, width: 83, height: 71, denominator: denominator, channels: 3)
    }
  }
}
