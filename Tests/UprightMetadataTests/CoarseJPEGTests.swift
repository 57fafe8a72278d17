// The rest of a progressive JPEG without the detail of its full components.

import Testing
import UprightFixtures
import UprightTestTools

@testable import UprightMetadata

@Suite struct CoarseJPEGTests {
  private func kept(_ drawn: DrawnScans, scans: [Int]) -> [UInt8] {
    let pieces = drawn.pieces
    return pieces[0] + scans.flatMap { pieces[$0 + 1] } + pieces[pieces.count - 1]
  }

  @Test func meansAndSubsampledComponentsStay() throws {
    var drawn = DrawnScans.usual
    drawn.trailer = [1, 2, 3]
    let coarse = try #require(try CoarseJPEG(drawn.bytes))
    #expect(try coarse.read(0..<coarse.byteCount) == kept(drawn, scans: [0, 2, 3, 6]))
    for sampling in [[(1, 1), (1, 1), (1, 1)], [(2, 2), (2, 2), (2, 2)]] {
      drawn.sampling = sampling
      let coarse = try #require(try CoarseJPEG(drawn.bytes))
      #expect(try coarse.read(0..<coarse.byteCount) == kept(drawn, scans: [0, 6]))
    }
    drawn.sampling = [(2, 1), (1, 2), (1, 1)]
    #expect(try CoarseJPEG(drawn.bytes) == nil)
    drawn.sampling = [(2, 1), (1, 1), (2, 1)]
    let mixed = try #require(try CoarseJPEG(drawn.bytes))
    #expect(try mixed.read(0..<mixed.byteCount) == kept(drawn, scans: [0, 2, 6]))
  }

  @Test func everyRangeEqualsThatPartOfTheWhole() throws {
    let coarse = try #require(try CoarseJPEG(DrawnScans.usual.bytes))
    let whole = try coarse.read(0..<coarse.byteCount)
    #expect(whole.count == coarse.byteCount)
    for low in 0...whole.count {
      for high in low...whole.count + 3 {
        #expect(try coarse.read(low..<high) == Array(whole[low..<min(high, whole.count)]))
      }
    }
  }

  @Test func filesThatAreTruncatedOrHaveNothingToOmitGiveNothing() throws {
    var drawn = DrawnScans.usual
    drawn.scans.removeAll { $0.components == [0] }
    #expect(try CoarseJPEG(drawn.bytes) == nil)
    let whole = DrawnScans.usual.bytes
    for count in 0..<whole.count { #expect(try CoarseJPEG(Array(whole[..<count])) == nil) }
  }

  @Test func aFailingDiskIsAnError() throws {
    struct Broken: ByteSource {
      let bytes: [UInt8]
      var byteCount: Int { bytes.count }
      func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
        if range.upperBound == bytes.count { throw MetadataError(.unreadable, at: range.lowerBound, systemError: 5) }
        return try bytes.read(range)
      }
    }
    var long = DrawnScans.usual
    long.scans[1].data = [UInt8](repeating: 1, count: 100_000)
    #expect(throws: MetadataError.self) { try CoarseJPEG(Broken(bytes: long.bytes)) }
  }
}
