// Changes as data: applied, counted, undone, and refused if the source is another one. A source that is patched while
// it is read gives the patched bytes.

import Testing
import UprightMetadata
import UprightTestTools

@Suite struct BytePatchTests {
  private let source: [UInt8] = Array(0..<10)
  private typealias Edit = BytePatch.Edit

  @Test func replacingInPlace() throws {
    let patch = BytePatch([Edit(offset: 3, old: [3, 4], new: [30, 4])])
    #expect(try patch.applied(to: source) == [0, 1, 2, 30, 4, 5, 6, 7, 8, 9])
    #expect(patch.isInPlace)
    #expect(patch.growth == 0)
    #expect(patch.changedByteCount == 1)
    #expect(!patch.isEmpty)
  }

  @Test func editsAreSortedAndApplyTogether() throws {
    let patch = BytePatch([
      Edit(offset: 10, old: [], new: [99]), Edit(offset: 0, old: [], new: [77, 78]),
      Edit(offset: 5, old: [5, 6], new: []),
    ])
    #expect(patch.edits.map(\.offset) == [0, 5, 10])
    #expect(try patch.applied(to: source) == [77, 78, 0, 1, 2, 3, 4, 7, 8, 9, 99])
    #expect(!patch.isInPlace)
    #expect(patch.growth == 1)
  }

  @Test func theInverseGivesBackTheSource() throws {
    let patches = [
      BytePatch([Edit(offset: 0, old: [0], new: [1])]),
      BytePatch([Edit(offset: 2, old: [2, 3], new: [9, 9, 9, 9]), Edit(offset: 7, old: [7, 8], new: [])]),
      BytePatch([Edit(offset: 0, old: [], new: [1]), Edit(offset: 9, old: [9], new: [])]),
      BytePatch([Edit(offset: 0, old: source, new: [])]),
      BytePatch([]),
    ]
    for patch in patches {
      let changed = try patch.applied(to: source)
      #expect(try patch.inverse.applied(to: changed) == source)
      #expect(patch.inverse.inverse == patch)
      #expect(patch.inverse.growth == -patch.growth)
    }
  }

  @Test func nothingChangesNothing() throws {
    #expect(BytePatch([]).isEmpty)
    #expect(BytePatch([Edit(offset: 1, old: [1], new: [1])]).isEmpty)
    #expect(try BytePatch([]).applied(to: source) == source)
    #expect(try BytePatch([]).applied(to: []) == [])
  }

  @Test(arguments: [
    [Edit(offset: 3, old: [9], new: [1])],
    [Edit(offset: 9, old: [9, 10], new: [1, 1])],
    [Edit(offset: 11, old: [], new: [1])],
    [Edit(offset: 3, old: [3, 4], new: [1, 1]), Edit(offset: 4, old: [4], new: [1])],
    [Edit(offset: -1, old: [], new: [1])],
  ])
  func anotherSourceIsRefused(edits: [BytePatch.Edit]) {
    #expect { try BytePatch(edits).applied(to: source) } throws: { error in
      (error as? MetadataError)?.code == .fieldNotWritable
    }
  }

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
