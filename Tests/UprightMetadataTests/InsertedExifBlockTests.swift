// Inserting a missing field: where it goes, that nothing else moves, and that it can be removed again. The bytes
// appended for a directory with one more entry, byte by byte, and the mark at its end.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct InsertedExifBlockTests {
  private func retagged(_ bytes: [UInt8], to tag: ExifOrientation) throws -> [UInt8] {
    try Probe(bytes).retag(to: Orientation(exif: tag)).applied(to: bytes)
  }

  private func isNotWritable(_ bytes: [UInt8]) throws -> Bool {
    let probe = try Probe(bytes)
    do throws(MetadataError) {
      _ = try probe.retag(to: Orientation(exif: .rightTop))
      return false
    } catch {
      return error.code == .fieldNotWritable
    }
  }

  static let withoutTag: [(name: String, bytes: [UInt8])] = [
    ("nothing", TinyJPEG(.sixColors).bytes),
    ("JFIF", TinyJPEG(.sixColors, segments: [.jfif]).bytes),
    ("profile", TinyJPEG(.sixColors, segments: TinySegment.icc(TinySegment.profile(byteCount: 500))).bytes),
    ("little", TinyJPEG(.sixColors, exif: TestFile.richBlock(.little, orientation: nil)).bytes),
    ("big", TinyJPEG(.sixColors, exif: TestFile.richBlock(.big, orientation: nil)).bytes),
    ("empty directory", TinyJPEG(.sixColors, exif: TinyTIFF(.big)).bytes),
    (
      "odd length",
      TinyJPEG(.sixColors, segments: [.jfif, .exif(TinyTIFF(ifd0: [TinyEntry(271, text: "Maker")]).bytes + [0])]).bytes
    ),
  ]

  @Test(arguments: withoutTag.map(\.name), ExifOrientation.allCases.dropFirst())
  func insertedAndTakenOut(name: String, tag: ExifOrientation) throws {
    let bytes = try #require(Self.withoutTag.first { $0.name == name }).bytes
    let patch = try Probe(bytes).retag(to: Orientation(exif: tag))
    #expect(!patch.isInPlace)
    let tagged = try patch.applied(to: bytes)
    let probe = try Probe(tagged)
    #expect(probe.orientation.exif == tag)
    #expect(probe.findings.isEmpty)
    #expect(try patch.inverse.applied(to: tagged) == bytes)
    #expect(try retagged(tagged, to: .topLeft) == bytes, "setting back takes the carrier out")
  }

  @Test(arguments: withoutTag.map(\.name))
  func aSecondChangeIsOneByte(name: String) throws {
    let bytes = try #require(Self.withoutTag.first { $0.name == name }).bytes
    let tagged = try retagged(bytes, to: .rightTop)
    let patch = try Probe(tagged).retag(to: Orientation(exif: .leftTop))
    #expect(patch.isInPlace)
    #expect(patch.changedByteCount == 1)
    let again = try patch.applied(to: tagged)
    #expect(try retagged(again, to: .topLeft) == bytes)
  }

  @Test(arguments: withoutTag.map(\.name))
  func anUprightFileStaysWithout(name: String) throws {
    let bytes = try #require(Self.withoutTag.first { $0.name == name }).bytes
    #expect(try Probe(bytes).retag(to: .identity).isEmpty)
  }

  @Test func somebodyElsesCarrierIsNotTakenOut() throws {
    for order in TinyTIFF.ByteOrder.allCases {
      let bytes = TinyJPEG(.sixColors, exif: TinyTIFF(order, orientation: 6)).bytes
      let back = try retagged(bytes, to: .topLeft)
      #expect(back.count == bytes.count)
      #expect(back != bytes)
    }
  }

  @Test func aNewSegmentStandsBehindJFIF() throws {
    let tagged = try retagged(TinyJPEG(.sixColors, segments: [.jfif, .comment("c")]).bytes, to: .rightTop)
    #expect(Array(tagged[2..<4]) == [0xFF, 0xE0])
    #expect(Array(tagged[20..<22]) == [0xFF, 0xE1])
    let plain = try retagged(TinyJPEG(.sixColors, segments: [.comment("c")]).bytes, to: .rightTop)
    #expect(Array(plain[2..<4]) == [0xFF, 0xE1])
  }

  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func offsetsOfTheBlockStayTrue(order: TinyTIFF.ByteOrder) throws {
    let block = TestFile.richBlock(order, orientation: nil)
    let bytes = TinyJPEG(.sixColors, exif: block).bytes
    let tagged = try retagged(bytes, to: .rightBottom)
    #expect(try Probe(tagged).thumbnail?.bytes == block.thumbnail)
    let start = 2 + 4 + 6
    let before = bytes[start + 8..<start + block.bytes.count]
    #expect(tagged[start + 8..<start + block.bytes.count] == before, "only the header's pointer and the end differ")
  }

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "needs exiftool"), arguments: TinyTIFF.ByteOrder.allCases)
  func exiftoolFindsEverythingStill(order: TinyTIFF.ByteOrder) throws {
    let block = TestFile.richBlock(order, orientation: nil)
    let bytes = TinyJPEG(.sixColors, exif: block).bytes
    let folder = try ScratchFolder()
    let path = try folder.write(try retagged(bytes, to: .rightBottom), as: "tagged.jpg")
    let answer = try OutsideTool.exiftool.run([
      "-n", "-T", "-validate", "-IFD0:Orientation", "-Make", "-Software", "-ExifImageWidth", "-SubjectArea",
      "-ThumbnailLength", "-MakerNoteUnknownText", "-Warning", path,
    ])
    let columns = answer.text.split(separator: "\t").map(String.init).dropFirst()
    let length = try #require(block.thumbnail?.count)
    #expect(Array(columns.prefix(6)) == ["7", "Maker", "Software", "48", "10 11 4 5", "\(length)"], "\(answer.text)")
    #expect(try OutsideTool.exiftool.run(["-b", "-ThumbnailImage", path]).output == block.thumbnail)
  }

  @Test func aFullSegmentIsRefused() throws {
    func file(_ count: Int) -> [UInt8] {
      let block = TinyTIFF(ifd0: [TinyEntry(271, text: "Maker")]).bytes
      let filler = Array(repeating: UInt8(1), count: count - TinySegment.exifPrefix.count - block.count)
      return TinyJPEG(.sixColors, segments: [.exif(block + filler)]).bytes
    }
    #expect(try isNotWritable(file(65_533)))
    let roomy = file(65_400)
    #expect(try Probe(retagged(roomy, to: .rightTop)).orientation.exif == .rightTop)
    for count in 65_470...65_533 where try !isNotWritable(file(count)) {
      let tagged = try retagged(file(count), to: .rightTop)
      #expect(try Probe(tagged).orientation.exif == .rightTop)
      #expect(try Probe(tagged).findings.isEmpty)
    }
  }

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "needs exiftool"))
  func listedImagesStayWhereTheyAreListed() throws {
    let second = TinyJPEG(.sixGrays.enlarged(by: 8)).bytes
    let blocks: [[TinySegment]] = [[], [.jfif], [.exif(TestFile.richBlock(.big, orientation: nil))]]
    let folder = try ScratchFolder()
    for segments in blocks {
      var file = TinyJPEG(.sixColors, segments: segments)
      file.furtherImages = [second]
      guard try !isNotWritable(file.bytes) else { continue }
      let path = try folder.write(try retagged(file.bytes, to: .rightTop), as: "several.jpg")
      #expect(try OutsideTool.exiftool.run(["-b", "-MPImage2", path]).output == second)
    }
  }

  @Test func growthBehindAListOfImagesIsRefused() throws {
    var file = TinyJPEG(.sixColors)
    file.furtherImages = [TinyJPEG(.sixGrays).bytes]
    file.segmentsAfterFrame = [.exif(TestFile.richBlock(.big, orientation: nil))]
    #expect(try isNotWritable(file.bytes))
  }

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
