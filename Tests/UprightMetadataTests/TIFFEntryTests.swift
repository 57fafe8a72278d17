// Entries: the sizes of their types, their numbers, and the positions of their values.

import Testing
import UprightFixtures

@testable import UprightMetadata

@Suite struct TIFFEntryTests {
  /// TIFF 6.0, section 2, "Types", 1…12, Technical Note 1, 13, and BigTIFF, 16…18: bytes per element.
  private static let sizes = [
    1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8, 17: 8, 18: 8,
  ]

  private func entry(type: Int, count: Int = 1) -> TIFFEntry {
    TIFFEntry(offset: 10, tag: 1, type: type, count: count, valueOffset: 18)
  }

  @Test func typesTakeTheirBytes() {
    for type in 0...65_535 { #expect(TIFFEntry.elementSize(ofType: type) == Self.sizes[type] ?? 1) }
    for type in 0...20 { #expect(entry(type: type).elementSize == Self.sizes[type] ?? 1) }
  }

  @Test func onlyWholeNumbersCarryAnOrientation() {
    for type in 0...20 {
      #expect(entry(type: type).isInteger == [1, 3, 4, 8, 9].contains(type))
      #expect(entry(type: type).isWideInteger == [16, 17].contains(type))
      #expect(entry(type: type).isSigned == [8, 9, 17].contains(type))
    }
  }

  @Test func bitsAreNumbersOfTheirType() {
    for type in [1, 3, 4, 13, 16, 17, 18] { #expect(entry(type: type).integer(6) == 6) }
    #expect(entry(type: 8).integer(0xFFFE) == -2 && entry(type: 9).integer(0xFFFF_FFFE) == -2)
    for type in [0, 2, 5, 6, 7, 10, 11, 12, 14, 15, 19] { #expect(entry(type: type).integer(6) == nil) }
  }

  /// A value is in the entry if it is no wider than an offset, which in BigTIFF has eight bytes.
  @Test(arguments: TinyTIFF.ByteOrder.allCases, [false, true])
  func valuesStandInTheEntryWhereTheyFit(order: TinyTIFF.ByteOrder, isBigTIFF: Bool) throws {
    let magic = order.bytes(isBigTIFF ? 43 : 42, width: 2)
    let layout = try #require(TIFFLayout(header: (order == .big ? [0x4D, 0x4D] : [0x49, 0x49]) + magic))
    for count in 1...12 {
      let source = TinyEntry(300, .byte, Array(repeating: 1, count: count))
      let bytes = TinyDirectory(order, isBigTIFF: isBigTIFF, [source]).bytes(at: 100, next: 0)
      let place = isBigTIFF ? 108 : 102
      let found = try #require(TIFFEntry(at: place, in: bytes, startingAt: 100, layout))
      let isInline = count <= (isBigTIFF ? 8 : 4)
      #expect(found.offset == place && found.tag == 300 && found.type == 1 && found.count == count)
      #expect((found.valueOffset == place + (isBigTIFF ? 12 : 8)) == isInline)
      #expect(bytes[found.valueOffset - 100..<found.valueOffset - 100 + count].allSatisfy { $0 == 1 })
      for end in 0..<layout.entrySize {
        let cut = Array(bytes.prefix(place - 100 + end))
        #expect(TIFFEntry(at: place, in: cut, startingAt: 100, layout) == nil)
      }
    }
  }
}
