// Metadata of a new image: every segment kept or dropped as it should be, and correct for the new image.

import Testing
import UprightFixtures
import UprightGeometry
import UprightMetadata
import UprightTestTools

@Suite struct CarryingTests {
  private let image = TinyImage.sixColors.enlarged(by: 16)

  private func edit(thumbnail: [UInt8]? = nil, keepsProfile: Bool = true, keepsCoding: Bool = false) -> MetadataEdit {
    MetadataEdit(
      size: PixelSize(width: 32, height: 48), map: Transform2D(a: 0, b: 1, c: -1, d: 0, tx: 32, ty: 0),
      thumbnail: thumbnail, keepsProfile: keepsProfile, keepsCoding: keepsCoding)
  }

  private func carried(_ file: TinyJPEG, _ edit: MetadataEdit) throws -> CarriedMetadata {
    try Probe(file.bytes).carry(edit, from: file.bytes)
  }

  /// A new image with the copied metadata.
  private func renewed(_ carried: CarriedMetadata) -> TinyJPEG {
    TinyJPEG(image, segments: carried.segments.map { TinySegment($0.marker, $0.payload) })
  }

  @Test(arguments: TestFile.all)
  func theResultIsUprightAndSound(exhibit: TestFile) throws {
    let carried = try Probe(exhibit.bytes).carry(edit(), from: exhibit.bytes)
    let probe = try Probe(renewed(carried).bytes)
    #expect(probe.orientation.exif == .topLeft)
    let codes = Set(probe.findings.map(\.code))
    #expect(codes.isDisjoint(with: [.invalidValue, .wrongType, .thumbnailConflict, .xmpConflict, .xmpOnly]))
    #expect(probe.thumbnail == nil)
  }

  @Test func segmentsKeepTheirOrderAndContents() throws {
    let profile = TinySegment.profile(byteCount: 700)
    let segments =
      [.jfif, .comment("first"), TinySegment(0xE5, [1, 2, 3])] + TinySegment.icc(profile, chunk: 300)
      + [TinySegment(0xED, Array("Photoshop 3.0\0".utf8)), .comment("last")]
    let found = try carried(TinyJPEG(image, segments: segments), edit())
    #expect(found.segments.map(\.marker) == segments.map(\.marker))
    #expect(found.segments.map(\.payload) == segments.map(\.payload))
    #expect(found.icc == profile)
    #expect(found.exif == nil)
    #expect(found.xmp == nil)
  }

  @Test func profilesStayBehindWithTheirColours() throws {
    let segments = TinySegment.icc(TinySegment.profile(byteCount: 700)) + [.comment("c")]
    let found = try carried(TinyJPEG(image, segments: segments), edit(keepsProfile: false))
    #expect(found.segments.map(\.marker) == [0xFE])
    #expect(found.icc == nil)
  }

  @Test func profilesOutOfOrderAreJoinedInTheirs() throws {
    let profile = TinySegment.profile(byteCount: 700)
    let found = try carried(TinyJPEG(image, segments: TinySegment.icc(profile, chunk: 100).reversed()), edit())
    #expect(found.icc == profile)
  }

  @Test(arguments: [true, false])
  func markersAboutCodingStayWithTheCoding(keeps: Bool) throws {
    let file = TinyJPEG(image, segments: [.adobe(transform: 1), .comment("c")])
    let found = try carried(file, edit(keepsCoding: keeps))
    #expect(found.segments.map(\.marker) == (keeps ? [0xEE, 0xFE] : [0xFE]))
  }

  @Test func listsOfImagesStayBehind() throws {
    var file = TinyJPEG(image, segments: [.jfif, .comment("c")])
    file.furtherImages = [TinyJPEG(.sixGrays).bytes]
    let found = try carried(file, edit())
    #expect(found.segments.map(\.marker) == [0xE0, 0xFE])
    #expect(!(try Probe(renewed(found).bytes).hasMultiPicture))
  }

  @Test func thumbnailsOfJFIFStayBehind() throws {
    var old = TinySegment.jfif
    old.payload.replaceSubrange(12..<14, with: [1, 2])
    old.payload += [1, 2, 3, 4, 5, 6]
    let extended = TinySegment(0xE0, Array("JFXX\0".utf8) + [0x10, 1, 2, 3])
    let found = try carried(TinyJPEG(image, segments: [old, extended]), edit())
    #expect(found.segments.map(\.payload) == [TinySegment.jfif.payload])
  }

  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func onlyTheThumbnailIsNew(order: TinyTIFF.ByteOrder) throws {
    let block = TestFile.richBlock(order, orientation: 6)
    let file = TinyJPEG(image, exif: block)
    let old = try #require(block.thumbnail)
    var larger = TinyJPEG(.letterF.enlarged(by: 9))
    larger.trailer = Array(repeating: 1, count: old.count)
    for thumbnail in [old, TinyJPEG(.sixGrays).bytes, larger.bytes] {
      let found = try carried(file, edit(thumbnail: thumbnail))
      let probe = try Probe(renewed(found).bytes)
      #expect(probe.thumbnail?.bytes == thumbnail)
      #expect(probe.orientation.exif == .topLeft)
      let exif = try #require(found.exif)
      #expect(exif.count - block.bytes.count == thumbnail.count - old.count)
    }
  }

  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func nothingOfADroppedThumbnailRemains(order: TinyTIFF.ByteOrder) throws {
    let block = TestFile.richBlock(order, orientation: 6)
    let old = try #require(block.thumbnail)
    let exif = try #require(try carried(TinyJPEG(image, exif: block), edit()).exif)
    #expect(exif.count == block.bytes.count - old.count)
    let scan = Array(old.suffix(40))
    #expect(!(0...exif.count - scan.count).contains { exif[$0..<$0 + scan.count].elementsEqual(scan) })
  }

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "needs exiftool"), arguments: TinyTIFF.ByteOrder.allCases)
  func exiftoolReadsTheNewTruth(order: TinyTIFF.ByteOrder) throws {
    let block = TestFile.richBlock(order, orientation: 6)
    let packet = TinySegment.xmp(TinyXMP.packet(orientation: "6", form: .element))
    let found = try carried(
      TinyJPEG(image, segments: [.exif(block), packet]), edit(thumbnail: TinyJPEG(.sixGrays).bytes))
    let folder = try ScratchFolder()
    let path = try folder.write(renewed(found).bytes, as: "carried.jpg")
    let answer = try OutsideTool.exiftool.run([
      "-n", "-T", "-IFD0:Orientation", "-XMP-tiff:Orientation", "-ExifImageWidth", "-ExifImageHeight", "-SubjectArea",
      "-Make", "-Software", "-Warning", path,
    ])
    // The center (10, 11), a quarter clockwise in an image 32 high: 32 - 11 from the left, 10 from the top.
    #expect(answer.text == "1\t1\t32\t48\t21 10 5 4\tMaker\tSoftware\t-")
    #expect(try OutsideTool.exiftool.run(["-b", "-ThumbnailImage", path]).output == TinyJPEG(.sixGrays).bytes)
  }

  @Test func bothBlocksAndPacketsAreSetRight() throws {
    let segments: [TinySegment] = [
      .exif(TinyTIFF(orientation: 6)), .xmp(TinyXMP.packet(orientation: "8")), .exif(TinyTIFF(.big, orientation: 3)),
    ]
    let found = try carried(TinyJPEG(image, segments: segments), edit())
    #expect(found.exif == TinyTIFF(orientation: 1).bytes, "the first is the one")
    #expect(found.segments.last?.payload == TinySegment.exifPrefix + TinyTIFF(.big, orientation: 1).bytes)
    #expect(found.xmp == TinyXMP.packet(orientation: "1"))
  }

  @Test func aSourceThatShrankIsAnError() throws {
    let bytes = TinyJPEG(image, exif: TestFile.richBlock(.big, orientation: 6)).bytes
    let probe = try Probe(bytes)
    #expect { try probe.carry(edit(), from: Array(bytes.prefix(100))) } throws: { error in
      (error as? MetadataError) == MetadataError(.truncated, at: 100)
    }
  }
}
