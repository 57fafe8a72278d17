// A walk by two threads: what one thread gives, wherever the second starts, and whatever the bytes.

import Testing
import Upright
import UprightTestTools

@testable import UprightJPEG

@Suite struct ScanHalvesTests {
  private func walk(
    _ header: ScanHeader, _ bytes: [UInt8], _ threads: WalkThreads = .one, window: Int = 1 << 20
  ) -> ScanOutcome {
    do throws(ScanFault) {
      return ScanOutcome(
        try ScanWalk(
          header, UnitTables(header), reading: bytes, interval: 5, keepsDC: true, window: window, threads: threads))
    } catch {
      return .fault(error)
    }
  }

  private func areAlike(_ header: ScanHeader, _ bytes: [UInt8], windows: [Int] = [1 << 20]) -> Bool {
    let one = walk(header, bytes)
    return windows.allSatisfy { walk(header, bytes, .twoInTurn, window: $0) == one }
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
    var sink = BothSinks(first: CheckpointSink(interval: 64), second: DCSink(isOn: false))
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
    let one = try RegionCut(region, of: file, margin: 1, window: 1 << 18)
    for window in [500, 5_000, 1 << 18] {
      let two = try RegionCut(region, of: file, margin: 1, window: window, threads: .twoInTurn)
      let isSame = two == one
      #expect(isSame, "\(window)")
    }
  }
}
