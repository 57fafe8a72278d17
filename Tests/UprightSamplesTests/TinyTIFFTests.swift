// Exif blocks byte by byte, and as other readers see them.

import Testing
import UprightFixtures
import UprightTestTools

@Suite struct TinyTIFFTests {
  @Test func littleEndianOrientationIsTwentySixBytes() {
    #expect(
      TinyTIFF(.little, orientation: 6).bytes == [
        0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0,
      ])
  }

  @Test func bigEndianOrientationIsTwentySixBytes() {
    #expect(
      TinyTIFF(.big, orientation: 6).bytes == [
        0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0,
      ])
  }

  @Test func liesStandWhereTheyBelong() {
    var block = TinyTIFF(.big, ifd0: [.orientation(6)])
    block.statedOrder = .little
    block.magic = 43
    block.statedCount = 5
    block.loops = true
    let bytes = block.bytes
    #expect(Array(bytes[0..<4]) == [0x49, 0x49, 0, 43])
    #expect(Array(bytes[8..<10]) == [0, 5])
    #expect(Array(bytes[22..<26]) == [0, 0, 0, 8])
  }

  @Test func longValuesLieBehindTheDirectory() {
    let block = TinyTIFF(.little, ifd0: [.orientation(3), TinyEntry(271, text: "Maker")])
    let bytes = block.bytes
    #expect(Array(bytes[10..<12]) == [0x0F, 0x01], "entries are sorted by tag")
    #expect(Array(bytes[18..<22]) == [38, 0, 0, 0])
    #expect(Array(bytes[38..<44]) == Array("Maker\0".utf8))
  }

  @Test func rawFieldsAndClaimedCountsOverrule() {
    let entry = TinyEntry(274, .short, [6], statedCount: 2, rawField: [0, 0, 0, 6])
    let bytes = TinyTIFF(.big, ifd0: [entry]).bytes
    #expect(Array(bytes[14..<22]) == [0, 0, 0, 2, 0, 0, 0, 6])
  }

  /// Everything at once: a maker note with an offset into the block, an Exif directory, a thumbnail.
  static func rich(_ order: TinyTIFF.ByteOrder) -> TinyTIFF {
    var block = TinyTIFF(
      order, ifd0: [TinyEntry(271, text: "Maker"), .orientation(6), TinyEntry(282, .rational, [72, 1])])
    block.exif = TinyEntry.pixelDimensions(width: 48, height: 32) + [.subjectArea([10, 11, 4, 5])]
    block.makerNote = "a note that is longer than four bytes"
    block.ifd1 = [.orientation(6)]
    block.thumbnail = TinyJPEG(.sixGrays.enlarged(by: 4)).bytes
    return block
  }

  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func makerNoteOffsetsCountFromTheHeader(order: TinyTIFF.ByteOrder) throws {
    let bytes = Self.rich(order).bytes
    let note = Array("a note that is longer than four bytes\0".utf8)
    let place = try #require((0..<bytes.count - note.count).first { bytes[$0..<$0 + note.count].elementsEqual(note) })
    #expect(Array(bytes[place - 8..<place - 4]) == order.bytes(place, width: 4))
  }

  @Test(
    .enabled(if: OutsideTool.exiftool.isInstalled, "needs exiftool"), arguments: TinyTIFF.ByteOrder.allCases)
  func exiftoolReadsAllOfIt(order: TinyTIFF.ByteOrder) throws {
    let folder = try ScratchFolder()
    let block = Self.rich(order)
    let file = try folder.write(TinyJPEG(.sixColors.enlarged(by: 16), exif: block).bytes, as: "rich.jpg")
    let answer = try OutsideTool.exiftool.run([
      "-n", "-T", "-IFD0:Make", "-IFD0:Orientation", "-IFD1:Orientation", "-XResolution", "-ExifImageWidth",
      "-ExifImageHeight", "-SubjectArea", "-ThumbnailLength", "-Warning", file,
    ])
    let length = try #require(block.thumbnail?.count)
    #expect(answer.text == "Maker\t6\t6\t72\t48\t32\t10 11 4 5\t\(length)\t-")
    let thumbnail = try OutsideTool.exiftool.run(["-b", "-ThumbnailImage", file])
    #expect(thumbnail.output == block.thumbnail)
  }
}
