// A written directory is read back as intended.

import Testing

@testable import UprightMetadata

@Suite struct WrittenDirectoryTests {
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
