// The normal form of a JPEG's blocks: byte for byte as another reader computes it, the same for every coding, never
// from damaged data.

import Testing
import Upright
import UprightCodecs
import UprightFixtures
import UprightTestTools

@Suite struct JPEGBlocksTests {
  private func form(
    _ jpeg: [UInt8], _ orientation: Orientation<Stored, Displayed> = .identity, of size: PixelSize<Stored>? = nil,
    limits: Limits = Limits()
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let whole = Frame(jpeg)?.size ?? PixelSize(width: 0, height: 0)
    try JPEGCodec().writeBlocks(of: size ?? whole, as: orientation, from: jpeg, limits: limits, into: &bytes)
    return bytes
  }

  @Test(arguments: JPEGCodecTests.samplings, [(0, 0), (5, 0), (0, 11), (3, 6)])
  func theFormMatchesItsDescriptionAfterEveryTurn(sampling: (Int, Int), more: (Int, Int)) throws {
    let image = Samples.mixedColors(width: 16 * sampling.0 + more.0, height: 24 * sampling.1 + more.1, channels: 3)
    let jpeg = try encode(image, .jpeg(85, sampling.0, sampling.1))
    for orientation in orientations {
      let expected = try BlockForm(jpeg, as: orientation, color: 3).bytes
      #expect(try form(jpeg, orientation) == expected, "tag \(orientation.exif.rawValue)")
    }
  }

  @Test(arguments: [(1, UInt8(1)), (4, UInt8(5))], orientations)
  func theFormCoversGrayAndInks(channels: (Int, UInt8), orientation: Orientation<Stored, Displayed>) throws {
    let jpeg = try encode(.mixedColors(width: 45, height: 27, channels: channels.0), .jpeg(90))
    var expected = try BlockForm(jpeg, as: orientation, color: channels.1)
    expected.hasInvertedInks = channels.0 == 4
    #expect(try form(jpeg, orientation) == expected.bytes)
  }

  @Test func theMeaningOfTheComponentsIsPartOfTheForm() throws {
    var file = TinyJPEG(.sixColors.enlarged(by: 8))
    let luma = try form(file.bytes)
    file.convertsColor = false
    #expect(try form(file.bytes) == BlockForm(file.bytes, as: .identity, color: 2).bytes)
    #expect(try form(file.bytes) != luma)
  }

  @Test(
    .enabled(if: OutsideTool.jpegtran.isInstalled, "\(OutsideTool.jpegtran.reason)"),
    arguments: JPEGCodecTests.samplings)
  func noCodingChangesTheForm(sampling: (Int, Int)) throws {
    let jpeg = try encode(
      .mixedColors(width: 83, height: 61, channels: 3),
      EncodeSettings(
        format: .jpeg, fidelity: .level(80), sampling: Subsampling(horizontal: sampling.0, vertical: sampling.1),
        codes: .standard))
    for orientation in [orientations[0], orientations[5], orientations[6]] {
      let expected = try form(jpeg, orientation)
      for coding in [
        ["-progressive"], ["-optimize"], ["-restart", "2B"], ["-arithmetic"], ["-arithmetic", "-progressive"],
      ] {
        let other = try OutsideTool.jpegtran.run(["-copy", "none"] + coding + ["{in}"], input: jpeg)
        let differs = other != jpeg
        #expect(differs, "\(coding)")
        #expect(try form(other, orientation) == expected, "\(coding)")
      }
    }
  }

  @Test(arguments: orientations)
  func theFormOfAPartIsThatOfATrimmedFile(orientation: Orientation<Stored, Displayed>) throws {
    let jpeg = try encode(.mixedColors(width: 83, height: 61, channels: 3), .jpeg(80, 2, 2))
    let kept = PixelSize<Stored>(width: 80, height: 48)
    let trimmed = try transform(jpeg, .identity, region: kept.bounds).bytes
    #expect(try form(jpeg, orientation, of: kept) == form(trimmed, orientation))
    for parted in [PixelSize<Stored>(width: 72, height: 48), PixelSize(width: 80, height: 60)] {
      guard case .unanswerable = failure({ _ = try form(jpeg, orientation, of: parted) }) else {
        Issue.record("\(parted) was taken")
        continue
      }
    }
    for outside in [PixelSize<Stored>(width: 96, height: 48), PixelSize(width: 83, height: 0)] {
      #expect(throws: UprightError.self) { try form(jpeg, orientation, of: outside) }
    }
  }

  @Test(arguments: [false, true])
  func dataThatBreakOffHaveNoForm(progressive: Bool) throws {
    let jpeg = try encode(.mixedColors(width: 40, height: 24, channels: 3), .jpeg(80, 2, 2, progressive: progressive))
    let start = try #require(Marker.all(of: jpeg).last?.place.upperBound)
    for count in start..<jpeg.count {
      let error = failure { _ = try form(Array(jpeg[..<count])) }
      guard case .malformed = error else {
        Issue.record("\(count) of \(jpeg.count) bytes: \(String(describing: error))")
        continue
      }
    }
  }

  @Test func aComponentWithoutAScanIsDamage() throws {
    var jpeg = try encode(.mixedColors(width: 24, height: 24, channels: 3), .jpeg(80, progressive: true))
    let first = try #require(jpeg.indices.dropFirst().first { jpeg[$0 - 1] == 0xFF && jpeg[$0] == 0xDA })
    jpeg = Array(jpeg[..<(first - 1)]) + [0xFF, 0xD9]
    guard case .malformed = failure({ _ = try form(jpeg) }) else {
      Issue.record("a file without scans has a form")
      return
    }
  }

  @Test func limitsAreKept() throws {
    let jpeg = try encode(.mixedColors(width: 64, height: 64, channels: 3), .jpeg(80))
    for limits in [Limits(pixels: 4095), Limits(memoryBytes: 64 * 64 * 6 - 1)] {
      guard case .limit = failure({ _ = try form(jpeg, limits: limits) }) else {
        Issue.record("\(limits) was not kept")
        continue
      }
    }
    #expect(throws: Never.self) { try form(jpeg, limits: Limits(pixels: 4096, memoryBytes: 64 * 64 * 6 + 100_000)) }
  }
}
