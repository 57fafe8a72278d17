// The walk of a scan against libjpeg: the same first coefficients, the same files damaged, whatever the bytes.

import Testing
import Upright
import UprightCodecs
import UprightFixtures
@testable import UprightJPEG
import UprightTestTools

@Suite struct ScanWalkTests {
  /// How our verdict on a file contradicts libjpeg's; nil where it does not.
  static func contradiction(_ jpeg: [UInt8], _ header: ScanHeader, _ tables: UnitTables) -> String? {
    let theirs = LibjpegBlocks(jpeg, size: header.size)
    do throws(ScanFault) {
      let walk = try ScanWalk(header, tables, of: jpeg, interval: 3, keepsDC: true)
      guard let theirs else { return walk.hasExtraneousBytes ? nil : "damage for libjpeg only" }
      return walk.planes(header).map(\.values) == theirs.firsts ? nil : "other first coefficients"
    } catch {
      return theirs == nil || error.code.isUnsupported ? nil : "damage for the walk only: \(error)"
    }
  }

  static func contradiction(_ jpeg: [UInt8]) throws -> String? {
    let header = try ScanHeader(of: jpeg)
    return contradiction(jpeg, header, UnitTables(header))
  }

  @Test(arguments: 0..<120)
  func randomFilesHaveTheFirstCoefficientsThatLibjpegReads(seed: Int) throws {
    let file = CodedJPEG.any(UInt64(seed))
    #expect(try Self.contradiction(file.bytes) == nil, "\(file.testDescription)")
    let header = try ScanHeader(of: file.bytes)
    #expect(try ScanWalk(header, of: file.bytes).hasExtraneousBytes == false)
  }

  @Test(arguments: CodedJPEG.Tables.allCases, [0, 1, 2])
  func everyPrefixEndsAsWithLibjpeg(tables: CodedJPEG.Tables, restarts: Int) throws {
    let file = CodedJPEG(
      width: 40, height: 24, factors: [(2, 1), (1, 1)], tables: tables, restartInterval: restarts, density: 3
    ).bytes
    let header = try ScanHeader(of: file)
    let lookups = UnitTables(header)
    for count in header.dataStart..<file.count {
      let prefix = Array(file.prefix(count))
      #expect(throws: ScanFault.self, "\(count)") { _ = try ScanWalk(header, lookups, of: prefix) }
      #expect(Self.contradiction(prefix, header, lookups) == nil, "\(count)")
    }
  }

  @Test(arguments: CodedJPEG.Tables.allCases, [0, 1, 3])
  func everyWrongBitOfTheDataEndsAsWithLibjpeg(tables: CodedJPEG.Tables, restarts: Int) throws {
    var file = CodedJPEG(
      width: 30, height: 24, factors: [(1, 2), (1, 1), (1, 1)], tables: tables, restartInterval: restarts, density: 2
    ).bytes
    let header = try ScanHeader(of: file)
    let lookups = UnitTables(header)
    for place in header.dataStart..<file.count {
      for bit in 0..<8 {
        file[place] ^= 1 << UInt8(bit)
        let complaint = Self.contradiction(file, header, lookups)
        #expect(complaint == nil, "bit \(bit) of byte \(place)")
        file[place] ^= 1 << UInt8(bit)
      }
    }
  }

  @Test(arguments: 0..<40)
  func bytesReplacedRemovedOrInsertedEndAsWithLibjpeg(seed: Int) throws {
    var random = SplitMix64(seed: 77 + UInt64(seed))
    var base = CodedJPEG.any(1_000 + UInt64(seed))
    base.width = min(base.width, 40)
    base.height = min(base.height, 30)
    let file = base.bytes
    let header = try ScanHeader(of: file)
    let lookups = UnitTables(header)
    for _ in 0..<60 {
      var bytes = file
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: header.dataStart..<bytes.count, using: &random)
        let value: UInt8 =
          [0xFF, 0, 0xD0, 0xD1, 0xD9, .random(in: 0...255, using: &random)].randomElement(
            using: &random) ?? 0
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(value, at: place)
        default: bytes[place] = value
        }
      }
      #expect(Self.contradiction(bytes, header, lookups) == nil, "\(base.testDescription)")
    }
  }

  /// libjpeg reads them, but its two decoders make different coefficients of them.
  @Test func fillBytesBeforeAStuffedZeroAreLeftToLibjpeg() throws {
    var tried = 0
    for seed in 1...40 {
      let file = CodedJPEG(tables: .wide, seed: UInt64(seed), density: 40).bytes
      let header = try ScanHeader(of: file)
      let data = header.dataStart..<file.count - 1
      guard let stuffed = data.first(where: { file[$0] == 0xFF && file[$0 + 1] == 0 }) else { continue }
      var filled = file
      filled.insert(0xFF, at: stuffed)
      for window in [16, 1 << 20] {
        #expect(throws: ScanFault(.fillBytes, at: stuffed)) {
          try ScanWalk(header, UnitTables(header), reading: filled, window: window)
        }
      }
      #expect(throws: ScanFault(.fillBytes, at: stuffed)) { try ScanWalk(header, of: filled) }
      tried += 1
    }
    #expect(tried > 3 && ScanFault.Code.fillBytes.isUnsupported)
  }

  @Test func fillBytesBeforeMarkersAreSkipped() throws {
    let file = CodedJPEG(tables: .wide, restartInterval: 2, density: 30).bytes
    let header = try ScanHeader(of: file)
    var filled = Array(file[..<header.dataStart])
    for (byte, next) in zip(file[header.dataStart...], Array(file[(header.dataStart + 1)...]) + [0]) {
      filled += byte == 0xFF && next != 0 ? [0xFF, 0xFF, 0xFF] : [byte]
    }
    #expect(filled.count > file.count + 8)
    #expect(try Self.contradiction(filled) == nil)
    let plain = try ScanWalk(header, of: file, keepsDC: true)
    #expect(try ScanWalk(header, of: filled, keepsDC: true).dcValues == plain.dcValues)
  }

  @Test func aFaultNamesItsByte() throws {
    let file = CodedJPEG(restartInterval: 2).bytes
    let header = try ScanHeader(of: file)
    let marker = try #require((header.dataStart..<file.count - 1).first { file[$0] == 0xFF && file[$0 + 1] == 0xD3 })
    var bytes = file
    bytes[marker + 1] = 0xD4
    #expect(throws: ScanFault(.restartMissing, at: marker)) { try ScanWalk(header, of: bytes) }
    #expect(throws: ScanFault(.dataEnds, at: marker - 1)) {
      try ScanWalk(header, of: Array(file[..<(marker - 1)]) + file[marker...])
    }
    #expect(throws: ScanFault(.truncated, at: file.count - 2)) { try ScanWalk(header, of: file.dropLast(2)) }
  }

  @Test func bytesThatBelongToNoUnitAreReported() throws {
    let file = CodedJPEG().bytes
    let header = try ScanHeader(of: file)
    #expect(try ScanWalk(header, of: file.dropLast(2) + [1, 2, 3, 0xFF, 0xD9]).hasExtraneousBytes)
  }

  @Test func aWalkCanGoOnFromEveryCheckpoint() throws {
    let file = CodedJPEG(width: 300, height: 200, restartInterval: 7)
    let header = try ScanHeader(of: file.bytes)
    let walk = try ScanWalk(header, of: file.bytes, interval: 5, keepsDC: true)
    let tables = UnitTables(header)
    #expect(walk.checkpoints.count == (file.unitCount + 4) / 5)
    for (number, checkpoint) in walk.checkpoints.enumerated() {
      let reader = EntropyReader(at: checkpoint.place, in: file.bytes.span)
      var walker = UnitWalker(
        reader, unit: 5 * number, predictors: checkpoint.predictors, restartInterval: header.restartInterval)
      var sink = DCSink(isOn: true)
      try walker.walk(to: header.unitCount, file.bytes.span, tables, into: &sink)
      #expect(sink.values == Array(walk.dcValues.dropFirst(5 * number * header.blocksPerUnit)))
    }
  }

  /// More scans than tables are kept of, in turn, with the same codes in other places.
  @Test func tablesThatAreKeptAreThoseOfTheScan() throws {
    let headers = try (0..<40).map { try ScanHeader(of: CodedJPEG.any(UInt64(7_000 + $0)).bytes) }
    for header in headers + headers.reversed() {
      for readsCoefficients in [false, true, false] {
        let kept = UnitTables(header, readsCoefficients: readsCoefficients)
        let isSame = kept == UnitTables(of: header, readsCoefficients)
        #expect(isSame && kept.symbols.isEmpty != readsCoefficients)
      }
    }
  }
}

// An eighth of an image from first coefficients: the samples that libjpeg decodes at 1/8.

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
