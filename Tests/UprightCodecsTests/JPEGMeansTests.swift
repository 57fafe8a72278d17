// Pixels at 1/2, 1/4 and 1/8 as means of the lowest frequencies of each block: those of a transform in double precision
// (ITU T.81, A.3.3), and, scaled, nearly those of a whole decode.

import Foundation
import Testing
import Upright
import UprightJPEG
import UprightRaster
import UprightTestTools

@testable import UprightCodecs

@Suite struct JPEGMeansTests {
  private func outcome(
    _ jpeg: [UInt8], _ size: (width: Int, height: Int), by denominator: Int, channels: Int = 3,
    areMeans: Bool = true, threads: WalkThreads = .one
  ) -> DecodeOutcome {
    var codec = JPEGCodec()
    codec.threads = { threads }
    var pass = DecodePass(
      region: PixelRect(x: 0, y: 0, width: size.width, height: size.height), denominator: denominator,
      layout: layout(channels))
    pass.isOfMeans = areMeans
    var outcome = DecodeOutcome()
    do throws(UprightError) {
      try codec.decode(pass, from: jpeg, limits: Limits()) { band, row in
        outcome.bytes += Samples(band).bytes
        outcome.rows.append(row)
      }
    } catch { outcome.error = error }
    return outcome
  }

  /// A frequency of eight samples (A.3.3).
  private func wave(_ frequency: Int, _ sample: Int) -> Double {
    let norm = frequency == 0 ? 0.125.squareRoot() : 0.5
    return norm * cos(Double((2 * sample + 1) * frequency) * .pi / 16)
  }

  /// The means of 8 / `side` samples across and down that the frequencies of a block give whose numbers together are
  /// below `sum`.
  private func means(_ block: [[Double]], side: Int, sum: Int) -> [[Double]] {
    let part = 8 / side
    var result = [[Double]](repeating: [Double](repeating: 0, count: side), count: side)
    for v in 0..<sum {
      for u in 0..<sum - v where side == 4 || u < 2 && v < 2 {
        var coefficient = 0.0
        for y in 0..<8 { for x in 0..<8 { coefficient += block[y][x] * wave(u, x) * wave(v, y) } }
        func mean(_ frequency: Int, _ place: Int) -> Double {
          (place * part..<(place + 1) * part).reduce(0) { $0 + wave(frequency, $1) } / Double(part)
        }
        for y in 0..<side { for x in 0..<side { result[y][x] += coefficient * mean(u, x) * mean(v, y) } }
      }
    }
    return result
  }

  @Test(arguments: [2, 4], [30, 75, 98])
  func theyAreThoseOfATransformInDoublePrecision(denominator: Int, level: Int) throws {
    let (width, height, side) = (96, 72, 8 / denominator)
    var image = Samples.mixedColors(width: width, height: height, channels: 1)
    image.bytes = image.bytes.map { $0 / 2 + 60 }
    let jpeg = try encode(image, .jpeg(level))
    let whole = outcome(jpeg, (width, height), by: 1, channels: 1).bytes
    let found = outcome(jpeg, (width, height), by: denominator, channels: 1)
    #expect(found.error == nil && found.bytes.count == width * height / denominator / denominator)
    // Five places in zigzag order hold the two lowest frequencies both ways, and ten those that are below four together.
    for top in 0..<height / 8 {
      for left in 0..<width / 8 {
        let block = (0..<8).map { y in (0..<8).map { x in Double(whole[(top * 8 + y) * width + left * 8 + x]) } }
        let expected = means(block, side: side, sum: side == 2 ? 3 : 4)
        for y in 0..<side {
          for x in 0..<side {
            let sample = found.bytes[(top * side + y) * (width / denominator) + left * side + x]
            #expect(abs(Double(sample) - expected[y][x]) < 1.2, "block \(left), \(top); \(x), \(y)")
          }
        }
      }
    }
  }

  @Test(arguments: JPEGCodecTests.samplings, [2, 4, 8])
  func twoThreadsGiveTheSame(sampling: (Int, Int), denominator: Int) throws {
    for size in [(width: 1, height: 1), (width: 17, height: 9), (width: 331, height: 277), (width: 777, height: 603)] {
      let image = Samples.mixedColors(width: size.width, height: size.height, channels: 3)
      let jpeg = try encode(image, .jpeg(93, sampling.0, sampling.1))
      let one = outcome(jpeg, size, by: denominator)
      #expect(one.error == nil && outcome(jpeg, size, by: denominator, threads: .twoInTurn) == one, "\(size)")
    }
  }

  /// What is skipped is checked as what is read.
  @Test(arguments: [2, 4])
  func damageEndsAsWithAllCoefficients(denominator: Int) throws {
    let size = (width: 50, height: 70)
    let jpeg = try encode(Samples.mixedColors(width: size.width, height: size.height, channels: 3), .jpeg(90, 2, 2))
    for place in stride(from: 0, to: jpeg.count, by: 2) {
      var damaged = jpeg
      damaged[place] ^= [0x01, 0x40, 0xFF][place % 3]
      for file in [damaged, Array(jpeg[..<place])] {
        let all = outcome(file, size, by: denominator, areMeans: false)
        for threads in [WalkThreads.one, .twoInTurn] {
          let found = outcome(file, size, by: denominator, threads: threads)
          #expect(found.error == all.error && found.rows == all.rows, "\(place)")
        }
      }
    }
  }

  /// Signal to noise of a decode at 1/`denominator` beside a whole one, both scaled to the same size, in dB.
  private func quality(_ jpeg: [UInt8], _ side: Int, _ denominator: Int, to target: Int, areMeans: Bool) throws
    -> Double
  {
    func scaled(_ denominator: Int, _ filter: ResampleFilter) throws -> [UInt8] {
      let size = PixelSize<Decoded>(width: side / denominator, height: side / denominator)
      let bytes = outcome(jpeg, (side, side), by: denominator, channels: 1, areMeans: areMeans).bytes
      let raster = try #require(Raster<Decoded>(size: size, layout: SampleLayout(.gray), bytes: bytes))
      let result = raster.resized(
        to: PixelSize(width: target, height: target), window: size.bounds.rect, filter: filter)
      return Samples(try #require(result)).bytes
    }
    let (whole, reduced) = try (scaled(1, .lanczos3), scaled(denominator, areMeans ? .lanczos3OfMeans : .lanczos3))
    let error = zip(whole, reduced).reduce(0.0) { $0 + pow(Double($1.0) - Double($1.1), 2) } / Double(whole.count)
    return 10 * log10(255 * 255 / max(error, 1e-9))
  }

  @Test(arguments: [(2, 200, 50.0), (2, 216, 48), (4, 100, 50), (4, 108, 49), (8, 50, 46), (8, 54, 44)])
  func thumbnailsAreNearlyThoseOfAllPixels(denominator: Int, target: Int, least: Double) throws {
    let jpeg = try encode(.photo(side: 800), .jpeg(92))
    let found = try quality(jpeg, 800, denominator, to: target, areMeans: true)
    #expect(found >= least, "\(found) dB")
    let plain = try quality(jpeg, 800, denominator, to: target, areMeans: false)
    #expect(found > plain, "\(found) dB, \(plain) dB of libjpeg's samples")
  }
}
