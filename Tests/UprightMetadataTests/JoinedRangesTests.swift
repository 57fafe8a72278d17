// A source without some of its ranges, read in all ways.

import Testing
import UprightTestTools

@testable import UprightMetadata

@Suite struct JoinedRangesTests {
  @Test func everyRangeReadsAsThatOfTheRest() throws {
    var random = SplitMix64(seed: 3)
    for _ in 0..<40 {
      let bytes = (0..<40).map { UInt8($0) }
      let edges = Set((0..<6).map { _ in Int.random(in: 0...40, using: &random) }).sorted()
      let omitted = stride(from: 0, to: edges.count - 1, by: 2).map { edges[$0]..<edges[$0 + 1] }
      let rest = bytes.indices.filter { index in !omitted.contains { $0.contains(index) } }.map { bytes[$0] }
      let joined = JoinedRanges(bytes, without: omitted)
      #expect(joined.byteCount == rest.count)
      for start in 0...rest.count {
        for end in start...(rest.count + 3) {
          #expect(try joined.read(start..<end) == Array(rest[start..<min(end, rest.count)]), "\(omitted)")
        }
      }
    }
  }

  @Test func whatEndsBehindTheSourceLeavesNothing() throws {
    let joined = JoinedRanges([1, 2, 3] as [UInt8], without: [2..<9])
    #expect(joined.byteCount == 2)
    #expect(try joined.read(0..<9) == [1, 2])
  }
}
