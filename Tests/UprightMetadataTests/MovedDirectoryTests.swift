// The bytes appended for a directory with one more entry, byte by byte, and the mark at its end.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct MovedDirectoryTests {
  @Test func theTailByteByByte() throws {
    let block = try #require(
      TIFFBlock(TinyTIFF(.big, ifd0: [TinyEntry(256, .short, [3]), TinyEntry(305, .short, [4])]).bytes))
    let directory = try #require(block.ifd0)
    let tail = MovedDirectory.tail(of: directory, in: block.bytes, behind: 39, with: .rightTop)
    #expect(
      tail == [
        0, 0, 3, 1, 0, 0, 3, 0, 0, 0, 1, 0, 3, 0, 0, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0,
        1, 0x31, 0, 3, 0, 0, 0, 1, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 39,
      ] + Array("UpRt".utf8))
    #expect(MovedDirectory.offset(behind: 39) == 40 && MovedDirectory.offset(behind: 40) == 40)
    #expect(MovedDirectory.tail(of: directory, in: block.bytes, behind: 38, with: .rightTop).count == tail.count - 1)
  }

  /// The same bytes may be stated from the directory's start.
  @Test(arguments: TinyTIFF.ByteOrder.allCases, [false, true])
  func theBytesMayStartAtTheDirectory(order: TinyTIFF.ByteOrder, isBigTIFF: Bool) throws {
    let source = TinyDirectory(order, isBigTIFF: isBigTIFF, [TinyEntry(305, .short, [4]), TinyEntry(256, .short, [3])])
    let magic = order.bytes(isBigTIFF ? 43 : 42, width: 2)
    let layout = try #require(TIFFLayout(header: (order == .big ? [0x4D, 0x4D] : [0x49, 0x49]) + magic))
    let bytes = source.bytes(at: 100, next: 7)
    let directory = try #require(TIFFDirectory(at: 100, in: bytes, startingAt: 100, layout))
    let tail = MovedDirectory.tail(of: directory, in: bytes, startingAt: 100, behind: 200, with: .leftBottom)
    let again = try #require(TIFFDirectory(at: 200, in: tail, startingAt: 200, layout))
    #expect(again.entries.map(\.tag) == [256, 274, 305] && again.next == 7 && again.isComplete)
    #expect(again.endOffset + MovedDirectory.Note.size(layout) == 200 + tail.count)
    let note = try #require(MovedDirectory.Note(endOf: tail, layout))
    #expect(note.formerOffset == 100 && note.formerCount == 200)
    #expect(Array(tail.suffix(MovedDirectory.Note.size(layout))) == note.bytes(layout))
    for count in 0..<tail.count { #expect(MovedDirectory.Note(endOf: Array(tail.prefix(count)), layout) == nil) }
  }
}
