// A walk of a file that is read a part at a time: what a walk of the whole gives, wherever the parts end.

import Testing
import Upright
import UprightTestTools

@testable import UprightJPEG

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
