// Lossless transforms: compared with jpegtran byte for byte, with their inverse, and with what a job may request and
// keeps.

import Testing
import Upright
import UprightCodecs
import UprightFixtures
import UprightTestTools

@Suite(.enabled(if: OutsideTool.cjpeg.isInstalled && OutsideTool.jpegtran.isInstalled, "needs cjpeg and jpegtran"))
struct JPEGLosslessTests {
  @Test(arguments: Coding.all)
  func wholeImagesEqualThoseOfJpegtranByteForByte(coding: Coding) throws {
    let (jpeg, size) = try coding.jpeg(blocks: (3, 2))
    for orientation in orientations {
      let ours = try transform(jpeg, orientation, region: size.bounds)
      let theirs = try OutsideTool.jpegtran.run(
        ["-copy", "none", "-perfect"] + coding.jpegtran + jpegtranOperation(orientation) + ["{in}"], input: jpeg)
      #expect(ours.bytes == theirs, "tag \(orientation.exif.rawValue)")
      #expect(ours.end == jpeg.count)
    }
  }

  @Test(arguments: Coding.all)
  func raggedImagesTurnWhereNoRaggedEdgeHasToMove(coding: Coding) throws {
    let (jpeg, size) = try coding.jpeg(blocks: (2, 3), more: (5, 3))
    for orientation in orientations {
      let reversed = orientation.reversesFromAxes
      guard !reversed.horizontal, !reversed.vertical else {
        #expect(throws: UprightError.self) { try transform(jpeg, orientation, region: size.bounds) }
        continue
      }
      let theirs = try OutsideTool.jpegtran.run(
        ["-copy", "none", "-perfect"] + coding.jpegtran + jpegtranOperation(orientation) + ["{in}"], input: jpeg)
      #expect(try transform(jpeg, orientation, region: size.bounds).bytes == theirs)
    }
  }

  @Test(arguments: Coding.all, [(0, 0), (5, 3)])
  func cropsEqualThoseOfJpegtranByteForByte(coding: Coding, more: (Int, Int)) throws {
    let (jpeg, size) = try coding.jpeg(blocks: (4, 4), more: more)
    let (wide, high) = coding.block
    let places = [(0, 2 * 8 + 3), (1, 8 + 1), (2, 8), (1, 4 * 32)]
    for (index, orientation) in orientations.enumerated() {
      let reversed = orientation.reversesFromAxes
      let movable = PixelSize<Stored>(
        width: reversed.horizontal ? 4 * wide : size.width, height: reversed.vertical ? 4 * high : size.height)
      let (near, length) = places[(index + more.0) % places.count]
      let (width, height) = (min(length, movable.width - near * wide), min(length + 4, movable.height - near * high))
      let region = PixelRect<Stored>(
        x: reversed.horizontal ? (4 - near) * wide - width : near * wide,
        y: reversed.vertical ? (4 - near) * high - height : near * high, width: width, height: height)
      let shown = region.applying(orientation, in: movable)
      let theirs = try OutsideTool.jpegtran.run(
        ["-copy", "none", "-crop", "\(shown.width)x\(shown.height)+\(shown.x)+\(shown.y)"]
          + coding.jpegtran + jpegtranOperation(orientation) + ["{in}"], input: jpeg)
      let ours = try transform(jpeg, orientation, region: region).bytes
      #expect(ours == theirs, "\(region) tag \(orientation.exif.rawValue)")
    }
  }

  @Test(arguments: Coding.all)
  func aTurnAndItsInverseGiveBackEveryCoefficient(coding: Coding) throws {
    let (jpeg, size) = try coding.jpeg(blocks: (3, 4))
    let unturned = try transform(jpeg, .identity, region: size.bounds).bytes
    for orientation in orientations {
      let turned = try transform(jpeg, orientation, region: size.bounds).bytes
      let back = orientation.inverse
      let again = Orientation<Stored, Displayed>(mirrored: back.isMirrored, clockwise: back.clockwiseQuarters)
      let result = try transform(turned, again, region: orientation.applied(to: size).storedBounds)
      #expect(result.bytes == unturned)
    }
  }
}

/// What a lossless job may request, and what its result keeps.
@Suite struct JPEGJobTests {
  static let size = PixelSize<Stored>(width: 80, height: 64)

  static func jpeg(_ channels: Int = 3, _ across: Int = 2, _ down: Int = 2, progressive: Bool = false) throws -> [UInt8]
  {
    try encode(
      .mixedColors(width: 80, height: 64, channels: channels), .jpeg(85, across, down, progressive: progressive))
  }

  static func field(_ body: () throws -> Void) -> String? {
    guard case .unanswerable(let field, _) = failure(body) else { return nil }
    return field.description
  }

  @Test(arguments: orientations)
  func aRegionStartsOnABlockOrEndsOnOneWhereItsAxisIsReversed(
    orientation: Orientation<Stored, Displayed>
  ) throws {
    let jpeg = try Self.jpeg()
    let reversed = orientation.reversesFromAxes
    for x in stride(from: 0, through: 40, by: 4) {
      for width in [4, 16, 28, 40] {
        for y in [0, 8, 16] {
          for height in [8, 16, 41] {
            let region = PixelRect<Stored>(x: x, y: y, width: width, height: height)
            let starts = ((reversed.horizontal ? x + width : x) % 16, (reversed.vertical ? y + height : y) % 16)
            let field = Self.field { _ = try transform(jpeg, orientation, region: region) }
            #expect(field == (starts == (0, 0) ? nil : "region"), "\(region)")
          }
        }
      }
    }
  }

  @Test(arguments: orientations)
  func anyRegionThatMayBeCutOutIsThatPartOfTheImage(orientation: Orientation<Stored, Displayed>) throws {
    for channels in [1, 3] {
      let jpeg = try Self.jpeg(channels, 1, 1)
      let before = try decode(jpeg, width: 80, height: 64, channels: channels)
      let reversed = orientation.reversesFromAxes
      for (x, width) in [(0, 8), (16, 24), (40, 40), (8, 72)] {
        for (y, height) in [(0, 64), (24, 16), (56, 8)] {
          let region = PixelRect<Stored>(
            x: reversed.horizontal ? x + 3 : x, y: reversed.vertical ? y + 3 : y, width: width - 3, height: height - 3)
          let cut = try transform(jpeg, orientation, region: region).bytes
          let shape = orientation.applied(to: region.size)
          let after = try decode(cut, width: shape.width, height: shape.height, channels: channels)
          let part = before.cropped(x: region.x, y: region.y, width: region.width, height: region.height)
          #expect(after.distance(to: part.turned(orientation)) <= 3, "\(region)")
        }
      }
    }
  }

  @Test func regionsOutsideTheImageAreRefused() throws {
    let jpeg = try Self.jpeg()
    let cases: [(Int, Int, Int, Int)] = [
      (0, 0, 81, 64), (0, 0, 80, 65), (80, 0, 1, 1), (-16, 0, 16, 16), (0, -16, 16, 16), (0, 0, 0, 16), (0, 0, 16, 0),
      (16, 16, 80, 16), (.max, 0, 16, 16), (16, 0, .max, 16), (.min, .min, .max, .max), (0, 0, -16, 16),
    ]
    for orientation in orientations {
      for (x, y, width, height) in cases {
        let region = PixelRect<Stored>(x: x, y: y, width: width, height: height)
        #expect(Self.field { _ = try transform(jpeg, orientation, region: region) } == "region", "\(region)")
      }
    }
  }

  @Test func theEndIsOnePastEOIWhateverFollows() throws {
    let jpeg = try Self.jpeg()
    let alone = try transform(jpeg, .identity, region: Self.size.bounds)
    for trailer in [[0], [0xFF, 0xD8, 0xFF, 0xE1, 0, 9], [UInt8](repeating: 0xAA, count: 200_000), jpeg] {
      let followed = try transform(jpeg + trailer, .identity, region: Self.size.bounds)
      #expect(followed.end == jpeg.count && followed.bytes == alone.bytes)
    }
    let padded =
      jpeg[..<2] + Array(repeating: [0xFF, 0xEB, 0xFF, 0xFF] + [UInt8](repeating: 3, count: 65_533), count: 5).joined()
    let long = Array(padded + jpeg[2...])
    #expect(try transform(long, .identity, region: Self.size.bounds).end == long.count)
    #expect(try decode(long, width: 80, height: 64) == decode(jpeg, width: 80, height: 64))
  }

  @Test func whatWasWrittenMayBeReadAgainAndAgain() throws {
    for progressive in [false, true] {
      var bytes = try Self.jpeg(progressive: progressive)
      let start = try transform(bytes, .identity, region: Self.size.bounds).bytes
      var shape = Self.size
      for _ in 0..<4 {
        bytes = try transform(bytes, orientations[5], region: shape.bounds).bytes
        shape = PixelSize(width: shape.height, height: shape.width)
      }
      #expect(bytes == start)
    }
  }

  @Test func theCodingProcessStays() throws {
    for (progressive, frame) in [(false, 0xC0), (true, 0xC2)] as [(Bool, UInt8)] {
      let jpeg = try Self.jpeg(progressive: progressive)
      for orientation in orientations {
        let turned = try transform(jpeg, orientation, region: Self.size.bounds).bytes
        #expect(markerCodes(turned).contains(frame))
        #expect(markerCodes(turned).count { $0 == 0xDA } == markerCodes(jpeg).count { $0 == 0xDA })
      }
    }
  }

  @Test(.enabled(if: OutsideTool.cjpeg.isInstalled, "needs cjpeg"))
  func filesWithOptimizedCodesDoNotGrowAndStandardCodesStay() throws {
    let image = Samples.mixedColors(width: 80, height: 64, channels: 3)
    for options in [[], ["-optimize"], ["-arithmetic"], ["-progressive"]] {
      let jpeg = try OutsideTool.cjpeg.run(options + ["{in}"], input: image.pnm)
      #expect(try transform(jpeg, .identity, region: Self.size.bounds).bytes == jpeg)
      let half = try transform(jpeg, orientations[2], region: Self.size.bounds).bytes
      #expect(abs(half.count - jpeg.count) < jpeg.count / 50)
    }
  }

  @Test(.enabled(if: OutsideTool.cjpeg.isInstalled, "needs cjpeg"))
  func restartMarkersStayAndRemainByRowsWhereTheyWere() throws {
    let image = Samples.mixedColors(width: 80, height: 64, channels: 3)
    let rows = try OutsideTool.cjpeg.run(["-sample", "1x1", "-restart", "2", "{in}"], input: image.pnm)
    let count = { (jpeg: [UInt8]) in markerCodes(jpeg).count { (0xD0...0xD7).contains($0) } }
    #expect(count(rows) == 3)
    #expect(count(try transform(rows, orientations[2], region: Self.size.bounds).bytes) == 3)
    #expect(count(try transform(rows, orientations[5], region: Self.size.bounds).bytes) == 4)
    let blocks = try OutsideTool.cjpeg.run(["-sample", "1x1", "-restart", "7B", "{in}"], input: image.pnm)
    #expect(count(blocks) == 11)
    #expect(count(try transform(blocks, orientations[5], region: Self.size.bounds).bytes) == 11)
    let none = try Self.jpeg()
    #expect(count(try transform(none, orientations[5], region: Self.size.bounds).bytes) == 0)
  }

  @Test(.enabled(if: OutsideTool.cjpeg.isInstalled, "needs cjpeg"))
  func componentsInSeparateScansTurnAsInASingleScan() throws {
    let image = Samples.mixedColors(width: 80, height: 64, channels: 3)
    let apart = try cjpeg(image, scans: "0;2;1;")
    let together = try OutsideTool.cjpeg.run(["{in}"], input: image.pnm)
    for orientation in orientations {
      let one = try transform(apart, orientation, region: Self.size.bounds).bytes
      #expect(one == (try transform(together, orientation, region: Self.size.bounds).bytes))
    }
  }

  @Test(.enabled(if: OutsideTool.jpegtran.isInstalled, "needs jpegtran"), arguments: [(1, 1), (2, 2), (2, 1)])
  func fourComponentsTurnAsJpegtranTurnsThem(sampling: (Int, Int)) throws {
    let jpeg = try Self.jpeg(4, sampling.0, sampling.1)
    for orientation in orientations {
      let theirs = try OutsideTool.jpegtran.run(
        ["-copy", "none", "-perfect", "-optimize"] + jpegtranOperation(orientation) + ["{in}"], input: jpeg)
      #expect(try transform(jpeg, orientation, region: Self.size.bounds).bytes == theirs)
    }
  }

  @Test func segmentsAreThoseHandedOverInTheirOrder() throws {
    let jpeg = try Self.jpeg()
    let given = [JPEGCodecTests.exif, JPEGCodecTests.comment, JPEGCodecTests.jfif]
    var bytes: [UInt8] = []
    _ = try JPEGCodec().transform(
      LosslessJob(region: Self.size.bounds, orientation: .identity), from: jpeg,
      metadata: CarriedMetadata(segments: given), limits: Limits(), into: &bytes)
    #expect(leadingSegments(bytes) == given)
  }

  @Test func aSinkKeepsWhatItHeld() throws {
    var sink: [UInt8] = [1, 2, 3]
    let jpeg = try Self.jpeg()
    _ = try JPEGCodec().transform(
      LosslessJob(region: Self.size.bounds, orientation: .identity), from: jpeg, metadata: CarriedMetadata(),
      limits: Limits(), into: &sink)
    #expect(sink.starts(with: [1, 2, 3, 0xFF, 0xD8]) && sink.suffix(2) == [0xFF, 0xD9])
  }

  @Test func manyCallsAtOnceDoNotDisturbOneAnother() async throws {
    let jpeg = try Self.jpeg()
    let expected = try orientations.map { try transform(jpeg, $0, region: Self.size.bounds).bytes }
    let whole = try decode(jpeg, width: 80, height: 64)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for round in 0..<64 {
        group.addTask {
          if round % 9 == 0 { return try decode(jpeg, width: 80, height: 64) == whole }
          if round % 7 == 0 { return (try? decode(Array(jpeg.prefix(100)), width: 80, height: 64)) == nil }
          return try transform(jpeg, orientations[round % 8], region: Self.size.bounds).bytes == expected[round % 8]
        }
      }
      for try await right in group { #expect(right) }
    }
  }

  @Test func limitsHoldForTransforms() throws {
    let jpeg = try Self.jpeg(3, 1, 1)
    func refusal(_ limits: Limits) -> UprightError? {
      failure { _ = try transform(jpeg, .identity, region: Self.size.bounds, limits: limits) }
    }
    #expect(refusal(Limits(pixels: 5119)) == .limit(.pixels, asked: 5120, allowed: 5119))
    let bytes = 80 * 3 * 128
    #expect(
      refusal(Limits(memoryBytes: bytes - 1)) == .limit(.memory, asked: bytes, allowed: bytes - 1))
    #expect(refusal(Limits(pixels: 5120, memoryBytes: 1 << 22)) == nil)
    #expect(refusal(Limits(pixels: -1)) == .limit(.pixels, asked: 5120, allowed: 0))
  }
}

extension PixelSize where S == Displayed {
  /// The same grid, as a file written in this way would store it.
  var storedBounds: PixelRect<Stored> { PixelRect(x: 0, y: 0, width: width, height: height) }
}

// The normal form of a JPEG's blocks: byte for byte as another reader computes it, the same for every coding, never
// from damaged data.

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
