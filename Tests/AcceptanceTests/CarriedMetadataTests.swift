// Metadata of a new image: ICC bit for bit, Exif and XMP match it, maker notes keep their offsets, no sideways
// thumbnail.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite struct CarriedMetadataTests {
  static let profile = TinySegment.profile(byteCount: 70_000)

  static func photo(_ tag: ExifOrientation) -> [UInt8] {
    let stored = RoutesAgreeTests.image.stored(as: tag)
    var block = TinyTIFF(.big, ifd0: [TinyEntry(271, text: "Maker"), .orientation(Int(tag.rawValue))])
    block.exif = TinyEntry.pixelDimensions(width: stored.width, height: stored.height) + [.subjectArea([8, 4, 6, 2])]
    block.makerNote = "a note with offsets of its own"
    block.ifd1 = [.orientation(Int(tag.rawValue))]
    block.thumbnail = TinyJPEG(TinyImage.sixColors.enlarged(by: 8).stored(as: tag)).bytes
    let xmp = TinyXMP.packet(orientation: "\(tag.rawValue)", form: .attribute)
    var file = TinyJPEG(
      stored, segments: [.exif(block), .xmp(xmp), .comment("kept")] + TinySegment.icc(profile))
    file.trailer = Array("a film behind the picture".utf8)
    return file.bytes
  }

  static let wishes: [(String, Pipeline)] = [("transform", house), ("transcode", houseOfPixels)]

  @Test(arguments: ExifOrientation.allCases, 0..<2)
  func everythingIsTrueOfTheNewImage(_ tag: ExifOrientation, _ which: Int) throws {
    let (name, pipeline) = Self.wishes[which]
    guard tag != .topLeft else { return }
    let source = Self.photo(tag)
    let result = try pipeline.run(Rendition(upright: .pixels), on: source)
    let probe = try Probe(result)
    #expect(probe.orientation.isIdentity && probe.findings.isEmpty, "\(name): \(probe.findings)")
    #expect(probe.storedSize == PixelSize(width: 48, height: 32))
    let thumbnail = try #require(probe.thumbnail)
    let small = try displayed(thumbnail.bytes)
    #expect(TinyImage.sixColors.enlarged(by: 8).distance(to: small) <= 8, "the thumbnail turned along")
    let edit = MetadataEdit(
      size: PixelSize(width: 48, height: 32), map: Transform2D(scaleX: 1, scaleY: 1), thumbnail: thumbnail.bytes,
      keepsProfile: true, keepsCoding: true)
    let carried = try probe.carry(edit, from: result)
    #expect(carried.icc == Self.profile)
    let packet = String(decoding: carried.xmp ?? [], as: UTF8.self)
    #expect(packet.contains("tiff:Orientation=\"1\""))
    #expect(carried.segments.contains { $0.marker == 0xFE && $0.payload == Array("kept".utf8) })
    #expect(result.suffix(25).elementsEqual("a film behind the picture".utf8), "\(name) keeps the trailer")
  }

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "\(OutsideTool.exiftool.reason)"))
  func exiftoolReadsTheSame() throws {
    let folder = try ScratchFolder()
    for tag in ExifOrientation.allCases where tag != .topLeft {
      for (name, pipeline) in Self.wishes {
        let result = try pipeline.run(Rendition(upright: .pixels), on: Self.photo(tag))
        let path = try folder.write(result, as: "\(name)\(tag.rawValue).jpg")
        let read = try OutsideTool.exiftool.run([
          "-n", "-s3", "-IFD0:Orientation", "-IFD1:Orientation", "-XMP-tiff:Orientation", "-ExifImageWidth",
          "-ExifImageHeight", "-SubjectArea", "-Make", path,
        ])
        let centre = Transform2D(
          Orientation(exif: tag),
          in: PixelSize<Stored>(
            width: RoutesAgreeTests.image.stored(as: tag).width,
            height: RoutesAgreeTests.image.stored(as: tag).height
          )
        ).apply(Point2D(x: 8, y: 4))
        let area = Orientation(exif: tag).swapsAxes ? "2 6" : "6 2"
        let expected = ["1", "1", "1", "48", "32", "\(Int(centre.x)) \(Int(centre.y)) \(area)", "Maker"]
        #expect(read.text.split(separator: "\n").map(String.init) == expected, "\(name), tag \(tag)")
        let warnings = try OutsideTool.exiftool.run(["-validate", "-warning", "-s3", path])
        #expect(!warnings.text.contains("Error"), "\(warnings.text)")
      }
    }
  }

  @Test(arguments: ExifOrientation.allCases)
  func aCropHasNoThumbnailOfTheWhole(_ tag: ExifOrientation) throws {
    let source = Self.photo(tag)
    let wish = Rendition(region: .pixels(PixelRect(x: 3, y: 5, width: 20, height: 10)), upright: .pixels)
    let result = try house.run(wish, on: source)
    let probe = try Probe(result)
    #expect(probe.thumbnail == nil && probe.storedSize == PixelSize(width: 20, height: 10))
    let small = TinyJPEG(TinyImage.sixColors.enlarged(by: 8).stored(as: tag)).bytes
    let marker = Array(small[200..<260])
    #expect(!Self.holds(result, marker), "not even its bytes are left")
    #expect(Self.holds(source, marker))
  }

  private static func holds(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    bytes.indices.dropLast(part.count - 1).contains {
      bytes[$0] == part[0] && bytes[$0..<$0 + part.count].elementsEqual(part)
    }
  }
}
