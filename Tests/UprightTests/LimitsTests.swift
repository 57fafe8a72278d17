// The limits of a command line, and that the planner applies them to requests.

import Testing
@testable import Upright
import UprightFixtures

@Suite struct LimitsTests {
  @Test func theDefaultsAreThoseThatAreDocumented() {
    let limits = Limits()
    #expect(limits.pixels == 16_383 * 16_383 && limits.memoryBytes == 2_147_483_648)
    #expect(limits.scans == 100 && limits.warnings == 1_000 && limits.seconds == nil)
  }

  /// Source and result both count, each up to and including the limit.
  @Test func pixelsCountInSourceAndResult() throws {
    let probe = try Photos.probe(.rightTop, 64, 32)
    func plan(_ size: Rendition.Size, pixels: Int) throws -> Plan {
      let planner = Planner(capabilities: Planner.full.capabilities, limits: Limits(pixels: pixels))
      return try planner.plan(Rendition(size: size, upright: .pixels), for: probe)
    }
    #expect(try plan(.full, pixels: 2_048).route.name == .transform)
    #expect(throws: UprightError.limit(.pixels, asked: 2_048, allowed: 2_047)) { try plan(.full, pixels: 2_047) }
    let enlarged = Rendition.Size.exactly(PixelSize(width: 100, height: 50))
    #expect(try plan(enlarged, pixels: 5_000).route.name == .transcode)
    #expect(throws: UprightError.limit(.pixels, asked: 5_000, allowed: 4_999)) {
      try plan(enlarged, pixels: 4_999)
    }
    let reduced = Rendition.Size.within(PixelSize(width: 4, height: 4))
    #expect(throws: UprightError.limit(.pixels, asked: 2_048, allowed: 100)) { try plan(reduced, pixels: 100) }
  }

  @Test func memoryCountsUpToTheByte() throws {
    let probe = try Photos.probe(.rightTop, 640, 480)
    for rendition in [
      Rendition(upright: .pixels), Rendition(upright: .pixels, format: .png), Rendition(rotation: .rotate90),
    ] {
      let needed = try Planner.full.plan(rendition, for: probe).peakBytes
      func plan(_ bytes: Int) throws -> Plan {
        try Planner(capabilities: Planner.full.capabilities, limits: Limits(memoryBytes: bytes))
          .plan(rendition, for: probe)
      }
      #expect(try plan(needed).peakBytes == needed)
      let rest = try? plan(needed - 1)
      #expect(rest.map { $0.peakBytes < needed } ?? true)
      #expect(throws: UprightError.self) { try plan(0) }
    }
  }

  @Test func limitsReachTheCodec() throws {
    let jpeg = MemoryCodec(.jpeg, decoding: ExpectedPixels.places(width: 32, height: 64))
    let limits = Limits(scans: 7, warnings: 3, seconds: nil)
    _ = try Pipeline(codecs: [jpeg, MemoryCodec(.png)], limits: limits)
      .run(Rendition(format: .png), on: PlanTable.photo(.rightTop))
    #expect(jpeg.log.asked.limits == [limits])
  }
}

// Sums of costs: nothing is lost, and overflow does not trap.

@Suite struct RunMemoryTests {
  @Test func sumsAreExactOrTheLargestInteger() {
    #expect(RunMemory.sum() == 0 && RunMemory.sum(7) == 7 && RunMemory.sum(1, 20, 300) == 321)
    #expect(RunMemory.sum(.max, 1) == .max && RunMemory.sum(.max / 2, .max / 2, 2, .max) == .max)
    #expect(RunMemory.sum(.max - 1, 1) == .max && RunMemory.sum(.max - 2, 1) == .max - 1)
  }

  @Test func copyingHoldsAPieceReadAndOneToBeWritten() {
    #expect(RunMemory.copying >= 2 * RunMemory.chunk && RunMemory.copying < RunMemory.coding)
    #expect(RunMemory.coding < 2 << 20, "small pictures are said to cost little")
  }
}
