// A walk by two threads: what one thread gives, wherever the second starts, and whatever the bytes.

import Testing
import Upright
@testable import UprightJPEG
import UprightTestTools

@Suite struct ScanHalvesTests {
  private func walk(
    _ header: ScanHeader, _ bytes: [UInt8], _ threads: WalkThreads = .one, window: Int = 1 << 20, keepsDC: Bool = true
  ) -> ScanOutcome {
    do throws(ScanFault) {
      return ScanOutcome(
        try ScanWalk(
          header, UnitTables(header), reading: bytes, interval: 5, keepsDC: keepsDC, window: window, threads: threads))
    } catch {
      return .fault(error)
    }
  }

  /// Whether two threads find what one finds, and kernels, which keep no coefficients, what Swift's loop finds.
  private func areAlike(_ header: ScanHeader, _ bytes: [UInt8], windows: [Int] = [1 << 20]) -> Bool {
    let one = walk(header, bytes)
    return windows.allSatisfy { window in
      walk(header, bytes, .twoInTurn, window: window) == one
        && [WalkThreads.one, .twoInTurn].allSatisfy {
          walk(header, bytes, $0, window: window, keepsDC: false) == one.withoutCoefficients
        }
    }
  }

  @Test(arguments: 0..<120)
  func twoThreadsFindWhatOneFinds(seed: Int) throws {
    var file = CodedJPEG.any(3_000 + UInt64(seed))
    if seed % 2 == 0 { (file.width, file.height) = (400 + seed, 500) }
    let bytes = file.bytes
    let header = try ScanHeader(of: bytes)
    #expect(areAlike(header, bytes, windows: [40, 333, 4_096, 30_000, 1 << 20]), "\(file.testDescription)")
  }

  @Test(arguments: [0, 3, 30, 600])
  func largeScansMeet(restarts: Int) throws {
    let file = CodedJPEG(width: 1_600, height: 1_200, restartInterval: restarts, seed: 12, density: 5).bytes
    #expect(areAlike(try ScanHeader(of: file), file, windows: [20_000, 1 << 16]))
    let index = try RegionIndex(ofBytes: file)
    #expect(try RegionIndex(reading: file, threads: .two) == index)
  }

  @Test(arguments: [0, 5])
  func aboutHalfOfTheUnitsIsLeftToTheOtherThread(restarts: Int) throws {
    // All components of these files have the same tables; several would not be told apart.
    let file = CodedJPEG(
      width: 1_600, height: 1_200, factors: [(1, 1)], restartInterval: restarts, seed: 12, density: 5
    ).bytes
    let header = try ScanHeader(of: file)
    var walk = WindowedWalk(file, header, UnitTables(header), window: 1 << 16, threads: .twoInTurn)
    var sink = PlaceSink(.every(64))
    while try walk.step(to: header.unitCount, into: &sink) {}
    #expect(header.unitCount * 3 / 10...header.unitCount * 7 / 10 ~= walk.passedUnits)
  }

  @Test(arguments: 0..<100)
  func damageEndsBothAtTheSameByte(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let restarts = [0, 0, 4, 40][seed % 4]
    let file = CodedJPEG(width: 400, height: 200, restartInterval: restarts, seed: UInt64(seed), density: 4).bytes
    let header = try ScanHeader(of: file)
    var bytes = file
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      bytes[.random(in: header.dataStart..<bytes.count, using: &random)] =
        [0xFF, 0xD0 + .random(in: 0...7, using: &random), .random(in: 0...255, using: &random)]
        .randomElement(using: &random)!
    }
    #expect(areAlike(header, bytes, windows: [300, 4_000, 1 << 20]))
    let prefix = Array(bytes.prefix(.random(in: header.dataStart..<bytes.count, using: &random)))
    #expect(areAlike(header, prefix, windows: [300, 4_000, 1 << 20]))
  }

  @Test func filesWhoseUnitsAllHaveTheSameBits() throws {
    // Flat blocks never tell the components apart: a walk may fall into another step.
    let file = CodedJPEG(width: 900, height: 700, factors: [(1, 1), (1, 1), (1, 1)], density: 0).bytes
    #expect(areAlike(try ScanHeader(of: file), file, windows: [64, 333, 1 << 20]))
  }

  @Test(arguments: 0..<40)
  func cutsAreTheSame(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let file = CodedJPEG(
      width: 640, height: 480, restartInterval: [0, 7][seed % 2], seed: UInt64(seed), density: 6
    ).bytes
    let region = PixelRect<Stored>(
      x: .random(in: 0..<600, using: &random), y: .random(in: 0..<440, using: &random), width: 40, height: 40)
    let one = try RegionCut.walked(region, of: file, margin: 1, window: 1 << 18).cut
    for window in [500, 5_000, 1 << 18] {
      let two = try RegionCut.walked(region, of: file, margin: 1, window: window, threads: .twoInTurn).cut
      let isSame = two == one
      #expect(isSame, "\(window)")
    }
  }

  @Test(arguments: [[0xFF, 0xD1], [0xFF, 0xD1, 0x12, 0x34], [0x12, 0x34, 0x56], [0xFF, 0xFF, 0xFF]] as [[UInt8]])
  func whatComesBeforeTheEndMarkerIsTheSame(more: [UInt8]) throws {
    // 3,750 units are a multiple of both intervals.
    for restarts in [75, 50] {
      let file = CodedJPEG(
        width: 600, height: 400, factors: [(1, 1)], restartInterval: restarts, seed: 2, density: 5
      ).bytes
      let bytes = Array(file.dropLast(2)) + more + [0xFF, 0xD9]
      #expect(areAlike(try ScanHeader(of: bytes), bytes, windows: [1_000, 30_000, 1 << 20]), "\(more) \(restarts)")
    }
  }

  /// Means have a denominator below zero.
  @Test(arguments: 0..<60, [1, 2, 4, 8, -2, -4, -8])
  func rowsAreTheSame(seed: Int, denominator: Int) throws {
    var file = CodedJPEG(
      width: 333, height: 222, restartInterval: [0, 0, 21, 4][seed % 4], seed: UInt64(seed), density: [3, 20][seed % 2])
    file.tables = CodedJPEG.Tables.allCases[seed / 4 % CodedJPEG.Tables.allCases.count]
    file.factors = seed % 3 == 0 ? [(1, 1)] : [(2, 2), (1, 1), (1, 1)]
    let bytes = file.bytes
    let one = rows(bytes, denominator, 1 << 20, .one)
    let isSameByAll = rows(bytes, denominator, 1 << 20, .one, usesBaseline: true) == one
    #expect(isSameByAll, "the loops for all processors")
    for window in [40, 900, 20_000, 1 << 20] {
      for threads in [WalkThreads.one, .twoInTurn] {
        let isSame = rows(bytes, denominator, window, threads) == one
        #expect(isSame, "\(window) by \(threads)")
      }
    }
  }

  /// All rows, and the fault that ends them.
  private func rows(
    _ bytes: [UInt8], _ denominator: Int, _ window: Int, _ threads: WalkThreads, usesBaseline: Bool = false
  ) -> [[UInt8]] {
    var result: [[UInt8]] = []
    do throws(ScanFault) {
      var rows = try SampleRows(
        bytes, ScanHeader(of: bytes), channels: 3, denominator: abs(denominator), areMeans: denominator < 0,
        window: window, threads: threads, usesBaseline: usesBaseline)
      let denominator = abs(denominator)
      let width = (rows.size.width + denominator - 1) / denominator
      for _ in 0..<(rows.size.height + denominator - 1) / denominator {
        var row = [UInt8](repeating: 0, count: 3 * width)
        var span = row.mutableSpan
        try rows.next(into: &span)
        result.append(row)
      }
      try rows.finish()
    } catch { result.append(Array("\(error.code)".utf8)) }
    return result
  }

  @Test(arguments: [WalkThreads.one, .twoInTurn])
  func aSourceThatShrinksIsUnreadable(threads: WalkThreads) throws {
    let file = CodedJPEG(width: 400, height: 300, seed: 3, density: 5).bytes
    let source = ShrinkingSource(bytes: file, left: file.count / 2)
    #expect(throws: ScanFault.self) { try RegionIndex(reading: source, threads: threads) }
    #expect(throws: ScanFault.self) {
      try RegionCut.walked(PixelRect(x: 300, y: 200, width: 50, height: 50), of: source, threads: threads)
    }
  }

  /// A source that has fewer bytes than it says.
  private struct ShrinkingSource: ByteSource {
    let bytes: [UInt8]
    let left: Int

    var byteCount: Int { bytes.count }

    func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
      try Array(bytes.prefix(left)).read(range)
    }
  }
}

// A walk of a file that is read a part at a time: what a walk of the whole gives, wherever the parts end.

@Suite struct ScanWindowTests {
  private func whole(_ header: ScanHeader, _ tables: UnitTables, _ bytes: [UInt8]) -> ScanOutcome {
    do throws(ScanFault) {
      return ScanOutcome(try ScanWalk(header, tables, of: bytes, interval: 3, keepsDC: true))
    } catch {
      return .fault(error)
    }
  }

  private func parts(_ header: ScanHeader, _ tables: UnitTables, _ bytes: [UInt8], _ window: Int) -> ScanOutcome {
    do throws(ScanFault) {
      return ScanOutcome(
        try ScanWalk(header, tables, reading: bytes, interval: 3, keepsDC: true, window: window))
    } catch {
      return .fault(error)
    }
  }

  @Test(arguments: 0..<60)
  func partsOfAnySizeEndAsTheWholeWhateverTheDamage(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let file = CodedJPEG.any(4_000 + UInt64(seed))
    let bytes = file.bytes
    let header = try ScanHeader(of: bytes)
    let tables = UnitTables(header)
    for window in [16, 50, 333, 4_096] {
      #expect(
        parts(header, tables, bytes, window) == whole(header, tables, bytes), "\(file.testDescription) \(window)")
      var damaged = bytes
      for _ in 0..<2 {
        damaged[.random(in: header.dataStart..<bytes.count, using: &random)] =
          [0xFF, 0xD0, .random(in: 0...255, using: &random)]
          .randomElement(using: &random) ?? 0
      }
      #expect(parts(header, tables, damaged, window) == whole(header, tables, damaged), "\(file.testDescription)")
      let prefix = Array(damaged.prefix(.random(in: header.dataStart..<bytes.count, using: &random)))
      #expect(parts(header, tables, prefix, window) == whole(header, tables, prefix), "\(file.testDescription)")
    }
  }

  @Test(arguments: [0, 3, 600])
  func anIndexMadeInPartsIsThatOfTheWhole(restarts: Int) throws {
    let file = CodedJPEG(width: 700, height: 600, restartInterval: restarts, density: 12).bytes
    #expect(try RegionIndex(reading: file, interval: 10) == RegionIndex(ofBytes: file, interval: 10))
  }

  @Test(arguments: [0, 1, 4, 64])
  func onlyAFewBytesAreInMemoryAndFewAreReadTwice(restarts: Int) throws {
    let file = CodedJPEG(width: 1_200, height: 900, restartInterval: restarts, density: 20).bytes
    let header = try ScanHeader(of: file)
    let source = CountingSource(file)
    _ = try ScanWalk(header, UnitTables(header), reading: source, window: 20_000)
    #expect(source.ranges.allSatisfy { $0.count <= 20_000 })
    #expect(source.readCount < file.count * 3 / 2)
    let other = CountingSource(file)
    _ = try RegionCut.walked(
      PixelRect(x: 16, y: 800, width: 16, height: 16), of: other, margin: 0, window: 20_000)
    #expect(other.readCount < file.count * 2)
  }
}
