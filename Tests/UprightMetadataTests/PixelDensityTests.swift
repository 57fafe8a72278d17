// The density of an image's pixels in print, from each container to each other: known values, written out.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct PixelDensityTests {
  private static func jfif(_ unit: UInt8, _ across: Int, _ down: Int) -> [UInt8] {
    let fields = [across, down].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    return Array("JFIF\0".utf8) + [1, 2, unit] + fields + [0, 0]
  }

  private static func chunk(_ across: Int, _ down: Int, unit: UInt8 = 1) -> [UInt8] {
    [across, down].flatMap { TinyTIFF.ByteOrder.big.bytes($0, width: 4) } + [unit]
  }

  /// 300 dpi are 11811 pixels per meter.
  @Test(
    arguments: [
      (1, 300, 150, 11_811, 5_906), (1, 72, 96, 2_835, 3_780), (1, 254, 1, 10_000, 39), (2, 118, 28, 11_800, 2_800),
    ] as [(UInt8, Int, Int, Int, Int)])
  func inchesAndCentimetersComeBack(unit: UInt8, across: Int, down: Int, metersAcross: Int, metersDown: Int) throws {
    let found = try #require(PixelDensity(segment: Self.jfif(unit, across, down)))
    #expect(found.chunk.payload == Self.chunk(metersAcross, metersDown) && found.isStated)
    #expect(PixelDensity(chunk: found.chunk.payload)?.segment.payload == Self.jfif(unit, across, down))
  }

  @Test func everyWholeNumberPerInchComesBack() throws {
    for number in 1...65_535 {
      let there = try #require(PixelDensity(segment: Self.jfif(1, number, number)))
      #expect(there.segment.payload == Self.jfif(1, number, number))
    }
  }

  @Test func aRatioIsNoLength() throws {
    #expect(PixelDensity(segment: Self.jfif(0, 1, 1))?.isStated == false)
    let found = try #require(PixelDensity(segment: Self.jfif(0, 2, 1)))
    #expect(found.isStated && found.chunk.payload == Self.chunk(2, 1, unit: 0))
    #expect(found.segment.payload == Self.jfif(0, 2, 1))
    let fields = found.fields(TIFFLayout(isBigEndian: true)).map(\.bytes)
    #expect(fields == [[0, 0, 0, 2, 0, 0, 0, 1], [0, 0, 0, 1, 0, 0, 0, 1], [0, 1]])
  }

  @Test func whatSaysNothingIsNone() {
    #expect(PixelDensity(segment: Self.jfif(1, 0, 72)) == nil && PixelDensity(segment: Self.jfif(3, 1, 1)) == nil)
    #expect(PixelDensity(segment: Self.jfif(1, 72, 72).prefix(11)) == nil)
    #expect(PixelDensity(chunk: Self.chunk(0, 1)) == nil && PixelDensity(chunk: Self.chunk(1, 1, unit: 2)) == nil)
    #expect(PixelDensity(chunk: Self.chunk(1, 1).dropLast()) == nil)
  }

  @Test func theLargestNumbersAreHeld() throws {
    let found = try #require(PixelDensity(chunk: Self.chunk(0xFFFF_FFFF, 1)))
    #expect(found.segment.payload.count == 14 && found.fields(TIFFLayout(isBigEndian: false)).count == 3)
  }

  /// TIFF: whole pixels per inch, or else exact pixels per centimeter.
  @Test func fieldsAreExact() throws {
    let layout = TIFFLayout(isBigEndian: true)
    let inches = try #require(PixelDensity(chunk: Self.chunk(11_811, 5_906))).fields(layout)
    #expect(inches.map(\.tag) == [282, 283, 296])
    #expect(inches.map(\.bytes) == [[0, 0, 1, 44, 0, 0, 0, 1], [0, 0, 0, 150, 0, 0, 0, 1], [0, 2]])
    let others = try #require(PixelDensity(chunk: Self.chunk(11_800, 2_800))).fields(layout)
    #expect(others.map(\.bytes) == [[0, 0, 0x2E, 0x18, 0, 0, 0, 100], [0, 0, 0x0A, 0xF0, 0, 0, 0, 100], [0, 3]])
  }

  // MARK: In files

  private func edit(turned: Bool) -> MetadataEdit {
    let size = PixelSize<Stored>(width: 3, height: 2)
    let tag: Orientation<Stored, Output> = Orientation(mirrored: false, clockwise: turned ? 1 : 0)
    return MetadataEdit(
      size: tag.applied(to: size), map: Transform2D(tag, in: size), thumbnail: nil, keepsProfile: true,
      keepsCoding: false)
  }

  /// The chunk for a PNG, the segment for a JPEG, and the fields for a TIFF.
  @Test(arguments: [false, true])
  func everyContainerCarriesItTurned(isTurned: Bool) throws {
    let order = TinyTIFF.ByteOrder.little
    var bitmap = TinyBMP(.sixColors).bytes
    bitmap.replaceSubrange(38..<46, with: order.bytes(11_811, width: 4) + order.bytes(5_906, width: 4))
    let files = [
      TinyJPEG(.sixColors, segments: [TinySegment(0xE0, Self.jfif(1, 300, 150))]).bytes, bitmap,
      TinyPNG(.sixColors, chunks: [TinyPNG.Chunk("pHYs", Self.chunk(11_811, 5_906))]).bytes,
    ]
    let (across, down) = isTurned ? (5_906, 11_811) : (11_811, 5_906)
    for file in files {
      let probe = try Probe(file)
      #expect(try probe.fileParts(in: file).count { $0.kind == .field && $0.name == "density" } == 1)
      let found = try probe.carry(edit(turned: isTurned), from: file)
      #expect(found.chunks.map(\.payload) == [Self.chunk(across, down)])
      #expect(found.segments.map(\.payload) == [isTurned ? Self.jfif(1, 150, 300) : Self.jfif(1, 300, 150)])
      let sizes = [18]
      let frame = TIFFFrame(width: 3, height: 2, stripRows: 2, colors: .rgb, depth: 8, metadata: found)
      let tiff = frame.opening(stripSizes: sizes) + [UInt8](repeating: 0, count: 18) + frame.closing(stripSizes: sizes)
      let block = try #require(TIFFBlock(tiff))
      let fields = [TIFFTag.xResolution, .yResolution].map { block.ifd0?.first($0)?.valueOffset ?? 0 }
      #expect(fields.map { block.u32(at: $0) } == (isTurned ? [150, 300] : [300, 150]))
      #expect(block.ifd0?.first(.resolutionUnit).flatMap { block.integer(of: $0) } == 2)
      #expect(try Probe(tiff).fileParts(in: tiff).contains { $0.kind == .field && $0.name == "density" })
    }
  }

  @Test func squarePixelsAreNoPart() throws {
    let file = TinyJPEG(.sixColors, segments: [.jfif]).bytes
    #expect(try !Probe(file).fileParts(in: file).contains { $0.name == "density" })
    #expect(try Probe(file).carry(edit(turned: false), from: file).chunks.isEmpty)
  }

  /// A block's own fields stay, and count as one part with the container's.
  @Test func aBlockThatStatesOneKeepsIt() throws {
    let block = TinyTIFF(
      .big, ifd0: [TinyEntry(282, .rational, [600, 1]), TinyEntry(283, .rational, [600, 1])])
    let file = TinyJPEG(.sixColors, segments: [TinySegment(0xE0, Self.jfif(1, 300, 300)), .exif(block)]).bytes
    #expect(try Probe(file).fileParts(in: file).count { $0.kind == .field && $0.name.hasPrefix("density") } == 1)
    let found = try Probe(file).carry(edit(turned: false), from: file)
    let frame = TIFFFrame(width: 3, height: 2, stripRows: 2, colors: .rgb, depth: 8, metadata: found)
    let tiff = frame.opening(stripSizes: [18]) + [UInt8](repeating: 0, count: 18) + frame.closing(stripSizes: [18])
    let made = try #require(TIFFBlock(tiff))
    #expect(made.ifd0?.all(.xResolution).map { made.u32(at: $0.valueOffset) } == [600])
  }

  /// Containers without a place of their own state it in a block that there already is.
  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func aBlockThatStatesNoneGetsIt(order: TinyTIFF.ByteOrder) throws {
    var source = TinyTIFF(
      order, ifd0: [TinyEntry(271, text: "A maker"), .orientation(1), TinyEntry(305, text: "A tool")])
    source.thumbnail = TinyJPEG(.sixGrays).bytes
    source.makerNote = "a note that is longer than four bytes"
    let chunk = CarriedMetadata.Chunk(name: Array("pHYs".utf8), payload: Self.chunk(11_811, 5_906))
    var carried = CarriedMetadata(chunks: [chunk], exif: source.bytes)
    carried.stateDensityInExif()
    let (before, found) = (try #require(TIFFBlock(source.bytes)), try #require(carried.exif.flatMap { TIFFBlock($0) }))
    #expect(found.ifd0?.entries.map(\.tag) == [271, 274, 282, 283, 296, 305, 0x8769])
    #expect(found.ifd0?.all(.xResolution).map { found.u32(at: $0.valueOffset) } == [300])
    #expect(found.ifd0?.all(.yResolution).map { found.u32(at: $0.valueOffset) } == [150])
    #expect(found.ifd0?.first(.resolutionUnit).flatMap { found.integer(of: $0) } == 2)
    #expect(found.ifd1 == before.ifd1 && found.exifDirectory == before.exifDirectory)
    #expect(found.bytes[8..<source.bytes.count] == source.bytes[8...])
    let once = carried
    carried.stateDensityInExif()
    #expect(carried == once)
    var without = CarriedMetadata(chunks: [chunk])
    without.stateDensityInExif()
    #expect(without.exif == nil)
  }
}
