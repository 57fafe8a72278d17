// Lossless transforms coefficient by coefficient, and values that the usual codes cannot express.

import Testing
import Upright
import UprightCodecs
import UprightFixtures
import UprightTestTools

/// Every coefficient of a result comes from where the symmetries put it, by a reader that is not libjpeg.
@Suite struct JPEGCoefficientTests {
  @Test(arguments: JPEGCodecTests.samplings, orientations)
  func coefficientsChangePlacesAndSigns(
    sampling: (Int, Int), orientation: Orientation<Stored, Displayed>
  ) throws {
    let (width, height) = (16 * sampling.0, 24 * sampling.1)
    let jpeg = try encode(.mixedColors(width: width, height: height, channels: 3), .jpeg(85, sampling.0, sampling.1))
    let before = try Coefficients(jpeg)
    #expect(before.planes.map(\.columns) == [2 * sampling.0, 2, 2])
    let size = PixelSize<Stored>(width: width, height: height)
    let after = try Coefficients(transform(jpeg, orientation, region: size.bounds).bytes)
    #expect(after == before.turned(orientation))
  }

  @Test(arguments: [1, 3, 4], orientations)
  func coefficientsMoveInEveryColorModel(channels: Int, orientation: Orientation<Stored, Displayed>) throws {
    let size = PixelSize<Stored>(width: 40, height: 24)
    let jpeg = try encode(.mixedColors(width: 40, height: 24, channels: channels), .jpeg(90))
    let after = try Coefficients(transform(jpeg, orientation, region: size.bounds).bytes)
    #expect(try after == Coefficients(jpeg).turned(orientation) && after.planes.count == channels)
  }

  @Test(arguments: TinyJPEG.Sampling.allCases, [1, 2, 3, 5, 8])
  func restartIntervalsFitEveryTurn(sampling: TinyJPEG.Sampling, interval: Int) throws {
    var file = TinyJPEG(.sixColors.enlarged(by: 16), segments: [.jfif])
    file.sampling = sampling
    file.restartInterval = interval
    let jpeg = file.bytes
    let before = try Coefficients(jpeg)
    let block = try #require(Frame(jpeg)).block
    let units = 48 / block.width * (32 / block.height)
    for orientation in orientations {
      let turned = try transform(jpeg, orientation, region: before.size.bounds).bytes
      #expect(try Coefficients(turned) == before.turned(orientation))
      let perRow = 48 / block.width
      let kept = interval % perRow == 0 && orientation.swapsAxes ? interval / perRow * (32 / block.height) : interval
      let restarts = markerCodes(turned).filter { (0xD0...0xD7).contains($0) }
      #expect(restarts == (0..<(units - 1) / kept).map { 0xD0 + UInt8($0 % 8) }, "tag \(orientation.exif.rawValue)")
    }
  }

  @Test(arguments: TinyJPEG.Sampling.allCases)
  func aRaggedEdgeThatStaysKeepsWhatIsHiddenBehindIt(sampling: TinyJPEG.Sampling) throws {
    var file = TinyJPEG(TinyImage.letterF.enlarged(by: 9), segments: [])
    file.sampling = sampling
    let jpeg = file.bytes
    let before = try Coefficients(jpeg)
    for orientation in orientations where !orientation.reversesFromAxes.horizontal {
      guard !orientation.reversesFromAxes.vertical else { continue }
      let after = try Coefficients(transform(jpeg, orientation, region: before.size.bounds).bytes)
      #expect(after == before.turned(orientation))
    }
  }

  @Test(arguments: orientations)
  func aCropHoldsItsBlocksAndNoOthers(orientation: Orientation<Stored, Displayed>) throws {
    let jpeg = try encode(.mixedColors(width: 48, height: 40, channels: 3), .jpeg(90))
    let before = try Coefficients(jpeg)
    for x in 0..<6 {
      for y in 0..<5 {
        let region = PixelRect<Stored>(x: 8 * x, y: 8 * y, width: 8 * (6 - x), height: 8 * min(2, 5 - y))
        var part = Coefficients(size: region.size, planes: [])
        for var plane in before.planes {
          plane.blocks = (y..<y + min(2, 5 - y)).flatMap { plane.blocks[$0 * 6 + x..<$0 * 6 + 6] }
          (plane.columns, plane.rows) = (6 - x, min(2, 5 - y))
          part.planes.append(plane)
        }
        let after = try Coefficients(transform(jpeg, orientation, region: region).bytes)
        #expect(after == part.turned(orientation), "\(region)")
      }
    }
  }
}

/// Levels beyond those of eight-bit samples: a file may contain them, and a result must contain them too or not be
/// made.
@Suite struct JPEGWideLevelTests {
  /// The output of a transform: a result, or the error and how many bytes came before it.
  static func outcome(
    _ jpeg: [UInt8], _ orientation: Orientation<Stored, Displayed>, segments: [CarriedMetadata.Segment] = []
  ) throws -> (bytes: [UInt8], error: UprightError?) {
    let size = try #require(Frame(jpeg)).size
    var sink: [UInt8] = []
    let error = failure {
      _ = try JPEGCodec().transform(
        LosslessJob(region: size.bounds, orientation: orientation), from: jpeg,
        metadata: CarriedMetadata(segments: segments), limits: Limits(), into: &sink)
    }
    return (sink, error)
  }

  /// Whether the levels have codes in every order: differences of up to eleven bits, other coefficients of up to ten.
  static func canBeSaid(_ image: Coefficients) -> Bool {
    image.planes.allSatisfy { plane in
      let levels = [0] + plane.blocks.map { $0[0] }
      return (levels.max() ?? 0) - (levels.min() ?? 0) < 2048
        && plane.blocks.allSatisfy { $0.dropFirst().allSatisfy { abs($0) < 1024 } }
    }
  }

  static func expectRightOrNothing(_ jpeg: [UInt8], _ comment: String) throws -> Int {
    let before = try Coefficients(jpeg)
    var made = 0
    for orientation in orientations {
      let (bytes, error) = try outcome(jpeg, orientation)
      let expected = before.turned(orientation)
      if canBeSaid(expected) {
        #expect(error == nil, "\(comment), tag \(orientation.exif.rawValue)")
        #expect(try Coefficients(bytes) == expected, "\(comment), tag \(orientation.exif.rawValue)")
        made += 1
      } else {
        guard case .malformed = error else {
          Issue.record(
            "\(comment), tag \(orientation.exif.rawValue): \(String(describing: error)), \(bytes.count) bytes")
          continue
        }
        #expect(bytes.isEmpty, "\(comment), tag \(orientation.exif.rawValue)")
      }
    }
    return made
  }

  @Test(arguments: [1, 1022, 1023, 1024, 1025, 1500, 2046, 2047, 2048, 4000, 16_383])
  func levelsThatAlternateStayOrJumpOnceAreRightOrRefused(level: Int) throws {
    let patterns: [(String, [Int])] = [
      ("alternate", (0..<12).map { $0 % 2 == 0 ? level : -level }), ("stay", [Int](repeating: level, count: 12)),
      ("stay low", [Int](repeating: -level, count: 12)), ("jump", (0..<12).map { $0 < 6 ? 0 : level }),
      ("by rows", (0..<12).map { $0 / 4 % 2 == 0 ? level : 0 }),
      ("by columns", (0..<12).map { $0 % 4 < 2 ? level : 0 }),
    ]
    var made = 0
    for (name, levels) in patterns {
      let blocks = levels.map { [$0, 3, -2] }
      let file = CraftedJPEG(columns: 4, rows: 3, gray: blocks, codes: .wide)
      made += try Self.expectRightOrNothing(file.bytes, "\(name) \(level)")
    }
    #expect(made == (level < 1024 ? 48 : level < 2048 ? 40 : 0))
  }

  /// A transform of a whole image, in bands of so many bytes of memory besides the usual 48 MiB.
  private static func banded(
    _ source: some ByteSource, _ size: (width: Int, height: Int), band: Int
  ) -> (written: Int, error: UprightError?) {
    let job = LosslessJob(
      region: PixelRect(x: 0, y: 0, width: size.width, height: size.height), orientation: orientations[0],
      readsOnlyRegion: true)
    var limits = Limits()
    limits.memoryBytes = 48 << 20 + band
    var result: [UInt8] = []
    let error = failure {
      _ = try JPEGCodec().transform(job, from: source, metadata: CarriedMetadata(), limits: limits, into: &result)
    }
    return (result.count, error)
  }

  @Test func levelsBeyondThoseOf8BitsAreDamageInALaterBandToo() throws {
    let beyond = [1_400: 1_500, 1_401: -500, 1_402: -1_500, 1_403: -100]
    let blocks = (0..<1_600).map { [beyond[$0] ?? $0 % 50, 1] }
    let file = CraftedJPEG(columns: 40, rows: 40, gray: blocks, codes: .standard)
    let (written, error) = Self.banded(file.bytes, file.size, band: 8_000)
    #expect(written > 0)
    guard case .malformed(let found) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.code == .corruptData)
  }

  @Test(arguments: [-(48 << 20) + 1_000, 8_000])
  func aSourceThatCannotBeReadDoesNotNeedMoreMemory(band: Int) throws {
    let file = CraftedJPEG(columns: 40, rows: 40, gray: (0..<1_600).map { [$0 % 50, 1] }, codes: .standard)
    let source = FailingSource(bytes: file.bytes, failsFrom: file.bytes.count / 2)
    let (written, error) = Self.banded(source, file.size, band: band)
    #expect(written == 0)
    #expect(error == .io(path: "", systemError: 5))
  }

  @Test func smallStepsToLevelsFarApartAreRightOrRefused() throws {
    // The usual codes express every step, but not those between blocks that a rotation makes neighbors.
    let wide = CraftedJPEG(columns: 6, rows: 5, gray: (0..<30).map { [75 * $0, 1] }, codes: .standard)
    #expect(try Self.expectRightOrNothing(wide.bytes, "a climb by 75") == 0)
    let narrow = CraftedJPEG(columns: 6, rows: 5, gray: (0..<30).map { [70 * $0, 1] }, codes: .standard)
    #expect(try Self.expectRightOrNothing(narrow.bytes, "a climb by 70") == 8)
    let low = CraftedJPEG(columns: 6, rows: 5, gray: (0..<30).map { [-70 * $0, 1] }, codes: .standard)
    #expect(try Self.expectRightOrNothing(low.bytes, "a descent") == 8)
  }

  @Test(arguments: [1022, 1023, 1024, 2047, 16_384, -1023, -1024, -32_767])
  func otherCoefficientsAreRightOrRefusedToo(value: Int) throws {
    for place in [1, 2, 5, 63] {
      var block = [Int](repeating: 0, count: place) + [value]
      block[0] = 10
      let file = CraftedJPEG(columns: 2, rows: 2, gray: [[5], block, [7, 1], block], codes: .wide)
      #expect(try Self.expectRightOrNothing(file.bytes, "\(value) at \(place)") == (abs(value) < 1024 ? 8 : 0))
    }
  }

  @Test(arguments: [100, 1023, 1024, 3000, 20_000])
  func codesThatChangeBetweenScansAreRightOrRefused(value: Int) throws {
    // The first scan's own codes express what the last one's, the usual ones, could not.
    let plain = [[5, 1], [6], [7], [8]]
    let file = CraftedJPEG(
      columns: 2, rows: 2, components: [[[5, value], [6], [7], [8, 0, value]], plain, plain],
      scans: [([0], .wide), ([1], .standard), ([2], .standard)])
    #expect(try Self.expectRightOrNothing(file.bytes, "\(value)") == (value < 1024 ? 8 : 0))
  }

  @Test func noByteComesBeforeTheErrorHoweverMuchMetadataGoesFirst() throws {
    let segment = CarriedMetadata.Segment(marker: 0xE4, payload: [UInt8](repeating: 1, count: 65_533))
    let wide = CraftedJPEG(columns: 1, rows: 2, gray: [[2_000], [-2_000]], codes: .wide).bytes
    let high = CraftedJPEG(columns: 1, rows: 2, gray: [[5, 1_024], [5]], codes: .wide).bytes
    for jpeg in [wide, high] {
      for count in [0, 1, 4] {
        let (bytes, error) = try Self.outcome(jpeg, .identity, segments: Array(repeating: segment, count: count))
        guard case .malformed = error else {
          Issue.record("\(count) segments: \(String(describing: error))")
          continue
        }
        #expect(bytes.isEmpty, "\(count) segments")
      }
    }
  }

  @Test(arguments: [1, 2, 3, 4])
  func eachRestartBeginsItsDifferencesAnew(interval: Int) throws {
    var file = CraftedJPEG(
      columns: 4, rows: 3, gray: (0..<12).map { [$0 % 4 < interval ? 1_900 : 1_000, 4] }, codes: .wide)
    file.restartInterval = interval
    let before = try Coefficients(file.bytes)
    for orientation in orientations {
      let (bytes, error) = try Self.outcome(file.bytes, orientation)
      #expect(error == nil)
      #expect(try Coefficients(bytes) == before.turned(orientation))
    }
  }

  @Test(.enabled(if: OutsideTool.djpeg.isInstalled, "needs djpeg"))
  func djpegReadsTurnedFilesWithoutComplaint() throws {
    let folder = try ScratchFolder()
    for level in [1_023, 1_500, 2_040] {
      let levels = [level, 0, level, -7, 30, level]
      let jpeg = CraftedJPEG(columns: 3, rows: 2, gray: levels.map { [$0, 20] }, codes: .wide).bytes
      for orientation in orientations {
        let turned = try Self.outcome(jpeg, orientation).bytes
        let answer = try OutsideTool.djpeg.run(["-pnm", "-dct", "int", folder.write(turned, as: "turned.jpg")])
        #expect(answer.status == 0 && answer.complaints.isEmpty, "\(answer.complaints)")
        let theirs = try #require(Samples(pnm: answer.output))
        let shape = orientation.applied(to: PixelSize<Stored>(width: 24, height: 16))
        #expect(try decode(turned, width: shape.width, height: shape.height, channels: 1) == theirs)
      }
    }
  }
}
