// Reasons for doubt: stale tags, thumbnails with another orientation, cameras that recorded something else; and what is
// no reason. Canon's and Panasonic's notes about camera rotation, and notes without it.

import Foundation
import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct OrientationCheckTests {
  private let lying = TinyImage(width: 6, height: 4, filledWith: [90])
  private let upright = TinyImage(width: 4, height: 6, filledWith: [90])
  private static let codes: [Finding.Code] = [.staleTag, .thumbnailOrientedDifferently, .makerNoteConflict]

  private func suspicions(_ image: TinyImage, _ block: TinyTIFF) throws -> [Finding.Code] {
    try Probe(TinyJPEG(image, exif: block).bytes).findings.map(\.code).filter(Self.codes.contains)
  }

  private func block(_ tag: Int, noting size: (width: Int, height: Int)? = nil, thumbnail: TinyImage? = nil) -> TinyTIFF
  {
    var block = TinyTIFF(tag % 2 == 0 ? .big : .little, orientation: tag)
    if let size { block.exif = TinyEntry.pixelDimensions(width: size.width, height: size.height) }
    block.thumbnail = thumbnail.map { TinyJPEG($0).bytes }
    return block
  }

  @Test(arguments: 1...8)
  func aTagIsStaleWhereTheCameraNotedTheImageLying(tag: Int) throws {
    let stale: [Finding.Code] = tag > 4 ? [.staleTag] : []
    #expect(try suspicions(upright, block(tag, noting: (60, 40))) == stale)
    #expect(try suspicions(upright, block(tag, noting: (4, 6))) == [])
    #expect(try suspicions(lying, block(tag, noting: (6, 4))) == [])
    #expect(try suspicions(lying, block(tag, noting: (4, 6))) == [], "a size as displayed is no evidence")
    #expect(try suspicions(upright, block(tag)) == [])
    #expect(try suspicions(upright, block(tag, noting: (0, 0))) == [])
  }

  @Test(arguments: 1...8)
  func aThumbnailThatLiesTellsOfBoth(tag: Int) throws {
    let both: [Finding.Code] = tag > 4 ? [.staleTag, .thumbnailOrientedDifferently] : [.thumbnailOrientedDifferently]
    #expect(try suspicions(upright, block(tag, thumbnail: lying)) == both)
    #expect(try suspicions(upright, block(tag, thumbnail: upright)) == [])
    #expect(try suspicions(lying, block(tag, thumbnail: upright)) == [.thumbnailOrientedDifferently])
    #expect(try suspicions(lying, block(tag, thumbnail: lying)) == [])
  }

  /// 4:3 thumbnails with bars at the sides are how cameras store square ones.
  @Test func aSquareLiesAsAnythingDoes() throws {
    let square = TinyImage(width: 20, height: 20, filledWith: [90])
    let nearly = TinyImage(width: 20, height: 22, filledWith: [90])
    let wide = TinyImage(width: 22, height: 20, filledWith: [90])
    for (image, thumbnail) in [(square, lying), (square, upright), (lying, square), (nearly, lying), (nearly, wide)] {
      #expect(try suspicions(image, block(1, thumbnail: thumbnail)) == [])
    }
    let tall = TinyImage(width: 20, height: 23, filledWith: [90])
    #expect(try suspicions(tall, block(1, thumbnail: lying)) == [.thumbnailOrientedDifferently])
  }

  /// An image rotated since as the camera recorded is correct.
  @Test(arguments: 1...8)
  func anImageThatWasTurnedAsNotedIsNotDoubted(noted: Int) throws {
    var block = block(1)
    block.makerNote = .panasonic(rotation: noted)
    #expect(try suspicions(upright, block) == ((2...4).contains(noted) ? [.makerNoteConflict] : []))
  }

  @Test func whatIsDoubtedStaysAsItIs() throws {
    let bytes = TinyJPEG(upright, exif: block(6, noting: (60, 40), thumbnail: lying)).bytes
    let probe = try Probe(bytes)
    #expect(probe.orientation.exif == .rightTop)
    #expect(probe.displayedSize == PixelSize(width: 6, height: 4))
    #expect(probe.findings.first { $0.code == .staleTag }?.message.contains("60x40") == true)
  }

  @Test func aHeightThatIsLeftOpenTellsNothing() throws {
    var bytes = TinyJPEG(upright, exif: block(6, thumbnail: lying)).bytes
    let frame = try #require(bytes.indices.dropLast().last { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    bytes.replaceSubrange(frame + 5..<frame + 7, with: [0, 0])
    #expect(try Probe(bytes).findings.map(\.code) == [.heightDeferred])
  }

  @Test(arguments: 1...8, [1, 3, 6, 8])
  func aCameraThatTurnedTheImageIsHeard(tag: Int, noted: Int) throws {
    var block = block(tag)
    block.makerNote = .panasonic(rotation: noted)
    let conflict: [Finding.Code] = noted != 1 && noted != tag ? [.makerNoteConflict] : []
    #expect(try suspicions(lying, block) == conflict)
  }

  @Test(
    .enabled(if: Corpus.folder != nil, "\(Corpus.reason)"),
    arguments: [
      ("Canon_EOS_20D_2", [Finding.Code.staleTag]), ("Sony_Cybershot_3", [.staleTag, .thumbnailOrientedDifferently]),
      ("Canon_PowerShot_G2", [.thumbnailOrientedDifferently]), ("Minolta_DiMAGE_7", [.thumbnailOrientedDifferently]),
      ("Sony_DCR-PC110E_1", [.thumbnailOrientedDifferently]),
    ])
  func realPhotosThatAreOdd(name: String, codes: [Finding.Code]) throws {
    let file = try #require(Corpus.files("real/jpg").first { $0.lastPathComponent == name + ".jpg" })
    let found = try Probe([UInt8](Data(contentsOf: file))).findings.map(\.code).filter(Self.codes.contains)
    #expect(found == codes)
  }

  @Test(.enabled(if: Corpus.folder != nil, "\(Corpus.reason)"))
  func otherRealPhotosAreNot() throws {
    let odd = ["Canon_EOS_20D_2", "Sony_Cybershot_3", "Canon_PowerShot_G2", "Minolta_DiMAGE_7", "Sony_DCR-PC110E_1"]
    var seen = 0
    for file in Corpus.files("real/jpg", suffix: "jpg") + Corpus.files("eightway", suffix: "jpg")
    where !odd.contains(file.deletingPathExtension().lastPathComponent) {
      seen += 1
      let codes = try Probe([UInt8](Data(contentsOf: file))).findings.map(\.code)
      #expect(codes.filter(Self.codes.contains) == [], "\(file.lastPathComponent)")
    }
    #expect(seen > 20)
  }

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
