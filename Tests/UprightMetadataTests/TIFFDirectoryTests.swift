// Directories: their contents, and where they end. Entries: the sizes of their types, their numbers, and the positions
// of their values. Layouts: four kinds of header, and numbers of every width in either byte order. A written directory
// is read back as intended.

import Testing
import UprightFixtures

@testable import UprightMetadata

@Suite struct TIFFDirectoryTests {
  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func entriesAreFoundByTag(order: TinyTIFF.ByteOrder) throws {
    let source = TinyTIFF(
      order, ifd0: [.orientation(6), TinyEntry(271, text: "ab"), .orientation(3), TinyEntry(256, .long, [70_000])])
    let block = try #require(TIFFBlock(source.bytes))
    let directory = try #require(block.ifd0)
    #expect(directory.entries.map(\.tag) == [256, 271, 274, 274])
    #expect(directory.all(.orientation).map { block.integer(of: $0) } == [6, 3])
    #expect(directory.first(.orientation).flatMap { block.integer(of: $0) } == 6)
    #expect(directory.first(.imageWidth).flatMap { block.integer(of: $0) } == 70_000)
    #expect(directory.first(.imageLength) == nil && directory.all(.imageLength).isEmpty)
  }

  /// Directories of 0…20 entries: the positions of their parts, counted.
  @Test func aDirectoryEndsBehindItsLink() throws {
    for count in 0...20 {
      let source = TinyTIFF(.big, ifd0: (0..<count).map { TinyEntry(300 + $0, .short, [$0]) })
      let directory = try #require(TIFFBlock(source.bytes)?.ifd0)
      #expect(directory.offset == 8 && directory.declaredCount == count && directory.isComplete)
      #expect(directory.nextFieldOffset == 8 + 2 + count * 12 && directory.endOffset == source.bytes.count)
      #expect(directory.next == 0)
      for (index, entry) in directory.entries.enumerated() {
        #expect(entry.offset == 10 + 12 * index && entry.valueOffset == entry.offset + 8)
      }
    }
  }

  /// Truncated anywhere, a directory is incomplete and keeps the entries whose bytes are all there.
  @Test func everyPrefixKeepsWholeEntriesOnly() throws {
    let bytes = TinyTIFF(ifd0: (0..<5).map { TinyEntry(300 + $0, .short, [$0]) }).bytes
    for count in 10..<bytes.count {
      let directory = try #require(TIFFBlock(Array(bytes[..<count]))?.ifd0)
      #expect(!directory.isComplete && directory.entries.count == (count - 10) / 12)
    }
    #expect(TIFFBlock(Array(bytes[..<9]))?.ifd0 == nil)
  }

  @Test func tagsHaveTheirNumbers() {
    let numbers: [(TIFFTag, Int)] = [
      (.newSubfileType, 254), (.subfileType, 255), (.subdirectories, 330), (.xmp, 700), (.imageWidth, 256),
      (.imageLength, 257), (.compression, 259), (.stripOffsets, 273), (.orientation, 274),
      (.stripByteCounts, 279), (.xResolution, 282), (.yResolution, 283), (.thumbnailOffset, 513),
      (.thumbnailLength, 514), (.exifDirectory, 34_665), (.subjectArea, 37_396), (.pixelXDimension, 40_962),
      (.pixelYDimension, 40_963), (.subjectLocation, 41_492),
    ]
    for (tag, number) in numbers { #expect(tag.rawValue == number) }
  }

  @Test(arguments: [4_095, 4_096, 4_097, 65_535])
  func noMoreEntriesAreReadThanAnyDirectoryHas(count: Int) throws {
    let entry: [UInt8] = [0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]
    let head: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, UInt8(count & 255), UInt8(count >> 8)]
    let block = try #require(TIFFBlock(head + repeatElement(entry, count: count).joined() + [0, 0, 0, 0]))
    let directory = try #require(block.ifd0)
    #expect(directory.entries.count == min(count, 4_096))
    #expect(directory.isComplete == (count <= 4_096))
  }

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

  @Test(arguments: [false, true])
  func fieldsAreSortedAndValuesFollow(isBigEndian: Bool) throws {
    let layout = TIFFLayout(isBigEndian: isBigEndian)
    var directory = WrittenDirectory()
    directory.add(.stripByteCounts, [70_000, 3], width: 4, layout)
    directory.add(.imageWidth, [9], width: 2, layout)
    directory.add(.xmp, bytes: [1, 2, 3, 4, 5])
    directory.inside[.exifDirectory] = WrittenDirectory(
      fields: [.init(tag: 0xA002, type: 3, count: 1, bytes: layout.encode(77, size: 2))])
    let block = try #require(TIFFBlock(layout.header(firstDirectory: 8) + directory.bytes(at: 8, layout)))
    let main = try #require(block.ifd0)
    #expect(main.entries.map(\.tag) == [0x100, 0x117, 0x2BC, 0x8769] && main.isComplete && main.next == 0)
    #expect(main.first(.imageWidth).flatMap { block.integer(of: $0) } == 9)
    #expect(main.first(.stripByteCounts).flatMap { block.integer(of: $0) } == 70_000)
    let packet = try #require(main.first(.xmp))
    #expect(block.bytes[packet.valueOffset..<packet.valueOffset + 5] == [1, 2, 3, 4, 5])
    #expect(block.exifDirectory?.first(.pixelXDimension).flatMap { block.integer(of: $0) } == 77)
  }
}
