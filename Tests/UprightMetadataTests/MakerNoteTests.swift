// Canon's and Panasonic's notes about camera rotation, and notes without it.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct MakerNoteTests {
  private func orientation(_ note: TinyMakerNote?, make: String = "Canon", _ order: TinyTIFF.ByteOrder = .little) throws
    -> ExifOrientation?
  {
    var block = TinyTIFF(order, ifd0: [TinyEntry(271, text: make), .orientation(1)])
    block.exif = TinyEntry.pixelDimensions(width: 3, height: 2)
    block.makerNote = note
    return MakerNote.orientation(in: try #require(TIFFBlock(block.bytes)))
  }

  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func canonCountsQuarterTurnsClockwise(order: TinyTIFF.ByteOrder) throws {
    for (quarters, tag) in [ExifOrientation.topLeft, .rightTop, .bottomRight, .leftBottom].enumerated() {
      #expect(try orientation(.canon(autoRotate: quarters), order) == tag)
    }
    for other in [4, 6, 255, 65_535] { #expect(try orientation(.canon(autoRotate: other), order) == nil) }
  }

  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func panasonicHasTheNumbersOfTheTag(order: TinyTIFF.ByteOrder) throws {
    for tag in ExifOrientation.allCases {
      #expect(try orientation(.panasonic(rotation: Int(tag.rawValue)), make: "Panasonic", order) == tag)
    }
    for other in [0, 9, 65_535] { #expect(try orientation(.panasonic(rotation: other), order) == nil) }
  }

  @Test func othersSayNothing() throws {
    #expect(try orientation(nil) == nil)
    #expect(try orientation("a note that is longer than four bytes") == nil)
    #expect(try orientation(.canon(autoRotate: 1), make: "Nikon") == nil)
    #expect(try orientation(.canon(autoRotate: 1, count: 27)) == nil, "the list is too short")
    let short = TinyMakerNote(entries: [TinyEntry(4, .short, [2])])
    #expect(try orientation(short) == nil)
  }

  /// A note that was moved without its offsets: the data at an offset does not begin with its own length.
  @Test func movedNotesSayNothing() throws {
    var note = TinyMakerNote.canon(autoRotate: 1)
    note.entries[1].values[0] = 100
    #expect(try orientation(note) == nil)
  }

  @Test(arguments: [TinyMakerNote.canon(autoRotate: 1), .panasonic(rotation: 6)])
  func everyPrefixAndEveryByteIsRead(note: TinyMakerNote) throws {
    var block = TinyTIFF(.big, ifd0: [TinyEntry(271, text: "Canon")])
    block.makerNote = note
    let whole = block.bytes
    for count in 0...whole.count { _ = TIFFBlock(Array(whole.prefix(count))).flatMap(MakerNote.orientation) }
    for place in whole.indices {
      for value in [UInt8](0...255) {
        var bytes = whole
        bytes[place] = value
        _ = TIFFBlock(bytes).flatMap(MakerNote.orientation)
      }
    }
  }

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "\(OutsideTool.exiftool.reason)"))
  func exiftoolReadsTheFixturesAlike() throws {
    let folder = try ScratchFolder()
    for (note, make, expected) in [
      (TinyMakerNote.canon(autoRotate: 3), "Canon", "3"), (.panasonic(rotation: 8), "Panasonic", "8"),
    ] {
      var block = TinyTIFF(.little, ifd0: [TinyEntry(271, text: make), .orientation(1)])
      block.makerNote = note
      let file = try folder.write(TinyJPEG(.sixGrays, exif: block).bytes, as: "note.jpg")
      let answer = try OutsideTool.exiftool.run(["-n", "-s3", "-AutoRotate", "-Panasonic:Rotation", file])
      #expect(answer.text == expected)
    }
  }
}
