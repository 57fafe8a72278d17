// Metadata of a new image: every segment kept or dropped as it should be, and correct for the new image. Metadata of a
// new image, as data. The corrections of metadata, as data; whether axes swap follows from the map alone. The map from
// a source to a new image, in both spaces of the source. Exif, XMP and ICC that are each contiguous: what a new image
// gets, and how much a JPEG can hold.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

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

  @Test(arguments: ExifOrientation.allCases)
  func displayedPlacesStayWhereUprightImagesAreMade(tag: ExifOrientation) {
    let swaps = tag.rawValue > 4
    let size = PixelSize<Output>(width: swaps ? 30 : 40, height: swaps ? 40 : 30)
    let move = XMPRewriterTests.move(PixelSize(width: 40, height: 30), to: size, tag: tag)
    #expect(move.displayedMap == Transform2D(scaleX: 1, scaleY: 1))
    #expect((move.displayedSize.width, move.displayedSize.height) == (size.width, size.height))
  }

  private func move(_ map: Transform2D<Stored, Output>, to size: PixelSize<Output>) -> ImageMove {
    let edit = MetadataEdit(size: size, map: map, thumbnail: nil, keepsProfile: true, keepsCoding: false)
    return ImageMove(storedSize: PixelSize(width: 40, height: 30), orientation: .identity, edit: edit)
  }

  /// Only the identity shows the same; a part does not, whichever edge is cut; a smaller image does.
  @Test func onlyTheWholeImageUnturnedShowsTheSame() {
    let size = PixelSize<Stored>(width: 40, height: 30)
    for turn in Orientation<Stored, Output>.all {
      let turned = move(Transform2D(turn, in: size), to: turn.applied(to: size))
      #expect(turned.showsTheSame == turn.isIdentity, "\(turn)")
    }
    for (x, y, width, height) in [(1, 0, 39, 30), (0, 1, 40, 29), (0, 0, 39, 30), (0, 0, 40, 29), (-1, 0, 41, 30)] {
      let part = Transform2D<Stored, Output>(scaleX: 1, scaleY: 1, tx: -Double(x), ty: -Double(y))
      #expect(!move(part, to: PixelSize(width: width, height: height)).showsTheSame, "\(x), \(y)")
    }
    for (width, height) in [(40, 30), (20, 15), (13, 10), (80, 60), (1, 1)] {
      let scaled = Transform2D<Stored, Output>(scaleX: Double(width) / 40, scaleY: Double(height) / 30)
      #expect(move(scaled, to: PixelSize(width: width, height: height)).showsTheSame)
    }
  }
}

@Suite struct CarriedMetadataTests {
  @Test func nothingUnlessSaid() {
    let nothing = CarriedMetadata()
    #expect(nothing.segments.isEmpty && nothing.exif == nil && nothing.xmp == nil && nothing.icc == nil)
  }

  @Test func everyFieldCounts() {
    let segment = CarriedMetadata.Segment(marker: 0xFE, payload: [1])
    let others = [
      CarriedMetadata(segments: [segment]), CarriedMetadata(exif: [1]), CarriedMetadata(xmp: [1]),
      CarriedMetadata(icc: [1]), CarriedMetadata(segments: [CarriedMetadata.Segment(marker: 0xFE, payload: [2])]),
      CarriedMetadata(segments: [CarriedMetadata.Segment(marker: 0xE9, payload: [1])]),
    ]
    #expect(Set(others + [CarriedMetadata()]).count == others.count + 1)
  }

  /// For any source, the copied metadata fits into segments, and reads back the same if written after SOI.
  @Test(arguments: TestFile.all)
  func carriedSegmentsReadBackAsTheyAre(exhibit: TestFile) throws {
    let probe = try Probe(exhibit.bytes)
    let edit = MetadataEdit(
      size: PixelSize(width: 9, height: 5), map: Transform2D(scaleX: 1, scaleY: 1), thumbnail: nil,
      keepsProfile: true, keepsCoding: true)
    let carried = try probe.carry(edit, from: exhibit.bytes)
    #expect(carried.segments.allSatisfy { $0.payload.count <= JPEGSegment.longestPayload })
    let shell = TinyJPEG(.sixColors, segments: carried.segments.map { TinySegment($0.marker, $0.payload) }).bytes
    let again = try Probe(shell).carry(edit, from: shell)
    #expect(again == carried, "what is true already stays as it is")
  }
}

@Suite struct MetadataEditTests {
  private func edit(_ map: Transform2D<Stored, Output>, thumbnail: [UInt8]? = nil) -> MetadataEdit {
    MetadataEdit(
      size: PixelSize(width: 4, height: 3), map: map, thumbnail: thumbnail, keepsProfile: false, keepsCoding: true)
  }

  /// All eight orientations × scales × offsets: the axes swap for tags 5 to 8.
  @Test(arguments: ExifOrientation.allCases)
  func axesChangePlacesForTheLastFourTags(_ tag: ExifOrientation) {
    let orientation = Orientation<Stored, Displayed>(exif: tag)
    let turn = Transform2D(orientation, in: PixelSize(width: 40, height: 30))
    for (x, y) in [(1.0, 1.0), (0.1, 3.0), (7.0, 0.01)] {
      for offset in [0.0, -7, 100] {
        let scale = Transform2D<Displayed, Output>(scaleX: x, scaleY: y, tx: offset, ty: -offset)
        #expect(edit(turn.then(scale)).swapsAxes == (tag.rawValue >= 5))
      }
    }
  }

  @Test func fieldsAreWhatWasSaid() {
    let map = Transform2D<Stored, Output>(scaleX: 2, scaleY: 3)
    let found = edit(map, thumbnail: [7])
    #expect(found.size == PixelSize(width: 4, height: 3) && found.map == map && found.thumbnail == [7])
    #expect(!found.keepsProfile && found.keepsCoding)
    #expect(found != edit(map) && found == edit(map, thumbnail: [7]))
  }
}

@Suite struct MetadataPacketsTests {
  private static let edit = MetadataEdit(
    size: PixelSize(width: 2, height: 3),
    map: Transform2D(Orientation<Stored, Output>(mirrored: false, clockwise: 1), in: PixelSize(width: 3, height: 2)),
    thumbnail: nil, keepsProfile: true, keepsCoding: false)

  private static func move(_ edit: MetadataEdit) -> ImageMove {
    ImageMove(storedSize: PixelSize(width: 3, height: 2), orientation: Orientation(exif: .rightTop), edit: edit)
  }
  private static let move = move(edit)

  private func packets(profile: Int = 10) throws -> MetadataPackets {
    let exif = try #require(TIFFBlock(InsertedExifBlock.block(.rightTop, mark: InsertedExifBlock.mark)))
    return MetadataPackets(
      exif: exif, xmp: Array("<x:xmpmeta tiff:Orientation=\"6\"/>".utf8), icc: Array(repeating: 7, count: profile))
  }

  @Test func theTagBecomesOneInExifAndXMP() throws {
    let carried = try packets().carried(Self.move)
    let exif = try #require(carried.exif.flatMap(TIFFBlock.init))
    #expect(OrientationTags(of: exif.ifd0, in: exif, from: 0).value == .topLeft)
    #expect(String(decoding: try #require(carried.xmp), as: UTF8.self).contains("tiff:Orientation=\"1\""))
    #expect(carried.icc == Array(repeating: 7, count: 10))
  }

  @Test func aProfileStaysBehindWhereTheColoursChange() throws {
    let edit = MetadataEdit(
      size: Self.edit.size, map: Self.edit.map, thumbnail: nil, keepsProfile: false, keepsCoding: false)
    let carried = try packets().carried(Self.move(edit))
    #expect(carried.icc == nil && !carried.segments.contains { $0.marker == 0xE2 })
  }

  @Test(arguments: [(10, 1), (65_519, 1), (65_520, 2), (200_000, 4), (65_519 * 255, 255), (65_519 * 255 + 1, 0)])
  func aProfileIsCutIntoSegments(_ bytes: Int, _ segments: Int) throws {
    let carried = try packets(profile: bytes).carried(Self.move)
    let parts = carried.segments.filter { $0.marker == 0xE2 }
    #expect(parts.count == segments && parts.allSatisfy { $0.payload.count <= 65_533 })
    let whole = parts.flatMap { $0.payload.dropFirst(14) }
    #expect(segments == 0 || whole == carried.icc)
    #expect(parts.map { Int($0.payload[12]) } == Array(0..<segments).map { $0 + 1 })
  }

  @Test func whatIsTooLongForASegmentIsLeftOutOfThem() {
    let carried = CarriedMetadata(exif: Array(repeating: 0, count: 65_528), xmp: Array(repeating: 32, count: 65_505))
    #expect(carried.packedSegments.isEmpty)
    let shorter = CarriedMetadata(exif: Array(repeating: 0, count: 65_527), xmp: Array(repeating: 32, count: 65_504))
    #expect(shorter.packedSegments.map(\.payload.count) == [65_533, 65_533])
  }
}
