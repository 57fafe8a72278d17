// Layouts: four kinds of header, and numbers of every width in either byte order.

import Testing

@testable import UprightMetadata

@Suite struct TIFFLayoutTests {
  private static let headers: [[UInt8]] = [
    [0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43],
  ]

  @Test func fourHeadersAreKnown() throws {
    let layouts = try Self.headers.map { try #require(TIFFLayout(header: $0)) }
    #expect(layouts.map(\.isBigEndian) == [false, true, false, true])
    #expect(layouts.map(\.isBigTIFF) == [false, false, true, true])
    #expect(layouts.map(\.entrySize) == [12, 12, 20, 20])
    #expect(layouts.map(\.headerSize) == [8, 8, 16, 16])
    #expect(layouts.map(\.firstPointerOffset) == [4, 4, 8, 8])
    #expect(layouts.map(\.countSize) == [2, 2, 8, 8])
  }

  @Test func everyOtherHeaderIsNone() {
    for header in Self.headers {
      for place in 0..<4 {
        for value in UInt8.min...UInt8.max where value != header[place] {
          var other = header
          other[place] = value
          #expect(TIFFLayout(header: other) == nil || Self.headers.contains(other))
        }
        #expect(TIFFLayout(header: Array(header.prefix(place))) == nil)
      }
    }
  }

  @Test func numbersComeBackAsTheyWereWritten() throws {
    for header in Self.headers {
      let layout = try #require(TIFFLayout(header: header))
      for size in [1, 2, 4, 8] {
        for number in [0, 1, 6, 255, 1 << (8 * size - 2), (1 << (8 * size - 1)) &- 1] {
          let bytes = [0xAA, 0xAA] + layout.encode(number, size: size) + [0xAA]
          #expect(bytes.count == 3 + size)
          #expect(layout.number(in: bytes, at: 2, size: size) == number)
        }
      }
      #expect(layout.encode(offset: 5).count == layout.offsetSize)
    }
    let big = try #require(TIFFLayout(header: Self.headers[1]))
    let little = try #require(TIFFLayout(header: Self.headers[0]))
    #expect(big.encode(0x0102_0304, size: 4) == [1, 2, 3, 4] && little.encode(0x0102_0304, size: 4) == [4, 3, 2, 1])
  }

  @Test func numbersOutsideAreNoneAndHugeOnesTheLargest() throws {
    let layout = try #require(TIFFLayout(header: Self.headers[3]))
    for place in [-1, 5, 8, Int.max, Int.min] {
      #expect(layout.number(in: [UInt8](repeating: 1, count: 8), at: place, size: 4) == nil)
    }
    #expect(layout.number(in: [], at: 0, size: 2) == nil)
    #expect(layout.number(in: [UInt8](repeating: 0xFF, count: 8), at: 0, size: 8) == Int.max)
    #expect(layout.number(in: [0x80] + [UInt8](repeating: 0, count: 7), at: 0, size: 8) == Int.max)
  }
}
