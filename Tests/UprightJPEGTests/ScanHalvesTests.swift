// A walk by two threads: what one thread gives, wherever the second starts, and whatever the bytes.

import Testing
import Upright
import UprightTestTools

@testable import UprightJPEG

@Suite struct ScanHalvesTests {
  private func serial(_ header: ScanHeader, _ tables: UnitTables, _ bytes: [UInt8]) -> ScanOutcome {
    do throws(ScanFault) {
      return ScanOutcome(try ScanWalk(header, tables, of: bytes, interval: 5, keepsDC: true))
    } catch {
      return .fault(error)
    }
  }

  private func halves(_ header: ScanHeader, _ tables: UnitTables, _ bytes: [UInt8]) async -> ScanOutcome {
    do throws(ScanFault) {
      return ScanOutcome(
        try await ScanWalk.byHalves(header, tables, of: bytes, interval: 5, keepsDC: true, smallest: 0))
    } catch {
      return .fault(error)
    }
  }

  @Test(arguments: 0..<80)
  func `two threads find what one finds`(seed: Int) async throws {
    var file = CodedJPEG.any(3_000 + UInt64(seed))
    if seed % 2 == 0 { (file.width, file.height) = (400 + seed, 500) }
    let bytes = file.bytes
    let header = try ScanHeader(of: bytes)
    let tables = UnitTables(header)
    #expect(await halves(header, tables, bytes) == serial(header, tables, bytes), "\(file.testDescription)")
  }

  @Test func `large scans meet, and only a little is walked twice`() async throws {
    let file = CodedJPEG(width: 1_600, height: 1_200, seed: 12, density: 5).bytes
    let header = try ScanHeader(of: file)
    let tables = UnitTables(header)
    #expect(await halves(header, tables, file) == serial(header, tables, file))
    #expect(try await RegionIndex.byHalves(of: file) == RegionIndex(ofBytes: file))
  }

  @Test(arguments: 0..<60)
  func `damage ends both at the same byte`(seed: Int) async throws {
    var random = SplitMix64(seed: UInt64(seed))
    let file = CodedJPEG(width: 400, height: 200, seed: UInt64(seed), density: 4).bytes
    let header = try ScanHeader(of: file)
    let tables = UnitTables(header)
    var bytes = file
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      bytes[.random(in: header.dataStart..<bytes.count, using: &random)] = [0xFF, .random(in: 0...255, using: &random)]
        .randomElement(using: &random)!
    }
    #expect(await halves(header, tables, bytes) == serial(header, tables, bytes))
    let prefix = Array(bytes.prefix(.random(in: header.dataStart..<bytes.count, using: &random)))
    #expect(await halves(header, tables, prefix) == serial(header, tables, prefix))
  }

  @Test func `files whose units all have the same bits`() async throws {
    // Flat blocks never tell the components apart: a walk may fall into another step.
    let file = CodedJPEG(width: 900, height: 700, factors: [(1, 1), (1, 1), (1, 1)], density: 0).bytes
    let header = try ScanHeader(of: file)
    let tables = UnitTables(header)
    #expect(await halves(header, tables, file) == serial(header, tables, file))
  }
}
