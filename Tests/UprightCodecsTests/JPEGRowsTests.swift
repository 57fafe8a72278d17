// Rows of JPEGs without libjpeg: libjpeg's samples, and libjpeg's errors for damage.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightJPEG
import UprightSamples
import UprightTestTools

@testable import UprightCodecs

@Suite struct JPEGRowsTests {
  private func outcome(
    _ jpeg: [UInt8], _ size: (width: Int, height: Int), by denominator: Int = 8, channels: Int = 3,
    region: PixelRect<Stored>? = nil, byLibjpeg: Bool, threads: WalkThreads = .one
  ) -> DecodeOutcome {
    var codec = JPEGCodec()
    codec.threads = { threads }
    codec.usesOnlyLibjpeg = byLibjpeg
    let pass = DecodePass(
      region: region ?? PixelRect(x: 0, y: 0, width: size.width, height: size.height), denominator: denominator,
      layout: layout(channels))
    var outcome = DecodeOutcome()
    do throws(UprightError) {
      try codec.decode(pass, from: jpeg, limits: Limits()) { band, row in
        outcome.bytes += Samples(band).bytes
        outcome.rows.append(row)
      }
    } catch { outcome.error = error }
    return outcome
  }

  private func isAlike(
    _ jpeg: [UInt8], _ size: (width: Int, height: Int), by denominators: [Int] = [1, 2, 4, 8], channels: Int = 3,
    region: PixelRect<Stored>? = nil
  ) -> Bool {
    denominators.allSatisfy { denominator in
      let expected = outcome(jpeg, size, by: denominator, channels: channels, region: region, byLibjpeg: true)
      return [WalkThreads.one, .twoInTurn].allSatisfy { threads in
        outcome(jpeg, size, by: denominator, channels: channels, region: region, byLibjpeg: false, threads: threads)
          == expected
      }
    }
  }

  private func photo(_ size: (width: Int, height: Int), _ sampling: (Int, Int), level: Int = 90) throws -> [UInt8] {
    try encode(
      Samples.mixedColors(width: size.width, height: size.height, channels: 3), .jpeg(level, sampling.0, sampling.1))
  }

  @Test(arguments: JPEGCodecTests.samplings)
  func everySizeHasTheSamplesOfLibjpeg(sampling: (Int, Int)) throws {
    for width in 1...40 {
      for height in [1, 7, 8, 9, 16, 17, 31, 33] {
        let file = try photo((width, height), sampling)
        #expect(isAlike(file, (width, height)), "\(width)x\(height)")
      }
    }
  }

  @Test(arguments: JPEGCodecTests.samplings, [5, 30, 100])
  func everyQualityHasTheSamplesOfLibjpeg(sampling: (Int, Int), level: Int) throws {
    let size = (width: 777, height: 603)
    #expect(isAlike(try photo(size, sampling, level: level), size))
  }

  @Test func grayIsDeliveredAsGrayOrAsRGB() throws {
    let file = try encode(Samples.mixedColors(width: 203, height: 117, channels: 1), .jpeg())
    #expect(isAlike(file, (203, 117), channels: 1))
    #expect(isAlike(file, (203, 117), channels: 3))
    #expect(outcome(file, (203, 117), channels: 1, byLibjpeg: false).error == nil)
  }

  @Test(arguments: [(1, 1), (2, 1), (2, 2)])
  func regionsHaveTheSamplesOfLibjpeg(sampling: (Int, Int)) throws {
    let size = (width: 331, height: 277)
    let file = try photo(size, sampling)
    for (x, y) in [(0, 0), (8, 0), (0, 8), (16, 24), (160, 136), (328, 272)] {
      for (width, height) in [(8, 8), (40, 24), (331 - x, 277 - y), (331 - x, 8), (8, 277 - y)] {
        let region = PixelRect<Stored>(x: x, y: y, width: min(width, 331 - x), height: min(height, 277 - y))
        #expect(isAlike(file, size, region: region), "\(region)")
      }
    }
    for (x, y) in [(1, 1), (15, 17), (16, 31), (163, 140), (329, 275)] {
      for (width, height) in [(1, 1), (2, 3), (40, 24), (331 - x, 277 - y)] {
        let region = PixelRect<Stored>(x: x, y: y, width: min(width, 331 - x), height: min(height, 277 - y))
        #expect(isAlike(file, size, by: [1], region: region), "\(region)")
      }
    }
    #expect(isAlike(file, size, region: PixelRect(x: 0, y: 0, width: 332, height: 8)), "outside")
    #expect(isAlike(file, size, region: PixelRect(x: 4, y: 0, width: 8, height: 8)), "not a multiple of 8")
  }

  @Test(arguments: [0, 1, 3, 7])
  func rgbAndYCbCrWithRestartMarkersAreReadAsByLibjpeg(restarts: Int) throws {
    var file = TinyJPEG(.sixColors.enlarged(by: 13))
    (file.convertsColor, file.restartInterval) = (false, restarts)
    let size = (width: file.image.width, height: file.image.height)
    #expect(isAlike(file.bytes, size))
    file.convertsColor = true
    #expect(isAlike(file.bytes, size))
  }

  @Test(arguments: [(1, 1), (2, 1), (2, 2)])
  func everyPrefixEndsAsWithLibjpeg(sampling: (Int, Int)) throws {
    let size = (width: 70, height: 150)
    let file = try photo(size, sampling)
    for end in file.indices {
      let isSame = isAlike(Array(file[..<end]), size)
      #expect(isSame, "\(end) bytes")
    }
  }

  @Test(arguments: [(1, 1), (2, 2)])
  func everyDamagedByteEndsAsWithLibjpeg(sampling: (Int, Int)) throws {
    let size = (width: 70, height: 150)
    let file = try photo(size, sampling)
    for place in file.indices {
      let mask: UInt8 = [0x01, 0x40, 0xFF][place % 3]
      var damaged = file
      damaged[place] ^= mask
      let isSame = isAlike(damaged, size)
      #expect(isSame, "byte \(place) ^ \(mask)")
    }
  }

  /// Random damage of several kinds; `UPRIGHT_TRIALS` sets how many files.
  @Test func randomDamageEndsAsWithLibjpeg() throws {
    let trials = ProcessInfo.processInfo.environment["UPRIGHT_TRIALS"].flatMap { Int($0) } ?? 600
    var random = SplitMix64(seed: 23)
    let sizes = [(width: 70, height: 150), (width: 33, height: 17), (width: 200, height: 90)]
    let files = try sizes.flatMap { size in
      try JPEGCodecTests.samplings.map { (size, try photo(size, $0, level: 60)) }
    }
    for trial in 0..<trials {
      let (size, file) = files[trial % files.count]
      var damaged = file
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 2..<damaged.count - 8, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: damaged[place] = UInt8.random(in: 0...255, using: &random)
        case 1: damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: damaged.insert(UInt8.random(in: 0...255, using: &random), at: place)
        case 3: damaged.removeSubrange(place..<place + Int.random(in: 1...6, using: &random))
        default:
          damaged.insert(contentsOf: damaged[place..<place + 8], at: Int.random(in: 2..<place + 1, using: &random))
        }
      }
      let isSame = isAlike(damaged, size)
      #expect(isSame, "trial \(trial)")
    }
  }

  /// Bands that were delivered before the damage stay, and none is delivered twice.
  @Test(arguments: [(1, 1), (2, 2)])
  func damageBehindTheFirstBandEndsAsWithLibjpeg(sampling: (Int, Int)) throws {
    let size = (width: 24, height: 1_700)
    let file = try photo(size, sampling)
    #expect(outcome(file, size, byLibjpeg: false).rows == [0, 64, 128, 192])
    for place in stride(from: file.count / 3, to: file.count, by: 31) {
      var damaged = file
      damaged[place] ^= 0xFF
      let (ours, theirs) = (outcome(damaged, size, byLibjpeg: false), outcome(damaged, size, byLibjpeg: true))
      #expect(ours.error == theirs.error && ours.rows.starts(with: theirs.rows), "byte \(place)")
      #expect(theirs.error != nil || ours == theirs, "byte \(place)")
      let isSame = SampleBytes.areFirst(theirs.bytes, of: ours.bytes)
      #expect(isSame, "byte \(place)")
    }
    for end in stride(from: file.count / 3, to: file.count, by: 61) {
      let isSame = isAlike(Array(file[..<end]), size)
      #expect(isSame, "\(end) bytes")
    }
  }

  /// Coefficients beyond those of images, for which libjpeg's loops with and without SIMD differ.
  @Test(arguments: [(1, 1), (2, 1), (2, 2)], [16, 64, 160, 255])
  func theLargestDivisorsGiveTheSamplesOfLibjpeg(sampling: (Int, Int), divisor: Int) throws {
    let size = (width: 203, height: 117)
    for level in [20, 75, 95] {
      var file = try photo(size, sampling, level: level)
      for place in file.indices.dropLast(69) where file[place] == 0xFF && file[place + 1] == 0xDB {
        for index in place + 5..<place + 69 { file[index] = UInt8(divisor) }
      }
      let isSame = isAlike(file, size)
      #expect(isSame, "quality \(level)")
    }
  }

  @Test func colorsThatLibjpegWarnsAboutAreAsInLibjpeg() throws {
    let size = (width: 99, height: 66)
    let file = try photo(size, (2, 2))
    let adobe = TinySegment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 2]).bytes
    let other = TinySegment(0xE0, Array("JFIF\0".utf8) + [2, 1, 0, 0, 1, 0, 1, 0, 0]).bytes
    let jfif = 2 + 18
    #expect(isAlike(Array(file[..<2]) + adobe + Array(file[jfif...]), size))
    #expect(isAlike(Array(file[..<jfif]) + adobe + Array(file[jfif...]), size))
    #expect(isAlike(Array(file[..<jfif]) + other + Array(file[jfif...]), size))
  }

  @Test func limitsAreThoseOfLibjpeg() throws {
    let file = try photo((64, 64), (1, 1))
    let pass = DecodePass(region: PixelRect(x: 0, y: 0, width: 64, height: 64), denominator: 8, layout: layout(3))
    #expect(throws: UprightError.limit(.pixels, asked: 4_096, allowed: 4_095)) {
      try JPEGCodec().decode(pass, from: file, limits: Limits(pixels: 4_095)) { _, _ in Issue.record("a band") }
    }
  }

  @Test func progressiveFilesInksAndTrailingBytesAreAsInLibjpeg() throws {
    let image = Samples.mixedColors(width: 99, height: 66, channels: 3)
    #expect(isAlike(try encode(image, .jpeg(progressive: true)), (99, 66)))
    let inks = try encode(Samples.mixedColors(width: 99, height: 66, channels: 4), .jpeg())
    #expect(isAlike(inks, (99, 66), channels: 4))
    let file = try photo((99, 66), (2, 2))
    #expect(isAlike(file + [1, 2, 3], (99, 66)))
    #expect(isAlike(Array(file.dropLast(2)) + [1, 2, 3, 0xFF, 0xD9], (99, 66)))
  }
}
