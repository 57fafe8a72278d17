// A journal's memory: little for each change, and no more for repeated hostile lines.

import Testing
import Upright
import UprightTestTools

@testable import UprightFiles

@Suite struct JournalIndexTests {
  private static func state(_ number: Int) -> FileState {
    FileState(inode: UInt64(number), byteCount: number, modified: .init(seconds: number, nanoseconds: 0))
  }

  private static func slot(_ number: Int, path: UInt32) -> JournalIndex.Slot {
    JournalIndex.Slot(line: number + 1, number: UInt32(number), path: path, marks: [])
  }

  @Test func aChangeTakesLittleMemory() {
    #expect(MemoryLayout<JournalIndex.Slot>.stride == 32)
    var index = JournalIndex()
    for number in 0..<100_000 {
      index.add(Self.slot(number, path: JournalIndex.hash(number)), replacing: nil)
      index.finish(number, line: number + 2, state: JournalIndex.hash(Self.state(number)))
    }
    // A growing array may be twice as long as needed, and a table four times.
    #expect(index.byteCount <= 100_000 * (64 + 32), "\(index.byteCount)")
    for number in [0, 1, 50_000, 99_999] {
      #expect(index.slotIndex(of: number) == number)
      #expect(index.places(ofPath: JournalIndex.hash(number)).contains(number))
      #expect(index.places(ofState: JournalIndex.hash(Self.state(number))).contains(number))
    }
    #expect(index.count == 100_000 && index.slotIndex(of: 100_000) == nil)
  }

  // Two paths with one hash are two; a removed one is none.
  @Test func whatHasTheSameHashIsToldApart() {
    var index = JournalIndex()
    for number in [3, 5, 9] { index.add(Self.slot(number, path: 7), replacing: nil) }
    #expect(index.places(ofPath: 7) == [0, 1, 2])
    index.add(Self.slot(12, path: 7), replacing: 1)
    #expect(index.places(ofPath: 7).sorted() == [0, 2, 3] && index.slotIndex(of: 5) == nil)
    index.remove(0)
    #expect(index.places(with: []) == [3, 2] && index.count == 2)
    #expect(index.isWhole(below: 13) && !index.isWhole(below: 12))
  }

  // The same path, and the same number, a hundred thousand times: each line costs the same.
  @Test func repetitionCostsNoTimeSquared() {
    var index = JournalIndex()
    let spent = ProcessorTime.seconds {
      for number in 0..<1_000 { index.add(Self.slot(number, path: UInt32(number)), replacing: nil) }
      for number in 1_000..<100_000 {
        index.add(Self.slot(number, path: 5), replacing: index.places(ofPath: 5).first)
        index.finish(7, line: number, state: JournalIndex.hash(number))
        index.finish(8, line: number, state: UInt32(number % 2))
      }
      for number in 100_000..<200_000 {
        var slot = Self.slot(number, path: 6)
        (slot.state, slot.marks) = (3, [.hasState])
        index.add(slot, replacing: index.places(ofPath: 6).first)
      }
    }
    #expect(spent < 30)
    #expect(index.places(ofPath: 6) == [199_999] && index.places(ofState: 3) == [199_999])
    #expect(index.places(ofPath: 5) == [99_999] && index.count == 1_000)
    #expect(index.byteCount <= 200_000 * (64 + 32))
  }
}
