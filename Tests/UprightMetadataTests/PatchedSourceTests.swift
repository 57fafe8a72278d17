// A source that is patched while it is read gives the patched bytes.

import Testing
import UprightMetadata
import UprightTestTools

@Suite struct PatchedSourceTests {
  private static let bytes = (0..<60).map { UInt8($0) }

  /// Patches of up to four edits that replace, insert and remove, at random positions.
  private static let patches: [BytePatch] = {
    var random = SplitMix64(seed: 77)
    return (0..<200).map { _ in
      var (edits, from): ([BytePatch.Edit], Int) = ([], 0)
      for _ in 0..<Int.random(in: 0...4, using: &random) where from < bytes.count {
        let start = Int.random(in: from...min(from + 20, bytes.count), using: &random)
        let end = Int.random(in: start...min(start + 5, bytes.count), using: &random)
        let new = (0..<Int.random(in: 0...6, using: &random)).map { _ in UInt8.random(in: 100...255, using: &random) }
        edits.append(.init(offset: start, old: Array(bytes[start..<end]), new: new))
        from = end + 1
      }
      return BytePatch(edits)
    }
  }()

  @Test func everyRangeIsThatOfThePatchedBytes() throws {
    for patch in Self.patches {
      let (whole, source) = (try patch.applied(to: Self.bytes), PatchedSource(Self.bytes, patch))
      #expect(source.byteCount == whole.count)
      for start in stride(from: 0, through: whole.count, by: 3) {
        for end in stride(from: start, through: whole.count + 2, by: 5) {
          #expect(try source.read(start..<end) == Array(whole[start..<min(end, whole.count)]))
        }
      }
    }
  }

  @Test func aSourceThatIsCutShortEndsThere() throws {
    let patch = BytePatch([.init(offset: 10, old: [10], new: [1, 2])])
    let source = PatchedSource(Self.bytes, patch)
    #expect(try source.read(source.byteCount - 2..<source.byteCount + 9) == [58, 59])
    #expect(try PatchedSource([], BytePatch([])).read(0..<5) == [])
  }
}
