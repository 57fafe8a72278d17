// Overlapping claims to bytes, compared with a table of bytes.

import Testing
import UprightTestTools

@testable import UprightMetadata

@Suite struct PartClaimsTests {
  /// Who has each byte if the first claim wins; nil for nobody.
  private func owners(_ claims: [PartClaims.Claim], _ byteCount: Int) -> [Int?] {
    (0..<byteCount).map { byte in claims.firstIndex { $0.range.contains(byte) } }
  }

  @Test func theFirstClaimKeepsTheBytes() {
    var numbers = SplitMix64(seed: 7)
    for _ in 0..<2_000 {
      let byteCount = Int.random(in: 1...40, using: &numbers)
      let claims = (0..<Int.random(in: 0...12, using: &numbers)).map { owner in
        let start = Int.random(in: 0..<byteCount, using: &numbers)
        return PartClaims.Claim(owner: owner, range: start..<Int.random(in: start...byteCount, using: &numbers))
      }
      let (kept, gaps) = PartClaims.resolved(claims, byteCount: byteCount)
      var table = [Int?](repeating: -1, count: byteCount)
      for (claim, range) in kept { for byte in range { table[byte] = claim } }
      for gap in gaps { for byte in gap { table[byte] = nil } }
      #expect(table == owners(claims, byteCount))
      #expect(kept.reduce(0) { $0 + $1.range.count } + gaps.reduce(0) { $0 + $1.count } == byteCount)
    }
  }

  @Test func manyOverlapsTakeLittleTime() {
    let count = 100_000
    let claims = (0..<count).map { PartClaims.Claim(owner: $0, range: count - $0..<2 * count) }
    let (kept, gaps) = PartClaims.resolved(claims, byteCount: 2 * count)
    #expect(kept.count == count)
    #expect(gaps.reduce(0) { $0 + $1.count } == 1)
  }
}
