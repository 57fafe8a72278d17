// Tables of positions with fields of every size, and invalid positions.

import Testing
import UprightTestTools

@testable import UprightMetadata

@Suite struct ItemLocationTests {
  private func read(_ payload: [UInt8]) throws(MetadataError) -> [ItemLocation] {
    var reader = RangeReader(payload)
    let box = Box(kind: "iloc", offset: 0, payload: 0..<payload.count, isOpenEnded: false, isLong: false)
    return try ItemLocation.all(in: box, &reader)
  }

  private func number(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
  }

  @Test func everySizeOfEveryFieldInEveryVersion() throws {
    let sizes = [0, 4, 8]
    for version in 0...2 {
      for offset in sizes {
        for length in sizes {
          for base in sizes {
            for index in version == 0 ? [0] : sizes {
              let head = [UInt8(version), 0, 0, 0, UInt8(offset << 4 | length), UInt8(base << 4 | index)]
              let id = version < 2 ? 2 : 4
              let entry =
                number(9, id) + (version == 0 ? [] : number(1, 2)) + number(0, 2) + number(100, base) + number(2, 2)
                + (0..<2).flatMap { number($0, index) + number(7 + $0, offset) + number(5, length) }
              guard index + offset + length > 0 else {
                #expect { try read(head + number(1, id) + entry) } throws: {
                  ($0 as? MetadataError)?.code == .boxInvalid
                }
                continue
              }
              let found = try read(head + number(1, id) + entry)
              let item = try #require(found.first)
              #expect(item.id == 9)
              #expect(item.origin == (version == 0 ? .file : .itemData))
              #expect(item.isInThisFile)
              #expect(item.extents.map(\.length) == (length == 0 ? [0, 0] : [5, 5]))
              let start = (base == 0 ? 0 : 100) + (offset == 0 ? 0 : 7)
              #expect(item.start(of: item.extents[0]) == start)
            }
          }
        }
      }
    }
  }

  @Test func whatIsNoTableIsRefused() {
    for payload: [UInt8] in [
      [], [0, 0, 0, 0], [3, 0, 0, 0, 0x44, 0, 0, 0], [0, 0, 0, 0, 0x14, 0, 0, 0], [0, 0, 0, 0, 0x45, 0, 0, 0],
      [1, 0, 0, 0, 0x44, 0x03, 0, 0], [0, 0, 0, 0, 0x44, 0, 0, 1], [1, 0, 0, 0, 0x44, 0, 0, 1, 0, 1, 0, 3, 0, 0, 0, 0],
    ] {
      #expect { try read(payload) } throws: { ($0 as? MetadataError)?.code == .boxInvalid }
    }
    #expect { try read([0, 0, 0, 0, 0x44, 0, 0xFF, 0xFF]) } throws: {
      ($0 as? MetadataError)?.code == .tooManyStructures
    }
  }

  private func location(
    base: Int = 0, _ extents: [(offset: Int, length: Int)], isInThisFile: Bool = true
  ) -> ItemLocation {
    ItemLocation(
      id: 1, origin: .file, isInThisFile: isInThisFile, base: .init(offset: 0, size: 8, value: base),
      extents: extents.map { .init(offset: .init(offset: 0, size: 8, value: $0.offset), length: $0.length) })
  }

  @Test func oneWholePieceInsideTheRoomIsARange() {
    #expect(location(base: 10, [(5, 20)]).range(in: 100..<200) == 115..<135)
    #expect(location([(5, 0)]).range(in: 100..<200) == 105..<200)
    #expect(location([(100, 0)]).range(in: 100..<200) == 200..<200)
    #expect(location([(0, 101)]).range(in: 100..<200) == nil)
    #expect(location([(101, 0)]).range(in: 100..<200) == nil)
    #expect(location([(0, 1), (1, 1)]).range(in: 100..<200) == nil)
    #expect(location([]).range(in: 100..<200) == nil)
    #expect(location([(0, 1)], isInThisFile: false).range(in: 100..<200) == nil)
    #expect(location(base: .max, [(.max, 1)]).range(in: 0..<10) == nil)
    #expect(
      location(base: .max, [(1, 1)]).start(of: .init(offset: .init(offset: 0, size: 8, value: 1), length: 1)) == nil)
  }
}
